"""Fonts whose codes lie: `Z` is an equals sign, `m` a µ, `3` a ×; the glyph tells which (contract §8).

Such fonts name no error: the file says `5 mg` where the page shows `5 µg`. A font of which the file
uses few letters is none for words, whatever its name; what it draws is looked at. Where the outline
shows one sign and no other, that is set. Where it does not, the character is doubtful: it stands
behind `DOUBTFUL` as the code or its usual meaning has it, or is `UNKNOWN`; it accuses nobody, and
it proves nothing.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ars_pandoc.base.characters import DASHES, LIGATURES
from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.texts.marks import DOUBTFUL, UNKNOWN
from ars_pandoc.texts.pdf.chars import HYPHEN, Chars, Fonts, address, quick

if TYPE_CHECKING:
    from ars_pandoc.texts.pdf.shapes import Judgement, Shape

# Imported by name: the package has no type stubs.
pdfium: Any = import_module("pypdfium2.raw")

_SUBSET = lazy_pattern(r"^[A-Z]{6}\+")
_SYMBOL_FONT = lazy_pattern(
    r"symbol|sym[bs]?\b|^adv(?!ot[0-9a-f]{6,}.*\+fb)|^fd\d{5,}|^ms[ab]m\d|^stmary|^wasy|"
    r"math(?:ematical)?[-_ ]?pi|greekwithmath|^mt(?:sy|ex)|euclid|mathsymb|wingdings|dingbats|"
    r"universal[-_]?(?:greek|news)|^pi-|\bpi(?:one|two|three)",
    re.IGNORECASE,
)
"""Fonts with such names may lie: a character that nothing bears out is doubtful."""
_STANDARD = frozenset(("Symbol", "ZapfDingbats"))
"""Fonts that every reader has: their codes are known, and pdfium has read them by that."""
_FREQUENT = "etaoinsr"
_FEW_OF_THEM = 4
_MOST_PICTURES = 30
_FEW_PLACES = 60
_MOST_FONTS = 400

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
# Adobe's expert fonts keep old-style digits at one fixed place, which is documented.
_OLD_STYLE = {chr(0xF730 + digit): str(digit) for digit in range(10)}
_SMALL_CAPITALS = {chr(0xF761 + letter): chr(ord("A") + letter) for letter in range(26)}
_PRIVATE = lazy_pattern("[\ue000-\uf8cf\U000f0000-\U0010ffff]")
_UNNAMED = lazy_pattern(f"{UNKNOWN}|{HYPHEN}(?!\r?\n)")
_PLANE = 0xF0000
_UNMASK = lazy_pattern("[\U000f0000-\U000fffff]")
_WINDOWS = frozenset(
    "\u2020\u2021\u2022\u2026\u2030\u2039\u203a\u2122\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u20ac"
)
"""What codes above those of Latin letters are read as, in the encodings of Windows and the Macintosh."""

_FORGIVEN = frozenset("()[]{}.,;:-/'\"")
"""Where no outline is to be had, such signs are taken at their word: they lie in few fonts."""


@dataclass(slots=True)
class Glyphs:
    """What is known of the fonts of one document, from page to page.

    Attributes:
        document: Of pdfium, raw.
        words: Whether a font draws words, by its address and name.
    """

    document: Any
    words: dict[tuple[int, str], bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class _Font:
    """A font of a page that is none for words, with the outlines that were looked at."""

    at: int
    name: str
    lies: bool
    embedded: bool
    outlines: dict[str, Shape | None] = field(default_factory=dict)


def mend_symbols(page: Any, chars: Chars, text: str, glyphs: Glyphs | None = None) -> str:
    """Put what the glyphs of fonts show in the place of what their codes say.

    Args:
        page: A page of pypdfium2, raw.
        chars: Its characters.
        text: The text of the whole page, as pdfium gives it.
        glyphs: What is known of the document's fonts.

    Returns:
        The text, of the same length; what stays doubtful is one private-use character each, which
        `unmask` turns into a mark and the reading once offsets matter no more.
    """
    glyphs = glyphs or Glyphs(None)
    signs = list(text)
    if not text.isascii():
        for found in _PRIVATE.finditer(text):
            sign = found[0]
            known = _OLD_STYLE.get(sign)
            meant = _SYMBOL.get(sign) or _SMALL_CAPITALS.get(sign)
            signs[found.start()] = known or (_doubtful(meant) if meant else UNKNOWN)
    fonts = _symbol_fonts(page, glyphs)
    pictures = _Pictures(glyphs.document, page, chars)
    if fonts:
        by_font: dict[_Font, list[int]] = {}
        for offset, drawn in chars.drawn(fonts):
            by_font.setdefault(fonts[drawn], []).append(offset)
        for font, places in by_font.items():
            for offset in places:
                sign = signs[offset]
                if ("!" <= sign <= "\u00ff" or (font.lies and sign in _WINDOWS)) and not (
                    font.name in _STANDARD and not font.embedded
                ):
                    few = len(places) <= _FEW_PLACES
                    if sign == text[offset]:  # what is mended already stays so
                        signs[offset] = _mended(font, text, offset, pictures if few else None)
    pictures = _Pictures(glyphs.document, page, chars)
    for found in _UNNAMED.finditer("".join(signs)):
        offset = found.start()
        # Between small letters it is a ligature, and each reading may be another word.
        if "".join(signs[max(0, offset - 1) : offset + 2 : 2]).islower():
            continue
        shows = pictures.judge(offset, UNKNOWN).shows
        if shows is not None and not (signs[offset] == HYPHEN and shows in DASHES):
            signs[offset] = shows
    return "".join(signs)


class _Pictures:
    """Looks at characters of a page of which there is no outline: at some, for that takes long."""

    def __init__(self, document: Any, page: Any, chars: Chars) -> None:
        self._document, self._page, self._chars = document, page, chars
        self._left = _MOST_PICTURES if document is not None else 0
        self._fonts = Fonts(chars)
        self._shapes: dict[tuple[int, int], Shape | None] = {}

    def judge(self, offset: int, said: str) -> Judgement:
        """Hold the picture of a character against what its code says."""
        from ars_pandoc.texts.pdf.pictures import pictured
        from ars_pandoc.texts.pdf.shapes import Judgement, judge

        # What pdfium gives no code for is told apart by its place alone.
        key = (self._fonts.of(offset), self._chars.code(offset) or -offset)
        if key not in self._shapes:
            if not self._left:
                return Judgement(None, False)
            self._left -= 1
            self._shapes[key] = pictured(self._document, self._page, self._chars, offset)
        shape = self._shapes[key]
        return judge(shape, said) if shape else Judgement(None, False)


def _mended(font: _Font, text: str, offset: int, pictures: _Pictures | None) -> str:
    """Return what stands for a character of a font that is none for words.

    Args:
        font: That font.
        text: Of the page.
        offset: Of the character.
        pictures: Of the page; None where the font draws too many of its characters to look at each.
    """
    sign = text[offset]
    if font.embedded:
        # Few files need the table of shapes.
        from ars_pandoc.texts.pdf.shapes import judge, outline

        # One occurrence is looked at for all of the page.
        if sign not in font.outlines:
            font.outlines[sign] = outline(font.at, sign)
        shape = font.outlines[sign]
        if shape is None and _in_ligature(text, offset):
            return sign
        found = None
        if shape is not None:
            found = judge(shape, sign)
        elif pictures is not None:
            found = pictures.judge(offset, sign)
        if found is not None:
            if found.agrees:
                return sign
            if found.shows is not None and (font.lies or not _is_latin(found.shows)):
                return found.shows
            return _guess(font, sign) if font.lies else sign
    return _guess(font, sign) if font.lies and sign not in _FORGIVEN else sign


def _guess(font: _Font, sign: str) -> str:
    """Return a doubtful character: as the codes of such fonts usually are, or as it is."""
    if font.name.lower().startswith(("ms", "stm", "was")):
        return UNKNOWN
    codes = _ADV if font.name.lower().startswith(("adv", "fd")) else _PI
    return _doubtful((codes | _LATIN).get(sign, sign))


def _is_latin(sign: str) -> bool:
    return sign.isascii() and sign.isalnum()


def _in_ligature(text: str, offset: int) -> bool:
    """Return whether a letter is one of a ligature: its glyph is that of them all."""
    return any(
        text.startswith(ligature, offset - at)
        for ligature in LIGATURES
        for at in range(min(offset + 1, len(ligature)))
    )


def _doubtful(sign: str) -> str:
    return chr(_PLANE + ord(sign))


def unmask(text: str) -> str:
    """Turn what `mend_symbols` set into marks and readings."""
    if text.isascii():
        return text
    return _UNMASK.sub(lambda one: DOUBTFUL + chr(ord(one[0]) - _PLANE), text)


def _symbol_fonts(page: Any, glyphs: Glyphs) -> dict[int, _Font]:
    """Return the text objects of a page whose font is none for words, with that font."""
    fonts: dict[int, _Font | None] = {}
    objects: dict[int, _Font] = {}
    for drawn, font in _drawn(page):
        if font not in fonts and len(fonts) < _MOST_FONTS:
            fonts[font] = _look(font, glyphs)
        found = fonts.get(font)
        if found is not None:
            objects[drawn] = found
    return objects


def _drawn(page: Any) -> Iterator[tuple[int, int]]:
    """Return the text objects of a page with the addresses of their fonts."""
    kind = quick("FPDFPageObj_GetType", ctypes.c_int, ctypes.c_void_p)
    font_of = quick("FPDFTextObj_GetFont", ctypes.c_void_p, ctypes.c_void_p)
    handle = address(page)
    one = quick("FPDFPage_GetObject", ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
    for number in range(pdfium.FPDFPage_CountObjects(page)):
        drawn = one(handle, number)
        if drawn and kind(drawn) == pdfium.FPDF_PAGEOBJ_TEXT:
            font = font_of(drawn)
            if font:
                yield drawn, font


def drawn_texts(page: Any) -> int:
    """Return how many pieces of text a page draws, whatever they mean."""
    return sum(1 for _ in _drawn(page))


def _look(font: int, glyphs: Glyphs) -> _Font | None:
    """Return what is known of a font, or None if it draws words."""
    name = _name(font)
    embedded = quick("FPDFFont_GetIsEmbedded", ctypes.c_int, ctypes.c_void_p)(font) == 1
    lies = bool(_SYMBOL_FONT.search(name))
    if not embedded:
        return _Font(font, name, lies, embedded) if lies else None
    key = (font, name)
    if key not in glyphs.words:
        glyphs.words[key] = _draws_words(font, lies=lies)
    return None if glyphs.words[key] else _Font(font, name, lies, embedded)


def _draws_words(font: int, *, lies: bool) -> bool:
    """Return whether a font is one for words: the file uses most of the frequent letters of it.

    Args:
        font: Its address.
        lies: Its name is that of fonts that may lie: the letters must look like themselves too.
    """
    from ars_pandoc.texts.pdf.shapes import has_outlines, judge, outline

    if not lies:
        return has_outlines(font, _FREQUENT, _FEW_OF_THEM)
    shapes = [(letter, shape) for letter in _FREQUENT if (shape := outline(font, letter))]
    if len(shapes) < _FEW_OF_THEM:
        return False
    judged = [judge(shape, letter) for letter, shape in shapes]
    agree = sum(one.agrees for one in judged)
    other = sum(one.shows is not None and not one.agrees for one in judged)
    return agree > 2 * other or not other


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
