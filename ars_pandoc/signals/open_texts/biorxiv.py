"""bioRxiv and medRxiv: JATS and PDF of their preprints (contract §12)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from ars_pandoc.signals.index import as_list, as_map, read_json
from ars_pandoc.signals.open_texts.finder import Wanted, has_locations
from ars_pandoc.signals.open_texts.licences import licence_of
from ars_pandoc.signals.open_texts.location import Found, Location
from ars_pandoc.signals.transport import BadAnswerError, Service, Transport
from ars_pandoc.works.identifiers import in_path, text_of

# 10.1101/2020.01.30.927871, before 2019 10.1101/123456; since 2025 also of openRxiv.
_DOI = re.compile(r"10\.(?:1101|64898)/(?:[0-9]{4}\.[0-9.]+|[0-9]{6})", re.I)
_SERVERS = ("biorxiv", "medrxiv")
_PAGES = "www.{}.org"


class BioRxiv:
    """The preprint servers of openRxiv."""

    service = Service(
        name="biorxiv",
        label="bioRxiv",
        address="https://api.biorxiv.org",
        variable="ARS_BIORXIV_URL",
        alarm="BIORXIV-API-UNAVAILABLE",
        per_second=1,
        per_second_known=1,
    )

    def read(self, status: int, body: bytes) -> Any:
        """Read the versions of a preprint."""
        if status == 404:
            return None
        versions = read_json(body).get("collection")
        if not isinstance(versions, list):
            raise BadAnswerError
        return [one for one in versions if isinstance(one, dict)]

    def knows(self, wanted: Wanted) -> bool:
        """It knows its own DOIs."""
        return _DOI.fullmatch(wanted.work.doi or "") is not None

    def find(self, wanted: Wanted, transport: Transport) -> Found:
        """Ask for the versions, at one server and then at the other, and take the last."""
        doi = wanted.work.doi or ""
        for server in self._servers(wanted):
            path = f"/details/{server}/{in_path(doi)}/na/json"
            versions = as_list(transport.get(path, found=has_locations).data)
            if versions:
                return Found(tuple(self._of_version(as_map(versions[-1]), doi, wanted)))
        return Found()

    def _servers(self, wanted: Wanted) -> tuple[str, ...]:
        return _SERVERS[::-1] if wanted.server == "medRxiv" else _SERVERS

    def _of_version(self, version: Mapping[str, Any], doi: str, wanted: Wanted) -> list[Location]:
        licence, label = licence_of(version.get("license")), self.service.label
        found = []
        # The DOI of the entry is the preprint's: this is the version that is cited.
        jats = text_of(version, "jatsxml")
        if jats:
            found.append(Location(jats, "jats", "published", licence, label))
        server = (text_of(version, "server") or _SERVERS[0]).casefold()
        number = text_of(version, "version") or "1"
        if server in _SERVERS and number.isdigit():
            base = _of_mirror(wanted.addresses[self.service.name], server)
            url = f"{base}/content/{in_path(doi)}v{number}.full.pdf"
            found.append(Location(url, "pdf", "published", licence, label))
        return found


def _of_mirror(address: str, server: str) -> str:
    """Return where PDFs stand: on the server's own pages, or all on one mirror."""
    if urlsplit(address).hostname == urlsplit(BioRxiv.service.address).hostname:
        return f"https://{_PAGES.format(server)}"
    return address
