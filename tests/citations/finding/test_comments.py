"""The markers of comments, and what each belongs to (contract §2)."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.citation import Condition
from tests.citations.finding.parts import Parts, raw, words


def read(parts: Parts, code: str) -> str:
    element = raw(code)
    return parts.comments.html(code, [element], element, 0)


def cited(parts: Parts, *keys: str) -> None:
    inlines = words("cite")
    parts.nearest.become([parts.drafts.add(key, "native", inlines, inlines[0]) for key in keys])


def test_refs_and_their_anchors() -> None:
    parts = Parts()
    assert read(parts, "<!--ref:a--><!--anchor:page:3--> <!--ref:b-->") == " "
    assert parts.keys == ["a", "b"]
    assert [draft.marks for draft in parts.drafts.since(0)] == [[("page", "3", False)], []]


def test_a_ref_behind_its_cite_names_it_once() -> None:
    parts = Parts()
    cited(parts, "a", "b")
    read(parts, "<!--ref:b--><!--anchor:page:3-->")
    assert parts.keys == ["a", "b"]
    (a, b) = parts.drafts.since(0)
    assert (a.annotated, b.annotated, b.named) == (False, True, True)
    assert b.place.annotation is not None
    read(parts, "<!--ref:b-->")
    assert parts.keys == ["a", "b", "b"]


def test_a_ref_within_the_brackets_leaves_room_for_one_behind() -> None:
    parts = Parts()
    cited(parts, "a")
    (a,) = parts.drafts.since(0)
    parts.nearest.within = a
    read(parts, "<!--ref:a-->")
    assert (a.annotated, a.named, a.place.annotation) == (True, False, None)


@pytest.mark.parametrize(
    ("keys", "reason"), [((), "stands behind no citation"), (("a", "b"), "several keys (a, b)")]
)
def test_an_anchor_needs_one_citation(keys: tuple[str, ...], reason: str) -> None:
    parts = Parts()
    cited(parts, *keys)
    read(parts, "<!--anchor:page:3-->")
    orphan = parts.drafts.since(len(keys))[0]
    assert orphan.key is None
    assert orphan.fault is not None and reason in orphan.fault.reason


def test_a_broken_anchor_is_the_fault_of_its_citation() -> None:
    parts = Parts()
    cited(parts, "a")
    read(parts, "<!--anchor:table:3-->")
    (a,) = parts.drafts.since(0)
    assert a.fault is not None and "'table'" in a.fault.reason


def test_a_doubtful_ref_waits_for_the_keys_and_is_stripped_with_them() -> None:
    parts = Parts()
    read(parts, "<!-- ref smith -->")
    assert [draft.condition for draft in parts.drafts.since(0)] == [Condition.KEY_KNOWN]
    assert [element.only_if_known for element in parts.elements] == ["smith"]


def test_what_is_left_of_an_element_is_told() -> None:
    parts = Parts()
    read(parts, "<b><!--ref:a--></b><!-- note -->")
    assert [element.rest for element in parts.elements] == ["<b></b><!-- note -->"]
    read(parts, " <!--ref:a--> ")
    assert parts.elements[-1].rest == ""


def test_a_tag_between_ends_what_an_anchor_belongs_to() -> None:
    parts = Parts()
    read(parts, "<!--ref:a--><b><!--anchor:page:3-->")
    assert parts.keys == ["a", None]


def test_another_tools_comment_is_left_alone() -> None:
    parts = Parts()
    code = "<!-- note: x --><!-- references -->"
    assert read(parts, code) == code
    assert (parts.keys, parts.elements) == ([], [])


def test_an_empty_element_shows_that_comments_were_stripped() -> None:
    parts = Parts()
    parts.comments.inline("<b>", [raw("<b>")], raw("<b>"), 0)
    assert not parts.comments.vanished
    parts.comments.inline("", [raw("")], raw(""), 0)
    assert parts.comments.vanished


@pytest.mark.parametrize(
    ("value", "behind", "early"),
    [
        ("one two ", " three--> four", True),
        ("one", "two--> three", True),
        ("one", " two three–> four", False),
        ("one two", ", as shown. Then A --> B", True),
        ("one two", " three–> four", True),
        ("one two", " three—> four", True),
        ("one two", " three---> four", True),
        ("one two", " three-> four", False),
        ("one two", " three‐> four", False),
        ("one two", " no arrow here", False),
        ("one two", f" {'word ' * 26}--> far", False),
    ],
)
def test_a_quote_that_ends_its_own_comment(value: str, behind: str, early: bool) -> None:
    parts = Parts()
    cited(parts, "a")
    element = raw(f"<!--anchor:quote:{value}-->")
    inlines = [element, *words(behind)]
    parts.comments.inline(element["c"][1], inlines, element, 0)
    (a,) = parts.drafts.since(0)
    assert (a.fault is not None) is early
