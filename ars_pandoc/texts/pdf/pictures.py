"""What a character that a file does not name looks like, by its picture (contract §8).

Fonts without names give no outline for a code that means nothing; but what is drawn can be looked
at. It is held against the shapes of known glyphs, as outlines are.
"""

from __future__ import annotations

import ctypes
from typing import Any

from ars_pandoc.texts.pdf.chars import Char, Chars, pdfium
from ars_pandoc.texts.pdf.shapes import GRID, Shape

_PIXELS = 64
"""So many for the size of the type."""
_LARGEST = 4000
"""A text object of more pixels is a line, which takes long to draw."""
_SMALLEST = 2
"""Bitmap fonts have sizes of their own, which say nothing of the type."""
_DARK = 100
_LEAST = 3


def pictured(document: Any, page: Any, chars: Chars, offset: int) -> Shape | None:
    """Return the shape of the character that is drawn at an offset of the text.

    Args:
        document: Of pdfium, raw.
        page: Its page.
        chars: The characters of the page.
        offset: In its text.

    Returns:
        None where nothing is drawn, or what is drawn is turned or too long.
    """
    char = chars.char(offset)
    drawn = chars.drawn_by(offset)
    if char is None or not drawn or not char.upright or char.size < _SMALLEST:
        return None
    return _shape(document, page, drawn, (char.left, char.bottom, char.right, char.top), char)


def _shape(
    document: Any, page: Any, drawn: int, box: tuple[float, float, float, float], char: Char
) -> Shape | None:
    bounds = [ctypes.c_float() for _ in range(4)]
    handle = ctypes.cast(drawn, pdfium.FPDF_PAGEOBJECT)
    if not pdfium.FPDFPageObj_GetBounds(handle, *bounds):
        return None
    left, low, right, high = (one.value for one in bounds)
    scale = _PIXELS / char.size
    if not 0 < scale * max(right - left, high - low) < _LARGEST:
        return None
    bitmap = pdfium.FPDFTextObj_GetRenderedBitmap(document, page, handle, scale)
    if not bitmap:
        return None
    try:
        width, height = pdfium.FPDFBitmap_GetWidth(bitmap), pdfium.FPDFBitmap_GetHeight(bitmap)
        stride = pdfium.FPDFBitmap_GetStride(bitmap)
        if pdfium.FPDFBitmap_GetFormat(bitmap) != pdfium.FPDFBitmap_BGRA:
            return None
        pixels = ctypes.string_at(pdfium.FPDFBitmap_GetBuffer(bitmap), stride * height)
    finally:
        pdfium.FPDFBitmap_Destroy(bitmap)
    first, last = int((box[0] - left) * scale), min(width, int((box[2] - left) * scale) + 1)
    top, foot = int((high - box[3]) * scale), min(height, int((high - box[1]) * scale) + 1)
    rows = [
        [
            pixels[y * stride + 4 * x + 3] > _DARK  # of the four bytes the last says how dark
            for x in range(max(first, 0), last)
        ]
        for y in range(max(top, 0), foot)
    ]
    inked = [number for number, row in enumerate(rows) if any(row)]
    columns = [x for x in range(max(last - max(first, 0), 0)) if any(row[x] for row in rows)]
    if not inked or not columns or max(len(inked), len(columns)) < _LEAST:
        return None
    rows = [row[columns[0] : columns[-1] + 1] for row in rows[inked[0] : inked[-1] + 1]]
    bits = 0
    for row in range(GRID):
        line = rows[row * len(rows) // GRID]
        for column in range(GRID):
            bits = bits << 1 | line[column * len(line) // GRID]
    above = box[3] - inked[0] / scale - char.base
    return Shape(
        bits,
        len(columns) / _PIXELS,
        (above - len(rows) / scale) / char.size,
        above / char.size,
    )
