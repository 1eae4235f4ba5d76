"""Semantic Scholar's open PDF of a work, and the identifiers that it knows (contract §12)."""

from __future__ import annotations

from typing import Any

from ars_pandoc.signals.index import as_map
from ars_pandoc.signals.open_texts.finder import Wanted
from ars_pandoc.signals.open_texts.licences import licence_of
from ars_pandoc.signals.open_texts.location import Found, Location
from ars_pandoc.signals.semantic_scholar import SemanticScholar
from ars_pandoc.signals.transport import Transport
from ars_pandoc.works.identifiers import in_path, text_of

_FIELDS = "title,isOpenAccess,openAccessPdf,externalIds"


class SemanticScholarPdf:
    """The index that the ARS specification asks, asked for its open PDF."""

    service = SemanticScholar.service

    def read(self, status: int, body: bytes) -> Any:
        """Read a record, as the index does."""
        return SemanticScholar().read(status, body)

    def knows(self, wanted: Wanted) -> bool:
        """It knows DOIs, arXiv ids and PMIDs."""
        work = wanted.work
        return bool(work.doi or work.arxiv or work.pmid)

    def find(self, wanted: Wanted, transport: Transport) -> Found:
        """Ask for the record of an identifier."""
        work = wanted.work
        if work.doi:
            name = f"DOI:{in_path(work.doi)}"
        elif work.arxiv:
            name = f"ARXIV:{work.arxiv}"
        else:
            name = f"PMID:{work.pmid}"
        data = as_map(transport.get(f"/paper/{name}", {"fields": _FIELDS}).data)
        ids, pdf = as_map(data.get("externalIds")), as_map(data.get("openAccessPdf"))
        pmc, arxiv = text_of(ids, "PubMedCentral"), text_of(ids, "ArXiv")
        url = text_of(pdf, "url")
        found: tuple[Location, ...] = ()
        if url:
            # Of green ones it does not say whether they are the accepted manuscript or a preprint.
            licence = licence_of(pdf.get("license"))
            found = (Location(url, "pdf", "unknown", licence, self.service.label),)
        return Found(found, f"PMC{pmc}" if pmc and pmc.isdigit() else None, arxiv)
