"""PubMed Central: JATS of its open subset, where Europe PMC has none (contract §12)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from ars_pandoc.signals.open_texts.finder import Wanted
from ars_pandoc.signals.open_texts.location import Found, Location
from ars_pandoc.signals.pubmed import PubMed
from ars_pandoc.signals.transport import BadAnswerError, Transport


class PubMedCentral:
    """The archive of the National Library of Medicine; it is at the address of PubMed."""

    service = replace(PubMed.service, name="pubmed-central", label="PubMed Central")

    def read(self, status: int, body: bytes) -> Any:
        """Nothing is looked up: the PMCID is the address."""
        raise BadAnswerError

    def knows(self, wanted: Wanted) -> bool:
        """It knows PMCIDs."""
        return wanted.work.pmcid is not None

    def find(self, wanted: Wanted, transport: Transport) -> Found:
        """Make the address of a PMCID; outside of the open subset no text stands there."""
        del transport
        number = (wanted.work.pmcid or "").removeprefix("PMC")
        asked = {"db": "pmc", "id": number, "retmode": "xml", "tool": "ars-pandoc"}
        if wanted.mailto:
            asked["email"] = wanted.mailto
        url = f"{wanted.addresses[self.service.name]}/efetch.fcgi?{urlencode(asked)}"
        label = self.service.label
        return Found((Location(url, "jats", "published", None, label, for_programs=True),))
