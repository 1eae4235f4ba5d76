"""The quote of an anchor: its encoding and its count (contract §2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.citations.quotes import count_words, decode_quote, encode_quote

printable = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=200)


@given(printable)
def test_every_printable_quote_survives_encode_and_decode(text: str) -> None:
    assert decode_quote(encode_quote(text)) == text


@given(st.text(max_size=200))
def test_no_text_makes_a_comment_end_early(text: str) -> None:
    encodable = text.encode("utf-8", "ignore").decode()
    encoded = encode_quote(encodable)
    assert "--" not in encoded
    assert ">" not in encoded
    assert not encoded.endswith("-")


@given(st.text(st.characters(exclude_characters="%", exclude_categories=["Cs"])))
def test_text_without_percent_signs_is_read_as_written(text: str) -> None:
    assert decode_quote(text) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("When%20publishers%20bypass", "When publishers bypass"),
        ("When publishers bypass", "When publishers bypass"),
        ("a%2Db", "a-b"),
        ("100% of it", "100% of it"),
        ("100%25%20of", "100% of"),
        ("a+b", "a+b"),
        ("%C3%A9t%c3%a9", "été"),
        ("%zz %2", "%zz %2"),
        ("é raw and %C3%A9", "é raw and é"),
    ],
)
def test_values_are_read_leniently(value: str, text: str) -> None:
    assert decode_quote(value) == text


def test_bytes_that_are_no_utf8_are_an_error() -> None:
    with pytest.raises(UnicodeDecodeError):
        decode_quote("%FF%FE")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("three plain words", 3),
        ("  spaced \t out\nlines ", 3),
        ("", 0),
        ("论文违反审查", 3),
        ("论文违反审", 3),
        ("论", 1),
        ("论文 on peer review", 1 + 3),
        ("รีวิว", 3),
        ("한국어 논문 인용", 3),
        ("カタカナ", 2),
        ("DNA鑑定 is 12", 1 + 2),
    ],
)
def test_words_are_counted_by_white_space_or_half_the_characters(text: str, words: int) -> None:
    assert count_words(text) == words


@given(st.lists(st.from_regex(r"[a-zA-Z]{1,8}", fullmatch=True), max_size=40))
def test_latin_words_are_counted_as_split(words: list[str]) -> None:
    assert count_words(" ".join(words)) == len(words)
