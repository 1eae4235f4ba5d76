"""Characters that a PDF gives as bare codes: old TeX fonts, and codes without any meaning.

Bitmap fonts of TeX name no characters: the text holds the codes of the font, and `fi` is the code
12. Where a font has such codes between letters, it is one of TeX's text fonts, whose codes are
known; what any other font gives as a control code is an unknown symbol.
"""

from __future__ import annotations

import ctypes
from collections import Counter
from typing import Any

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.texts.marks import UNKNOWN
from ars_pandoc.texts.pdf.chars import HYPHEN, Chars, Fonts, address, pdfium, quick

_LIGATURE = lazy_pattern(r"(?:(?<=[a-z])|(?<=\s))(?:[\x0b\x0c\x0e\x0f]|\r(?!\n))(?=[a-z])")
_BARE = lazy_pattern("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)")
_CODED = lazy_pattern('[\x00-\x08\x0b\x0c\x0e-\x1f\x7f{|}\\\\^_"<>]|\r(?!\n)')
_SHARP_S = lazy_pattern("(?<=[a-z\u00e4\u00f6\u00fc])\u00ff(?=[a-z]|\\b)")
_CORK_CODED = lazy_pattern("[\x10-\x16\u00ff]")
_CORK = dict(
    zip(
        "\x10\x11\x12\x13\x14\x15\x16\u00ff",
        "\u201c\u201d\u201e\u00ab\u00bb\u2013\u2014\u00df",
        strict=True,
    )
)
_LATIN = lazy_pattern("[\u00c0-\u00ff]")
_CYRILLIC_LEAST = 100
_UNMEANT = "\x01"
_FEWEST = 2

# The codes of TeX's text fonts that differ from ASCII.
_TEX = dict(
    zip(
        "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x0b\x0c\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f",
        "\u0393\u0394\u0398\u039b\u039e\u03a0\u03a3\u03a5\u03a6\ufb00\ufb01\ufb02\ufb03\ufb04"
        "\u0131\u0237`\u00b4\u02c7\u02d8\u00af\u02da\u00b8\u00df\u00e6\u0153\u00f8\u00c6\u0152\u00d8",
        strict=True,
    )
) | {
    "\x7f": "\u00a8",
    "{": "\u2013",
    "|": "\u2014",
    "}": "\u02dd",
    "\\": "\u201c",
    "^": "\u02c6",
    "_": "\u02d9",
    '"': "\u201d",
    "<": "\u00a1",
    ">": "\u00bf",
}


def full_text(textpage: Any, text: str) -> str:
    """Return the text of a page with the characters that pdfium leaves out: those without meaning.

    Args:
        textpage: Of pdfium, raw.
        text: As pdfium gives it.
    """
    count = pdfium.FPDFText_CountChars(textpage)
    if count <= len(text) or any(sign > "\uffff" for sign in text):
        return text
    pointer, number = ctypes.c_void_p, ctypes.c_int
    handle = address(textpage)
    code = quick("FPDFText_GetUnicode", ctypes.c_uint, pointer, number)
    hyphen = quick("FPDFText_IsHyphen", number, pointer, number)
    signs = []
    for index in range(count):
        sign = chr(code(handle, index))
        if sign < " " and sign not in "\r\n\t":
            sign = HYPHEN if hyphen(handle, index) == 1 else _UNMEANT
        elif "\ud800" <= sign <= "\udfff":
            sign = UNKNOWN  # half of a character, which some fonts map a glyph to
        signs.append(sign)
    return "".join(signs)


def mend_codes(chars: Chars, text: str) -> str:
    """Put letters in the place of bare codes, as far as their meaning is known.

    Args:
        chars: The characters of the page.
        text: Its text.

    Returns:
        A text of the same length.
    """
    text = _cyrillic(text)
    if not _BARE.search(text) and not _SHARP_S.search(text):
        return text
    fonts = Fonts(chars)
    text = _cork(fonts, text)
    found = Counter(fonts.of(one.start()) for one in _LIGATURE.finditer(text))
    tex = {font for font, number in found.items() if font and number >= _FEWEST}
    signs = list(text)
    for one in (_CODED if tex else _BARE).finditer(text):
        at = one.start()
        sign = signs[at]
        if tex and fonts.of(at) in tex:
            signs[at] = _TEX.get(sign, sign)
        elif sign < " " or sign == "\x7f":
            signs[at] = UNKNOWN
    return "".join(signs)


def _cork(fonts: Fonts, text: str) -> str:
    """Put letters in the place of the codes of TeX's other text encoding, in which ß is 255."""
    found = {font for one in _SHARP_S.finditer(text) if (font := fonts.of(one.start()))}
    if not found:
        return text
    german = any(sign in text for sign in "\u00e4\u00f6\u00fc")
    signs = list(text)
    for one in _CORK_CODED.finditer(text):
        at = one.start()
        if fonts.of(at) in found:
            # Czech fonts have a quotation mark at the code of ß.
            inside = german or text[at + 1 : at + 2].isalpha()
            signs[at] = _CORK[one[0]] if inside or one[0] != "\u00ff" else UNKNOWN
    return "".join(signs)


def _cyrillic(text: str) -> str:
    """Read Cyrillic letters that a file gives as the Latin ones of the same bytes."""
    if text.isascii():
        return text
    latin = len(_LATIN.findall(text))
    if latin < _CYRILLIC_LEAST or latin < 0.6 * sum(map(str.isalpha, text)):
        return text
    read = "".join(
        sign.encode("latin-1").decode("cp1251") if "\u00c0" <= sign <= "\u00ff" else sign
        for sign in text
    )
    frequent = sum(map(read.lower().count, "\u043e\u0435\u0430\u0438\u043d"))
    return read if frequent > 0.3 * latin else text
