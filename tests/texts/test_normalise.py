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


DASHES = "-‐‑‒–—―−﹘﹣－⸺⸻⁃"
QUOTES = "\"'`´‘’‚‛“”„‟‹›«»′″ʼ「」『』"
SPACES = "\n\r\t\x0b\x0c\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
DROPPED = (
    "\u00ad\u200b\u200c\u200d\u2060\ufeff\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067"
    "\u2068\u2069\u034f\u180e\ufe00\ufe0f\x7f\x80\x9f"
)
ONE_SIGN = {
    "⩽": "≤", "⩾": "≥", "⋅": "·", "∙": "·", "∼": "~", "∗": "*", "◦": "°", "∘": "°", "Ω": "Ω",
    "∆": "Δ",
}  # fmt: skip
RAISED_SIGNS = "²³¹⁰⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁱⁿʰʲʳʷʸˡˢˣᴬᴮᵃᵇᵝᶜᶿ"
LOWERED_SIGNS = "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₔₕₖₗₘₙₚₛₜᵢᵣᵤᵥᵦⱼ"
SPACING = {
    "¨": "\u0308", "´": "\u0301", "ˊ": "\u0301", "ˋ": "\u0300", "ˆ": "\u0302", "˜": "\u0303",
    "ˇ": "\u030c", "˘": "\u0306", "˚": "\u030a", "˙": "\u0307", "¸": "\u0327", "˛": "\u0328",
    "˝": "\u030b", "¯": "\u0304",
}  # fmt: skip
BASES = {
    "¨": "u", "´": "e", "ˊ": "e", "ˋ": "e", "ˆ": "e", "˜": "n", "ˇ": "c", "˘": "g", "˚": "a",
    "˙": "z", "¸": "c", "˛": "a", "˝": "o", "¯": "a",
}  # fmt: skip


@pytest.mark.parametrize("dash", DASHES)
def test_each_dash_is_one(dash: str) -> None:
    assert fold(f"a{dash}b") == "a-b"


@pytest.mark.parametrize("quote", QUOTES)
def test_each_quote_mark_is_one(quote: str) -> None:
    assert fold(f"a{quote}b") == 'a"b'


@pytest.mark.parametrize("space", SPACES)
def test_each_space_is_one(space: str) -> None:
    assert fold(f"a{space}b") == "a b"


@pytest.mark.parametrize(("sign", "one"), ONE_SIGN.items())
def test_signs_that_fonts_mix_up_are_one(sign: str, one: str) -> None:
    assert fold(f"a{sign}b") == f"a{one}b"


@pytest.mark.parametrize("sign", "_/|<>()[]·•~¬a1éß")
def test_other_signs_are_not_folded(sign: str) -> None:
    assert fold(f"a{sign}b") == f"a{sign}b"


@pytest.mark.parametrize("sign", DROPPED)
def test_what_nobody_sees_is_dropped(sign: str) -> None:
    assert clean(f"con{sign}trol") == "control"


@pytest.mark.parametrize("sign", "\u2010\u00a0\u0301\u200a")
def test_what_is_seen_is_not_dropped(sign: str) -> None:
    assert clean(f"con{sign}trol") != "control"


@pytest.mark.parametrize("sign", RAISED_SIGNS)
def test_each_raised_sign_is_marked(sign: str) -> None:
    assert clean(f"x{sign}") == f"x{RAISED}{unicodedata.normalize('NFKC', sign)}"
    assert clean(f"x{sign}{sign}").count(RAISED) == 1


@pytest.mark.parametrize("sign", LOWERED_SIGNS)
def test_each_lowered_sign_is_marked(sign: str) -> None:
    assert clean(f"x{sign}") == f"x{LOWERED}{unicodedata.normalize('NFKC', sign)}"


@pytest.mark.parametrize("sign", "ªµ①½ﬁⅣ")
def test_other_compatibility_signs_are_not(sign: str) -> None:
    assert RAISED not in clean(f"x{sign}")
    assert LOWERED not in clean(f"x{sign}")


@pytest.mark.parametrize("sign", SPACING)
def test_an_accent_apart_is_put_on_its_letter(sign: str) -> None:
    letter = BASES[sign]
    whole = unicodedata.normalize("NFC", letter + SPACING[sign])
    assert len(whole) == 1
    assert clean(f"xx{sign}{letter}xx") == f"xx{whole}xx"


@pytest.mark.parametrize("dash", "-‐‑‒–—―−")
def test_numbers_in_brackets_are_a_call_out_with_any_dash(dash: str) -> None:
    assert OPEN in mark_callouts(f"as shown [3{dash}5] here")


@pytest.mark.parametrize("sign", "/.·~+")
def test_they_are_none_with_another_sign(sign: str) -> None:
    assert OPEN not in mark_callouts(f"as shown [3{sign}5] here")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("کتابخانه‌های", "كتابخانـه‌هاي"),
        ("اسـتفاده", "استفاده"),
        ("فاصلۀ بعد", "فاصلهٔ بعد"),
        ("11.21 +− 0.74 nM", "11.21 ± 0.74 nM"),
        ("11.21+−0.74", "11.21±0.74"),
    ],
)
def test_letters_of_one_look_and_overdrawn_signs_are_one(one: str, other: str) -> None:
    assert fold(clean(one)) == fold(clean(other))


@pytest.mark.parametrize("text", ["Na+-dependent 5", "a +- b", "by +-5 in all", "x 3+-x"])
def test_a_plus_and_a_minus_elsewhere_are_two_signs(text: str) -> None:
    assert "±" not in clean(text)
