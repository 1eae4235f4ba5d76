"""Whether a record of an index is the work that an entry names (contract §9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ars_pandoc.corpus.sidecar_entry import Entry
from ars_pandoc.works.about_works import is_about_another
from ars_pandoc.works.author_names import Name, surnames_agree
from ars_pandoc.works.identifiers import arxiv_of, doi_of, pmcid_of, pmid_of, same_doi
from ars_pandoc.works.same_work import Described, Relation, authors_agree_well, relation
from ars_pandoc.works.title_similarity import (
    THRESHOLD,
    are_siblings,
    are_the_same,
    is_short,
    similarity,
    similarity_without_subtitle,
)


@dataclass(frozen=True, slots=True)
class Work:
    """What an entry says that an index can be asked.

    Attributes:
        key: The citation key.
        title: The title, as written.
        authors: CSL names.
        year: The year of publication.
        doi: The DOI, or None.
        arxiv: The arXiv id without version, or None.
        pmid: The PMID, or None.
        pmcid: The PMCID, or None.
        venue: What it stands in, or None.
    """

    key: str
    title: str
    authors: tuple[Mapping[str, Any], ...]
    year: int
    doi: str | None = None
    arxiv: str | None = None
    pmid: str | None = None
    pmcid: str | None = None
    venue: str | None = None

    @classmethod
    def of(cls, entry: Entry) -> Work:
        """Read an entry."""
        return cls(
            entry.citation_key,
            entry.title,
            entry.authors,
            entry.year,
            doi_of(entry),
            arxiv_of(entry),
            pmid_of(entry),
            pmcid_of(entry),
            entry.venue,
        )


@dataclass(frozen=True, slots=True)
class Candidate:
    """A record of an index.

    Attributes:
        titles: Its title, in the original and translated, and the title with its subtitle where
            they stand apart, the fullest last.
        authors: Its authors, or none where the record has none.
        year: Its year, or None.
        doi: Its DOI, or None.
        about_another: The index itself calls it a review or a correction.
        record: The record as answered.
        containers: The titles of the books that it stands in.
    """

    titles: tuple[str, ...]
    authors: tuple[Name, ...] = ()
    year: int | None = None
    doi: str | None = None
    about_another: bool = False
    record: Mapping[str, Any] = field(default_factory=dict)
    containers: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Its fullest title."""
        return self.titles[-1] if self.titles else ""


@dataclass(frozen=True, slots=True)
class Match:
    """A record that is the work.

    Attributes:
        candidate: The record.
        note: What is odd about it, or None.
        sure: It is the work for certain: what is said of the record is said of the work.
    """

    candidate: Candidate
    note: str | None = None
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Met:
    """What came of the record that bears an entry's identifier.

    Attributes:
        relation: How the two works are related, or None for a record without a title.
        match: The record, where it is the work.
        derived: It is a work about this one: a review, a correction.
        well: The authors are the same, whatever the title.
    """

    relation: Relation | None
    match: Match | None = None
    derived: bool = False
    well: bool = False


def by_identifier(work: Work, candidate: Candidate, name: str) -> Met:
    """Compare an entry with the record that bears its identifier; the title decides.

    Args:
        work: What the entry says.
        candidate: The record.
        name: The identifier, for the note.
    """
    described = Described(candidate.titles, candidate.authors, candidate.containers)
    found = relation(work.title, work.venue, work.authors, described)
    well = authors_agree_well(work.authors, candidate.authors)
    if found != "same":
        return Met(found, well=well)
    if surnames_agree(work.authors, candidate.authors) is not False:
        return Met(found, Match(candidate), well=well)
    if _is_derived(work, candidate):
        return Met("title-differs", derived=True)
    return Met(found, Match(candidate, f"no author of {name} agrees with the entry's"))


def by_title(work: Work, candidates: Iterable[Candidate]) -> Match | None:
    """Choose the record that is the work among the results of a search for its title.

    A title that is similar is not enough: a surname or the year (± 1) must agree too; of
    several the one of the same year is taken, among those with an author if there are any.
    """
    best: tuple[tuple[bool, bool, float], Match] | None = None
    for candidate in candidates:
        ranked = _rank(work, candidate)
        if ranked is not None and (best is None or ranked[0] > best[0]):
            best = ranked
    return best[1] if best is not None else None


def _rank(work: Work, candidate: Candidate) -> tuple[tuple[bool, bool, float], Match] | None:
    full = max((similarity(work.title, title) for title in candidate.titles), default=0.0)
    agree = surnames_agree(work.authors, candidate.authors)
    near = candidate.year is not None and abs(candidate.year - work.year) <= 1
    # Of a title without its subtitle less is left: an author must vouch for it, and for a short
    # one the year too.
    vouched = agree and (near or not any(map(is_short, (work.title, *candidate.titles))))
    score = max(full, _without_subtitle(work, candidate)) if vouched else full
    if score < THRESHOLD or _is_derived(work, candidate):
        return None
    if any(are_siblings(work.title, title) for title in candidate.titles):
        return None
    has_doi = same_doi(work.doi, candidate.doi)
    if not (agree or near or has_doi):
        return None
    if not agree and not has_doi and is_short(work.title):
        return None
    note = None
    if agree is False and not has_doi:
        note = f"title and year agree, no author does: “{candidate.title}”"
    same_year = candidate.year == work.year
    same = any(are_the_same(work.title, title) for title in candidate.titles)
    sure = has_doi or (same and bool(agree) and near)
    return (bool(agree), same_year, score), Match(candidate, note, sure)


def _without_subtitle(work: Work, candidate: Candidate) -> float:
    scores: Sequence[float] = [
        similarity_without_subtitle(work.title, title) for title in candidate.titles
    ]
    return max(scores, default=0.0)


def _is_derived(work: Work, candidate: Candidate) -> bool:
    """Return whether the record is a review, comment or notice and the entry is not."""
    if is_about_another(work.title):
        return False
    return candidate.about_another or any(map(is_about_another, candidate.titles))
