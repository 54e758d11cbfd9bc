"""Static files and pages as bytes on the wire: names that tell their content, how long they may be kept, what is compressed."""

from __future__ import annotations

import gzip
import hashlib
import http.client
import json
import re
from pathlib import Path

from django.conf import settings

from tests.live import LiveSite

ADDRESS = re.compile(r'(?:href|src)="(/static/[^"#]+)')
YEAR = "public, max-age=31536000, immutable"


def fetch(site: LiveSite, path: str, method: str = "GET", **headers: str) -> tuple[int, http.client.HTTPMessage, bytes]:
    """Status, headers and body as they come, nothing unpacked."""
    connection = http.client.HTTPConnection("localhost", site.port, timeout=30)
    connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    return answer.status, answer.headers, answer.read()


def test_names_tell_their_content_and_are_kept_for_a_year(live_site: LiveSite) -> None:
    page = fetch(live_site, "/")[2].decode()
    imports = json.loads(re.search(r'<script type="importmap" nonce="[^"]+">(.*?)</script>', page)[1])["imports"]  # type: ignore[index]
    addresses = sorted(set(ADDRESS.findall(page)) | set(imports.values()))
    assert len(addresses) > 25
    for address in addresses:
        status, headers, body = fetch(live_site, address)
        digest = re.fullmatch(r"/static/.+\.([0-9a-f]{12})\.\w+", address)
        assert status == 200 and digest, address
        assert hashlib.sha256(body).hexdigest().startswith(digest[1]), address
        assert (headers["Cache-Control"], headers["Vary"], int(headers["Content-Length"])) == (YEAR, "Accept-Encoding", len(body))
    for plain, told in imports.items():
        status, headers, body = fetch(live_site, plain)
        assert (status, headers["Cache-Control"]) == (200, "max-age=60, public"), plain
        assert body == fetch(live_site, told)[2]
    scripts = [
        path for path in settings.BASE_DIR.glob("*/**/static/**/*.js") if "node_modules" not in path.parts and ".venv" not in path.parts
    ]
    assert sorted(path.name for path in scripts) == sorted(Path(plain).name for plain in imports)
    told = imports["/static/tapete/js/live.js"]
    for name in ("HEAD", "GET"):
        status, headers, body = fetch(live_site, told, name, If_None_Match=fetch(live_site, told)[1]["ETag"])
        assert (status, body, headers["Cache-Control"]) == (304, b"", YEAR)
    status, headers, small = fetch(live_site, told, Accept_Encoding="gzip")
    assert (headers["Content-Encoding"], headers["Cache-Control"], headers["Vary"]) == ("gzip", YEAR, "Accept-Encoding")
    assert gzip.decompress(small) == fetch(live_site, told)[2]
    # A name of another content, from before or after a deploy, gets what there is and is asked for again.
    status, headers, body = fetch(live_site, "/static/tapete/js/live.0123456789ab.js")
    assert (status, headers["Cache-Control"]) == (200, "no-cache") and body == fetch(live_site, told)[2]
    assert fetch(live_site, "/static/tapete/js/nothing.0123456789ab.js")[0] == 404
    assert fetch(live_site, told, "POST")[0] == 405
    status, headers, part = fetch(live_site, told, Range="bytes=0-9")
    assert (status, part) == (206, fetch(live_site, told)[2][:10])


def test_pages_are_compressed_with_a_length_that_tells_nothing(live_site: LiveSite) -> None:
    for path in ("/", "/reglas/sueca/", "/no/hay/tal/"):
        plain = fetch(live_site, path)
        assert plain[1]["Content-Encoding"] is None and "Accept-Encoding" in plain[1]["Vary"]
        lengths = set()
        for _ in range(12):
            _status, headers, body = fetch(live_site, path, Accept_Encoding="gzip, br")
            assert headers["Content-Encoding"] == "gzip" and int(headers["Content-Length"]) == len(body)
            assert {"Accept-Encoding", "Cookie", "Accept-Language"} <= {part.strip() for part in headers["Vary"].split(",")}
            assert b"</html>" in gzip.decompress(body)
            lengths.add(len(body))
        assert len(lengths) > 3, path
        assert max(lengths) < len(plain[2]) * 0.6, path
    tokens = {re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', fetch(live_site, "/")[2].decode())[1] for _ in range(3)}  # type: ignore[index]
    assert len(tokens) == 3
