"""Settings of the measuring process: the site's own, with prepared deals where a measurement lays some down."""

from config.settings import *  # noqa: F403

CHANCE = "tests.stacked"
