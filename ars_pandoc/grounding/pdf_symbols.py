"""Symbols of fonts that give letters for them: `Z` is an equals sign, `m` a µ.

Such fonts name no error: the file says `5 mg` where the page shows `5 µg`. A letter, digit or
punctuation sign that a symbol font draws is therefore never taken at its word. Where the usual
meaning of the code is known it is set behind `DOUBTFUL`, else it is `UNKNOWN`; either way nobody is
accused of what such a symbol decides.
"""

from __future__ import annotations

import ctypes
import re
from importlib import import_module
from typing import Any

from ars_pandoc.grounding.text import DOUBTFUL, UNKNOWN

# Imported by name: the package has no type stubs.
pdfium: Any = import_module("pypdfium2.raw")

_SUBSET = re.compile(r"^[A-Z]{6}\+")
_SYMBOL_FONT = re.compile(
    r"symbol|sym[bs]?\b|^adv(?:p[0-9a-f]{4,}|ps?sym|pi\b|math)|math(?:ematical)?[-_ ]?pi|"
    r"greekwithmath|^mt(?:sy|ex|mi)|euclid|mathsymb|universal[-_]?(?:greek|news)|^pi-|\bpi(?:one|two|three)",
    re.IGNORECASE,
)
_MINORITY = 0.1
"""A font that draws more of a page is its text, whatever it is called."""

_PI = {
    "1": "+",
    "2": "\u2212",
    "3": "\u00d7",
    "4": "\u00f7",
    "5": "=",
    "6": "\u00b1",
    ",": "<",
    ".": ">",
    "m": "\u00b5",
    "u": "\u00b0",
}
_ADV = {"Z": "=", "e": "\u2013", "l": "\u00b5", "m": "\u00b5", "u": "\u00b0"} | {
    code: _PI[code] for code in "1256"
}
_CODE = re.compile(r"[!-~]")


def mend_symbols(page: Any, textpage: Any, text: str) -> str:
    """Put what symbol fonts mean in the place of what they say.

    Args:
        page: A page of pypdfium2, raw.
        textpage: Its text page, raw.
        text: The text of the whole page, as pdfium gives it.

    Returns:
        The text, in which each such character is one private-use character; `unmask` turns them
        into marks and symbols once offsets matter no more.
    """
    fonts = _symbol_fonts(page)
    if not fonts:
        return text
    count = pdfium.FPDFText_CountChars(textpage)
    found: dict[int, str] = {}
    for index in range(count):
        drawn = _address(pdfium.FPDFText_GetTextObject(textpage, index))
        if drawn in fonts:
            offset = pdfium.FPDFText_GetTextIndexFromCharIndex(textpage, index)
            if 0 <= offset < len(text) and _CODE.match(text[offset]):
                found[offset] = fonts[drawn]
    if not found or len(found) > _MINORITY * count:
        return text
    chars = list(text)
    for offset, font in found.items():
        codes = _ADV if font.lower().startswith("adv") else _PI
        chars[offset] = _MASK.get(codes.get(chars[offset], UNKNOWN), UNKNOWN)
    return "".join(chars)


# Symbols that stand for one character until the lines are cut.
_MASK = {
    symbol: chr(0xF8F0 + number)
    for number, symbol in enumerate(sorted({*_PI.values(), *_ADV.values()}))
}
_UNMASK = {ord(mask): DOUBTFUL + symbol for symbol, mask in _MASK.items()}


def unmask(text: str) -> str:
    """Turn what `mend_symbols` set into marks and symbols."""
    return text if text.isascii() else text.translate(_UNMASK)


def _symbol_fonts(page: Any) -> dict[int, str]:
    """Give the text objects of a page that a symbol font draws, with the font's name."""
    names: dict[int, str] = {}
    objects: dict[int, str] = {}
    for number in range(pdfium.FPDFPage_CountObjects(page)):
        drawn = pdfium.FPDFPage_GetObject(page, number)
        if pdfium.FPDFPageObj_GetType(drawn) != pdfium.FPDF_PAGEOBJ_TEXT:
            continue
        font = pdfium.FPDFTextObj_GetFont(drawn)
        address = _address(font)
        if address not in names:
            names[address] = _name(font)
        if _SYMBOL_FONT.search(names[address]):
            objects[_address(drawn)] = names[address]
    return objects


def _name(font: Any) -> str:
    room = ctypes.create_string_buffer(128)
    pdfium.FPDFFont_GetBaseFontName(font, room, 128)
    return _SUBSET.sub("", room.value.decode("latin-1"))


def _address(pointer: Any) -> int:
    return ctypes.cast(pointer, ctypes.c_void_p).value or 0
