"""The ids of a word processor's citations, and the sidecar's keys that they mean (contract §3).

Zotero and EndNote number their items, Mendeley's `ITEM-1` is another paper in the next field. What
is written beside the id tells: the item's citation key, its DOI, its title with year and author.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.wording import shown

if TYPE_CHECKING:
    from ars_pandoc.citations.citation import Citation
    from ars_pandoc.citations.found import Place
    from ars_pandoc.corpus.load_sidecar import Corpus
    from ars_pandoc.corpus.sidecar_entry import Entry

_MENDELEY = re.compile(r"ITEM-\d+\Z")
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")


@dataclass(frozen=True, slots=True)
class WordKeys:
    """What the ids of a document's references mean.

    Attributes:
        known: The sidecar's key of each id that is resolved.
        proposed: For an id that nothing resolves a key to begin an entry with: the item's own
            citation key, or author and year; never a number.
        in_word: Whether a word processor wrote the ids, so that one that is a key of the sidecar
            by chance means nothing.
        records: The references by id.
    """

    known: Mapping[str, str] = field(default_factory=dict)
    proposed: Mapping[str, str] = field(default_factory=dict)
    in_word: bool = False
    records: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def key_of(self, identifier: str, *, strict: bool, file: str = "FILE.docx") -> str:
        """Return the key that an id means.

        Args:
            identifier: The id as cited.
            strict: Whether an id that nothing resolves is an error; else its proposed key counts.
            file: The document, for the message.

        Raises:
            ArsError: Nothing tells which source is meant.
        """
        if identifier in self.known:
            return self.known[identifier]
        own = _MENDELEY.match(identifier) is not None
        if not own and (not self.in_word or identifier not in self.records):
            return identifier
        if strict:
            raise _unresolved(identifier, self.records.get(identifier, {}), file)
        return self.proposed.get(identifier, identifier)


def word_keys(
    references: Sequence[Mapping[str, Any]], corpus: Corpus | None, *, in_word: bool
) -> WordKeys:
    """Resolve the ids of a document's references: by citation key, then DOI, then title and year.

    Args:
        references: The `references` of its metadata.
        corpus: The sidecar.
        in_word: Whether a word processor wrote them.
    """
    entries = {} if corpus is None else corpus.entries
    by_doi = {entry.doi.casefold(): key for key, entry in entries.items() if entry.doi}
    known: dict[str, str] = {}
    proposed: dict[str, str] = {}
    made: dict[tuple[str, ...], str] = {}
    for record in references:
        identifier = str(record.get("id", ""))
        own = record.get("citation-key")
        doi = _doi(record)
        if isinstance(own, str) and own in entries:
            known[identifier] = own
        elif doi and doi in by_doi:
            known[identifier] = by_doi[doi]
        elif identifier not in entries or in_word:
            key = _by_title(record, entries, doi)
            if key is not None:
                known[identifier] = key
            else:
                # Two programs may number one work: it gets one key.
                work = _work(record)
                if work not in made:
                    made[work] = (
                        own
                        if isinstance(own, str) and own
                        else _made(record, {*made.values(), *entries})
                    )
                proposed[identifier] = made[work]
    records = {str(record.get("id", "")): record for record in references}
    return WordKeys(known, proposed, in_word, records)


def check_repeated(cited: Iterable[tuple[Citation, Place]]) -> None:
    """Refuse ids of Mendeley that stand in two citations: each field numbers its own items.

    Pandoc keeps the last record of an id, so that nobody can tell the works apart.

    Raises:
        ArsError: One stands twice.
    """
    elements: dict[str, set[int]] = {}
    for citation, place in cited:
        if citation.key is not None and _MENDELEY.match(citation.key):
            elements.setdefault(citation.key, set()).add(id(place.element))
    for key, places in elements.items():
        if len(places) > 1:
            raise ArsError(
                f"the citation id '{key}' stands in {len(places)} citations of this document",
                why="Mendeley numbers the items of each citation from one on, and Pandoc keeps one "
                "record for each number: which works are meant cannot be told",
                steps=_REMEDY,
            )


_REMEDY = [
    "open the document with Zotero's or EndNote's plug-in and let it take the citations over",
    "write the document in Markdown, with citation keys: [@KEY, p. 12]",
]


def _unresolved(identifier: str, record: Mapping[str, Any], file: str) -> ArsError:
    title = shown(str(record.get("title", "")), 80)
    work = f" ('{title}')" if title else ""
    return ArsError(
        f"the citation id '{identifier}'{work} names no source: a word processor numbers its items",
        why="no citation key, no DOI and no title with year and first author of the sidecar tells "
        "which source is meant",
        steps=[f"write an entry with a key of its own: ars init --update {file}", *_REMEDY[1:]],
    )


def _by_title(record: Mapping[str, Any], entries: Mapping[str, Entry], doi: str) -> str | None:
    """Return the one entry with the title, year and first author of a record, and no other DOI."""
    from ars_pandoc.works.title_similarity import are_the_same, fold

    title, years, family = str(record.get("title", "")), _years(record), _family(record)
    if not title:
        return None
    if not (years and family):
        # The record lacks what its entry was completed with: the key that was made for it tells.
        made = entries.get(_made(record, set()))
        whole = made is not None and are_the_same(title, made.title)
        return _made(record, set()) if whole else None
    found = [
        key
        for key, entry in entries.items()
        if entry.year in years
        and not (doi and entry.doi)
        and are_the_same(title, entry.title)
        and fold(_first_name(entry.authors)) == fold(family)
    ]
    return found[0] if len(found) == 1 else None


def _work(record: Mapping[str, Any]) -> tuple[str, ...]:
    title = "".join(filter(str.isalnum, str(record.get("title", "")).casefold()))
    return (title, str(_years(record)), _family(record).casefold(), str(record.get("citation-key")))


def _doi(record: Mapping[str, Any]) -> str:
    """Return the DOI of a record, which may be written as an address."""
    from ars_pandoc.works.identifiers import doi_in

    written = str(record.get("DOI", "")).strip()
    return (doi_in(written) or written).casefold()


def _years(record: Mapping[str, Any]) -> set[int]:
    return {int(year) for year in _YEAR.findall(str(record.get("issued", "")))[:1]}


def _family(record: Mapping[str, Any]) -> str:
    authors = record.get("author")
    return _first_name(authors if isinstance(authors, list) else [])


def _first_name(authors: Sequence[Mapping[str, Any]]) -> str:
    first = authors[0] if authors else {}
    return str(first.get("family") or first.get("literal") or "") if isinstance(first, dict) else ""


def _made(record: Mapping[str, Any], taken: set[str]) -> str:
    """Make a key of author and year, `roe2021`, with a letter behind where it is taken."""
    import unicodedata

    name = unicodedata.normalize("NFKD", _family(record) or "anon")
    plain = "".join(char for char in name.lower() if char.isascii() and char.isalpha()) or "anon"
    base = f"{plain}{next(iter(_years(record)), '')}"
    if base not in taken:
        return base
    letters = (f"{base}{chr(code)}" for code in range(ord("b"), ord("z") + 1))
    return next((key for key in letters if key not in taken), f"{base}-{len(taken)}")
