"""Crossref: `crossref_unmatched`, and retractions (`updated-by`) (contract §9).

`updated-by` stands in the paper and names its notices; `update-to` stands in a notice and names
its paper. A notice is not the paper.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ars_pandoc.signals.identifiers import bare_doi, in_path, text_of
from ars_pandoc.signals.index import (
    Told,
    as_list,
    as_map,
    as_year,
    by_doi_then_title,
    read_json,
)
from ars_pandoc.signals.match import Candidate, Work
from ars_pandoc.signals.names import Name
from ars_pandoc.signals.outcome import Outcome, Remark
from ars_pandoc.signals.similarity import plain
from ars_pandoc.signals.transport import BadAnswerError, Service, Transport

_RETRACTING = frozenset(("retraction", "withdrawal", "removal"))
_WEB_PAGE = (b"<!doctype", b"<html")


class Crossref:
    """The largest registration agency of DOIs."""

    service = Service(
        name="crossref",
        label="Crossref",
        address="https://api.crossref.org",
        variable="ARS_CROSSREF_URL",
        alarm="CROSSREF-API-UNAVAILABLE",
        per_second=1,
        per_second_known=3,
        mailto="mailto",
    )
    signal: str | None = "crossref_unmatched"

    def read(self, status: int, body: bytes) -> Any:
        """Read a record, the results of a search, or "not found" (a line of plain text)."""
        if status == 404:
            if body.lstrip()[:20].lower().startswith(_WEB_PAGE):
                raise BadAnswerError
            return None
        message = read_json(body).get("message")
        if not isinstance(message, dict):
            raise BadAnswerError
        if isinstance(message.get("items"), list):
            return [one for one in message["items"] if isinstance(one, dict)]
        if "DOI" in message:
            return message
        raise BadAnswerError

    def why_not(self, work: Work) -> str | None:
        """Every work is asked about."""
        return None

    def look_up(self, work: Work, transport: Transport) -> Outcome:
        """Look a work up by DOI, then by title and first author."""
        first = work.authors[0] if work.authors else {}
        author = str(first.get("family") or first.get("literal") or "")
        query = {"query.bibliographic": f"{plain(work.title)} {plain(author)}".strip(), "rows": "5"}
        return by_doi_then_title(
            work,
            self.service,
            ask_doi=lambda doi: transport.get(f"/works/{in_path(doi)}"),
            ask_title=lambda found: transport.get("/works", query, found=found),
            candidate_of=_candidate,
            retraction=_retraction,
        )


def _candidate(record: Mapping[str, Any]) -> Candidate:
    titles = [one for one in as_list(record.get("title")) if isinstance(one, str) and one.strip()]
    subtitles = [one for one in as_list(record.get("subtitle")) if isinstance(one, str) and one]
    if titles and subtitles and subtitles[0] not in titles[0]:
        titles.append(f"{titles[0]}: {subtitles[0]}")
    names = []
    # The book of an editor has no author here, and one in the bibliography.
    for person in as_list(record.get("author")) or as_list(record.get("editor")):
        family, given = text_of(as_map(person), "family"), text_of(as_map(person), "given")
        whole = text_of(as_map(person), "name")
        if family:
            names.append(Name(f"{given or ''} {family}".strip(), family))
        elif whole:
            names.append(Name(whole))
    return Candidate(
        tuple(titles),
        tuple(names),
        _year(record),
        bare_doi(record.get("DOI")),
        record.get("type") == "peer-review",
        record,
    )


def _year(record: Mapping[str, Any]) -> int | None:
    for name in ("published", "issued", "published-print", "published-online"):
        parts = as_list(as_map(record.get(name)).get("date-parts"))
        first = as_list(parts[0]) if parts else []
        if first and (year := as_year(first[0])) is not None:
            return year
    return None


def _retraction(candidate: Candidate) -> Told:
    kinds = {
        str(as_map(update).get("type", "")).lower().replace("-", "_")
        for update in as_list(candidate.record.get("updated-by"))
    }
    others = sorted(kind.replace("_", " ") for kind in kinds - _RETRACTING if kind)
    remarks = [
        Remark("correction-or-concern", f"there is a notice on it: {kind}") for kind in others
    ]
    if as_list(candidate.record.get("update-to")):
        remarks.append(Remark("notice", "it is itself a notice on another work"))
    return bool(kinds & _RETRACTING), remarks
