"""The literal marker `[UNVERIFIED CITATION — …]` that a draft shows (contract §6)."""

from __future__ import annotations

from dataclasses import dataclass

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.citations.citation import Fault
from ars_pandoc.pandoc.elements import Element, stringify

LITERAL = lazy_pattern(r"\[UNVERIFIED CITATION(?![A-Za-z])[^\][]*\]")
"""A literal marker with its brackets; who edits one by hand writes anything behind its words."""

_REACH = 40


@dataclass(frozen=True, slots=True)
class Literal:
    """A literal marker in a paragraph.

    Attributes:
        end: The index of the first element behind it.
        head: What its first word holds before it.
        tail: What its last word holds behind it.
        text: The marker as written.
        plain: Whether words and spaces are all that it consists of.
    """

    end: int
    head: str
    tail: str
    text: str
    plain: bool = True


def literal_marker(inlines: list[Element], index: int) -> Literal | None:
    """Find the literal marker that begins in the word at `index`, if there is one."""
    text, end, plain = "", index, True
    start = inlines[index]["c"].index("[UNVERIFIED")
    while end < len(inlines) and end < index + _REACH:
        element = inlines[end]
        plain = plain and element["t"] in ("Str", "Space", "SoftBreak")
        word = stringify([element])
        text += word
        end += 1
        if "]" in word:
            hit = LITERAL.match(text, start)
            if hit is None:
                return None
            return Literal(end, text[:start], text[hit.end() :], hit[0], plain)
    return None


def no_ref_behind(literal: str) -> Fault:
    """Return the fault of a literal marker that stands before no ref."""
    return Fault(
        f"the literal marker '{literal}' stands before no ref",
        "delete it, or put the ref that it speaks of right behind it: <!--ref:KEY-->",
    )
