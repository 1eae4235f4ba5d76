"""Files pinned as the text of sources: bytes to the store, what they are to the records (§8).

The bytes are stored one by one; catalog and sidecar learn of several at once, since each change
reads and checks the whole file. What a crash leaves unrecorded is pinned again by the next run.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.interrupts import undivided
from ars_pandoc.base.locked_file import written_before
from ars_pandoc.base.text_file import name_of
from ars_pandoc.corpus.catalog import Fact, Snapshot, load_catalog
from ars_pandoc.corpus.edit_catalog import add_snapshots, record_facts, this_moment
from ars_pandoc.corpus.edit_sidecar import set_fields, try_fields
from ars_pandoc.corpus.store import Store
from ars_pandoc.texts.extract import EXTENSIONS, JATS, PDF, read_bounded
from ars_pandoc.texts.file_kind import named_kind
from ars_pandoc.texts.kept_text import extract_kept
from ars_pandoc.texts.unreadable import Unreadable
from ars_pandoc.works.front_matter import front_matter
from ars_pandoc.works.title_page import Candidate, Identified, candidate, identify

if TYPE_CHECKING:
    from ars_pandoc.corpus.sidecar_entry import Entry

_CATALOG = "catalog.yaml"
_SECONDS = 2.0
"""So long stored bytes wait for the catalog at most, where writing it is quick."""

_SHARE = 4
"""Writing the records takes at most a fifth of the time."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A file that may be a source; its bytes are not kept, a library would fill the memory.

    Attributes:
        path: Where it lies.
        sha256: Of its bytes.
        media_type: What it is.
        found: What identifies it, or None if its words cannot be read or were not looked at.
        unreadable: Why they cannot, or "".
        matched: The keys for which the catalog holds these very bytes with a content match; they
            were looked at then.
    """

    path: Path
    sha256: str
    media_type: str
    found: Candidate | None
    unreadable: str = ""
    matched: frozenset[str] = frozenset()
    copy: bytes | None = field(default=None, repr=False)
    """What is pinned in place of an encrypted file: a copy that opens without the password."""


@dataclass(frozen=True, slots=True)
class Pinned:
    """What became of a file.

    Attributes:
        sha256: Its name in the store.
        match: It is the source: title and an author were found in it, now or when it was pinned.
        identified: What its first pages say, or None if they were not or cannot be read.
        unreadable: Why not, or "".
        known: It was pinned for this source already.
        retracted: The file itself says that it is retracted.
    """

    sha256: str
    match: bool
    identified: Identified | None
    unreadable: str = ""
    known: bool = False
    retracted: bool = False


def open_file(
    path: Path, held: Mapping[str, frozenset[str]] | None = None, *, password: str = ""
) -> Opened:
    """Read a file that may be a source.

    Args:
        path: The file.
        held: By SHA-256, the keys for which the catalog has a content match; such a file is not
            looked at again.
        password: Of an encrypted PDF: a copy without its encryption is opened.

    Raises:
        ArsError: It is not there or may not be read.
        Unreadable: It is empty, too large, or of no kind that can be a source; or the password
            does not open it.
    """
    data = read_bounded(path)
    if not data:
        raise Unreadable("the file is empty")
    kind = named_kind(data, path.name)
    copy = None
    if password and kind == PDF:
        from ars_pandoc.texts.pdf.unlocking import unlocked

        data = copy = unlocked(data, password)
    sha256 = hashlib.sha256(data).hexdigest()
    matched = (held or {}).get(sha256, frozenset())
    if matched:
        return Opened(path, sha256, kind, None, matched=matched, copy=copy)
    try:
        # What is read here is kept: the first look for a quote does not read it again.
        text = extract_kept(data, path.name, kind)
    except Unreadable as error:
        # A scan is held nevertheless: a person can read it.
        return Opened(path, sha256, kind, None, error.reason, copy=copy)
    return Opened(path, sha256, kind, candidate(text, front_matter(data, kind)), copy=copy)


class Pinning:
    """Files pinned one after the other, and recorded together.

    Args:
        sidecar: Where the entries stand; it learns which sources are held.
        folder: The folder `.ars`, or the one that the option `sources` names.
        licence: Under which the files may be shared, or None.
        origin: Where they come from; by default their names.

    Raises:
        ArsError: The catalog is damaged.
    """

    def __init__(
        self,
        sidecar: Path,
        folder: Path,
        *,
        licence: str | None = None,
        origin: str | None = None,
    ) -> None:
        self._sidecar = sidecar
        self._catalog = folder / _CATALOG
        self._store = Store((folder,))
        self._licence = licence
        self._origin = origin
        self._held = {
            (key, snapshot.sha256): snapshot
            for key, record in load_catalog((), folder).records.items()
            for snapshot in record.snapshots
        }
        self._snapshots: dict[str, list[Snapshot]] = {}
        self._facts: dict[str, list[Fact]] = {}
        self._fields: dict[str, dict[str, Any]] = {}
        self._named: set[str] = set()
        self._recorded = time.monotonic()
        self._cost = 0.0

    @property
    def held(self) -> dict[str, frozenset[str]]:
        """By SHA-256, the keys for which the catalog had a content match and the store the bytes."""
        found: dict[str, frozenset[str]] = {}
        for (key, sha256), snapshot in self._held.items():
            if snapshot.content_match and self._store.find(sha256) is not None:
                found[sha256] = found.get(sha256, frozenset()) | {key}
        return found

    def add(
        self,
        entry: Entry,
        file: Opened,
        *,
        licence: str | None = None,
        origin: str | None = None,
        passing: bool = False,
    ) -> Pinned:
        """Put a file into the store as the text of a source; `record` says so to the records.

        Args:
            entry: The source.
            file: As `open_file` gives it.
            licence: Under which this file may be shared, where it is not that of all.
            origin: Where this file comes from, likewise.
            passing: The file does not stay where it lies: the one in the store is named.

        Raises:
            ArsError: The store cannot be written, or the file is not what was opened any more.
        """
        # Bytes in the store that nothing records would be nobody's.
        with undivided():
            return self._add(entry, file, licence, origin, passing=passing)

    def _add(
        self,
        entry: Entry,
        file: Opened,
        licence: str | None,
        origin: str | None,
        *,
        passing: bool,
    ) -> Pinned:
        key = entry.citation_key
        identified = None if file.found is None else identify(entry, file.found)
        match = key in file.matched or (identified is not None and identified.match)
        old = self._held.get((key, file.sha256))
        moment = this_moment()
        retraction = None
        if key not in file.matched or not self._store.is_whole(file.sha256):
            data = self._bytes(file)
            self._store.write(data, f".{EXTENSIONS[file.media_type]}")
            if file.media_type == JATS and match:
                from ars_pandoc.works.jats_retraction import retraction_fact

                retraction = retraction_fact(data, moment)
        new = Snapshot(
            file.sha256,
            file.media_type,
            origin or self._origin or (old.origin if old else None) or file.path.name,
            licence or self._licence or (old.licence if old else None),
            (old.retrieved_at if old else None) or moment,
            match,
        )
        if old != new:
            self._snapshots.setdefault(key, []).append(new)
            self._held[key, file.sha256] = new
        if retraction is not None:
            self._facts.setdefault(key, []).append(retraction)
        # Of several files of one source the first is named: the others only add to it.
        if match and key not in self._named:
            self._named.add(key)
            held = self._store.find(file.sha256) if passing else None
            self._fields[key] = _fields(entry, held or file.path, self._sidecar)
        retracted = retraction is not None and retraction.value
        return Pinned(file.sha256, match, identified, file.unreadable, old is not None, retracted)

    def complete(self, entry: Entry) -> None:
        """Let the sidecar say that a source is held of which the catalog says it already.

        A run that was killed between the two leaves that to the next.
        """
        if entry.source_acquired:
            return
        for (key, sha256), snapshot in self._held.items():
            path = self._store.find(sha256) if key == entry.citation_key else None
            if snapshot.content_match and path is not None:
                self._fields[key] = _fields(entry, path, self._sidecar)

    @property
    def is_due(self) -> bool:
        """Return whether the records should be written: not after every file, and not at the end only."""
        return time.monotonic() - self._recorded > max(_SECONDS, _SHARE * self._cost)

    def record(self) -> None:
        """Say in catalog and sidecar what was stored since the last time.

        Raises:
            ArsError: Catalog or sidecar cannot be written.
        """
        start = time.monotonic()
        # The catalog first: the sidecar must not claim what it does not have.
        # And not even the catalog is written where the sidecar would not take its part.
        if self._fields:
            try_fields(self._sidecar, self._fields)
        add_snapshots(self._catalog, self._snapshots)
        self._snapshots = {}
        with written_before(self._catalog):
            record_facts(self._catalog, self._facts)
            self._facts = {}
            if self._fields:
                set_fields(self._sidecar, self._fields)
                self._fields = {}
        self._recorded = time.monotonic()
        self._cost = self._recorded - start

    def _bytes(self, file: Opened) -> bytes:
        if file.copy is not None:
            return file.copy
        data = read_bounded(file.path)
        if hashlib.sha256(data).hexdigest() != file.sha256:
            raise ArsError(
                f"{name_of(file.path)} was changed while it was being pinned",
                steps=["wait until nothing writes it any more, and pin it again"],
            )
        return data


def pin(
    entry: Entry,
    file: Opened,
    *,
    sidecar: Path,
    folder: Path,
    licence: str | None = None,
    origin: str | None = None,
) -> Pinned:
    """Pin one file as the text of a source, and record it.

    Args:
        entry: The source.
        file: As `open_file` gives it.
        sidecar: Where the entry stands; it learns that the source is held if the content matches.
        folder: The folder `.ars`, or the one that the option `sources` names.
        licence: Under which the file may be shared, or None.
        origin: Where it comes from; by default its name.

    Raises:
        ArsError: Store, catalog or sidecar cannot be written.
    """
    pinning = Pinning(sidecar, folder, licence=licence, origin=origin)
    pinned = pinning.add(entry, file)
    pinning.record()
    return pinned


def _fields(entry: Entry, path: Path, sidecar: Path) -> dict[str, Any]:
    absolute, folder = path.resolve(), sidecar.resolve().parent
    inside = absolute.is_relative_to(folder)
    fields: dict[str, Any] = {
        "source_acquired": True,
        "source_acquisition_path": absolute.relative_to(folder).as_posix()
        if inside
        else str(absolute),
    }
    if not entry.source_acquired and "source_acquisition_date" not in entry.fields:
        fields["source_acquisition_date"] = date.today().isoformat()
    return fields
