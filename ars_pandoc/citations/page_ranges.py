"""Pages and ranges of pages: of anchors, of entries, of what is printed (contract §8).

The anchor's page is the printed one. What a file does not tell (no page labels) is not judged.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.citations.citation import Note
from ars_pandoc.citations.locators import page_value

_SEPARATOR = lazy_pattern(r"\s*(?:[,;&]|\band\b|\bund\b|\bet\b)\s*")
_RANGE = lazy_pattern(
    r"(?P<low>[^\s\u2010-\u2015\u2212-]+)"
    r"(?:\s*(?P<dash>[\u2010-\u2015\u2212-])\s*(?P<high>[^\s\u2010-\u2015\u2212-]+))?"
    r"\s*(?P<on>ff?|sqq?|et\sseqq?)?\.?",
    re.IGNORECASE,
)
# BibTeX writes a range with two hyphens, or three.
_DASHES = lazy_pattern(r"[\u2010-\u2015\u2212-]{2,}")
_NUMBERED = lazy_pattern(r"(?P<prefix>[^\W\d]{0,5}\.?)(?P<number>\d+)(?P<suffix>[a-z]{0,2})", re.I)
_FOLLOWING = lazy_pattern(r"(?<=\d)ff?\.?$", re.IGNORECASE)
_ROMAN = lazy_pattern("(?=.)m{0,3}c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})", re.IGNORECASE)
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "m": 1000}


@dataclass(frozen=True, slots=True)
class PageRange:
    """Pages that an anchor names.

    Attributes:
        kind: What is counted: empty for arabic numbers, `roman`, or a prefix such as `s`.
        low: The first.
        high: The last; None for `12ff`, which does not say.
    """

    kind: str
    low: int
    high: int | None

    def holds(self, kind: str, number: int) -> bool:
        """Return whether a page is one of these."""
        return (
            kind == self.kind and self.low <= number and (self.high is None or number <= self.high)
        )


def page_number(label: str) -> tuple[str, int] | None:
    """Return what a printed page counts and its number; None for what is no number (`A:3`).

    Args:
        label: As printed: `12`, `iv`, `S12`, `e1004`, `514a` (a part of page 514).
    """
    label = label.strip().strip("[]()").casefold()
    if _ROMAN.fullmatch(label):
        return "roman", _roman(label)
    found = _NUMBERED.fullmatch(label)
    return (found["prefix"].rstrip("."), int(found["number"])) if found else None


def named_pages(value: str) -> tuple[PageRange, ...]:
    """Return the pages that an anchor or an entry names; empty where they cannot be told.

    Args:
        value: `12`, `12-14`, `12--14`, `112-4`, `iv`, `S12`, `12, 15-17`, `12ff`.
    """
    ranges = []
    value = _DASHES.sub("-", value)
    for piece in _SEPARATOR.split((page_value(value) or value).strip().rstrip(".")):
        found = _RANGE.fullmatch(piece)
        if found is None:
            return ()
        low_text, on = found["low"], found["on"]
        if on is None and _FOLLOWING.search(low_text):
            low_text, on = _FOLLOWING.sub("", low_text), "ff"
        low = page_number(low_text)
        if low is None:
            return ()
        if found["high"] is None:
            ranges.append(PageRange(*low, None if on else low[1]))
            continue
        high_text = found["high"]
        if _FOLLOWING.search(high_text):
            high_text, on = _FOLLOWING.sub("", high_text), "ff"
        high = page_number(high_text)
        same = high is not None and (high[0] == low[0] or (not high[0] and low[0] != "roman"))
        if high is None or not same:
            return ()
        last = high[1]
        if last < low[1]:
            # `112-4` is 112 to 114.
            digits = str(low[1])
            last = int(digits[: max(len(digits) - len(str(last)), 0)] + str(last))
        ranges.append(PageRange(low[0], low[1], None if on else last))
    return tuple(ranges)


def holds_page(ranges: Sequence[PageRange], label: str) -> bool | None:
    """Return whether an anchor names a printed page; None where that cannot be told.

    Args:
        ranges: That the anchor names.
        label: As printed; `12–13` are the two pages of one sheet.
    """
    page = page_number(label)
    if page is None and "–" in label:
        halves = [holds_page(ranges, half) for half in label.split("–")]
        return None if None in halves else any(halves)
    if page is None or not ranges:
        return None
    if all(one.kind != page[0] for one in ranges):
        # `S12` against a file that counts 1 to 9: another count, not another page.
        return None
    return any(one.holds(*page) for one in ranges)


def from_to(first: str, last: str) -> tuple[PageRange, ...]:
    """Return the range from one printed page to another; empty where they are counted otherwise."""
    low, high = page_number(first), page_number(last)
    if low is None or high is None or low[0] != high[0]:
        return ()
    return (PageRange(low[0], low[1], high[1]),)


def whole_article(value: str, own: Sequence[PageRange]) -> tuple[Note, ...]:
    """Return the note `whole-article` where an anchor names the source's own range (contract §6).

    Args:
        value: Of a `page` anchor.
        own: The pages that the source has, from first to last, as far as they are known.
    """
    if len(own) != 1 or own[0].high in (None, own[0].low) or named_pages(value) != tuple(own):
        return ()
    return (Note("whole-article", f"{value} is the whole article: which page is it?"),)


def _roman(text: str) -> int:
    values = [_VALUES[letter] for letter in text]
    following = [*values[1:], 0]
    return sum(-one if one < two else one for one, two in zip(values, following, strict=True))
