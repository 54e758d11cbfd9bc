"""Deferring jobs, by name, inside the caller's transaction: they vanish with it. `tables.tasks` holds the jobs themselves."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.db import transaction
from procrastinate.contrib.django import app
from procrastinate.contrib.django.models import ProcrastinateJob
from procrastinate.exceptions import AlreadyEnqueued


def defer(name: str, *, at: dt.datetime | None = None, **arguments: Any) -> None:
    """Defer ``tables.tasks.<name>``, to be run at once or at a time."""
    app.configure_task(f"tables.tasks.{name}", schedule_at=at).defer(**arguments)


def under_way(key: str) -> bool:
    """Whether a job with that key waits, or is being done."""
    return bool(ProcrastinateJob.objects.filter(queueing_lock=key, status__in=("todo", "doing")).exists())


def defer_once(name: str, *, key: str, at: dt.datetime | None = None, **arguments: Any) -> bool:
    """Defer unless a job with that key waits already; whether it was deferred."""
    try:
        with transaction.atomic():
            app.configure_task(f"tables.tasks.{name}", schedule_at=at, queueing_lock=key).defer(**arguments)
    except AlreadyEnqueued:
        return False
    return True
