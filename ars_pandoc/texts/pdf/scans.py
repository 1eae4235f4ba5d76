"""The pictures of a page: one that is the whole page, and small ones that stand for signs.

What was read from a picture of a page by a program has errors (contract §8).
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

from ars_pandoc.texts.pdf.chars import address, pdfium, quick

Box = tuple[float, float, float, float]
"""Left, lower, right and upper edge, in points."""

_COVERED = 0.75
_MOST_OBJECTS = 20_000
_MOST_LOOKED_AT = 100
_SMALL = 16.0
_TINY = 0.5
_MOST_SIGNS = 60


def pictures_of(page: Any) -> list[Box]:
    """Return where the pictures of a page stand.

    Args:
        page: A `PdfPage` of pypdfium2.
    """
    pointer, number = ctypes.c_void_p, ctypes.c_int
    kind = quick("FPDFPageObj_GetType", number, pointer)
    one = quick("FPDFPage_GetObject", pointer, pointer, number)
    bounds = quick("FPDFPageObj_GetBounds", number, pointer, *[pointer] * 4)
    room = (ctypes.c_float * 4)()
    places = [ctypes.addressof(room) + 4 * place for place in range(4)]
    handle = address(page.raw)
    found = []
    for index in range(min(_MOST_OBJECTS, pdfium.FPDFPage_CountObjects(page.raw))):
        drawn = one(handle, index)
        if drawn and kind(drawn) == pdfium.FPDF_PAGEOBJ_IMAGE and bounds(drawn, *places):
            found.append((room[0], room[1], room[2], room[3]))
    return found


def is_scan(pictures: Sequence[Box], width: float, height: float) -> bool:
    """Return whether one picture covers nearly all of a page.

    Args:
        pictures: Of the page.
        width: Of the page.
        height: Of the page.
    """
    return any(
        (right - left) * (high - low) > _COVERED * width * height
        for left, low, right, high in pictures
    )


def is_invisible(page: Any) -> bool:
    """Return whether the text of a page is not drawn: it was laid under or over a picture of it.

    Args:
        page: A `PdfPage` of pypdfium2.
    """
    pointer, number = ctypes.c_void_p, ctypes.c_int
    kind = quick("FPDFPageObj_GetType", number, pointer)
    one = quick("FPDFPage_GetObject", pointer, pointer, number)
    mode = quick("FPDFTextObj_GetTextRenderMode", number, pointer)
    handle = address(page.raw)
    count = min(_MOST_OBJECTS, pdfium.FPDFPage_CountObjects(page.raw))
    drawn = [one(handle, index) for index in range(0, count, max(1, count // _MOST_LOOKED_AT))]
    texts = [mode(each) for each in drawn if each and kind(each) == pdfium.FPDF_PAGEOBJ_TEXT]
    return texts.count(pdfium.FPDF_TEXTRENDERMODE_INVISIBLE) * 2 > len(texts)


def small_ones(pictures: Sequence[Box]) -> list[Box]:
    """Return the pictures that are as small as a sign; none where they are many, as in a drawing."""
    small = [
        box
        for box in pictures
        if _TINY < box[2] - box[0] < _SMALL and _TINY < box[3] - box[1] < _SMALL
    ]
    return small if len(small) <= _MOST_SIGNS else []
