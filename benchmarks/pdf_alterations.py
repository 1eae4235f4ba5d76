"""False quotes made by rule from genuine ones, and splices across the gutter of two columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

import pypdfium2

from benchmarks.civic_quotes import negated
from benchmarks.pdf_files import Typed

_NUMBER = re.compile(r"\d(?!.*\d)")
_SIGN = re.compile(r"(?<=\s)[-−~<>≤≥±=](?=\s?\d)|(?<=\d)\s?[%°±×]|[−±<>≤≥=×→]")
_MOST_SPLICES = 12
_WORDS_OF_EACH = 4
_SAME_LINE = 2.0
_GUTTER = 7.0
_NEAR = 0.08


def alterations(quote: Typed, other: Typed) -> Mapping[str, str]:
    """Give false quotes that a genuine one can be made into, by the rule's name.

    Args:
        quote: The genuine one.
        other: Another one of the same source, which lends words.
    """
    words, lent = quote.text.split(), other.text.split()
    made: dict[str, str | None] = {}
    # Without a `not` at its start or end the rest of a quote is still the source's words.
    if "not" not in (words[0], words[-1]):
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


def gutter_splices(data: bytes, pages: Iterable[int], columns: int = 2) -> tuple[str, ...]:
    """Give ends of lines of a left column with the starts of lines beside them on the right.

    Args:
        data: A PDF with two columns or more.
        pages: Its pages to take them from, from 1.
        columns: How many it has.
    """
    with pypdfium2.PdfDocument(data) as document:
        found = [
            splice
            for page in sorted(set(pages))
            for splice in _splices(document[page - 1], columns)
        ]
    step = max(1, len(found) // _MOST_SPLICES)
    return tuple(found[::step][:_MOST_SPLICES])


def _splices(page: pypdfium2.PdfPage, columns: int) -> Iterator[str]:
    for left, right in pairwise(_pieces(page, columns)):
        if left[1] == right[1] and left[0][-1] not in "-\ufffe":
            ending, start = left[0].split()[-_WORDS_OF_EACH:], right[0].split()[:_WORDS_OF_EACH]
            # In a listing or a table what stands in a line may belong together.
            if all(sum(map(str.isalpha, words)) >= _WORDS_OF_EACH - 1 for words in (ending, start)):
                yield " ".join((*ending, *start))


def _pieces(page: pypdfium2.PdfPage, columns: int) -> Iterator[tuple[str, int]]:
    """Give pieces of lines, parted at the gutters, with the number of the line."""
    gutters = [page.get_width() * at / columns for at in range(1, columns)]
    near = page.get_width() * _NEAR
    text = page.get_textpage()
    characters = []
    for index in range(text.count_chars()):
        letter = text.get_text_range(index, 1)
        if letter.strip():
            left, bottom, right, top = text.get_charbox(index, loose=True)
            characters.append(((bottom + top) / 2, left, right, top - bottom, letter))
    characters.sort(key=lambda one: -one[0])
    lines: list[list[tuple[float, float, float, float, str]]] = []
    for one in characters:
        if lines and abs(lines[-1][0][0] - one[0]) < _SAME_LINE:
            lines[-1].append(one)
        else:
            lines.append([one])
    for number, line in enumerate(lines):
        line.sort(key=lambda one: one[1])
        piece = line[0][4]
        for before, one in pairwise(line):
            gap = one[1] - before[2]
            middle = one[1] - gap / 2
            if gap > _GUTTER and any(abs(middle - gutter) < near for gutter in gutters):
                yield piece, number
                piece = ""
            piece += f" {one[4]}" if piece and gap > one[3] * 0.17 else one[4]
        yield piece, number
