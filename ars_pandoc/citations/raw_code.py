"""Citations in raw code: cite commands, `data-cites`, keys of another syntax (contract §3).

They render without Pandoc's help, so they are judged like any other.
"""

from __future__ import annotations

from ars_pandoc.citations.citation import Syntax
from ars_pandoc.citations.raw_cite import RawCite
from ars_pandoc.citations.raw_formats import Written, written_in

_SYNTAXES: dict[Written, Syntax] = {
    "tex": "latex",
    "html": "html",
    "typst": "typst",
    "markdown": "markdown",
    "org": "org",
}


def syntax_of_raw(style: str) -> Syntax:
    """Return how a fix for code of a raw format is written."""
    written = written_in(style)
    return "other" if written is None else _SYNTAXES[written]


def raw_cites(style: str, code: str) -> list[RawCite]:
    """Find the citations of raw code, in order; none in a format that is not read.

    Args:
        style: The raw format, as the document names it.
        code: The code.
    """
    written = written_in(style)
    if written == "tex":
        if "\\" in code:
            from ars_pandoc.citations.raw_tex import tex_cites

            return tex_cites(code, context=style.lower() == "context")
    elif written == "html":
        if "data-cites" in code.lower():
            from ars_pandoc.citations.raw_html import html_cites

            return html_cites(code)
    elif written == "typst":
        if "@" in code or "cite" in code:
            from ars_pandoc.citations.raw_typst import typst_cites

            return typst_cites(code)
    elif written == "org":
        if "cite" in code.lower() or "bibentry:" in code:
            from ars_pandoc.citations.raw_org import org_cites

            return org_cites(code)
    elif written == "markdown" and "@" in code:
        from ars_pandoc.citations.raw_markdown import markdown_cites

        return markdown_cites(code)
    return []
