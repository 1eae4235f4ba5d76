"""The sentence that a citation stands in: what the source is to support (contract §12, Judgements)."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from ars_pandoc.base.abbreviations import is_abbreviation
from ars_pandoc.base.characters import BEHIND_SENTENCE_ENDS, SENTENCE_ENDS
from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.citations.found import Place
from ars_pandoc.pandoc.elements import INLINE_INDEX, Element, children, stringify

_END = lazy_pattern(
    rf"[{re.escape(SENTENCE_ENDS)}][{re.escape(BEHIND_SENTENCE_ENDS)}]*(?=\s|\Z)"
    r"|[\u3002\uff01\uff1f\uff61][\u300d\u300f\u201d]*"
)
_SILENT = frozenset(("RawInline", "Note"))


@dataclass(frozen=True, slots=True)
class ClaimInContext:
    """The sentence of a citation with its neighbours, each on one line, without citations and markers.

    Attributes:
        sentence: What the source is to support.
        before: The sentence before it in the paragraph, or "".
        after: The one behind it, or "".
        at: Where in the sentence the citation stands, in characters, or None where there is none.
    """

    sentence: str
    before: str = ""
    after: str = ""
    at: int | None = None


def claim_of(place: Place) -> str:
    """Return the sentence of a citation, without citations and markers, on one line."""
    return claim_in_context(place).sentence


def claim_in_context(place: Place) -> ClaimInContext:
    """Return the sentence of a citation with the one before and the one behind it."""
    text, here = "", 0
    for piece, found in _pieces(place.block, place.element):
        if found is not None:
            here = len(text)
        text += piece
    ends = [end.end() for end in _END.finditer(text) if not is_abbreviation(text, end.start())]
    index = bisect_right(ends, here)
    begin = ends[index - 1] if index else 0
    if index and not _opens_a_sentence(place.element) and not text[begin:here].strip():
        # Behind the full stop it belongs to the sentence before.
        index -= 1
    bounds = [0, *ends, len(text)]

    def sentence(number: int) -> str:
        if not 0 <= number < len(bounds) - 1:
            return ""
        return " ".join(text[bounds[number] : bounds[number + 1]].split())

    begin = bounds[index]
    at = len(" ".join(text[begin : max(begin, here)].split()))
    return ClaimInContext(sentence(index), sentence(index - 1), sentence(index + 1), at)


def _opens_a_sentence(element: Element) -> bool:
    """Return whether a citation is a word of its sentence, `@smith2024 shows`, and may open it."""
    if element["t"] != "Cite" or not element["c"][0]:
        return False
    mode: str = element["c"][0][0]["citationMode"]["t"]
    return mode == "AuthorInText"


def text_between(inlines: list[Element], first: Element, second: Element) -> str | None:
    """Return the text of a paragraph between two of its elements, without citations and markers.

    None if the first does not stand before the second.
    """
    text: str | None = None
    for piece, place in _pieces(inlines, first, second):
        if place is first:
            text = ""
        elif place is second:
            return text
        elif text is not None:
            text += piece
    return None


def is_one_sentence(text: str) -> bool:
    """Return whether what follows a text still belongs to the sentence that it goes on from.

    What stands right behind the full stop does.
    """
    return all(
        is_abbreviation(text, end.start()) or not text[end.end() :].strip()
        for end in _END.finditer(text)
    )


def claim_hash(sentence: str) -> str:
    """Return the SHA-256 of what counts of a sentence: its letters and digits, without case."""
    words = "".join(filter(str.isalnum, sentence.casefold()))
    return hashlib.sha256(words.encode()).hexdigest()


def _pieces(inlines: list[Element], *wanted: Element) -> Iterator[tuple[str, Element | None]]:
    """Give the text of inlines in pieces, and where a wanted element stands, that element."""
    for element in inlines:
        kind = element["t"]
        for one in wanted:
            if element is one:
                yield "", one
        if kind == "Str":  # as nearly all are: for the speed of large books
            yield element["c"], None
        elif kind == "Cite" or kind in _SILENT:
            continue
        elif kind in INLINE_INDEX:
            yield from _pieces(children(element) or [], *wanted)
        else:
            yield stringify([element]), None
