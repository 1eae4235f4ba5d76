"""Draws the pages of one PDF in a process of its own: a hostile one can end or fill that one alone.

The parent writes the length of the PDF and its bytes, then a line of JSON for each page that it
wants. For each comes a line of JSON, then as many bytes of PNG as it says.
"""

from __future__ import annotations

import ctypes
import json
import struct
import sys
import zlib
from collections.abc import Iterator
from importlib import import_module
from typing import Any, BinaryIO

from ars_pandoc.base.bounded import ADDRESSES

_WIDEST = 1800
"""So many pixels a page is wide at most."""

_MOST_PIXELS = 6_000_000
_FINE = 20_000
"""Places are told in parts of the page's width and height, as finely as this."""


def main() -> int:
    """Read the PDF, then draw what is asked for until the parent closes the pipe."""
    _bound_memory()
    reading, writing = sys.stdin.buffer, sys.stdout.buffer
    (length,) = struct.unpack(">Q", reading.read(8))
    data = reading.read(length)
    pypdfium2: Any = import_module("pypdfium2")
    from ars_pandoc.texts.pdf.extract_pdf import searched_for_spaces
    from ars_pandoc.texts.pdf.symbols import Glyphs

    document = pypdfium2.PdfDocument(data)
    false_spaces = searched_for_spaces(document, len(document))
    glyphs = Glyphs(document.raw)
    for line in _lines(reading):
        asked = json.loads(line)
        page = document[asked["page"]]
        try:
            words = (
                _words(page, asked, false_spaces=false_spaces, glyphs=glyphs)
                if asked["words"]
                else []
            )
            width, height, picture = (
                _picture(page, asked["width"]) if asked["width"] else (0, 0, b"")
            )
        finally:
            page.close()
        answer = {"width": width, "height": height, "words": words, "bytes": len(picture)}
        writing.write(json.dumps(answer).encode() + b"\n" + picture)
        writing.flush()
    return 0


def _lines(reading: BinaryIO) -> Iterator[bytes]:
    while line := reading.readline():
        yield line


def _words(page: Any, asked: Any, *, false_spaces: bool, glyphs: Any) -> list[list[float]]:
    """Return each word's extent in the text, and left, top, width and height in parts of the page."""
    from ars_pandoc.texts.pdf.word_boxes import words_on_page

    found = []
    placed = words_on_page(
        page, asked["text"], asked["begin"], false_spaces=false_spaces, glyphs=glyphs
    )
    for word in placed:
        one = _on_screen(page, word.left, word.top)
        two = _on_screen(page, word.right, word.bottom)
        left, right = sorted((one[0], two[0]))
        top, bottom = sorted((one[1], two[1]))
        found.append([word.start, word.end, left, top, right - left, bottom - top])
    return found


def _on_screen(page: Any, x: float, y: float) -> tuple[float, float]:
    """Return where a point of the page lies on its picture: turned and cropped as that is."""
    pdfium: Any = import_module("pypdfium2.raw")
    across, down = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDF_PageToDevice(page.raw, 0, 0, _FINE, _FINE, 0, x, y, across, down)
    return round(across.value / _FINE, 5), round(down.value / _FINE, 5)


def _picture(page: Any, wanted: int) -> tuple[int, int, bytes]:
    """Return a page as a PNG: width and height in pixels, and its bytes."""
    width, height = page.get_size()
    scale = min(wanted, _WIDEST) / max(width, 1)
    scale = min(scale, (_MOST_PIXELS / max(width * height, 1)) ** 0.5)
    bitmap = page.render(scale=scale, rev_byteorder=True, may_draw_forms=False, prefer_bgrx=False)
    try:
        channels = bitmap.n_channels
        raw = bytes(bitmap.buffer)
        return (
            bitmap.width,
            bitmap.height,
            _png(bitmap.width, bitmap.height, channels, raw, bitmap.stride),
        )
    finally:
        bitmap.close()


def _png(width: int, height: int, channels: int, raw: bytes, stride: int) -> bytes:
    kind = {1: 0, 3: 2, 4: 6}[channels]
    row = width * channels
    lines = b"".join(b"\0" + raw[at * stride : at * stride + row] for at in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(lines, 1)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )


def _bound_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))


if __name__ == "__main__":
    sys.exit(main())
