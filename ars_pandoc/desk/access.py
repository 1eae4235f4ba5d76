"""Who may talk to the desk: the browser that its own user opened, and no other page or program.

Another page in the same browser can send requests to the loopback, another user of the machine can
too, and a name that a stranger owns can be made to point there. So each request must name the
exact host, come from the desk's own page, and bear a token in a header, which no page but the
desk's can read or set. The token is given for a code that stands in a file that only the user can
read, and that counts once.
"""

from __future__ import annotations

import html
import json
import os
import secrets
import stat
import tempfile
import threading
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

HEADER = "x-ars-desk"
"""The header that bears the token."""

OPEN_PATHS = frozenset({"/", "/desk.js", "/desk.css"})
"""What a browser asks for before it can send a header: always the same, and nothing of the user's."""

EXCHANGE = "/api/token"
"""Gives the token for a code."""

LARGEST_BODY = 65_536

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src blob:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_HEADERS = (
    ("content-security-policy", CONTENT_POLICY),
    ("cache-control", "no-store"),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
)
_REDIRECT = """\
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>ars desk</title>
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={address}"></head>
<body><p><a href="{address}">Open the desk</a></p></body></html>
"""


class Keys:
    """The codes that count once, and the token that they are exchanged for.

    Args:
        address: Of the desk, `http://127.0.0.1:PORT`.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.token = secrets.token_urlsafe(32)
        self._lock = threading.Lock()
        # A folder of the user's own, so that nobody can put another file in its place.
        self._folder = tempfile.TemporaryDirectory(prefix="ars-desk-")
        self.file = Path(self._folder.name, "open.html")
        self._code = ""
        self._renew()

    def _renew(self) -> None:
        """Write a file that opens the desk with a new code; only the user can read it."""
        self._code = secrets.token_urlsafe(32)
        # Behind the sign `#` an address is sent to nobody.
        page = _REDIRECT.format(address=html.escape(f"{self.address}/#{self._code}"))
        fresh = self.file.with_suffix(".new")
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, stat.S_IRUSR | stat.S_IWUSR)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(page)
        fresh.replace(self.file)

    def exchange(self, code: object) -> str | None:
        """Return the token for a code, which counts no more then; None for any other text."""
        with self._lock:
            if not isinstance(code, str) or not _same(code, self._code):
                return None
            self._renew()
            return self.token

    def is_token(self, given: str) -> bool:
        """Return whether this is the token."""
        return _same(given, self.token)

    def close(self) -> None:
        """Remove the file."""
        self._folder.cleanup()


def _same(one: str, two: str) -> bool:
    return secrets.compare_digest(one.encode("utf-8", "replace"), two.encode())


class Guard:
    """Lets requests through to the desk, or refuses them; sets the headers of every answer.

    Args:
        application: The desk.
        keys: Its token and codes.
    """

    def __init__(self, application: Application, keys: Keys) -> None:
        self._application = application
        self._keys = keys
        self._host = keys.address.removeprefix("http://")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            await self._application(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {name.encode() for name, _ in _HEADERS}
                kept = [pair for pair in message.get("headers", ()) if pair[0].lower() not in own]
                added = [(name.encode(), value.encode()) for name, value in _HEADERS]
                message = {**message, "headers": [*kept, *added]}
            await send(message)

        if scope["type"] != "http":  # no web sockets here
            await send({"type": "websocket.close", "code": 1008})
            return
        refused = self._refusal(scope)
        if refused is not None:
            await _answer(guarded, *refused)
            return
        await self._application(scope, _bounded(receive), guarded)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Return the status and the words with which a request is refused; None if it may pass."""
        headers: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
        if headers.get("host") != [self._host]:
            return 421, "this is another host's name"
        origin = headers.get("origin")
        method, path = scope["method"], scope["path"]
        if origin not in ([self._keys.address], None):
            return 403, "this comes from another page"
        if method not in ("GET", "POST"):
            return 405, "this method is not served"
        if method == "POST" and origin is None:
            return 403, "this does not say which page it comes from"
        if headers.get("sec-fetch-site", ["same-origin"])[0] not in (
            "same-origin",
            "none",
        ) and not (
            # A file that opens the desk is of no site.
            method == "GET" and path == "/"
        ):
            return 403, "this comes from another page"
        if method == "GET" and path in OPEN_PATHS:
            return None
        if method == "POST" and not _is_json(headers.get("content-type", [])):
            return 415, "only JSON is taken"
        if any(
            int(size) > LARGEST_BODY for size in headers.get("content-length", []) if size.isdigit()
        ):
            return 413, "this is too large"
        if method == "POST" and path == EXCHANGE:
            return None
        given = headers.get(HEADER, [])
        if len(given) != 1 or not self._keys.is_token(given[0]):
            return 401, "open the desk by the file that ars desk names"
        return None


def _is_json(types: list[str]) -> bool:
    return len(types) == 1 and types[0].partition(";")[0].strip().lower() == "application/json"


def _bounded(receive: Receive) -> Receive:
    """Return a receiver that ends a body that grows too large."""
    taken = 0

    async def limited() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        return {"type": "http.disconnect"} if taken > LARGEST_BODY else message

    return limited


async def _answer(send: Send, status: int, words: str) -> None:
    body = json.dumps({"error": words}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
