"""Longer columns for names, whose visible characters may be emoji of several code points; addresses follow merged guests."""

from typing import Any

from django.db import migrations, models


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
    dependencies = [("tables", "0003_grants"), ("account", "0009_emailaddress_unique_primary_email")]

    operations = [
        migrations.AlterField("chatline", "name", models.CharField(max_length=250)),
        migrations.AlterField("honour", "name", models.CharField(max_length=250)),
        migrations.AlterField("occupancy", "name", models.CharField(max_length=250)),
        migrations.AlterField("player", "name", models.CharField(max_length=240)),
        migrations.AlterField("seat", "name", models.CharField(blank=True, default="", max_length=250)),
        migrations.RunPython(follow, migrations.RunPython.noop, elidable=True),
    ]
