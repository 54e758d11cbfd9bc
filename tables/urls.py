"""Addresses of the platform's pages. No GET changes anything."""

from django.urls import path

from tables.views import home, lobby, opening, people, play, replay, rules, table

urlpatterns = [
    path("", home.home, name="home"),
    path("abrir/<slug:slug>/", opening.open_table, name="open-table"),
    path("jugar/<slug:slug>/", opening.play_now, name="play-now"),
    path("m/<str:code>/", table.page, name="table"),
    path("m/<str:code>/estado/", table.state, name="table-state"),
    path("m/<str:code>/qr.svg", table.qr, name="qr"),
    path("m/<str:code>/sentarse/", lobby.sit, name="sit"),
    path("m/<str:code>/levantarse/", lobby.stand, name="stand"),
    path("m/<str:code>/silla/", lobby.seat, name="seat"),
    path("m/<str:code>/reglas/", lobby.edit_rules, name="edit-rules"),
    path("m/<str:code>/empezar/", lobby.start, name="start"),
    path("m/<str:code>/jugada/", play.move, name="move"),
    path("m/<str:code>/abandonar/", play.abandon, name="abandon"),
    path("m/<str:code>/he-vuelto/", play.come_back, name="come-back"),
    path("m/<str:code>/ceder/", play.hand_over, name="hand-over"),
    path("m/<str:code>/charla/", play.chat, name="chat"),
    path("m/<str:code>/burla/", play.remark, name="remark"),
    path("m/<str:code>/revancha/", play.rematch, name="rematch"),
    path("m/<str:code>/liberar/", play.free_seat, name="free-seat"),
    path("m/<str:code>/nombre/", lobby.rename, name="rename"),
    path("m/<str:code>/<int:number>/", replay.page, name="replay"),
    path("m/<str:code>/<int:number>/paso/", replay.step, name="replay-step"),
    path("m/<str:code>/<int:number>/partida.json", replay.export, name="export"),
    path("m/<str:code>/<int:number>/reparto/", replay.proof, name="proof"),
    path("reglas/", rules.index, name="rules-index"),
    path("reglas/<slug:slug>/", rules.page, name="rules"),
    path("preferencias/", people.preferences, name="preferences"),
    path("avisos/correo/", people.mail_address, name="mail-address"),
    path("avisos/baja/<str:signed>/", people.unsubscribe, name="unsubscribe"),
]
