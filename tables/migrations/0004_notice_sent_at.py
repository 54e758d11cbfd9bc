"""A notice is claimed before it is sent. Every row that is there stands for one that went out."""

from typing import Any, ClassVar

from django.db import migrations, models


def went_out(apps: Any, schema_editor: Any) -> None:
    """Say when: at the moment that was noted."""
    apps.get_model("tables", "NoticeSent").objects.filter(sent_at=None).update(sent_at=models.F("at"))


class Migration(migrations.Migration):
    dependencies: ClassVar = [("tables", "0003_grants")]

    operations: ClassVar = [
        migrations.AddField(model_name="noticesent", name="sent_at", field=models.DateTimeField(null=True)),
        migrations.RunPython(went_out, migrations.RunPython.noop),
    ]
