from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.works.title_similarity import (
    THRESHOLD,
    are_siblings,
    are_the_same,
    fold,
    is_short,
    similarity,
    similarity_without_subtitle,
)

WORDS = st.text(st.characters(categories=["L", "N", "Zs", "P"]), max_size=60)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (r"The {{\'E}}cole of {DNA} \emph{repair}", "The École of DNA repair"),
        (r"{\"U}ber die Stra{\ss}e", "Über die Straße"),
        (r"Erd{\H o}s and \v{C}ech", "Erdős and Čech"),
        (r"$\alpha$-synuclein \& friends", "α‐Synuclein &amp; friends"),
        (r"H$_{2}$O and CO$_2$ in $\mathrm{^{13}C}$", "H<sub>2</sub>O and CO<sub>2</sub> in 13C"),
        (r"\texttt{fastpli}: Fermat\textquoteright s toolbox", "fastPLI: Fermat's Toolbox"),
        (r"Erd{\"o}s--R{\'e}nyi graphs", "Erdős–Rényi graphs"),
        ("Eﬃcient ﬁlters", "Efficient filters"),
        ("Improving <scp>AlphaFold</scp> at √<i>s</i>= 8 TeV", "Improving AlphaFold at √s = 8 TeV"),
        ("Multi-scale encoding", "Multiscale encoding"),
        ("What’s “new”?", "What's new"),
        ("RETRACTED ARTICLE: Gates and walls", "Gates and walls"),
        ("[Retracted] Gates and walls", "Gates and walls"),
    ],
)
def test_what_two_catalogues_write_differently_is_one(one: str, other: str) -> None:
    assert similarity(one, other) == 1.0


@pytest.mark.parametrize(
    ("one", "other", "siblings"),
    [
        ("Gates of cities: Study 1", "Gates of cities: Study 2", True),
        ("Cancer statistics, 2018", "Cancer statistics, 2020", True),
        ("On gates, Part II", "On gates, Part III", True),
        ("On gates, volume one", "On gates, volume two", True),
        ("On gates, Part II", "On gates, part 2", False),
        ("On gates, Part IV", "On gates, part four", False),
        ("On gates, Part IV", "On gates, part VI", True),
        ("Gates. Study 1: stone walls", "Gates. Study 2: walls made of wood", True),
        ("Gates. Study 1: stone walls", "Gates: stone walls", False),
        ("The role of IL-2 in gates", "The role of IL-4 in gates", True),
        ("Gates in SARS-CoV-2", "Gates in SARS CoV 2", False),
        ("Gate A", "Gate B", True),
        ("On gates", "On gates", False),
        ("On gates, Part II", "On gates", False),
        ("On gates of Rome", "On gates of Pisa", False),
    ],
)
def test_siblings_differ_in_numbers_alone(one: str, other: str, siblings: bool) -> None:
    assert are_siblings(one, other) is siblings


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("On the gates of cities", "On the Gates of Cities.", True),
        ("Multi-scale gates", "Multi scale gates", True),
        ("On the behaviour of gates", "On the behavior of gates", True),
        ("RETRACTED: On the gates of cities", "On the gates of cities", True),
        ("The effect of gates on mice", "The effect of gates on rats", False),
        ("Gates and hypertension", "Gates and hypotension", False),
        ("The role of IL-2 in gates", "The role of IL-4 in gates", False),
        ("On gates, Part I", "On gates, Part II", False),
        ("On gates", "On gates of cities", False),
        ("", "", False),
    ],
)
def test_titles_that_are_the_same_but_for_a_slip(one: str, other: str, same: bool) -> None:
    assert are_the_same(one, other) is same
    assert are_the_same(other, one) is same


def test_a_subtitle_that_one_of_them_lacks() -> None:
    whole = "Thinking about gates: an introduction for students of architecture"
    assert similarity("Thinking about gates", whole) < THRESHOLD
    assert similarity_without_subtitle("Thinking about gates", whole) == 1.0
    assert similarity_without_subtitle(whole, whole) == 0.0


@pytest.mark.parametrize(
    ("title", "short"),
    [("Deep learning", True), ("On the origin of the gates", False), ("深層学習", True),
     ("日本の近代建築における門の歴史", False)],
)  # fmt: skip
def test_short_titles(title: str, short: bool) -> None:
    assert is_short(title) is short


@given(WORDS, WORDS)
def test_similarity_is_a_symmetric_ratio(one: str, other: str) -> None:
    assert 0.0 <= similarity(one, other) <= 1.0
    assert similarity(one, other) == similarity(other, one)
    assert similarity(one, one) == (1.0 if similarity(one, one) else 0.0)


@given(st.text(max_size=80))
def test_folding_twice_is_folding_once(text: str) -> None:
    once = fold(text)
    assert fold(once) == once
