"""Settings of the test suite: the same site on a Postgres of its own that need not survive a power cut."""

from config.settings import *  # noqa: F403
from config.settings import CLUSTER, DATABASES, VAR

if CLUSTER:
    from config.embedded import Cluster

    CLUSTER = Cluster(VAR / "postgres-test", settings={"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"})
    DATABASES["default"]["HOST"] = CLUSTER.host
# One connection per thread: a pool would keep the test database from being dropped.
DATABASES["default"]["OPTIONS"].pop("pool")
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
MAILERS = {"default": {"BACKEND": "django.core.mail.backends.locmem.EmailBackend"}}
CPU_PACE = 0.0
CHANCE = "tests.stacked"
