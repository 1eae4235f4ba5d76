"""Quotes against sources with structure: what holds, what does not, and what is said of it."""

from __future__ import annotations

import pytest

from ars_pandoc.grounding.check_quote import check_quote
from ars_pandoc.texts.source_text import Page, SourceText, from_bytes, to_bytes
from tests.grounding.sources import paged, written

SOURCE = written(
    sections={
        "Results": [
            "The treatment did not reduce mortality in older patients (p < 0.05) [12], and a "
            "change of −0.42 was seen in 10² cells of the two-fold group. Doses of 12.5 mg were "
            "given to 40 % of them; all values are 5 ± 2 at most.",
            "It was permitted, but only in mice (Fig. 2). The [2Fe-2S] cluster binds the “outer” "
            "membrane of naïve cells, they don’t die.",
        ],
        "Discussion": [
            "The drug is not permitted in humans at all. The other drug (not significant) is "
            "used in many countries of the south.",
            "We saw no evidence that the vaccine causes the disease in children or adults. "
            "Patients improved after the second dose unless they smoked.",
        ],
    }
)


def result(quote: str, source: SourceText = SOURCE) -> tuple[str, str | None]:
    found = check_quote(source, quote)
    return found.result, found.change


@pytest.mark.parametrize(
    "quote",
    [
        "The treatment did not reduce mortality in older patients",
        "the treatment did not reduce mortality in older patients.",
        "[T]he treatment did not reduce mortality in older patients",
        "“The treatment did not reduce mortality in older patients”",
        "did not reduce mortality in older patients (p<0.05), and a change",
        "in older patients ( p < 0.05 ) [12], and a change of",
        "a change of -0.42 was seen in 10² cells",
        "a change of −0.42 was seen in 10^2 cells",
        "was seen in 10² cells of the two‐fold group",
        "Doses of 12.5 mg were given to 40% of them",
        "all values are 5±2 at most",
        "It was permitted, but only in mice. The [2Fe-2S] cluster",
        "It was permitted [sic], but only in mice",
        "It was permitted, but only in mice [emphasis added]",
        'The [2Fe-2S] cluster binds the "outer" membrane',
        "binds the 'outer' membrane of nai\u0308ve cells, they don't die",
        "mem\u00adbrane of naïve cells, they don\u2019t die",
        "older patients (p < 0.05), and a change […] given to 40 % of them",
        "cluster binds the […] they don’t die",
    ],
)
def test_what_is_typed_in_another_way_is_genuine(quote: str) -> None:
    assert result(quote) == ("found", None)


@pytest.mark.parametrize(
    ("quote", "change"),
    [
        ("The treatment did reduce mortality in older patients", "negation"),
        ("The treatment did not reduce mortality in older mice", "species"),
        ("in older patients (p > 0.05), and a change of", "number"),
        ("in older patients (p = 0.05), and a change of", "number"),
        ("in older patients (p < 0.5), and a change of", "number"),
        ("a change of 0.42 was seen in 10² cells", "number"),
        ("a change of −0.42 was seen in 10³ cells", "number"),
        ("Doses of 125 mg were given to 40 % of them", "number"),
        ("Doses of 12.5 mg were given to 40 of them", "number"),
        ("The treatment did not clearly reduce mortality in older patients", "word-added"),
        ("The treatment did not reduce mortality in patients", "word-dropped"),
        ("The treatment did not lower mortality in older patients", "word-replaced"),
        ("The treatment did not reduce mortality in many countries of the south", "spliced"),
        ("Wholly other words of some other paper stand here", "other-text"),
        ("The other drug is used in many countries of the south", "negation"),
        ("the drug is [...] permitted in humans at all", "negation"),
        ("the treatment did not Reduce mortality in older patients", "case"),
        ("treatment did not reduce mortality in older patient", None),
        ("reatment did not reduce mortality in older patients", None),
    ],
)
def test_what_was_changed_is_not_found(quote: str, change: str | None) -> None:
    found = check_quote(SOURCE, quote)
    assert found.result == "not-found"
    assert found.reason
    assert change is None or found.change == change


@pytest.mark.parametrize(
    ("quote", "outcome"),
    [
        ("0.42 was seen in 10² cells of the two-fold group", "not-found"),
        ("and a change of −0.42 was seen in 10", "not-found"),
        ("Doses of 12.5 mg were given to 40", "not-found"),
        ("0.05) [12], and a change of −0.42 was seen", "review"),
    ],
)
def test_a_number_cut_off_from_what_belongs_to_it_is_said(quote: str, outcome: str) -> None:
    found = check_quote(SOURCE, quote)
    assert (found.result, found.change) == (outcome, "number")
    assert "cut off" in found.reason


RAISED = written(
    sections={
        "Methods": [
            "Cells were plated at about 5 × 10⁵ per dish, in 5% CO₂ with Na⁺ and an IC₅₀ of 10⁻⁸ M.",
            "The ¹⁸F-FDG scans of H₂O were read by both of us on 3 m² of film.",
        ],
        "Main results": ["The results were good in all of the groups."],
    }
)


@pytest.mark.parametrize(
    ("quote", "outcome", "said"),
    [
        ("Cells were plated at about 5 × 10^5 per dish", "found", ""),
        ("Cells were plated at about 5 × 10⁵ per dish", "found", ""),
        ("Cells were plated at about 5 × 105 per dish", "review", "write 10^5 or 10⁵"),
        ("Cells were plated at about 5 × 10 5 per dish", "review", "write 10^5 or 10⁵"),
        ("Cells were plated at about 5 × 104 per dish", "not-found", "a number"),
        ("Cells were plated at about 5 × 10^6 per dish", "not-found", "a number"),
        ("Cells were plated at about 5 × 10 per dish", "not-found", "a number"),
        ("in 5% CO2 with Na+ and an IC50 of 10⁻⁸ M", "found", ""),
        ("in 5% CO_2 with Na^+ and an IC_50 of 10^-8 M", "found", ""),
        ("in 5% CO2 with Na+ and an IC50 of 10-8 M", "review", "write 10^−8 or 10⁻⁸"),
        ("in 5% CO2 with Na+ and an IC50 of 108 M", "not-found", "a number"),
        ("in 5% CO3 with Na+ and an IC50 of 10⁻⁸ M", "not-found", "a number"),
        ("18F-FDG scans of H2O were read by both of us on 3 m2", "found", ""),
        ("18F-FDG scans of H2O were read by both of us on 3", "found", ""),
        ("F-FDG scans of H2O were read by both of us", "not-found", "a number"),
    ],
)
def test_what_is_raised_and_stands_flat_in_the_quote(quote: str, outcome: str, said: str) -> None:
    found = check_quote(RAISED, quote)
    assert found.result == outcome, found.reason
    assert said in found.reason


@pytest.mark.parametrize(
    ("quote", "outcome"),
    [
        ("Main results The results were good in all", "review"),
        ("on 3 m² of film. Main results The results were good", "review"),
        ("Main results The results were bad in all", "not-found"),
        ("on 3 m² of film. The results were good in all", "not-found"),
    ],
)
def test_a_quote_over_a_heading_is_no_one_text(quote: str, outcome: str) -> None:
    found = check_quote(RAISED, quote)
    assert found.result == outcome
    assert ("over a heading" in found.reason) == (outcome == "review")


def test_a_quote_of_few_words_proves_nothing() -> None:
    found = check_quote(SOURCE, "but only in mice")
    assert found.result == "review"
    assert found.passage is not None
    assert found.passage.text == "but only in mice"


def test_a_quote_that_stands_everywhere_proves_nothing() -> None:
    source = written(*["All rights reserved by the authors of this work."] * 12)
    assert check_quote(source, "rights reserved by the authors of this work").result == "review"


def test_the_place_is_told() -> None:
    found = check_quote(SOURCE, "Patients improved after the second dose")
    assert (found.section, found.paragraph) == ("Discussion", 2)
    assert found.passage is not None
    assert found.passage.after == "unless they smoked."


@pytest.mark.parametrize(
    ("quote", "code", "said"),
    [
        ("Patients improved after the second dose", "truncated-qualifier", "unless they smoked"),
        ("The drug was safe in all of the animals", "truncated-qualifier", "(in mice)"),
        ("the vaccine causes the disease in children", "negated-context", "no evidence"),
    ],
)
def test_what_a_quote_leaves_out_is_a_note(quote: str, code: str, said: str) -> None:
    source = written(
        "We saw no evidence that the vaccine causes the disease in children.",
        "Patients improved after the second dose unless they smoked.",
        "The drug was safe in all of the animals (in mice) and is now sold.",
    )
    [note] = check_quote(source, quote).notes
    assert note.code == code
    assert said in note.message


def test_a_whole_sentence_has_no_note() -> None:
    assert check_quote(SOURCE, "The drug is not permitted in humans at all.").notes == ()


def test_parts_stand_in_order_in_one_paragraph_or_the_next() -> None:
    source = written(
        "The first paragraph has some words here.",
        "The second paragraph has more of them.",
        "The third paragraph has the last ones.",
    )
    assert result("has some words here […] the second paragraph has", source)[0] == "found"
    assert result("has some words here […] the third paragraph has", source)[0] == "not-found"
    assert result("the second paragraph has […] has some words here", source)[0] == "not-found"
    assert result("The first paragraph […] words here", source)[0] == "review"


def test_reference_lists_are_not_the_sources_words() -> None:
    source = SourceText(
        "application/jats+xml",
        "Nothing but a short text about something else entirely.",
        references="Smith J. A long title of some other paper on mortality. 2020.",
    )
    found = check_quote(source, "A long title of some other paper on mortality")
    assert found.result == "not-found"
    assert "reference list" in found.reason


def test_a_page_that_cannot_be_read_is_no_accusation() -> None:
    text = "Some words on the first page are all that is there."
    pages = (Page(0, 1, "1"), Page(len(text), 2, "2", "the page is an image"))
    source = SourceText("application/pdf", text, pages=pages)
    found = check_quote(source, "a quote that must stand on the other page")
    assert found.result == "review"
    assert "1 of 2 pages cannot be read" in found.reason


def test_a_file_without_words_is_unreadable() -> None:
    assert check_quote(SourceText("application/pdf", ""), "any words at all here").result == (
        "unreadable"
    )


def test_where_raising_may_be_lost_a_number_is_for_a_person_to_see() -> None:
    source = paged({"1": "About 102 cells were seen in each of the dishes."})
    assert result("About 10² cells were seen in each of the dishes", source)[0] == "review"
    assert result("About 102 cells were seen in each of the dishes", source)[0] == "found"


def test_a_cached_text_says_the_same() -> None:
    again = from_bytes(to_bytes(SOURCE))
    assert again == SOURCE
    quote = "Patients improved after the second dose"
    assert check_quote(again, quote) == check_quote(SOURCE, quote)


# -- the controls of the seed, each with the nearest passage

TRIAL = written(
    sections={
        "Results": [
            "Overall survival was not improved by the inhibitor in patients with mutant tumours.",
            "The median dose was 12.5 mg (range −3 to 4 × 10⁵ units, p < 0.05) in each of the arms.",
        ]
    }
)
_FIRST = "Overall survival was not improved by the inhibitor in patients with mutant tumours"
_SECOND = "The median dose was 12.5 mg (range −3 to 4 × 10^5 units, p < 0.05) in each of the arms"


@pytest.mark.parametrize(
    ("quote", "change", "nearest"),
    [
        (_FIRST.replace(" not", ""), "negation", _FIRST),
        (_FIRST.replace("patients", "mice"), "species", _FIRST),
        (_FIRST.replace("inhibitor", "new inhibitor"), "word-added", _FIRST),
        (_FIRST.replace("mutant ", ""), "word-dropped", _FIRST),
        (_FIRST.replace("improved", "shortened"), "word-replaced", _FIRST),
        (_SECOND.replace("12.5", "125"), "number", _SECOND),
        (_SECOND.replace("−3", "3"), "number", _SECOND),
        (_SECOND.replace("<", ">"), "number", _SECOND),
        (_SECOND.replace("<", "="), "number", _SECOND),
        (_SECOND.replace("10^5", "10^6"), "number", _SECOND),
        (_SECOND.replace("0.05", "0.5"), "number", _SECOND),
        (_SECOND.replace(" mg", ""), "word-dropped", _SECOND),
    ],
)
def test_the_nearest_passage_stands_beside_each_change(
    quote: str, change: str, nearest: str
) -> None:
    found = check_quote(TRIAL, quote)
    assert (found.result, found.change, found.nearest) == ("not-found", change, nearest)
    assert any(kind != "same" for kind, _ in found.diff)


def test_a_title_of_the_reference_list_is_shown_as_such() -> None:
    source = SourceText(
        "application/jats+xml",
        "We looked at the survival of patients in a trial.",
        references="Other title\x1eSmith J. A remarkable title of another thing. 2019\x1eMore",
    )
    found = check_quote(source, "A remarkable title of another thing")
    assert (found.result, found.change) == ("not-found", "other-text")
    assert "reference list alone" in found.reason
    assert found.nearest == "Smith J. A remarkable title of another thing. 2019"
