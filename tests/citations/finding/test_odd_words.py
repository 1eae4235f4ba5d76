"""Words that show a marker or a key as plain text (contract §2, §3)."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.citation import Condition
from ars_pandoc.citations.finding.odd_words import ODD, OddWords
from tests.citations.finding.parts import Parts, raw, words


def read(parts: Parts, inlines: list[dict[str, object]]) -> int:
    return OddWords(parts.drafts, parts.earlier).read(str(inlines[0]["c"]), inlines, 0)


@pytest.mark.parametrize(
    ("word", "odd"),
    [("<!–ref:a–>", True), ("研究@a", True), ("[UNVERIFIED", True), ("<b>", False), ("[x]", False)],
)
def test_which_words_call_for_a_look(word: str, odd: bool) -> None:
    assert (ODD.search(word) is not None) is odd


def test_a_glued_key_counts_if_it_is_known() -> None:
    parts = Parts()
    assert read(parts, words("研究@wang2020 shows")) == 0
    (draft,) = parts.drafts.since(0)
    assert (draft.key, draft.condition) == ("wang2020", Condition.KEY_KNOWN)
    assert draft.fault is not None and "@{wang2020}" in draft.fault.fix


def test_a_marker_that_would_print() -> None:
    parts = Parts()
    assert read(parts, words("<!–ref:a–> shows")) == 0
    (draft,) = parts.drafts.since(0)
    assert (draft.key, draft.form) == ("a", "marker")
    assert draft.fault is not None and "would print" in draft.fault.reason


def test_a_literal_marker_is_read_to_its_end() -> None:
    parts = Parts()
    inlines = [*words("[UNVERIFIED CITATION — NO LOCATOR]"), raw("<!--ref:a-->")]
    assert read(parts, inlines) == len(inlines) - 1


def test_an_address_is_no_key() -> None:
    parts = Parts()
    assert read(parts, words("jane@example.org")) == 0
    assert parts.keys == []
