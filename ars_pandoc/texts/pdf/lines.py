"""The lines of a PDF page: plain text first, geometry of a few characters of each line.

The text is taken as pdfium gives it, in the order of the content. Only a few characters of a line,
digits that may be raised, and what the text leaves in doubt are asked for their place and size:
asking every character takes longer than reading the page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ars_pandoc.base.characters import MINUS, NOTE_MARKS
from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.texts.marks import LOWERED, RAISED, UNKNOWN, WILD
from ars_pandoc.texts.normalise import HYPHENS, without_marks
from ars_pandoc.texts.pdf.accents import join_accents
from ars_pandoc.texts.pdf.chars import DROPPED, HYPHEN, Char, Chars
from ars_pandoc.texts.pdf.codes import full_text, mend_codes
from ars_pandoc.texts.pdf.folios import set_apart
from ars_pandoc.texts.pdf.line_numbers import without_line_numbers
from ars_pandoc.texts.pdf.pieces import Piece, cut_pieces
from ars_pandoc.texts.pdf.scans import Box, is_invisible, is_scan, pictures_of, small_ones
from ars_pandoc.texts.pdf.symbols import Glyphs, drawn_texts, mend_symbols, unmask
from ars_pandoc.texts.raised import raised

# What may stand raised or lowered: digits, what joins them, and marks of notes; no letters.
_SCRIPTS = lazy_pattern(
    rf"[(\[]?[-{MINUS}\u2013+]?\d+(?:\s?[,;\u2013{MINUS}-]\s?\d+)*[)\]]?|[{NOTE_MARKS}]+"
)
_MAYBE_SCRIPT = lazy_pattern(rf"[\d{NOTE_MARKS}]")
_HYPHENS = tuple(HYPHENS + "\u00ad")
_SMALLER = 0.86
_SHIFT = 0.12
_DIGIT_HEIGHT = 0.56
_RAISED_FOOT = 0.15
_SAME_ROW = 0.55
_WORD_GAP = 0.15
_DROP_CAP = 1.6
_UNMAPPED = lazy_pattern("[\ue000-\uf8ff\U000f0000-\U0010ffff\ufffd\x00-\x08\x0e-\x1f]+")
_SYMBOLS = lazy_pattern(r"[\W_]+")
_LATIN = lazy_pattern("[A-Za-z]")
_ENOUGH = 300
_MOST_SIGNS, _MOST_PIECES = 100_000, 5000
_TOO_MUCH = "it holds more than a page of words does"
NO_TEXT = "it has no text: it may be a scan"
"""What is wrong with a page that holds no characters."""

MEANINGLESS = "its glyphs have no meaning as text"
_FEW_SIGNS = 200
"""A page that draws more pieces of text than it has characters has lost its words."""

PARTLY = "the glyphs of one of its fonts have no meaning as text"
"""What is wrong with a page of which a part can be read."""

_SAMPLED, _FEW_OF = 100, 20
_SPACE = lazy_pattern(r"(?<=[^\W\d_]) (?=[a-z\u00df-\u00ff])")
_SAMPLE = 5
_EDGE_LINES = 3
_NO_GAP = 0.2  # of a letter's width
_ROOM = 0.15  # of the size of the type
_MAC_SPACE = lazy_pattern(r"(?=[^\n]?[\t\xa0])(?:[\t \xa0]|\r(?!\n)){2,}")
_MAC_HYPHEN = "-\u2010"
_QUOTATION_MARKS = "\"'\u2018\u2019\u201c\u201d"
_SOFT_HYPHEN = "\xad"
_DRAWN_HYPHEN = lazy_pattern(r"(?<=\w)\xad(?=\w)")
_RIGHT_TO_LEFT = lazy_pattern("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_ARABIC = lazy_pattern("[\u0621-\u064a]+")
_DOUBLED = lazy_pattern("([\u0621-\u063f\u0641-\u0643\u0645-\u064a])\\1")
_MOST_DOUBLED = 0.04
_LAM_ALEF = lazy_pattern("[\u0622\u0623\u0625\u0627]\u0644")
_VOWELS = "aeiouyAEIOUY"
_FEWEST_VOWELS, _MOST_VOWELS = 0.24, 0.62


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
        folio: Of the outer lines of a page: the number that gaps set apart from its other words.
    """

    text: str
    left: float
    right: float
    base: float
    size: float
    upright: bool
    folio: str = ""


@dataclass(frozen=True, slots=True)
class PageLines:
    """The lines of a page in the order of its content, its size, and why it cannot be read.

    A page is scanned if its words were read from a picture of it.
    """

    lines: list[Line]
    width: float
    height: float
    fault: str | None = None
    scanned: bool = False


def has_false_spaces(page: Any) -> bool:
    """Return whether a page has spaces inside of words, which some typesetting programs leave there.

    Args:
        page: A `PdfPage` of pypdfium2.
    """
    textpage = page.get_textpage()
    try:
        text = full_text(textpage.raw, textpage.get_text_range())
        if len(text) > _MOST_SIGNS:
            return False
        return _without_false_spaces(Chars(textpage.raw, text), text) != text
    finally:
        textpage.close()


@dataclass(frozen=True, slots=True)
class DrawnWord:
    """A word of a line and its box, in points from the left and the bottom of the page."""

    text: str
    left: float
    bottom: float
    right: float
    top: float


def page_lines(
    page: Any,
    *,
    false_spaces: bool = True,
    glyphs: Glyphs | None = None,
    drawn: list[list[DrawnWord]] | None = None,
) -> PageLines:
    """Read the lines of a page.

    Args:
        page: A `PdfPage` of pypdfium2.
        false_spaces: Whether spaces may stand inside of words: to look at each takes long.
        glyphs: What is known of the document's fonts.
        drawn: Takes the words of each line with their boxes, for who shows the page; to ask for
            every box takes long.
    """
    width, height = page.get_size()
    textpage = page.get_textpage()
    try:
        text = full_text(textpage.raw, textpage.get_text_range())
        if len(text) > _MOST_SIGNS:
            return PageLines([], width, height, _TOO_MUCH)
        chars = Chars(textpage.raw, text)
        text = _with_whole_glyphs(chars, text)
        text = mend_codes(chars, without_line_numbers(chars, text))
        fault = _fault(text) or _partly(chars, text)
        if fault is None and len(text) < _FEW_SIGNS and drawn_texts(page.raw) > _FEW_SIGNS:
            fault = MEANINGLESS
        text = mend_symbols(page.raw, chars, text, glyphs)
        if not text.isascii() or "`" in text or "^" in text or "~" in text:
            text = join_accents(chars, text)
        pictures = pictures_of(page)
        scanned = is_scan(pictures, width, height) or is_invisible(page)
        # What was laid under a picture is as wide as that needs, and its letters may overlap.
        if false_spaces and not scanned:
            text = _without_false_spaces(chars, text)
        pieces = cut_pieces(chars, text)
        if len(pieces) > _MOST_PIECES:
            return PageLines([], width, height, _TOO_MUCH)
        # On the picture of a page, or in a drawing of many, nothing stands for a sign.
        signs = small_ones(pictures) if not scanned else ()
        rows = _rows(pieces, text)
        if drawn is not None:
            drawn += [_drawn_words(chars, _raw_of(text, row)) for row in rows]
        lines = [_line(chars, text, row, signs) for row in rows]
        outer = outer_bases(lines, 2 * _EDGE_LINES)
        for line, row in zip(lines, rows, strict=True):
            if round(line.base) in outer and line.upright:
                raw = _raw_of(text, row)
                line.folio = set_apart(chars, raw.text, raw.offsets, raw.size)
        return PageLines(_on_page(page, lines), width, height, fault, scanned)
    finally:
        textpage.close()


def _on_page(page: Any, lines: list[Line]) -> list[Line]:
    """Return the lines that stand within the edges of a page: others are drawn and not seen."""
    left, low, right, high = page.get_cropbox()
    return [
        line
        for line in lines
        if low - line.size < line.base < high and line.right > left and line.left < right
    ]


def outer_bases(lines: Sequence[Line], count: int = _EDGE_LINES) -> set[int]:
    """Return the baselines, rounded, on which the head or the foot of a page may stand.

    Args:
        lines: Of the page.
        count: So many at either end.
    """
    bases = sorted({round(line.base) for line in lines if line.upright})
    return {*bases[:count], *bases[-count:]}


def _with_whole_glyphs(chars: Chars, text: str) -> str:
    """Mend what pdfium gives for glyphs that stand for several characters.

    Some programs map the glyph of a space to four kinds of white space, and that of a hyphen to two
    hyphens. The two letters of an Arabic lam-alef are given in the order of their places.
    """
    if "\t" in text or "\xa0" in text:
        text = _MAC_SPACE.sub(lambda found: DROPPED * (len(found[0]) - 1) + " ", text)
    text = text.replace(_MAC_HYPHEN, DROPPED + "-")
    if _SOFT_HYPHEN in text:
        text = _DRAWN_HYPHEN.sub(lambda found: _drawn_hyphen(chars, found), text)
    if "\u0644" not in text:
        return text
    signs = list(text)
    for found in _LAM_ALEF.finditer(text):
        at = found.start()
        if chars.edges(at) == chars.edges(at + 1):
            signs[at], signs[at + 1] = signs[at + 1], signs[at]
    return "".join(signs)


def _drawn_hyphen(chars: Chars, found: re.Match[str]) -> str:
    """Return a soft hyphen within a line as the hyphen that it is where it takes room there."""
    edges = chars.edges(found.start())
    return "-" if edges is not None and edges[1] > edges[0] else found[0]


def _without_false_spaces(chars: Chars, text: str) -> str:
    """Drop spaces inside of words: the next letter is drawn over them.

    Where pdfium itself has put the spaces in, by the gaps, there are none.
    """
    spaces = [found.start() for found in _SPACE.finditer(text)]
    if all(map(chars.is_generated, spaces[:: max(1, len(spaces) // _SAMPLE)])):
        return text
    signs = list(text)
    for at in spaces:
        if _is_false(chars, at):
            signs[at] = DROPPED
    return "".join(signs)


def _is_false(chars: Chars, at: int) -> bool:
    one, two = chars.edges(at - 1), chars.edges(at + 1)
    if one is None or two is None:
        return False
    gap = two[0] - one[1]
    if not -1 < gap < _NO_GAP * (one[1] - one[0] + two[1] - two[0]) / 2:
        return False
    # An f, or any letter in italics, hangs over the space behind it: that takes room all the same.
    letter = chars.char(at + 1)
    return letter is None or chars.step(at) < _ROOM * letter.size


def lines_of_json(page: Any) -> PageLines:
    """Make the lines of a page of their JSON, as another process wrote it."""
    return PageLines(**page | {"lines": [Line(**line) for line in page["lines"]]})


def _fault(text: str) -> str | None:
    signs = len("".join(text.split()))
    if not signs:
        return NO_TEXT
    unmapped = sum(map(len, _UNMAPPED.findall(text)))
    letters = len(_SYMBOLS.sub("", text))
    if unmapped * 5 > signs or (signs > 100 and letters * 3 < signs) or _is_cipher(text, letters):
        return MEANINGLESS
    return None


def _partly(chars: Chars, text: str) -> str | None:
    """Say so where the codes of a font on a page mean nothing: its letters stand for others."""
    if _ARABIC.search(text):
        words = "".join(_ARABIC.findall(text))
        # Drawn-out strokes that are given as letters: no Arabic word doubles so many.
        if len(words) >= _ENOUGH and len(_DOUBLED.findall(text)) > _MOST_DOUBLED * len(words):
            return PARTLY
    letters = [at for at, sign in enumerate(text) if sign.isalpha()]
    sample = letters[:: max(1, len(letters) // _SAMPLED)]
    if sum(map(chars.is_unmapped, sample)) * _FEW_OF < len(sample):
        return None
    unmapped = "".join(text[at] for at in letters if chars.is_unmapped(at))
    odd = len(unmapped) >= _ENOUGH and _is_cipher(unmapped, len(unmapped))
    return PARTLY if odd else None


def _is_cipher(text: str, letters: int) -> bool:
    """Return whether letters stand for other letters: what has nearly no vowels is no language."""
    vowels = sum(map(text.count, _VOWELS))
    if letters < _ENOUGH or _FEWEST_VOWELS < vowels / letters < _MOST_VOWELS:
        return False
    latin = len(_LATIN.findall(text))
    if latin < _ENOUGH or latin * 3 < letters:
        return False
    return not _FEWEST_VOWELS < vowels / latin < _MOST_VOWELS


def _rows(pieces: list[Piece], text: str) -> list[list[Piece]]:
    """Return the pieces of each line."""
    rows: list[list[Piece]] = []
    for piece in pieces:
        if rows and _in_row(rows[-1][-1], piece, text):
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return rows


def _drawn_words(chars: Chars, raw: _Raw) -> list[DrawnWord]:
    """Return the words of a line with their boxes."""
    words: list[DrawnWord] = []
    signs: list[tuple[str, Char]] = []

    def close() -> None:
        if signs:
            words.append(
                DrawnWord(
                    "".join(sign for sign, _ in signs),
                    min(char.left for _, char in signs),
                    min(char.bottom for _, char in signs),
                    max(char.right for _, char in signs),
                    max(char.top for _, char in signs),
                )
            )
            signs.clear()

    for sign, offset in zip(raw.text, raw.offsets, strict=True):
        if sign.isspace():
            close()
        elif sign != DROPPED and offset >= 0 and (char := chars.char(offset)) is not None:
            signs.append((sign, char))
    close()
    return words


def _in_row(one: Piece, two: Piece, text: str) -> bool:
    """Return whether two pieces are parts of one line: pdfium parts lines at raised signs."""
    if one.hyphen or not (one.upright and two.upright and one.size and two.size):
        return False
    larger = max(one.size, two.size)
    gap = two.left - one.right
    if two.left < one.left and _RIGHT_TO_LEFT.search(text, one.start, two.end):
        gap = one.left - two.right
    if _is_drop_cap(one, two, text):
        return True
    alike = min(one.size, two.size) > _SMALLER * larger
    off = abs(one.base - two.base)
    if off > (0.1 if alike else _SAME_ROW) * larger:
        return False
    return -0.4 * larger < gap < (0.9 if alike else 0.5) * larger


def _is_drop_cap(one: Piece, two: Piece, text: str) -> bool:
    return (
        one.end - one.start == 1
        and text[one.start].isupper()
        and one.size > _DROP_CAP * two.size
        and one.base <= two.base + 0.2 * two.size
        and -0.5 * two.size < two.left - one.right < 1.2 * two.size
        and two.base - one.base < one.size
    )


def _line(chars: Chars, text: str, row: list[Piece], signs: Sequence[Box] = ()) -> Line:
    """Return one line of its pieces, with marks for what is raised or lowered."""
    return _finished(chars, row, _raw_of(text, row), signs)


def _raw_of(text: str, row: list[Piece]) -> _Raw:
    """Return the characters of a line as the file has them."""
    if len(row) == 1:
        only = row[0]
        return _Raw(text[only.start : only.end], range(only.start, only.end), only.base, only.size)
    main = max(row, key=lambda piece: (piece.end - piece.start, piece.size))
    raw: list[str] = []
    offsets: list[int] = []
    for number, piece in enumerate(row):
        if number:
            before = row[number - 1]
            size = min(before.size, piece.size) or 1
            gap = piece.left - before.right
            if piece.left < before.left:
                gap = before.left - piece.right
            apart = gap > _WORD_GAP * size
            if _is_drop_cap(before, piece, text):
                # `A` and `I` are words: a space follows them, and that is wider than the gap.
                apart = raw[-1] in ("A", "I") and gap > 0.22 * piece.size
            if apart:
                raw.append(" ")
                offsets.append(-1)
        raw += text[piece.start : piece.end]
        offsets += range(piece.start, piece.end)
    return _Raw("".join(raw), offsets, main.base, main.size)


def _finished(chars: Chars, row: list[Piece], raw: _Raw, signs: Sequence[Box]) -> Line:
    words = _with_scripts(chars, _with_pictures(chars, raw, signs) if signs else raw)
    words = words.replace(DROPPED, "")
    hyphen = row[-1].hyphen
    # Some files keep the hyphen of a broken word.
    if not hyphen and words[-1:] in _HYPHENS and words[-2:-1].isalpha():
        words, hyphen = words[:-1], True
    if not words.isascii():
        words = unmask(words).replace(HYPHEN, UNKNOWN)
    return Line(
        words + (WILD if hyphen else ""),
        min(piece.left for piece in row),
        max(piece.right for piece in row),
        raw.base,
        raw.size,
        all(piece.upright for piece in row),
    )


def _with_pictures(chars: Chars, line: _Raw, signs: Sequence[Box]) -> _Raw:
    """Put an unknown character where a small picture stands for a sign in a line."""
    size = line.size
    for left, low, right, high in signs:
        if not line.base - 0.4 * size < (low + high) / 2 < line.base + size:
            continue
        if high - low > 1.3 * size or right - left > 1.5 * size:
            continue
        at = 0
        after = before = None
        for at, offset in enumerate(line.offsets):
            char = chars.char(offset) if offset >= 0 and not line.text[at].isspace() else None
            if char is None:
                continue
            if char.left >= right - 0.3 * (right - left):
                after = char
                break
            before = char
        # It stands between two characters that leave room for it.
        if before is None or after is None or before.right > left + 0.3 * (right - left):
            continue
        if after.left - before.right < 4 * size:
            offsets = [*line.offsets[:at], -1, *line.offsets[at:]]
            line = _Raw(line.text[:at] + UNKNOWN + line.text[at:], offsets, line.base, size)
    return line


@dataclass(frozen=True, slots=True)
class _Raw:
    """A line as the file has it, with the places of its characters in the page's text."""

    text: str
    offsets: Sequence[int]
    base: float
    size: float


def _with_scripts(chars: Chars, line: _Raw) -> str:
    """Return the words of a line with marks for what is raised or lowered."""
    raw, offsets = line.text, line.offsets
    if not _MAYBE_SCRIPT.search(raw):
        return raw if raw.isprintable() else without_marks(raw)
    parts = []
    done = 0
    for found in _SCRIPTS.finditer(raw):
        for mark, low, high in _scripts(chars, line, *found.span()):
            parts.append(without_marks(raw[done:low]))
            run = raw[low:high]
            if mark == RAISED and _is_lying_sign(chars, line, low - 1):
                parts[-1] = parts[-1][:-1]
                parts.append(RAISED + UNKNOWN + run)
            elif mark == RAISED and low and _is_torn(chars, offsets[low - 1], offsets[low]):
                # Between 10 and its exponent a sign is drawn that the text does not have.
                parts.append(RAISED + UNKNOWN + run)
            elif mark == RAISED:
                parts.append(raised(run, raw[:low], raw[high : high + 4]))
            else:
                parts.append(mark + run)
            done = high
    if not done:
        return raw if raw.isprintable() else without_marks(raw)
    parts.append(without_marks(raw[done:]))
    return "".join(parts)


def _is_lying_sign(chars: Chars, line: _Raw, at: int) -> bool:
    """Return whether a quotation mark is raised itself, before a raised digit.

    It is a minus, of a font whose codes lie.
    """
    if at <= 0 or line.text[at] not in _QUOTATION_MARKS or line.offsets[at] < 0:
        return False
    char = chars.char(line.offsets[at])
    return _kind(char, line.base, line.size, digit=False)[0] == RAISED


def _is_torn(chars: Chars, before: int, first: int) -> bool:
    """Return whether there is room for a sign between a digit and the raised one behind it."""
    if before < 0 or not chars.text[before].isdigit() or not chars.text[first].isdigit():
        return False
    one, two = chars.char(before), chars.char(first)
    return one is not None and two is not None and two.left - one.right > 0.4 * two.size


def _scripts(chars: Chars, line: _Raw, start: int, end: int) -> list[tuple[str, int, int]]:
    """Return the raised and lowered stretches of a run."""
    if not line.size:
        return []
    raw, offsets = line.text, line.offsets
    each = []
    by_shape = False
    for at in range(start, end):
        char = chars.char(offsets[at]) if offsets[at] >= 0 and not raw[at].isspace() else None
        kind, shaped = _kind(char, line.base, line.size, digit=raw[at].isdigit())
        by_shape |= shaped
        each.append(kind)
    if not any(each):
        return []
    # White space goes with what follows, and so do separators between digits raised by shape.
    for number in range(len(each) - 2, -1, -1):
        sign = raw[start + number]
        if not each[number] and (sign.isspace() or (by_shape and not sign.isdigit())):
            each[number] = each[number + 1]
    found = []
    low = 0
    while low < len(each):
        high = low
        while high < len(each) and each[high] == each[low]:
            high += 1
        run = raw[start + low : start + high]
        if each[low] and run.strip():
            shift = len(run) - len(run.lstrip())
            found.append((each[low], start + low + shift, start + high))
        low = high
    return found


def _kind(char: Char | None, base: float, size: float, *, digit: bool) -> tuple[str, bool]:
    """Return whether a sign is raised or lowered, by its size and baseline or by its own shape."""
    if char is None:
        return "", False
    small = char.size <= _SMALLER * size
    if small and char.base > base + _SHIFT * size:
        return RAISED, False
    if small and char.base < base - 0.05 * size:
        return LOWERED, False
    # Fonts have raised digits of their own, which stand on the baseline by their numbers alone.
    # A dash or star is small and high by nature, so only a digit's shape tells.
    if digit and char.top - char.bottom < _DIGIT_HEIGHT * size:
        if char.bottom > base + _RAISED_FOOT * size:
            return RAISED, True
        if char.bottom < base - 0.05 * size:
            return LOWERED, True
    return "", False
