"""What is slow holds no database connection: a hash, a mail server's answer, a thought. There are few connections, and pages need them."""

from django.db import connections


def let_go() -> None:
    """Give this thread's connection back; the next query takes another. Does nothing inside a transaction, where nothing slow belongs."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close()
