"""OpenAlex: `openalex_unmatched`, and retractions (`is_retracted`) (contract §9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ars_pandoc.signals.index import (
    Asked,
    AskedTogether,
    Told,
    WorksIndex,
    as_list,
    as_map,
    as_year,
    by_doi,
    read_json,
)
from ars_pandoc.signals.record_match import Candidate, Work
from ars_pandoc.signals.transport import ONE_DAY, BadAnswerError, Service
from ars_pandoc.works.author_names import Name
from ars_pandoc.works.identifiers import bare_doi, in_path, text_of
from ars_pandoc.works.title_similarity import plain, says_retracted

_ABOUT_ANOTHER = frozenset(("peer-review", "erratum", "retraction", "paratext"))


class OpenAlex(WorksIndex):
    """The open index of OurResearch."""

    service = Service(
        name="openalex",
        label="OpenAlex",
        address="https://api.openalex.org",
        variable="ARS_OPENALEX_URL",
        alarm="OPENALEX-API-UNAVAILABLE",
        per_second=5,
        per_second_known=10,
        # Searches are metered by the day, and the day's free share is ten times that with a key.
        key_variable="OPENALEX_API_KEY",
        key_parameter="api_key",
        mailto="mailto",
        believed=ONE_DAY,
    )
    signal: str | None = "openalex_unmatched"
    facts = True

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

    def doi_request(self, doi: str) -> Asked:
        """Ask for the record of a DOI."""
        return f"/works/doi:{in_path(doi)}", None

    def together(self, identifiers: Sequence[str]) -> AskedTogether:
        """Ask for the records of many DOIs."""
        query = {"filter": f"doi:{'|'.join(identifiers)}", "per-page": str(self.at_once)}
        return "/works", query, None

    def apart(self, identifiers: Sequence[str], data: Any) -> Iterable[tuple[str, Any]]:
        """Give each record with its DOI."""
        return by_doi(identifiers, data["results"], "doi")

    def title_request(self, work: Work) -> Asked:
        """Ask for the records of a title."""
        # `search` takes commas as they are; a filter would end at one.
        return "/works", {"search": plain(work.title), "per-page": "5"}

    def candidate(self, record: Mapping[str, Any]) -> Candidate:
        """Read a record."""
        title = text_of(record, "title") or text_of(record, "display_name")
        authorships = map(as_map, as_list(record.get("authorships")))
        names = (
            text_of(as_map(author.get("author")), "display_name")
            or text_of(author, "raw_author_name")
            for author in authorships
        )
        return Candidate(
            (title,) if title else (),
            tuple(Name(name) for name in names if name),
            as_year(record.get("publication_year")),
            bare_doi(record.get("doi")),
            record.get("type") in _ABOUT_ANOTHER,
            record,
        )

    def told(self, record: Mapping[str, Any]) -> Told:
        """Read whether a work was retracted; null says nothing."""
        said = record.get("is_retracted")
        if says_retracted(text_of(record, "title") or ""):
            return Told(True)
        return Told(said if isinstance(said, bool) else None)
