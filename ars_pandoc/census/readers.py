"""Which syntax a reader of Pandoc reads."""

from __future__ import annotations

import re

from ars_pandoc.census.model import Syntax

_SYNTAX: dict[str, Syntax] = {
    "latex": "latex",
    "org": "org",
    "typst": "typst",
    "rst": "rst",
    "html": "html",
    "html4": "html",
    "html5": "html",
    "jats": "jats",
    "ipynb": "ipynb",
    "markdown": "markdown",
    "gfm": "markdown",
    "md": "markdown",
    "commonmark": "markdown",
}
_NO_TEXT = frozenset(
    "docx odt epub pptx xlsx json native bibtex biblatex csljson ris endnotexml rtf bits csv tsv".split()
)


def syntax_of(reader: str) -> Syntax | None:
    """Return the syntax that a reader of Pandoc reads.

    Args:
        reader: Its name with extensions, as `-f` takes it: `markdown-citations`, `latex+raw_tex`.

    Returns:
        `other` for a text of which only the markers are known; None if it reads no text, or none
        that holds citations of a manuscript.
    """
    name = re.split(r"[+-]", reader.strip().lower(), maxsplit=1)[0]
    if name in _NO_TEXT:
        return None
    return _SYNTAX.get(name) or _SYNTAX.get(name.split("_")[0]) or "other"
