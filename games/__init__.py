"""Pure rules of the games. Nothing below this package, but ``apps.py``, imports Django."""
