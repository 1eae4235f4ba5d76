"""Closed lists of characters: each member where it counts, and a neighbour that does not."""

from __future__ import annotations

from typing import Any

import pytest

from ars_pandoc.base import characters
from ars_pandoc.citations.callouts import find_callouts
from ars_pandoc.citations.cites import cut_key
from ars_pandoc.citations.find import find_citations
from ars_pandoc.citations.locators import page_value, parse_suffix
from ars_pandoc.citations.markers import FaultyMarker, read_comment
from ars_pandoc.corpus.sidecar_entry import check_entry
from ars_pandoc.render.strip_markers import strip_markers
from ars_pandoc.rewriting.strip_text import strip_text
from tests.corpus.sidecars import raw_entry

CLOSING = ".,;:!?)]}’”»›…‥、。〉》」』】〕〗！），．：；？］｝｡｣､"
NOT_CLOSING = "([{‘“„«‹（「『【〈《-–—&%#=+/a1"
SENTENCE_ENDS = ".!?…。！？．｡"
BEHIND_ENDS = "\"')]”’»›）」』"
HIDDEN = "\u00ad\u200b\u2060\ufeff"
JOINERS = "\u200c\u200d"
DIRECTION = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
OPENING_QUOTES = "\"'“‘„‚«‹»›「『"
CLOSING_QUOTES = "\"'”’“‘»›«‹」』"


def text(words: str) -> dict[str, Any]:
    return {"t": "Str", "c": words}


def raw(comment: str) -> dict[str, Any]:
    return {"t": "RawInline", "c": ["html", f"<!--{comment}-->"]}


def paragraph(*inlines: dict[str, Any]) -> dict[str, Any]:
    return {"meta": {}, "blocks": [{"t": "Para", "c": list(inlines)}]}


def test_the_lists_are_what_is_tried_here() -> None:
    assert sorted(characters.CLOSING) == sorted(CLOSING)
    assert sorted(characters.SENTENCE_ENDS) == sorted(SENTENCE_ENDS)
    assert sorted(characters.BEHIND_SENTENCE_ENDS) == sorted(BEHIND_ENDS)
    assert sorted(characters.HIDDEN) == sorted(HIDDEN)
    assert sorted(characters.ZERO_WIDTH) == sorted(HIDDEN + JOINERS)
    assert sorted(characters.DIRECTION) == sorted(DIRECTION)
    assert sorted(characters.OPENING_QUOTES) == sorted(OPENING_QUOTES)
    assert sorted(characters.CLOSING_QUOTES) == sorted(CLOSING_QUOTES)
    assert sorted(characters.DASHES + characters.MINUS) == sorted("-‐‑‒–—―−")
    assert characters.STRAIGHT_QUOTES == "\"'"
    assert characters.NOTE_MARKS == "†‡§¶*"
    assert characters.LIGATURES == ("ffi", "ffl", "ff", "fi", "fl")


@pytest.mark.parametrize("sign", [*CLOSING, '"', "'"])
def test_an_anchor_may_stand_behind_closing_punctuation(sign: str) -> None:
    found = find_citations(paragraph(text("Roe"), raw("ref:roe"), text(sign), raw("anchor:page:3")))
    [(citation, _)] = found.citations
    assert [anchor.value for anchor in citation.anchors] == ["3"]


@pytest.mark.parametrize("sign", NOT_CLOSING)
def test_an_anchor_behind_other_signs_has_no_ref(sign: str) -> None:
    found = find_citations(paragraph(text("Roe"), raw("ref:roe"), text(sign), raw("anchor:page:3")))
    assert len(found.citations) == 2


def without_markers(sign: str) -> str:
    document = paragraph(text("Roe"), {"t": "Space"}, raw("ref:roe"), text(f"{sign} so"))
    found = find_citations(document)
    strip_markers(found, found.marker_elements)
    return "".join(one.get("c", " ") for one in document["blocks"][0]["c"])


@pytest.mark.parametrize("sign", CLOSING)
def test_the_space_before_a_marker_goes_before_closing_punctuation(sign: str) -> None:
    assert without_markers(sign) == f"Roe{sign} so"
    assert strip_text(f"Roe <!--ref:roe-->{sign} so", "markdown") == f"Roe{sign} so"


@pytest.mark.parametrize("sign", [*NOT_CLOSING, '"', "'"])
def test_it_stays_before_what_may_open(sign: str) -> None:
    assert without_markers(sign) == f"Roe {sign} so"
    assert strip_text(f"Roe <!--ref:roe-->{sign} so", "markdown") == f"Roe {sign} so"


def unmarked(first: str) -> tuple[str, ...]:
    """The call-outs of two sentences, of which the second has a citation."""
    words: list[dict[str, Any]] = [text(word) for word in [*first.split(), "And", "Poe"]]
    spaced = [one for word in words for one in (word, {"t": "Space"})]
    return find_citations(paragraph(*spaced, raw("ref:poe"))).unmarked


@pytest.mark.parametrize("sign", SENTENCE_ENDS)
@pytest.mark.parametrize("closing", ["", *BEHIND_ENDS])
def test_a_citation_marks_no_call_out_of_the_sentence_before(sign: str, closing: str) -> None:
    assert unmarked(f"As Roe (2020) says{sign}{closing}") == ("Roe (2020)",)


@pytest.mark.parametrize("sign", ",;:-–、，")
def test_it_marks_those_of_its_own(sign: str) -> None:
    assert unmarked(f"As Roe (2020) says{sign}") == ()


@pytest.mark.parametrize("sign", HIDDEN + JOINERS)
def test_what_takes_no_room_cuts_a_key(sign: str) -> None:
    citation = {
        "citationId": "smith",
        "citationSuffix": [text(f"{sign}2024")],
        "citationMode": {"t": "NormalCitation"},
    }
    assert cut_key(citation, [], 0) is not None
    assert isinstance(read_comment(f"{sign}ref:smith", behind=False), FaultyMarker)


@pytest.mark.parametrize("sign", "\u00a0\u2009.—")
def test_other_signs_cut_none(sign: str) -> None:
    citation = {
        "citationId": "smith",
        "citationSuffix": [text(f"{sign} 2024")],
        "citationMode": {"t": "NormalCitation"},
    }
    assert cut_key(citation, [], 0) is None


@pytest.mark.parametrize("sign", HIDDEN)
def test_no_key_hides_a_character(sign: str) -> None:
    [problem] = check_entry(raw_entry(f"smith{sign}2024"))
    assert "invisible" in problem.message


@pytest.mark.parametrize("sign", JOINERS)
def test_a_joiner_belongs_to_the_letters_of_a_key(sign: str) -> None:
    assert check_entry(raw_entry(f"می{sign}خواهم")) == []


@pytest.mark.parametrize("mark", DIRECTION)
def test_marks_of_direction_are_no_part_of_a_locator(mark: str) -> None:
    found = parse_suffix(f", {mark}p. 12{mark}")
    assert found is not None
    assert found.value == "12"


@pytest.mark.parametrize("dash", "-‐‑‒–—―−")
def test_a_range_of_pages_has_any_dash(dash: str) -> None:
    assert page_value(f"12{dash}14") is not None


@pytest.mark.parametrize("sign", "·_*")
def test_a_range_of_pages_has_no_other_sign(sign: str) -> None:
    assert page_value(f"12{sign}14") is None


@pytest.mark.parametrize("quote", OPENING_QUOTES)
def test_a_section_s_name_may_be_in_quote_marks(quote: str) -> None:
    found = parse_suffix(f", sec. {quote}Results")
    assert found is not None
    assert found.value == f"{quote}Results"


@pytest.mark.parametrize("sign", "*_#&")
def test_a_section_s_name_begins_with_no_other_sign(sign: str) -> None:
    assert parse_suffix(f", sec. {sign}Results") is None


@pytest.mark.parametrize("quote", CLOSING_QUOTES)
def test_a_value_in_quote_marks_is_no_call_out(quote: str) -> None:
    assert find_callouts([text(f'layout="[50,50]{quote} it')], numbered=True) == []
