"""The jobs. Each is a thin wrapper: services do the work, and a job whose match has moved on does nothing.

The work runs in threads of its own beside the loop, which give their database connection back when done. `WORK` names it, so that tests
with frozen time can run it in their own thread and transaction.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connections
from django.utils import timezone
from procrastinate.contrib.django import app
from procrastinate.jobs import Job
from procrastinate.retry import BaseRetryStrategy, RetryDecision

from config.renewal import forget_dead
from tables import thinking
from tables.models import Match
from tables.notices import bounces, turns
from tables.notices.bounces import Undeliverable
from tables.selectors.states import Unreplayable
from tables.services import clearing, clock, hosting, jobs, machine, puzzle, sweep as sweeping, visitors as arrivals

log = logging.getLogger("tapete.tasks")

DEAD_WORKER = 30
"""Seconds without a sign of life after which a worker's jobs are given to another."""

MAIL_TRIES = 80
"""How often a mail is tried that its server does not take yet: for about three days."""

LONGEST_WAIT = 3600
"""The longest pause between two tries, in seconds."""


class Patience(BaseRetryStrategy):
    """Tries again soon, then less and less often, in the end once an hour, and then gives up.

    Each try looks first whether the mail is still due, so that after an outage a table brings one mail and not its whole past.
    """

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        """When to try again; None once it has been tried often enough."""
        if job.attempts + 1 >= MAIL_TRIES:
            log.error("a mail was given up after %s tries: %s", MAIL_TRIES, exception)
            return None
        return RetryDecision(retry_in={"seconds": min(LONGEST_WAIT, 5 * 3 ** min(job.attempts, 6))})


def pace() -> float:
    """Seconds a CPU player lets pass before its move, so that people can follow."""
    return float(getattr(settings, "CPU_PACE", 0.8))


async def apart(work: Callable[..., Any], **arguments: Any) -> None:
    """Run the work in a thread of its own, whose connection is given back at the end.

    A thought that this process can't finish any more is left to the sweep of the next one.
    """

    def run() -> None:
        try:
            with suppress(thinking.Ended):
                work(**arguments)
        finally:
            connections.close_all()

    await sync_to_async(run, thread_sensitive=False)()


# ---- the work ---------------------------------------------------------------------------------------------------------------


_mourned: set[str] = set()


def mourn(error: Exception) -> None:
    """Say once in this process that a match can't be played on: the sweep finds it again and again."""
    if str(error) not in _mourned:
        _mourned.add(str(error))
        log.error("%s", error)


def work_cpu_turn(match: int, seq: int) -> None:
    """Play the CPU player's turn that waits after event `seq`."""
    try:
        machine.play_cpu(match, seq=seq)
    except (Unreplayable, Match.DoesNotExist) as error:
        mourn(error)


def work_consult(match: int, turn: str) -> None:
    """Ask the CPU players that may only watch the show."""
    try:
        machine.consult(match, turn=turn)
    except (Unreplayable, Match.DoesNotExist) as error:
        mourn(error)


def work_turn_clock(match: int, turn: str) -> None:
    """The time of the turn is up."""
    try:
        clock.expire(match, turn=turn)
    except (Unreplayable, Match.DoesNotExist) as error:
        mourn(error)


def work_notify(match: int, turn: str) -> None:
    """Tell those whose act the turn waits for, each as they wish; every mail is a job of its own."""
    waiting = turns.waited_for(match, turn)
    reached = turns.confirmed(waiting)
    for player in waiting:
        if player.pk not in reached:
            continue
        if player.mail_notices == "now":
            jobs.defer("mail_turn", match=match, turn=turn, player=player.pk)
        elif player.mail_notices == "delay":
            jobs.defer("mail_turn", at=timezone.now() + turns.DELAY, match=match, turn=turn, player=player.pk)


def work_mail_turn(match: int, turn: str, player: int) -> None:
    """One mail about one turn, if it is still due."""
    try:
        told = turns.tell(match, turn, player)
    except Undeliverable as refusal:
        bounces.settle(refusal)
        if refusal.paused:
            # They may have confirmed another address; without one this job finds nobody to tell.
            jobs.defer("mail_turn", match=match, turn=turn, player=player)
        return
    if not told and turns.looks_on(match, turn, player):
        # Who looks now may go without having moved, or is gone already and the page's last sign of life is not yet old.
        jobs.defer("mail_turn", at=timezone.now() + turns.DELAY, match=match, turn=turn, player=player)


def work_daily_mails(timestamp: int) -> None:
    """One mail for each who wants one a day."""
    if turns.is_daily_hour(timezone.now()):
        for player in turns.daily_readers():
            jobs.defer_once("mail_daily", key=f"daily-{player}", player=player)


def work_mail_daily(player: int) -> None:
    """One daily mail, if anything waits."""
    try:
        told = turns.tell_daily(player)
    except Undeliverable as refusal:
        bounces.settle(refusal)
        if refusal.paused:
            jobs.defer_once("mail_daily", key=f"daily-{player}", player=player)
        return
    if not told and turns.under_way(player):
        jobs.defer_once("mail_daily", key=f"daily-{player}", at=timezone.now() + turns.DELAY, player=player)


def work_sweep(timestamp: int) -> None:
    """Find what got lost."""
    sweeping.sweep()


def work_puzzles(timestamp: int) -> None:
    """Have today's and tomorrow's puzzle ready before anybody asks for them."""
    puzzle.prepare()


def work_puzzle(day: str) -> None:
    """Make one day's puzzle."""
    puzzle.fulfil(dt.date.fromisoformat(day))


def work_hosts(timestamp: int) -> None:
    """Hand on the rights of hosts who do not come any more."""
    hosting.pass_absent(timezone.now())


def work_sessions(timestamp: int) -> None:
    """Forget the sessions of browsers that have not come back for a year, and what was told long ago."""
    forget_dead()
    clearing.forget_notices()


def work_visitors(timestamp: int) -> None:
    """Forget guests' browsers that can't ask for them any more."""
    arrivals.forget()


# ---- the jobs ---------------------------------------------------------------------------------------------------------------


@app.task(name="tables.tasks.cpu_turn")
async def cpu_turn(match: int, seq: int) -> None:
    """See `work_cpu_turn`."""
    await asyncio.sleep(pace())
    await apart(work_cpu_turn, match=match, seq=seq)


@app.task(name="tables.tasks.consult")
async def consult(match: int, turn: str) -> None:
    """See `work_consult`."""
    await asyncio.sleep(pace())
    await apart(work_consult, match=match, turn=turn)


@app.task(name="tables.tasks.turn_clock", priority=10)
async def turn_clock(match: int, turn: str) -> None:
    """See `work_turn_clock`."""
    await apart(work_turn_clock, match=match, turn=turn)


@app.task(name="tables.tasks.notify")
async def notify(match: int, turn: str) -> None:
    """See `work_notify`."""
    await apart(work_notify, match=match, turn=turn)


@app.task(name="tables.tasks.mail_turn", retry=Patience())
async def mail_turn(match: int, turn: str, player: int) -> None:
    """See `work_mail_turn`."""
    await apart(work_mail_turn, match=match, turn=turn, player=player)


@app.task(name="tables.tasks.mail_daily", retry=Patience())
async def mail_daily(player: int) -> None:
    """See `work_mail_daily`."""
    await apart(work_mail_daily, player=player)


@app.periodic(cron="5 * * * *")
@app.task(name="tables.tasks.daily_mails")
async def daily_mails(timestamp: int) -> None:
    """See `work_daily_mails`."""
    await apart(work_daily_mails, timestamp=timestamp)


@app.periodic(cron="20 * * * *")
@app.task(name="tables.tasks.puzzles")
async def puzzles(timestamp: int) -> None:
    """See `work_puzzles`."""
    await apart(work_puzzles, timestamp=timestamp)


@app.periodic(cron="*/5 * * * *")
@app.task(name="tables.tasks.hosts")
async def hosts(timestamp: int) -> None:
    """See `work_hosts`."""
    await apart(work_hosts, timestamp=timestamp)


@app.periodic(cron="40 4 * * *")
@app.task(name="tables.tasks.sessions")
async def sessions(timestamp: int) -> None:
    """See `work_sessions`."""
    await apart(work_sessions, timestamp=timestamp)


@app.task(name="tables.tasks.puzzle", lock="puzzle")
async def make_puzzle(day: str) -> None:
    """See `work_puzzle`. One at a time in all workers: the lock is the database's."""
    await apart(work_puzzle, day=day)


@app.periodic(cron="50 * * * *")
@app.task(name="tables.tasks.visitors")
async def visitors(timestamp: int) -> None:
    """See `work_visitors`."""
    await apart(work_visitors, timestamp=timestamp)


@app.periodic(cron="* * * * * */5")
@app.task(name="tables.tasks.sweep", priority=20)
async def sweep(timestamp: int) -> None:
    """See `work_sweep`."""
    await apart(work_sweep, timestamp=timestamp)


@app.periodic(cron="* * * * * 20")
@app.task(name="tables.tasks.stalled", pass_context=True)
async def stalled(context: Any, timestamp: int) -> None:
    """Give the jobs of dead workers to others, and forget those workers."""
    manager = context.app.job_manager
    for job in await manager.get_stalled_jobs(seconds_since_heartbeat=DEAD_WORKER):
        await manager.retry_job(job)
    await manager.prune_stalled_workers(DEAD_WORKER)


WORK: dict[str, Callable[..., None]] = {
    "tables.tasks.cpu_turn": work_cpu_turn,
    "tables.tasks.consult": work_consult,
    "tables.tasks.turn_clock": work_turn_clock,
    "tables.tasks.notify": work_notify,
    "tables.tasks.mail_turn": work_mail_turn,
    "tables.tasks.mail_daily": work_mail_daily,
    "tables.tasks.daily_mails": work_daily_mails,
    "tables.tasks.puzzles": work_puzzles,
    "tables.tasks.hosts": work_hosts,
    "tables.tasks.sessions": work_sessions,
    "tables.tasks.puzzle": work_puzzle,
    "tables.tasks.visitors": work_visitors,
    "tables.tasks.sweep": work_sweep,
}
