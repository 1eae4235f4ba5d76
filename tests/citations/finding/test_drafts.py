"""Citations whose anchors are still being found (contract §2, §3)."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.anchor_values import judge_anchor
from ars_pandoc.citations.citation import Citation, Condition, Fault
from ars_pandoc.citations.finding.drafts import Draft
from tests.citations.finding.parts import Parts, words


def draft(parts: Parts, key: str | None = "a") -> Draft:
    inlines = words("word")
    return parts.drafts.add(key, "native", inlines, inlines[0])


def finished(parts: Parts, *, ids: set[str] | None = None) -> Citation:
    ((citation, _),) = parts.drafts.finish(ids or set(), ())
    return citation


def test_a_draft_stands_where_the_walk_is() -> None:
    parts = Parts()
    parts.place.section = "Results"
    parts.place.block = words("one two")
    one = parts.drafts.add("a", "native", parts.place.block, parts.place.block[2])
    assert one.section == "Results"
    assert one.place.block is parts.place.block


def test_what_follows_a_call_out_marks_it() -> None:
    parts = Parts()
    parts.callouts.word("(2020)")
    draft(parts)
    parts.callouts.end_paragraph()
    assert len(parts.callouts) == 0


def test_its_own_locator_comes_before_its_comments() -> None:
    parts = Parts()
    one = draft(parts)
    one.marks += [("page", "12", False), ("quote", "one two three", True)]
    one.locator = judge_anchor("page", "3", "a")
    assert [anchor.value for anchor in finished(parts).anchors] == ["3", "12", "one two three"]


def test_drafts_can_be_taken_back() -> None:
    parts = Parts()
    draft(parts, "a")
    count = len(parts.drafts)
    draft(parts, "b")
    assert [one.key for one in parts.drafts.since(count)] == ["b"]
    parts.drafts.keep(count)
    assert parts.keys == ["a"]


@pytest.mark.parametrize(
    ("ids", "annotated", "condition"),
    [
        ({"fig:x"}, False, Condition.DEFINED_CROSS_REFERENCE),
        (set(), False, Condition.LIKELY_CROSS_REFERENCE),
        ({"fig:x"}, True, Condition.ALWAYS),
    ],
)
def test_a_cross_reference_is_a_citation_if_a_marker_says_so(
    ids: set[str], annotated: bool, condition: Condition
) -> None:
    parts = Parts()
    draft(parts, "fig:x").annotated = annotated
    assert finished(parts, ids=ids).condition is condition


def test_a_key_that_must_be_known_stays_so() -> None:
    parts = Parts()
    draft(parts, "fig:x").condition = Condition.KEY_KNOWN
    assert finished(parts).condition is Condition.KEY_KNOWN


def test_an_anchor_of_mdbook_is_no_citation() -> None:
    parts = Parts()
    one = draft(parts, None)
    one.pair, one.fault = "x", Fault("wrong", "mend it")
    assert parts.drafts.finish(set(), ["x"]) == ()
    assert len(parts.drafts.finish(set(), ["y"])) == 1
