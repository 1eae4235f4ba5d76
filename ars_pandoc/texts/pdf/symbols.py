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

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.texts.marks import DOUBTFUL, UNKNOWN
from ars_pandoc.texts.pdf.chars import Chars, address, quick

# Imported by name: the package has no type stubs.
pdfium: Any = import_module("pypdfium2.raw")

_SUBSET = lazy_pattern(r"^[A-Z]{6}\+")
_SYMBOL_FONT = lazy_pattern(
    r"symbol|sym[bs]?\b|^adv(?!ot[0-9a-f]{6})|^fd\d{5,}|^ms[ab]m\d|^stmary|^wasy|"
    r"math(?:ematical)?[-_ ]?pi|greekwithmath|^mt(?:sy|ex)|euclid|mathsymb|wingdings|dingbats|"
    r"universal[-_]?(?:greek|news)|^pi-|\bpi(?:one|two|three)",
    re.IGNORECASE,
)
_MINORITY = 0.1
"""A font that draws more of a page is its text, whatever it is called."""
_LONGEST = 3
"""A font that draws longer runs of letters draws words."""

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
_ELS_ENTITIES = {"1": "\u00b0"}
# What mathematical fonts of typesetters have at the codes of Latin letters.
_LATIN = {
    "\u00bc": "=",
    "\u00fe": "+",
    "\u00f0": "(",
    "\u00de": ")",
    "\u00c0": "\u2212",
    "\u00c2": "\u00d7",
}
# What Adobe's Symbol font has at the codes that some files give with 0xF000 added.
_SYMBOL = dict(
    zip(
        "\uf02b\uf02d\uf03c\uf03d\uf03e\uf061\uf062\uf063\uf064\uf065\uf067\uf06b\uf06c\uf06d\uf070"
        "\uf072\uf073\uf074\uf07e\uf0a3\uf0a5\uf0ae\uf0b0\uf0b1\uf0b3\uf0b4\uf0b7\uf0bb",
        "+\u2212<=>\u03b1\u03b2\u03c7\u03b4\u03b5\u03b3\u03ba\u03bb\u00b5\u03c0"
        "\u03c1\u03c3\u03c4~\u2264\u221e\u2192\u00b0\u00b1\u2265\u00d7\u2022\u2248",
        strict=True,
    )
)
_PRIVATE = lazy_pattern("[\ue000-\uf8cf\U000f0000-\U0010ffff]")
_CODE = lazy_pattern("[!-~\u00bc\u00c0\u00c2\u00de\u00f0\u00fe]")


def mend_symbols(page: Any, chars: Chars, text: str) -> str:
    """Put what symbol fonts mean in the place of what they say.

    Args:
        page: A page of pypdfium2, raw.
        chars: Its characters.
        text: The text of the whole page, as pdfium gives it.

    Returns:
        The text, in which each such character is one private-use character; `unmask` turns them
        into marks and symbols once offsets matter no more.
    """
    if not text.isascii() and _PRIVATE.search(text):
        text = _PRIVATE.sub(lambda one: _MASK.get(_SYMBOL.get(one[0], ""), UNKNOWN), text)
    fonts = _symbol_fonts(page)
    if not fonts:
        return text
    by_font: dict[str, list[int]] = {}
    for offset, sign in enumerate(text):
        if sign > " ":
            font = fonts.get(chars.drawn_by(offset))
            if font is not None:
                by_font.setdefault(font, []).append(offset)
    signs = list(text)
    for font, places in by_font.items():
        if len(places) > _MINORITY * len(text) or _longest_word(places, text) > _LONGEST:
            continue
        codes = _ADV if font.lower().startswith(("adv", "fd")) else _PI
        codes = (_ELS_ENTITIES if "Els-ent" in font else codes) | _LATIN
        if font.lower().startswith(("ms", "stm", "was")):
            codes = {}
        # A single italic letter may come from a font with such a name: it stays what it says.
        plain = font.lower().startswith(("adv", "fd"))
        for offset in places:
            sign = text[offset]
            if _CODE.match(sign):
                meant = codes.get(sign)
                if meant is not None:
                    signs[offset] = _MASK[meant]
                elif sign in "<=>+":
                    signs[offset] = _MASK[sign]  # no font gives other symbols at these codes
                elif not (plain and (sign.isalnum() or sign in "()[].,;:-/")):
                    signs[offset] = UNKNOWN
    return "".join(signs)


def _longest_word(places: list[int], text: str) -> int:
    """Return the length of the longest run of letters among the places of a font."""
    longest = run = 0
    before = -2
    for place in places:
        letter = text[place].isalpha()
        run = (run + 1 if place == before + 1 else 1) if letter else 0
        before = place
        longest = max(longest, run)
    return longest


# Symbols that stand for one character until the lines are cut.
_MASK = {
    symbol: chr(0xF8E0 + number)
    for number, symbol in enumerate(
        sorted({*_PI.values(), *_ADV.values(), *_SYMBOL.values(), *_LATIN.values()})
    )
}
_UNMASK = {ord(mask): DOUBTFUL + symbol for symbol, mask in _MASK.items()}


def unmask(text: str) -> str:
    """Turn what `mend_symbols` set into marks and symbols."""
    return text if text.isascii() else text.translate(_UNMASK)


def _symbol_fonts(page: Any) -> dict[int, str]:
    """Return the text objects of a page that a symbol font draws, with the font's name."""
    names: dict[int, str] = {}
    objects: dict[int, str] = {}
    kind = quick("FPDFPageObj_GetType", ctypes.c_int, ctypes.c_void_p)
    font_of = quick("FPDFTextObj_GetFont", ctypes.c_void_p, ctypes.c_void_p)
    handle = address(page)
    one = quick("FPDFPage_GetObject", ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
    for number in range(pdfium.FPDFPage_CountObjects(page)):
        drawn = one(handle, number)
        if not drawn or kind(drawn) != pdfium.FPDF_PAGEOBJ_TEXT:
            continue
        font = font_of(drawn)
        if not font:
            continue
        if font not in names:
            names[font] = _name(font)
        if _SYMBOL_FONT.search(names[font]):
            objects[drawn] = names[font]
    return objects


def _name(font: int) -> str:
    room = ctypes.create_string_buffer(128)
    ask = quick(
        "FPDFFont_GetBaseFontName",
        ctypes.c_size_t,
        ctypes.c_void_p,
        ctypes.c_void_p,
        ctypes.c_size_t,
    )
    ask(font, ctypes.addressof(room), 128)
    return _SUBSET.sub("", room.value.decode("latin-1"))
