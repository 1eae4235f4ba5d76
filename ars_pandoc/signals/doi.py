"""doi.org: whether a DOI exists, by the word of the system that owns them all (contract §9)."""

from __future__ import annotations

from typing import Any

from ars_pandoc.corpus.catalog import Fact
from ars_pandoc.signals.index import OneByOne, Trail, read_json
from ars_pandoc.signals.outcome import Outcome
from ars_pandoc.signals.record_match import Candidate, Match, Work
from ars_pandoc.signals.transport import BadAnswerError, Service, Transport
from ars_pandoc.works.identifiers import in_path

# Response codes of the handle system.
_FOUND, _NO_VALUES, _NO_SUCH_HANDLE = 1, 200, 100


class DoiOrg(OneByOne):
    """The resolver of DOIs; it knows which exist, and nothing of what they stand for."""

    service = Service(
        name="doi",
        label="doi.org",
        address="https://doi.org",
        variable="ARS_DOI_URL",
        alarm="DOI-API-UNAVAILABLE",
        per_second=5,
        per_second_known=5,
    )
    signal: str | None = None
    facts = True

    def read(self, status: int, body: bytes) -> Any:
        """Read the handle system's answer: True for a DOI that exists, None for one that does not.

        A 404 alone is no answer: a proxy gives it too.
        """
        code = read_json(body).get("responseCode")
        if code in (_FOUND, _NO_VALUES):
            return True
        if code == _NO_SUCH_HANDLE:
            return None
        raise BadAnswerError

    def proves(self, work: Work) -> bool:
        """It knows all DOIs."""
        return work.doi is not None

    def why_not(self, work: Work) -> str | None:
        """Only works with a DOI are asked about."""
        return None if work.doi is not None else "it has no DOI"

    def look_up(self, work: Work, transport: Transport) -> Outcome:
        """Ask if the DOI exists."""
        trail = Trail()
        doi = work.doi or ""
        exists = trail.add(transport.get(f"/api/handles/{in_path(doi)}")) is not None
        facts = [Fact("exists", exists, self.service.name, trail.at, doi)]
        if exists:
            return trail.matched(Match(Candidate(())), "doi", facts)
        trail.identifier_unknown = True
        return trail.unmatched(f"there is no DOI {doi}", facts)
