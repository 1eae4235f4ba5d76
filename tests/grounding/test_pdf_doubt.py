"""What a PDF may have lost is no accusation, and nothing passes by it."""

from __future__ import annotations

import pytest

from ars_pandoc.grounding.check_quote import check_quote
from ars_pandoc.texts.marks import CLOSE, HARD, LOWERED, OPEN, RAISED
from ars_pandoc.texts.source_text import Page, SourceText
from tests.texts.pdf.pdfs import read

TEXT = (
    "the samples came from Mannheim, Ger many, and were added to yield the final amount\n"
    "and the peaks were calculated by "
    f"MACS2{RAISED}47, and the overlap was then determined by\n"
    "a signicant effect of the drug on all the organs was seen in the last part of"
    f"{HARD}Figure 2: a box that is black{HARD}the whole study that we have made.\n"
    "It was given at 10"
    f"{RAISED}5 cells in each of the flasks that were used here."
)


def _check(quote: str, media: str = "application/pdf") -> str:
    source = SourceText(media, TEXT, (Page(0, 1, "7"),), raising_lost=True)
    return check_quote(source, quote).result


@pytest.mark.parametrize(
    "quote",
    [
        "came from Mannheim, Germany, and were added to yield",
        "the peaks were calculated by MACS2, and the overlap was then determined",
        "a significant effect of the drug on all the organs",
        "was seen in the last part of the whole study that we have made",
    ],
)
def test_what_typesetting_explains_is_for_a_person(quote: str) -> None:
    assert _check(quote) == "review"


@pytest.mark.parametrize(
    "quote",
    [
        "came from Mannheim, Germany, and were not added to yield",
        "the peaks were calculated by MACS3, and the overlap was then determined",
        "a significant effect of the placebo on all the organs",
        "was seen in the last part of a whole study that we have made",
        "was seen in the last the whole study that we have made",
        "It was given at 10 cells in each of the flasks",
    ],
)
def test_other_words_are_not_found(quote: str) -> None:
    assert _check(quote) == "not-found"


def test_a_file_with_a_structure_loses_nothing() -> None:
    quote = "came from Mannheim, Germany, and were added to yield"
    assert _check(quote, "text/html") == "not-found"


@pytest.mark.parametrize(
    ("quote", "result"),
    [
        (
            "These are used in section 6 to design an experimental prototype, and to measure",
            "review",
        ),
        (
            "These are used in section 6 to design an experimental device, and to measure",
            "not-found",
        ),
        ("a line model for planar waves [9], taking losses into account", "review"),
        ("a line model for planar waves [8], taking losses into account", "not-found"),
    ],
)
def test_lost_spaces_beside_a_float_or_a_call_out_accuse_nobody(quote: str, result: str) -> None:
    text = (
        "are compared. These areused in section 6todesign\n2b\x1e2a\x1eFigure 1. Cell with a hole."
        "\x1ean experimental prototype, and to measure its sound.\n"
        "It is aline model for planar waves\x0e[9]\x0f, taking losses into account."
    )
    source = SourceText("application/pdf", text, (Page(0, 1, "7"),), raising_lost=True)
    assert check_quote(source, quote).result == result


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        (
            f"the fibre is slightly moved laterally to point {LOWERED}2 p to record the second one",
            "the fibre is slightly moved laterally to point p2 to record the second one",
        ),
        (
            f"In the study of Zyzak,{OPEN}24{CLOSE} the use of l-asparaginase before frying was told",
            "In the study of Zyzak, the use of L-asparaginase before frying was told",
        ),
    ],
)
def test_a_lowered_number_drawn_first_and_small_capitals_accuse_nobody(
    text: str, quote: str
) -> None:
    source = SourceText("application/pdf", text, (Page(0, 1, "7"),), raising_lost=True)
    assert check_quote(source, quote).result == "review"
    altered = quote.replace("moved", "turned").replace("use", "lack")
    assert check_quote(source, altered).result == "not-found"


def test_a_call_out_behind_et_al_may_be_left_out() -> None:
    source = read(
        "The cells were tagged by the criteria described by Fenech et al. (9). These events were "
        "then identified on each of the panels."
    )
    for quote in (
        "by the criteria described by Fenech et al. These events were then identified",
        "by the criteria described by Fenech et al. (9). These events were then identified",
    ):
        assert check_quote(source, quote).result == "found"
    changed = "by the criteria described by Fenech et al. (8). These events were then identified"
    assert check_quote(source, changed).result == "not-found"
