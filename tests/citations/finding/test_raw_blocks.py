"""Markers in a raw block of their own (contract §2, Pandoc's traps)."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.finding.raw_blocks import RawBlocks
from tests.citations.finding.parts import Parts, words


def read(parts: Parts, code: str, style: str = "html") -> RawBlocks:
    blocks = RawBlocks(parts.place, parts.drafts, parts.nearest, parts.raw, parts.comments)
    block = {"t": "RawBlock", "c": [style, code]}
    blocks.read([block], block)
    return blocks


def test_a_block_of_markers_belongs_to_the_paragraph_behind() -> None:
    parts = Parts()
    blocks = read(parts, "<!--ref:a--><!--anchor:page:3-->")
    paragraph = words("The paragraph behind")
    blocks.give_to(paragraph)
    (draft,) = parts.drafts.since(0)
    assert draft.fault is None
    assert draft.place.block is paragraph
    assert blocks.waiting == []


def test_where_no_paragraph_follows_it_stands_for_itself() -> None:
    parts = Parts()
    blocks = read(parts, "<!--ref:a-->")
    blocks.release()
    blocks.give_to(words("of another list"))
    assert parts.drafts.since(0)[0].place.block == []


def test_a_block_with_other_html_has_swallowed_its_line() -> None:
    parts = Parts()
    read(parts, "<!--ref:a--> The rest.")
    fault = parts.drafts.since(0)[0].fault
    assert fault is not None and "swallows the rest of its line" in fault.reason


def test_comments_of_others_share_a_block_without_harm() -> None:
    parts = Parts()
    read(parts, "<!--ref:a-->\n<!-- note: x -->\n")
    assert parts.drafts.since(0)[0].fault is None


@pytest.mark.parametrize("style", ["tex", "latex"])
def test_tex_is_read_and_nothing_belongs_to_it(style: str) -> None:
    parts = Parts()
    blocks = read(parts, r"\cite{a}", style)
    assert parts.keys == ["a"]
    assert (parts.nearest.group, blocks.waiting) == ([], [])
    read(parts, r"\cite{a}", "openxml")
    assert parts.keys == ["a"]
