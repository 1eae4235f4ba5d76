"""Literal markers that an earlier pass left (contract §6)."""

from __future__ import annotations

import pytest

from tests.citations.finding.parts import Parts, cite, member, raw, words

LITERAL = "[UNVERIFIED CITATION — NO LOCATOR]"


def test_a_literal_marker_before_a_ref_goes_with_all_its_words() -> None:
    parts = Parts()
    inlines = [*words(f"word{LITERAL}"), raw("<!--ref:a-->")]
    assert parts.earlier.words(inlines, 0) == len(inlines) - 1
    assert parts.keys == []
    gone = [element.element["c"] for element in parts.elements]
    assert gone == [one["c"] for one in inlines if one["t"] == "Str"]
    assert [element.rest for element in parts.elements] == ["word", "", "", "", ""]
    assert {element.literal for element in parts.elements} == {LITERAL}


@pytest.mark.parametrize(
    "behind",
    [[], words("more"), [raw("<b>")], [raw("<!-- note -->")]],
    ids=["nothing", "a word", "a tag", "a note"],
)
def test_one_that_no_ref_follows_is_a_fault(behind: list[dict[str, object]]) -> None:
    parts = Parts()
    inlines = [*words(LITERAL), *behind]
    assert parts.earlier.words(inlines, 0) == len(words(LITERAL))
    (draft,) = parts.drafts.since(0)
    assert draft.fault is not None and LITERAL in draft.fault.reason
    assert parts.elements == []


def test_an_anchor_will_do_where_no_citation_is_near() -> None:
    parts = Parts()
    inlines = [*words(LITERAL), raw("<!--anchor:page:3-->")]
    parts.earlier.words(inlines, 0)
    assert parts.keys == []
    parts.nearest.become([parts.drafts.add("a", "native", inlines, inlines[0])])
    parts.earlier.words(inlines, 0)
    assert parts.keys == ["a", None]


def test_other_words_in_brackets_are_none() -> None:
    parts = Parts()
    assert parts.earlier.words(words("[UNVERIFIED rumours] of it"), 0) == 0
    assert parts.keys == []


@pytest.mark.parametrize(
    ("behind", "keys"), [([raw("<!--ref:a-->")], []), ([raw("<!--anchor:page:3-->")], [None])]
)
def test_behind_a_bare_key_it_is_a_suffix_and_needs_a_ref(
    behind: list[dict[str, object]], keys: list[None]
) -> None:
    parts = Parts()
    one = member("a", mode="AuthorInText", suffix=words(LITERAL.strip("[]")))
    inlines = [cite(one), *behind]
    parts.earlier.suffix(one, inlines, 0, LITERAL.strip("[]"))
    assert parts.keys == keys
    assert parts.earlier.suffixes == [(one, inlines[0])]
