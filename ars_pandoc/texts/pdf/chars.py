"""Where the characters of a PDF page stand: pdfium is asked for few of them, and quickly.

A call costs a microsecond and a page has thousands of characters: who asks for each of them takes
longer than pdfium takes for the page.
"""

from __future__ import annotations

import ctypes
from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

# Imported by name: the package has no type stubs.
pdfium: Any = import_module("pypdfium2.raw")

DROPPED = "\uf8df"
"""Stands for a character that is dropped once the lines of a page are cut."""

HYPHEN = "\ufffe"
"""Pdfium's sign for the hyphen at a line end, and for glyphs that it cannot name."""

_UPRIGHT = 0.1


@dataclass(slots=True)
class Char:
    """A character of a page: its box, its baseline, the size of its type, if it stands upright."""

    left: float
    right: float
    bottom: float
    top: float
    base: float
    size: float
    upright: bool


@cache
def quick(name: str, result: Any, *arguments: Any) -> Any:
    """Return a function of pdfium that takes addresses as numbers: half the cost of a call.

    Args:
        name: Of the function.
        result: Its type.
        *arguments: Theirs.
    """
    return ctypes.PYFUNCTYPE(result, *arguments)(address(getattr(pdfium, name)))


def address(pointer: Any) -> int:
    """Return the address behind a pointer."""
    return ctypes.cast(pointer, ctypes.c_void_p).value or 0


class Chars:
    """The characters of one page, by their offsets in its text.

    Args:
        textpage: Of pdfium, raw.
        text: The text of the whole page, as pdfium gives it.
    """

    def __init__(self, textpage: Any, text: str) -> None:
        pointer, number, real = ctypes.c_void_p, ctypes.c_int, ctypes.c_double
        self.handle = address(textpage)
        self.count: int = pdfium.FPDFText_CountChars(textpage)
        self.text = text
        self._room = (ctypes.c_double * 6)()
        at = ctypes.addressof(self._room)
        self._places = [at + 8 * place for place in range(6)]
        self._matrix = pdfium.FS_MATRIX()
        self._matrix_at = ctypes.addressof(self._matrix)
        self._box = quick("FPDFText_GetCharBox", number, pointer, number, *[pointer] * 4)
        self._origin = quick("FPDFText_GetCharOrigin", number, pointer, number, pointer, pointer)
        self._size = quick("FPDFText_GetFontSize", real, pointer, number)
        self._turn = quick("FPDFText_GetMatrix", number, pointer, number, pointer)
        self._generated = quick("FPDFText_IsGenerated", number, pointer, number)
        self._object = quick("FPDFText_GetTextObject", pointer, pointer, number)
        self._to_index = quick("FPDFText_GetCharIndexFromTextIndex", number, pointer, number)
        self._wide = max(text, default="") > "\uffff"
        # Where every character is one of the text, offsets are indexes.
        self._alike = self.count == len(text) and not self._wide
        self._known: dict[int, Char | None] = {}

    def char(self, offset: int) -> Char | None:
        """Return the geometry of the character at an offset of the text."""
        if offset in self._known:
            return self._known[offset]
        found = self._known[offset] = self._ask(offset)
        return found

    def _ask(self, offset: int) -> Char | None:
        left, right, bottom, top, x, y = self._places
        index = offset if self._alike else self.index(offset)
        if index < 0 or not self._box(self.handle, index, left, right, bottom, top):
            return None
        if not self._origin(self.handle, index, x, y):
            return None
        size: float = self._size(self.handle, index)
        upright = True
        # Many files set the type at size 1 and scale it by a matrix.
        if self._turn(self.handle, index, self._matrix_at):
            matrix = self._matrix
            size *= (matrix.c**2 + matrix.d**2) ** 0.5
            upright = matrix.a > 0 and abs(matrix.b) < _UPRIGHT * matrix.a
        room = self._room
        return Char(room[0], room[1], room[2], room[3], room[5], size, upright)

    def edges(self, offset: int) -> tuple[float, float] | None:
        """Return the left and the right edge of a character alone, which is quicker."""
        left, right, bottom, top, _, _ = self._places
        index = offset if self._alike else self.index(offset)
        if index < 0 or not self._box(self.handle, index, left, right, bottom, top):
            return None
        return self._room[0], self._room[1]

    def step(self, offset: int) -> float:
        """Return how far behind a character's place the next one's is, in points."""
        x, y = self._places[4:]
        places = []
        for at in (offset, offset + 1):
            index = self.index(at)
            if index < 0 or not self._origin(self.handle, index, x, y):
                return 0.0
            places.append(self._room[4])
        return places[1] - places[0]

    def index(self, offset: int) -> int:
        """Return pdfium's number of the character at an offset of the text; -1 if it has none."""
        if self._alike:
            return offset
        if self._wide:
            offset = len(self.text[:offset].encode("utf-16-le")) // 2
        return int(self._to_index(self.handle, offset))

    def is_generated(self, offset: int) -> bool:
        """Return whether pdfium put the character in: a space or a line break that the file lacks."""
        index = self.index(offset)
        return index >= 0 and self._generated(self.handle, index) == 1

    def drawn(self, objects: Container[int]) -> Iterator[tuple[int, int]]:
        """Return the offsets of the characters that some text objects draw, with the object.

        Args:
            objects: Their addresses.
        """
        for offset, sign in enumerate(self.text):
            if sign > " ":
                index = offset if self._alike else self.index(offset)
                drawn = self._object(self.handle, index) if index >= 0 else None
                if drawn and drawn in objects:
                    yield offset, drawn

    def is_unmapped(self, offset: int) -> bool:
        """Return whether the file does not say what the character at an offset means."""
        index = self.index(offset)
        ask = quick("FPDFText_HasUnicodeMapError", ctypes.c_int, ctypes.c_void_p, ctypes.c_int)
        return index >= 0 and ask(self.handle, index) == 1

    def code(self, offset: int) -> int:
        """Return what pdfium has for the character at an offset: its Unicode, or the bare code."""
        index = self.index(offset)
        ask = quick("FPDFText_GetUnicode", ctypes.c_uint, ctypes.c_void_p, ctypes.c_int)
        return int(ask(self.handle, index)) if index >= 0 else 0

    def drawn_by(self, offset: int) -> int:
        """Return the address of the text object that draws a character, or 0."""
        index = self.index(offset)
        return (self._object(self.handle, index) or 0) if index >= 0 else 0


class Fonts:
    """Tells which font draws a character.

    Args:
        chars: The characters of a page.
    """

    def __init__(self, chars: Chars) -> None:
        self._chars = chars
        self._font = quick("FPDFTextObj_GetFont", ctypes.c_void_p, ctypes.c_void_p)
        self._of: dict[int, int] = {}

    def of(self, offset: int) -> int:
        """Return the address of the font that draws the character at an offset, or 0."""
        drawn = self._chars.drawn_by(offset)
        if not drawn:
            return 0
        if drawn not in self._of:
            self._of[drawn] = self._font(drawn) or 0
        return self._of[drawn]
