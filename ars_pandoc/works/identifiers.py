"""Identifiers in an entry: DOI, arXiv id, PMID, PMCID (contract §9)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

from ars_pandoc.corpus.sidecar_entry import DOI, Entry

_DOI = re.compile(rf"(?:doi:\s*|https?://(?:dx\.|www\.)?doi\.org/)({DOI})", re.I)
_BARE_DOI = re.compile(DOI)
# Since April 2007 `2401.01234`, before that `astro-ph/9901001` or `math.GT/0309136`.
_ARXIV_ID = r"([0-9]{4}\.[0-9]{4,5}|[a-z][a-z-]+(?:\.[a-z-]{2,9})?/[0-9]{7})(?:v[0-9]+)?"
_SUBJECT = re.compile(r"\.[a-z-]+(?=/)", re.I)
_ARXIV = re.compile(
    rf"(?:arxiv:\s*|https?://(?:[a-z]+\.)?arxiv\.org/(?:abs|pdf|html|format)/){_ARXIV_ID}"
    r"(?![0-9])",
    re.I,
)
_BARE_ARXIV = re.compile(rf"(?:arxiv:\s*)?{_ARXIV_ID}", re.I)
_ARXIV_DOI = re.compile(rf"10\.48550/arxiv\.{_ARXIV_ID}", re.I)
_PMID = re.compile(
    r"(?:pmid:?\s*|https?://(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov/pubmed)/)"
    r"([1-9][0-9]{0,8})(?![0-9])",
    re.I,
)
_PMCID = re.compile(
    r"(?:pmcid:?\s*|https?://[^/\s]*(?:ncbi\.nlm\.nih\.gov|europepmc\.org)/(?:\S*/)?)"
    r"(PMC[1-9][0-9]{0,8})(?![0-9])",
    re.I,
)


def doi_of(entry: Entry) -> str | None:
    """Return an entry's DOI: its field, or the one that its source pointer is."""
    return entry.doi or doi_in(entry.source_pointer)


def doi_in(pointer: str) -> str | None:
    """Return the DOI that a source pointer is, or None."""
    found = _DOI.fullmatch(pointer.strip())
    doi = unquote(found[1]) if found else ""
    return doi if _BARE_DOI.fullmatch(doi) else None


def arxiv_of(entry: Entry) -> str | None:
    """Return an entry's arXiv id without version: `arxiv_id`, source pointer, DOI or venue.

    A venue such as `arXiv preprint arXiv:2401.01234` is how BibTeX writers give it.
    """
    field = entry.fields.get("arxiv_id")
    if isinstance(field, str) and (found := _BARE_ARXIV.fullmatch(field.strip())):
        return _canonical(found[1])
    from_pointer = arxiv_in(entry.source_pointer)
    if from_pointer is not None:
        return from_pointer
    if (doi := doi_of(entry)) is not None and (found := _ARXIV_DOI.fullmatch(doi)):
        return _canonical(found[1])
    venue = (entry.venue or "").strip()
    return arxiv_in(venue) if venue.casefold().startswith("arxiv") else None


def arxiv_in(text: str) -> str | None:
    """Return the arXiv id that stands in a text behind `arXiv:` or in a URL, or None."""
    found = _ARXIV.search(text)
    return _canonical(found[1]) if found else None


def _canonical(arxiv: str) -> str:
    """Return an old arXiv id without its subject class: arXiv itself answers to no other form."""
    return _SUBJECT.sub("", arxiv)


def pmid_of(entry: Entry) -> str | None:
    """Return the PMID in an entry's source pointer, or None."""
    found = _PMID.search(entry.source_pointer)
    return found[1] if found else None


def pmcid_of(entry: Entry) -> str | None:
    """Return the PMCID in an entry's source pointer, in capitals, or None."""
    found = _PMCID.search(entry.source_pointer)
    return found[1].upper() if found else None


_SCHEME = re.compile(r"(pmid|pmcid|arxiv|doi)\s*:\s*", re.I)


def states(entry: Entry, identifier: str, *, exactly: bool = False) -> bool:
    """Return whether an entry still states an identifier that was looked up (contract §6, rows 3 and 4).

    One that was corrected since is not this source's any more.

    Args:
        entry: The entry as it is now.
        identifier: As the catalog has it: a DOI, `pmid:…`, `pmcid:…`, `arXiv:…`.
        exactly: The entry must have it; else it may also have none of its kind.
    """
    doi = doi_in(identifier) or identifier.strip()
    bare = _SCHEME.sub("", identifier.strip(), count=1).casefold()
    if _SCHEME.sub("", entry.citation_key, count=1).casefold() == bare:
        return True  # a key such as `doi:10.1038/nature14539`
    if doi.startswith("10."):
        bare, now = doi.casefold(), doi_of(entry)
    elif bare.isdigit():
        now = pmid_of(entry)
    elif bare.startswith("pmc"):
        now = pmcid_of(entry)
    else:
        now = arxiv_of(entry)
    return not exactly if now is None else now.casefold() == bare


def same_doi(one: str | None, other: str | None) -> bool:
    """Compare DOIs, which mean the same in any case (contract §9)."""
    return one is not None and other is not None and one.casefold() == other.casefold()


def in_path(doi: str) -> str:
    """Return a DOI as a part of a URL's path: all but its slashes percent-encoded."""
    return quote(doi, safe="/")


def bare_doi(value: object) -> str | None:
    """Return the DOI that a service names, without the address before it."""
    if not isinstance(value, str):
        return None
    found = _DOI.fullmatch(value.strip())
    return found[1] if found else value.strip() or None


def text_of(record: Mapping[str, Any], name: str) -> str | None:
    """Return a field of a record if it is text that says something."""
    value = record.get(name)
    return value if isinstance(value, str) and value.strip() else None


def stated_identifiers(entry: Entry) -> tuple[str, ...]:
    """Return the identifiers of an entry whose owner can be asked: DOI, PMID, arXiv id."""
    return tuple(name for name in (doi_of(entry), pmid_of(entry), arxiv_of(entry)) if name)
