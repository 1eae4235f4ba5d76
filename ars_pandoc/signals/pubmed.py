"""PubMed: whether a PMID exists, and retractions (publication type, "Retraction in") (§9)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ars_pandoc.citations.citation import Note
from ars_pandoc.corpus.catalog import Fact
from ars_pandoc.signals.index import Asked, AskedTogether, Told, Trail, as_list, as_map, read_json
from ars_pandoc.signals.outcome import By, Outcome
from ars_pandoc.signals.record_match import Candidate, Work
from ars_pandoc.signals.transport import ONE_DAY, BadAnswerError, Service, Transport
from ars_pandoc.works.author_names import Name
from ars_pandoc.works.identifiers import text_of
from ars_pandoc.works.title_similarity import says_retracted

_NO_SUCH_RECORD = "cannot get document summary"
_RETRACTED_TYPE, _NOTICE_TYPE = "retracted publication", "retraction of publication"
_RETRACTED_IN = frozenset(("retraction in", "retracted and republished in"))
_CONCERNS = frozenset(
    ("erratum in", "expression of concern in", "partial retraction in",
     "corrected and republished in")
)  # fmt: skip
_YEAR = re.compile(r"(?<![0-9])(?:1[0-9]|20)[0-9]{2}(?![0-9])")


_WHY = {
    None: "{} has no title there",
    "same": "",
    "title-differs": "{} bears another title there",
    "other": "{} belongs to another work",
}


class PubMed:
    """The index of the National Library of Medicine, owner of PMIDs."""

    service = Service(
        name="pubmed",
        label="PubMed",
        address="https://eutils.ncbi.nlm.nih.gov/entrez/eutils",
        variable="ARS_PUBMED_URL",
        alarm="PUBMED-API-UNAVAILABLE",
        per_second=3,
        per_second_known=3,
        mailto="email",
        believed=ONE_DAY,
    )
    signal: str | None = None
    facts = True
    at_once = 200

    def read(self, status: int, body: bytes) -> Any:
        """Read a summary (None for a PMID that there is not) or the PMIDs of a search."""
        if status != 200:
            raise BadAnswerError
        data = read_json(body)
        search = data.get("esearchresult")
        if isinstance(search, dict):
            if not isinstance(search.get("idlist"), list):
                raise BadAnswerError
            return [str(one) for one in search["idlist"]]
        result = data.get("result")
        uids = result.get("uids") if isinstance(result, dict) else None
        if not isinstance(result, dict) or not isinstance(uids, list) or len(uids) > 1:
            raise BadAnswerError
        record = result.get(str(uids[0])) if uids else None
        if not isinstance(record, dict):
            raise BadAnswerError
        error = record.get("error")
        if error is None:
            return record
        if _NO_SUCH_RECORD in str(error):
            return None
        raise BadAnswerError

    def proves(self, work: Work) -> bool:
        """It owns PMIDs and PMCIDs."""
        return bool(work.pmid or work.pmcid)

    def identifier(self, work: Work) -> str | None:
        """A PMID; by PMCID and DOI a work is searched for alone."""
        return work.pmid

    def alone(self, identifier: str) -> Asked:
        """Ask for the summary of a PMID."""
        return "/esummary.fcgi", {"db": "pubmed", "id": identifier, "retmode": "json"}

    def together(self, identifiers: Sequence[str]) -> AskedTogether:
        """Ask for the summaries of many PMIDs."""
        query = {"db": "pubmed", "id": ",".join(identifiers), "retmode": "json"}
        return "/esummary.fcgi", query, None

    def apart(self, identifiers: Sequence[str], data: Any) -> Iterable[tuple[str, Any]]:
        """Give each summary with its PMID."""
        result = data["result"]
        for pmid in identifiers:
            record = result.get(pmid)
            if isinstance(record, dict) and str(record.get("uid")) == pmid:
                yield pmid, {"result": {"uids": [pmid], pmid: record}}

    def why_not(self, work: Work) -> str | None:
        """Only works with an identifier that PubMed can be asked for."""
        if work.pmid or work.pmcid or work.doi:
            return None
        return "it has no PMID, PMCID or DOI"

    def look_up(self, work: Work, transport: Transport) -> Outcome:
        """Look a work up by PMID, else by PMCID or DOI, and read what is said of it."""
        trail = Trail()
        if work.pmid is not None:
            return self._by_pmid(work, work.pmid, "pmid", trail, transport)
        by: By = "pmcid" if work.pmcid else "doi"
        term = f"{work.pmcid}[pmcid]" if work.pmcid else f'"{work.doi}"[aid]'
        query = {"db": "pubmed", "term": term, "retmode": "json"}
        pmids = trail.add(transport.get("/esearch.fcgi", query, found=bool))
        # More than one is no answer: the term was read as something else.
        if len(pmids) != 1:
            named = work.pmcid or f"the DOI {work.doi}"
            return trail.unmatched(f"PubMed has no article with {named}")
        return self._by_pmid(work, pmids[0], by, trail, transport)

    def _by_pmid(
        self, work: Work, pmid: str, by: By, trail: Trail, transport: Transport
    ) -> Outcome:
        record = trail.add(transport.get(*self.alone(pmid)))
        # A fact hangs on what the entry states: the PMID that a DOI led to is not its word.
        stated = {"pmid": f"pmid:{pmid}", "pmcid": f"pmcid:{work.pmcid}"}.get(by, work.doi)
        facts = []
        if by == "pmid":
            exists = record is not None
            facts.append(Fact("exists", exists, self.service.name, trail.at, stated))
        if record is None:
            trail.identifier_unknown = by == "pmid"
            return trail.unmatched(f"PubMed has no article with PMID {pmid}", facts)
        candidate = _candidate(record)
        named = {"pmid": f"PMID {pmid}", "pmcid": work.pmcid or ""}.get(by, f"the DOI {work.doi}")
        # PubMed owns PMIDs and PMCIDs; that it has an article under a DOI is its own affair.
        owner = None if by == "doi" else self.service
        met = trail.meet(work, candidate, named, stated, owner)
        if met.match is not None or met.well:
            told = _told(record)
            trail.notes.extend(told.all_notes())
            said = bool(told.retracted) or says_retracted(candidate.title)
            facts.append(
                Fact("retracted", said, self.service.name, trail.at, stated, told.fact_note)
            )
        if met.match is None:
            return trail.unmatched(_WHY[met.relation].format(named), facts)
        return trail.matched(met.match, by, facts)


def _candidate(record: Mapping[str, Any]) -> Candidate:
    title = text_of(record, "title")
    names = []
    for author in as_list(record.get("authors")):
        name = text_of(as_map(author), "name")
        if name is None:
            continue
        # `van der Berg JA`: the initials stand last.
        family, _, initials = name.rpartition(" ")
        is_person = as_map(author).get("authtype", "Author") == "Author" and family
        names.append(Name(name, family if is_person and initials.isupper() else None))
    found = _YEAR.search(str(record.get("pubdate", "")))
    original = text_of(record, "vernaculartitle")
    book = text_of(record, "booktitle")
    return Candidate(
        tuple(one.rstrip(".") for one in (original, title) if one),
        tuple(names),
        int(found[0]) if found else None,
        record=record,
        containers=(book,) if book else (),
    )


def _told(record: Mapping[str, Any]) -> Told:
    types = {str(one).casefold() for one in as_list(record.get("pubtype"))}
    references = {
        str(as_map(one).get("reftype", "")).casefold() for one in as_list(record.get("references"))
    }
    notes = []
    if _NOTICE_TYPE in types:
        notes.append(Note("notice", "it is itself a notice of retraction"))
    retracted = _RETRACTED_TYPE in types or bool(references & _RETRACTED_IN)
    notices = [kind.removesuffix(" in") for kind in sorted(references & _CONCERNS)]
    return Told(retracted, notices, notes)
