"""manage.py worker: jobs only, beside servers started with --no-worker."""

import asyncio
import contextlib
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
        """Run both tasks and cancel them at the first signal."""
        tasks = [asyncio.create_task(worker.work()), asyncio.create_task(worker.watch_cluster())]
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, lambda: [task.cancel() for task in tasks])
        self.stdout.write("The worker is ready.")
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks)
