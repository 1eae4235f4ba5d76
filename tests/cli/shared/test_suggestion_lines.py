from __future__ import annotations

from dataclasses import replace

import click
import pytest

from ars_pandoc.cli.shared.suggestion_lines import (
    passage_lines,
    place_of,
    short_lines,
    whole_work_lines,
)
from ars_pandoc.suggesting.sentences import Part
from ars_pandoc.suggesting.suggest import Suggestion
from ars_pandoc.texts.source_text import Passage

ONE = Suggestion(
    "Seals sleep on sand, as is known.",
    "",
    "",
    Passage("312", 2, "Results", 4),
    Part.RESULTS,
    "Seals sleep on sand",
    0.256,
    ("Seals", "sand"),
    100,
    132,
)


def plain(lines: object) -> list[str]:
    return [click.unstyle(line) for line in lines]  # type: ignore[attr-defined]


def test_a_suggestion_with_its_place_and_quote() -> None:
    assert plain(passage_lines(2, ONE)) == [
        "[2] p. 312, “Results”, paragraph 4  0.26",
        "    Seals sleep on sand, as is known.",
        "    quote: Seals sleep on sand",
    ]
    styled = list(passage_lines(2, ONE))[1]
    assert click.style("Seals", bold=True) in styled
    assert click.style("sleep", bold=True) not in styled


def test_what_stands_in_the_abstract_is_marked() -> None:
    [head, *_] = plain(passage_lines(1, replace(ONE, part=Part.ABSTRACT)))
    assert head == "[1] p. 312, “Results”, paragraph 4, in the abstract  0.26"


def test_what_cannot_be_quoted_is_said() -> None:
    assert (
        "no part of it can be quoted without doubt"
        in plain(passage_lines(1, replace(ONE, quote=None)))[-1]
    )


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (Passage(), "in the source"),
        (Passage(None, 7), "page 7 of the file"),
        (Passage("iv", 7), "p. iv"),
        (Passage(section="x" * 80), f"“{'x' * 60}…”"),
    ],
)
def test_places(place: Passage, words: str) -> None:
    assert place_of(replace(ONE, place=place)) == words


def test_the_short_form_shows_what_would_be_written() -> None:
    assert plain(short_lines("1", ONE)) == [
        "[1] p. 312, “Results”, paragraph 4",
        "    Seals sleep on sand",
    ]
    assert plain(short_lines("w", ONE))[0].startswith("[w] whole work, p. 312")
    assert (
        plain(whole_work_lines(ONE))[0]
        == "[w] whole work: its claim, p. 312, “Results”, paragraph 4"
    )
