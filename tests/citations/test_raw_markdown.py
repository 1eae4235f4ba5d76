"""The citations of raw Markdown (contract §3)."""

from __future__ import annotations

from ars_pandoc.citations.raw_markdown import markdown_cites


def test_one_in_brackets_is_surely_a_citation() -> None:
    cites = markdown_cites("[see @a, p. 3; @b] and @c [p. 4]")
    assert [(cite.key, cite.sure) for cite in cites] == [("a", True), ("b", True), ("c", False)]
    assert [cite.locator for cite in cites] == [", p. 3", "", "p. 4"]


def test_code_escapes_and_addresses_hold_none() -> None:
    assert markdown_cites("`@a` \\@b https://e.org/@c d@e.org <!-- @f -->") == []
