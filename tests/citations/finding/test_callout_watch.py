"""Which paragraphs are searched for call-outs (contract §3)."""

from __future__ import annotations

import pytest

from tests.citations.finding.parts import Parts, words


def watch(text: str, *, cited_at: int | None = None) -> Parts:
    parts = Parts()
    parts.place.block = words(text)
    for number, word in enumerate(text.split(" ")):
        if number == cited_at:
            parts.callouts.citation()
        parts.callouts.word(word)
    parts.callouts.end_paragraph()
    return parts


def shown(parts: Parts) -> tuple[str, ...]:
    return tuple(one.text for one in parts.callouts.finish())


@pytest.mark.parametrize(
    ("text", "unmarked"),
    [
        ("As Smith (2020) showed.", ("Smith (2020)",)),
        ("As Smith (2020) showed. More words, then.", ("Smith (2020)",)),
        ("As Smith showed in 20 cases.", ()),
        ("In 2020, it was shown.", ()),
    ],
)
def test_a_paragraph_with_a_call_out_is_searched(text: str, unmarked: tuple[str, ...]) -> None:
    assert shown(watch(text)) == unmarked


def test_a_citation_in_the_same_sentence_marks_it() -> None:
    assert len(watch("As Smith (2020) KEY showed.", cited_at=3).callouts) == 0
    assert len(watch("As Smith (2020) showed. KEY follows.", cited_at=4).callouts) == 1


@pytest.mark.parametrize("target", ["https://doi.org/10.1/x", "https://arxiv.org/abs/1"])
def test_a_link_to_a_work_is_a_call_out(target: str) -> None:
    parts = Parts()
    parts.callouts.link(target)
    parts.callouts.end_paragraph()
    assert len(parts.callouts) == 1


def test_a_paragraph_is_noted_once() -> None:
    assert len(watch("Smith (2020). Poe (2021). Roe (2022).").callouts) == 1


def test_the_section_of_references_is_not_searched() -> None:
    parts = Parts()
    parts.callouts.enter_section(1, "References")
    parts.callouts.word("(2020)")
    parts.callouts.end_paragraph()
    parts.callouts.enter_section(2, "Books")
    parts.callouts.word("(2020)")
    parts.callouts.end_paragraph()
    assert (len(parts.callouts), parts.callouts.reference_list) == (0, True)
    parts.callouts.enter_section(1, "Appendix")
    parts.callouts.word("(2020)")
    parts.callouts.end_paragraph()
    assert len(parts.callouts) == 1


def test_numbers_are_call_outs_where_there_is_a_reference_list() -> None:
    parts = watch("It was shown [12].")
    assert shown(parts) == ()
    parts.callouts.leave_reference_list(1)
    assert shown(parts) == ("[12]",)
    parts.callouts.leave_reference_list(0)
    assert shown(parts) == ()


def test_a_raised_number_is_searched_whatever_follows_in_the_next_sentence() -> None:
    parts = Parts()
    raised = {"t": "Superscript", "c": words("12")}
    parts.place.block = [*words("It was shown."), raised, *words(" Next")]
    parts.callouts.leave_reference_list(0)
    parts.callouts.superscript(words("12"))
    parts.callouts.word("Next,")
    parts.callouts.citation()
    assert shown(parts) == ("12",)
