"""What checking hands on: plain data without an AST, so that it can pass between processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ars_pandoc.citations.citation import Note
from ars_pandoc.positions.position import Position
from ars_pandoc.verdict.advisories import Advisory, advisories_of
from ars_pandoc.verdict.matrix import Finding

Verdict = Literal["passed", "refused", "not-judged"]


@dataclass(frozen=True, slots=True)
class Item:
    """One citation as it was checked.

    Attributes:
        finding: The verdict.
        notes: On it and on its source.
        position: Where it stands in the text, or None where that cannot be told.
        context: The words around it.
        fingerprint: Stays the same when lines move; no two of a document have the same.
    """

    finding: Finding
    notes: tuple[Note, ...]
    position: Position | None
    context: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class UnmarkedCallOut:
    """A call-out in plain words that no citation follows.

    Attributes:
        text: As it shows.
        position: Where it stands in the text, or None where that cannot be told.
        section: The heading above it, or None before the first.
    """

    text: str
    position: Position | None = None
    section: str | None = None


@dataclass(frozen=True, slots=True)
class CitedSource:
    """What a report tells of a source; nothing of it is private (contract §4).

    Attributes:
        byline: Author and year.
        title: As the entry has it.
        venue: Where it appeared.
        doi: Its DOI.
        year: When it appeared.
        held: Whether its original is pinned, or the entry says that somebody holds it.
        read: Whether a mark of reading stands.
    """

    byline: str
    title: str
    venue: str | None = None
    doi: str | None = None
    year: int | None = None
    held: bool = False
    read: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A part of what `ars audit` says of a document.

    Attributes:
        title: Its heading.
        lines: What it says, a sentence each.
        alarming: Whether it says what an auditor must not overlook.
    """

    title: str
    lines: tuple[str, ...]
    alarming: bool = False


@dataclass(frozen=True, slots=True)
class Checked:
    """One document as it was checked.

    Attributes:
        name: How it is called in messages.
        path: Its file; None for standard input and for several files.
        error: Why it could not be judged, or None.
        items: Its citations in document order.
        callouts: Call-outs that no citation follows.
        refuse_unmarked: Whether these refuse it.
        sidecar: How the sidecar is called, or None.
        mode: What the document asks for, `gate` or `draft`; the verdict is the gate's in both.
        locked: Whether the environment alone gave the options.
        warnings: What is odd and stops nothing.
        sources: The cited sources by key.
        known: How many findings a baseline knew; they are in no count.
        places: Whether its source is a text in which places can be told at all.
        watched: All files that its verdict rests on, its own first.
        audit: What the verdict rests on, where that was asked.
        files: Its own files, in order; none for standard input.
        looked_up: By cited key, when its retraction was last asked for; "" for never.
        options: By cited key, what a command needs to find its sidecar, where it needs anything.
        counted: The same document where another of its set has citations: call-outs alone are
            then counted, and no `error` (contract §3).
    """

    name: str
    path: str | None
    error: str | None = None
    items: tuple[Item, ...] = ()
    callouts: tuple[UnmarkedCallOut, ...] = ()
    refuse_unmarked: bool = False
    sidecar: str | None = None
    mode: str = "gate"
    locked: bool = False
    warnings: tuple[str, ...] = ()
    sources: Mapping[str, CitedSource] = field(default_factory=dict)
    known: int = 0
    places: bool = True
    watched: tuple[str, ...] = ()
    audit: tuple[Part, ...] = ()
    files: tuple[str, ...] = ()
    looked_up: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    counted: Checked | None = None

    @property
    def file(self) -> str:
        """The file to name for what has no place in any: the first of several."""
        return self.path or (self.files[0] if self.files else self.name)

    def file_of(self, item: Item) -> str:
        """Return the file that a citation stands in; where that is not known, the one to name."""
        return self.file if item.position is None else str(item.position.path)

    def chapter_of(self, item: Item) -> str | None:
        """Return the file that a citation stands in, if it is one of several, as in a book."""
        file = self.file_of(item)
        return None if item.position is None or file in (self.path, "-") else file

    @property
    def unmarked(self) -> tuple[str, ...]:
        """The call-outs that no citation follows, as they show."""
        return tuple(one.text for one in self.callouts)

    def place_of(self, callout: UnmarkedCallOut) -> str:
        """Return where a call-out stands, `paper.md:3:7`, or the file to name for it."""
        position = callout.position
        if position is None:
            return self.file
        return f"{position.path}:{position.line}:{position.column}"

    @property
    def refused(self) -> tuple[Item, ...]:
        """The citations that stop a render."""
        return tuple(item for item in self.items if item.finding.refused)

    @property
    def verdict(self) -> Verdict:
        """The gate's verdict on what is listed here."""
        if self.error is not None:
            return "not-judged"
        return "refused" if self.refused or (self.refuse_unmarked and self.unmarked) else "passed"

    @property
    def counts(self) -> Counter[str]:
        """How many citations have each status."""
        return Counter(item.finding.status for item in self.items)

    @property
    def advisories(self) -> tuple[Advisory, ...]:
        """What refuses nothing and must reach the reader."""
        return advisories_of((item.finding, item.notes) for item in self.items)

    @property
    def unplaced(self) -> int:
        """How many refused citations have no place although their source is a text."""
        return sum(item.position is None for item in self.refused) if self.places else 0


def exit_code(documents: tuple[Checked, ...]) -> int:
    """Return 2 if any could not be judged, 1 if any is refused, else 0 (contract §1)."""
    verdicts = {document.verdict for document in documents}
    return 2 if "not-judged" in verdicts else 1 if "refused" in verdicts else 0
