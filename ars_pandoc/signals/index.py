"""The interface of an index, and what those share that know works by DOI and by title."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ars_pandoc.citations.citation import Note
from ars_pandoc.corpus.catalog import OTHER_WORK, Fact
from ars_pandoc.signals.outcome import By, Outcome, State
from ars_pandoc.signals.record_match import Candidate, Match, Met, Work, by_identifier, by_title
from ars_pandoc.signals.transport import BadAnswerError, FailedError, Reply, Service, Transport
from ars_pandoc.works.identifiers import bare_doi

NO_TITLE = "no work of this title is found, with an author or the year"
"""Why a search came to nothing."""


Asked = tuple[str, Mapping[str, str] | None]
"""A request: the path behind the service's address, and the query."""

AskedTogether = tuple[str, Mapping[str, str], object]
"""A request about many: path, query, and what is posted as JSON (None: it is a plain request)."""


class OneByOne:
    """An index without batches."""

    at_once = 1

    def identifier(self, work: Work) -> str | None:
        """Each work is asked about alone."""
        return None

    def alone(self, identifier: str) -> Asked:
        """Never asked: no work has an identifier for batches."""
        raise NotImplementedError

    def together(self, identifiers: Sequence[str]) -> AskedTogether:
        """Never asked."""
        raise NotImplementedError

    def apart(self, identifiers: Sequence[str], data: Any) -> Iterable[tuple[str, Any]]:
        """Never asked."""
        raise NotImplementedError


class Index(Protocol):
    """One index.

    Attributes:
        service: Where it answers.
        signal: The field of `contamination_signals` that it sets, or None.
        facts: It says of works whether they were retracted, or of identifiers whether they exist.
        at_once: About so many works one request may ask; 1 where the service has no batches.
    """

    service: Service
    signal: str | None
    facts: bool
    at_once: int

    def identifier(self, work: Work) -> str | None:
        """Return what a work is asked for by in a batch; None if it is asked for alone."""

    def alone(self, identifier: str) -> Asked:
        """Return the request about one identifier."""

    def together(self, identifiers: Sequence[str]) -> AskedTogether:
        """Return the request about many."""

    def apart(self, identifiers: Sequence[str], data: Any) -> Iterable[tuple[str, Any]]:
        """Give the records of a batch, each with its identifier as it was asked for.

        A record has the form in which the request about it alone is answered.

        Raises:
            ValueError, TypeError, AttributeError, LookupError: It is in no such form.
        """

    def read(self, status: int, body: bytes) -> Any:
        """Read a body in the service's form; None for "there is no such record".

        Raises:
            BadAnswerError: It is in no such form.
        """

    def proves(self, work: Work) -> bool:
        """Return whether an entry is asked about here by default: it can prove its identifier."""

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
    """Return a list as it is, and an empty one for all else."""
    return value if isinstance(value, list) else []


def as_map(value: object) -> Mapping[str, Any]:
    """Return a map as it is, and an empty one for all else."""
    return value if isinstance(value, dict) else {}


def by_doi(
    identifiers: Sequence[str], records: Iterable[Any], name: str
) -> Iterable[tuple[str, Any]]:
    """Give records with the DOIs that they were asked for by: DOIs compare without case.

    Args:
        identifiers: The DOIs as they were asked for.
        records: What was answered.
        name: The field in which a record has its DOI.
    """
    asked = {doi.casefold(): doi for doi in identifiers}
    for record in records:
        doi = bare_doi(as_map(record).get(name))
        if doi is not None and doi.casefold() in asked:
            yield asked[doi.casefold()], record


def as_year(value: object) -> int | None:
    """Return a year that is a number."""
    return value if type(value) is int else None


@dataclass
class Trail:
    """What was asked for one entry, and what came of it.

    Attributes:
        replies: The answers, in order.
        notes: What is odd so far.
        facts: What goes to the catalog.
        settled: As in `Outcome`.
        identifier_unknown: As in `Outcome`.
        undecided: The record of the identifier has the authors and not the title: whether it is
            the work is for a person to say.
    """

    replies: list[Reply] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    settled: list[Fact] = field(default_factory=list)
    identifier_unknown: bool = False
    undecided: bool = False

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
        if match.note is not None:
            self.notes.append(Note("title-differs", match.note))
        return self._end("matched", by, "", facts)

    def unmatched(self, reason: str, facts: Sequence[Fact] = ()) -> Outcome:
        """End it with nothing found, or, where a person has to say it, with nothing known."""
        if self.undecided:
            return self._end("not-looked-up", None, UNDECIDED, facts)
        return self._end("unmatched", None, reason, facts)

    def _end(self, state: State, by: By | None, reason: str, facts: Sequence[Fact]) -> Outcome:
        return Outcome(
            state,
            by,
            reason,
            tuple(self.notes),
            (*self.facts, *facts),
            self.at,
            self.identifier_unknown,
            self.cached,
            tuple(self.settled),
        )

    def meet(
        self,
        work: Work,
        candidate: Candidate,
        named: str,
        identifier: str | None,
        owner: Service | None,
    ) -> Met:
        """Compare an entry with the record of its identifier, and note what differs (contract §9).

        Args:
            work: What the entry says.
            candidate: The record.
            named: The identifier, for people.
            identifier: As the catalog has it, or None where the entry does not state it.
            owner: The service, where it owns the identifier: its word alone goes to the catalog.
        """
        met = by_identifier(work, candidate, named)
        if met.relation is None:
            self.identifier_unknown = True
            self.notes.append(Note("unknown-identifier", f"{named} has no title there"))
            return met
        differs = met.relation != "same"
        if differs:
            self.identifier_unknown = not met.well
            self.undecided = met.well
            self.notes.append(_differs(met, named, candidate.title, owner))
        if owner is not None and identifier is not None:
            other = met.relation == "other"
            note = candidate.title if differs else None
            fact = Fact(OTHER_WORK, other, owner.name, self.at, identifier, note)
            (self.facts if differs else self.settled).append(fact)
        return met

    def is_unknown(self, identifier: str) -> None:
        """Note that an index does not know an identifier."""
        self.identifier_unknown = True
        message = f"{identifier} is not known there"
        self.notes.append(Note("unknown-identifier", message))


UNDECIDED = "the identifier bears another title by the same authors: look which is right"


def _differs(met: Met, named: str, title: str, owner: Service | None) -> Note:
    if met.derived:
        return Note("about-a-work", f"{named} is a work about this one there: “{title}”")
    if met.relation == "other" and owner is not None:
        return Note("other-work", f"{named} is another work's there: “{title}”")
    return Note("identifier-title-differs", f"{named} bears another title there: “{title}”")


@dataclass(frozen=True, slots=True)
class Told:
    """What a record says of its work besides.

    Attributes:
        retracted: Whether it was retracted, or None if the record does not say.
        notices: What was published on it besides: `correction`, `expression of concern`.
        notes: What else is odd.
    """

    retracted: bool | None = None
    notices: Sequence[str] = ()
    notes: Sequence[Note] = ()

    def all_notes(self) -> list[Note]:
        """Return notices and notes."""
        noted = [Note("correction-or-concern", notice_on(kind)) for kind in self.notices]
        return [*noted, *self.notes]

    @property
    def fact_note(self) -> str | None:
        """Return what the catalog keeps of the notices."""
        return notice_on(", ".join(self.notices)) if self.notices else None


def notice_on(kind: str) -> str:
    """Say that a notice was published on a work."""
    return f"there is a notice on it: {kind}"


class WorksIndex(ABC):
    """An index that knows works by DOI and by title (contract §9)."""

    service: Service
    signal: str | None
    facts = False
    owns_dois = False
    """It is an agency that registers DOIs: what it says of one, its owner says."""
    at_once = 50

    def identifier(self, work: Work) -> str | None:
        """A DOI; one with a sign that parts DOIs in a filter is asked for alone."""
        return work.doi if work.doi is not None and not set(",|") & set(work.doi) else None

    def alone(self, identifier: str) -> Asked:
        """Ask for the record of a DOI."""
        return self.doi_request(identifier)

    @abstractmethod
    def together(self, identifiers: Sequence[str]) -> AskedTogether:
        """Ask for the records of many DOIs."""

    @abstractmethod
    def apart(self, identifiers: Sequence[str], data: Any) -> Iterable[tuple[str, Any]]:
        """Give each record of a batch with its DOI."""

    @abstractmethod
    def read(self, status: int, body: bytes) -> Any:
        """Read a body: one record, a list of them, or None for "not found".

        Raises:
            BadAnswerError: It is not in the service's form.
        """

    @abstractmethod
    def doi_request(self, doi: str) -> Asked:
        """Ask for the record of a DOI."""

    @abstractmethod
    def title_request(self, work: Work) -> Asked:
        """Ask for the records of a title."""

    @abstractmethod
    def candidate(self, record: Mapping[str, Any]) -> Candidate:
        """Read a record."""

    def told(self, record: Mapping[str, Any]) -> Told:
        """Read what a record says of its work besides."""
        return Told()

    def proves(self, work: Work) -> bool:
        """An index that owns no identifiers proves none."""
        return self.owns_dois and work.doi is not None

    def why_not(self, work: Work) -> str | None:
        """Every work is asked about."""
        return None

    def look_up(self, work: Work, transport: Transport) -> Outcome:
        """Look a work up by its DOI, then by its title.

        Raises:
            UnavailableError, NotCachedError, StoppedError: As `Transport.get`.
            FailedError: Likewise; or a search is answered with a 404.
        """
        trail = Trail()
        if work.doi is not None:
            record = trail.add(transport.get(*self.doi_request(work.doi)))
            if record is not None and not isinstance(record, dict):
                raise self._other_form("a DOI", "a list of records")
            if record is None:
                trail.is_unknown(f"the DOI {work.doi}")
            else:
                candidate = self.candidate(record)
                owner = self.service if self.owns_dois else None
                met = trail.meet(work, candidate, f"the DOI {work.doi}", work.doi, owner)
                if met.match is None and met.well:
                    # What is said of its authors' work is said of theirs, under whatever title.
                    theirs = Match(candidate)
                    trail.facts += self._facts(theirs, work.doi, trail)
                    if owner is None:
                        return trail.matched(theirs, "doi")
                if met.match is not None:
                    facts = self._facts(met.match, work.doi, trail)
                    return trail.matched(met.match, "doi", facts)
        path, query = self.title_request(work)
        records = transport.get(path, query, found=lambda found: bool(self._search(work, found)))
        match = self._search(work, trail.add(records))
        if match is None:
            return trail.unmatched(NO_TITLE)
        # Of a work whose own DOI is wrong, the fact must not hang on the right one.
        identifier = match.candidate.doi if work.doi is None else None
        return trail.matched(match, "title", self._facts(match, identifier, trail))

    def _search(self, work: Work, records: list[Mapping[str, Any]] | None) -> Match | None:
        if records is None:  # a 404 to a search: not this service's address
            raise FailedError(f"{self.service.label} knows no searches; is its address right?")
        if not isinstance(records, list):
            raise self._other_form("a search", "one record")
        return by_title(work, map(self.candidate, records))

    def _other_form(self, asked: str, got: str) -> FailedError:
        return FailedError(f"{self.service.label} answered {asked} with {got}")

    def _facts(self, match: Match, identifier: str | None, trail: Trail) -> list[Fact]:
        if not match.sure:
            return []
        told = self.told(match.candidate.record)
        trail.notes.extend(told.all_notes())
        if told.retracted is None:
            return []
        service = self.service.name
        return [Fact("retracted", told.retracted, service, trail.at, identifier, told.fact_note)]
