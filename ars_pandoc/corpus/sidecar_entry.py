"""One entry of `literature_corpus`, and the rules that it must keep (contract §4).

The rules stand here in code because the gate checks a sidecar on every render and cannot wait
for a JSON Schema library; `schema/sidecar.schema.json` says the same, and a test holds the two
to one verdict.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ars_pandoc.base.characters import HIDDEN
from ars_pandoc.base.moments import ISO_DATE
from ars_pandoc.base.wording import kind_of, shell_word, shown
from ars_pandoc.corpus.problem import Problem, Severity

REQUIRED = ("citation_key", "title", "authors", "year", "source_pointer")
SIGNALS = (
    "preprint_post_llm_inflection",
    "semantic_scholar_unmatched",
    "openalex_unmatched",
    "crossref_unmatched",
    "arxiv_unmatched",
)
UNMATCHED = SIGNALS[1:]
OBTAINED_VIA = (
    "zotero-api",
    "zotero-bbt-export",
    "obsidian-vault",
    "folder-scan",
    "manual",
    "other",
)
VERIFICATION_METHODS = ("codex_audit", "manual_grep", "vision_check", "none")
LATER_FIELDS = (
    "arxiv_id",
    "venue_type",
    "venue_type_provenance",
    "venue_type_source",
    "contamination_signal_omissions",
    "contamination_signals_backfilled_at",
    "bibliographic_integrity_signals",
)
"""Fields of later ARS versions: accepted and kept, whatever they hold; of the integrity signals
what is not known is named."""
INTEGRITY = "bibliographic_integrity_signals"
INTEGRITY_TYPES = ("retraction", "correction", "expression_of_concern")
"""What newer ARS records of an entry: it counts as a fact of the catalog (contract §6)."""
LEDGER_FIELDS = ("human_read_source", "human_read_at")
NAME_PARTS = (
    "family",
    "given",
    "suffix",
    "dropping-particle",
    "non-dropping-particle",
    "comma-suffix",
    "static-ordering",
    "parse-names",
)
FIRST_YEAR, LAST_YEAR, INFLECTION_YEAR = 1000, 2100, 2024

DOI = r"10\.[0-9]{4,9}(?:/(?!\.{1,2}(?:/|$))[^\s/]*)+"
"""A DOI as a regular expression. One with a step such as `..` in it would ask for another path."""

_DOI = re.compile(DOI)
_DOI_PREFIX = re.compile(rf"(?:doi:\s*|https?://(?:dx\.)?doi\.org/)({DOI})", re.I)
_DESCRIPTION_SOURCE = re.compile(r"original_pdf|bibliography_v[0-9]+|secondary_summary")
_LONGEST_NAME = 100
_MOST_SUGGESTIONS = 1000
_KEY_SPACE = re.compile(r"\s")
_KEY_INVISIBLE = re.compile(f"[\x00-\x1f\x7f-\x9f{HIDDEN}]")
_YEAR_WITHIN = re.compile(r"(?<![0-9])(1[0-9]{3}|20[0-9]{2}|2100)(?![0-9])")

_COMMON_NAMES = {
    "id": "citation_key",
    "key": "citation_key",
    "citekey": "citation_key",
    "cite_key": "citation_key",
    "bibkey": "citation_key",
    "citation-key": "citation_key",
    "pmid": "source_pointer",
    "verified": "source_verified_against_original",
    "author": "authors",
    "DOI": "doi",
    "issued": "year",
    "date": "year",
    "journal": "venue",
    "container-title": "venue",
    "booktitle": "venue",
    "url": "source_pointer",
    "URL": "source_pointer",
    "note": "user_notes",
    "keywords": "tags",
}
# Names of people in other formats.
_COMMON_PARTS = {
    "last": "family",
    "last_name": "family",
    "lastname": "family",
    "surname": "family",
    "first": "given",
    "first_name": "given",
    "firstname": "given",
    "forename": "given",
    "institution": "literal",
    "organization": "literal",
}
_COMMON_SIGNALS = {
    "s2_unmatched": "semantic_scholar_unmatched",
    "s2": "semantic_scholar_unmatched",
    "preprint": "preprint_post_llm_inflection",
}
# What other tools call a mark of reading.
_READ_NAMES = ("human_read", "is_read", "read", "read_at", "date_read", "read_by")
_REQUIRED_FIX = {
    "citation_key": "add citation_key: the key that the text cites",
    "title": 'add title: "…"',
    "authors": "add authors: [{family: …, given: …}]",
    "year": "add year: the year of publication, four digits",
    "source_pointer": "add source_pointer: where the work is, such as https://doi.org/…",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A source as the sidecar states it; every field that is absent is not true.

    Attributes:
        citation_key: The key that documents cite.
        title: The work's title.
        authors: CSL-JSON names, `{family, given…}` or `{literal}`.
        year: The year of publication.
        source_pointer: Where the work lies in the writer's own library.
        doi: Without prefix, or None.
        venue: Journal, server or publisher, or None.
        obtained_via: How the entry came into the sidecar, or None.
        source_acquired: The original is held.
        source_verified_against_original: The entry was compared with the original.
        source_verification_method: How, or None.
        contamination_signals: None where they were not computed.
        fields: The entry as written, unknown fields too.
    """

    citation_key: str
    title: str
    authors: tuple[Mapping[str, Any], ...]
    year: int
    source_pointer: str
    doi: str | None
    venue: str | None
    obtained_via: str | None
    source_acquired: bool
    source_verified_against_original: bool
    source_verification_method: str | None
    contamination_signals: Mapping[str, bool] | None
    fields: Mapping[str, Any]

    @classmethod
    def from_valid(cls, raw: Mapping[str, Any]) -> Entry:
        """Build an entry from a raw one in which `check_entry` found no error."""
        get = raw.get
        return cls(
            raw["citation_key"],
            raw["title"],
            tuple(raw["authors"]),
            int(raw["year"]),
            raw["source_pointer"],
            get("doi"),
            get("venue"),
            get("obtained_via"),
            get("source_acquired", False),
            get("source_verified_against_original", False),
            get("source_verification_method"),
            get("contamination_signals"),
            raw,
        )

    @property
    def byline(self) -> str:
        """Name it in a word for people: `Smith and Müller 2024`, `Smith et al. 2024`."""
        names = [str(author.get("family") or author.get("literal")) for author in self.authors]
        who = " and ".join(names) if len(names) < 3 else f"{names[0]} et al."
        return f"{who} {self.year}"


FieldProblem = tuple[str, str, str]
"""The path below the entry, what is wrong, and how to mend it."""
_Check = Callable[[str, Any], Sequence[FieldProblem]]


def check_entry(
    raw: object,
    path: str = "literature_corpus[0]",
    *,
    unknown: Severity = "warning",
) -> list[Problem]:
    """Hold one entry to the rules of contract §4, all of them at once.

    Args:
        raw: The entry as plain data.
        path: Where it stands, for the messages.
        unknown: What an unknown field is: a warning at render, an error in `ars validate`. An
            empty one is absent, with a warning in both.

    Returns:
        The problems in the order of the entry's fields; empty if it is in order. That keys
        are unique is not a matter of one entry and not checked here.
    """
    if not isinstance(raw, dict):
        message = f"the entry is {kind_of(raw)}, not a map of fields"
        return [Problem(path, None, message, "write fields such as citation_key: … and title: …")]
    whole, raw = raw, without_empty(raw)
    field_problems: list[FieldProblem] = []
    strange: list[str] = []
    for name, value in raw.items():
        check = _CHECKS.get(name)
        if check is None:
            strange.append(name)
        else:
            field_problems += check(name, value)
    for name in REQUIRED:
        if name not in raw:
            field_problems.append(("", f"{name} is missing", _REQUIRED_FIX[name]))
    field_problems += _check_together(raw)
    strange = [name for name in strange if name not in LATER_FIELDS]
    odd = _odd_signals(raw[INTEGRITY]) if INTEGRITY in raw else ()
    is_whole = raw is whole and not strange and not odd
    if not field_problems and is_whole and not _has_unknown_parts(raw):
        return []
    key = raw.get("citation_key")
    key = key if isinstance(key, str) and key else None
    problems = [
        Problem(f"{path}.{below}" if below else path, key, message, fix)
        for below, message, fix in field_problems
    ]
    problems += [
        Problem(f"{path}.{below}", key, message, fix, "warning") for below, message, fix in odd
    ]
    problems += [
        Problem(
            f"{path}.{below}",
            key,
            f"{below} is empty",
            "write its value, or take it out",
            "warning",
        )
        for below in _empty(whole)
    ]
    for below, name, known in _unknown(raw, strange):
        if below == name and (name in LEDGER_FIELDS or name in _READ_NAMES):
            message = f"{name} does not belong in an entry: the ledger records what was read"
            fix = f"take the line out, and run: ars mark-read {shell_word(key or 'KEY')}"
            severity = "error" if name in LEDGER_FIELDS else unknown
            problems.append(Problem(f"{path}.{below}", key, message, fix, severity))
        else:
            message, fix = _unknown_words(name, known)
            problems.append(Problem(f"{path}.{below}", key, message, fix, unknown))
    return problems


def without_empty(raw: dict[str, Any]) -> dict[str, Any]:
    """Return an entry without the optional fields that are empty: they are absent.

    Args:
        raw: The entry as plain data; it is given back itself if nothing in it is empty.
    """
    empty = _empty(raw)
    if not empty:
        return raw
    kept = {name: value for name, value in raw.items() if name not in empty}
    signals, authors = kept.get("contamination_signals"), kept.get("authors")
    if isinstance(signals, dict):
        kept["contamination_signals"] = _without_none(signals)
    if isinstance(authors, list):
        kept["authors"] = [_without_none(a) if isinstance(a, dict) else a for a in authors]
    return kept


def _without_none(fields: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value
        for name, value in fields.items()
        if value is not None or name not in (*_NAME_SET, *_SIGNAL_SET)
    }


def _empty(raw: Mapping[str, Any]) -> list[str]:
    """Return the paths of optional fields that hold nothing."""
    found = [name for name, value in raw.items() if value is None and name in _MAY_LACK]
    signals, authors = raw.get("contamination_signals"), raw.get("authors")
    if isinstance(signals, dict) and None in signals.values():
        found += [
            f"contamination_signals.{name}"
            for name, value in signals.items()
            if value is None and name in _SIGNAL_SET
        ]
    for index, author in enumerate(authors if isinstance(authors, list) else ()):
        if isinstance(author, dict) and None in author.values():
            found += [
                f"authors[{index}].{name}"
                for name, value in author.items()
                if value is None and name in _NAME_SET
            ]
    return found


def _odd_signals(value: object) -> Sequence[FieldProblem]:
    """Name what in `bibliographic_integrity_signals` counts for nothing here."""
    if value is None:
        return ()
    if not isinstance(value, list):
        return [(INTEGRITY, f"{INTEGRITY} is {kind_of(value)}, not a list", "write a list")]
    fix = f"known are {', '.join(INTEGRITY_TYPES)}"
    return [
        (f"{INTEGRITY}[{index}]", "this signal is of no type that counts here", fix)
        for index, signal in enumerate(value)
        if not isinstance(signal, dict) or signal.get("type") not in INTEGRITY_TYPES
    ]


def check_unique(entries: Sequence[object], path: str = "literature_corpus") -> list[Problem]:
    """Find keys that two entries bear."""
    first: dict[str, int] = {}
    problems = []
    for index, raw in enumerate(entries):
        key = raw.get("citation_key") if isinstance(raw, dict) else None
        if not isinstance(key, str):
            continue
        if key in first:
            message = f"the key stands at {path}[{first[key]}] already"
            fix = "give one of the two another key, or delete it"
            problems.append(Problem(f"{path}[{index}].citation_key", key, message, fix))
        else:
            first[key] = index
    return problems


# One function for each kind of field. A good value gives the empty tuple: no work is done.


def _key(name: str, value: object) -> Sequence[FieldProblem]:
    if not isinstance(value, str):
        return _not_text(name, value)
    if not value:
        return [(name, "the citation key is empty", "write the key that the text cites")]
    found = []
    if _KEY_SPACE.search(value):
        found.append("white space")
    elif _KEY_INVISIBLE.search(value):
        found.append("an invisible character")
    found += [repr(sign) for sign in ("--", ">") if sign in value]
    if not found:
        return ()
    message = f"a citation key cannot hold {' or '.join(found)}: {shown(value)}"
    return [(name, message, "rename it here, in the bibliography and in the text")]


def _text(name: str, value: object) -> Sequence[FieldProblem]:
    if not isinstance(value, str):
        return _not_text(name, value)
    if not value or value.isspace():
        return [(name, f"{name} is empty", _empty_fix(name))]
    return ()


def _any_text(name: str, value: object) -> Sequence[FieldProblem]:
    return () if isinstance(value, str) else _not_text(name, value)


def _not_text(name: str, value: object) -> Sequence[FieldProblem]:
    if value is None:
        return [(name, f"{name} is empty", _empty_fix(name))]
    fix = f'put it in quotes: {name}: "…"'
    if isinstance(value, bool):
        return [(name, f"{name} is read as {str(value).lower()}, not as text", fix)]
    if isinstance(value, int | float):
        return [(name, f"{name} is read as a number, not as text", fix)]
    return [(name, f"{name} is {kind_of(value)}, not text", f"write one text: {name}: …")]


def _empty_fix(name: str) -> str:
    return "write its value" if name in REQUIRED else "write its value, or take the line out"


def _authors(name: str, value: object) -> Sequence[FieldProblem]:
    if not isinstance(value, list):
        fix = "write authors: [{family: Smith, given: Jane}]"
        return [(name, f"authors is {kind_of(value)}, not a list of names", fix)]
    if not value:
        fix = "name at least one; an institution is {literal: World Health Organization}"
        return [(name, "authors is an empty list", fix)]
    field_problems: list[FieldProblem] = []
    for index, author in enumerate(value):
        field_problems += _author(f"{name}[{index}]", author)
    return field_problems


def _author(path: str, author: object) -> Sequence[FieldProblem]:
    if not isinstance(author, dict):
        return [(path, f"an author is {kind_of(author)}, not a map", _author_fix(author))]
    field_problems: list[FieldProblem] = []
    if "literal" in author:
        field_problems += _below(path, "literal", _text("literal", author["literal"]))
        others = [part for part in author if part in NAME_PARTS]
        if others:
            fix = "keep literal for an institution, or family and given for a person"
            field_problems.append((path, f"an author has both literal and {others[0]}", fix))
        return field_problems
    if "family" not in author:
        fix = "add family: …, or write {literal: …} for an institution or a single name"
        field_problems.append((path, "an author has neither family nor literal", fix))
    for part, value in author.items():
        if part == "family":
            field_problems += _below(path, part, _text(part, value))
        elif part in ("comma-suffix", "static-ordering", "parse-names"):
            if not isinstance(value, str | bool):
                field_problems += _below(path, part, _not_text(part, value))
        elif part in NAME_PARTS and not isinstance(value, str):
            field_problems += _below(path, part, _not_text(part, value))
    return field_problems


def _below(path: str, part: str, field_problems: Sequence[FieldProblem]) -> Sequence[FieldProblem]:
    return [(f"{path}.{part}", message, fix) for _, message, fix in field_problems]


def _author_fix(author: object) -> str:
    if isinstance(author, str) and author.strip():
        family, comma, given = (part.strip() for part in author.partition(","))
        if not comma and " " in family:
            given, _, family = family.rpartition(" ")
        if family:
            return (
                f"write {{family: {shown(family)}, given: {shown(given)}}}"
                if given
                else f"write {{literal: {shown(family)}}}"
            )
    return "write {family: Smith, given: Jane}"


def _year(name: str, value: object) -> Sequence[FieldProblem]:
    if type(value) is int or (isinstance(value, float) and value.is_integer()):
        if FIRST_YEAR <= value <= LAST_YEAR:
            return ()
        message = f"year is {shown(value)}, not between {FIRST_YEAR} and {LAST_YEAR}"
        return [(name, message, "write the year of publication, four digits")]
    if isinstance(value, str):
        found = _YEAR_WITHIN.search(value)
        year = found.group() if found else "2024"
        if found and value.strip() == year:
            fix = f"take the quotes away: year: {year}"
            return [(name, f'year is the text "{year}", not a number', fix)]
        return [(name, f'year is the text "{shown(value)}"', f"write digits only: year: {year}")]
    if value is None:
        return [(name, "year is empty", "write the year of publication, four digits")]
    words = str(value).lower() if isinstance(value, bool) else kind_of(value)
    return [(name, f"year is {words}, not a whole number", "write digits only: year: 2024")]


def _doi(name: str, value: object) -> Sequence[FieldProblem]:
    if not isinstance(value, str):
        return _not_text(name, value)
    if _DOI.fullmatch(value):
        return ()
    found = _DOI_PREFIX.fullmatch(value.strip())
    if found:
        return [(name, "doi has a prefix", f"write it bare: doi: {shown(found.group(1))}")]
    message = f"doi is no DOI: {shown(value)}"
    return [(name, message, "write it as 10.1038/nature14539, or take the line out")]


def _date(name: str, value: object) -> Sequence[FieldProblem]:
    if not isinstance(value, str):
        return _not_text(name, value)
    if ISO_DATE.fullmatch(value):
        return ()
    message = f"{name} is no ISO date: {shown(value)}"
    return [(name, message, f"write {name}: 2026-05-14, or 2026-05-14T10:30:00Z")]


def _tags(name: str, value: object) -> Sequence[FieldProblem]:
    if not isinstance(value, list):
        return [(name, f"tags is {kind_of(value)}, not a list", "write tags: [one, two]")]
    field_problems: list[FieldProblem] = []
    for index, tag in enumerate(value):
        if not isinstance(tag, str) or not tag or tag.isspace():
            field_problems += [(f"{name}[{index}]", m, f) for _, m, f in _text("a tag", tag)]
    return field_problems


def _truth(name: str, value: object) -> Sequence[FieldProblem]:
    if isinstance(value, bool):
        return ()
    fix = f"write {name}: true or {name}: false, without quotes"
    if isinstance(value, str):
        return [(name, f'{name} is the text "{shown(value)}", not true or false', fix)]
    if value is None:
        return [(name, f"{name} is empty", f"{fix}; a field that is absent is not true")]
    return [(name, f"{name} is {kind_of(value)}, not true or false", fix)]


def _word(*allowed: str) -> _Check:
    def check(name: str, value: object) -> Sequence[FieldProblem]:
        if value in allowed and isinstance(value, str):
            return ()
        if not isinstance(value, str):
            return _not_text(name, value)
        near = _nearest(value, allowed)
        fix = f"write {name}: {near}" if near else f"write one of: {', '.join(allowed)}"
        return [(name, f"{name} is none of the words it may be: {shown(value)}", fix)]

    return check


def _description_source(name: str, value: object) -> Sequence[FieldProblem]:
    if not isinstance(value, str):
        return _not_text(name, value)
    if _DESCRIPTION_SOURCE.fullmatch(value):
        return ()
    message = f"{name} is none of the words it may be: {shown(value)}"
    return [(name, message, "write original_pdf, bibliography_v1 (or _v2 …) or secondary_summary")]


def _description_last_audit(name: str, value: object) -> Sequence[FieldProblem]:
    return () if value is None or isinstance(value, str) else _not_text(name, value)


def _signals(name: str, value: object) -> Sequence[FieldProblem]:
    if not isinstance(value, dict):
        fix = "write true or false behind each signal, or take the line out: absent is not computed"
        return [(name, f"{name} is {kind_of(value)}, not a map", fix)]
    field_problems: list[FieldProblem] = []
    for signal, flag in value.items():
        if not isinstance(flag, bool) and signal in SIGNALS:
            field_problems += _below(name, signal, _truth(signal, flag))
    return field_problems


_CHECKS: dict[str, _Check] = {
    "citation_key": _key,
    "title": _text,
    "authors": _authors,
    "year": _year,
    "source_pointer": _text,
    "venue": _text,
    "doi": _doi,
    "tags": _tags,
    "abstract": _any_text,
    "user_notes": _any_text,
    "obtained_via": _word(*OBTAINED_VIA),
    "obtained_at": _date,
    "adapter_name": _text,
    "adapter_version": _text,
    "source_acquired": _truth,
    "source_acquisition_date": _date,
    "source_acquisition_path": _text,
    "source_verified_against_original": _truth,
    "source_verification_method": _word(*VERIFICATION_METHODS),
    "description_source": _description_source,
    "description_last_audit": _description_last_audit,
    "contamination_signals": _signals,
}


def _check_together(raw: Mapping[str, Any]) -> list[FieldProblem]:
    """Check the rules that tie one field to another."""
    field_problems: list[FieldProblem] = []
    acquired = raw.get("source_acquired")
    if acquired is False and raw.get("description_last_audit") != "none":
        message = "source_acquired: false, but description_last_audit is not none"
        fix = "write description_last_audit: none (without the original no audit can have been)"
        field_problems.append(("description_last_audit", message, fix))
    if raw.get("source_verified_against_original") is True:
        verified = "source_verified_against_original"
        if acquired is not True:
            message = f"{verified}: true, but source_acquired is not true"
            fix = f"write source_acquired: true if you hold the original, else {verified}: false"
            meant = _misspelt(raw, "source_acquired")
            if meant is not None:
                message += f": it is written {shown(meant)}"
                fix = f"write source_acquired for {shown(meant)}"
            field_problems.append((verified, message, fix))
        if raw.get("source_verification_method", "none") == "none":
            message = f"{verified}: true, but source_verification_method names no method"
            fix = "write source_verification_method: manual_grep, vision_check or codex_audit"
            meant = _misspelt(raw, "source_verification_method")
            if meant is not None:
                message += f": it is written {shown(meant)}"
                fix = f"write source_verification_method for {shown(meant)}"
            field_problems.append(("source_verification_method", message, fix))
    via = raw.get("obtained_via")
    if via == "other" and "adapter_name" not in raw:
        message = "obtained_via: other, but adapter_name is missing"
        field_problems.append(("obtained_via", message, "add adapter_name: what made the entry"))
    signals = raw.get("contamination_signals")
    if isinstance(signals, dict):
        year = raw.get("year")
        if (
            signals.get("preprint_post_llm_inflection") is True
            and isinstance(year, int | float)
            and not isinstance(year, bool)
            and year < INFLECTION_YEAR
        ):
            path = "contamination_signals.preprint_post_llm_inflection"
            message = (
                f"preprint_post_llm_inflection: true, but the year is before {INFLECTION_YEAR}"
            )
            field_problems.append((path, message, "write false, or correct the year"))
        if via == "manual":
            for name in UNMATCHED:
                if name in signals:
                    path = f"contamination_signals.{name}"
                    message = f"{name} in an entry with obtained_via: manual, never looked up"
                    field_problems.append((path, message, "take the line out"))
    return field_problems


def _misspelt(raw: Mapping[str, Any], field: str) -> str | None:
    """Return an unknown field that stands for an absent one, so that an error names the slip."""
    if field in raw:
        return None
    fields = tuple(_CHECKS)
    strange = (name for name in raw if name not in _CHECKS and name not in LATER_FIELDS)
    return next((name for name in strange if _nearest(name, fields) == field), None)


def _has_unknown_parts(raw: Mapping[str, Any]) -> bool:
    signals = raw.get("contamination_signals")
    if isinstance(signals, dict) and not signals.keys() <= _SIGNAL_SET:
        return True
    authors = raw["authors"]
    return any(not author.keys() <= _NAME_SET for author in authors)


_SIGNAL_SET = frozenset(SIGNALS)
_MAY_LACK = frozenset(_CHECKS) - {*REQUIRED, "description_last_audit"}
_NAME_SET = frozenset((*NAME_PARTS, "literal"))


def _unknown(
    raw: Mapping[str, Any], strange: Sequence[str]
) -> list[tuple[str, str, Sequence[str]]]:
    """List unknown names: their path, the name, and the names known at that place."""
    found: list[tuple[str, str, Sequence[str]]] = [(n, n, tuple(_CHECKS)) for n in strange]
    signals = raw.get("contamination_signals")
    if isinstance(signals, dict):
        found += [
            (f"contamination_signals.{name}", name, SIGNALS)
            for name in signals
            if name not in _SIGNAL_SET
        ]
    authors = raw.get("authors")
    for index, author in enumerate(authors if isinstance(authors, list) else ()):
        if isinstance(author, dict):
            found += [
                (f"authors[{index}].{name}", name, (*NAME_PARTS, "literal"))
                for name in author
                if name not in _NAME_SET
            ]
    return found


def _unknown_words(name: str, known: Sequence[str]) -> tuple[str, str]:
    """Say what an unknown field is called here, and what to do."""
    message = f"there is no field {shown(name)}"
    in_entry = "citation_key" in known
    signal = _COMMON_SIGNALS.get(name, name)
    if in_entry and signal in _SIGNAL_SET:
        meant = f"{signal} below contamination_signals"
        return (
            f"{message} here; did you mean {meant}?",
            f"write contamination_signals: {{{signal}: …}}",
        )
    if name == "name" and "family" in known:
        return (
            f"{message}; did you mean family, or literal?",
            "write {family: …, given: …} for a person, {literal: …} for an institution",
        )
    near = _COMMON_NAMES.get(name) if in_entry else None
    if "family" in known:
        near = _COMMON_PARTS.get(name.lower().replace("-", "_"))
    elif not in_entry:
        near = _COMMON_SIGNALS.get(name)
    near = near or _nearest(name, tuple(known))
    if near:
        return f"{message}; did you mean {near}?", f"write {near}, or take the line out"
    return message, "take the line out; your own remarks may stand in user_notes"


_nearest_found: dict[tuple[str, tuple[str, ...]], str | None] = {}


def _nearest(word: str, known: tuple[str, ...]) -> str | None:
    """Return the known word that is nearest, if one is near enough to be meant.

    An unknown field often stands in every entry, so what was found is kept; and a file with
    unknown fields by the thousand gets no more suggestions.
    """
    asked = (word, known)
    if asked not in _nearest_found:
        if len(word) > _LONGEST_NAME or len(_nearest_found) >= _MOST_SUGGESTIONS:
            return None
        _nearest_found[asked] = _find_nearest(word, known)
    return _nearest_found[asked]


def _find_nearest(word: str, known: tuple[str, ...]) -> str | None:
    from difflib import get_close_matches  # only where there is a problem

    plain = word.lower().replace("-", "_").replace(" ", "_")
    spelled = {name.lower().replace("-", "_"): name for name in known}
    # `source_verified` is the beginning of one field and close to another.
    begun = [name for name in spelled if name.startswith(f"{plain}_")]
    if len(plain) > 3 and len(begun) == 1:
        return spelled[begun[0]]
    near = get_close_matches(plain, spelled, 1, 0.7)
    return spelled[near[0]] if near else None
