"""What a check of a quote gives: GROUNDING of contract §10, with the passage and its notes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ars_pandoc.citations.citation import Anchor, Note

Result = Literal["found", "not-found", "review", "unreadable"]

Change = Literal[
    "negation",
    "number",
    "species",
    "word-added",
    "word-dropped",
    "word-replaced",
    "spliced",
    "case",
    "marks",
    "line-numbers",
    "other-text",
]
"""What was done to a quote that is not in its source (contract §8)."""

NOT_PINNED = "no full text of the source is pinned"
"""Why a quote was not looked up: the usual reason."""

Piece = tuple[Literal["same", "quote", "source"], str]
"""A piece of a word diff: in both, in the quote only, in the source only."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Words of the source, as a person reads them.

    Attributes:
        text: The words that were found, or the nearest ones.
        before: What stands before them in their sentence or line.
        after: What stands behind them.
    """

    text: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Grounding:
    """What a check of one quote against one source gave.

    Attributes:
        result: `review` where a person has to look; `unreadable` where no program can.
        page: The printed number of the page, or None.
        pdf_page: The page's place in the file, from 1, or None.
        last_page: The printed number of the page that it ends on, or None.
        paragraph: Counted from the start of its section, or None.
        section: The heading it stands under, or None.
        passage: The words found, with those around them; None if there are none.
        nearest: If not found: the nearest words.
        change: If not found: what was done to the words.
        reason: Why, in one sentence; empty if found without doubt.
        diff: If not found: the quote and the nearest words, word by word.
        notes: What does not change the verdict: `truncated-qualifier`, `negated-context` ….
    """

    result: Result
    page: str | None = None
    pdf_page: int | None = None
    paragraph: int | None = None
    section: str | None = None
    passage: Excerpt | None = None
    nearest: str | None = None
    change: Change | None = None
    reason: str = ""
    diff: tuple[Piece, ...] = ()
    notes: tuple[Note, ...] = ()
    last_page: str | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the object GROUNDING of contract §10."""
        return {
            "result": self.result,
            "page": self.page,
            "pdf_page": self.pdf_page,
            "paragraph": self.paragraph,
            "nearest": self.nearest,
            "change": self.change,
            "reason": self.reason or None,
        }


def unchecked(anchors: Sequence[Anchor], reason: str) -> tuple[Grounding | None, ...]:
    """Return the outcome of quotes that nothing could be held against: review (contract §8).

    Args:
        anchors: Of one citation.
        reason: Why, such as `NOT_PINNED`.

    Returns:
        One per anchor; None for what is no quote, or none that could be looked up.
    """
    absent = Grounding("review", reason=reason)
    return tuple(
        absent if anchor.kind == "quote" and anchor.fault is None else None for anchor in anchors
    )
