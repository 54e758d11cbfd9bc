"""What the server lets in: how much, how slowly and how many at once, settled before an application sees a byte.

Daphne and Twisted take a body of any length, keep it whole in memory, and wait for ever for a request that drips in. Here a request is
refused by what its headers say, cut while it is read, and ended when it takes too long; each with a page of one sentence, after which the
connection closes. The limits of addresses are counted in this process. All of this runs on the loop's thread alone.
"""

# ruff: noqa: N802, N803, N815 - many names here are Twisted's

from __future__ import annotations

import ipaddress
import resource
import time
from collections import Counter
from contextlib import suppress
from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.server import Server as Daphne
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from django.conf import settings
from django.http import HttpRequest
from django.http.cookie import parse_cookie
from django.utils import translation
from twisted.internet.protocol import connectionDone
from twisted.protocols.basic import LineReceiver
from twisted.web.http import RESPONSES, HTTPChannel

from config.errors import plain, sentence
from tables.middleware import address_in

LARGEST_BODY = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
LARGEST_ADDRESS = 8 * 1024
"""Bytes of a request's first line."""
LARGEST_HEAD = 16 * 1024
"""Bytes of a request's first line and headers together."""
MOST_HEADERS = 100
LARGEST_FRAME = 16 * 1024
"""Bytes of one frame on a socket."""
LARGEST_SENT = 512 * 1024
"""Bytes of a message that we send: a page's regions with a long log."""
LARGEST_HEARD = 16 * 1024
"""Bytes of a message that a page sends, in however many frames: pages say little on a socket, moves go by HTTP."""
FRAME_RATE, FRAME_BURST = 20.0, 300.0
"""Frames that a page may send a second, and at once; pings and empty ones count too."""
LINGER = 5.0
"""Seconds for which what still comes after a refusal is thrown away: closed at once, the connection would swallow our sentence."""
SLOW_READER = 60.0
"""Seconds that the last answer of a connection may take to be fetched."""
CROWDED = 4429
"""The code with which a socket too many is closed; the page comes back after a minute."""
FILES_OPEN = 65_536


class Tally:
    """How many of a thing each address has open, at most so many."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.open: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count one more, unless the address has all it may have."""
        if self.open[address] >= self.most:
            return False
        self.open[address] += 1
        return True

    def leave(self, address: str) -> None:
        """One less."""
        self.open[address] -= 1
        if self.open[address] <= 0:
            del self.open[address]


def household(address: str) -> str:
    """Who counts as one: an IPv4 address, or the 64 bits of an IPv6 one that a provider gives to a connection."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        mapped = parsed.ipv4_mapped
        return str(mapped) if mapped else str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)


def last_header(request: Any, name: bytes) -> str:
    """A header of a request as Django would see it: repeated ones joined by commas, "" when there is none."""
    return b",".join(request.requestHeaders.getRawHeaders(name) or ()).decode("latin1")


def sender(request: Any) -> str:
    """Whom a request counts for: its address behind the proxies that we trust."""
    return household(address_in(last_header(request, b"X-Forwarded-For"), str(getattr(request.client, "host", ""))))


def language(request: Any) -> str:
    """The language in which to refuse a request: the cookie's, else the browser's. Nobody is looked up for it."""
    asked = HttpRequest()
    if request is not None:
        asked.META["HTTP_ACCEPT_LANGUAGE"] = last_header(request, b"Accept-Language")
        asked.COOKIES = parse_cookie(last_header(request, b"Cookie"))
    return translation.get_language_from_request(asked)


def refusal(request: Any, status: int) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Headers and body of the page that refuses a request."""
    with translation.override(language(request)):
        body = plain(status, sentence(status)).encode()
        spoken = translation.get_language() or settings.LANGUAGE_CODE
    headers = [
        (b"Content-Type", b"text/html; charset=utf-8"),
        (b"Content-Language", spoken.encode()),
        (b"Content-Length", str(len(body)).encode()),
        (b"Content-Security-Policy", b"default-src 'none'"),
        (b"X-Content-Type-Options", b"nosniff"),
        (b"Cache-Control", b"no-store"),
    ]
    return headers + ([(b"Retry-After", b"5")] if status in (429, 503) else []), body


# ---- requests ---------------------------------------------------------------------------------------------------------------


class Channel(HTTPChannel):
    """One connection that speaks HTTP. It is idle, in the middle of a request, or waits for an answer; the first two have an end."""

    factory: Any
    transport: Any
    _networkProducer: Any
    _path: Any
    totalHeadersSize = LARGEST_HEAD
    maxHeaders = MOST_HEADERS
    begun = False
    """A request has begun and is not all here."""
    refused = False
    """What comes from here on is thrown away."""
    entered = ""
    """The peer for which this connection counts."""

    def connectionMade(self) -> None:
        """Count the connection for its peer, where that is not a proxy of ours."""
        super().connectionMade()
        server = self.factory.server
        peer = household(str(getattr(self.transport.getPeer(), "host", "")))
        if not settings.TRUSTED_PROXIES and not server.peers.enter(peer):
            self.refuse(429)
        elif not settings.TRUSTED_PROXIES:
            self.entered = peer

    def connectionLost(self, reason: Any = connectionDone) -> None:
        """The connection is over."""
        super().connectionLost(reason)
        self.leave()

    def leave(self) -> None:
        """The connection counts no more."""
        if self.entered:
            self.factory.server.peers.leave(self.entered)
            self.entered = ""

    # ---- reading -------------------------------------------------------------------------------------------------------------

    def dataReceived(self, data: bytes) -> None:
        """Read on. The time of a request runs from its first byte and is not prolonged by further ones."""
        if self.refused:
            return
        if not self.begun and not self._handlingRequest:
            self.begun = True
            self.setTimeout(settings.REQUEST_TIMEOUT)
        LineReceiver.dataReceived(self, data)

    def lineReceived(self, line: bytes) -> None:
        """The first line, or one of the headers."""
        if self.refused:
            return
        if not self._receivedHeaderSize and len(line) > LARGEST_ADDRESS:
            self.refuse(414)
        else:
            super().lineReceived(line)

    def lineLengthExceeded(self, line: bytes) -> None:
        """A line without end."""
        self.refuse(431 if self._receivedHeaderSize else 414)

    def rawDataReceived(self, data: bytes) -> None:
        """A part of the body."""
        if not self.refused:
            super().rawDataReceived(data)

    def allHeadersReceived(self) -> None:
        """Refuse by what the headers say, before the sender is told to go on (Expect: 100-continue)."""
        status = self.judge(self.requests[-1])
        if status:
            self.refuse(status)
        else:
            super().allHeadersReceived()

    def judge(self, request: Request) -> int:
        """The status with which to refuse a request, 0 to take it.

        Our own files are counted apart: a page asks for thirty at once, and they have no body that could be kept waiting.
        """
        if self.length is not None and self.length > LARGEST_BODY:
            return 413
        file = self.length == 0 and self._path.startswith(f"/{settings.STATIC_URL.strip('/')}/".encode())
        return 0 if request.enter(request.server.files if file else request.server.requests) else 429

    def allContentReceived(self) -> None:
        """The request is all here."""
        if not self.refused:
            self.begun = False
            super().allContentReceived()

    def requestDone(self, request: Any) -> None:
        """The answer is written: from here on the connection is idle."""
        self._savedTimeOut = settings.IDLE_TIMEOUT
        super().requestDone(request)

    # ---- ending --------------------------------------------------------------------------------------------------------------

    def refuse(self, status: int) -> None:
        """Say why not, and close as soon as that has been read."""
        if self.refused:
            return
        self.refused = True
        self.setTimeout(None)
        headers, body = refusal(self.requests[-1] if self.requests else None, status)
        lines = [b"HTTP/1.1 %d %s" % (status, RESPONSES.get(status, b"Refused")), *(b"%s: %s" % pair for pair in headers)]
        self.transport.write(b"\r\n".join([*lines, b"Connection: close", b"", b""]) + body)
        self._networkProducer.unregisterProducer()
        self._networkProducer.resumeProducing()
        if self._abortingCall is None:
            self._abortingCall = self.callLater(LINGER, self.forceAbortClient)
        self.transport.loseWriteConnection()

    def _respondToBadRequestAndDisconnect(self) -> None:
        too_much = self._receivedHeaderSize > self.totalHeadersSize or self._receivedHeaderCount > self.maxHeaders
        self.refuse(431 if too_much else 400)

    def timeoutConnection(self) -> None:
        """The time of a half-sent request is up, or that of an idle connection."""
        if self.begun:
            self.refuse(408)
        else:
            super().timeoutConnection()

    def loseConnection(self) -> None:
        """Close when all is written; somebody who never reads is not waited for."""
        if self._abortingCall is None:
            self._abortingCall = self.callLater(SLOW_READER, self.forceAbortClient)
        super().loseConnection()


class Request(WebRequest):
    """A request that counts for its address while it is open, and whose body has an end."""

    entered: tuple[Tally, str] | None = None
    """Where it counts, and for whom."""
    read = 0
    """Bytes of the body so far."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # Django parses forms; Twisted would do it once more, whatever they hold.
        super().__init__(*args, parsePOSTFormSubmission=False, **kwargs)

    def enter(self, tally: Tally) -> bool:
        """Count for the sender, unless that has as many open as it may."""
        address = sender(self)
        if not tally.enter(address):
            return False
        self.entered = (tally, address)
        return True

    def leave(self) -> None:
        """Count no more."""
        if self.entered:
            tally, address = self.entered
            tally.leave(address)
            self.entered = None

    def process(self) -> Any:
        """Hand on to the application. Where the connection becomes a socket, that is what counts for its peer from here on."""
        channel, transport = self.channel, self.transport
        done = super().process()
        heir = getattr(transport, "protocol", channel)
        if isinstance(heir, Socket):
            heir.peer_entered, channel.entered = channel.entered, ""
        return done

    def handleContentChunk(self, data: bytes) -> None:
        """A part of the body, also of one that never said how long it would be."""
        self.read += len(data)
        if self.read > LARGEST_BODY:
            self.channel.refuse(413)
        if not self.channel.refused:
            super().handleContentChunk(data)

    def basic_error(self, status: int, status_text: bytes, body: str) -> None:
        """Daphne's own errors, as pages of ours."""
        headers, page = refusal(self, status)
        self.handle_reply({"type": "http.response.start", "status": status, "headers": headers})
        self.handle_reply({"type": "http.response.body", "body": page})


class Doors(HTTPFactory):
    """Makes the connections."""

    protocol = Channel

    def __init__(self, server: Server) -> None:
        super().__init__(server)
        self.timeOut = settings.IDLE_TIMEOUT

    def buildProtocol(self, addr: Any) -> Any:
        """A connection whose requests are ours."""
        channel = super().buildProtocol(addr)
        channel.requestFactory = Request
        return channel


# ---- sockets ----------------------------------------------------------------------------------------------------------------


class Socket(WebSocketProtocol):
    """One socket. One too many from its address is opened and closed with a code: a browser shows no page the status of a handshake."""

    entered = ""
    peer_entered = ""
    crowded = False
    frames = FRAME_BURST
    frames_since = 0.0

    def onConnect(self, request: Any) -> Any:
        """Count for the sender; a socket too many gets no application."""
        server = self.factory.server_class
        address = household(address_in(request.headers.get("x-forwarded-for", ""), str(getattr(self.transport.getPeer(), "host", ""))))
        if not server.sockets.enter(address):
            self.crowded = True
            return None
        self.entered = address
        return super().onConnect(request)

    def leave(self) -> None:
        """Count no more."""
        if self.entered:
            self.factory.server_class.sockets.leave(self.entered)
            self.entered = ""

    def onOpen(self) -> None:
        """Open, or close at once."""
        if self.crowded:
            self.sendClose(CROWDED)
        else:
            super().onOpen()

    def onFrameBegin(self) -> None:
        """Any frame, also a ping or an empty one: each makes work, and an answer that may not be fetched."""
        now = time.monotonic()
        self.frames = min(FRAME_BURST, self.frames + (now - self.frames_since) * FRAME_RATE)
        self.frames_since = now
        self.frames -= 1
        if self.frames < 0 and not self.failedByMe:
            self._fail_connection(self.CLOSE_STATUS_CODE_POLICY_VIOLATION, "too many frames")
        super().onFrameBegin()

    def onMessageFrameBegin(self, length: int) -> None:
        """A part of a message; all of them together have a limit of their own, narrower than that of what we send."""
        super().onMessageFrameBegin(length)
        if self.message_data_total_length > LARGEST_HEARD and not self.failedByMe:
            self._max_message_size_exceeded(self.message_data_total_length, LARGEST_HEARD, "message too big")

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """A whole message."""
        if not self.crowded:
            super().onMessage(payload, isBinary)

    def onClose(self, wasClean: bool, code: int | None, reason: str | None) -> None:
        """The end."""
        self.leave()
        if not self.crowded:
            super().onClose(wasClean, code, reason)

    def connectionLost(self, reason: Any) -> None:
        """The connection is over, whatever became of the handshake."""
        super().connectionLost(reason)
        self.leave()
        if self.peer_entered:
            self.factory.server_class.peers.leave(self.peer_entered)
            self.peer_entered = ""


class Sockets(WebSocketFactory):
    """Makes the sockets."""

    protocol = Socket


# ---- the server -------------------------------------------------------------------------------------------------------------


class Server(Daphne):
    """Daphne behind these doors."""

    def __init__(self, application: Any, **options: Any) -> None:
        super().__init__(application, websocket_max_message_size=LARGEST_SENT, websocket_max_frame_size=LARGEST_FRAME, **options)
        self.requests = Tally(settings.REQUESTS_PER_ADDRESS)
        self.files = Tally(10 * settings.REQUESTS_PER_ADDRESS)
        self.sockets = Tally(settings.SOCKETS_PER_ADDRESS)
        # Browsers keep up to six connections for what comes next.
        self.peers = Tally(2 * settings.SOCKETS_PER_ADDRESS + settings.REQUESTS_PER_ADDRESS)

    @property
    def http_factory(self) -> Doors:
        """What makes the connections. Daphne's `run` sets its own here, and listens with what it then finds."""
        return self._doors

    @http_factory.setter
    def http_factory(self, made: HTTPFactory) -> None:
        self._doors = Doors(self)

    @property
    def ws_factory(self) -> Sockets:
        """What makes the sockets, likewise."""
        return self._sockets

    @ws_factory.setter
    def ws_factory(self, made: WebSocketFactory) -> None:
        self._sockets = Sockets(self, server=self.server_name)

    def run(self) -> None:
        """Serve until stopped."""
        open_many_files()
        super().run()

    def protocol_disconnected(self, protocol: Any) -> None:
        """A request was answered, given up or became a socket; or a socket ended."""
        protocol.leave()
        super().protocol_disconnected(protocol)


def open_many_files() -> None:
    """Each connection is an open file, and many systems begin with a limit of 1,024, though they allow more to whoever asks."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES_OPEN if hard == resource.RLIM_INFINITY else min(FILES_OPEN, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
