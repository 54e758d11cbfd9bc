"""Who was last seen where, notices that are claimed before they are sent, addresses that are refused, and past tables that nothing reads."""

from typing import Any, ClassVar

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


def went_out(apps: Any, schema_editor: Any) -> None:
    """Every notice that is noted here stands for one that went out: at the moment that was noted."""
    apps.get_model("tables", "NoticeSent").objects.filter(sent_at=None).update(sent_at=models.F("at"))


def mark_past(apps: Any, schema_editor: Any) -> None:
    """Chairs of tables whose every match has ended."""
    seats, matches = apps.get_model("tables", "Seat").objects, apps.get_model("tables", "Match").objects
    played = models.Exists(matches.filter(table=models.OuterRef("table")))
    running = models.Exists(matches.filter(table=models.OuterRef("table"), status="running"))
    seats.filter(played).exclude(running).update(over=True)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("tables", "0003_grants")]

    operations: ClassVar = [
        migrations.AddField(model_name="seat", name="seen_at", field=models.DateTimeField(blank=True, null=True)),
        migrations.AddField(model_name="seat", name="over", field=models.BooleanField(default=False)),
        migrations.AddField(model_name="table", name="host_before", field=models.CharField(blank=True, default="", max_length=30)),
        migrations.AddField(model_name="table", name="pair", field=models.JSONField(blank=True, default=dict)),
        migrations.AddField(model_name="table", name="act", field=models.CharField(blank=True, max_length=64, null=True, unique=True)),
        migrations.AddField(model_name="table", name="freed", field=models.JSONField(blank=True, default=list)),
        migrations.CreateModel(
            name="PendingGuest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64, unique=True)),
                ("session_key", models.CharField(blank=True, default="", max_length=40)),
                ("at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ("arrived_at", models.DateTimeField(blank=True, null=True)),
                (
                    "player",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.AddField(model_name="noticesent", name="sent_at", field=models.DateTimeField(null=True)),
        migrations.CreateModel(
            name="PausedAddress",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("email", models.CharField(max_length=254, unique=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("code", models.PositiveSmallIntegerField()),
                ("reply", models.CharField(blank=True, default="", max_length=200)),
            ],
        ),
        migrations.AddIndex(model_name="honour", index=models.Index(fields=["table", "at"], name="honour_newest")),
        migrations.AddIndex(model_name="seat", index=models.Index(fields=["player", "over", "-table"], name="seat_newest")),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(condition=models.Q(("closed_at", None), ("visibility", "public")), fields=["-created_at"], name="table_public"),
        ),
        migrations.RunPython(went_out, migrations.RunPython.noop),
        migrations.RunPython(mark_past, migrations.RunPython.noop),
    ]
