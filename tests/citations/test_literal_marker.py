"""The literal marker of a draft (contract §6)."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.cites import is_literal_suffix
from ars_pandoc.citations.literal_marker import literal_marker
from tests.citations.finding.parts import words


@pytest.mark.parametrize("dash", ["—", "–", "-", "--", "---"])
def test_a_literal_marker_with_any_dash(dash: str) -> None:
    text = f"UNVERIFIED CITATION {dash} NO LOCATOR"
    inlines = words(f"word[{text}]. More")
    found = literal_marker(inlines, 0)
    assert found is not None
    assert (found.end, found.head, found.tail, found.text) == (9, "word", ".", f"[{text}]")
    assert is_literal_suffix(text)
    assert is_literal_suffix(f" {text}")


@pytest.mark.parametrize(
    "text",
    [
        "UNVERIFIED CITATION",
        "UNVERIFIED CITATION NO LOCATOR",
        "UNVERIFIED CITATION — removed",
        "UNVERIFIED CITATION: see below, p. 3",
        "UNVERIFIED CITATION ---- NO LOCATOR",
    ],
)
def test_one_that_a_hand_has_edited_is_still_one(text: str) -> None:
    found = literal_marker(words(f"[{text}]."), 0)
    assert found is not None and found.plain
    assert is_literal_suffix(text)


def test_one_with_emphasis_inside_is_not_plain() -> None:
    inner = {"t": "Emph", "c": words("NO LOCATOR")}
    inlines = [*words("[UNVERIFIED CITATION — "), inner, *words("]")]
    found = literal_marker(inlines, 0)
    assert found is not None and not found.plain


@pytest.mark.parametrize(
    "text",
    [
        "UNVERIFIED — NO LOCATOR",
        "UNVERIFIED CITATIONS",
        "UNVERIFIED claim",
    ],
)
def test_other_words_are_none(text: str) -> None:
    assert literal_marker(words(f"[{text}]"), 0) is None
    assert not is_literal_suffix(text)


def test_it_has_no_end_out_of_reach() -> None:
    assert literal_marker(words(f"[UNVERIFIED CITATION — {'A ' * 60}]"), 0) is None


def test_more_than_the_marker_is_no_suffix_of_its_own() -> None:
    assert not is_literal_suffix("see UNVERIFIED CITATION — NO LOCATOR")
