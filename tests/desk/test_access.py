"""Each clause of the desk's safety, at a desk that runs (contract §12)."""

from __future__ import annotations

import socket
import stat
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.checking.papers import write_quotes
from tests.desk.desks import Served, served

READS = (
    "/api/desk", "/api/events", "/api/source?id=0.0.0", "/api/words?key=read&page=0",
    "/api/picture?key=read&page=0&width=800", "/api/search?key=read&words=peer",
    "/api/chosen?key=read&start=0&end=4", "/api/suggestions?id=0.0.0",
)  # fmt: skip
WRITES = ("/api/act", "/api/undo")
ACT = {"act": "read", "key": "read", "level": "full_text"}


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("desk") / "paper"
    folder.mkdir()
    with served(write_quotes(folder)) as running:
        yield running


@pytest.fixture(scope="module")
def token(desk: Served) -> str:
    return desk.token()


def good(desk: Served, token: str) -> dict[str, str]:
    return {"X-Ars-Desk": token, "Origin": desk.address}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps permissions elsewhere")
def test_the_file_that_opens_it_is_the_users_alone(desk: Served) -> None:
    assert stat.S_IMODE(desk.file.stat().st_mode) == 0o600
    assert stat.S_IMODE(desk.file.parent.stat().st_mode) == 0o700


def test_a_code_counts_once_and_the_file_has_another_then(desk: Served) -> None:
    code = desk.code()
    origin = {"Origin": desk.address}
    assert desk.send("POST", "/api/token", {"code": code}, origin)[0] == 200
    assert desk.send("POST", "/api/token", {"code": code}, origin)[0] == 403
    assert desk.code() != code


@pytest.mark.parametrize("code", ["", "guessed", None, 3, ["x"], {"a": 1}, "\ud800"])
def test_a_guessed_code_gives_nothing(desk: Served, code: object) -> None:
    status, _, data = desk.send("POST", "/api/token", {"code": code}, {"Origin": desk.address})
    assert status == 403
    assert b"token" not in data


def test_the_token_is_in_no_page_and_no_argument(desk: Served, token: str) -> None:
    for path in ("/", "/desk.js", "/desk.css"):
        status, headers, data = desk.send("GET", path)
        assert status == 200
        assert token.encode() not in data
        assert headers["Set-Cookie"] is None
    assert token not in desk.file.read_text("utf-8")
    words = str(desk.process.args)
    assert token not in words
    assert desk.code() not in words


@pytest.mark.parametrize("path", READS)
def test_every_route_needs_the_token(desk: Served, token: str, path: str) -> None:
    for headers in (
        {}, {"X-Ars-Desk": ""}, {"X-Ars-Desk": token[:-1] + "x"}, {"X-Ars-Desk": f"{token} "[1:]},
        {"Cookie": f"x-ars-desk={token}"}, {"Authorization": f"Bearer {token}"},
    ):  # fmt: skip
        assert desk.send("GET", path, None, headers)[0] == 401
    assert desk.send("GET", f"{path}{'&' if '?' in path else '?'}token={token}")[0] == 401


@pytest.mark.parametrize("path", WRITES)
def test_what_writes_needs_it_too(desk: Served, token: str, path: str) -> None:
    assert desk.send("POST", path, ACT, {"Origin": desk.address})[0] == 401
    assert desk.send("POST", path, ACT, {"Origin": desk.address, "X-Ars-Desk": "x"})[0] == 401


@pytest.mark.parametrize("path", WRITES)
def test_get_never_writes(desk: Served, token: str, path: str) -> None:
    before = files(desk)
    assert desk.send("GET", path, None, good(desk, token))[0] == 405
    for read in READS:
        if "events" not in read:
            desk.send("GET", read, None, good(desk, token))
    assert files(desk) == before


def files(desk: Served) -> Mapping[str, bytes]:
    folder = next(Path(f"/proc/{desk.process.pid}/cwd").resolve().parent.glob("paper"))
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE"])
def test_no_other_method_is_served(desk: Served, token: str, method: str) -> None:
    assert desk.send(method, "/api/desk", None, good(desk, token))[0] == 405


@pytest.mark.parametrize(
    "host",
    ["localhost:PORT", "127.0.0.1", "127.0.0.1:1", "evil.example:PORT", "127.0.0.1:PORT.", ""],
)
def test_only_the_exact_host_with_its_port(desk: Served, token: str, host: str) -> None:
    headers = {**good(desk, token), "Host": host.replace("PORT", str(desk.port))}
    assert desk.send("GET", "/", None, headers)[0] in (400, 421)
    assert desk.send("GET", "/api/desk", None, headers)[0] in (400, 421)


def test_two_hosts_are_none(desk: Served) -> None:
    with socket.create_connection(("127.0.0.1", desk.port), timeout=10) as line:
        own = f"Host: 127.0.0.1:{desk.port}\r\n"
        line.sendall(f"GET / HTTP/1.1\r\n{own}{own}\r\n".encode())
        assert line.recv(100).split()[1] in (b"400", b"421")


@pytest.mark.parametrize(
    "origin", ["null", "http://127.0.0.1:1", "http://localhost:PORT", "https://127.0.0.1:PORT",
               "http://evil.example", "http://127.0.0.1:PORT.evil.example"],
)  # fmt: skip
def test_no_other_page_may_ask(desk: Served, token: str, origin: str) -> None:
    headers = {"X-Ars-Desk": token, "Origin": origin.replace("PORT", str(desk.port))}
    assert desk.send("GET", "/api/desk", None, headers)[0] == 403
    assert desk.send("POST", "/api/act", ACT, headers)[0] == 403
    assert desk.send("POST", "/api/token", {"code": desk.code()}, headers)[0] == 403


def test_what_writes_must_say_its_page(desk: Served, token: str) -> None:
    assert desk.send("POST", "/api/act", ACT, {"X-Ars-Desk": token})[0] == 403
    assert desk.send("POST", "/api/token", {"code": desk.code()})[0] == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_browser_that_says_another_site_is_refused(desk: Served, token: str, site: str) -> None:
    headers = {**good(desk, token), "Sec-Fetch-Site": site}
    assert desk.send("GET", "/api/desk", None, headers)[0] == 403
    assert desk.send("GET", "/desk.js", None, {"Sec-Fetch-Site": site})[0] == 403
    assert desk.send("GET", "/", None, {"Sec-Fetch-Site": site})[0] == 200


@pytest.mark.parametrize("path", ["/", "/desk.js", "/api/desk", "/nothing", "/api/act"])
@pytest.mark.parametrize("known", [True, False])
def test_every_answer_has_its_headers(desk: Served, token: str, path: str, known: bool) -> None:
    _, headers, _ = desk.send("GET", path, None, good(desk, token) if known else {})
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none';")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["Access-Control-Allow-Origin"] is None


@pytest.mark.parametrize(
    "path", ["/../pyproject.toml", "/%2e%2e/desk.py", "/static/desk.js", "/desk.js/../../access.py",
             "/api/picture/../../x", "//etc/passwd"],
)  # fmt: skip
def test_no_path_of_a_file_is_served(desk: Served, token: str, path: str) -> None:
    assert desk.send("GET", path, None, good(desk, token))[0] in (404, 405)


@pytest.mark.parametrize(
    "key", ["../../etc/passwd", "/etc/passwd", "read/../read", "..", "", "%00", "read.xml"]
)
def test_a_key_is_no_path(desk: Served, token: str, key: str) -> None:
    from urllib.parse import quote

    for path in ("words?page=0&", "picture?page=0&width=500&", "search?words=a&"):
        status, _, data = desk.send("GET", f"/api/{path}key={quote(key)}", None, good(desk, token))
        assert status == 422
        assert b"full text of this source" in data


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_form_of_another_page_is_none(desk: Served, token: str, kind: str) -> None:
    headers = {**good(desk, token), "Content-Type": kind}
    assert desk.send("POST", "/api/act", ACT, headers)[0] == 415


def test_a_body_that_never_ends_is_refused(desk: Served, token: str) -> None:
    assert desk.send("POST", "/api/act", b" " * 70_000, good(desk, token))[0] == 413


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"3", b"null", b"{" * 60_000])
def test_a_damaged_body_is_an_error_in_words(desk: Served, token: str, body: bytes) -> None:
    status, _, data = desk.send("POST", "/api/act", body, good(desk, token))
    assert status == 422
    assert b"Traceback" not in data


@pytest.mark.parametrize("page", ["-1", "9999", "x", "1e3", "", "99999999999999"])
def test_a_page_that_is_none(desk: Served, token: str, page: str) -> None:
    status, _, _ = desk.send("GET", f"/api/words?key=read&page={page}", None, good(desk, token))
    assert status == 422


def test_it_listens_on_the_loopback_alone(desk: Served) -> None:
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        local = line.split()[1]
        if int(local.split(":")[1], 16) == desk.port and line.split()[3] == "0A":
            assert local.split(":")[0] == "0100007F"
