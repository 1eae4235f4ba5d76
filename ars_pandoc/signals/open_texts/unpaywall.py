"""Unpaywall: legal open copies of works with a DOI (contract §12). It asks for `ARS_MAILTO`."""

from __future__ import annotations

from typing import Any

from ars_pandoc.signals.index import as_list, as_map, read_json
from ars_pandoc.signals.open_texts.finder import Wanted, has_locations
from ars_pandoc.signals.open_texts.licences import licence_of
from ars_pandoc.signals.open_texts.location import Found, Location, Version
from ars_pandoc.signals.transport import BadAnswerError, Service, Transport
from ars_pandoc.works.identifiers import in_path, text_of

VERSIONS: dict[str, Version] = {
    "publishedVersion": "published",
    "acceptedVersion": "accepted",
    "submittedVersion": "preprint",
}
"""What Unpaywall and OpenAlex call a version."""


class Unpaywall:
    """The list of open copies of OurResearch."""

    service = Service(
        name="unpaywall",
        label="Unpaywall",
        address="https://api.unpaywall.org/v2",
        variable="ARS_UNPAYWALL_URL",
        alarm="UNPAYWALL-API-UNAVAILABLE",
        per_second=5,
        per_second_known=5,
        mailto="email",
    )

    def read(self, status: int, body: bytes) -> Any:
        """Read a record, or "not found"."""
        data = read_json(body)
        if status == 404:
            return None
        if not isinstance(data.get("doi"), str):
            raise BadAnswerError
        return as_list(data.get("oa_locations"))

    def knows(self, wanted: Wanted) -> bool:
        """It knows DOIs, and answers those alone who name themselves."""
        return wanted.work.doi is not None and bool(wanted.mailto)

    def find(self, wanted: Wanted, transport: Transport) -> Found:
        """Ask for the open copies of a DOI."""
        reply = transport.get(f"/{in_path(wanted.work.doi or '')}", found=has_locations)
        found = []
        for one in map(as_map, reply.data or ()):
            url = text_of(one, "url_for_pdf")
            if url:
                version = VERSIONS.get(str(one.get("version")), "unknown")
                licence = licence_of(one.get("license"))
                found.append(Location(url, "pdf", version, licence, self.service.label))
        return Found(tuple(found))
