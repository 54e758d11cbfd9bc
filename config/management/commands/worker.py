"""manage.py worker: jobs only, beside servers started with --no-worker."""

import asyncio
import signal
from typing import Any

from django.core.management.base import BaseCommand

from config import worker


class Command(BaseCommand):
    """Run jobs until Ctrl-C or SIGTERM."""

    help = "Run the job worker alone."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until a signal."""
        asyncio.run(self.until_signal())

    async def until_signal(self) -> None:
        """Run both tasks until the first signal."""
        tasks = [asyncio.create_task(worker.work()), asyncio.create_task(worker.watch_cluster())]
        asked = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, asked.set)
        self.stdout.write("The worker is ready.")
        self.stdout.flush()
        await asked.wait()
        await asyncio.gather(*(worker.end(task) for task in tasks))
