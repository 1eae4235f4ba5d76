"""The count as a whole: what each syntax gives, in order, with its place."""

from __future__ import annotations

import json

import pytest

from ars_pandoc.census import Syntax, count_written
from tests.census.written import KNOWN, keys

MARKER = "<!--ref:{}-->"


@pytest.mark.parametrize(
    ("syntax", "text"),
    [
        ("markdown", "[@{}]"),
        ("latex", "\\cite{{{}}}"),
        ("org", "[cite:@{}]"),
        ("typst", "#cite(<{}>)"),
        ("rst", ":cite:`{}`"),
        ("html", '<i data-cites="{}">x</i>'),
        ("jats", '<i data-cites="{}">x</i>'),
        ("other", MARKER),
    ],
)
def test_each_syntax_is_scanned_by_its_own_rules(syntax: Syntax, text: str) -> None:
    whole = f"{text.format('one')} and\n\n{text.format('two')}"
    found = count_written(whole, syntax)
    assert [(one.key, one.line) for one in found] == [("one", 1), ("two", 3)]
    assert all(one.sure for one in found)
    if syntax != "other":
        assert keys(text.format("one"), "other") == []


def test_of_another_syntax_only_the_markers_are_known() -> None:
    assert keys(f"[@a] \\cite{{b}} {MARKER.format('c')}", "other") == ["c"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_and_columns_with_every_line_end(end: str) -> None:
    [one] = count_written(f"é{end}{end}  see [@roe2021]", "markdown")
    assert (one.line, one.column, one.form) == (3, 8, "bracketed")


def test_all_come_in_the_order_of_the_text() -> None:
    found = count_written("A[^1] [@b].\n\n[^1]: C [@d].\n\n[@e; @f] @roe2021", "markdown", KNOWN)
    assert [one.key for one in found] == ["b", "d", "e", "f", "roe2021"]
    assert sorted(one.start for one in found) == [one.start for one in found]


def test_a_cross_reference_is_left_out_unless_its_key_is_known() -> None:
    text = "# A {#sec-a}\n\n@sec-a [@fig:b] [@thing:c] [@roe2021] [@sec-d]\n"
    assert keys(text) == ["thing:c", "roe2021"]
    assert keys(text, known={"sec-a"}) == ["sec-a", "thing:c", "roe2021"]


def test_a_prefix_that_is_not_listed_refers_to_what_is_defined() -> None:
    assert keys("[]{#thing:c} and [@thing:c] and [@thing:d]") == ["thing:d"]


def notebook(*cells: tuple[str, str]) -> str:
    return json.dumps({"cells": [{"cell_type": kind, "source": text} for kind, text in cells]})


def test_of_a_notebook_its_prose_and_the_captions_in_its_code() -> None:
    text = notebook(
        ("markdown", "By [@a]."), ("code", "#| fig-cap: By [@b]\nx @c [@d]"), ("markdown", "[@e]")
    )
    assert keys(text, "ipynb") == ["a", "b", "e"]
    starts = [one.start for one in count_written(text, "ipynb")]
    assert [text[start : start + 2] for start in starts] == ["@a", "@b", "@e"]


@pytest.mark.parametrize("syntax", ["markdown", "latex", "org", "typst", "rst", "html", "ipynb"])
def test_nothing_written_is_nothing(syntax: Syntax) -> None:
    assert count_written("", syntax) == []
    assert count_written("Words alone.", syntax) == []
