"""The outcome of a check, as reports hand it on."""

from __future__ import annotations

from ars_pandoc.citations.citation import Anchor, Fault
from ars_pandoc.grounding.result import Excerpt, Grounding, unchecked

QUOTE = Anchor("quote", "one two three")


def test_quotes_that_nothing_is_held_against_are_for_a_person() -> None:
    bad = Anchor("quote", "two words", Fault("too short", "quote more"))
    outcome = unchecked([QUOTE, Anchor("page", "3"), bad, QUOTE], "no text")
    assert outcome == (Grounding("review", reason="no text"), None, None, outcome[0])


def test_json_has_the_fields_of_the_contract_and_no_others() -> None:
    found = Grounding(
        "not-found", "217", 3, 2, "Results", Excerpt("x", "a", "b"), "near", "negation", "why"
    )
    assert found.as_json() == {
        "result": "not-found",
        "page": "217",
        "pdf_page": 3,
        "paragraph": 2,
        "nearest": "near",
        "change": "negation",
        "reason": "why",
    }
    assert Grounding("found").as_json()["reason"] is None
