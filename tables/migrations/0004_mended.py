"""When somebody was last seen at a table, whose rights an absent host's were, and notices that are claimed before they are sent."""

from typing import Any, ClassVar

from django.db import migrations, models


def went_out(apps: Any, schema_editor: Any) -> None:
    """Every notice that is noted here stands for one that went out: at the moment that was noted."""
    apps.get_model("tables", "NoticeSent").objects.filter(sent_at=None).update(sent_at=models.F("at"))


class Migration(migrations.Migration):
    dependencies: ClassVar = [("tables", "0003_grants")]

    operations: ClassVar = [
        migrations.AddField(model_name="seat", name="seen_at", field=models.DateTimeField(blank=True, null=True)),
        migrations.AddField(model_name="table", name="host_before", field=models.CharField(blank=True, default="", max_length=30)),
        migrations.AddField(model_name="noticesent", name="sent_at", field=models.DateTimeField(null=True)),
        migrations.RunPython(went_out, migrations.RunPython.noop),
    ]
