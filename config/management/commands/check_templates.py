"""manage.py check_templates: every template of ours compiles."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.template import engines
from django.template.exceptions import TemplateDoesNotExist, TemplateSyntaxError


class Command(BaseCommand):
    """Compile all templates below our own folders, without rendering one."""

    help = "Compile every template."

    def handle(self, *args: Any, **options: Any) -> None:
        """Raise CommandError naming those that fail."""
        faults = [fault for name in sorted(names()) if (fault := fault_of(name))]
        for fault in faults:
            self.stderr.write(fault)
        if faults:
            raise CommandError(f"{len(faults)} templates do not compile")


def names() -> set[str]:
    """The names of all templates in folders inside the project."""
    folders = [Path(folder) for folder in engines["django"].template_dirs]
    ours = [folder for folder in folders if folder.is_relative_to(settings.BASE_DIR) and ".venv" not in folder.parts]
    return {path.relative_to(folder).as_posix() for folder in ours for path in folder.rglob("*") if path.is_file()}


def fault_of(name: str) -> str | None:
    """Why a template does not compile; None when it does."""
    try:
        engines["django"].get_template(name)
    except (TemplateSyntaxError, TemplateDoesNotExist, UnicodeDecodeError) as error:
        return f"{name}: {error}"
    return None
