"""Pages that are pictures: their words were read by a program, which errs (contract §8)."""

from __future__ import annotations

import ctypes
from typing import Any

from ars_pandoc.texts.pdf.chars import address, pdfium, quick

_COVERED = 0.75
_MOST_OBJECTS = 20_000


def is_scan(page: Any, width: float, height: float) -> bool:
    """Return whether one picture covers nearly all of a page that has text.

    Args:
        page: A `PdfPage` of pypdfium2.
        width: Of the page.
        height: Of the page.
    """
    pointer, number = ctypes.c_void_p, ctypes.c_int
    kind = quick("FPDFPageObj_GetType", number, pointer)
    one = quick("FPDFPage_GetObject", pointer, pointer, number)
    bounds = quick("FPDFPageObj_GetBounds", number, pointer, *[pointer] * 4)
    room = (ctypes.c_float * 4)()
    places = [ctypes.addressof(room) + 4 * place for place in range(4)]
    handle = address(page.raw)
    for index in range(min(_MOST_OBJECTS, pdfium.FPDFPage_CountObjects(page.raw))):
        drawn = one(handle, index)
        if drawn and kind(drawn) == pdfium.FPDF_PAGEOBJ_IMAGE and bounds(drawn, *places):
            left, low, right, high = room
            if (right - left) * (high - low) > _COVERED * width * height:
                return True
    return False
