from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.texts.marks import CLOSE, CONTROL, LOWERED, OPEN, RAISED
from ars_pandoc.texts.normalise import clean, fold, mark_callouts, without_marks


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("10²", f"10{RAISED}2"),
        ("10^2", f"10{RAISED}2"),
        ("10^{12}", f"10{RAISED}12"),
        ("10⁻¹²", f"10{RAISED}\u221212"),
        ("CD8^+ cells", f"CD8{RAISED}+ cells"),
        ("H₂O", f"H{LOWERED}2O"),
        ("H_2O", f"H{LOWERED}2O"),
        ("a snake_case name", "a snake_case name"),
        ("con\u00adtrol", "control"),
        ("con\u00ad\n  trol", "control"),
        ("con\u200btrol", "control"),
        ("e\ufb03cient \ufb02uid", "efficient fluid"),
        ("cafe\u0301", "café"),
        ("Mu\u00a8ller", "Müller"),
        ("M\u00a8uller", "Müller"),
        ("na\u00a8\u0131ve", "naïve"),
        ("M \u0308uller", "Müller"),
        ("the patient´s and they don´t", "the patient's and they don't"),
        ("the patient \u0301s own", "the patient's own"),
        ("37 ºC", "37 °C"),
        ("``quoted''", '"quoted"'),
        ("one--two---three", "one—two—three"),
        ("a\r\nb\rc", "a\nb\nc"),
    ],
)
def test_one_spelling(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("“a”", '"a"'),
        ("‘a’", '"a"'),
        ("«a»", '"a"'),
        ("a–b", "a-b"),
        ("a−b", "a-b"),
        ("a‐b", "a-b"),
        ("a\xa0b", "a b"),
        ("a\nb", "a b"),
        ("don’t", "don't"),
        ("37◦C", "37°C"),
        ("37∘C", "37°C"),
    ],
)
def test_what_compares_equal(one: str, two: str) -> None:
    assert fold(clean(one)) == fold(clean(two))


@pytest.mark.parametrize(
    ("text", "callout"),
    [
        ("as shown [12] before", " [12]"),
        ("as shown [12, 14–16].", " [12, 14–16]"),
        ("as shown (Fig. 2) before", " (Fig. 2)"),
        ("as shown (Table 1 and Figure S3b).", " (Table 1 and Figure S3b)"),
        ("as shown (Supplementary Fig. 4A,B).", " (Supplementary Fig. 4A,B)"),
    ],
)
def test_what_a_quote_may_leave_out_is_marked(text: str, callout: str) -> None:
    assert mark_callouts(text) == text.replace(callout, f"{OPEN}{callout}{CLOSE}")


@pytest.mark.parametrize(
    "text",
    [
        "the [2Fe-2S] cluster",
        "safe (in mice) only",
        "a rise (p < 0.05) here",
        "in (2020) then",
        "of the group (n = 12) only",
        "the figure (not significant) here",
        "[sic] he wrote",
    ],
)
def test_no_other_bracket_may_be_left_out(text: str) -> None:
    assert mark_callouts(text) == text


@given(st.text())
def test_folding_keeps_the_length(text: str) -> None:
    assert len(fold(clean(text))) == len(clean(text))


@given(st.text())
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    once = clean(without_marks(text))
    assert clean(once) == once


@given(st.text(alphabet=st.characters(categories=["L", "N", "Zs"])))
def test_decomposed_text_is_the_same_text(text: str) -> None:
    assert clean(unicodedata.normalize("NFD", text)) == clean(text)


@given(st.text(alphabet=st.sampled_from(CONTROL + "ab ")))
def test_a_file_sets_no_marks(text: str) -> None:
    assert not set(without_marks(text)) & set(CONTROL)
