"""The catalog, read: which bytes are held for a source and what was recorded about it.

`.ars/catalog.yaml` beside the sidecar (contract §8). Rows 2, 3, 4 and 6 of the
matrix rest on it; `verdict.sources` reads it for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from ars_pandoc.base.data_file import parse_document
from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.kept_data import remembered
from ars_pandoc.base.moments import ISO_DATE
from ars_pandoc.base.text_file import is_there, read_text
from ars_pandoc.base.wording import kind_of, shown
from ars_pandoc.base.yaml_lines import child_path
from ars_pandoc.corpus.problem import Problem, summary, with_lines
from ars_pandoc.corpus.sidecar_entry import INTEGRITY, INTEGRITY_TYPES, Entry

SCHEMA_VERSION = 1
OTHER_WORK = "names-other-work"
FACTS = ("retracted", "exists", OTHER_WORK)
ACKNOWLEDGEABLE = ("retraction", "other-work", "no-such-identifier")
"""What a person may acknowledge: rows 3, 4b and 4 (contract §6)."""

UNDATED = "0001-01-01"
"""The moment of what bears no date: older than all that does."""

_SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Bytes of a source that are held in the store.

    Attributes:
        sha256: Of the uncompressed bytes; the file is named by it.
        media_type: Such as `application/pdf`.
        origin: Where they came from, or None.
        licence: Or None where it is not known.
        retrieved_at: When, or None.
        content_match: Title and an author were found on the first pages.
    """

    sha256: str
    media_type: str
    origin: str | None = None
    licence: str | None = None
    retrieved_at: str | None = None
    content_match: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """What a service answered about a source.

    Attributes:
        what: `retracted`, `exists` or `names-other-work`.
        value: The answer.
        service: Who answered, such as `pubmed`.
        at: When.
        identifier: The identifier that was looked up, or None.
        note: What else was said that changes no verdict, such as a correction, or None; of
            `names-other-work` the title that the identifier bears.
    """

    what: str
    value: bool
    service: str
    at: str
    identifier: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """The writer cites a source knowing what is recorded of it.

    Attributes:
        what: One of `ACKNOWLEDGEABLE`.
        at: When it was acknowledged.
        note: Why, or None.
    """

    what: str
    at: str
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """All that the catalog has on one source."""

    snapshots: tuple[Snapshot, ...] = ()
    facts: tuple[Fact, ...] = ()
    acknowledged: tuple[Acknowledgement, ...] = ()


_NOTHING = Record()


class Stated(Protocol):
    """Tells if a source's entry still states an identifier that was looked up."""

    def __call__(self, identifier: str | None, *, exactly: bool = False) -> bool:
        """Say so.

        Args:
            identifier: Or None where none was known.
            exactly: The entry must have it; else it may also have none of its kind.
        """


@dataclass(frozen=True, slots=True)
class Catalog:
    """What is held and recorded, by citation key.

    Attributes:
        records: The records; a key without one has nothing held and nothing recorded.
    """

    records: Mapping[str, Record] = field(default_factory=dict)

    def snapshots(self, key: str) -> tuple[Snapshot, ...]:
        """Return what is held of a source."""
        return self.records.get(key, _NOTHING).snapshots

    def likeliest(self, key: str) -> tuple[Snapshot, ...]:
        """Return what is held of a source, what is surely it first, and of several the newest."""
        newest = self.snapshots(key)[::-1]
        return tuple(sorted(newest, key=lambda one: not one.content_match))

    def pinned(self, key: str) -> bool:
        """Return whether bytes of the source are held."""
        return bool(self.snapshots(key))

    def content_match(self, key: str) -> bool:
        """Return whether title and author were found in bytes that are held."""
        return any(snapshot.content_match for snapshot in self.snapshots(key))

    def acknowledged(self, key: str, what: str = "retraction") -> Acknowledgement | None:
        """Return the newest acknowledgement of what is recorded of the source, or None.

        Args:
            key: The citation key.
            what: One of `ACKNOWLEDGEABLE`.
        """
        made = self.records.get(key, _NOTHING).acknowledged
        return next((one for one in reversed(made) if one.what == what), None)

    def retracted(self, key: str, *, stated: Stated | None = None) -> Fact | None:
        """Return the fact that the source is retracted, or None if that was acknowledged.

        Any one service counts, by the last that it said.
        """
        return None if self.acknowledged(key) else self.recorded_retraction(key, stated=stated)

    def recorded_retraction(self, key: str, *, stated: Stated | None = None) -> Fact | None:
        """Return the fact that the source is retracted, acknowledged or not.

        Args:
            key: The citation key.
            stated: Tells if the source's entry still states an identifier; a fact on one that was
                corrected since says nothing of it any more.
        """
        return self._last_said(key, "retracted", True, stated)

    def missing_identifier(self, key: str, *, stated: Stated | None = None) -> Fact | None:
        """Return the fact that an identifier of the source does not exist, or None.

        Args:
            key: The citation key.
            stated: As for `recorded_retraction`.
        """
        return self._last_said(key, "exists", False, stated)

    def other_work(self, key: str, *, stated: Stated | None = None) -> Fact | None:
        """Return the fact that an identifier of the source is another work's, or None.

        Args:
            key: The citation key.
            stated: As for `recorded_retraction`.
        """
        return self._last_said(key, OTHER_WORK, True, stated)

    def differing_titles(self, key: str, *, stated: Stated | None = None) -> tuple[Fact, ...]:
        """Return the facts that an identifier bears another title, of a work that may be this one.

        Args:
            key: The citation key.
            stated: As for `recorded_retraction`.
        """
        said = self._last(key, stated)
        return tuple(f for f in said if f.what == OTHER_WORK and not f.value and f.note)

    def confirmed(self, key: str, *, stated: Stated) -> tuple[Fact, ...]:
        """Return the last answers on the existence of the identifiers that the entry states.

        Args:
            key: The citation key.
            stated: As for `recorded_retraction`.
        """
        return tuple(fact for fact in self._last(key, stated) if fact.what == "exists")

    def last_asked(self, key: str, *, stated: Stated | None = None) -> str | None:
        """Return when the source's retraction was last asked for, or None.

        Args:
            key: The citation key.
            stated: As for `recorded_retraction`.
        """
        said = (fact.at for fact in self._last(key, stated) if fact.what == "retracted")
        return max(said, default=None)

    def outdated(self, key: str, *, stated: Stated) -> tuple[Fact, ...]:
        """Return the facts on identifiers, missing or another work's, that the entry states no more.

        Args:
            key: The citation key.
            stated: As for `recorded_retraction`.
        """
        return tuple(
            fact
            for fact in self.records.get(key, _NOTHING).facts
            if (fact.what == "exists" and not fact.value) or fact.what == OTHER_WORK
            if not stated(fact.identifier, exactly=True)
        )

    def notices(self, key: str, *, stated: Stated | None = None) -> tuple[Fact, ...]:
        """Return the facts that bear a note: corrections, expressions of concern (contract §8).

        Args:
            key: The citation key.
            stated: As for `recorded_retraction`.
        """
        said = self._last(key, stated)
        return tuple(fact for fact in said if fact.note and fact.what != OTHER_WORK)

    def _last_said(self, key: str, what: str, value: bool, stated: Stated | None) -> Fact | None:
        said = (fact for fact in self._last(key, stated) if fact.what == what)
        return next((fact for fact in said if fact.value is value), None)

    def _last(self, key: str, stated: Stated | None) -> Iterable[Fact]:
        """Return the last that each service said of each identifier that the entry still states.

        What it said of the source when it knew no identifier of it ends with the first that it
        says of one.
        """
        last: dict[tuple[str, str, str | None], Fact] = {}
        facts = self.records.get(key, _NOTHING).facts
        for fact in sorted(facts, key=lambda fact: fact.at):
            if stated is None or stated(fact.identifier):
                identifier = None if fact.identifier is None else fact.identifier.casefold()
                if identifier is not None:
                    last.pop((fact.what, fact.service, None), None)
                last[fact.what, fact.service, identifier] = fact
        return last.values()


def catalog_path(sidecar: Path) -> Path:
    """Return the path of the catalog beside a sidecar, there or not (contract §8)."""
    return sidecar.with_name(".ars") / "catalog.yaml"


def load_catalog(
    sidecars: Iterable[Path],
    folder: Path | None = None,
    entries: Mapping[str, Entry] | None = None,
) -> Catalog:
    """Read and unite the catalogs beside sidecars; one that is not there is empty.

    Args:
        sidecars: The sidecars, each with its own catalog beside it.
        folder: Where the catalog is instead, as the option `sources` says (contract §7).
        entries: The sources, whose `bibliographic_integrity_signals` count as facts (§6).

    Raises:
        ArsError: A catalog is damaged or of a later version.
    """
    records: dict[str, Record] = {}
    paths = map(catalog_path, sidecars) if folder is None else [folder / "catalog.yaml"]
    for path in dict.fromkeys(paths):
        if is_there(path):
            for key, record in _read(path, read_text(path)).items():
                records[key] = _joined(records[key], record) if key in records else record
    for key, entry in (entries or {}).items():
        if facts := integrity_facts(entry):
            known = records.get(key, _NOTHING)
            records[key] = replace(known, facts=known.facts + facts)
    return Catalog(records)


def integrity_facts(entry: Entry) -> tuple[Fact, ...]:
    """Return what newer ARS recorded on an entry's retraction, as facts (contract §6).

    The service is named as the sidecar's: what a service answers itself takes nothing of it back.
    """
    listed = entry.fields.get(INTEGRITY)
    facts = []
    for signal in listed if isinstance(listed, list) else ():
        kind = signal.get("type") if isinstance(signal, dict) else None
        if not isinstance(kind, str) or kind not in INTEGRITY_TYPES:
            continue
        at, source = signal.get("detected_at"), signal.get("source")
        said_by = f"{source}, by the sidecar" if isinstance(source, str) else "the sidecar"
        note = f"there is a notice on it: {kind.replace('_', ' ')}"
        facts.append(
            Fact(
                "retracted",
                kind == "retraction",
                said_by,
                at if isinstance(at, str) and ISO_DATE.fullmatch(at) else UNDATED,
                None,
                None if kind == "retraction" else note,
            )
        )
    return tuple(facts)


def check_catalog(data: object) -> list[Problem]:
    """Hold a catalog as plain data to the format of contract §8; unknown fields are kept."""
    if not isinstance(data, dict):
        what = "the file is empty" if data is None else f"the file is {kind_of(data)}, not a map"
        return [Problem("schema", None, what, "restore the file from a backup")]
    if data.get("schema") != SCHEMA_VERSION or isinstance(data.get("schema"), bool):
        message = f"schema is {shown(data.get('schema'))}, not {SCHEMA_VERSION}"
        return [Problem("schema", None, message, "use the ars-pandoc that wrote it, or a newer")]
    entries = data.get("entries", {})
    if not isinstance(entries, dict):
        message = f"entries is {kind_of(entries)}, not a map"
        return [Problem("entries", None, message, "write entries: {}")]
    problems: list[Problem] = []
    for key, record in entries.items():
        for below, message in _check_record(record, child_path("entries", key)):
            problems.append(Problem(below, key, message, "restore the file, or take the part out"))
    return problems


_KEPT_VERSION = 1
"""To be raised with every change of what a catalog must hold."""


def _valid(path: Path, text: str) -> dict[str, Any]:
    """Return the entries of a catalog in which nothing is wrong."""
    document = parse_document(path, text)
    problems = with_lines(check_catalog(document.data), document.text)
    if problems:
        raise ArsError(
            f"the catalog {document.label} is damaged",
            why=summary(problems),
            steps=["restore it from a backup or version control"],
        )
    entries: dict[str, Any] = document.data.get("entries", {})
    return entries


@lru_cache(maxsize=4)
def _read(path: Path, text: str) -> Mapping[str, Record]:
    """Read a text once: the chapters of a thesis share their catalog."""
    entries: dict[str, Any] = remembered(
        f"catalog {_KEPT_VERSION}", text, lambda: _valid(path, text)
    )
    return {key: _record(raw) for key, raw in entries.items()}


def _joined(one: Record, other: Record) -> Record:
    return Record(
        one.snapshots + other.snapshots,
        one.facts + other.facts,
        one.acknowledged + other.acknowledged,
    )


def _record(raw: Mapping[str, Any]) -> Record:
    return Record(
        tuple(
            Snapshot(
                item["sha256"],
                item["media_type"],
                item.get("origin"),
                item.get("licence"),
                item.get("retrieved_at"),
                item.get("content_match", False),
            )
            for item in raw.get("snapshots", ())
        ),
        tuple(
            Fact(
                item["what"],
                item["value"],
                item["service"],
                item["at"],
                None if item.get("identifier") is None else str(item["identifier"]),
                item.get("note"),
            )
            for item in raw.get("facts", ())
        ),
        tuple(
            Acknowledgement(item["what"], item["at"], item.get("note"))
            for item in raw.get("acknowledged", ())
        ),
    )


# What each part of a list holds: the check of each field, and whether it must be there.


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_text_or_null(value: object) -> bool:
    return value is None or isinstance(value, str)


def _is_identifier(value: object) -> bool:
    return _is_text_or_null(value) or type(value) is int  # a PMID, written without quotes


def _is_date(value: object) -> bool:
    return isinstance(value, str) and ISO_DATE.fullmatch(value) is not None


def _is_truth(value: object) -> bool:
    return isinstance(value, bool)


def _is_sha256(value: object) -> bool:
    return isinstance(value, str) and _SHA256.fullmatch(value) is not None


def _is_fact(value: object) -> bool:
    return value in FACTS


def _is_acknowledgeable(value: object) -> bool:
    return value in ACKNOWLEDGEABLE


_LISTS = {
    "snapshots": {
        "sha256": (_is_sha256, True),
        "media_type": (_is_text, True),
        "origin": (_is_text_or_null, False),
        "licence": (_is_text_or_null, False),
        "retrieved_at": (_is_date, False),
        "content_match": (_is_truth, False),
    },
    "facts": {
        "what": (_is_fact, True),
        "value": (_is_truth, True),
        "service": (_is_text, True),
        "at": (_is_date, True),
        "identifier": (_is_identifier, False),
        "note": (_is_text_or_null, False),
    },
    "acknowledged": {
        "what": (_is_acknowledgeable, True),
        "at": (_is_date, True),
        "note": (_is_text_or_null, False),
    },
}


def _check_record(record: object, path: str) -> list[tuple[str, str]]:
    if not isinstance(record, dict):
        return [(path, f"a record is {kind_of(record)}, not a map")]
    found: list[tuple[str, str]] = []
    for name, fields in _LISTS.items():
        items = record.get(name, [])
        if not isinstance(items, list):
            found.append((f"{path}.{name}", f"{name} is {kind_of(items)}, not a list"))
            continue
        for index, item in enumerate(items):
            here = f"{path}.{name}[{index}]"
            if not isinstance(item, dict):
                found.append((here, f"a part of {name} is {kind_of(item)}, not a map"))
                continue
            for part, (is_good, is_required) in fields.items():
                if part not in item:
                    if is_required:
                        found.append((here, f"{part} is missing"))
                elif not is_good(item[part]):
                    found.append((f"{here}.{part}", f"{part} is not what it may be"))
    return found
