"""What a glyph shows, by its outline: the truth about fonts whose codes lie (contract §8).

Old typesetters draw `±` at the code of `6` and name the glyph `six`: neither code nor name tells.
The outline does: it is laid on a grid and held against those of signs and letters in fonts of
several kinds. What is near to two of them is told by nobody.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import pairwise
from math import floor

from ars_pandoc.texts.pdf.chars import pdfium, quick

GRID = 16
_STEPS = 4
_FAR, _FARTHEST = 62, 75
"""Of a distance above nothing is said: no known glyph looks like it; more where none is near."""
_CLEAR = 14
"""By so much the nearest must be nearer than the next: else either may be meant."""
_OUT_OF_REACH = _FARTHEST + 2 * _CLEAR
_WIDTH, _HEIGHT = 60.0, 110.0
_CELL = 0.1
_ALL = (1 << GRID * GRID) - 1
_NOT_LAST = _ALL // ((1 << GRID) - 1) * ((1 << GRID) - 2)
_NOT_FIRST = _NOT_LAST >> 1
_MOST_SEGMENTS = 600
_LARGEST = 10
_NO_CHARACTER = 0xE0F5
_DASHES = "-\u2212\u2013\u2014\u2010\u2011"
_WIDE_DASH = 0.42
_ALIKE = (
    "oO0\u03bf\u039f", "lI1|\u2223", "-\u2212\u2013\u2014\u2010\u2011", "'\u2019\u2018`\u2032",
    "\u2206\u0394", "\u03bc\u00b5", "\u00b7\u22c5", "*\u2217", "~\u223c", "\u03c6\u03d5", "\u03b5\u03f5",
    "\u03b8\u03d1", "\u2211\u03a3", "\u220f\u03a0", "\u2225\u2016", "cC", "sS", "vV", "wW", "xX", "zZ", "uU",
    "\u2126\u03a9", "\"\u201d\u2033", "\u25aa\u25a0", "\u2022\u25cf",
    "BΒ", "EΕ", "ZΖ", "HΗ", "IΙ", "KΚ", "MΜ", "NΝ", "AΑ", "PΡ", "TΤ", "XΧ", "YΥ", "\u2261\u039e",
)  # fmt: skip
_GROUPS = {
    sign: frozenset(number for number, group in enumerate(_ALIKE) if sign in group)
    for sign in "".join(_ALIKE)
}
"""By character, the groups of those that look alike to which it belongs."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A glyph's outline on a grid: which squares are black, and where it stands in its type.

    Attributes:
        bits: One bit for each square, row by row from above.
        width: Of the outline, in ems.
        low: Its lowest point above the baseline, in ems.
        high: Its highest point.
    """

    bits: int
    width: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an outline says to the character that its code names.

    Attributes:
        shows: The character that it shows; None where nobody can tell.
        agrees: The code says the same.
    """

    shows: str | None
    agrees: bool


def outline(font: int, sign: str) -> Shape | None:
    """Return the shape of the glyph that a font draws for a character.

    Args:
        font: The address of a font of pdfium.
        sign: As the text of the page has it.

    Returns:
        None where the font has no outline for it.
    """
    contours = _contours(font, ord(sign))
    # Some fonts draw one and the same box for all that they lack.
    if not contours or contours == _contours(font, _NO_CHARACTER):
        return None
    return shape(contours)


def has_outlines(font: int, signs: str, least: int) -> bool:
    """Return whether a font has outlines for so many of some characters at least."""
    box = _contours(font, _NO_CHARACTER)
    have = 0
    for number, sign in enumerate(signs):
        if have + len(signs) - number < least:
            return False
        contours = _contours(font, ord(sign))
        have += int(bool(contours) and contours != box and _is_drawn(contours))
        if have >= least:
            return True
    return have >= least


def _is_drawn(contours: _Contours) -> bool:
    """Return whether an outline has a width and a height."""
    xs, ys = zip(*(point for contour in contours for point in contour), strict=True)
    width, height = max(xs) - min(xs), max(ys) - min(ys)
    return bool(0 < width < _LARGEST and 0 < height < _LARGEST)


_Contours = list[list[tuple[float, float]]]


def _contours(font: int, code: int) -> _Contours:
    """Return the outline of a glyph as polygons."""
    pointer, number, real = ctypes.c_void_p, ctypes.c_int, ctypes.c_float
    path = quick("FPDFFont_GetGlyphPath", pointer, pointer, ctypes.c_uint, real)(font, code, 1.0)
    if not path:
        return []
    count = quick("FPDFGlyphPath_CountGlyphSegments", number, pointer)(path)
    if not 0 < count <= _MOST_SEGMENTS:
        return []
    segment = quick("FPDFGlyphPath_GetGlyphPathSegment", pointer, pointer, number)
    kind_of = quick("FPDFPathSegment_GetType", number, pointer)
    point_of = quick("FPDFPathSegment_GetPoint", number, pointer, pointer, pointer)
    room = (ctypes.c_float * 2)()
    x_at = ctypes.addressof(room)
    contours: _Contours = []
    bend: list[tuple[float, float]] = []
    for index in range(count):
        part = segment(path, index)
        point_of(part, x_at, x_at + 4)
        point = (room[0], room[1])
        kind = kind_of(part)
        if kind == pdfium.FPDF_SEGMENT_MOVETO or not contours:
            contours.append([point])
            bend = []
        elif kind == pdfium.FPDF_SEGMENT_BEZIERTO:
            bend.append(point)
            if len(bend) == 3:
                contours[-1] += _curve(contours[-1][-1], *bend)
                bend = []
        else:
            contours[-1].append(point)
    return contours


def _curve(
    start: tuple[float, float],
    one: tuple[float, float],
    two: tuple[float, float],
    end: tuple[float, float],
) -> list[tuple[float, float]]:
    points = []
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        points.append(
            (
                a * start[0] + b * one[0] + c * two[0] + d * end[0],
                a * start[1] + b * one[1] + c * two[1] + d * end[1],
            )
        )
    return points


def shape(contours: _Contours) -> Shape | None:
    """Lay an outline on the grid.

    Args:
        contours: Its polygons, in ems.

    Returns:
        None where it covers nothing.
    """
    points = [point for contour in contours for point in contour]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(y for _, y in points), max(y for _, y in points)
    width, height = right - left, high - low
    if not (0 < width < _LARGEST and 0 < height < _LARGEST):
        return None
    edges = [
        (one, two)
        for contour in contours
        for one, two in pairwise([*contour, contour[0]])
        if one[1] != two[1]
    ]
    bits = 0
    for row in range(GRID):
        y = high - (row + 0.5) * height / GRID
        crossings = sorted(
            (one[0] + (y - one[1]) * (two[0] - one[0]) / (two[1] - one[1]), two[1] > one[1])
            for one, two in edges
            if (one[1] <= y) != (two[1] <= y)
        )
        at = winding = 0
        for column in range(GRID):
            x = left + (column + 0.5) * width / GRID
            while at < len(crossings) and crossings[at][0] <= x:
                winding += 1 if crossings[at][1] else -1
                at += 1
            bits = bits << 1 | (winding != 0)
    return Shape(bits, width, low, high)


def judge(found: Shape, said: str) -> Judgement:
    """Hold a shape against what the code of its glyph says.

    Args:
        found: The shape.
        said: The character.
    """
    return _judge(found, said)


@cache
def _judge(found: Shape, said: str) -> Judgement:
    nearest = _nearest(found)
    if not nearest:
        return Judgement(None, False)
    best = min(nearest, key=nearest.__getitem__)
    least = nearest[best]
    rival = min((off for sign, off in nearest.items() if not _alike(sign, best)), default=1000.0)
    if least > (_FAR if rival - least < 2 * _CLEAR else _FARTHEST):
        return Judgement(None, False)
    if _alike(best, said):
        return Judgement(said, True)
    own = min((off for sign, off in nearest.items() if _alike(sign, said)), default=1000.0)
    if rival - least < _CLEAR or own - least < 2 * _CLEAR:
        return Judgement(None, False)
    if best in _DASHES:
        best = "\u2212" if found.width > _WIDE_DASH else "-"
    return Judgement(best, False)


@cache
def _nearest(found: Shape) -> dict[str, float]:
    """Return how far a shape is from the characters that may be what it shows.

    What is so much farther than the nearest that it changes no judgement may be left out: the
    glyphs that stand where it stands come first.
    """
    nearest: dict[str, float] = {}
    bits, grown = found.bits, _grown(found.bits)
    width, low, high = found.width, found.low, found.high
    # What stands elsewhere or is far wider can be neither the nearest nor its rival.
    most = float(_OUT_OF_REACH)
    places = _known_places()
    gaps = sorted(
        (max(0.0, abs(low - at) - _CELL / 2) + max(0.0, abs(high - up) - _CELL / 2), number)
        for number, (at, up, _) in enumerate(places)
    )
    for gap, number in gaps:
        if _HEIGHT * gap > most:
            break
        for sign, known, around in places[number][2]:
            there = known.bits
            off = (
                _WIDTH * abs(width - known.width)
                + _HEIGHT * (abs(low - known.low) + abs(high - known.high))
                + 0.5 * (bits ^ there).bit_count()
            )
            if off > most:
                continue
            off += 2 * (bits & ~around | there & ~grown).bit_count()
            if off < nearest.get(sign, 1000.0):
                nearest[sign] = off
                most = min(most, off + 2 * _CLEAR)
    return nearest


def distance(one: Shape, two: Shape) -> float:
    """Return how far two shapes are apart: by squares, by width, and by their place."""
    differ = one.bits ^ two.bits
    # Squares at an edge differ with the weight of the type; those away from it tell more.
    clear = one.bits & ~_grown(two.bits) | two.bits & ~_grown(one.bits)
    return 0.5 * differ.bit_count() + 2 * clear.bit_count() + _place(one, two)


def _place(one: Shape, two: Shape) -> float:
    return _WIDTH * abs(one.width - two.width) + _HEIGHT * (
        abs(one.low - two.low) + abs(one.high - two.high)
    )


@cache
def _grown(bits: int) -> int:
    """Return the squares that are black or beside a black one."""
    beside = bits | bits << 1 & _NOT_LAST | bits >> 1 & _NOT_FIRST
    return (beside | beside << GRID | beside >> GRID) & _ALL


def _alike(one: str, two: str) -> bool:
    # Fonts of small capitals draw them at the codes of small letters.
    if one == two or (one.isascii() and one.lower() == two.lower()):
        return True
    groups = _GROUPS.get(one)
    return groups is not None and not groups.isdisjoint(_GROUPS.get(two, ()))


@cache
def _known_places() -> list[tuple[float, float, list[tuple[str, Shape, int]]]]:
    """Return the shapes of known glyphs by where they stand: the middles of their ends, in ems."""
    places: dict[tuple[int, int], list[tuple[str, Shape, int]]] = {}
    for known in _known():
        cell = floor(known[1].low / _CELL), floor(known[1].high / _CELL)
        places.setdefault(cell, []).append(known)
    return [
        ((low + 0.5) * _CELL, (high + 0.5) * _CELL, ones) for (low, high), ones in places.items()
    ]


@cache
def _known() -> tuple[tuple[str, Shape, int], ...]:
    """Return the shapes of known glyphs, a few for each character, and the squares around them."""
    table = resources.files("ars_pandoc.texts.pdf").joinpath("glyph_shapes.txt")
    known = []
    for line in table.read_text(encoding="utf-8").splitlines():
        sign, width, low, high, bits = line.split(" ")
        squares = int(bits, 16)
        shape_of = Shape(squares, int(width) / 1000, int(low) / 1000, int(high) / 1000)
        known.append((sign, shape_of, _grown(squares)))
    return tuple(known)
