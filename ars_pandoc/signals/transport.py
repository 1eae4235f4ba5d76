"""Requests to an index: cached, paced, tried again where the service asks for it (contract §9).

Answers are kept in the user's cache folder for 90 days, "not found" for 7, errors never; those of
services that report retractions are believed for one day, unless nobody else can be asked. A key of
the user's goes into one header or parameter of the request, and into no log, cache or message.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urlsplit

from ars_pandoc.base.cache_folder import cache_folder
from ars_pandoc.base.errors import ArsError
from ars_pandoc.signals.session import (
    KEPT,
    NoRoomError,
    keep,
    kept,
    key_of,
    open_session,
    renew_session,
)

if TYPE_CHECKING:
    from requests import Response

KEPT_NOT_FOUND = timedelta(days=7)
MAILTO = "ARS_MAILTO"

TRIES_AGAIN = 3
"""How often a request that was answered 429 is sent again."""
PAUSE = 2.0
"""Seconds before that, where the service names none."""
LONGEST_PAUSE = 120.0
"""A service that wants a longer one is left alone for this run."""

ONE_DAY = timedelta(days=1)
"""So long an answer is believed that may say of a work that it was retracted."""

TIMEOUTS = (10, 30)
"""Seconds to wait for a connection, and for the next bytes of an answer."""
TOO_MANY = 429
"""The status of an answer that asks to wait."""


@dataclass(frozen=True, slots=True)
class Service:
    """A web service.

    Attributes:
        name: How the command line and the catalog name it: `semantic-scholar`.
        label: Its name for people.
        address: Its own address, without a slash at the end.
        variable: The variable that sets a mirror or a test server.
        alarm: What is said once if it cannot be reached: `S2-API-UNAVAILABLE`.
        per_second: How many requests a second it asks for.
        per_second_known: The same for those who name themselves (by key or address).
        key_variable: The variable with the user's key, or None.
        key_header: The header that carries it, or "".
        key_parameter: The parameter that carries it instead, or "".
        mailto: The parameter that carries the user's address, or None.
        statuses: The HTTP statuses of its answers; it may say "no such thing" with another one.
        believed: How old an answer may be to be taken from the cache.
    """

    name: str
    label: str
    address: str
    variable: str
    alarm: str
    per_second: float
    per_second_known: float
    key_variable: str | None = None
    key_header: str = ""
    key_parameter: str = ""
    mailto: str | None = None
    statuses: tuple[int, ...] = (200, 404)
    believed: timedelta = KEPT


def unreachable(service: Service) -> str:
    """Say that there is no way to a service."""
    return f"{service.label} cannot be reached"


class UnavailableError(Exception):
    """The service cannot be reached, or wants to be left alone: the rest is skipped."""


class FailedError(Exception):
    """One look-up failed; the next may not."""


class NotCachedError(Exception):
    """Offline, and the answer is not in the cache."""


class StoppedError(Exception):
    """The user has stopped the run."""


class BadAnswerError(Exception):
    """A body that is not in the service's form: a login page, an error page."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a service answered.

    Attributes:
        data: The body as the index reads it; None for "there is no such record".
        at: When it was answered: now, or when the cache took it.
        cached: No request was sent.
    """

    data: Any
    at: str
    cached: bool


Reader = Callable[[int, bytes], Any]
"""Turns status and body of an answer into data, None for "no such record"; else BadAnswerError."""


@dataclass
class Settings:
    """How look-ups are made.

    Attributes:
        environment: Addresses, key, e-mail address and cache folder.
        offline: Ask the cache alone.
        refresh: Ask the services alone; the cache takes what they say.
        wait: Waits some seconds, and tells if the user stopped it; None: as `Event.wait`.
        now: The present moment.
        max_age: How old an answer from the cache may be at most, or None for the service's own.
    """

    environment: Mapping[str, str] = field(default_factory=dict)
    offline: bool = False
    refresh: bool = False
    wait: Callable[[float], object] | None = None
    now: Callable[[], datetime] = lambda: datetime.now(timezone.utc)
    max_age: timedelta | None = None


class Transport:
    """The way to one service, for one thread."""

    def __init__(
        self, service: Service, settings: Settings, read: Reader, stop: threading.Event
    ) -> None:
        """Open the cache and set the pace.

        Args:
            service: Whom to ask.
            settings: How.
            read: How the service's bodies are read.
            stop: Set when the user stops the run; a pause ends then.

        Raises:
            ArsError: The service's variable names no address, the key cannot be sent, or the
                cache cannot be opened.
        """
        self.service = service
        self._settings = settings
        self._read = read
        self._wait = settings.wait or stop.wait
        self._base, is_own = address_of(service, settings.environment)
        self._key = key_of(
            service.key_variable,
            settings.environment,
            self._base,
            service.key_header,
            service.key_parameter,
        )
        mailto = settings.environment.get(MAILTO, "").strip()
        self._who = {service.mailto: mailto} if mailto and service.mailto else {}
        self._pace: float | None = None
        if is_own:
            is_known = bool(self._key.value or self._who)
            self._pace = service.per_second_known if is_known else service.per_second
        self._last: tuple[object, Any] = (None, None)
        # What batches brought, by the address that asks for it alone, until that is asked.
        self._brought: dict[str, Response] = {}
        self._cache = cache_folder(settings.environment, "lookups") / f"{service.name}.sqlite"
        self._session = self._paced(open_session)

    def _paced(self, opened: Callable[..., Any]) -> Any:
        """Open a session at the service's pace."""
        session = opened(
            self._cache, self._key, statuses=self.service.statuses, is_answer=self._is_answer
        )
        if self._pace is not None:
            from requests_ratelimiter import LimiterAdapter

            # The pace holds for the service's own address alone; answers from the cache are
            # not sent and do not wait.
            adapter = LimiterAdapter(per_second=self._pace, limit_statuses=())
            session.mount(self.service.address, adapter)
        return session

    def close(self) -> None:
        """Close connections and cache."""
        self._session.close()

    def get(
        self,
        path: str,
        parameters: Mapping[str, str] | None = None,
        *,
        found: Callable[[Any], bool] = lambda data: data is not None,
    ) -> Reply:
        """Ask for one thing.

        Args:
            path: Behind the service's address, with its parts percent-encoded.
            parameters: The query.
            found: Tells if the data holds what was sought; else it is kept for 7 days only.

        Raises:
            UnavailableError: The network or the service is down, or it wants a long pause.
            FailedError: This look-up failed.
            NotCachedError: Offline, and not in the cache.
            StoppedError: The user stopped the run.
        """
        response = self._patiently(self._url(path, parameters))
        data = self._data(response)
        cached = bool(getattr(response, "from_cache", False))
        created: datetime = getattr(response, "created_at", None) or self._settings.now()
        if not cached and not found(data):
            self._keep_briefly(response)
        return Reply(data, _moment(created if cached else self._settings.now()), cached)

    def _url(self, path: str, parameters: Mapping[str, str] | None) -> str:
        query = {**(parameters or {}), **self._who}
        return f"{self._base}{path}" + (f"?{urlencode(query)}" if query else "")

    def knows(self, path: str, parameters: Mapping[str, str] | None = None) -> bool:
        """Return whether `get` would send no request."""
        if self._settings.offline:
            return True
        if self._settings.refresh:
            return False
        with suppress(sqlite3.Error, NoRoomError):  # `get` says what is wrong
            known = kept(self._session, self._url(path, parameters))
            return known is not None and self._is_believed(known)
        return False

    def ask_many(self, path: str, parameters: Mapping[str, str], posted: object) -> Any:
        """Ask for many things at once; the answer as a whole is not kept.

        Args:
            path: As for `get`.
            parameters: The query.
            posted: What is sent as JSON; None for a plain request.

        Returns:
            The JSON that was answered.

        Raises:
            UnavailableError, FailedError, StoppedError: As `get`.
            BadAnswerError: It is no JSON.
        """
        response = self._patiently(self._url(path, parameters), posted=posted, many=True)
        try:
            return json.loads(response.content)
        except (ValueError, RecursionError):
            raise BadAnswerError from None

    def remember(self, path: str, parameters: Mapping[str, str] | None, body: bytes) -> None:
        """Take a record of a batch for the answer to the request about it alone.

        It is kept as that would be; what is not in the service's form is not taken.
        """
        import requests
        from urllib3 import HTTPResponse

        url = self._url(path, parameters)
        response = requests.Response()
        response.status_code = 200
        response.url, response.encoding = url, "utf-8"
        response.headers["Content-Type"] = "application/json"
        response.request = requests.Request("GET", url).prepare()
        response.raw = HTTPResponse(
            BytesIO(body), status=200, preload_content=False, request_url=url
        )
        if not self._is_answer(response):
            return
        self._brought[url] = response
        with suppress(sqlite3.Error, NoRoomError):  # it is asked for again the next time
            keep(self._session, response)

    def _patiently(self, url: str, *, posted: object = None, many: bool = False) -> Response:
        for tried in range(TRIES_AGAIN + 1):
            response = self._once(url, posted=posted, many=many)
            if response.status_code != TOO_MANY:
                return self._checked(response)
            if tried == TRIES_AGAIN:
                break
            pause = retry_after(response, self._settings.now()) or PAUSE
            if pause > LONGEST_PAUSE:
                raise UnavailableError(
                    f"{self.service.label} asks to be left alone for {pause:.0f} seconds"
                )
            if self._wait(pause):
                raise StoppedError
        key = self.service.key_variable
        hint = f"; a key in {key} allows more" if key and not self._key.value else ""
        raise FailedError(
            f"too many requests: {self.service.label} refused {TRIES_AGAIN + 1} times (429){hint}"
        )

    def _once(self, url: str, *, posted: object, many: bool) -> Response:
        if url in self._brought:
            return self._brought.pop(url)
        send = partial(self._sent_together, url, posted) if many else partial(self._sent, url)
        try:
            return send()
        except (sqlite3.OperationalError, NoRoomError) as error:
            raise FailedError(f"the cache {self._cache} cannot be used: {error}") from None
        except sqlite3.DatabaseError:
            # Damage in the middle of a file shows itself only when that part is read.
            self._session.close()
            self._session = self._paced(renew_session)
            return send()

    def _sent_together(self, url: str, posted: object) -> Response:
        with self._session.cache_disabled():
            return self._answered(
                lambda: self._session.request(
                    "GET" if posted is None else "POST", url, json=posted, timeout=TIMEOUTS
                )
            )

    def _sent(self, url: str) -> Response:
        known = None if self._settings.refresh else kept(self._session, url)
        if known is not None and self._is_believed(known):
            return known
        if self._settings.offline:
            raise NotCachedError
        refresh = self._settings.refresh or known is not None
        return self._answered(
            lambda: self._session.get(url, timeout=TIMEOUTS, force_refresh=refresh)
        )

    def _answered(self, send: Callable[[], Any]) -> Response:
        """Send a request, and say in our words what went wrong on the way."""
        import requests

        label = self.service.label
        try:
            response: Response = send()
        except requests.exceptions.SSLError:
            raise UnavailableError(
                f"{label} cannot be reached safely: its certificate does not hold, or no TLS is "
                "spoken there; REQUESTS_CA_BUNDLE names the certificates of a company's proxy"
            ) from None
        except requests.exceptions.ConnectionError as error:
            if was_connected(error):
                raise FailedError(f"the connection to {label} broke off") from None
            raise UnavailableError(unreachable(self.service)) from None
        except requests.exceptions.Timeout:
            raise FailedError(f"{label} did not answer in {TIMEOUTS[1]} seconds") from None
        except (
            requests.exceptions.ChunkedEncodingError,
            requests.exceptions.ContentDecodingError,
        ):
            raise FailedError(f"the connection to {label} broke off") from None
        except requests.exceptions.RequestException:
            # The library's own words may quote headers or addresses.
            raise FailedError(f"the request to {label} failed") from None
        return response

    def _is_believed(self, response: Response) -> bool:
        """Return whether an answer from the cache is new enough; offline no newer one can be had."""
        most = KEPT if self._settings.offline else self.service.believed
        if self._settings.max_age is not None:
            most = min(most, self._settings.max_age)
        created: datetime = getattr(response, "created_at", self._settings.now())
        if created.tzinfo is None:
            created = created.replace(tzinfo=timezone.utc)
        return self._settings.now() - created <= most

    def _checked(self, response: Response) -> Response:
        status, label = response.status_code, self.service.label
        if status in self.service.statuses:
            return response
        if status >= 500:
            raise FailedError(f"{label} has an error of its own ({status})")
        if status in (401, 403):
            named = self.service.key_variable
            hint = f"; is {named} right?" if named and self._key.value else ""
            raise UnavailableError(f"{label} refuses access ({status}){hint}")
        if 300 <= status < 400:
            raise FailedError(f"{label} points to another host ({status}), which is not followed")
        raise FailedError(f"{label} did not take the request ({status})")

    def _is_answer(self, response: Response) -> bool:
        """Return whether a response may be kept: an answer in the service's own form."""
        if response.status_code not in self.service.statuses:
            return False
        try:
            self._data(response)
        except FailedError:
            return False
        return True

    def _data(self, response: Response) -> Any:
        """Read a body, once for each response."""
        if self._last[0] is not response:
            try:
                data = self._read(response.status_code, response.content)
            except BadAnswerError:
                raise FailedError(
                    f"what {self.service.label} answered is not in its form; does a login page "
                    "stand between?"
                ) from None
            self._last = (response, data)
        return self._last[1]

    def _keep_briefly(self, response: Response) -> None:
        key = getattr(response, "cache_key", None)
        if key is not None:
            expires = datetime.now(timezone.utc) + KEPT_NOT_FOUND
            with suppress(sqlite3.Error):  # it is kept longer then, or not at all
                self._session.cache.save_response(response, key, expires)


def address_of(service: Service, environment: Mapping[str, str]) -> tuple[str, bool]:
    """Return the address to ask of a service, and whether it is its own.

    Args:
        service: The service.
        environment: Its variable may name a mirror.

    Raises:
        ArsError: The variable names no web address.
    """
    given = environment.get(service.variable, "").strip().rstrip("/")
    if not given or given == service.address:
        return service.address, True
    parts = urlsplit(given)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
        raise ArsError(
            f"{service.variable} is no web address",
            why="it must begin with http:// or https:// and hold no password",
            steps=[f"set it as in {service.variable}={service.address}, or unset it"],
        )
    return given, parts.hostname == urlsplit(service.address).hostname


def retry_after(response: Response, now: datetime) -> float | None:
    """Read `Retry-After`: seconds or a date; None where it says nothing."""
    value = response.headers.get("Retry-After", "").strip()
    if value.isdigit():
        return float(value)
    with suppress(ValueError, TypeError):
        seconds = (parsedate_to_datetime(value) - now).total_seconds()
        return max(seconds, 0.0)
    return None


def was_connected(error: BaseException) -> bool:
    """Return whether a connection stood and broke, rather than that none came about."""
    from urllib3.exceptions import MaxRetryError, NewConnectionError, ProtocolError

    for cause in error.args:
        if isinstance(cause, MaxRetryError):
            return isinstance(cause.reason, ProtocolError)
        if isinstance(cause, ProtocolError):
            return not isinstance(cause, NewConnectionError)
    return False


def _moment(when: datetime) -> str:
    if when.tzinfo is None:
        when = when.replace(tzinfo=timezone.utc)
    return when.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
