"""Addresses of the sockets."""

from django.urls import path

from tables.consumers import TableConsumer

websocket_urlpatterns = [path("ws/m/<str:code>/", TableConsumer.as_asgi())]
