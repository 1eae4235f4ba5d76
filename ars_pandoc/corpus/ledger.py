"""The human-read ledger, read: which sources a person has marked as read (contract §5).

Reading is on the filter's path; writing is `edit_ledger`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ars_pandoc.base.data_file import parse_document
from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.kept_data import remembered
from ars_pandoc.base.moments import ISO_DATE
from ars_pandoc.base.text_file import UnreadableFileError, is_there, name_of, read_text
from ars_pandoc.base.wording import kind_of, shown
from ars_pandoc.corpus.problem import Problem, summary, with_lines

if TYPE_CHECKING:
    from datetime import datetime
from ars_pandoc.base.moments import moment_of

LEVELS = ("full_text", "sections", "abstract_only", "toc_only", "unknown")
"""How much was read; a mark without a scope is `unknown`."""


@dataclass(frozen=True, slots=True)
class ReadScope:
    """How much of a source was read.

    Attributes:
        level: One of `LEVELS`.
        locators: The sections or pages, with the level `sections` only.
        note: A note of the reader's, or None.
    """

    level: str
    locators: tuple[str, ...] = ()
    note: str | None = None


@dataclass(frozen=True, slots=True)
class ReadMark:
    """A mark of reading that stands.

    Attributes:
        key: The source's citation key.
        marked_at: When, as the ledger writes it.
        level: How much was read, one of `LEVELS`; `unknown` where the ledger does not say.
        locators: The sections or pages read, for `sections` only.
        note: The reader's note, or None.
    """

    key: str
    marked_at: str
    level: str = "unknown"
    locators: tuple[str, ...] = ()
    note: str | None = None

    @property
    def scope(self) -> ReadScope:
        """How much was read, in one value."""
        return ReadScope(self.level, self.locators, self.note)


@dataclass(frozen=True, slots=True)
class Ledger:
    """Which sources were read, from one ledger or several.

    Attributes:
        marks: The standing marks by key, for each in the order of the ledger.
        warnings: What is odd and stops nothing: a field that is nearly one that is known.
    """

    marks: Mapping[str, tuple[ReadMark, ...]] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()

    def is_read(self, key: str) -> bool:
        """Return whether a mark stands that no later `rescinded_at` ends: `human_read_source`."""
        return key in self.marks

    def mark(self, key: str) -> ReadMark | None:
        """Return the newest standing mark of a key, or None."""
        marks = self.marks.get(key)
        return marks[-1] if marks else None

    def says(self, key: str, scope: ReadScope | None) -> bool:
        """Return whether the newest mark of a key says this already; None says only that it was read."""
        mark = self.mark(key)
        return mark is not None and scope in (None, mark.scope)

    def marked_together(self, within: float = 60) -> tuple[tuple[str, ...], ...]:
        """Group the sources that were marked within so many seconds of each other (contract §5).

        Returns:
            Groups of at least two keys, each in the order of marking.
        """
        moments = sorted(
            (moment_of(mark.marked_at), key) for key, marks in self.marks.items() for mark in marks
        )
        groups: list[list[str]] = []
        before: datetime | None = None
        for moment, key in moments:
            if before is None or (moment - before).total_seconds() > within:
                groups.append([])
            if key not in groups[-1]:
                groups[-1].append(key)
            before = moment
        return tuple(tuple(group) for group in groups if len(group) > 1)


def ledger_path(sidecar: Path) -> Path:
    """Return the path of a sidecar's ledger, there or not (contract §5)."""
    return sidecar.with_name(f"{sidecar.stem}_human_read_log.yaml")


def load_ledger(sidecars: Iterable[Path]) -> Ledger:
    """Read and unite the ledgers of sidecars; one that is not there holds no mark.

    Raises:
        ArsError: A ledger is damaged or cut off. It is never taken for an empty one.
    """
    marks: dict[str, tuple[ReadMark, ...]] = {}
    warnings: list[str] = []
    for sidecar in sidecars:
        path = ledger_path(sidecar)
        if is_there(path):
            read, odd = _marks(path, _text(path))
            warnings += odd
            for key, standing in read.items():
                marks[key] = marks.get(key, ()) + standing
    return Ledger(marks, tuple(warnings))


@lru_cache(maxsize=4)
def _marks(path: Path, text: str) -> tuple[Mapping[str, tuple[ReadMark, ...]], tuple[str, ...]]:
    """Return the standing marks of a text once, and what is odd in it.

    The chapters of a thesis share their ledger.
    """
    kept = remembered(f"ledger {_KEPT_VERSION}", text, lambda: _standing(path, text))
    marks: dict[str, list[ReadMark]] = {}
    for key, marked_at, level, locators, note in kept["marks"]:
        marks.setdefault(key, []).append(ReadMark(key, marked_at, level, tuple(locators), note))
    return (
        {key: tuple(standing) for key, standing in marks.items()},
        tuple(f"{name_of(path)}: {key}: {message}" for key, message in kept["odd"]),
    )


_KEPT_VERSION = 1
"""To be raised with every change of what reading a ledger gives."""


def _standing(path: Path, text: str) -> dict[str, Any]:
    """Return what stands in a text, and what is odd in it, as plain data."""
    records = _records(path, text)
    return {
        "marks": [
            [mark.key, mark.marked_at, mark.level, list(mark.locators), mark.note]
            for standing in standing_marks(records).values()
            for mark in standing
        ],
        "odd": [[problem.key, problem.message] for problem in slips(records)],
    }


def read_ledger(path: Path) -> list[dict[str, Any]]:
    """Read a ledger's records, all of them well formed.

    Raises:
        ArsError: It cannot be read, is cut off or breaks a rule.
    """
    return _records(path, _text(path))


def _text(path: Path) -> str:
    try:
        return read_text(path)
    except UnreadableFileError as error:
        raise _unreadable(path, error) from None


def _records(path: Path, text: str) -> list[dict[str, Any]]:
    try:
        document = parse_document(path, text)
    except UnreadableFileError as error:
        raise _unreadable(path, error) from None
    problems = with_lines(check_ledger(document.data), document.text)
    if problems:
        raise damaged(path, summary(problems))
    records: list[dict[str, Any]] = document.data["human_read"]
    return records


def _unreadable(path: Path, error: UnreadableFileError) -> ArsError:
    what = error.what.replace(name_of(path), "it", 1)
    why = f": {error.why}" if error.why else ""
    where = f" ({error.where})" if error.where else ""
    return damaged(path, f"{what}{why}{where}")


def check_ledger(data: object) -> list[Problem]:
    """Hold a ledger as plain data to the rules of contract §5; unknown fields are kept."""
    if not isinstance(data, dict) or not isinstance(data.get("human_read"), list):
        what = "the file is empty" if data is None else "there is no list human_read"
        return [Problem("human_read", None, what, "restore the file from a backup")]
    problems: list[Problem] = []
    for index, record in enumerate(data["human_read"]):
        problems += _check_record(record, f"human_read[{index}]")
    return problems


def slips(records: Sequence[Mapping[str, Any]]) -> list[Problem]:
    """Name the fields of records that are nearly ones that are known: they count for nothing."""
    found = []
    for index, record in enumerate(records):
        for name in record:
            if name not in _FIELDS and (meant := _meant(str(name), record)) is not None:
                message = f"there is no field {shown(name)}, and it counts for nothing"
                path = f"human_read[{index}].{name}"
                key = _key_of(record)
                found.append(
                    Problem(path, key, message, f"write {meant}, if it is meant", "warning")
                )
    return found


def _meant(name: str, record: Mapping[str, Any]) -> str | None:
    from difflib import get_close_matches  # only where a field is unknown

    near = get_close_matches(name.lower().replace("-", "_"), _FIELDS, 1, 0.75)
    return near[0] if near and near[0] not in record else None


_FIELDS = ("citation_key", "marked_at", "rescinded_at", "read_scope")


def standing_marks(records: Sequence[Mapping[str, Any]]) -> dict[str, tuple[ReadMark, ...]]:
    """Return the marks that stand, by key.

    A mark ends with its own `rescinded_at`, and with that of any record of the same key that is
    later than the mark; of the same second counts as later if its record is not before the mark's.
    """
    ends: dict[str, tuple[datetime, int]] = {}
    for index, record in enumerate(records):
        if "rescinded_at" in record:
            key, end = _key_of(record), (moment_of(record["rescinded_at"]), index)
            ends[key] = max(end, ends.get(key, end))
    marks: dict[str, list[ReadMark]] = {}
    for index, record in enumerate(records):
        key = _key_of(record)
        if "rescinded_at" in record:
            continue
        if key in ends and ends[key] >= (moment_of(record["marked_at"]), index):
            continue
        marks.setdefault(key, []).append(_mark_of(key, record))
    return {key: tuple(standing) for key, standing in marks.items()}


def damaged(path: Path, why: str) -> ArsError:
    """Make the error for a ledger that cannot be trusted to be whole."""
    return ArsError(
        f"the ledger {name_of(path)} is damaged",
        why=f"{why}; it is not taken for an empty one, since marks may be lost in it",
        steps=[
            "restore it from a backup or version control, or mend the line",
            f"check it with: ars validate --corpus {_sidecar_hint(path)}",
        ],
    )


def _sidecar_hint(path: Path) -> str:
    stem = path.name.removesuffix("_human_read_log.yaml")
    for ending in (".yaml", ".yml", ".json"):
        sidecar = path.with_name(stem + ending)
        if sidecar.exists():
            return name_of(sidecar)
    return "FILE"


def _key_of(record: Mapping[str, Any]) -> str:
    return str(record["citation_key"])  # a key of digits alone is a number in YAML


def _mark_of(key: str, record: Mapping[str, Any]) -> ReadMark:
    scope = record.get("read_scope") or {}
    locators = tuple(str(locator) for locator in scope.get("locators", ()))
    note = str(scope["note"]) if "note" in scope else None
    return ReadMark(key, record["marked_at"], scope.get("level", "unknown"), locators, note)


def _check_record(record: object, path: str) -> list[Problem]:
    if not isinstance(record, dict):
        return [Problem(path, None, f"a record is {kind_of(record)}, not a map", "mend the line")]
    key = record.get("citation_key")
    problems: list[Problem] = []

    def complain(below: str, message: str, fix: str) -> None:
        name = key if isinstance(key, str) else None
        problems.append(Problem(f"{path}.{below}", name, message, fix))

    if not _is_text(key):
        complain("citation_key", "a record has no citation_key", "write which source was read")
    for name in ("marked_at", "rescinded_at"):
        value = record.get(name)
        if name not in record:
            if name == "marked_at":
                complain(name, "a record has no marked_at", "write when, as 2026-05-14T10:30:00Z")
        elif not isinstance(value, str) or not ISO_DATE.fullmatch(value):
            complain(name, f"{name} is no ISO date: {shown(value)}", "write 2026-05-14T10:30:00Z")
    if "read_scope" in record:
        for below, message, fix in _check_scope(record["read_scope"]):
            complain(below, message, fix)
    return problems


def _check_scope(scope: object) -> list[tuple[str, str, str]]:
    if not isinstance(scope, dict):
        return [("read_scope", f"read_scope is {kind_of(scope)}, not a map", "write level: …")]
    found: list[tuple[str, str, str]] = []
    level = scope.get("level")
    if level not in LEVELS:
        said = "read_scope has no level" if level is None else f"no such level: {shown(level)}"
        found.append(("read_scope.level", said, f"write one of: {', '.join(LEVELS)}"))
    if "locators" in scope:
        locators = scope["locators"]
        if not isinstance(locators, list) or not locators:
            found.append(("read_scope.locators", "locators is no list", "write [section 3]"))
        elif not all(_is_text(item) for item in locators):
            found.append(("read_scope.locators", "a locator is no text", "write [section 3]"))
        elif level != "sections":
            fix = "write level: sections, or take the locators out"
            found.append(("read_scope.locators", "locators belong to level: sections alone", fix))
    if "note" in scope and not _is_text(scope["note"]):
        found.append(("read_scope.note", "note is no text", "take the line out"))
    return found


def _is_text(value: object) -> bool:
    # A whole number has lost nothing (see `plain`).
    return type(value) is int or (isinstance(value, str) and bool(value.strip()))
