"""Make the table of known glyph shapes: python -m tools.glyph_shapes [FOLDER OF FONTS].

Each character is set by Typst in fonts of several kinds, and its outline is read as the extractor
reads those of a PDF. Without STIX and DejaVu Sans in the folder these are left out.
"""

from __future__ import annotations

import ctypes
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import typst

from ars_pandoc.texts.pdf.chars import address, quick
from ars_pandoc.texts.pdf.shapes import Shape, distance, outline

pypdfium2: Any = import_module("pypdfium2")

_COMPILE: Any = typst.compile
TABLE = Path("ars_pandoc/texts/pdf/glyph_shapes.txt")
_SIGNS = (
    "+\u2212\u00b1\u2213\u00d7\u00f7=\u2260\u2248\u2245\u2243~<>\u2264\u2265\u226a\u226b/|\u2225\u00b0\u2032\u2033\u00b7\u2022\u25e6*\u2217\u221e\u221a\u2211"
    "\u222b\u2202\u2208\u2192\u2190\u2191\u2193\u2194\u21d2\u2206\u2207\u221d%\u2030\u00a7\u2020\u2021&#@()[]{}.,:;!?-\u2013\u2014_'\"\u201c\u201d\u2018"
    "\u2019\u00a3$\u20ac\u00a9\u00ae\u25a0\u25a1\u25b2\u25b3\u25cf\u25cb\u27e8\u27e9\u2113\u2297\u2295\u2261\u2229\u222a\u2282\u2286\u2200\u2203\u00ac\u2642\u2640\u00bd"
    "\u00b5\u00bc\u00be\u00fe\u00f0\u00df\u00e6"
)
_GREEK = "αβγδεζηθικλμνξοπρσςτυφχψωϑϕΓΔΘΛΞΠΣΥΦΨΩ"
_LATIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_FONTS = ("Libertinus Serif", "New Computer Modern", "STIXGeneral", "DejaVu Sans")
_STYLES = ((400, "normal"), (400, "italic"), (700, "normal"))
_UPRIGHT = "|\u2225/!\u2020\u2021\u00b0\u25a0\u25a1\u25cf\u25cb\u25e6+\u2212\u00d7=<>"
"""In italics these look like other signs; mathematics sets them upright."""
_PRIME = 0.52
_SAME = 10
"""What is nearer to a known shape of the same character adds nothing."""


def main() -> None:
    """Write the table."""
    folders = [Path(one) for one in sys.argv[1:]]
    kept: dict[str, list[Any]] = {}
    for family in _FONTS:
        for weight, style in _STYLES:
            _add(kept, family, weight, style, folders)
    lines = [
        f"{sign} {round(1000 * one.width)} {round(1000 * one.low)} {round(1000 * one.high)} "
        f"{one.bits:x}"
        for sign, shapes in sorted(kept.items())
        for one in shapes
    ]
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines)} shapes of {len(kept)} characters")


def _add(
    kept: dict[str, list[Any]], family: str, weight: int, style: str, folders: list[Path]
) -> None:
    # What a font lacks is left out, not taken from another font.
    words = " ".join(
        f'#"{sign}"' if sign not in '"\\' else f'#"\\{sign}"' for sign in _SIGNS + _GREEK + _LATIN
    )
    source = (
        f'#set text(font: "{family}", weight: {weight}, style: "{style}", fallback: false, '
        f"ligatures: false, size: 20pt)\n#set smartquote(enabled: false)\n{words}"
    )
    data = _COMPILE(source.encode(), font_paths=list[Any](map(str, folders)))
    assert isinstance(data, bytes)  # noqa: S101
    document = pypdfium2.PdfDocument(data)
    font_of = quick("FPDFTextObj_GetFont", ctypes.c_void_p, ctypes.c_void_p)
    for page in document:
        fonts = {font_of(address(one.raw)) for one in page.get_objects() if one.type == 1}
        for sign in _SIGNS + _GREEK + _LATIN:
            if style == "italic" and sign in _UPRIGHT:
                continue
            for font in fonts:
                found = outline(font, sign)
                if found is None:
                    continue
                known = kept.setdefault(sign, [])
                if sign == "\u2032":
                    # Fonts of mathematics have it large and on the baseline, to be raised.
                    size = _PRIME / (found.high - found.low)
                    known.append(Shape(found.bits, found.width * size, 0.04, 0.04 + _PRIME))
                if all(distance(found, other) >= _SAME for other in known):
                    known.append(found)


if __name__ == "__main__":
    main()
