"""A CSL-JSON item as a sidecar's entry: nothing is claimed that the bibliography does not say."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import Any

from ars_pandoc.base.et_al import is_et_al
from ars_pandoc.corpus.sidecar_entry import FIRST_YEAR, LAST_YEAR, NAME_PARTS, check_entry
from ars_pandoc.ingest.bib_values import plain_doi
from ars_pandoc.ingest.records import Record

ADAPTER = "ars-pandoc"

_TAG = re.compile(r"</?(?:i|b|em|strong|sc|sub|sup|span|q)\b[^>]*>", re.I)
_ARXIV = re.compile(
    r"arxiv(?:\.org/(?:abs|pdf)/|[:.\s]\s*)\{?((?:[a-z-]+(?:\.[A-Z]{2})?/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?)",
    re.I,
)
_EDITED = frozenset({"book", "collection", "edited-book", "periodical"})
_REMEDIES = {
    "title": "write the title",
    "authors": "name the author; where there is none, the body that is answerable: "
    "[{literal: NAME}]",
    "year": "write the year of publication, or that of the copy held",
}


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry in the making.

    Attributes:
        fields: The fields that are known, in the order of writing.
        missing: Each required field that is not known, with the remedy.
    """

    fields: dict[str, Any]
    missing: dict[str, str]


def draft_entry(key: str, record: Record, library: str, *, better_bibtex: bool) -> Draft:
    """Make an entry of a CSL-JSON item (contract §4).

    Args:
        key: The citation key.
        record: The item.
        library: The bibliography's name, for a pointer where there is neither DOI nor URL.
        better_bibtex: Whether Zotero's Better BibTeX wrote the bibliography.
    """
    doi = _doi(record)
    venue = _text(record.get("container-title")) or _text(record.get("publisher"))
    arxiv = _arxiv(record)
    pointer = (
        f"https://doi.org/{doi}"
        if doi
        else _url(record) or (f"https://arxiv.org/abs/{arxiv}" if arxiv else f"{library}#{key}")
    )
    known: dict[str, Any] = {
        "citation_key": key,
        "title": _text(record.get("title")),
        "authors": _authors(record),
        "year": _year(record),
        "venue": venue,
        "doi": doi,
        "arxiv_id": arxiv,
        "source_pointer": pointer,
        "obtained_via": "zotero-bbt-export" if better_bibtex else "other",
        "adapter_name": None if better_bibtex else ADAPTER,
        "source_acquired": False,
        "description_last_audit": "none",
        "source_verified_against_original": False,
    }
    fields = {name: value for name, value in known.items() if value not in (None, "", [])}
    missing = {name: _remedy(name, record) for name in _REMEDIES if name not in fields}
    if not missing:
        # What §4 would refuse for another reason is not written as an entry either.
        for problem in check_entry(fields):
            if problem.severity == "error":
                missing[str(problem.path).rpartition(".")[2]] = problem.fix or problem.message
    return Draft(fields, missing)


def _remedy(name: str, record: Record) -> str:
    remedy = _REMEDIES[name]
    if name != "year":
        return remedy
    issued = record.get("issued")
    said = issued.get("literal") or issued.get("raw") if isinstance(issued, dict) else issued
    stated = _first_year(record)
    if stated is not None:
        return f"the bibliography says {stated}; {remedy}"
    return f"the bibliography says “{said}”; {remedy}" if said else remedy


def _text(value: Any) -> str | None:
    """Return a field as plain text on one line: without the markup that CSL allows."""
    if isinstance(value, list):
        value = value[0] if value else None
    if not isinstance(value, str):
        return None
    text = html.unescape(_TAG.sub("", value)) if "<" in value or "&" in value else value
    return " ".join("".join(c if c.isprintable() else " " for c in text).split()) or None


def _authors(record: Record) -> list[dict[str, Any]]:
    names = record.get("author")
    if not names and record.get("type") in _EDITED:
        names = record.get("editor")  # an edited volume is cited under its editors
    found: list[dict[str, Any]] = []
    for name in names if isinstance(names, list) else []:
        if not isinstance(name, dict):
            continue
        if "literal" in name or "family" not in name:
            literal = _text(name.get("literal")) or _text(name.get("given"))
            if literal and not is_et_al(literal):
                found.append({"literal": literal})
            continue
        parts = {part: text for part in NAME_PARTS if (text := _text(name.get(part)))}
        if parts.get("family") and not is_et_al(parts["family"]):
            found.append(parts)
    return found


def _first_year(record: Record) -> int | None:
    issued = record.get("issued")
    parts = issued.get("date-parts") if isinstance(issued, dict) else None
    if not (isinstance(parts, list) and parts and isinstance(parts[0], list) and parts[0]):
        return None
    try:
        return int(parts[0][0])
    except (TypeError, ValueError):
        return None


def _year(record: Record) -> int | None:
    year = _first_year(record)
    return year if year is not None and FIRST_YEAR <= year <= LAST_YEAR else None


def _doi(record: Record) -> str | None:
    for value in (record.get("DOI"), record.get("URL")):
        if isinstance(value, str) and (doi := plain_doi(value)) is not None:
            return doi
    return None


def _url(record: Record) -> str | None:
    url = record.get("URL")
    return url.strip() if isinstance(url, str) and re.match(r"https?://\S+$", url.strip()) else None


def _arxiv(record: Record) -> str | None:
    for name in ("URL", "container-title", "number", "note", "DOI"):
        value = record.get(name)
        found = _ARXIV.search(value) if isinstance(value, str) else None
        if found:
            return found[1]
    return None
