"""Database sessions that close the sockets opened under a key when that key ends.

A key ends at sign-in, sign-out, a change of password and when a guest signs up. Consumers join `session_group` before they
read the session, so a key that ends in between still reaches them.
"""

import hashlib

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.db import transaction

from config import hints


def session_group(key: str) -> str:
    """The channel group of the sockets of a session. The key itself never reaches the channel layer."""
    return "session." + hashlib.sha256(key.encode()).hexdigest()[:32]


class SessionStore(DatabaseStore):
    """Django's store; deleting a key also sends ``identity.changed`` to its sockets once that is committed."""

    def delete(self, session_key: str | None = None) -> None:
        """Delete a session, by default this one."""
        key = session_key or self.session_key
        super().delete(session_key)
        if key:
            # robust: a broken layer must not turn a committed sign-out into an error
            transaction.on_commit(lambda: close_sockets(key), robust=True)


def close_sockets(key: str) -> None:
    """Tell the sockets of a session that it is over. One that does not hear of it finds out at its page's next sign of life."""
    hints.tell(session_group(key), {"type": "identity.changed"})
