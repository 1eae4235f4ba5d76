"""A source's file, put into the store and recorded in the catalog and the sidecar (contract §8)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ars_pandoc.corpus.edit_sidecar import set_fields
from ars_pandoc.grounding.catalog import Snapshot, load_catalog
from ars_pandoc.grounding.edit_catalog import record_facts, set_snapshots, this_moment
from ars_pandoc.grounding.extract import EXTENSIONS, JATS, extract, media_type, read_bounded
from ars_pandoc.grounding.front_matter import front_matter
from ars_pandoc.grounding.identify import Candidate, Identified, candidate, identify
from ars_pandoc.grounding.store import Store
from ars_pandoc.grounding.unreadable import Unreadable

if TYPE_CHECKING:
    from ars_pandoc.corpus.entry import Entry

_CATALOG = "catalog.yaml"


@dataclass(frozen=True, slots=True)
class Opened:
    """A file that may be a source.

    Attributes:
        path: Where it lies.
        data: Its bytes.
        media_type: What it is.
        found: What identifies it, or None if its words cannot be read.
        unreadable: Why not, or "".
    """

    path: Path
    data: bytes
    media_type: str
    found: Candidate | None
    unreadable: str = ""


@dataclass(frozen=True, slots=True)
class Pinned:
    """What became of a file.

    Attributes:
        sha256: Its name in the store.
        identified: What its first pages say, or None if they cannot be read.
        unreadable: Why not, or "".
        known: It was pinned for this source already.
        retracted: The file itself says that it is retracted.
    """

    sha256: str
    identified: Identified | None
    unreadable: str = ""
    known: bool = False
    retracted: bool = False

    @property
    def match(self) -> bool:
        """Title and an author were found in it."""
        return self.identified is not None and self.identified.match


def open_file(path: Path) -> Opened:
    """Read a file that may be a source.

    Raises:
        ArsError: It is not there or may not be read.
        Unreadable: It is empty, too large, or of no kind that can be a source.
    """
    data = read_bounded(path)
    if not data:
        raise Unreadable("the file is empty")
    kind = media_type(data, path.name)
    try:
        text = extract(data, path.name, kind)
    except Unreadable as error:
        # A scan is held nevertheless: a person can read it.
        return Opened(path, data, kind, None, error.reason)
    return Opened(path, data, kind, candidate(text, front_matter(data, kind)))


def pin(
    entry: Entry,
    file: Opened,
    *,
    sidecar: Path,
    folder: Path,
    licence: str | None = None,
    origin: str | None = None,
) -> Pinned:
    """Put a file into the store as the text of a source.

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
    key = entry.citation_key
    held = load_catalog((), folder).snapshots(key)
    identified = None if file.found is None else identify(entry, file.found)
    match = identified is not None and identified.match
    sha256 = Store((folder,)).write(file.data, f".{EXTENSIONS[file.media_type]}")
    old = next((one for one in held if one.sha256 == sha256), None)
    moment = this_moment()
    new = Snapshot(
        sha256,
        file.media_type,
        origin or (old.origin if old else None) or file.path.name,
        licence or (old.licence if old else None),
        (old.retrieved_at if old else None) or moment,
        match,
    )
    if old != new:
        others = [one for one in held if one.sha256 != sha256]
        set_snapshots(folder / _CATALOG, {key: [*others, new]})
    retracted = False
    if file.media_type == JATS and match:
        from ars_pandoc.signals.jats import retraction_fact

        fact = retraction_fact(file.data, moment)
        if fact is not None:
            record_facts(folder / _CATALOG, {key: [fact]})
            retracted = fact.value
    if match:
        set_fields(sidecar, {key: _fields(entry, file.path, sidecar)})
    return Pinned(sha256, identified, file.unreadable, old is not None, retracted)


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
