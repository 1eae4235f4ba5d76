"""Full texts sought for entries and brought, several entries at once (contract §12).

Each service has one way to it, at its own pace; the texts come from many hosts. Nothing is written
but files in a folder of the caller's: what is kept, and whether it is the work, is for the caller.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from ars_pandoc.corpus.sidecar_entry import Entry
from ars_pandoc.signals.ask_indexes import MANUAL, PATIENCE
from ars_pandoc.signals.open_texts.download import (
    BrokenError,
    Brought,
    Downloads,
    NotToBeHadError,
)
from ars_pandoc.signals.open_texts.finder import Finder, Wanted, mailto_of
from ars_pandoc.signals.open_texts.finders import FINDERS
from ars_pandoc.signals.open_texts.licences import is_admitted, licence_in
from ars_pandoc.signals.open_texts.location import Found, Location
from ars_pandoc.signals.preprints import preprint_server
from ars_pandoc.signals.record_match import Work
from ars_pandoc.signals.transport import (
    FailedError,
    NotCachedError,
    Settings,
    StoppedError,
    Transport,
    UnavailableError,
    address_of,
)
from ars_pandoc.works.identifiers import arxiv_in
from ars_pandoc.works.stated_address import MANUAL_ENTRY, can_be_sought, stated_address

WORKERS = 4
"""So many entries are worked on at once."""

NO_IDENTIFIER = "its entry has no DOI, PMID, PMCID, arXiv id or address"
NOT_OPEN = "no service knows an open copy"
OFFLINE = "offline, and where it may be had is not in the cache"

STATED = "the entry itself"
"""Who told of an address that the entry states."""

_ENDINGS = {"jats": ".xml", "pdf": ".pdf"}

State = Literal["got", "found", "not-open", "broken", "not-asked"]


@dataclass(frozen=True, slots=True)
class Tried:
    """A place or service that did not give a text.

    Attributes:
        service: Who was asked, or told of the place.
        url: The place, or "" for the service itself.
        why: What came of it.
        broken: It may be otherwise another time.
    """

    service: str
    url: str
    why: str
    broken: bool = False


@dataclass(frozen=True, slots=True)
class Obtained:
    """What came of one entry.

    Attributes:
        entry: The entry.
        state: `got`: a file that the caller accepted; `found`: a place, where nothing is to be
            brought; `not-open`; `broken`: not open, and something failed; `not-asked`.
        path: The file.
        location: Where it stands.
        url: Where it came from in the end.
        licence: As the place or the text itself states it, or None.
        why: Why there is none, or "".
        tried: What was tried in vain.
    """

    entry: Entry
    state: State
    path: Path | None = None
    location: Location | None = None
    url: str = ""
    licence: str | None = None
    why: str = ""
    tried: tuple[Tried, ...] = ()


Accept = Callable[[Entry, Path], "str | None"]
"""Says why a file is not the text of an entry, or None if it is."""


def obtain(
    entries: Sequence[Entry],
    folder: Path,
    accept: Accept,
    settings: Settings,
    *,
    licences: Sequence[str] = (),
    only_find: bool = False,
) -> Generator[Obtained, None, None]:
    """Seek the full texts of entries, and bring them.

    Args:
        entries: The entries.
        folder: Where files are put; the caller takes each away once it has it.
        accept: Asked about each file, from several threads.
        settings: How requests are made; `environment` names mirrors, keys and cache.
        licences: Only texts under one of these; none for all.
        only_find: Say where a text stands and bring none.

    Yields:
        What came of each entry, in the order in which it came.

    Raises:
        ArsError: An address or key cannot be used, or the cache cannot be opened.
    """
    stop = threading.Event()
    run = _Run(folder, accept, settings, stop, licences=tuple(licences), only_find=only_find)
    waiting: queue.SimpleQueue[Entry] = queue.SimpleQueue()
    for entry in entries:
        waiting.put(entry)
    # Few: files that wait to be taken lie on the disk.
    done: queue.Queue[Obtained | BaseException] = queue.Queue(maxsize=2 * WORKERS)

    def work() -> None:
        while not stop.is_set():
            try:
                entry = waiting.get_nowait()
            except queue.Empty:
                return
            try:
                done.put(run.obtain(entry))
            except StoppedError:
                return
            except BaseException as error:  # whoever takes the results gets it
                done.put(error)
                return

    try:
        for _ in range(min(WORKERS, len(entries))):
            threading.Thread(target=work, daemon=True).start()
        for _ in entries:
            yield _next(done)
    finally:
        stop.set()
        run.close()


def _next(done: queue.Queue[Obtained | BaseException]) -> Obtained:
    """Wait in short steps, so that the user can stop it."""
    while True:
        try:
            found = done.get(timeout=0.2)
        except queue.Empty:
            continue
        if isinstance(found, BaseException):
            raise found
        return found


@dataclass
class _Way:
    """The way to one service.

    Attributes:
        finder: The service.
        transport: To it; one thread at a time goes there.
        failures: How many look-ups failed, one after the other.
        down: Why it is left alone in this run, or "".
    """

    finder: Finder
    transport: Transport
    lock: threading.Lock = field(default_factory=threading.Lock)
    failures: int = 0
    down: str = ""

    def find(self, wanted: Wanted) -> Found:
        """Ask it; a service that fails again and again is left alone.

        Raises:
            FailedError, NotCachedError, StoppedError: As `Finder.find`.
        """
        label = self.finder.service.label
        with self.lock:
            if self.down:
                raise FailedError(self.down)
            try:
                found = self.finder.find(wanted, self.transport)
            except UnavailableError as error:
                self.down = str(error)
                raise FailedError(self.down) from None
            except FailedError as error:
                self._failed()
                raise FailedError(str(error)) from None
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
                self._failed()
                raise FailedError(f"what {label} answered is not in its form") from None
            self.failures = 0
            return found

    def _failed(self) -> None:
        self.failures += 1
        if self.failures == PATIENCE:
            self.down = f"{PATIENCE} look-ups in a row failed"


class _Run:
    """One run: the ways to services and texts, shared by the threads."""

    def __init__(
        self,
        folder: Path,
        accept: Accept,
        settings: Settings,
        stop: threading.Event,
        *,
        licences: tuple[str, ...],
        only_find: bool,
    ) -> None:
        self._folder = folder
        self._accept = accept
        self._settings = settings
        self._licences = licences
        self._only_find = only_find
        self._ways: list[_Way] = []
        addresses, exempt = _addresses(settings.environment)
        self._addresses = addresses
        self._mailto = mailto_of(settings.environment)
        for finder in FINDERS.values():
            transport = Transport(finder.service, settings, finder.read, stop)
            self._ways.append(_Way(finder, transport))
        self._downloads = Downloads(settings, exempt, stop)
        self._number = 0
        self._lock = threading.Lock()

    def close(self) -> None:
        """Close the ways to the services."""
        for way in self._ways:
            way.transport.close()

    def obtain(self, entry: Entry) -> Obtained:
        """Seek and bring the text of one entry."""
        if entry.obtained_via == MANUAL_ENTRY:
            return Obtained(entry, "not-asked", why=MANUAL)
        if not can_be_sought(entry):
            return Obtained(entry, "not-asked", why=NO_IDENTIFIER)
        tried: list[Tried] = []
        seen: set[str] = set()
        for location in self._locations(entry, tried):
            if location.url in seen:
                continue
            seen.add(location.url)
            found = self._try(entry, location)
            if isinstance(found, Obtained):
                return replace(found, tried=tuple(tried))
            tried.append(found)
        broken = any(one.broken for one in tried)
        places = [one for one in tried if one.url]
        if places:
            why = "; ".join(f"{one.service}: {one.why}" for one in places[-3:])
        elif broken:
            why = "; ".join(f"{one.service}: {one.why}" for one in tried if one.broken)
        else:
            offline = any(one.why == OFFLINE for one in tried)
            why = OFFLINE if offline else NOT_OPEN
        return Obtained(entry, "broken" if broken else "not-open", why=why, tried=tuple(tried))

    def _locations(self, entry: Entry, tried: list[Tried]) -> Iterator[Location]:
        """Ask one service after the other; what is not surely the version of record waits."""
        wanted = Wanted(
            Work.of(entry),
            entry.source_pointer,
            preprint_server(entry),
            self._addresses,
            self._mailto,
        )
        left = list(self._ways)
        waiting: list[Location] = []
        # A service may tell of an identifier by which an earlier one can be asked.
        while (way := next((one for one in left if one.finder.knows(wanted)), None)) is not None:
            left.remove(way)
            label = way.finder.service.label
            try:
                found = way.find(wanted)
            except NotCachedError:
                tried.append(Tried(label, "", OFFLINE))
                continue
            except FailedError as error:
                tried.append(Tried(label, "", str(error), broken=True))
                continue
            work = wanted.work
            work = replace(
                work, pmcid=work.pmcid or found.pmcid, arxiv=work.arxiv or _arxiv(found.arxiv)
            )
            wanted = replace(wanted, work=work)
            best = sorted(found.locations, key=lambda one: one.rank)
            yield from (one for one in best if one.version == "published")
            waiting += [one for one in best if one.version != "published"]
        stated = stated_address(entry)
        # Beside an identifier it is mostly the page about the work.
        if stated is not None and (len(left) == len(self._ways) or _names_pdf(stated)):
            waiting.append(Location(stated, "pdf", "unknown", None, STATED))
        yield from sorted(waiting, key=lambda one: one.rank)

    def _try(self, entry: Entry, location: Location) -> Obtained | Tried:
        service = location.service
        known = location.licence
        if self._licences and location.form == "pdf" and not is_admitted(known, self._licences):
            return Tried(service, location.url, _not_admitted(known))
        if self._only_find:
            return Obtained(entry, "found", None, location, location.url, known)
        if self._settings.offline:
            return Tried(service, location.url, "offline: nothing is brought")
        try:
            brought = self._downloads.bring(location)
        except NotToBeHadError as error:
            return Tried(service, location.url, str(error))
        except BrokenError as error:
            return Tried(service, location.url, str(error), broken=True)
        licence = known or (licence_in(brought.data) if location.form == "jats" else None)
        if not is_admitted(licence, self._licences):
            return Tried(service, location.url, _not_admitted(licence))
        path = self._put(brought, location)
        why = self._accept(entry, path)
        if why is not None:
            path.unlink(missing_ok=True)
            return Tried(service, location.url, why)
        return Obtained(entry, "got", path, location, brought.url, licence)

    def _put(self, brought: Brought, location: Location) -> Path:
        with self._lock:
            self._number += 1
            path = self._folder / f"{self._number}{_ENDINGS[location.form]}"
        path.write_bytes(brought.data)
        return path


def _addresses(environment: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """Return the address of each service by its name, and those that a variable names."""
    found, exempt = {}, []
    for name, finder in FINDERS.items():
        found[name], is_own = address_of(finder.service, environment)
        if not is_own:
            exempt.append(found[name])
    return found, exempt


def _arxiv(told: str | None) -> str | None:
    return arxiv_in(f"arXiv:{told}") if told else None


def _names_pdf(address: str) -> bool:
    return urlsplit(address).path.lower().endswith(".pdf")


def _not_admitted(licence: str | None) -> str:
    return f"its licence is {licence}" if licence else "nobody states its licence"
