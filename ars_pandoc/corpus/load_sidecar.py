"""Sidecars into a `Corpus`: read, forgive what loses nothing, check, unite (contract §4)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ars_pandoc.base.data_file import Document, parse_document
from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.kept_data import remembered
from ars_pandoc.base.text_file import name_of, read_text
from ars_pandoc.base.wording import kind_of, shown
from ars_pandoc.corpus.policies import check_policies, read_policies
from ars_pandoc.corpus.problem import Problem, Severity, with_lines
from ars_pandoc.corpus.sidecar_entry import (
    LAST_YEAR,
    REQUIRED,
    SIGNALS,
    Entry,
    check_entry,
    check_unique,
    without_empty,
)

LIST = "literature_corpus"
"""The one top-level field of a sidecar that is ours to read."""

MAX_ENTRIES = 100_000
"""More entries are refused unchecked, so that every file is answered in a few seconds."""

_KEPT_VERSION = 1
"""To be raised with every change of what checking gives."""

_SHOWN_PROBLEMS = 20
_TEXT_FIELDS = (
    "citation_key",
    "title",
    "source_pointer",
    "venue",
    "adapter_name",
    "adapter_version",
    "abstract",
    "user_notes",
    "description_last_audit",
)
_TRUTH_FIELDS = ("source_acquired", "source_verified_against_original")
_TRUTHS = {"true": True, "false": False}
_YEAR = re.compile("[0-9]{4}")


class InvalidSidecarError(ArsError):
    """A sidecar that breaks the rules of contract §4; it names every problem.

    Attributes:
        problems: All of them, the errors first.
    """

    def __init__(self, label: str, problems: Sequence[Problem]) -> None:
        errors = [problem for problem in problems if problem.severity == "error"]
        count = "1 problem" if len(errors) == 1 else f"{len(errors)} problems"
        super().__init__(f"{label} cannot be used: {count} in it")
        self.problems = tuple(errors)

    def __str__(self) -> str:
        lines = [self.what]
        lines += [f"  {problem}" for problem in self.problems[:_SHOWN_PROBLEMS]]
        rest = len(self.problems) - _SHOWN_PROBLEMS
        if rest > 0:
            lines.append(f"  … and {rest} more")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Corpus:
    """The sources of a document.

    Attributes:
        label: Its name in messages, such as `refs.ars.yaml`.
        paths: The sidecar files; empty for a corpus in the document's metadata.
        entries: The sources by key, in the order of the sidecar.
        warnings: What is odd and stops nothing.
        strict: The names of its `terminal_policies` that are strict.
    """

    label: str
    paths: tuple[Path, ...] = ()
    entries: Mapping[str, Entry] = field(default_factory=dict)
    warnings: tuple[Problem, ...] = ()
    strict: frozenset[str] = frozenset()


def load_corpus(path: Path) -> Corpus:
    """Read a sidecar and hold it to its rules.

    Args:
        path: A YAML file, or JSON by its extension.

    Raises:
        UnreadableFileError: Not there, or no YAML or JSON.
        InvalidSidecarError: It breaks a rule of contract §4.
    """
    return _load(path, read_text(path))


@lru_cache(maxsize=4)
def _load(path: Path, text: str) -> Corpus:
    """Load a text once: the chapters of a thesis share their sidecar, and it is long."""
    kind = f"sidecar {_KEPT_VERSION} {path.suffix.lower() == '.json'}"
    kept = remembered(kind, text, lambda: _valid(path, text))
    return Corpus(
        name_of(path),
        (path,),
        _entries(kept["entries"]),
        tuple(Problem(*problem) for problem in kept["warnings"]),
        frozenset(kept["strict"]),
    )


def _valid(path: Path, text: str) -> dict[str, Any]:
    """Return the entries of a sidecar without error, and what is odd in it, as plain data."""
    document = parse_document(path, text)
    raw_entries, problems = check_document(document)
    _refuse_errors(document.label, problems)
    return {
        "entries": [without_empty(raw) for raw in raw_entries],
        "warnings": [
            [one.path, one.key, one.message, one.fix, one.severity, one.line] for one in problems
        ],
        "strict": sorted(read_policies(document.data)),
    }


def check_document(
    document: Document, *, unknown: Severity = "warning"
) -> tuple[list[Any], list[Problem]]:
    """Check a sidecar that has been read.

    Args:
        document: The sidecar.
        unknown: What an unknown field is (see `check_entry`).

    Returns:
        The raw entries and the problems, with their lines.

    Raises:
        InvalidSidecarError: There is no list of entries to check.
    """
    data = document.data
    if not isinstance(data, dict) or not isinstance(data.get(LIST), list):
        problem = _no_list(document)
        raise InvalidSidecarError(document.label, with_lines([problem], document.text))
    if len(data[LIST]) > MAX_ENTRIES:
        raise InvalidSidecarError(document.label, [_too_many(len(data[LIST]))])
    entries = [_forgive_numbers(raw) for raw in data[LIST]]
    problems = check_policies(data) + _check_all(entries, unknown)
    return entries, with_lines(problems, document.text)


def corpus_from_metadata(entries: Any, label: str) -> Corpus:
    """Build the corpus that stands inline in a document's metadata.

    Pandoc's metadata has text and true/false only (a number is text, an empty value is ""), so
    values are coerced by the types of the schema: a year of four digits to a number, `true` and
    `false` to booleans, an empty `description_last_audit` to null. Nothing else is guessed.

    Args:
        entries: The value of `literature_corpus` as plain data, without markup.
        label: How to name it in messages, such as `literature_corpus in paper.md`.

    Raises:
        InvalidSidecarError: It breaks a rule of contract §4.
    """
    if not isinstance(entries, list):
        raise InvalidSidecarError(label, [_no_list(Document(label, "", {LIST: entries}))])
    if len(entries) > MAX_ENTRIES:
        raise InvalidSidecarError(label, [_too_many(len(entries))])
    coerced = [_coerce(raw) for raw in entries]
    return _corpus(label, (), coerced, _check_all(coerced, "warning"))


def unite(corpora: Sequence[Corpus]) -> Corpus:
    """Unite the sidecars of several bibliographies.

    Raises:
        ArsError: One key stands in two of them with different contents.
    """
    if len(corpora) == 1:
        return corpora[0]
    entries: dict[str, Entry] = {}
    home: dict[str, str] = {}
    for corpus in corpora:
        for key, entry in corpus.entries.items():
            if key not in entries:
                entries[key], home[key] = entry, corpus.label
            elif entries[key].fields != entry.fields:
                raise ArsError(
                    f"the key {shown(key)} stands in two sidecars with different contents",
                    where=f"{home[key]} and {corpus.label}",
                    why="which of the two a citation means cannot be known",
                    steps=["make the two entries equal, or give one of them another key"],
                )
    return Corpus(
        ", ".join(corpus.label for corpus in corpora),
        tuple(path for corpus in corpora for path in corpus.paths),
        MappingProxyType(entries),
        tuple(warning for corpus in corpora for warning in corpus.warnings),
        frozenset().union(*(corpus.strict for corpus in corpora)),
    )


def _corpus(
    label: str,
    paths: tuple[Path, ...],
    raw_entries: list[Any],
    problems: list[Problem],
    strict: frozenset[str] = frozenset(),
) -> Corpus:
    _refuse_errors(label, problems)
    entries = _entries(map(without_empty, raw_entries))
    return Corpus(label, paths, entries, tuple(problems), strict)


def _refuse_errors(label: str, problems: Sequence[Problem]) -> None:
    if any(problem.severity == "error" for problem in problems):
        raise InvalidSidecarError(label, problems)


def _entries(raw_entries: Iterable[Any]) -> Mapping[str, Entry]:
    valid = map(Entry.from_valid, raw_entries)
    return MappingProxyType({entry.citation_key: entry for entry in valid})


def _check_all(entries: list[Any], unknown: Severity) -> list[Problem]:
    problems: list[Problem] = []
    for index, raw in enumerate(entries):
        problems += check_entry(raw, f"{LIST}[{index}]", unknown=unknown)
    return problems + check_unique(entries, LIST)


def _no_list(document: Document) -> Problem:
    data = document.data
    if data is None:
        message, fix = "the file is empty", f"write {LIST}: [] and add the entries below it"
    elif isinstance(data, list):
        message = f"the file is a bare list, without {LIST}:"
        fix = f"write {LIST}: in the first line and the list below it"
    elif not isinstance(data, dict):
        message, fix = f"the file is {kind_of(data)}", f"write a list below {LIST}:"
    elif LIST in data:
        message = f"{LIST} is {kind_of(data[LIST])}, not a list"
        fix = f"begin each entry with a dash below {LIST}:, or write {LIST}: []"
    else:
        message = f"there is no {LIST}"
        fix = f"write the entries as a list below {LIST}:; is it the right file?"
    return Problem(LIST, None, message, fix)


def _too_many(count: int) -> Problem:
    message = f"there are {count} entries, more than {MAX_ENTRIES}"
    fix = "split it, one sidecar beside each bibliography; several are united"
    return Problem(LIST, None, message, fix)


def _forgive_numbers(raw: Any) -> Any:
    """Take a whole number for text where text belongs: `title: 1984` has lost nothing.

    The reader resolves plain decimal numbers only, so their text is known (see `plain`).
    """
    if not isinstance(raw, dict):
        return raw
    mended: dict[str, Any] = {
        name: str(raw[name]) for name in _TEXT_FIELDS if type(raw.get(name)) is int
    }
    tags = raw.get("tags")
    if isinstance(tags, list) and any(type(tag) is int for tag in tags):
        mended["tags"] = [str(tag) if type(tag) is int else tag for tag in tags]
    return {**raw, **mended} if mended else raw


def _coerce(raw: Any) -> Any:
    if not isinstance(raw, dict):
        return raw
    # Pandoc's metadata has no empty value but "".
    entry = {
        name: None if value == "" and name not in REQUIRED else value
        for name, value in _forgive_numbers(raw).items()
    }
    year = entry.get("year")
    if isinstance(year, str) and _YEAR.fullmatch(year) and int(year) <= LAST_YEAR:
        entry["year"] = int(year)
    for name in _TRUTH_FIELDS:
        if name in entry:
            entry[name] = _truth(entry[name])
    signals = entry.get("contamination_signals")
    if isinstance(signals, dict):
        entry["contamination_signals"] = {
            name: _truth(value) if name in SIGNALS else value for name, value in signals.items()
        }
    return entry


def _truth(value: Any) -> Any:
    return _TRUTHS.get(value.lower(), value) if isinstance(value, str) else value
