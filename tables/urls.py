"""Addresses of the platform's pages. No GET changes anything."""

import datetime as dt

from django.urls import path, register_converter

from tables.views import codes, home, lobby, opening, people, play, puzzle, replay, rules, table


class Code:
    """A table's code in an address; anything else is no address of ours."""

    regex = "[0-9A-Za-z]{1,12}"

    def to_python(self, value: str) -> str:
        """As it is."""
        return value

    def to_url(self, value: str) -> str:
        """As it is."""
        return value


class Day:
    """A calendar day in an address, e.g. ``2026-03-12``; what is no day is no address of ours."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> dt.date:
        """The day. Raises ValueError when there is no such day."""
        return dt.date.fromisoformat(value)

    def to_url(self, value: dt.date) -> str:
        """As it stands in the address."""
        return value.isoformat()


register_converter(Code, "code")
register_converter(Day, "day")

urlpatterns = [
    path("", home.home, name="home"),
    path("mesas/", home.tables, name="my-tables"),
    path("abrir/<slug:slug>/", opening.open_table, name="open-table"),
    path("jugar/<slug:slug>/", opening.play_now, name="play-now"),
    path("m/", codes.find, name="find"),
    path("m/<code:code>/", table.page, name="table"),
    path("m/<code:code>/estado/", table.state, name="table-state"),
    path("m/<code:code>/qr.svg", table.qr, name="qr"),
    path("m/<code:code>/sentarse/", lobby.sit, name="sit"),
    path("m/<code:code>/levantarse/", lobby.stand, name="stand"),
    path("m/<code:code>/silla/", lobby.seat, name="seat"),
    path("m/<code:code>/sillas/", lobby.chairs, name="chairs"),
    path("m/<code:code>/reglas/", lobby.edit_rules, name="edit-rules"),
    path("m/<code:code>/pareja/", lobby.partner, name="partner"),
    path("m/<code:code>/empezar/", lobby.start, name="start"),
    path("m/<code:code>/jugada/", play.move, name="move"),
    path("m/<code:code>/borrador/", play.draft, name="draft"),
    path("m/<code:code>/abandonar/", play.abandon, name="abandon"),
    path("m/<code:code>/he-vuelto/", play.come_back, name="come-back"),
    path("m/<code:code>/ceder/", play.hand_over, name="hand-over"),
    path("m/<code:code>/charla/", play.chat, name="chat"),
    path("m/<code:code>/burla/", play.remark, name="remark"),
    path("m/<code:code>/revancha/", play.rematch, name="rematch"),
    path("m/<code:code>/liberar/", play.free_seat, name="free-seat"),
    path("m/<code:code>/nombre/", lobby.rename, name="rename"),
    path("m/<code:code>/<int:number>/", replay.page, name="replay"),
    path("m/<code:code>/<int:number>/paso/", replay.step, name="replay-step"),
    path("m/<code:code>/<int:number>/partida.json", replay.export, name="export"),
    path("m/<code:code>/<int:number>/reparto/", replay.proof, name="proof"),
    path("reglas/", rules.index, name="rules-index"),
    path("reglas/<slug:slug>/", rules.page, name="rules"),
    path("reglas/<slug:slug>/reparto/", rules.fairness, name="fairness"),
    path("diario/", puzzle.today, name="puzzle"),
    path("diario/<day:day>/", puzzle.day, name="puzzle-day"),
    path("diario/<day:day>/enviar/", puzzle.send, name="puzzle-send"),
    path("diario/<day:day>/borrador/", puzzle.draft, name="puzzle-draft"),
    path("preferencias/", people.preferences, name="preferences"),
    path("avisos/correo/", people.mail_address, name="mail-address"),
    path("avisos/correo/<str:signed>/", people.mail_again, name="mail-again"),
    path("avisos/baja/<str:signed>/", people.unsubscribe, name="unsubscribe"),
]
