"""Raw code by the names of its formats: which is read, and what is said of the rest."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.raw_formats import is_html, unread_warnings, written_in

READ = {
    "tex": ["tex", "latex", "beamer", "context", "LaTeX"],
    "html": ["html", "html4", "html5", "HTML", "epub", "epub2", "epub3", "dzslides", "revealjs",
             "s5", "slideous", "slidy"],
    "typst": ["typst", "Typst"],
    "markdown": ["markdown", "markdown_phpextra", "gfm", "commonmark", "commonmark_x", "md"],
}  # fmt: skip
UNREAD = ["openxml", "opendocument", "ms", "rtf", "context2", "xhtml", "typst2", "", "man"]


@pytest.mark.parametrize(
    ("style", "written"), [(style, name) for name, styles in READ.items() for style in styles]
)
def test_each_name_of_a_format_that_is_read(style: str, written: str) -> None:
    assert written_in(style) == written
    assert is_html(style) is (written == "html")


@pytest.mark.parametrize("style", UNREAD)
def test_others_are_not(style: str) -> None:
    assert written_in(style) is None
    assert not is_html(style)


@pytest.mark.parametrize(
    ("style", "output", "told"),
    [
        ("openxml", "docx", True),
        ("OpenXML", "docx", True),
        ("openxml", "pptx", True),
        ("openxml", "docx+styles", True),
        ("opendocument", "odt", True),
        ("ms", "pdf", True),
        ("rtf", "rtf", True),
        ("rtf", "markdown", True),
        ("rtf", "markdown-smart", True),
        ("rtf", "rst", True),
        ("openxml", None, True),
        ("opendocument", None, True),
        ("ms", None, True),
        ("openxml", "html", False),
        ("opendocument", "docx", False),
        ("rtf", None, False),
        ("rtf", "docx", False),
    ],
)
def test_what_is_written_out_and_unread_is_told(style: str, output: str | None, told: bool) -> None:
    assert bool(unread_warnings([(style, "<x/>")], output)) is told


def test_each_format_is_told_once_with_its_count() -> None:
    pieces = [("openxml", "a"), ("ms", "b"), ("openxml", "c"), ("rtf", "d")]
    one, two = unread_warnings(pieces)
    assert one.endswith("openxml (2 pieces)")
    assert two.endswith("ms (1 piece)")
    assert unread_warnings([]) == ()
