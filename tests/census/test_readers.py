"""Which syntax a reader of Pandoc reads."""

from __future__ import annotations

import pytest

from ars_pandoc.census import syntax_of


@pytest.mark.parametrize(
    ("reader", "syntax"),
    [
        ("markdown", "markdown"),
        ("markdown-citations", "markdown"),
        ("markdown_mmd", "markdown"),
        ("gfm+hard_line_breaks", "markdown"),
        ("commonmark_x", "markdown"),
        ("latex+raw_tex", "latex"),
        ("org", "org"),
        ("typst", "typst"),
        ("rst", "rst"),
        ("html+raw_html", "html"),
        ("jats", "jats"),
        ("ipynb+citations", "ipynb"),
        ("mediawiki", "other"),
        ("textile", "other"),
        ("docx+citations", None),
        ("odt", None),
        ("json", None),
        ("bibtex", None),
    ],
)
def test_readers(reader: str, syntax: str | None) -> None:
    assert syntax_of(reader) == syntax
