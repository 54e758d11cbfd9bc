"""Frames and words: what is shared, what is escaped, what counts as changed."""

from __future__ import annotations

import pytest

from games.contract import Line, SeatRef, Token
from tables.rendering import PROTOCOL, SNAPSHOTS, Frame, fill, packed, table_frame
from tables.rendering.frames import CSRF, NOW, SEQ, out_of_band
from tables.rendering.words import line_html, line_text
from tests import factories as make

MESSAGES = {"x": "{who} <echa> {card}", "many": "{all} ganan"}
ACE = Token("A♥", 'as de "corazones"', red=True)


def name_of(seat: int) -> str:
    """Names that would like to be markup."""
    return f"<b>{seat}&"


def test_words_escape_message_name_and_card() -> None:
    """Whatever stands in a message, a name or a label is text in HTML, and plain where plain text is wanted."""
    line = Line("x", {"who": SeatRef(1), "card": ACE})
    html = line_html(line, MESSAGES, name_of)
    assert html.startswith("&lt;b&gt;1&amp; &lt;echa&gt; <span")
    assert 'aria-label="as de &quot;corazones&quot;"' in html and ">A♥</span>" in html
    assert line_text(line, MESSAGES, name_of) == '<b>1& <echa> as de "corazones"'


def test_a_list_of_parameters_is_told_one_after_another() -> None:
    """Several cards or seats in one placeholder."""
    assert line_text(Line("many", {"all": (SeatRef(0), SeatRef(2))}), MESSAGES, str) == "0, 2 ganan"


def test_a_missing_message_is_an_error() -> None:
    """A game that forgets a message must not show an empty line."""
    with pytest.raises(KeyError):
        line_html(Line("nothing"), MESSAGES, name_of)


def test_placeholders_are_filled_at_delivery() -> None:
    """Form token, seq and time differ from one delivery to the next and are no part of what is kept."""
    html = f'<input value="{CSRF}"><input value="{SEQ}"><i data-now="{NOW}">'
    filled = fill(html, (3, 41, 7), "token")
    assert '<input value="token"><input value="41">' in filled and "\0" not in filled
    assert fill("plain", (1, 2, 3)) == "plain"


def test_a_frame_names_its_stamp_and_marks_its_regions() -> None:
    """The comment comes first; the live region keeps its element, every other one is replaced."""
    regions = {"r-a": '<div class="x" id="r-a">1</div>', "r-live": '<div id="r-live">2</div>'}
    text = packed(Frame((1, 2, 3), regions, "", "", None), regions)
    head, live = f"<!--frame 1 2 3--><!--v{PROTOCOL}-->", '<div id="r-live" hx-swap-oob="innerHTML">2</div>'
    assert text == head + '<div class="x" id="r-a" hx-swap-oob="true">1</div>' + live
    assert out_of_band("r-a", '<p id="r-a"><i id="r-a"></i></p>').count("hx-swap-oob") == 1


def test_only_what_differs_has_changed() -> None:
    """Without an earlier frame everything has."""
    old = Frame((1, 1, 0), {"r-a": "1", "r-b": "2"}, "", "", None)
    new = Frame((1, 2, 0), {"r-a": "1", "r-b": "3"}, "", "", None)
    assert new.changed(old) == ["r-b"] and new.changed(None) == ["r-a", "r-b"]


@pytest.mark.django_db
def test_equal_viewers_share_one_render_and_others_do_not() -> None:
    """All nameless spectators get the very same frame, each seat its own, and the next move new ones."""
    SNAPSHOTS.clear()
    players = make.people("Ana", "Luis", "Eva", "Leo")
    table = make.gathered(players)
    match = make.started(table)
    first, second = table_frame(table.code, None), table_frame(table.code, None)
    assert first and second and first[2] is second[2]
    frames = [table_frame(table.code, make.holder(match, seat).pk) for seat in range(4)]
    assert len({found[2].regions["r-hand"] for found in frames if found}) == 4
    make.play_one(match)
    third = table_frame(table.code, None)
    assert third and third[2] is not first[2] and third[2].stamp > first[2].stamp
    kept = set(third[2].regions) - set(third[2].changed(first[2]))
    assert {"r-where", "r-lines", "r-banner", "r-after"} <= kept
    assert table_frame("zzzzzzzz", None) is None
