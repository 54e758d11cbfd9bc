"""What several games share: functions and frozen values, no base game class."""
