"""All settings. The environment comes in here and nowhere else; with nothing set, everything runs on this machine.

| variable | meaning | default |
|---|---|---|
| TAPETE_VAR | folder of the database, mails and the secret key | var/ beside manage.py |
| SITE_URL | address people open, used in mails and links | http://localhost:PORT |
| PORT | port of `manage.py serve` | 8000 |
| ALLOWED_HOSTS | more host names, separated by commas | that of SITE_URL, localhost |
| TRUSTED_PROXIES | how many proxies stand in front and set X-Forwarded-Proto and X-Forwarded-For | 0 |
| SECRET_KEY | key of signatures | made once and kept in TAPETE_VAR |
| DATABASE_URL | postgresql://user:password@host:port/name | Postgres brought along, in TAPETE_VAR |
| DATABASE_POOL | most connections of one process | 10 |
| REDIS_URL | channel layer for several processes | none: in memory, one process |
| REQUEST_TIMEOUT | seconds within which a request must have arrived whole | 30 |
| IDLE_TIMEOUT | seconds a connection without a request is kept; longer than the proxy keeps its own | 75 |
| REQUESTS_PER_ADDRESS | requests that one address may have open at once, in each process | 60 |
| SOCKETS_PER_ADDRESS | table pages that one address may have open at once, in each process | 200 |
| EMAIL_URL | smtp://user:password@host:587/?tls=1 or smtps://... | files in TAPETE_VAR/mail |
| EMAIL_FROM | sender of mails | tapete@ the host of SITE_URL |
| TAPETE_TIME_ZONE | the site's time zone | Europe/Madrid |
| DAILY_TIME_ZONE | the time zone whose calendar day is the daily puzzle's | Europe/Madrid |
| FREE_VARIANTS | what every host may choose without a grant, as game:value, separated by commas | none: what the games leave open |
| DEBUG | detailed error pages; never on a public machine | off |
"""

import os
from pathlib import Path
from urllib.parse import urlsplit

import django_stubs_ext
from django.utils.csp import CSP

from config import environment

django_stubs_ext.monkeypatch()  # `ModelAdmin[Player]` and the like work at run time too

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = Path(os.environ.get("TAPETE_VAR") or BASE_DIR / "var").absolute()
VAR.mkdir(parents=True, exist_ok=True)

# ---- address -----------------------------------------------------------------------------------------------------------------
DEBUG = environment.flag("DEBUG")
PORT = int(os.environ.get("PORT") or 8000)
# Not 127.0.0.1: passkeys refuse an address made of numbers.
SITE_URL = (os.environ.get("SITE_URL") or f"http://localhost:{PORT}").rstrip("/")
_site = urlsplit(SITE_URL)
ALLOWED_HOSTS = [*{_site.hostname or "localhost", "localhost", "127.0.0.1", "[::1]"}, *environment.words("ALLOWED_HOSTS")]
CSRF_TRUSTED_ORIGINS = [SITE_URL]
SECRET_KEY = os.environ.get("SECRET_KEY") or environment.own_secret(VAR / "secret_key")

TRUSTED_PROXIES = int(os.environ.get("TRUSTED_PROXIES") or 0)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
_secure = _site.scheme == "https"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _secure
SECURE_HSTS_SECONDS = 30 * 24 * 3600 if _secure else 0

# ---- parts -------------------------------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "daphne",
    "config",
    "games",
    "tables",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "django_htmx",
    "procrastinate.contrib.django",
    "pgtrigger",
    "allauth",
    "allauth.account",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "config.static.StaticFiles",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "config.renewal.Renewal",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tables.middleware.Language",
    "tables.middleware.RateLimit",
    "tables.middleware.Guests",
    "tables.middleware.Visits",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "tables.views.codes.TypedCodes",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"


def of_games(folder: str) -> list[Path]:
    """The folders of that name that games bring along: a new game needs no line here."""
    return sorted(path for path in (BASE_DIR / "games").glob(f"*/{folder}") if path.is_dir())


TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates", *of_games("templates")],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.csp",
                "tables.context_processors.site",
                "django.template.context_processors.i18n",
            ]
        },
    }
]
STATIC_URL = "static/"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static.TellingNames"},
}
STATICFILES_DIRS = of_games("static")
WHITENOISE_USE_FINDERS = True  # straight from their folders: no step between a checkout and a running site
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_MAX_AGE = 60

# ---- storage -----------------------------------------------------------------------------------------------------------------
CLUSTER = None
if os.environ.get("DATABASE_URL"):
    _database = environment.database(os.environ["DATABASE_URL"])
else:
    from config.embedded import Cluster

    CLUSTER = Cluster(VAR / "postgres")
    _database = {"ENGINE": "config.postgres", "NAME": "postgres", "USER": "postgres", "HOST": CLUSTER.host, "OPTIONS": {}}
_pool = {"min_size": 2, "max_size": int(os.environ.get("DATABASE_POOL") or 10), "timeout": 2, "max_waiting": 50}
_database["OPTIONS"] |= {"application_name": "tapete", "pool": _pool}
DATABASES = {"default": {**_database, "CONN_HEALTH_CHECKS": True}}

SESSION_ENGINE = "config.sessions"
SESSION_COOKIE_AGE = 365 * 24 * 3600  # a guest has nothing but this cookie; it begins anew while they come (config.renewal)
# Neighbouring hosts can plant no cookie whose name begins so; browsers take such a name with https only.
VISIT_COOKIE_NAME = "__Host-visita" if _secure else "visita"
CSRF_FAILURE_VIEW = "config.errors.csrf_failure"

REDIS_URL = os.environ.get("REDIS_URL")
if REDIS_URL:
    _layer = {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [environment.redis(REDIS_URL)]}}
else:
    _layer = {"BACKEND": "channels.layers.InMemoryChannelLayer", "CONFIG": {"capacity": 1000}}
CHANNEL_LAYERS = {"default": _layer}

# What the server lets in, beside the fixed limits of config/doors.py. Addresses are counted behind TRUSTED_PROXIES.
REQUEST_TIMEOUT = float(os.environ.get("REQUEST_TIMEOUT") or 30)
IDLE_TIMEOUT = float(os.environ.get("IDLE_TIMEOUT") or 75)
REQUESTS_PER_ADDRESS = int(os.environ.get("REQUESTS_PER_ADDRESS") or 60)
SOCKETS_PER_ADDRESS = int(os.environ.get("SOCKETS_PER_ADDRESS") or 200)

# The tries of each address and account are kept here; Django's own default of 300 entries is soon full of strangers' addresses.
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 50_000}}}

DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200

# ---- play --------------------------------------------------------------------------------------------------------------------
CPU_PACE = 0.8  # seconds between a move and a CPU player's answer
CPU_PATIENCE = 10.0  # seconds after which a thinking CPU player is stopped
CHANCE = "tables.dice"
PUZZLE_AT_START = True  # the worker begins by making the daily puzzle's position, where there is none
FREE_VARIANTS = environment.words("FREE_VARIANTS")

# ---- what a page may load ----------------------------------------------------------------------------------------------------
SECURE_CSP = {
    "default-src": [CSP.SELF],
    "script-src": [CSP.SELF, CSP.NONCE],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "connect-src": [CSP.SELF],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
    "object-src": [CSP.NONE],
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"

# ---- people ------------------------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "tables.Player"
AUTHENTICATION_BACKENDS = [
    "tables.backends.OneLook",
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"tables.passwords.{name}"} for name in ("NotTooLong", "NotTheAddress", "LongEnough", "NotCommon", "NotOnlyDigits")
]
PASSWORD_HASHERS = ["tables.hashing.PBKDF2"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "tables.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "tables.signup.SignupForm",
    "reset_password": "tables.signup.ResetForm",
    "reset_password_from_key": "tables.signup.NewPasswordForm",
    "user_token": "tables.signup.TokenForm",
}
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_USER_MODEL_EMAIL_FIELD = "email"
ACCOUNT_EMAIL_VERIFICATION = "optional"  # accounts come about by confirming; earlier ones that never did may still sign in
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_RATE_LIMITS = {"confirm_email": "5/10m/key"}
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # a guest is signed in too, and may still sign in or up
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = _site.scheme

# ---- language and time -------------------------------------------------------------------------------------------------------
LANGUAGE_CODE = "es"  # the language of the source texts
LANGUAGES = [("es", "Español"), ("en", "English"), ("pt", "Português")]
LOCALE_PATHS = [BASE_DIR / "config" / "locale", *of_games("locale")]
LANGUAGE_COOKIE_AGE = SESSION_COOKIE_AGE
USE_TZ = True
TIME_ZONE = os.environ.get("TAPETE_TIME_ZONE") or "Europe/Madrid"
DAILY_TIME_ZONE = environment.zone("DAILY_TIME_ZONE", "Europe/Madrid")

# ---- mail --------------------------------------------------------------------------------------------------------------------
MAIL_FOLDER = None if os.environ.get("EMAIL_URL") else VAR / "mail"
"""Where mails land as files, so that pages can say so to the developer; None when they are really sent."""
MAILERS = {"default": environment.mailer(os.environ.get("EMAIL_URL", ""), VAR / "mail")}
DEFAULT_FROM_EMAIL = SERVER_EMAIL = os.environ.get("EMAIL_FROM") or f"Tapete <tapete@{_site.hostname}>"

# ---- log ---------------------------------------------------------------------------------------------------------------------
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        # The default handlers of Django would write the same lines a second time or try to mail them.
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
        # Addresses that do not exist, and hosts that are not ours, are no news.
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "tapete": {"level": "INFO"},
        # Its receiver writes a traceback each second that Redis is away; tapete.hints says it once.
        "channels_redis": {"level": "CRITICAL"},
    },
}
