"""The site's settings with the bare addresses."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.bare.urls"
