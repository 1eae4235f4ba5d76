"""The formats of raw code, by the names that documents give them.

Pandoc compares them without case: https://pandoc.org/MANUAL.html#extension-raw_attribute
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

Written = Literal["tex", "html", "typst", "markdown", "org"]
"""What raw code is written in, of which its citations can be read."""

_TEX = frozenset(("tex", "latex", "beamer", "context"))
_HTML = frozenset(("epub", "epub2", "epub3", "dzslides", "revealjs", "s5", "slideous", "slidy"))
_MARKDOWN = ("markdown", "gfm", "commonmark", "md")
# Which raw formats a writer writes out beside that of its own name; those of text files write all,
# with the name by them.
_WRITTEN_OUT = {
    "docx": "openxml",
    "pptx": "openxml",
    "odt": "opendocument",
    "pdf": "ms",
}


def is_html(style: str) -> bool:
    """Return whether raw code of this format is HTML, as the document names the format."""
    return style == "html" or written_in(style) == "html"


def written_in(style: str) -> Written | None:
    """Return what code of a raw format is written in, or None where its citations are unread.

    Args:
        style: The format as the document names it: `latex`, `HTML`, `markdown_phpextra`.
    """
    name = style.lower()
    if name in _TEX:
        return "tex"
    if name.startswith("html") or name in _HTML:
        return "html"
    if name == "typst":
        return "typst"
    if name == "org":
        return "org"
    return "markdown" if name.startswith(_MARKDOWN) else None


def unread_warnings(
    unread: Iterable[tuple[str, str]], output_format: str | None = None
) -> tuple[str, ...]:
    """Return a warning for each raw format that is written out and that nobody can read.

    Args:
        unread: Raw code of formats whose citations are unread, each with its format.
        output_format: What Pandoc writes, or None where nothing is written yet: then each format
            that no writer of text files alone writes out is named.
    """
    counts: dict[str, int] = {}
    for style, _ in unread:
        if _is_written(style.lower(), output_format):
            counts[style] = counts.get(style, 0) + 1
    return tuple(
        f"raw code is written out as it stands, and nobody reads citations in it: {style} "
        f"({count} {'piece' if count == 1 else 'pieces'})"
        for style, count in counts.items()
    )


def _is_written(style: str, output_format: str | None) -> bool:
    if output_format is None:
        return style in _WRITTEN_OUT.values()
    writer = output_format.lower().split("+")[0].split("-")[0]
    return style in (writer, _WRITTEN_OUT.get(writer)) or writer.startswith(("markdown", "rst"))
