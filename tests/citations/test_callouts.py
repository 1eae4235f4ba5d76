"""Call-outs in plain words: what counts as one and what only looks alike (contract §3)."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.callouts import find_callouts, without_doubtful

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
    # Author and year without a comma, as Pandoc prints them by default.
    "It was shown (Roe 2021, 12).": ["(Roe 2021, 12)"],
    "It was shown (see Roe 2021).": ["(see Roe 2021)"],
    "It was shown (Roe et al. 2021, 14).": ["(Roe et al. 2021, 14)"],
    "It was shown (Roe 2021; Poe 2020).": ["(Roe 2021; Poe 2020)"],
    "It was shown (Roe 2021, Poe & Doe 2020).": ["(Roe 2021, Poe & Doe 2020)"],
    "It was shown (de la Cruz, 2019).": ["(de la Cruz, 2019)"],
    "It was shown (de la Cruz 2019b).": ["(de la Cruz 2019b)"],
    "It was shown (World Health Organization 2020).": ["(World Health Organization 2020)"],
    "It was shown (there is more of it, taken from Roe 2021).": [
        "(there is more of it, taken from Roe 2021)"
    ],
    "As de la Cruz (2019) and Roe (2021: 12) said.": ["Cruz (2019)", "Roe (2021: 12)"],
    "研究（Roe，2021；Roe, 2020）表明。": ["（Roe，2021；Roe, 2020）"],
    # Numbers that are raised.
    "It was shown in cancer^12^.": ["12"],
    "It was shown in cancer.^1,3-5^ More of it": ["1,3-5"],
    "It was shown in cancer¹²,¹⁴ and more": ["¹²,¹⁴"],
    "We used SMARCA4^34^ and (Fig. 2)^7^.": ["34", "7"],
    "As described in^10,11^.": ["10,11"],
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
    # Powers, units, charges, isotopes.
    "10^5^ cells in 4 mm^3^ and 2 m^2^, x^2^, R²=0.4, 10⁵, cm³",
    "a volume of (length) × (small diameter)^2^",
    "Ca^2+^, ^14^C, ¹⁴C",
    # Years that nobody wrote in.
    "it was (in March 2020), (Figure 2019), (since 2010), (n = 2000), (2019)",
    "(Ventana Medical Systems, 1910 Innovation Park Drive)",
    # Without a list's order, words with digits are words.
    "python3, covid19 and windows10 on table2",
]


def words(text: str) -> list[dict[str, object]]:
    """Give the inlines of a text in which `^…^` is raised."""
    parts = text.split("^")
    return [
        {"t": "Superscript", "c": [{"t": "Str", "c": part}]}
        if number % 2
        else {"t": "Str", "c": part}
        for number, part in enumerate(parts)
    ]


def shown(text: str, *, numbered: bool = True) -> list[str]:
    found = find_callouts(words(text), numbered=numbered)
    return [one.text for one in without_doubtful(found)]


@pytest.mark.parametrize("text", CALLOUTS)
def test_call_outs(text: str) -> None:
    assert shown(text) == CALLOUTS[text]


@pytest.mark.parametrize("text", NONE)
def test_what_only_looks_alike(text: str) -> None:
    assert shown(text) == []


def test_numbers_count_only_where_there_are_references() -> None:
    assert shown("It was shown [1]. So it is.^1^ So²", numbered=False) == []


FLAT = "It was seen in cancer1,2 and tumours.3 Others4-6 and more7. They used bowtie2 again8."


def test_numbers_that_have_lost_their_raising_count_where_they_number_a_list() -> None:
    assert shown(FLAT) == ["1,2", "3", "4-6", "7", "2", "8"]
    assert shown("It was python3 and covid19, then table2.") == []


def test_what_stands_before_is_handed_on_for_the_place() -> None:
    (one,) = find_callouts(words("So it is. As was shown (Roe 2021)."), numbered=False, section="A")
    assert (one.before, one.section) == ("So it is. As was shown ", "A")


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
