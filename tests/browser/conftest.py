"""What browser tests wait for at most, on a machine with other things to do."""

from playwright.sync_api import expect

expect.set_options(timeout=15_000)
