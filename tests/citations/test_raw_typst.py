"""The citations of raw Typst (contract §3)."""

from __future__ import annotations

from ars_pandoc.citations.raw_typst import typst_cites


def test_a_bare_key_may_be_a_label_and_a_call_is_a_citation() -> None:
    cites = typst_cites("@a and #cite(<b>, supplement: [p.~4])")
    assert [(cite.key, cite.sure, cite.locator) for cite in cites] == [
        ("a", False, ""),
        ("b", True, "p.\u00a04"),
    ]


def test_comments_code_and_addresses_hold_none() -> None:
    assert typst_cites("// @a\n/* @b */ `@c` https://e.org/@d \\@e f@g.org") == []
