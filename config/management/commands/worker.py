"""manage.py worker: jobs only, beside servers started with --no-worker."""

import asyncio
from typing import Any

from django.core.management.base import BaseCommand

from config import worker
from config.stopping import STOP
from tables import thinking


class Command(BaseCommand):
    """Run jobs until Ctrl-C or SIGTERM."""

    help = "Run the job worker alone."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until a signal."""
        worker.heed_signals()
        asyncio.run(self.until_signal())

    async def until_signal(self) -> None:
        """Run both tasks until the first signal."""
        asked, loop = asyncio.Event(), asyncio.get_running_loop()
        STOP.gently = lambda: loop.call_soon_threadsafe(asked.set)
        tasks = [asyncio.create_task(worker.work()), asyncio.create_task(worker.watch_cluster())]
        self.stdout.write("The worker is ready.")
        self.stdout.flush()
        await asked.wait()
        await asyncio.gather(*(worker.end(task) for task in tasks))
        thinking.stop()  # the loop's end waits for the threads, and they for their thoughts
