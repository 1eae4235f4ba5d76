"""What a look-up came to: matched, unmatched, not looked up and failed stay apart (contract §9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ars_pandoc.citations.citation import Note
from ars_pandoc.corpus.catalog import Fact

State = Literal["matched", "unmatched", "not-looked-up", "failed"]
By = Literal["doi", "title", "pmid", "pmcid", "arxiv"]
STATES: tuple[State, ...] = ("matched", "unmatched", "not-looked-up", "failed")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer of one index about one entry.

    Attributes:
        state: What it came to.
        by: What the record was found by, where one was.
        reason: Why nothing was found, looked up or answered.
        notes: What is odd: `other-work` (the identifier belongs to another work),
            `identifier-title-differs`, `about-a-work`, `unknown-identifier` (the index does not
            know it), `title-differs`, `correction-or-concern`, `notice`. The index is named by
            whoever prints them.
        facts: What goes to the catalog.
        at: When it was answered, or None without an answer.
        identifier_unknown: The identifier was asked for and is not there, or is another work's:
            that weighs more than a title that is not found.
        cached: No request was sent.
        settled: What takes back an earlier fact, and is not worth recording without one.
    """

    state: State
    by: By | None = None
    reason: str = ""
    notes: tuple[Note, ...] = ()
    facts: tuple[Fact, ...] = ()
    at: str | None = None
    identifier_unknown: bool = False
    cached: bool = False
    settled: tuple[Fact, ...] = ()


def not_looked_up(reason: str) -> Outcome:
    """Say that nobody was asked, and why."""
    return Outcome("not-looked-up", reason=reason)


def failed(reason: str) -> Outcome:
    """Say that no answer came, and why."""
    return Outcome("failed", reason=reason)
