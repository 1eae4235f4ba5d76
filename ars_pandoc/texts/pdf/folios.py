"""Numbers that wide gaps set apart from the other words of a line, as in the foot of a journal.

Between a journal's name and its date, or beside the title of a chapter, such a number is the
page's; within a sentence no such gap stands on either side of one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.texts.pdf.chars import Chars

_NUMBER = lazy_pattern(r"(?<!\S)(?:[SeA-Z]?\d{1,5}|[ivxlc]{1,7})(?!\S)")
_APART = 1.3
_OTHERS = lazy_pattern(r"\S")
_OTHERS_THAN_ASCII = lazy_pattern(r"(?<![^\s\ufffd])[^\x00-\x7f\ufffd\s]{1,4}(?![^\s\ufffd])")
_RUN = 4
"""So many pages at least show how a font counts."""


def set_apart(chars: Chars, text: str, offsets: Sequence[int], size: float) -> str:
    """Return the number of a line that gaps set apart on all sides, or "" where none or several are.

    Args:
        chars: The characters of the page.
        text: The line as the file has it.
        offsets: The places of its characters in the text of the page; -1 for what it lacks.
        size: Of its type.
    """
    found = [
        number[0]
        for number in _NUMBER.finditer(text)
        if _has_gaps(chars, text, offsets, size, number)
    ]
    return found[0] if len(found) == 1 else ""


def _has_gaps(
    chars: Chars, text: str, offsets: Sequence[int], size: float, number: re.Match[str]
) -> bool:
    before, after = text[: number.start()].rstrip(), _OTHERS.search(text, number.end())
    gaps = [(len(before) - 1, number.start())] if before else []
    if after is not None:
        gaps.append((number.end() - 1, after.start()))
    for one, two in gaps:
        if offsets[one] < 0 or offsets[two] < 0:
            return False
        left, right = chars.edges(offsets[one]), chars.edges(offsets[two])
        if left is None or right is None or right[0] - left[1] < _APART * size:
            return False
    return bool(gaps)


def deciphered(edges: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the numbers in lines of a font whose codes mean nothing as text, page by page.

    Such a font gives its ten digits as ten other signs that follow each other. Which sign is the
    nought is told where the numbers of pages that run on go from one digit to two.

    Returns:
        Nothing on any page where it cannot be told.
    """
    words = [_OTHERS_THAN_ASCII.findall("\n".join(lines)) for lines in edges]
    noughts = {ord(sign) - 1 for one in words for word in one if len(word) == 1 for sign in word}
    best: list[tuple[int, int]] = []
    for nought in noughts:
        shifts: dict[int, set[int]] = {}
        for index, one in enumerate(words):
            for word in one:
                number = _number(word, nought)
                if number is not None:
                    shifts.setdefault(number - index, set()).add(index)
        for shift, pages in shifts.items():
            if len(pages) >= _RUN and max(pages) + shift > 9 > min(pages) + shift:
                best.append((len(pages), nought))
    best.sort(reverse=True)
    if not best or (len(best) > 1 and best[1][0] == best[0][0]):
        return [[] for _ in edges]
    nought = best[0][1]
    return [
        [str(number) for word in one if (number := _number(word, nought)) is not None]
        for one in words
    ]


def _number(word: str, nought: int) -> int | None:
    digits = [ord(sign) - nought for sign in word]
    if not all(0 <= digit <= 9 for digit in digits) or not digits[0]:
        return None
    return int("".join(map(str, digits)))
