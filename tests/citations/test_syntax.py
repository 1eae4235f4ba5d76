"""Fixes in the syntax of the author, told by the reader's extensions."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.citation import Syntax
from ars_pandoc.citations.syntax import in_markdown, syntax_of, with_locator

# As Pandoc 2.17 and 3.9 give them to a filter.
READERS: dict[Syntax, list[list[str]]] = {
    "markdown": [
        ["all_symbols_escapable", "auto_identifiers", "citations", "task_lists"],
        ["citations", "raw_html", "shortcut_reference_links"],
    ],
    "latex": [["auto_identifiers", "latex_macros", "smart"]],
    "org": [
        ["auto_identifiers", "citations", "special_strings", "task_lists"],
        ["auto_identifiers", "citations", "task_lists"],
    ],
    "typst": [["citations", "smart"]],
    "word": [["auto_identifiers", "citations"]],
    "other": [["auto_identifiers"], ["auto_identifiers", "native_spans"]],
}


@pytest.mark.parametrize(
    ("syntax", "extensions"), [(name, one) for name, all_ in READERS.items() for one in all_]
)
def test_the_extensions_tell_the_syntax(syntax: Syntax, extensions: list[str]) -> None:
    assert syntax_of({"extensions": extensions}) == syntax


def test_a_pandoc_that_does_not_tell_is_taken_for_markdown() -> None:
    assert syntax_of({}) == "markdown"


@pytest.mark.parametrize(
    ("syntax", "in_text", "fix"),
    [
        ("markdown", False, "write [@{a--b}, S. 3]"),
        ("markdown", True, "write @{a--b} [S. 3]"),
        ("latex", False, "write \\cite[S.~3]{a--b}"),
        ("latex", True, "write \\citet[S.~3]{a--b}, or \\textcite with biblatex"),
        ("org", False, "write [cite:@a--b S. 3]"),
        ("org", True, "write [cite/t:@a--b S. 3]"),
    ],
)
def test_a_locator_is_written_where_the_syntax_wants_it(
    syntax: Syntax, in_text: bool, fix: str
) -> None:
    assert with_locator(syntax, "a--b", "S. 3", in_text=in_text) == fix


@pytest.mark.parametrize(
    ("syntax", "says"),
    [
        ("typst", "in Markdown, [@smith2024, p. 12]"),
        ("html", "<!--anchor:page:12-->"),
        ("word", "dialog in Word"),
        ("other", "in Markdown, [@smith2024, p. 12]"),
    ],
)
def test_where_none_can_be_written_the_fix_says_what_to_do(syntax: Syntax, says: str) -> None:
    assert says in with_locator(syntax, "smith2024")


@pytest.mark.parametrize(
    ("key", "written"),
    [("smith2024", "@smith2024"), ("a:b_c", "@a:b_c"), ("a.", "@{a.}"), ("", "@{}")],
)
def test_keys_stand_in_braces_where_needed(key: str, written: str) -> None:
    assert in_markdown(key) == written
