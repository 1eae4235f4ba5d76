"""Call-outs in plain words: what counts as one and what only looks alike (contract §3)."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.callouts import find_callouts

CALLOUTS = {
    "As Smith (2024) showed.": ["Smith (2024)"],
    "It was shown (WHO, 2020).": ["(WHO, 2020)"],
    "It was shown [1].": ["[1]"],
    "It was shown [3, 5-7].": ["[3, 5-7]"],
    "Models in this interval [3] differ.": ["[3]"],
    "研究表明[1]。": ["[1]"],
    "研究[2]表明它有效。": ["[2]"],
    "“We saw it”[4] they wrote.": ["[4]"],
    "They wrote “as was shown [4]” there.": ["[4]"],
}
NONE = [
    "the [3,3]-sigmatropic shift",
    "a [2]catenane and a [2]rotaxane",
    "a [1,2]‑shift",
    "x ∈ [1, 2]",
    "A = [1, 2] and B=[3]",
    "the box [1, 2] × [3, 4]",
    "an interval [1, 2]",
    "(95% CI [2, 5])",
    "a median of 4 (IQR [3, 12])",
    'layout="[50,50]"',
    "layout=“[50,50]”",
    "it is written (KJV, 1611)",
    "array[1]",
    "[0, 1]",
]


def words(text: str) -> list[dict[str, object]]:
    return [{"t": "Str", "c": text}]


@pytest.mark.parametrize("text", CALLOUTS)
def test_call_outs(text: str) -> None:
    assert find_callouts(words(text), numbered=True) == CALLOUTS[text]


@pytest.mark.parametrize("text", NONE)
def test_what_only_looks_alike(text: str) -> None:
    assert find_callouts(words(text), numbered=True) == []


def test_numbers_count_only_where_there_are_references() -> None:
    assert find_callouts(words("It was shown [1]."), numbered=False) == []


def shown(text: str) -> list[str]:
    return find_callouts(words(text), numbered=True)


@pytest.mark.parametrize("joint", ["et", "and", "und", "y", "e", "en", "&"])
def test_two_names_before_a_year_are_one_call_out(joint: str) -> None:
    assert shown(f"So say Smith {joint} Poe (2024).") == [f"Smith {joint} Poe (2024)"]


def test_another_word_between_two_names_joins_nothing() -> None:
    assert shown("So say Smith or Poe (2024).") == ["Poe (2024)"]


@pytest.mark.parametrize("name", ["O’Neil", "O'Neil", "Smith-Jones", "J.Poe", "Li2"])
def test_signs_within_a_name(name: str) -> None:
    assert shown(f"So says {name} (2024).") == [f"{name} (2024)"]
    assert shown(f"It is so ({name}, 2024).") == [f"({name}, 2024)"]
    assert shown(f"So say {name.replace('.', '')} and Poe (2024).") == [
        f"{name.replace('.', '')} and Poe (2024)"
    ]


@pytest.mark.parametrize("year", ["2024", "2024a", "2024, p. 3", "2024: 12"])
def test_what_stands_behind_a_year_in_brackets(year: str) -> None:
    assert shown(f"So says Smith ({year}).") == [f"Smith ({year})"]


@pytest.mark.parametrize("year", ["1499", "2101", "2024 (", "2024 was"])
def test_other_brackets_behind_a_name_are_no_call_out(year: str) -> None:
    assert shown(f"So says Smith ({year}).") == []


@pytest.mark.parametrize("sign", "×∪∩∋→⊂⊆")
@pytest.mark.parametrize("space", ["", " "])
def test_an_operator_behind_makes_an_interval(sign: str, space: str) -> None:
    assert shown(f"the box [1, 2]{space}{sign} X") == []


@pytest.mark.parametrize("sign", ["+", "=", "*", "≈"])
def test_other_signs_behind_do_not(sign: str) -> None:
    assert shown(f"as in [1, 2] {sign} X") == ["[1, 2]"]


@pytest.mark.parametrize("joint", ["", "-", "‐", "‑"])
def test_a_word_that_goes_on_behind_is_a_name(joint: str) -> None:
    assert shown(f"a [3]{joint}catenane") == []


@pytest.mark.parametrize("joint", ["–", " ", "_", "-3"])
def test_what_else_stands_behind_is_none(joint: str) -> None:
    assert shown(f"so [3]{joint}catenane") == ["[3]"]


@pytest.mark.parametrize(
    "target",
    ["https://doi.org/10.1/x", "https://pubmed.ncbi.nlm.nih.gov/123",
     "https://www.ncbi.nlm.nih.gov/pubmed/123", "https://arxiv.org/abs/2401.1",
     "https://ARXIV.org/pdf/2401.1"],
)  # fmt: skip
def test_each_link_to_a_work(target: str) -> None:
    link = {"t": "Link", "c": [["", [], []], words("here"), [target, ""]]}
    assert find_callouts([*words("See "), link], numbered=True) != []


@pytest.mark.parametrize(
    "target",
    ["https://doi.org/", "https://pubmed.ncbi.nlm.nih.gov/about", "https://arxiv.org/list/x",
     "https://example.org/pdf/1"],
)  # fmt: skip
def test_other_links_are_none(target: str) -> None:
    link = {"t": "Link", "c": [["", [], []], words("here"), [target, ""]]}
    assert find_callouts([*words("See "), link], numbered=True) == []


@pytest.mark.parametrize("kind", ["Code", "Math"])
def test_code_and_formulas_are_no_words(kind: str) -> None:
    inside = {"t": kind, "c": [{}, "Smith (2024)"]}
    assert find_callouts([*words("So "), inside, *words("[1] x")], numbered=True) == []


@pytest.mark.parametrize(("style", "callout"), [("tex", False), ("latex", False), ("rtf", True)])
def test_a_raw_citation_in_the_sentence_is_enough(style: str, callout: bool) -> None:
    cite = {"t": "RawInline", "c": [style, r"\cite{a}"]}
    found = find_callouts([*words("So says Smith (2024) "), cite], numbered=True)
    assert bool(found) is callout
