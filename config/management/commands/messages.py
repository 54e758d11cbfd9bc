"""manage.py messages: collect, check or compile the translations."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config import messages


class Command(BaseCommand):
    """Without an option: bring the catalogues up to date with code and templates."""

    help = "Collect the marked texts into the catalogues, check that all are translated, or compile them."
    requires_system_checks: list[str] = []  # noqa: RUF012 - the name is Django's

    def add_arguments(self, parser: CommandParser) -> None:
        """At most one of two options."""
        choice = parser.add_mutually_exclusive_group()
        choice.add_argument(
            "--check", action="store_true", help="fail and name what is missing, empty, fuzzy, filled otherwise or translated twice"
        )
        choice.add_argument("--compile", action="store_true", dest="binary", help="write the binary files that pages read")

    def handle(self, *args: Any, check: bool, binary: bool, **options: Any) -> None:
        """Do the one thing asked for."""
        root = settings.BASE_DIR
        if binary:
            messages.compile_all(root)
        elif check:
            self.check_all(root)
        else:
            for domain in messages.domains(root):
                messages.update(domain, root)

    def check_all(self, root: Any) -> None:
        """Raise CommandError naming every fault."""
        faults = [fault for domain in messages.domains(root) for fault in messages.faults(domain, root)]
        faults += messages.conflicts(root)
        for fault in faults:
            self.stderr.write(fault)
        if faults:
            raise CommandError(f"{len(faults)} faults in the translations; `make messages` collects new texts")
