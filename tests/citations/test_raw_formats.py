"""The formats of raw code, and what is said of those that nobody reads (contract §3)."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.raw_formats import is_html, unread_warnings, written_in


@pytest.mark.parametrize("style", ["html", "HTML", "html5", "epub3", "RevealJS"])
def test_html_has_many_names(style: str) -> None:
    assert is_html(style)
    assert written_in(style) == "html"


@pytest.mark.parametrize("style", ["openxml", "rtf", "ms", "opendocument", ""])
def test_a_format_that_is_not_read(style: str) -> None:
    assert written_in(style) is None
    assert not is_html(style)


@pytest.mark.parametrize(
    ("style", "output_format", "said"),
    [
        ("openxml", "docx", True),
        ("OpenXML", "docx", True),
        ("opendocument", "odt", True),
        ("openxml", "html", False),
        ("rtf", "rtf", True),
        ("rtf", "markdown", True),
        ("openxml", None, True),
        ("rtf", None, False),
    ],
)
def test_what_is_written_out_unread_is_said(
    style: str, output_format: str | None, said: bool
) -> None:
    warnings = unread_warnings([(style, "words"), (style, "more")], output_format)
    assert bool(warnings) is said
    if said:
        assert f"{style} (2 pieces)" in warnings[0]
