"""arXiv: `arxiv_unmatched`, and whether an arXiv id exists (contract §9).

Only works that claim to stand there are asked about: a journal article that arXiv does not have
is no finding.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ars_pandoc.base.foreign_xml import parse_xml
from ars_pandoc.citations.citation import Note
from ars_pandoc.corpus.catalog import Fact
from ars_pandoc.signals.index import NO_TITLE, OneByOne, Trail
from ars_pandoc.signals.outcome import Outcome
from ars_pandoc.signals.record_match import Candidate, Match, Work, by_title
from ars_pandoc.signals.transport import BadAnswerError, Service, Transport
from ars_pandoc.works.author_names import Name
from ars_pandoc.works.identifiers import arxiv_in, bare_doi
from ars_pandoc.works.title_similarity import fold

_ATOM = "{http://www.w3.org/2005/Atom}"
_ARXIV = "{http://arxiv.org/schemas/atom}"
_NO_ID = "/api/errors#incorrect_id_format"
_WITHDRAWN = "its comment says that it was withdrawn"


class Arxiv(OneByOne):
    """The oldest preprint server, owner of arXiv ids."""

    service = Service(
        name="arxiv",
        label="arXiv",
        address="https://export.arxiv.org/api",
        variable="ARS_ARXIV_URL",
        alarm="ARXIV-API-UNAVAILABLE",
        per_second=1 / 3,
        per_second_known=1 / 3,
        statuses=(200, 400),
    )
    signal: str | None = "arxiv_unmatched"
    facts = True

    def read(self, status: int, body: bytes) -> Any:
        """Read an Atom feed into a list of records.

        An id that does not exist gives a feed without entries, or with an entry that lacks a
        title; an error is an entry too. What is no id to arXiv (the 13th month) is none.
        """
        try:
            feed = parse_xml(body)
        except ValueError:
            raise BadAnswerError from None
        if feed.tag != f"{_ATOM}feed":
            raise BadAnswerError
        records = []
        for entry in feed.findall(f"{_ATOM}entry"):
            address = (entry.findtext(f"{_ATOM}id") or "").strip()
            if _NO_ID in address:
                return []
            if "/api/errors" in address:
                raise BadAnswerError
            title = " ".join((entry.findtext(f"{_ATOM}title") or "").split())
            names = [
                (author.findtext(f"{_ATOM}name") or "").strip()
                for author in entry.findall(f"{_ATOM}author")
            ]
            if title and address:
                records.append(
                    {
                        "id": arxiv_in(address),
                        "title": title,
                        "authors": [name for name in names if name],
                        "published": (entry.findtext(f"{_ATOM}published") or "")[:4],
                        "doi": entry.findtext(f"{_ARXIV}doi"),
                        "comment": entry.findtext(f"{_ARXIV}comment") or "",
                    }
                )
        return records

    def proves(self, work: Work) -> bool:
        """It owns arXiv ids."""
        return work.arxiv is not None

    def why_not(self, work: Work) -> str | None:
        """Only works with an arXiv id are asked about."""
        return None if work.arxiv is not None else "it names no arXiv id"

    def look_up(self, work: Work, transport: Transport) -> Outcome:
        """Look a work up by its arXiv id, then by title."""
        trail = Trail()
        identifier = f"arXiv:{work.arxiv}"
        query = {"id_list": work.arxiv or "", "max_results": "1"}
        records = trail.add(transport.get("/query", query, found=bool))
        exists = Fact("exists", bool(records), self.service.name, trail.at, identifier)
        facts = [exists]
        if records:
            candidate = _candidate(records[0])
            match = trail.meet(work, candidate, identifier, identifier, self.service).match
            if match is not None:
                if "withdrawn" in str(records[0]["comment"]).casefold():
                    trail.notes.append(Note("correction-or-concern", _WITHDRAWN))
                    facts = [replace(exists, note=_WITHDRAWN)]
                return trail.matched(match, "arxiv", facts)
        else:
            trail.is_unknown(identifier)

        def search(found: list[Mapping[str, Any]]) -> Match | None:
            return by_title(work, map(_candidate, found))

        query = {"search_query": f'ti:"{fold(work.title)}"', "max_results": "5"}
        found = trail.add(transport.get("/query", query, found=lambda data: bool(search(data))))
        match = search(found)
        if match is not None:
            return trail.matched(match, "title", facts)
        return trail.unmatched(NO_TITLE, facts)


def _candidate(record: Mapping[str, Any]) -> Candidate:
    year = str(record["published"])
    return Candidate(
        (str(record["title"]),),
        tuple(Name(str(name)) for name in record["authors"]),
        int(year) if year.isdigit() else None,
        bare_doi(record["doi"]),
        record=record,
    )
