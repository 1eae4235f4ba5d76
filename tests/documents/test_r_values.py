"""Strings in R code, with the place of each character."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.documents.r_values import Value, character, read_value
from ars_pandoc.positions.traced import Traced

PATH = Path("a.Rmd")


def value(code: str, start: int = 0) -> Value:
    return read_value(Traced.of_file(PATH, code), start)


def strings(code: str) -> list[str]:
    return [one.text for one in value(code).strings]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ('"One."', ["One."]),
        ("'One.'", ["One."]),
        ("c(\"One.\", 'Two.')", ["One.", "Two."]),
        ('list(a = "One.", b = c("Two."))', ["One.", "Two."]),
        ("'a \"b\" c'", ['a "b" c']),
        ('"a, b) c"', ["a, b) c"]),
        ('"open', ["open"]),
        ('r"(a \\ "b")"', ['a \\ "b"']),
        ("R'[a)]'", ["a)"]),
        ('r"{a}"', ["a"]),
        ('r"--(a)"-)--"', ['a)"-']),
        ('r"(open', ["open"]),
        ("rep", []),
        ("7", []),
    ],
)
def test_each_kind_of_string(code: str, said: list[str]) -> None:
    assert strings(code) == said


@pytest.mark.parametrize(
    ("escape", "said"),
    [
        (r"\"", '"'), (r"\'", "'"), ("\\\\", "\\"), (r"\n", "\n"), (r"\r", "\n"), (r"\t", " "),
        (r"\a", ""), (r"\b", ""), (r"\f", ""), (r"\v", ""), (r"\0", ""), (r"\`", "`"),
        (r"\x41", "A"), (r"\x4", "\x04"), (r"\u00e9", "é"), (r"\u{e9}", "é"), (r"\U0001F600", "😀"),
        (r"\U{1F600}", "😀"), (r"\ud800", ""), (r"\U110000", ""),
    ],
)  # fmt: skip
def test_each_escape(escape: str, said: str) -> None:
    assert strings(f'"<{escape}>"') == [f"<{said}>"]


@pytest.mark.parametrize(
    ("code", "rest"),
    [('"a", "b"', ', "b"'), ('"a")', ")"), ("f(x, y), z", ", z"), ("x[1, 2]}", "}"), ("x", "")],
)
def test_it_ends_with_a_comma_a_bracket_or_the_code(code: str, rest: str) -> None:
    assert code[value(code).end :] == rest


def test_it_begins_where_it_is_told() -> None:
    one = value('fig.cap = "A", x', 10)
    assert ([text.text for text in one.strings], one.words, one.end) == (["A"], '"A"', 13)


@pytest.mark.parametrize(
    "code",
    ['"a"', 'c("a", "b")', 'list(x = "a")', "TRUE", "FALSE", "T", "F", "true", "false", "NULL", "NA",
     "NA_character_", "7", "-7.5", "7L", "", ' c( "a" ,"b" ) '],
)  # fmt: skip
def test_what_can_be_told_without_r(code: str) -> None:
    assert value(code).plain


@pytest.mark.parametrize(
    "code",
    ['paste("a", b)', "caption", 'if (x) "a"', 'c("a", b)', 'paste0("a")', "TRUES", "x == 7",
     '"a" %+% "b"', "NA_real_", 'c(c("a"))', "x$y"],
)  # fmt: skip
def test_what_only_r_can_tell(code: str) -> None:
    assert not value(code).plain


@pytest.mark.parametrize("digits", ["110000", "D800", "DFFF", "dabc"])
def test_a_number_of_no_character_is_none(digits: str) -> None:
    assert character(digits) == ""


@pytest.mark.parametrize(("digits", "said"), [("10FFFF", "\U0010ffff"), ("D7FF", "\ud7ff"),
                                              ("E000", "\ue000"), ("41", "A")])  # fmt: skip
def test_the_first_and_last_characters_are_some(digits: str, said: str) -> None:
    assert character(digits) == said


def test_an_escape_stands_in_its_file_as_a_whole() -> None:
    code = r'"A \u00e9 [@b]"'
    [text] = value(code).strings
    for words, there in (("é", r"\u00e9"), ("[@b]", "[@b]"), ("A é", r"A \u00e9")):
        at = text.text.index(words)
        place = text.origin((at, at + len(words)))
        assert place is not None
        assert code[slice(*place[1])] == there
