"""Addresses of the site."""

from django.contrib import admin
from django.urls import include, path, re_path
from django.views.generic import RedirectView
from django.views.i18n import set_language

from tables.views import accounts

urlpatterns = [
    # Before allauth's own: these stand at the same addresses.
    re_path(r"^cuenta/confirm-email/(?P<key>[-:\w]+)/$", accounts.confirm_email, name="account_confirm_email"),
    re_path(
        r"^cuenta/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        accounts.NewPassword.as_view(),
        name="account_reset_password_from_key",
    ),
    path("cuenta/email/", accounts.Addresses.as_view(), name="account_email"),
    path("cuenta/", include("allauth.urls")),
    path("idioma/", set_language, name="set_language"),
    path("admin/password_change/", RedirectView.as_view(pattern_name="account_change_password")),
    path("admin/", admin.site.urls),
    path("", include("tables.urls")),
]

handler400 = "config.errors.bad_request"
handler403 = "config.errors.forbidden"
handler404 = "config.errors.not_found"
handler500 = "config.errors.server_error"
