"""Semantic Scholar: `semantic_scholar_unmatched` (contract §9, the seed's L3-2 B)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ars_pandoc.signals.index import (
    Asked,
    AskedTogether,
    WorksIndex,
    as_list,
    as_map,
    as_year,
    read_json,
)
from ars_pandoc.signals.record_match import Candidate, Work
from ars_pandoc.signals.transport import BadAnswerError, Service
from ars_pandoc.works.author_names import Name
from ars_pandoc.works.identifiers import bare_doi, in_path, text_of
from ars_pandoc.works.title_similarity import plain

_FIELDS = "title,authors,year,externalIds,venue,publicationDate"


class SemanticScholar(WorksIndex):
    """The index that the ARS specification asks."""

    service = Service(
        name="semantic-scholar",
        label="Semantic Scholar",
        address="https://api.semanticscholar.org/graph/v1",
        variable="ARS_SEMANTIC_SCHOLAR_URL",
        alarm="S2-API-UNAVAILABLE",
        per_second=1,
        per_second_known=10,
        key_variable="S2_API_KEY",
        key_header="x-api-key",
    )
    signal: str | None = "semantic_scholar_unmatched"
    at_once = 500

    def proves(self, work: Work) -> bool:
        """The ARS specification asks it about each work."""
        return True

    def read(self, status: int, body: bytes) -> Any:
        """Read a record, the results of a search, or "not found"."""
        data = read_json(body)
        if status == 404:
            if not isinstance(data.get("error"), str):
                raise BadAnswerError
            return None
        if "paperId" in data:
            return data
        # An empty search has a total and no `data` at all.
        if "total" in data or "data" in data:
            return [one for one in as_list(data.get("data")) if isinstance(one, dict)]
        raise BadAnswerError

    def doi_request(self, doi: str) -> Asked:
        """Ask for the record of a DOI."""
        return f"/paper/DOI:{in_path(doi)}", {"fields": _FIELDS}

    def together(self, identifiers: Sequence[str]) -> AskedTogether:
        """Ask for the records of many DOIs."""
        return "/paper/batch", {"fields": _FIELDS}, {"ids": [f"DOI:{doi}" for doi in identifiers]}

    def apart(self, identifiers: Sequence[str], data: Any) -> Iterable[tuple[str, Any]]:
        """Give the records, which stand in the order of the DOIs; null is none."""
        if not isinstance(data, list):
            raise TypeError("it is no list")
        pairs = zip(identifiers, data, strict=True)
        return [(doi, record) for doi, record in pairs if isinstance(record, dict)]

    def title_request(self, work: Work) -> Asked:
        """Ask for the records of a title."""
        # The service finds nothing for words that a hyphen joins.
        title = plain(work.title).replace("-", " ")
        return "/paper/search", {"query": title, "limit": "5", "fields": _FIELDS}

    def candidate(self, record: Mapping[str, Any]) -> Candidate:
        """Read a record."""
        title = text_of(record, "title")
        names = (text_of(as_map(author), "name") for author in as_list(record.get("authors")))
        return Candidate(
            (title,) if title else (),
            tuple(Name(name) for name in names if name),
            as_year(record.get("year")),
            bare_doi(as_map(record.get("externalIds")).get("DOI")),
            record=record,
        )
