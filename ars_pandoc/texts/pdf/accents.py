"""Accents that a PDF draws apart from their letters: the place tells which letter is meant.

TeX and old typesetters draw `¨` and `u` where a reader sees `ü`; in the text the accent stands
before the letter, behind it, or at the end of the line.
"""

from __future__ import annotations

import unicodedata

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.texts.normalise import ACCENTS, SPACING_ACCENTS
from ars_pandoc.texts.pdf.chars import DROPPED, Char, Chars

_APART = lazy_pattern(f"[{SPACING_ACCENTS}]|(?:(?<=\\s)|^)[\u0300-\u030c\u0327\u0328]")
_PERHAPS = lazy_pattern("[`^~\u00b0]")
_ROW = lazy_pattern("[\n\ufffe]")
_BESIDE = 4
_TOGETHER = 0.14
_DOTLESS = {"\u0131": "i", "\u0237": "j"}


def join_accents(chars: Chars, text: str) -> str:
    """Put accents on the letters over or under which they are drawn.

    Args:
        chars: The characters of the page.
        text: Its text.

    Returns:
        A text of the same length: `DROPPED` stands for what went.
    """
    places = [found.start() for found in _APART.finditer(text)]
    if not places and not _PERHAPS.search(text):
        return text
    # A grave or a tilde is an accent only if it is drawn over a letter.
    places += [found.start() for found in _PERHAPS.finditer(text)]
    signs = list(text)
    rows: list[tuple[float, int, int]] | None = None
    for place in sorted(places):
        accent = chars.char(place)
        if accent is None:
            continue
        sign = text[place]
        at = _letter_beside(chars, signs, place, accent)
        if at is None and sign not in "`^~\u00b0":
            if rows is None:
                rows = _rows(chars, text)
            at = _letter_of_row(chars, signs, rows, accent)
        if at is None:
            continue
        mark = ACCENTS.get(sign, _MORE.get(sign, sign))
        letter = _DOTLESS.get(signs[at], signs[at])
        whole = unicodedata.normalize("NFC", letter + mark)
        if len(whole) != 1:
            continue
        signs[at] = whole
        signs[place] = DROPPED
        _close(chars, signs, at)
        _close(chars, signs, place)
    return "".join(signs)


_MORE = {"~": "\u0303", "\u00b0": "\u030a"}


def _letter_beside(chars: Chars, signs: list[str], place: int, accent: Char) -> int | None:
    for step in range(1, _BESIDE + 1):
        for at in (place + step, place - step):
            if 0 <= at < len(signs) and signs[at].isalpha():
                letter = chars.char(at)
                if letter is not None and _overlaps(letter, accent):
                    return at
    return None


def _overlaps(letter: Char, accent: Char) -> bool:
    middle = (accent.left + accent.right) / 2
    slack = 0.12 * (letter.right - letter.left)
    return (
        letter.left - slack <= middle <= letter.right + slack
        and abs(letter.base - accent.base) < 0.6 * max(letter.size, accent.size)
        and (
            accent.bottom > (letter.bottom + letter.top) / 2
            or accent.top < letter.bottom + 0.25 * (letter.top - letter.bottom)
        )
    )


def _rows(chars: Chars, text: str) -> list[tuple[float, int, int]]:
    """Return the lines of the text: the baseline of each, and where it begins and ends."""
    rows = []
    start = 0
    # The end of a line that ends with a hyphen is marked by pdfium's sign for it alone.
    for line in _ROW.split(text):
        end = start + len(line)
        letters = (at for at in range(start, end) if text[at].isalnum())
        first = next((char for at in letters if (char := chars.char(at))), None)
        if first is not None:
            rows.append((first.base, start, end))
        start = end + 1
    return rows


def _letter_of_row(
    chars: Chars, signs: list[str], rows: list[tuple[float, int, int]], accent: Char
) -> int | None:
    best: tuple[float, int] | None = None
    for base, start, end in rows:
        off = abs(base - accent.base)
        if off < 0.6 * accent.size and (best is None or off < best[0]):
            for at in range(start, end):
                if signs[at].isalpha():
                    letter = chars.char(at)
                    if letter is not None and _overlaps(letter, accent):
                        best = (off, at)
                        break
    return best[1] if best else None


def _close(chars: Chars, signs: list[str], at: int) -> None:
    """Drop the spaces that pdfium put in beside an accent, where the letters stand together."""
    low = at
    while low > 0 and (signs[low - 1] == " " or signs[low - 1] == DROPPED):
        low -= 1
    for start in (low, at + 1):
        end = start
        while end < len(signs) and (signs[end] == " " or signs[end] == DROPPED):
            end += 1
        if start in (0, end) or end >= len(signs):
            continue
        one, two = chars.char(start - 1), chars.char(end)
        if one is None or two is None or not signs[end].isalpha() or not signs[start - 1].isalpha():
            continue
        apart = two.left - one.right
        if abs(one.base - two.base) < 0.3 * one.size and apart < _TOGETHER * one.size:
            signs[start:end] = [DROPPED] * (end - start)
