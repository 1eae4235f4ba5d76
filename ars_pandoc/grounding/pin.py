"""Pinning: a file goes to the store, and the catalog says of which source it is (contract §8)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from ars_pandoc.corpus.edit_sidecar import set_fields
from ars_pandoc.corpus.entry import Entry
from ars_pandoc.grounding.catalog import Snapshot, load_catalog
from ars_pandoc.grounding.edit_catalog import record_facts, set_snapshots, this_moment
from ars_pandoc.grounding.extract import EXTENSIONS, JATS, extract, media_type, read_bounded
from ars_pandoc.grounding.front_matter import front_matter
from ars_pandoc.grounding.identify import Identified, Look, identify
from ars_pandoc.grounding.store import Store
from ars_pandoc.grounding.unreadable import Unreadable


@dataclass(frozen=True, slots=True)
class Opened:
    """A file that was looked at.

    Attributes:
        path: Where it lies.
        data: Its bytes.
        media_type: What it is.
        found: What it shows of itself, or None if no program can read it.
        unreadable: Why not, or "".
    """

    path: Path
    data: bytes
    media_type: str
    found: Look | None
    unreadable: str


@dataclass(frozen=True, slots=True)
class Pinned:
    """What pinning a file did.

    Attributes:
        identified: How the file compares with the entry; None if it cannot be read.
        unreadable: Why not, or "".
        known: Whether these bytes were held for this source before.
        retracted: Whether the article itself says that it was retracted.
    """

    identified: Identified | None
    unreadable: str
    known: bool
    retracted: bool

    @property
    def match(self) -> bool:
        """Whether the file is the source that the entry describes."""
        return self.identified is not None and self.identified.match


def open_file(path: Path) -> Opened:
    """Read a file that is to be pinned.

    Raises:
        ArsError: It is not there or may not be read.
        Unreadable: It is of no kind that can be a source, or too large.
    """
    data = read_bounded(path)
    kind = media_type(data, path.name)
    if kind not in EXTENSIONS:
        raise Unreadable(f"its kind ({kind}) is none that can be a source")
    try:
        text = extract(data, path.name, kind)
    except Unreadable as error:
        return Opened(path, data, kind, None, error.reason)
    return Opened(path, data, kind, Look(text, front_matter(data, kind)), "")


def pin(
    entry: Entry,
    file: Opened,
    *,
    sidecar: Path,
    folder: Path,
    licence: str | None = None,
    origin: str | None = None,
) -> Pinned:
    """Pin a file as the source of an entry.

    With a content match the sidecar's entry says that the source is held, since when, and where;
    without one the sidecar stays as it is (contract §8).

    Args:
        entry: The entry.
        file: The file.
        sidecar: The sidecar that has the entry.
        folder: The folder of the catalog and the store, such as `.ars` beside the sidecar.
        licence: Under which the file came, if that is known.
        origin: Where it comes from; the file's name by default.

    Raises:
        ArsError: Something cannot be written; nothing is lost then.
    """
    key = entry.citation_key
    identified = None if file.found is None else identify(entry, file.found)
    match = identified is not None and identified.match
    catalog = folder / "catalog.yaml"
    held = load_catalog([sidecar], folder).snapshots(key)
    sha256 = Store((folder,)).write(file.data, f".{EXTENSIONS[file.media_type].lstrip('.')}")
    moment = this_moment()
    snapshot = Snapshot(
        sha256, file.media_type, origin or file.path.name, licence, moment, content_match=match
    )
    others = [one for one in held if one.sha256 != sha256]
    set_snapshots(catalog, {key: [*others, snapshot]})
    retracted = _record_retraction(file, key, catalog, moment)
    if match:
        set_fields(sidecar, {key: _fields(entry, file.path, sidecar)})
    return Pinned(identified, file.unreadable, len(others) < len(held), retracted)


def _fields(entry: Entry, path: Path, sidecar: Path) -> dict[str, Any]:
    """Say that a source is held, with a date and a place where the entry has none yet."""
    fields: dict[str, Any] = {"source_acquired": True}
    if "source_acquisition_date" not in entry.fields:
        fields["source_acquisition_date"] = date.today().isoformat()
    if "source_acquisition_path" not in entry.fields:
        absolute, folder = path.resolve(), sidecar.resolve().parent
        inside = absolute.is_relative_to(folder)
        fields["source_acquisition_path"] = (
            absolute.relative_to(folder).as_posix() if inside else str(absolute)
        )
    return fields


def _record_retraction(file: Opened, key: str, catalog: Path, moment: str) -> bool:
    """Record what an article's own JATS says of its retraction (contract §8)."""
    if file.media_type != JATS:
        return False
    from ars_pandoc.signals.jats import retraction_fact

    fact = retraction_fact(file.data, moment)
    if fact is None:
        return False
    record_facts(catalog, {key: [fact]})
    return fact.value
