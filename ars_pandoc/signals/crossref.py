"""Crossref: `crossref_unmatched`, and retractions (`updated-by`) (contract §9).

`updated-by` stands in the paper and names its notices; `update-to` stands in a notice and names
its paper. A notice is not the paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ars_pandoc.citations.citation import Note
from ars_pandoc.signals.index import (
    Asked,
    AskedTogether,
    Told,
    WorksIndex,
    as_list,
    as_map,
    as_year,
    by_doi,
    read_json,
)
from ars_pandoc.signals.record_match import Candidate, Work
from ars_pandoc.signals.transport import ONE_DAY, BadAnswerError, Service
from ars_pandoc.works.author_names import Name
from ars_pandoc.works.identifiers import bare_doi, in_path, text_of
from ars_pandoc.works.title_similarity import plain, says_retracted

_RETRACTING = frozenset(("retraction", "withdrawal", "removal"))
_REINSTATING = frozenset(("reinstatement", "reinstated", "retraction_of_retraction"))
# A new version or edition is news, and no notice against the work.
_NOTICES = frozenset(
    ("addendum", "clarification", "correction", "corrigendum", "erratum",
     "expression_of_concern", "partial_retraction")
)  # fmt: skip
_WEB_PAGE = (b"<!doctype", b"<html")


class Crossref(WorksIndex):
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
        believed=ONE_DAY,
    )
    signal: str | None = "crossref_unmatched"
    facts = True
    owns_dois = True

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

    def doi_request(self, doi: str) -> Asked:
        """Ask for the record of a DOI."""
        return f"/works/{in_path(doi)}", None

    def together(self, identifiers: Sequence[str]) -> AskedTogether:
        """Ask for the records of many DOIs."""
        asked = ",".join(f"doi:{doi}" for doi in identifiers)
        return "/works", {"filter": asked, "rows": str(len(identifiers))}, None

    def apart(self, identifiers: Sequence[str], data: Any) -> Iterable[tuple[str, Any]]:
        """Give each record with its DOI."""
        found = by_doi(identifiers, data["message"]["items"], "DOI")
        return ((doi, {"message": record}) for doi, record in found)

    def title_request(self, work: Work) -> Asked:
        """Ask for the records of a title, with the first author."""
        first = work.authors[0] if work.authors else {}
        author = str(first.get("family") or first.get("literal") or "")
        words = f"{plain(work.title)} {plain(author)}".strip()
        return "/works", {"query.bibliographic": words, "rows": "5"}

    def candidate(self, record: Mapping[str, Any]) -> Candidate:
        """Read a record."""
        titles = [*_texts(record, "original-title"), *_texts(record, "title")]
        subtitles = _texts(record, "subtitle")
        if titles and subtitles and subtitles[0] not in titles[-1]:
            titles.append(f"{titles[-1]}: {subtitles[0]}")
        # The book of an editor has no author here, and one in the bibliography.
        people = as_list(record.get("author")) or as_list(record.get("editor"))
        return Candidate(
            tuple(titles),
            tuple(name for person in people if (name := _name(as_map(person)))),
            _year(record),
            bare_doi(record.get("DOI")),
            record.get("type") == "peer-review",
            record,
            # A journal holds many works; a chapter's book is what its DOI may be taken for.
            tuple(_texts(record, "container-title"))
            if str(record.get("type", "")).startswith(("book", "reference", "proceedings"))
            else (),
        )

    def told(self, record: Mapping[str, Any]) -> Told:
        """Read what notices there are on a work, or that it is one itself."""
        updates = sorted(map(_update, as_list(record.get("updated-by"))))
        kinds = {kind for _, kind in updates}
        said = [kind for _, kind in updates if kind in _RETRACTING or kind in _REINSTATING]
        notes = []
        if as_list(record.get("update-to")):
            notes.append(Note("notice", "it is itself a notice on another work"))
        notices = [kind.replace("_", " ") for kind in sorted(kinds & _NOTICES)]
        if said:  # the last counts: a later reinstatement lifts a retraction
            return Told(said[-1] in _RETRACTING, notices, notes)
        return Told(any(map(says_retracted, _texts(record, "title"))), notices, notes)


def _update(update: object) -> tuple[str, str]:
    """Return when a notice came and what kind it is; one without a date came first."""
    told = as_map(update)
    when = as_map(told.get("updated"))
    parts = as_list(when.get("date-parts"))
    date = (
        "-".join(f"{part:04}" for part in as_list(parts[0]) if type(part) is int) if parts else ""
    )
    kind = str(told.get("type", "")).lower().replace("-", "_")
    return date or str(when.get("date-time", "")), kind


def _texts(record: Mapping[str, Any], name: str) -> list[str]:
    return [one for one in as_list(record.get(name)) if isinstance(one, str) and one.strip()]


def _name(person: Mapping[str, Any]) -> Name | None:
    family, given = text_of(person, "family"), text_of(person, "given")
    if family:
        return Name(f"{given or ''} {family}".strip(), family)
    whole = text_of(person, "name")
    return Name(whole) if whole else None


def _year(record: Mapping[str, Any]) -> int | None:
    for name in ("published", "issued", "published-print", "published-online"):
        parts = as_list(as_map(record.get(name)).get("date-parts"))
        first = as_list(parts[0]) if parts else []
        if first and (year := as_year(first[0])) is not None:
            return year
    return None
