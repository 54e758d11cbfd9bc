"""A frame: every region of a table's page for one viewer at one stamp, and the text that carries it.

Frames are cached and shared, so what differs from one delivery to the next (the form token, the server's time) stands in them as a
placeholder beginning with NUL, a character that no stored text can contain.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from time import time

from tables.selectors.committed import Stamp

PROTOCOL = 1
"""What pages and frames must agree on: the ids of the regions, what the script reads in them, the form of a frame. Whoever changes that
adds one, here and in ``live.js``: pages that are open since before load themselves anew."""

CSRF = "\0csrf"
NOW = "\0now"
SEQ = "\0seq"


@dataclass(frozen=True, slots=True)
class Frame:
    """Regions by id, in the order of the page. title: of the page. body: class names. viewer: the seat, None for a spectator."""

    stamp: Stamp
    regions: Mapping[str, str]
    title: str
    body: str
    viewer: int | None

    def changed(self, earlier: "Frame | None") -> list[str]:
        """Ids of the regions that differ from an earlier frame; all without one."""
        if earlier is None:
            return list(self.regions)
        return [key for key, html in self.regions.items() if earlier.regions.get(key) != html]


def fill(html: str, stamp: Stamp, csrf: str = "") -> str:
    """Put in the seq that forms without script name, the server's time (epoch ms) and the form token.

    Without a token the page's script sends it as a header; it also names the page's own seq, as regions are not sent again only
    because others changed.
    """
    if "\0" not in html:
        return html
    return html.replace(CSRF, csrf).replace(NOW, str(int(time() * 1000))).replace(SEQ, str(stamp[1]))


def prefix(stamp: Stamp) -> str:
    """The comments every frame begins with, by which the page knows old from new, and whether it understands the rest."""
    return f"<!--frame {stamp[0]} {stamp[1]} {stamp[2]}--><!--v{PROTOCOL}-->"


def out_of_band(region: str, html: str) -> str:
    """A region marked for its place in the page. The live region keeps its element: a replaced one would not be read aloud."""
    how = "innerHTML" if region == "r-live" else "true"
    name = f'id="{region}"'
    return html.replace(name, f'{name} hx-swap-oob="{how}"', 1)


def packed(frame: Frame, ids: Iterable[str], *, toast: str = "", csrf: str = "") -> str:
    """The text of a frame with those regions, and a refusal's region where there is one."""
    body = "".join(out_of_band(key, frame.regions[key]) for key in ids)
    return fill(prefix(frame.stamp) + body, frame.stamp, csrf) + (out_of_band("r-toast", toast) if toast else "")
