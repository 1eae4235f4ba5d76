"""OpenAlex's open locations of a work (contract §12)."""

from __future__ import annotations

from typing import Any

from ars_pandoc.signals.index import as_list, as_map
from ars_pandoc.signals.open_texts.finder import Wanted
from ars_pandoc.signals.open_texts.licences import licence_of
from ars_pandoc.signals.open_texts.location import Found, Location
from ars_pandoc.signals.open_texts.unpaywall import VERSIONS
from ars_pandoc.signals.openalex import OpenAlex
from ars_pandoc.signals.transport import Transport
from ars_pandoc.works.identifiers import in_path, text_of


class OpenAlexLocations:
    """The index of OurResearch, asked for the locations of a DOI."""

    service = OpenAlex.service

    def read(self, status: int, body: bytes) -> Any:
        """Read a record, as the index does."""
        return OpenAlex().read(status, body)

    def knows(self, wanted: Wanted) -> bool:
        """It is asked by DOI: a search by title is metered."""
        return wanted.work.doi is not None

    def find(self, wanted: Wanted, transport: Transport) -> Found:
        """Ask for the record of a DOI and read its locations."""
        data = transport.get(f"/works/doi:{in_path(wanted.work.doi or '')}").data
        if not isinstance(data, dict):
            return Found()
        found = {}
        for one in map(as_map, [data.get("best_oa_location"), *as_list(data.get("locations"))]):
            url = text_of(one, "pdf_url")
            if url and one.get("is_oa") is True and url not in found:
                version = VERSIONS.get(str(one.get("version")), "unknown")
                licence = licence_of(one.get("license"))
                found[url] = Location(url, "pdf", version, licence, self.service.label)
        return Found(tuple(found.values()))
