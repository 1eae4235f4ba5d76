"""The ref or Cite that an anchor belongs to (contract §2, "Which ref")."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.citation import Form
from ars_pandoc.citations.finding.drafts import Draft
from ars_pandoc.citations.finding.nearest import MAY_STAND_BETWEEN
from tests.citations.finding.parts import Parts, words


def draft(parts: Parts, key: str, form: Form = "native") -> Draft:
    inlines = words("word")
    return parts.drafts.add(key, form, inlines, inlines[0])


def test_one_citation_is_the_target_of_several_none_is() -> None:
    parts = Parts()
    a, b = draft(parts, "a"), draft(parts, "b")
    parts.nearest.become([a])
    assert parts.nearest.target is a
    parts.nearest.become([a, b])
    assert parts.nearest.target is None
    assert parts.nearest.group == [a, b]


def test_a_ref_is_the_target_and_the_cite_before_it_can_still_be_named() -> None:
    parts = Parts()
    a, b, c = draft(parts, "a"), draft(parts, "b", "marker"), draft(parts, "c", "marker")
    parts.nearest.become([a])
    parts.nearest.add_ref(b)
    parts.nearest.add_ref(c)
    assert parts.nearest.target is c
    assert parts.nearest.group == [a, c]


def test_words_between_close_it() -> None:
    parts = Parts()
    parts.nearest.become([draft(parts, "a")])
    parts.nearest.close()
    assert (parts.nearest.group, parts.nearest.target) == ([], None)


def test_within_its_brackets_a_cite_stays_the_nearest() -> None:
    parts = Parts()
    a, b = draft(parts, "a"), draft(parts, "b", "marker")
    parts.nearest.within = a
    parts.nearest.become([b])
    parts.nearest.close()
    assert (parts.nearest.group, parts.nearest.target) == ([a], a)


@pytest.mark.parametrize("char", ".,;:!?)]}’”\"'»›…。，、；：！？）」』】〉》")
def test_closing_punctuation_may_stand_between(char: str) -> None:
    assert char in MAY_STAND_BETWEEN


@pytest.mark.parametrize("char", "([{“„«‹「『-–—&/a1")
def test_other_characters_may_not(char: str) -> None:
    assert char not in MAY_STAND_BETWEEN
