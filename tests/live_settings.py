"""Settings of a site under test: the real ones, less slow passwords, with replacements from the test that starts it."""

import json
import os
from typing import Any

VARIABLE = "TAPETE_TEST_SETTINGS"
dumps = json.dumps

if VARIABLE in os.environ:
    from config.settings import *  # noqa: F403

    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    PUZZLE_AT_START = False  # seconds of a core for each site, and hardly a test looks at the puzzle
    replaced: dict[str, Any] = json.loads(os.environ[VARIABLE])
    globals().update(replaced)
