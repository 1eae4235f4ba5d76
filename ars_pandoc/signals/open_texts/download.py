"""A full text brought from where it stands, within bounds (contract §12).

No login, no cookie, no key goes along; what a site refuses is refused. Each hop of at most five is
checked for itself.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from ars_pandoc.base.version import __version__
from ars_pandoc.signals.open_texts.addresses import (
    BarredAddressError,
    followed,
    guarded_adapter,
    origin_of,
)
from ars_pandoc.signals.open_texts.hosts import AGENT, Pace, Robots
from ars_pandoc.signals.open_texts.location import Form, Location
from ars_pandoc.signals.session import settle_environment
from ars_pandoc.signals.transport import (
    LONGEST_PAUSE,
    PAUSE,
    TIMEOUTS,
    TOO_MANY,
    TRIES_AGAIN,
    Settings,
    StoppedError,
    retry_after,
)

if TYPE_CHECKING:
    from requests import Response

LARGEST = 100_000_000
"""So many bytes a text may have; the largest theses have some 60 million."""

_HOPS = 5
_SECONDS = 300.0
"""So long one text may take, however slowly it drips."""

_PIECE = 1 << 16
_ACCEPT: dict[Form, str] = {
    "pdf": "application/pdf",
    "jats": "application/xml, text/xml;q=0.9",
}
_END_OF_PDF = re.compile(rb"%%EOF")
_TAIL = 4096


class NotToBeHadError(Exception):
    """A place does not give the text; its words say why. It is no error of the run."""


class BrokenError(Exception):
    """The text could not be brought this time; its words say why."""


@dataclass(frozen=True, slots=True)
class Brought:
    """A text that was brought.

    Attributes:
        data: Its bytes.
        url: Where they came from in the end.
    """

    data: bytes
    url: str


class Downloads:
    """The way to full texts; for several threads.

    Args:
        settings: How requests are made.
        exempt: Addresses of mirrors and test servers, which are asked as they are.
        stop: Set when the user stops the run.
    """

    def __init__(self, settings: Settings, exempt: Iterable[str], stop: threading.Event) -> None:
        self._settings = settings
        self._exempt = tuple(exempt)
        self._stop = stop
        self._wait = settings.wait or stop.wait
        self._pace = Pace(self._wait)
        self._robots = Robots(self._rules)
        self._own = threading.local()

    def bring(self, location: Location) -> Brought:
        """Bring a text.

        Raises:
            NotToBeHadError: It is not given there, or something else is.
            BrokenError: The connection broke, the host has an error, or it is cut short.
            StoppedError: The user stopped the run.
        """
        for again in (False, True):
            try:
                found = self._bring(location)
                _check_kind(found.data, location.form)
            except _CutShortError as error:
                # A connection that broke once is tried once more.
                if again:
                    raise BrokenError(str(error)) from None
                continue
            return found
        raise BrokenError("the file is cut short")

    def _bring(self, location: Location) -> Brought:
        url = location.url
        for _ in range(_HOPS + 1):
            url = self._followed(url)
            is_page = not location.for_programs or origin_of(url) != origin_of(location.url)
            if is_page and not self._robots.allow(url):
                raise NotToBeHadError(f"{_host(url)} asks programs to stay away (robots.txt)")
            response = self._patiently(
                url, location.form, self._robots.delay(url) if is_page else None
            )
            with response:
                if response.status_code == 200:
                    return Brought(self._body(response), url)
                url = _next(response, url)
        raise NotToBeHadError(f"it leads on and on: more than {_HOPS} redirects")

    def _followed(self, url: str) -> str:
        try:
            return followed(url, self._exempt, proxied=bool(self._session().proxies))
        except BarredAddressError as error:
            raise NotToBeHadError(str(error)) from None

    def _patiently(self, url: str, form: Form, delay: float | None) -> Response:
        for tried in range(TRIES_AGAIN + 1):
            if not self._is_exempt(url) and self._pace.keep(_host(url), delay):
                raise StoppedError
            response = self._once(url, form)
            if response.status_code != TOO_MANY:
                return response
            pause = retry_after(response, self._settings.now()) or PAUSE
            response.close()
            if pause > LONGEST_PAUSE:
                raise BrokenError(f"{_host(url)} asks to be left alone for {pause:.0f} seconds")
            if tried < TRIES_AGAIN and self._wait(pause):
                raise StoppedError
        raise BrokenError(f"{_host(url)} refused {TRIES_AGAIN + 1} times (429): too many requests")

    def _once(self, url: str, form: Form) -> Response:
        import requests

        if self._stop.is_set():
            raise StoppedError
        session, host = self._session(), _host(url)
        session.cookies.clear()
        try:
            response: Response = session.get(
                url,
                headers={"Accept": f"{_ACCEPT[form]}, */*;q=0.1"},
                timeout=TIMEOUTS,
                allow_redirects=False,
                stream=True,
            )
        except BarredAddressError as error:
            raise NotToBeHadError(str(error)) from None
        except requests.exceptions.SSLError:
            raise BrokenError(f"{host} cannot be reached safely") from None
        except requests.exceptions.Timeout:
            raise BrokenError(f"{host} did not answer in {TIMEOUTS[1]} seconds") from None
        except requests.exceptions.ConnectionError:
            raise BrokenError(f"{host} cannot be reached, or the connection broke off") from None
        except requests.exceptions.RequestException:
            raise BrokenError(f"the request to {host} failed") from None
        return response

    def _body(self, response: Response) -> bytes:
        import requests

        data, start = bytearray(), time.monotonic()
        try:
            for piece in response.iter_content(_PIECE):
                data += piece
                if len(data) > LARGEST:
                    raise NotToBeHadError(f"it is larger than {LARGEST // 1_000_000} MB")
                if self._stop.is_set():
                    raise StoppedError
                if time.monotonic() - start > _SECONDS:
                    raise BrokenError(f"it did not come in {_SECONDS:.0f} seconds")
        except requests.exceptions.RequestException:
            raise _CutShortError("the connection broke off: the file is cut short") from None
        return bytes(data)

    def _rules(self, url: str) -> tuple[int, bytes]:
        """Ask for a `robots.txt`, with the same care as for a text."""
        try:
            for _ in range(_HOPS + 1):
                url = self._followed(url)
                with self._once(url, "pdf") as response:
                    if not 300 <= response.status_code < 400:
                        return response.status_code, self._body(response)
                    url = _next(response, url)
        except NotToBeHadError:
            return 404, b""
        except (BrokenError, _CutShortError):
            return 0, b""
        return 404, b""

    def _is_exempt(self, url: str) -> bool:
        return origin_of(url) in map(origin_of, self._exempt)

    def _session(self) -> Any:
        """Return the session of this thread."""
        session = getattr(self._own, "session", None)
        if session is None:
            import requests

            session = requests.Session()
            session.headers["User-Agent"] = f"{AGENT}/{__version__}"
            settle_environment(session, "https://export.arxiv.org")
            session.mount("https://", guarded_adapter())
            for address in self._exempt:
                parts = urlsplit(address)
                session.mount(f"{parts.scheme}://{parts.netloc}/", requests.adapters.HTTPAdapter())
            self._own.session = session
        return session


class _CutShortError(Exception):
    """A file came in part."""


def _next(response: Response, url: str) -> str:
    """Return where a response points to, or say what it refuses."""
    status, host = response.status_code, _host(url)
    target = response.headers.get("Location", "")
    if 300 <= status < 400 and target:
        return urljoin(url, target)
    if status in (404, 410):
        raise NotToBeHadError(f"{host} does not have it ({status})")
    if status >= 500:
        raise BrokenError(f"{host} has an error of its own ({status})")
    raise NotToBeHadError(f"{host} refuses it ({status})")


def _host(url: str) -> str:
    return urlsplit(url).hostname or url


def _check_kind(data: bytes, form: Form) -> None:
    """Refuse what came in the place of a text, and what came in part.

    Raises:
        NotToBeHadError: It is something else.
        _CutShortError: It is a part.
    """
    start = data[:2000].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if not start:
        raise NotToBeHadError("nothing came: the file is empty")
    if start.startswith((b"<!doctype html", b"<html")) or b"<html" in start:
        what = "the PDF" if form == "pdf" else "the article"
        raise NotToBeHadError(
            f"a web page came in the place of {what}: a login, or the page about the work"
        )
    if form == "pdf":
        if b"%PDF-" not in data[:1024]:
            raise NotToBeHadError("what came is no PDF")
        if not _END_OF_PDF.search(data[-_TAIL:]):
            raise _CutShortError("the PDF is cut short: its end is missing")
    elif b"<article" not in data[:200_000]:
        raise NotToBeHadError("what came is no article in JATS")
    elif not data.rstrip().endswith(b">"):
        raise _CutShortError("the article is cut short: its end is missing")
