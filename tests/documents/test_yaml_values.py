"""The words of a YAML value, with the place of each character."""

from __future__ import annotations

from pathlib import Path

import pytest
from yaml.nodes import ScalarNode

from ars_pandoc.documents.yaml_values import compose, fields_of, lines_of, scalars_of, words_of
from ars_pandoc.positions.traced import Run, Traced

PATH = Path("a.qmd")


def words(value: str) -> str:
    return traced(value).text


def traced(value: str) -> Traced:
    text = Traced.of_file(PATH, f"cap: {value}\n")
    node = compose(text)
    assert node is not None
    [(name, scalar)] = fields_of(node)
    assert name == "cap"
    assert isinstance(scalar, ScalarNode)
    return words_of(text, scalar)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("By [@b]", "By [@b]"),
        ("'By [@b]'", "By [@b]"),
        ('"By [@b]"', "By [@b]"),
        ("'it''s'", "it's"),
        ("!expr By [@b]", "By [@b]"),
        ("&x By [@b]", "By [@b]"),
        ("!!str &x 'By [@b]'", "By [@b]"),
        ("By\n  [@b]", "By\n[@b]"),
        ("|\n  By\n  [@b]", "By\n[@b]"),
        (">-\n  By\n  [@b]\n", "By\n[@b]"),
        ("|\n  By\n\n\n  [@b]", "By\n\n[@b]"),
        ("'By\n\n  [@b]'", "By\n\n[@b]"),
        ('"By \\\n  [@b]"', "By [@b]"),
        ("''", ""),
        ("", ""),
        ("|", ""),
    ],
)
def test_each_style(value: str, said: str) -> None:
    assert words(value) == said


@pytest.mark.parametrize(
    ("escape", "said"),
    [
        (r"\"", '"'), ("\\\\", "\\"), (r"\/", "/"), (r"\ ", " "), (r"\t", " "), (r"\_", "\u00a0"),
        (r"\0", ""), (r"\a", ""), (r"\b", ""), (r"\e", ""), (r"\f", ""), (r"\v", ""),
        (r"\x41", "A"), (r"\u00e9", "é"), (r"\U0001F600", "😀"),
        (r"\n", "\n"), (r"\r", "\n"), (r"\N", "\n"), (r"\L", "\n"), (r"\P", "\n\n"),
    ],
)  # fmt: skip
def test_each_escape_of_double_quotes(escape: str, said: str) -> None:
    assert words(f'"<{escape}>"') == f"<{said}>"


def test_an_escape_stands_in_its_file_as_a_whole() -> None:
    text = traced(r'"A \u00e9 [@b]"')
    at = text.text.index("é")
    place = text.origin((at, at + 1))
    assert place is not None
    assert place[1] == (len('cap: "A '), len(r'cap: "A \u00e9'))


@pytest.mark.parametrize("text", ["", "[a, b]", "word", "a: 'open", "a: b: c", "\x00", "a: *none"])
def test_what_is_no_map_or_no_yaml_is_none(text: str) -> None:
    assert compose(Traced([Run(text)])) is None


def names(text: str) -> list[str]:
    node = compose(Traced([Run(text)]))
    assert node is not None
    return [name for name, _ in fields_of(node)]


def test_fields_of_maps_within_are_fields_and_a_map_is_none() -> None:
    assert sorted(names("a: 1\nb:\n  c: 2\n  d: {e: 3}\n? [x]\n: 4\n")) == ["a", "c", "e"]


def test_a_map_that_holds_itself_ends() -> None:
    assert names("a: &x {b: *x, c: 1}") == ["c"]


@pytest.mark.parametrize(
    ("value", "said"),
    [("a", ["a"]), ("[a, [b, c], d]", ["a", "b", "c", "d"]), ("[a, {x: b, y: [c]}]", ["a", "b", "c"]),
     ("[]", []), ("&x [a, *x]", ["a"])],
)  # fmt: skip
def test_the_values_of_a_list_at_any_depth(value: str, said: list[str]) -> None:
    node = compose(Traced([Run(f"cap: {value}")]))
    assert node is not None
    [(_, within)] = node.value
    assert [scalar.value for scalar in scalars_of(within)] == said


@pytest.mark.parametrize(
    ("text", "said"),
    [("", ""), ("  a  ", "a"), ("\n\n a\r\n\tb \n\n\nc\n", "a\nb\n\nc"), (" \n\t\n", ""),
     ("\u00a0a", "\u00a0a")],
)  # fmt: skip
def test_lines_lose_the_white_space_around_them(text: str, said: str) -> None:
    assert lines_of(Traced([Run(text)])).text == said
