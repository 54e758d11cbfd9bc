"""One address that takes a "move", and one socket address."""

from asgiref.sync import async_to_sync
from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_POST

FRAME = '<!--frame 1 {seq} 0--><div id="board" hx-swap-oob="true">' + "x" * 1900 + "</div>"
TABLES = """
create table if not exists bare_match (id bigint primary key, seq integer not null default 0);
create table if not exists bare_event (
    id bigserial primary key, match bigint not null references bare_match, seq integer not null, token varchar(40), payload jsonb,
    at timestamptz not null default now(), unique (match, seq), unique (match, token));
insert into bare_match (id) select generate_series(1, 50) on conflict do nothing;
"""


@require_POST
def move(request: HttpRequest, match: int) -> HttpResponse:
    """One locked update, one insert, one push."""
    request.user.is_authenticated  # noqa: B018 - the session and its user are read, as in every move
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("select seq from bare_match where id = %s for no key update", [match])
        cursor.execute("update bare_match set seq = seq + 1 where id = %s returning seq", [match])
        (seq,) = cursor.fetchone()
        values = [match, seq, request.POST["token"], '{"do": "play"}']
        cursor.execute("insert into bare_event (match, seq, token, payload) values (%s, %s, %s, %s)", values)
        transaction.on_commit(lambda: async_to_sync(get_channel_layer().group_send)(f"bare.{match}", {"type": "moved", "seq": seq}))
    return HttpResponse(status=204)


class Consumer(AsyncWebsocketConsumer):
    """Sends the same 2 KB to everybody."""

    async def dispatch(self, message):
        """As the site's own consumer: no detour over the shared thread."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self):
        """Join the match's group."""
        self.group = f"bare.{self.scope['url_route']['kwargs']['match']}"
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def moved(self, event):
        """Push."""
        await self.send(text_data=FRAME.format(seq=event["seq"]))

    async def receive(self, text_data=None, bytes_data=None):
        """Acknowledgements of the page."""

    async def disconnect(self, code):
        """Leave the group."""
        await self.channel_layer.group_discard(self.group, self.channel_name)


urlpatterns = [path("bare/<int:match>/", move)]
websocket_urlpatterns = [path("ws/bare/<int:match>/", Consumer.as_asgi())]
