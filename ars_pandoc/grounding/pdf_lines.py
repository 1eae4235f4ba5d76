"""The lines of a PDF page: plain text first, geometry of a few characters of each line.

The text is taken as pdfium gives it, in the order of the content. Only the first, a middle and the
last character of a line, and digits that may be raised, are asked for their place and size: asking
every character takes ten times as long.
"""

from __future__ import annotations

import ctypes
import re
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from ars_pandoc.grounding.normalise import HYPHENS, without_marks
from ars_pandoc.grounding.pdf_symbols import mend_symbols, unmask
from ars_pandoc.grounding.text import CLOSE, LOWERED, OPEN, RAISED, UNKNOWN, WILD
from ars_pandoc.lazy_pattern import lazy_pattern

# Imported by name: the package has no type stubs.
pdfium: Any = import_module("pypdfium2.raw")

_HYPHEN = "\ufffe"
_BREAK = lazy_pattern(f"\r?\n|{_HYPHEN}(?:\r?\n)?")
# What may stand raised or lowered: digits and marks of notes; letters are left as they are.
_SCRIPTS = lazy_pattern(
    r"(?<=\S)(?:[-\u2212\u2013+]?\d+(?:[,\u2013\u2212-]\d+)*|[\u2020\u2021\u00a7*]+)"
)
_SMALLER = 0.86
_SHIFT = 0.12
_UPRIGHT = 0.1
_DIGIT_HEIGHT = 0.56
_RAISED_FOOT = 0.15
_UNMAPPED = lazy_pattern("[\ue000-\uf8ff\U000f0000-\U0010ffff\ufffd\x00-\x08\x0e-\x1f]+")
_SYMBOLS = lazy_pattern(r"[\W_]+")


@dataclass(slots=True)
class Line:
    """A line of a page.

    Attributes:
        text: Its words, with the marks of `text.py`; a hyphen at its end is `WILD`.
        left: Where it begins, in points from the left.
        right: Where it ends.
        base: Its baseline, in points from the bottom.
        size: The size of its type, in points.
        upright: It is not turned: stamps at the edge are.
    """

    text: str
    left: float
    right: float
    base: float
    size: float
    upright: bool


@dataclass(frozen=True, slots=True)
class PageLines:
    """The lines of a page in the order of its content, its size, and why it cannot be read."""

    lines: list[Line]
    width: float
    height: float
    fault: str | None = None


@dataclass(slots=True)
class _Char:
    left: float
    right: float
    bottom: float
    top: float
    base: float
    size: float
    upright: bool


class _Page:
    """Asks pdfium for the characters of one page."""

    def __init__(self, page: Any, text: str) -> None:
        self.page = page
        self.text = text
        self._doubles = [ctypes.c_double() for _ in range(4)]
        self._matrix = pdfium.FS_MATRIX()
        self._wide = max(text, default="") > "\uffff"
        # Where every character is one of the text, offsets are indexes.
        self._alike = pdfium.FPDFText_CountChars(page) == len(text) and not self._wide

    def char(self, offset: int) -> _Char | None:
        """Give the geometry of the character at an offset of the text."""
        page, matrix = self.page, self._matrix
        left, right, bottom, top = self._doubles
        index = offset if self._alike else self._index(offset)
        if index < 0 or not pdfium.FPDFText_GetCharBox(page, index, left, right, bottom, top):
            return None
        edges = left.value, right.value, bottom.value, top.value
        if not pdfium.FPDFText_GetCharOrigin(page, index, left, right):
            return None
        size: float = pdfium.FPDFText_GetFontSize(page, index)
        upright = True
        # Many files set the type at size 1 and scale it by a matrix.
        if pdfium.FPDFText_GetMatrix(page, index, matrix):
            size *= (matrix.c**2 + matrix.d**2) ** 0.5
            upright = matrix.a > 0 and abs(matrix.b) < _UPRIGHT * matrix.a
        return _Char(*edges, right.value, size, upright)

    def _index(self, offset: int) -> int:
        if self._wide:
            offset = len(self.text[:offset].encode("utf-16-le")) // 2
        return int(pdfium.FPDFText_GetCharIndexFromTextIndex(self.page, offset))


def page_lines(page: Any) -> PageLines:
    """Read the lines of a page.

    Args:
        page: A `PdfPage` of pypdfium2.
    """
    width, height = page.get_size()
    textpage = page.get_textpage()
    try:
        text = textpage.get_text_range()
        fault = _fault(text)
        text = mend_symbols(page.raw, textpage.raw, text)
        return PageLines(_lines(_Page(textpage.raw, text), text), width, height, fault)
    finally:
        textpage.close()


def _fault(text: str) -> str | None:
    signs = len("".join(text.split()))
    if not signs:
        return "it has no text: it may be a scan"
    unmapped = sum(map(len, _UNMAPPED.findall(text)))
    letters = len(_SYMBOLS.sub("", text))
    if unmapped * 5 > signs or (signs > 100 and letters * 3 < signs):
        return "its glyphs have no meaning as text"
    return None


def _lines(page: _Page, text: str) -> list[Line]:
    lines = []
    start = 0
    for found in [*_BREAK.finditer(text), None]:
        end = found.start() if found else len(text)
        hyphen = found is not None and found[0].startswith(_HYPHEN)
        if found and hyphen and not _line_ends(page, text, end, found.end()):
            # An unmapped ligature inside a line is given as a hyphen too: the place tells.
            continue
        line = _line(page, text, start, end)
        if line is not None:
            # Some files keep the hyphen of a broken word.
            kept = line.text[-1:] in HYPHENS and line.text[-2:-1].isalpha()
            if kept and not hyphen:
                line.text, hyphen = line.text[:-1], True
            line.text = unmask(line.text).replace(_HYPHEN, UNKNOWN) + (WILD if hyphen else "")
            lines.append(line)
        start = found.end() if found else end
    return lines


def _line_ends(page: _Page, text: str, end: int, after: int) -> bool:
    """Tell if the sign at an offset stands at the end of a line."""
    if after >= len(text):
        return True
    before, behind = page.char(end - 1) if end else None, page.char(after)
    if before is None or behind is None:
        return True
    return abs(before.base - behind.base) > 0.3 * max(before.size, 1) or behind.left < before.left


def _line(page: _Page, text: str, start: int, end: int) -> Line | None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start == end:
        return None
    places = sorted({start, (start + end) // 2, end - 1})
    chars = [char for place in places if not text[place].isspace() and (char := page.char(place))]
    if not chars:
        return Line(without_marks(text[start:end]), 0, 0, 0, 0, True)
    # A raised digit or a drop cap may stand first or last: the one in the middle counts.
    size = sorted(char.size for char in chars)[len(chars) // 2]
    full = [char for char in chars if char.size >= _SMALLER * size]
    base = sorted(char.base for char in full)[len(full) // 2]
    return Line(
        _with_scripts(page, text, (start, end), base, size),
        min(char.left for char in chars),
        max(char.right for char in chars),
        base,
        size,
        all(char.upright for char in full),
    )


def _with_scripts(page: _Page, text: str, bounds: tuple[int, int], base: float, size: float) -> str:
    """Give the words of a line with marks for what is raised or lowered."""
    parts = []
    start, end = bounds
    done = start
    for found in _SCRIPTS.finditer(text, start, end):
        run = found[0]
        at = found.start()
        for mark, low, high in _scripts(page, run, at, base, size):
            parts.append(without_marks(text[done:low]))
            parts.append(_marked(text, low, high, mark))
            done = high
    parts.append(without_marks(text[done:end]))
    return "".join(parts)


def _scripts(
    page: _Page, run: str, at: int, base: float, size: float
) -> list[tuple[str, int, int]]:
    """Give the raised and lowered stretches of a run."""
    each = [
        _kind(page.char(at + number), base, size, digit=sign.isdigit())
        for number, sign in enumerate(run)
    ]
    if not any(each):
        return []
    # A comma or dash between raised digits is raised with them; `105` may have one raised digit.
    for number in range(len(run) - 2, -1, -1):
        if not run[number].isdigit() and not each[number]:
            each[number] = each[number + 1]
    found = []
    low = 0
    while low < len(each):
        high = low
        while high < len(each) and each[high] == each[low]:
            high += 1
        if each[low]:
            found.append((each[low], at + low, at + high))
        low = high
    return found


def _kind(char: _Char | None, base: float, size: float, *, digit: bool) -> str:
    """Tell if a digit is raised or lowered, by its size and baseline or by its own shape."""
    if char is None or not size:
        return ""
    small = char.size <= _SMALLER * size
    if small and char.base > base + _SHIFT * size:
        return RAISED
    if small and char.base < base - 0.05 * size:
        return LOWERED
    # Fonts have raised digits of their own, which stand on the baseline by their numbers alone.
    # A dash or star is small and high by nature, so only a digit's shape tells.
    if digit and char.top - char.bottom < _DIGIT_HEIGHT * size:
        if char.bottom > base + _RAISED_FOOT * size:
            return RAISED
        if char.bottom < base - 0.05 * size:
            return LOWERED
    return ""


_NOTE_MARKS = re.compile(r"[\d\u2020\u2021\u00a7*,\u2013-]+")


def _marked(text: str, low: int, high: int, mark: str) -> str:
    run = text[low:high]
    before = text[low - 1]
    if mark == RAISED and _NOTE_MARKS.fullmatch(run) and not run.startswith(("-", "\u2013")):
        word = re.search(r"[^\W\d_]+$", text[max(0, low - 20) : low])
        unit = word is not None and word[0] in UNITS
        # Behind a digit or a unit it is an exponent (contract §8).
        if not before.isdigit() and not unit:
            return f"{OPEN}{run}{CLOSE}"
    return mark + run


UNITS = frozenset("m cm mm km nm um µm μm s h min kg g l L ml mL dl dL ha".split())
"""Behind one of these a raised number is an exponent, not a call-out."""
