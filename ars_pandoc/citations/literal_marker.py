"""The literal marker `[UNVERIFIED CITATION — …]` that a draft shows (contract §6)."""

from __future__ import annotations

from dataclasses import dataclass

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.citations.citation import Fault
from ars_pandoc.pandoc.elements import Element, stringify

LITERAL = lazy_pattern(r"\[UNVERIFIED CITATION (?:—|–|-{1,3}) [A-Z ,-]+\]")
"""A literal marker with its brackets."""

_REACH = 40


@dataclass(frozen=True, slots=True)
class Literal:
    """A literal marker in a paragraph.

    Attributes:
        end: The index of the first element behind it.
        head: What its first word holds before it.
        tail: What its last word holds behind it.
        text: The marker as written.
    """

    end: int
    head: str
    tail: str
    text: str


def literal_marker(inlines: list[Element], index: int) -> Literal | None:
    """Find the literal marker that begins in the word at `index`, if there is one."""
    text, end = "", index
    start = inlines[index]["c"].index("[UNVERIFIED")
    while end < len(inlines) and end < index + _REACH:
        element = inlines[end]
        if element["t"] not in ("Str", "Space", "SoftBreak"):
            break
        text += stringify([element])
        end += 1
        if element["t"] == "Str" and "]" in element["c"]:
            hit = LITERAL.match(text, start)
            if hit is None:
                return None
            return Literal(end, text[:start], text[hit.end() :], hit[0])
    return None


def no_ref_behind(literal: str) -> Fault:
    """Return the fault of a literal marker that stands before no ref."""
    return Fault(
        f"the literal marker '{literal}' stands before no ref",
        "delete it, or put the ref that it speaks of right behind it: <!--ref:KEY-->",
    )
