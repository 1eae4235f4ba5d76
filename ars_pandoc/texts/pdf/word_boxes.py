"""Where the words of a source's text are drawn on a page of its PDF.

The lines are read by the very code that gave the text, so that what is marked on the page is what
quotes are matched with. A line that the text does not have (a head, a reference) has no words here.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ars_pandoc.texts.normalise import clean
from ars_pandoc.texts.pdf.lines import DrawnWord, page_lines
from ars_pandoc.texts.pdf.symbols import Glyphs

_FAR = 4000
"""So many letters of the text may be skipped where a line that has no place there came before."""

_TELLING = 10
"""A line of so many letters is looked for; a shorter one stands where it is expected or nowhere."""


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word of a source's text, and its box on the page, in points from the left and bottom.

    Attributes:
        start: Where it begins in the text.
        end: Where it ends.
        left: Of its box.
        bottom: Likewise.
        right: Likewise.
        top: Likewise.
    """

    start: int
    end: int
    left: float
    bottom: float
    right: float
    top: float


def words_on_page(
    page: Any, text: str, begin: int, *, false_spaces: bool, glyphs: Glyphs | None
) -> list[PlacedWord]:
    """Return the words of a page's text at their places.

    Args:
        page: A `PdfPage` of pypdfium2.
        text: The part of the source's text that stands on it.
        begin: Where that part begins in the source's text.
        false_spaces: As for `page_lines`: as it was when the text was read.
        glyphs: Likewise.
    """
    drawn: list[list[DrawnWord]] = []
    page_lines(page, false_spaces=false_spaces, glyphs=glyphs, drawn=drawn)
    return place_words(drawn, text, begin)


def place_words(
    lines: Sequence[Sequence[DrawnWord]], text: str, begin: int = 0
) -> list[PlacedWord]:
    """Place drawn words in a text: its lines are among the drawn ones, in the same order.

    Args:
        lines: The words of each line, as drawn.
        text: What was read of the page.
        begin: Added to each offset.
    """
    offsets = [at for at, sign in enumerate(text) if sign.isalnum()]
    letters = "".join(text[at] for at in offsets).casefold()
    if len(letters) != len(offsets):
        # Some letters fold into two: then each is taken as it is.
        letters = "".join(text[at].lower()[:1] for at in offsets)
    found: list[PlacedWord] = []
    here = 0
    for line in lines:
        pieces = [_letters(word.text) for word in line]
        whole = "".join(pieces)
        if not whole:
            continue
        at = here if letters.startswith(whole, here) else -1
        if at < 0 and len(whole) >= _TELLING:
            at = letters.find(whole, here, here + _FAR)
        if at < 0:
            # What a line has and the text reads otherwise (an accent, a ligature): word by word.
            at = _near(letters, pieces, here)
            if at < 0:
                continue
        place = at
        for word, piece in zip(line, pieces, strict=True):
            if not piece:
                continue
            if not letters.startswith(piece, place):
                next_at = letters.find(piece, place, place + len(piece) + 12)
                if next_at < 0:
                    continue
                place = next_at
            start, end = offsets[place], offsets[place + len(piece) - 1] + 1
            place += len(piece)
            found.append(
                PlacedWord(
                    begin + _before(text, start, word.text),
                    begin + _behind(text, end, word.text),
                    word.left,
                    word.bottom,
                    word.right,
                    word.top,
                )
            )
        here = max(here, place)
    return found


def _near(letters: str, pieces: Sequence[str], here: int) -> int:
    """Return where a line begins that the text has with other letters here and there; -1 if not."""
    long = [piece for piece in pieces if len(piece) > 4]
    for piece in long[:3]:
        at = letters.find(piece, here, here + 300)
        if at >= 0:
            ahead = "".join(pieces).find(piece)
            return max(here, at - ahead)
    return -1


def _letters(text: str) -> str:
    folded = clean(text)
    return "".join(sign for sign in folded if sign.isalnum()).casefold()


def _before(text: str, start: int, word: str) -> int:
    """Take signs before the letters of a word along, as far as it has them: `(see`, `<0.05`."""
    while start and not text[start - 1].isspace() and text[start - 1] in word:
        start -= 1
    return start


def _behind(text: str, end: int, word: str) -> int:
    while end < len(text) and text[end].isprintable() and not text[end].isspace():
        if text[end].isalnum() or text[end] not in word:
            break
        end += 1
    return end


def between(words: Sequence[PlacedWord], start: int, end: int) -> list[PlacedWord]:
    """Return the words that lie in a stretch of the text, in the order of the text."""
    ordered = sorted(words, key=lambda word: word.start)
    starts = [word.start for word in ordered]
    first = max(0, bisect_left(starts, start) - 1)
    return [word for word in ordered[first:] if word.end > start and word.start < end]
