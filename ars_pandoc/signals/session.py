"""A session with one service: cached, and with the user's key (contract §9).

What the service answers is kept in a file. The key is put to a request after the cache has seen
it, on its way to the service's own host.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urljoin, urlsplit

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.version import __version__

if TYPE_CHECKING:
    from requests import PreparedRequest, Response

KEPT = timedelta(days=90)
_BUSY = 20.0
"""So many seconds one run waits for another to write an answer."""

_WHO_ASKS = ("mailto", "email", "api_key")
"""Parameters that say who asks, not what."""
_KEY_IN_URL = re.compile(r"(?<=[?&]api_key=)[^&\s\"]+")


@dataclass(frozen=True, slots=True)
class Key:
    """The user's key for a service.

    Attributes:
        value: The key, or "" for none.
        base: The address that it is for.
        header: The header that carries it, or "".
        parameter: The parameter that carries it instead, or "".
    """

    value: str
    base: str
    header: str = ""
    parameter: str = ""

    def put_to(self, request: PreparedRequest) -> PreparedRequest:
        """Return a copy of a request with the key, or without it where another host is asked."""
        url, keyed = request.url or "", request.copy()
        if self.header:
            keyed.headers.pop(self.header, None)
        if not self.value or urlsplit(url)[:2] != urlsplit(self.base)[:2]:
            return keyed
        if self.header:
            keyed.headers[self.header] = self.value
        if self.parameter:
            logging.getLogger("urllib3.connectionpool").addFilter(_without_keys)
            mark = "&" if urlsplit(url).query else "?"
            keyed.url = f"{url}{mark}{urlencode({self.parameter: self.value})}"
        return keyed


def _without_keys(record: logging.LogRecord) -> bool:
    """Take keys out of what the HTTP library logs: it writes whole addresses."""
    message = record.getMessage()
    if "api_key=" in message:
        record.msg, record.args = _KEY_IN_URL.sub("…", message), ()
    return True


class _Connection(sqlite3.Connection):
    """A connection that waits for another process alone.

    The library takes each failure to begin a change for another's lock and tries again, for ever
    where the disk is full.
    """

    def execute(self, statement: str, *arguments: Any) -> sqlite3.Cursor:
        """Run a statement; where none can begin, and waiting does not mend it, say so."""
        try:
            return super().execute(statement, *arguments)
        except sqlite3.OperationalError as error:
            if not statement.startswith("BEGIN") or "locked" in str(error):
                raise
            raise NoRoomError(str(error)) from None


class NoRoomError(sqlite3.DatabaseError):
    """The cache cannot be written: its disk is full, or it is read-only."""


def open_session(
    path: Path, key: Key, *, statuses: tuple[int, ...], is_answer: Callable[[Any], bool]
) -> Any:
    """Open a session whose answers are kept in a file; a damaged file is begun anew.

    Args:
        path: The file.
        key: The user's key for the service.
        statuses: HTTP statuses of answers.
        is_answer: Tells if a response with such a status may be kept.

    Raises:
        ArsError: The file cannot be opened.
    """
    try:
        return _session(path, key, statuses, is_answer)
    except sqlite3.OperationalError:
        raise ArsError(
            f"the cache {path} cannot be opened",
            why="another process holds it, or it may not be written",
            steps=["wait for the other run, or set ARS_CACHE_DIR to a folder of your own"],
        ) from None
    except NoRoomError as error:
        raise _unwritable(path, error) from None
    except sqlite3.DatabaseError:
        return renew_session(path, key, statuses=statuses, is_answer=is_answer)


def renew_session(
    path: Path, key: Key, *, statuses: tuple[int, ...], is_answer: Callable[[Any], bool]
) -> Any:
    """Open a session with a new file in the place of a damaged one; as `open_session`."""
    try:
        path.unlink(missing_ok=True)
        return _session(path, key, statuses, is_answer)
    except NoRoomError as error:
        raise _unwritable(path, error) from None
    except (OSError, sqlite3.Error):
        raise ArsError(
            f"the cache {path} cannot be opened",
            steps=["delete it, or set ARS_CACHE_DIR to a folder that you can write to"],
        ) from None


def _unwritable(path: Path, error: NoRoomError) -> ArsError:
    return ArsError(
        f"the cache {path} cannot be written",
        why=str(error),
        steps=["make room on the disk, or set ARS_CACHE_DIR to a folder that has some"],
    )


def _session(
    path: Path, key: Key, statuses: tuple[int, ...], is_answer: Callable[[Any], bool]
) -> Any:
    import requests
    from requests_cache.backends.sqlite import SQLiteCache
    from requests_cache.session import CacheMixin

    class Sender(requests.Session):
        """Sends what the cache cannot answer."""

        def get_redirect_target(self, resp: Response) -> str | None:
            """Follow a redirect on the same host alone: another's word is not the service's."""
            target = super().get_redirect_target(resp)
            if target is None or not _same_host(resp.url, urljoin(resp.url, target)):
                return None
            return target

        def send(self, request: PreparedRequest, **more: Any) -> Response:
            keyed = key.put_to(request)
            response = super().send(keyed, **more)
            for one in (response, *response.history):
                if one.request is keyed:
                    one.request, one.url = request, request.url or ""
            return response

    class Session(CacheMixin, Sender):
        """A session with a cache."""

    # Of a record that is damaged the library would tell the terminal; it is asked for anew.
    logging.getLogger("requests_cache").addHandler(logging.NullHandler())
    # JSON, not pickle: a cache that somebody else wrote must not run code.
    session: Any = Session(
        # A second run waits for the first to write.
        backend=SQLiteCache(
            path, serializer="json", fast_save=True, timeout=_BUSY, factory=_Connection
        ),
        expire_after=KEPT,
        allowable_codes=statuses,
        filter_fn=is_answer,
        key_fn=_cache_key,
        ignored_parameters=("x-api-key", "Authorization", *_WHO_ASKS),
    )
    session.headers["User-Agent"] = f"ars-pandoc/{__version__}"
    settle_environment(session, key.base)
    return session


def _same_host(one: str, other: str) -> bool:
    """Return whether two addresses are of one host; a safe connection stays one."""
    a, b = urlsplit(one), urlsplit(other)
    if a.scheme == b.scheme:
        return a.netloc == b.netloc
    return (a.scheme, b.scheme) == ("http", "https") and a.hostname == b.hostname


def settle_environment(session: Any, base: str) -> None:
    """Read proxies and certificates from the environment once, not before each request.

    Passwords of a `.netrc` are not read at all: these services take none.
    """
    from requests.utils import get_environ_proxies

    session.proxies.update(get_environ_proxies(base))
    bundle = os.environ.get("REQUESTS_CA_BUNDLE") or os.environ.get("CURL_CA_BUNDLE")
    if bundle:
        session.verify = bundle
    session.trust_env = False


def kept(session: Any, url: str) -> Response | None:
    """Return the answer that a session's cache has and that has not expired, or None.

    The session does the same on the way to the network, and takes five times as long to it.

    Raises:
        sqlite3.Error: The cache is damaged, or held by another process.
    """
    response: Any = session.cache.get_response(_key_of_url(url))
    return None if response is None or response.is_expired else response


def keep(session: Any, response: Response) -> None:
    """Keep an answer that came another way than by its own request.

    Raises:
        sqlite3.Error: The cache is damaged, or held by another process.
    """
    expires = datetime.now(timezone.utc) + KEPT
    session.cache.save_response(response, _key_of_url(response.url), expires)


def _cache_key(request: Any, **_: Any) -> str:
    return _key_of_url(request.url)


def _key_of_url(url: str) -> str:
    """Name an answer by what was asked; who asked does not matter."""
    parts = urlsplit(url)
    asked = [part for part in parts.query.split("&") if part.split("=")[0] not in _WHO_ASKS]
    text = f"{parts.scheme}://{parts.netloc}{parts.path}?{'&'.join(asked)}"
    return hashlib.sha256(text.encode()).hexdigest()


def key_of(
    name: str | None, environment: Mapping[str, str], base: str, header: str, parameter: str
) -> Key:
    """Read the user's key for a service.

    Args:
        name: The variable that holds it, or None.
        environment: The process's environment.
        base: The address that it is for.
        header: The header that carries it, or "".
        parameter: The parameter that carries it instead, or "".

    Raises:
        ArsError: It cannot be sent.
    """
    value = environment.get(name, "").strip() if name else ""
    if value and not (value.isascii() and value.isprintable()):
        raise ArsError(
            f"{name} cannot be sent",
            why="it holds characters that no key has",
            steps=["copy the key anew, or unset the variable"],
        )
    return Key(value, base, header, parameter)
