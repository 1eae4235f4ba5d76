"""Europe PMC: JATS of open articles and preprints in the life sciences (contract §12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ars_pandoc.signals.index import as_list, as_map, read_json
from ars_pandoc.signals.open_texts.finder import Wanted
from ars_pandoc.signals.open_texts.licences import licence_of
from ars_pandoc.signals.open_texts.location import Found, Location, Version
from ars_pandoc.signals.transport import BadAnswerError, Service, Transport
from ars_pandoc.works.identifiers import same_doi, text_of

_OPEN = ("OA", "F")
_PREPRINT = "PPR"


class EuropePmc:
    """The index of the European Bioinformatics Institute, with the best texts that there are."""

    service = Service(
        name="europe-pmc",
        label="Europe PMC",
        address="https://www.ebi.ac.uk/europepmc/webservices/rest",
        variable="ARS_EUROPE_PMC_URL",
        alarm="EUROPE-PMC-UNAVAILABLE",
        per_second=5,
        per_second_known=5,
        mailto="email",
    )

    def read(self, status: int, body: bytes) -> Any:
        """Read the results of a search."""
        if status == 404:
            return None
        results = as_map(read_json(body).get("resultList")).get("result")
        if not isinstance(results, list):
            raise BadAnswerError
        return [one for one in results if isinstance(one, dict)]

    def knows(self, wanted: Wanted) -> bool:
        """It knows DOIs, PMIDs and PMCIDs."""
        return bool(wanted.work.doi or wanted.work.pmid or wanted.work.pmcid)

    def find(self, wanted: Wanted, transport: Transport) -> Found:
        """Search for the identifier, and read where the full text stands."""
        work = wanted.work
        if work.pmcid:
            query = f"PMCID:{work.pmcid}"
        elif work.pmid:
            query = f"EXT_ID:{work.pmid} AND SRC:MED"
        else:
            query = f'DOI:"{work.doi}"'
        asked = {"query": query, "format": "json", "resultType": "core", "pageSize": "5"}
        reply = transport.get("/search", asked, found=bool)
        own = [one for one in reply.data or () if _is_it(one, wanted)]
        locations: list[Location] = []
        for record in own:
            locations += self._locations(record, wanted)
        pmcid = next((name for one in own if (name := text_of(one, "pmcid"))), None)
        return Found(tuple(locations), pmcid)

    def _locations(self, record: Mapping[str, Any], wanted: Wanted) -> list[Location]:
        is_preprint = record.get("source") == _PREPRINT
        version: Version = "preprint" if is_preprint and wanted.server is None else "published"
        licence = licence_of(record.get("license"))
        label = self.service.label
        found = []
        name = text_of(record, "id") if is_preprint else text_of(record, "pmcid")
        if name and record.get("isOpenAccess") == "Y":
            url = f"{wanted.addresses[self.service.name]}/{name}/fullTextXML"
            found.append(Location(url, "jats", version, licence, label, for_programs=True))
        for one in as_list(as_map(record.get("fullTextUrlList")).get("fullTextUrl")):
            link = as_map(one)
            url = text_of(link, "url") or ""
            if link.get("documentStyle") == "pdf" and link.get("availabilityCode") in _OPEN:
                found.append(Location(url, "pdf", version, licence, label))
        return found


def _is_it(record: Mapping[str, Any], wanted: Wanted) -> bool:
    """Return whether a record bears the identifier that was sought."""
    work = wanted.work
    if work.pmcid:
        return str(record.get("pmcid", "")).upper() == work.pmcid
    if work.pmid:
        return str(record.get("pmid", "")) == work.pmid
    return same_doi(work.doi, text_of(record, "doi"))
