"""What refuses nothing and must reach the reader all the same (contract §6: advisory is not silent).

Contamination, notes that need an eye, corrections, and what was acknowledged: each by how many
sources it is about, with the first keys, on passing citations too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from ars_pandoc.base.wording import printable
from ars_pandoc.citations.citation import Note
from ars_pandoc.verdict.matrix import Finding

Kind = Literal["contaminated", "to look at", "corrected", "acknowledged"]
NAMED = 5
"""So many keys of a kind are named; the rest is counted."""

NEEDS_AN_EYE = frozenset(
    (
        "about-a-work",
        "claim-doubted",
        "identifier-title-differs",
        "judgement-stale",
        "negated-context",
        "notice",
        "other-source",
        "page-mismatch",
        "paragraph-mismatch",
        "printed-otherwise",
        "section-mismatch",
        "symbol-unverified",
        "titled-retracted",
        "truncated-qualifier",
    )
)
"""Notes that may mean that a passing citation is wrong."""

_CORRECTED = "correction-or-concern"
KINDS: tuple[Kind, ...] = ("contaminated", "to look at", "corrected", "acknowledged")
_WORDS: dict[Kind, str] = {
    "contaminated": "contaminated",
    "to look at": "to look at",
    "corrected": "corrected or doubted by a notice",
    "acknowledged": "acknowledged",
}


@dataclass(frozen=True, slots=True)
class Advisory:
    """One kind of what must reach the reader.

    Attributes:
        kind: Which.
        sources: Each source with what is said of it, in the order of the document.
    """

    kind: Kind
    sources: tuple[tuple[str, str], ...]

    @property
    def line(self) -> str:
        """It on one line: `2 contaminated: a2024 (PREPRINT), b2025 (UNMATCHED)`."""
        named = ", ".join(
            f"{printable(key)} ({printable(words)})" if words else printable(key)
            for key, words in self.sources[:NAMED]
        )
        rest = len(self.sources) - NAMED
        more = f" and {rest} more" if rest > 0 else ""
        return f"{len(self.sources)} {_WORDS[self.kind]}: {named}{more}"


def advisories_of(findings: Iterable[tuple[Finding, Sequence[Note]]]) -> tuple[Advisory, ...]:
    """Gather what must reach the reader of a document, one advisory for each kind.

    Args:
        findings: Each with its notes, in document order.
    """
    found: dict[Kind, dict[str, dict[str, None]]] = {}
    for finding, notes in findings:
        key = finding.citation.key
        if key is None:
            continue
        for kind, words in _told(finding, notes):
            found.setdefault(kind, {}).setdefault(key, {}).update({words: None} if words else {})
    return tuple(
        Advisory(kind, tuple((key, ", ".join(words)) for key, words in found[kind].items()))
        for kind in KINDS
        if kind in found
    )


def _told(finding: Finding, notes: Sequence[Note]) -> Iterable[tuple[Kind, str]]:
    if finding.contamination:
        yield "contaminated", "+".join(finding.contamination)
    for what in finding.acknowledged:
        yield "acknowledged", what
    if finding.refused:
        return  # its notes stand with it
    for note in notes:
        if note.code == _CORRECTED:
            yield "corrected", ""
        elif note.code in NEEDS_AN_EYE:
            yield "to look at", note.code
