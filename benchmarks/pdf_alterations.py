"""False quotes made by rule: from genuine ones, and from lines that do not follow each other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

import pypdfium2

from benchmarks.civic_quotes import negated
from benchmarks.pdf_files import Typed

_NUMBER = re.compile(r"\d(?!.*\d)")
_SIGN = re.compile(r"(?<=\s)[-−~<>≤≥±=](?=\s?\d)|(?<=\d)\s?[%°±×]|[−±<>≤≥=×→]")
_CLOSING = ".,;:!?)”\"'"
_MOST_SPLICES = 12
_WORDS_OF_EACH = 4
_SAME_LINE = 2.0
_GUTTER = 7.0
_NEAR = 0.08
_SPACE = 0.3
_SAME_SIZE = 0.07


def alterations(quote: Typed, other: Typed) -> Mapping[str, str]:
    """Return false quotes that a genuine one can be made into, by the rule's name.

    Args:
        quote: The genuine one.
        other: Another one of the same source, which lends words.
    """
    words, lent = quote.text.split(), other.text.split()
    made: dict[str, str | None] = {}
    # Without a `not` at its start or end the rest of a quote is still the source's words.
    if "not" not in (words[0], words[-1].rstrip(_CLOSING)):
        made["negation"] = negated(quote.text)
    middle = len(words) // 2
    if len(words) >= 5 and len(lent) >= 5:
        kept, end = words[:middle], words[middle + 1 :]
        stranger = lent[len(lent) // 2]
        if _is_word(words[middle]) and words[middle] not in (words[middle - 1], end[0]):
            made["word removed"] = " ".join((*kept, *end))
            if _is_word(stranger) and stranger.casefold() != words[middle].casefold():
                made["word replaced"] = " ".join((*kept, stranger, *end))
        made["words of another place"] = " ".join((*kept, *lent[len(lent) // 2 :]))
    elif len(quote.text) >= 8:  # A language without spaces between words.
        half = len(quote.text) // 2
        made["word removed"] = quote.text[: half - 1] + quote.text[half + 1 :]
        made["words of another place"] = quote.text[:half] + other.text[len(other.text) // 2 :]
    number = _NUMBER.search(quote.text)
    if number:
        changed = str((int(number[0]) + 1) % 10)
        made["number changed"] = quote.text[: number.start()] + changed + quote.text[number.end() :]
    sign = _SIGN.search(quote.text)
    if sign:
        made["sign dropped"] = quote.text[: sign.start()] + quote.text[sign.end() :]
    return {rule: text for rule, text in made.items() if text is not None and text != quote.text}


def _is_word(word: str) -> bool:
    # What stands in brackets may be a call-out, which a quote may leave out.
    return sum(map(str.isalpha, word)) >= 2 and not set(word) & set("()[]")


def splices(data: bytes, pages: Iterable[int], columns: int) -> Iterator[tuple[str, str]]:
    """Return false quotes that jump: over the gutter of two columns, or over a line.

    Args:
        data: A PDF.
        pages: Its pages to take them from, from 1.
        columns: How many columns its text has.

    Yields:
        The rule's name and the end of one line with the start of another.
    """
    found: dict[str, list[str]] = {
        "splice across the gutter": [],
        "a line left out": [],
        "a heading left out": [],
    }
    with pypdfium2.PdfDocument(data) as document:
        for page in sorted(set(pages)):
            pieces = list(_pieces(document[page - 1], columns))
            found["splice across the gutter"] += _joined(
                (left, right) for left, right in pairwise(pieces) if left.line == right.line
            )
            for column in range(columns):
                lines = [one for one in pieces if one.column == column]
                for one, two, three in zip(lines, lines[1:], lines[2:], strict=False):
                    if one.is_as_large_as(three) and _is_prose(two.text.split()):
                        alike = one.is_as_large_as(two)
                        rule = "a line left out" if alike else "a heading left out"
                        found[rule] += _joined([(one, three)])
            # Where lines are much alike, what is joined here may be the source's words.
            text = " ".join(one.text for one in sorted(pieces, key=lambda one: one.column))
            for rule, made in found.items():
                found[rule] = [splice for splice in made if splice not in text]
            # Some files hold a page twice, once hidden, with other line ends: no line is left out.
            content = " ".join(document[page - 1].get_textpage().get_text_range().split())
            left_out = found["a line left out"]
            found["a line left out"] = [splice for splice in left_out if splice not in content]
    for rule, made in found.items():
        step = max(1, len(made) // _MOST_SPLICES)
        yield from ((rule, splice) for splice in made[::step][:_MOST_SPLICES])


def _joined(pairs: Iterable[tuple[_Piece, _Piece]]) -> Iterator[str]:
    for one, two in pairs:
        ending, start = one.text.split()[-_WORDS_OF_EACH:], two.text.split()[:_WORDS_OF_EACH]
        # In a listing or a table what stands in a line may belong together.
        if (
            ending != start
            and one.text[-1] not in "-\ufffe"
            and _is_prose(ending)
            and _is_prose(start)
        ):
            yield " ".join((*ending, *start))


def _is_prose(words: list[str]) -> bool:
    return sum(map(str.isalpha, words)) >= _WORDS_OF_EACH - 1


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of a line between two gutters; lines are counted down the page."""

    text: str
    line: int
    column: int
    height: float

    def is_as_large_as(self, other: _Piece) -> bool:
        return abs(self.height - other.height) < _SAME_SIZE * self.height


def _pieces(page: pypdfium2.PdfPage, columns: int) -> Iterator[_Piece]:
    """Return the pieces of a page's lines, parted at the gutters."""
    gutters = [page.get_width() * at / columns for at in range(1, columns)]
    near = page.get_width() * _NEAR
    for number, line in enumerate(_lines(page)):
        start = 0
        for at in range(1, len(line) + 1):
            gap = line[at].left - line[at - 1].right if at < len(line) else 0.0
            middle = line[at - 1].right + gap / 2
            over = gap > _GUTTER and any(abs(middle - gutter) < near for gutter in gutters)
            if over or at == len(line):
                yield _piece(line[start:at], number, page.get_width() / columns)
                start = at


def _piece(letters: list[_Letter], number: int, width: float) -> _Piece:
    left, right = letters[0].left, letters[-1].right
    # What is wider than a column belongs to none.
    column = int((left + right) / 2 / width) if right - left < 1.1 * width else -1
    return _Piece(_text(letters), number, column, median(one.height for one in letters))


@dataclass(frozen=True, slots=True)
class _Letter:
    index: int
    letter: str
    left: float
    right: float
    middle: float
    height: float


def _lines(page: pypdfium2.PdfPage) -> list[list[_Letter]]:
    """Return the letters of a page by their height on it, then from the left."""
    text = page.get_textpage()
    letters = []
    for index in range(text.count_chars()):
        letter = text.get_text_range(index, 1)
        if letter.strip():
            left, bottom, right, top = text.get_charbox(index, loose=True)
            letters.append(_Letter(index, letter, left, right, (bottom + top) / 2, top - bottom))
    lines: list[list[_Letter]] = []
    for one in sorted(letters, key=lambda letter: -letter.middle):
        if lines and abs(lines[-1][0].middle - one.middle) < _SAME_LINE:
            lines[-1].append(one)
        else:
            lines.append([one])
    return [sorted(line, key=lambda letter: letter.left) for line in lines]


def _text(letters: list[_Letter]) -> str:
    made = letters[0].letter
    for before, one in pairwise(letters):
        gap = (one.left - before.right) / one.height
        space = _SPACE if one.index == before.index + 1 else _SPACE / 3
        made += f" {one.letter}" if gap > space else one.letter
    return made
