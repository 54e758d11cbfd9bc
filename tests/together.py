"""Doing things at the same moment."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from django.db import close_old_connections, connections

from tables.services.errors import Refused


def at_once(acts: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run them at the same moment, each in a thread with its own connection; results, refusals' codes, or errors."""
    gate = threading.Barrier(len(acts))
    results: list[Any] = [None] * len(acts)

    def run(place: int, act: Callable[[], Any]) -> None:
        try:
            close_old_connections()
            gate.wait()
            results[place] = act()
        except Refused as refused:
            results[place] = refused.code
        except BaseException as error:
            results[place] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(place, act)) for place, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    errors = [result for result in results if isinstance(result, BaseException)]
    assert not errors, errors
    return results
