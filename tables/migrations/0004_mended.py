"""Who was last seen where, pairs and acts of a table, guests whose answer got lost, notices that are claimed before they are sent, addresses
that are refused or follow their person, past tables that nothing reads, and columns for names with emoji of several code points.
"""

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


def follow(apps: Any, _editor: object) -> None:
    """Give the addresses that stayed with guests who are somebody else now to that person, as signing in has done since."""
    address, player = apps.get_model("account", "EmailAddress"), apps.get_model("tables", "Player")
    left = address.objects.filter(user__is_active=False, user__merged_into__isnull=False)
    for row in left.order_by("-verified", "pk").select_related("user"):
        person = row.user.merged_into
        mine = address.objects.filter(user=person)
        if row.verified and not mine.filter(verified=True).exists():
            player.objects.filter(pk=person.pk).update(mail_notices=row.user.mail_notices)
        same = mine.filter(email=row.email).first()
        if same:
            row.delete()
            same.verified = same.verified or row.verified
            same.save(update_fields=["verified"])
        else:
            row.primary, row.user = not mine.exists(), person
            row.save(update_fields=["primary", "user"])


class Migration(migrations.Migration):
    dependencies: ClassVar = [("tables", "0003_grants"), ("account", "0009_emailaddress_unique_primary_email")]

    operations: ClassVar = [
        migrations.AlterField("chatline", "name", models.CharField(max_length=250)),
        migrations.AlterField("honour", "name", models.CharField(max_length=250)),
        migrations.AlterField("occupancy", "name", models.CharField(max_length=250)),
        migrations.AlterField("player", "name", models.CharField(max_length=240)),
        migrations.AlterField("seat", "name", models.CharField(blank=True, default="", max_length=250)),
        migrations.AddField(model_name="seat", name="seen_at", field=models.DateTimeField(blank=True, null=True)),
        migrations.AddField(model_name="seat", name="over", field=models.BooleanField(default=False)),
        migrations.AddField(model_name="table", name="host_before", field=models.CharField(blank=True, default="", max_length=250)),
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
        migrations.RunPython(follow, migrations.RunPython.noop),
    ]
