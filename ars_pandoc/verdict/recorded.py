"""What is recorded of a source as rows and notes: another work's identifier, policies (contract §6, §9)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from ars_pandoc.base.wording import shown
from ars_pandoc.citations.citation import Fault, Note

if TYPE_CHECKING:
    from ars_pandoc.corpus.catalog import Catalog, Fact, Stated
    from ars_pandoc.corpus.sidecar_entry import Entry

SERVICES = {
    "pubmed": "PubMed",
    "crossref": "Crossref",
    "openalex": "OpenAlex",
    "arxiv": "arXiv",
    "doi": "doi.org",
    "retraction-watch": "Retraction Watch",
    "jats": "its own JATS",
}
"""How services are called in messages, by their names in the catalog."""

_TRIANGLE = ("semantic_scholar_unmatched", "openalex_unmatched", "crossref_unmatched")
_AGAIN = "then: ars signals"


def stated_by(entry: Entry) -> Stated:
    """Return the function that tells if an entry still states an identifier."""

    def stated(identifier: str | None, *, exactly: bool = False) -> bool:
        if identifier is None:
            return True
        from ars_pandoc.works.identifiers import states  # only where something was looked up

        return states(entry, identifier, exactly=exactly)

    return stated


def said_by(fact: Fact) -> str:
    """Name who said something and when: `PubMed, 2026-05-14`."""
    return f"{shown(SERVICES.get(fact.service, fact.service))}, {fact.at[:10]}"


def names_other_work(key: str, entry: Entry, catalog: Catalog) -> Fact | None:
    """Return the fact that an identifier of the entry is another work's, if it still is.

    An entry whose title or venue was corrected since to what the identifier bears is that work.
    """
    fact = catalog.other_work(key, stated=stated_by(entry))
    if fact is None or fact.note is None:
        return fact
    from ars_pandoc.works.title_similarity import bears_title  # only where one was recorded

    return None if bears_title(entry.title, entry.venue, fact.note) else fact


def by_identifier(key: str, entry: Entry, catalog: Catalog, corpus: str) -> Fault | None:
    """Return what shows that an entry's identifier is another work's (row 4b)."""
    fact = names_other_work(key, entry, catalog)
    if fact is None:
        return None
    return Fault(
        f"its identifier {shown(fact.identifier or '')} is another work's ({said_by(fact)}): there "
        f"“{shown(fact.note or '', 200)}”, in {corpus} “{shown(entry.title, 200)}”",
        f"correct the identifier or the title of '{key}' in {corpus}, {_AGAIN}",
    )


def forbidden(entry: Entry, catalog: Catalog, strict: Collection[str], corpus: str) -> Fault | None:
    """Return what a strict policy of the corpus refuses (row 5d)."""
    signals = entry.contamination_signals or {}
    if "contamination_triangulation" in strict and all(signals.get(name) for name in _TRIANGLE):
        return Fault(
            "Semantic Scholar, OpenAlex and Crossref all lack it, and contamination_triangulation is "
            "strict",
            f"find the work and correct the entry of '{entry.citation_key}' in {corpus}, then: ars "
            "signals --update --index all; or cite a source that an index knows",
        )
    if "citation_existence" not in strict:
        return None
    key = entry.citation_key
    told = catalog.missing_identifier(key, stated=stated_by(entry))
    told = told or names_other_work(key, entry, catalog)
    if told is None:
        return None
    return Fault(
        f"{said_by(told)} did not confirm {shown(told.identifier or '')}, and citation_existence is "
        "strict",
        f"correct the identifier of '{key}' in {corpus}, {_AGAIN}",
    )


def known_remarks(
    key: str, entry: Entry, catalog: Catalog, strict: Collection[str]
) -> tuple[Note, ...]:
    """Return the notes on what is recorded of a source, or was never asked."""
    return tuple(_remarks(key, entry, catalog, strict))


def _remarks(key: str, entry: Entry, catalog: Catalog, strict: Collection[str]) -> Iterator[Note]:
    stated = stated_by(entry)
    for fact in catalog.differing_titles(key, stated=stated):
        from ars_pandoc.works.title_similarity import bears_title

        if not bears_title(entry.title, None, fact.note or ""):
            yield Note(
                "identifier-title-differs",
                f"its identifier {shown(fact.identifier or '')} bears another title ({said_by(fact)}): "
                f"“{shown(fact.note or '', 200)}”",
            )
    if ":" in entry.title or "]" in entry.title:
        from ars_pandoc.works.title_similarity import says_retracted

        if says_retracted(entry.title):
            yield Note("titled-retracted", "its own title says that it was retracted")
    if "citation_existence" in strict and (unasked := _unconfirmed(key, entry, catalog)):
        yield Note(
            "identifier-not-confirmed",
            f"nobody has confirmed {', '.join(map(shown, unasked))}: ars signals asks",
        )


def _unconfirmed(key: str, entry: Entry, catalog: Catalog) -> list[str]:
    """Return the identifiers of an entry whose owner was not asked or did not answer."""
    from ars_pandoc.works.identifiers import stated_identifiers

    answered = {_bare(fact.identifier) for fact in catalog.confirmed(key, stated=stated_by(entry))}
    return [name for name in stated_identifiers(entry) if _bare(name) not in answered]


def _bare(identifier: str | None) -> str:
    text = (identifier or "").casefold().strip()
    for scheme in ("pmid:", "pmcid:", "arxiv:", "doi:"):
        text = text.removeprefix(scheme).strip()
    return text
