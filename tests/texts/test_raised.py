"""Raised runs: call-outs may be left out of a quote, exponents may not."""

from __future__ import annotations

import pytest

from ars_pandoc.grounding.check_quote import check_quote
from ars_pandoc.texts.extract import extract
from ars_pandoc.texts.marks import CLOSE, OPEN, RAISED
from ars_pandoc.texts.raised import mark_raised, raised

PAGE = """<html><body><p>In patients with severe disease<sup>12</sup>, although the R<sup>2</sup>
of 3 m<sup>2</sup> at 10<sup>5</sup> was low, found in many<sup>12, 14–16</sup> of the well known
people.<sup>3</sup> And Ca<sup>2+</sup> rose with <sup>131</sup>I given to all.</p></body></html>"""


@pytest.mark.parametrize(
    ("quote", "result"),
    [
        ("patients with severe disease, although the R² of 3 m2", "found"),
        ("patients with severe disease^12, although the R² of 3 m2", "found"),
        ("found in many of the well known people. And Ca2+ rose", "found"),
        ("although the R of 3 m2 at 10⁵", "not-found"),
        ("Ca2+ rose with 131I given to all", "found"),
        ("Ca2+ rose with I given to all", "not-found"),
    ],
)
def test_raised_call_outs_of_markup_may_be_left_out(quote: str, result: str) -> None:
    source = extract(PAGE.encode(), "page.html")
    assert check_quote(source, quote).result == result


@pytest.mark.parametrize(
    ("before", "run", "after", "callout"),
    [
        ("the disease", "12", ",", True),
        ("the disease.", "12,14\u201316", " And", True),
        ("the disease", "\u2020", " was", True),
        ("10", "5", " cells", False),
        ("3 cm", "2", " of", False),
        ("an R", "2", " of", False),
        ("10", "-5", "", False),
        ("Ca", "2+", "", False),
        ("with ", "131", "I was", False),
        ("", "7", "Whoever", True),
        ("(a + b)", "2", " is", False),
        ("(see the others)", "2", " is", True),
    ],
)
def test_what_is_a_call_out(before: str, run: str, after: str, callout: bool) -> None:
    marked = f"{OPEN}{run}{CLOSE}" if callout else RAISED + run
    assert raised(run, before, after) == marked


def test_only_what_follows_the_mark_is_marked() -> None:
    text = f"disease{RAISED}12, 15 people and {RAISED}3\u2013{RAISED}5 others"
    assert mark_raised(text) == (
        f"disease{OPEN}12{CLOSE}, 15 people and {OPEN}3{CLOSE}\u2013{OPEN}5{CLOSE} others"
    )
