"""Scripts without spaces, held against the character names of Unicode."""

from __future__ import annotations

import unicodedata

import pytest

from ars_pandoc.base.scripts import count_unspaced, is_dense, is_hangul, is_spaceless, is_unspaced

WITHOUT_SPACES = {
    "Thai": ("THAI", "ก๙"),
    "Lao": ("LAO", "ກ໙"),
    "Tibetan": ("TIBETAN", "ཀ༡"),
    "Myanmar": ("MYANMAR", "က၁"),
    "Khmer": ("KHMER", "ក១"),
    "Tai Le": ("TAI LE", "ᥐ"),
    "New Tai Lue": ("NEW TAI LUE", "ᦀ᧑"),
    "Tai Tham": ("TAI THAM", "ᨠ᪁"),
    "Tai Viet": ("TAI VIET", "ꪀ"),
    "Ahom": ("AHOM", "\U00011700"),
    "Han": ("CJK UNIFIED IDEOGRAPH", "字㐀\U00020000"),
    "compatibility ideographs": ("CJK COMPATIBILITY IDEOGRAPH", "豈"),
    "radicals": ("KANGXI RADICAL", "⼀"),
    "Hiragana": ("HIRAGANA LETTER", "ひ"),
    "Katakana": ("KATAKANA LETTER", "カㇰ"),
    "halfwidth Katakana": ("HALFWIDTH KATAKANA LETTER", "ｶ"),
    "Bopomofo": ("BOPOMOFO LETTER", "ㄅㆠ"),
    "Yi": ("YI SYLLABLE", "ꀀ"),
    "Tangut": ("TANGUT IDEOGRAPH", "\U00017000"),
    "Khitan": ("KHITAN SMALL SCRIPT CHARACTER", "\U00018b00"),
    "Nushu": ("NUSHU CHARACTER", "\U0001b170"),
}
WITH_SPACES = {
    "Latin": "aé",
    "Greek": "α",
    "Cyrillic": "я",
    "Arabic": "ب",
    "Hebrew": "ש",
    "Devanagari": "क",
    "Bengali": "ক",
    "Sinhala": "ක",
    "Mongolian": "ᠠ",
    "Georgian": "ა",
    "Ethiopic": "አ",
    "Hangul": "한ㄱ",
    "Javanese": "ꦲ",
    "digits": "12",
    "punctuation": "、。・「",
}


@pytest.mark.parametrize("script", WITHOUT_SPACES)
def test_a_script_without_spaces(script: str) -> None:
    prefix, samples = WITHOUT_SPACES[script]
    assert all(is_unspaced(char) and is_spaceless(char) and is_dense(char) for char in samples)
    for code in range(0xE00, 0x32000):
        char = chr(code)
        named = unicodedata.name(char, "").startswith(prefix + " ") or (
            unicodedata.name(char, "").startswith(prefix) and prefix.endswith(("H", "R"))
        )
        if named and unicodedata.category(char) in ("Lo", "Lm", "Nd"):
            assert is_spaceless(char), f"{code:x} {unicodedata.name(char)}"


@pytest.mark.parametrize("script", WITH_SPACES)
def test_a_script_with_spaces(script: str) -> None:
    assert not any(map(is_unspaced, WITH_SPACES[script]))


@pytest.mark.parametrize("char", ["ꀀ", "ཀ", "\U00017000"])
def test_counting_and_matching_agree_on_yi_tibetan_and_tangut(char: str) -> None:
    assert count_unspaced(f"a {char}{char}") == 2
    assert is_spaceless(char)


def test_korean_has_spaces_and_breaks_lines_inside_words() -> None:
    assert is_hangul("가")
    assert is_hangul("힣")
    assert not is_hangul("ㄱ")
    assert not is_hangul("字")
    assert is_dense("한")
    assert not is_dense("a")
