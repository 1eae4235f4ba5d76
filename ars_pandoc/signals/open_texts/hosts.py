"""Manners towards hosts that are not services: their `robots.txt`, and their pace (contract §12)."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

AGENT = "ars-pandoc"
"""How we are called in a `robots.txt`."""

_PAUSE = 1.0
"""Seconds between two requests to a host that says nothing."""

_PAUSES = {
    "export.arxiv.org": 3.0,
    "www.ebi.ac.uk": 0.2,
    "eutils.ncbi.nlm.nih.gov": 0.34,
}
"""What services ask for."""

_LONGEST_DELAY = 30.0
"""A host that wants a longer one between two requests is asked so seldom and no seldomer."""


class Pace:
    """When hosts may be asked again; for several threads.

    Args:
        wait: Waits some seconds, and tells if the user stopped it.
        now: Seconds of a clock that never goes back.
    """

    def __init__(
        self, wait: Callable[[float], object], now: Callable[[], float] = time.monotonic
    ) -> None:
        self._wait = wait
        self._now = now
        self._lock = threading.Lock()
        self._free: dict[str, float] = {}

    def keep(self, host: str, delay: float | None = None) -> bool:
        """Wait for a host's turn.

        Args:
            host: The host.
            delay: What its `robots.txt` asks for, or None.

        Returns:
            Whether the user stopped it meanwhile.
        """
        least = _PAUSES.get(host, _PAUSE)
        between = max(least, min(delay or 0.0, _LONGEST_DELAY))
        with self._lock:
            now = self._now()
            turn = max(now, self._free.get(host, now))
            self._free[host] = turn + between
        return bool(self._wait(turn - now)) if turn > now else False


class Robots:
    """What `robots.txt` of hosts says, read once for each; for several threads.

    Args:
        get: Gives status and body of an address; a status of 0 for no answer.
    """

    def __init__(self, get: Callable[[str], tuple[int, bytes]]) -> None:
        self._get = get
        self._lock = threading.Lock()
        self._known: dict[str, RobotFileParser] = {}

    def allow(self, url: str) -> bool:
        """Return whether an address may be asked by a program."""
        return self._of(url).can_fetch(AGENT, url)

    def delay(self, url: str) -> float | None:
        """Return how many seconds its host wants between two requests, or None."""
        said = self._of(url).crawl_delay(AGENT)
        return None if said is None else float(said)

    def _of(self, url: str) -> RobotFileParser:
        parts = urlsplit(url)
        host = f"{parts.scheme}://{parts.netloc}"
        with self._lock:
            known = self._known.get(host)
        if known is None:
            known = self._read(host)
            with self._lock:
                self._known[host] = known
        return known

    def _read(self, host: str) -> RobotFileParser:
        """Read a host's rules; as RFC 9309 has it, none where there are none to be had."""
        status, body = self._get(f"{host}/robots.txt")
        rules = RobotFileParser()
        if status == 200:
            rules.parse(body[:500_000].decode("utf-8", "replace").splitlines())
        elif 400 <= status < 500:
            rules.parse([])
        else:
            # A host that is in trouble is not asked for more.
            rules.parse(["User-agent: *", "Disallow: /"])
        return rules
