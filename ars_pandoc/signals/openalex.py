"""OpenAlex: `openalex_unmatched`, and retractions (`is_retracted`) (contract §9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ars_pandoc.signals.identifiers import bare_doi, in_path, text_of
from ars_pandoc.signals.index import (
    Told,
    as_list,
    as_map,
    as_year,
    by_doi_then_title,
    read_json,
)
from ars_pandoc.signals.match import Candidate, Work
from ars_pandoc.signals.names import Name
from ars_pandoc.signals.outcome import Outcome
from ars_pandoc.signals.similarity import plain
from ars_pandoc.signals.transport import BadAnswerError, Service, Transport

_ABOUT_ANOTHER = frozenset(("peer-review", "erratum", "retraction", "paratext"))


class OpenAlex:
    """The open index of OurResearch."""

    service = Service(
        name="openalex",
        label="OpenAlex",
        address="https://api.openalex.org",
        variable="ARS_OPENALEX_URL",
        alarm="OPENALEX-API-UNAVAILABLE",
        per_second=5,
        per_second_known=10,
        mailto="mailto",
    )
    signal: str | None = "openalex_unmatched"

    def read(self, status: int, body: bytes) -> Any:
        """Read a record or the results of a search.

        A 404 comes as JSON or as a page; a false one (a proxy's) does no harm, since the search
        for the title that follows must be answered in the right form.
        """
        if status == 404:
            return None
        data = read_json(body)
        if isinstance(data.get("results"), list):
            return [one for one in data["results"] if isinstance(one, dict)]
        if isinstance(data.get("id"), str):
            return data
        raise BadAnswerError

    def why_not(self, work: Work) -> str | None:
        """Every work is asked about."""
        return None

    def look_up(self, work: Work, transport: Transport) -> Outcome:
        """Look a work up by DOI, then by title."""
        # `search` takes commas as they are; a filter would end at one.
        query = {"search": plain(work.title), "per-page": "5"}
        return by_doi_then_title(
            work,
            self.service,
            ask_doi=lambda doi: transport.get(f"/works/doi:{in_path(doi)}"),
            ask_title=lambda found: transport.get("/works", query, found=found),
            candidate_of=_candidate,
            retraction=_retraction,
        )


def _candidate(record: Mapping[str, Any]) -> Candidate:
    title = text_of(record, "title") or text_of(record, "display_name")
    names = []
    for authorship in as_list(record.get("authorships")):
        author = as_map(authorship)
        name = text_of(as_map(author.get("author")), "display_name")
        name = name or text_of(author, "raw_author_name")
        if name:
            names.append(Name(name))
    return Candidate(
        (title,) if title else (),
        tuple(names),
        as_year(record.get("publication_year")),
        bare_doi(record.get("doi")),
        record.get("type") in _ABOUT_ANOTHER,
        record,
    )


def _retraction(candidate: Candidate) -> Told:
    said = candidate.record.get("is_retracted")
    return (said if isinstance(said, bool) else None), ()
