"""Which candidates are citations once the keys are known (contract §3)."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.citations.citation import Citation, Condition, Form
from ars_pandoc.citations.known_keys import Bibliography, KeyIndex, is_citation, whole_key

KEYS = ["smith2024", "jones2023", "fig:one", "müller2020", "smith2024a"]
keys = st.sampled_from([*KEYS, "fig:two", "nobody"])
key_sets = st.frozensets(keys)


def index(
    sidecar: frozenset[str] = frozenset(),
    bibliography: frozenset[str] = frozenset(),
    *,
    complete: bool = True,
) -> KeyIndex:
    named = Bibliography(dict.fromkeys(bibliography, "refs.bib"), complete)
    return KeyIndex(sidecar, "refs.ars.yaml", lambda: named)


@given(keys, key_sets, key_sets, st.booleans(), st.sampled_from(Condition))
def test_each_condition_says_what_is_a_citation(
    key: str,
    sidecar: frozenset[str],
    bibliography: frozenset[str],
    complete: bool,
    condition: Condition,
) -> None:
    citation = Citation(key, "native", condition=condition)
    named = key in sidecar or key in bibliography
    expected = {
        Condition.ALWAYS: True,
        Condition.KEY_KNOWN: key in sidecar,
        Condition.KEY_NAMED: named,
        Condition.DEFINED_CROSS_REFERENCE: named,
        Condition.LIKELY_CROSS_REFERENCE: named or not complete,
    }[condition]
    known = index(sidecar, bibliography, complete=complete)
    assert is_citation(citation, known) is expected


def test_the_bibliography_is_read_once_and_only_when_it_matters() -> None:
    reads = []

    def read() -> Bibliography:
        reads.append(1)
        return Bibliography({}, complete=True)

    known = KeyIndex(frozenset(["smith2024"]), "refs.ars.yaml", read)
    certain = [
        Citation("nobody", "native"),
        Citation("nobody", "marker", condition=Condition.KEY_KNOWN),
        Citation("smith2024", "native", condition=Condition.LIKELY_CROSS_REFERENCE),
    ]
    assert [is_citation(one, known) for one in certain] == [True, False, True]
    assert known.explain_unknown(Citation("smith2024", "native")) is None
    assert reads == []
    doubtful = [Citation(f"fig:{n}", "native", condition=Condition(c)) for n, c in enumerate(
        ["defined cross-reference", "likely cross-reference"]
    )]  # fmt: skip
    assert [is_citation(one, known) for one in doubtful] == [False, False]
    assert known.explain_unknown(Citation("nobody", "native")) is not None
    assert reads == [1]


@given(st.none() | keys, key_sets, key_sets)
def test_a_key_of_the_sidecar_needs_no_explanation(
    key: str | None, sidecar: frozenset[str], bibliography: frozenset[str]
) -> None:
    unknown = index(sidecar, bibliography).explain_unknown(Citation(key, "native"))
    assert (unknown is None) is (key is None or key in sidecar)


def test_a_key_that_nobody_knows_may_be_no_citation() -> None:
    unknown = index(frozenset(KEYS)).explain_unknown(Citation("openai", "native", in_text=True))
    assert unknown is not None
    assert unknown.reason.startswith("no source has the key 'openai'")
    assert unknown.escaped == "\\@openai"
    assert "\\@openai" in unknown.fix
    assert "refs.ars.yaml" in unknown.fix


@pytest.mark.parametrize("form", ["marker", "raw"])
def test_a_marker_surely_is_a_citation(form: Form) -> None:
    unknown = index(frozenset(KEYS)).explain_unknown(Citation("openai", form))
    assert unknown is not None
    assert unknown.reason.startswith("no source has the key")
    assert unknown.escaped is None
    assert "\\@" not in unknown.fix


def test_a_key_that_only_the_bibliography_names() -> None:
    known = index(frozenset(["smith2024"]), frozenset(["jones2023"]))
    unknown = known.explain_unknown(Citation("jones2023", "native"))
    assert unknown is not None
    assert "refs.bib" in unknown.reason
    assert unknown.escaped is None
    assert "add an entry for 'jones2023' to refs.ars.yaml" in unknown.fix


def test_a_bibliography_that_cannot_be_read_is_mentioned() -> None:
    unknown = index(complete=False).explain_unknown(Citation("openai", "native"))
    assert unknown is not None
    assert "could not be read" in unknown.reason


@pytest.mark.parametrize(
    ("key", "near"),
    [
        ("Smith2024", "smith2024"),
        ("smith_2024", "smith2024"),
        (unicodedata.normalize("NFD", "müller2020"), "müller2020"),
        ("muller2020", "müller2020"),
        ("ѕmith2024", "smith2024"),  # a Cyrillic s
        ("smith2024’s", "smith2024"),
        ("smith2024abc", "smith2024a"),
    ],
)
def test_near_misses_are_named(key: str, near: str) -> None:
    unknown = index(frozenset(KEYS)).explain_unknown(Citation(key, "native"))
    assert unknown is not None
    assert f"'{near}'" in unknown.reason
    assert f"write '{near}'" in unknown.fix


@given(st.frozensets(st.from_regex(r"[a-c]{3,7}", fullmatch=True)), st.text("abc", min_size=4))
def test_the_longest_known_key_that_a_key_starts_with_is_named(
    known: frozenset[str], key: str
) -> None:
    unknown = index(known).explain_unknown(Citation(key, "marker"))
    starts = [other for other in known if key.startswith(other)]
    if unknown is not None and starts:
        assert f"'{max(starts, key=len)}'" in unknown.reason


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("knuht1984", "knuth1984"),
        ("knut1984", "knuth1984"),
        ("knuthh1984", "knuth1984"),
        ("knutz1984", "knuth1984"),
        ("knuth1985", None),
        ("knuth198", None),
    ],
)
def test_one_slip_of_the_pen_is_named_but_never_another_year(slip: str, meant: str | None) -> None:
    unknown = index(frozenset({"knuth1984"})).explain_unknown(Citation(slip, "marker"))
    assert unknown is not None
    assert unknown.near == meant


@pytest.mark.parametrize(
    ("key", "behind", "whole"),
    [
        ("O", "’hara2011", "O'hara2011"),
        ("share", "–income_2019", "share--income_2019"),
        ("a", "—b", "a---b"),
        ("a", "=b", "a=b"),
    ],
)
def test_a_key_that_was_cut_short_is_named_whole(key: str, behind: str, whole: str) -> None:
    known = index(frozenset([whole]))
    cut = whole_key(Citation(key, "native", behind=behind), known)
    assert cut.fault is not None and f"[@{{{whole}}}, p. 12]" in cut.fault.fix
    assert whole_key(Citation(key, "native", behind=behind), index()).fault is None
    assert whole_key(Citation(key, "native"), known).fault is None


def test_words_of_another_script_behind_a_key_are_no_reason_to_escape_it() -> None:
    unknown = index(frozenset(["wang2020"])).explain_unknown(Citation("wang2020所示", "native"))
    assert unknown is not None and unknown.escaped is None
    assert "[@wang2020, p. 12]" in unknown.fix
