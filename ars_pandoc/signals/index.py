"""The interface of an index, and what those share that know works by DOI and by title."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ars_pandoc.grounding.catalog import Fact
from ars_pandoc.signals.match import Candidate, Match, Work, by_identifier, by_title
from ars_pandoc.signals.outcome import By, Outcome, Remark
from ars_pandoc.signals.transport import BadAnswerError, FailedError, Reply, Service, Transport

NO_TITLE = "no work of this title is found, with an author or the year"
"""Why a search came to nothing."""


class Index(Protocol):
    """One index.

    Attributes:
        service: Where it answers.
        signal: The field of `contamination_signals` that it sets, or None.
    """

    service: Service
    signal: str | None

    def read(self, status: int, body: bytes) -> Any:
        """Read a body in the service's form; None for "there is no such record".

        Raises:
            BadAnswerError: It is in no such form.
        """

    def why_not(self, work: Work) -> str | None:
        """Say why an entry is not asked about here, or None if it is."""

    def look_up(self, work: Work, transport: Transport) -> Outcome:
        """Ask about an entry.

        Raises:
            UnavailableError, FailedError, NotCachedError, StoppedError: As `Transport.get`.
        """


def read_json(body: bytes) -> Any:
    """Read a JSON body that is a map.

    Raises:
        BadAnswerError: It is none.
    """
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        raise BadAnswerError from None
    if not isinstance(data, dict):
        raise BadAnswerError
    return data


def as_list(value: object) -> list[Any]:
    """Give a list as it is, and an empty one for all else."""
    return value if isinstance(value, list) else []


def as_map(value: object) -> Mapping[str, Any]:
    """Give a map as it is, and an empty one for all else."""
    return value if isinstance(value, dict) else {}


def as_year(value: object) -> int | None:
    """Give a year that is a number."""
    return value if type(value) is int else None


@dataclass
class Trail:
    """What was asked for one entry, and what came of it.

    Attributes:
        replies: The answers, in order.
        remarks: What is odd so far.
        identifier_unknown: As in `Outcome`.
    """

    replies: list[Reply] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    identifier_unknown: bool = False

    def add(self, reply: Reply) -> Any:
        """Remember an answer and give its data."""
        self.replies.append(reply)
        return reply.data

    @property
    def at(self) -> str:
        """When the oldest of the answers was given."""
        return min(reply.at for reply in self.replies)

    @property
    def cached(self) -> bool:
        """Whether no request was sent."""
        return all(reply.cached for reply in self.replies)

    def matched(self, match: Match, by: By, facts: Sequence[Fact] = ()) -> Outcome:
        """End it with a record that is the work."""
        if match.remark is not None:
            self.remarks.append(Remark("title-differs", match.remark))
        return Outcome(
            "matched",
            by,
            remarks=tuple(self.remarks),
            facts=tuple(facts),
            at=self.at,
            identifier_unknown=self.identifier_unknown,
            cached=self.cached,
        )

    def unmatched(self, reason: str, facts: Sequence[Fact] = ()) -> Outcome:
        """End it with nothing found."""
        return Outcome(
            "unmatched",
            reason=reason,
            remarks=tuple(self.remarks),
            facts=tuple(facts),
            at=self.at,
            identifier_unknown=self.identifier_unknown,
            cached=self.cached,
        )

    def is_other_work(self, identifier: str, candidate: Candidate) -> None:
        """Remark that an identifier belongs to another work there."""
        self.identifier_unknown = True
        message = f"{identifier} is another work's there: “{candidate.title}”"
        self.remarks.append(Remark("other-work", message))

    def is_unknown(self, identifier: str) -> None:
        """Remark that an index does not know an identifier."""
        self.identifier_unknown = True
        message = f"{identifier} is not known there"
        self.remarks.append(Remark("unknown-identifier", message))


Told = tuple[bool | None, Sequence[Remark]]
"""Whether a record says that it is retracted (None: it does not say), and what else it says."""


def by_doi_then_title(
    work: Work,
    service: Service,
    *,
    ask_doi: Callable[[str], Reply],
    ask_title: Callable[[Callable[[Any], bool]], Reply],
    candidate_of: Callable[[Mapping[str, Any]], Candidate],
    retraction: Callable[[Candidate], Told] | None = None,
) -> Outcome:
    """Look a work up by its DOI, then by its title (contract §9).

    Args:
        work: What the entry says.
        service: Who is asked.
        ask_doi: Asks for a DOI; its data is one record or None.
        ask_title: Asks for the title; its data is a list of records. It takes the function that
            tells if the work is among them.
        candidate_of: Reads a record.
        retraction: Reads what a record says of its retraction.

    Raises:
        FailedError: As the functions that ask; or a search is answered with a 404.
    """
    trail = Trail()

    def facts(match: Match, identifier: str | None) -> list[Fact]:
        if retraction is None or not match.sure:
            return []
        told, remarks = retraction(match.candidate)
        trail.remarks.extend(remarks)
        if told is None:
            return []
        return [Fact("retracted", told, service.name, trail.at, identifier)]

    if work.doi is not None:
        record = trail.add(ask_doi(work.doi))
        if record is None:
            trail.is_unknown(f"the DOI {work.doi}")
        else:
            candidate = candidate_of(record)
            match = by_identifier(work, candidate, f"the DOI {work.doi}")
            if match is not None:
                return trail.matched(match, "doi", facts(match, work.doi))
            trail.is_other_work(f"the DOI {work.doi}", candidate)

    def search(records: list[Mapping[str, Any]] | None) -> Match | None:
        if records is None:  # a 404 to a search: not this service's address
            raise FailedError(f"{service.label} knows no searches; is its address right?")
        return by_title(work, map(candidate_of, records))

    match = search(trail.add(ask_title(lambda records: search(records) is not None)))
    if match is not None:
        # Of a work whose own DOI is wrong, the fact must not hang on the right one.
        identifier = match.candidate.doi if work.doi is None else None
        return trail.matched(match, "title", facts(match, identifier))
    return trail.unmatched(NO_TITLE)
