"""Attributes whose text a reader sees."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.documents.attributes import Printed, printed_attributes
from ars_pandoc.documents.chunks import find_chunks, neutralise

PATH = Path("a.qmd")


def printed(text: str) -> list[Printed]:
    layout = find_chunks(text)
    return list(printed_attributes(PATH, neutralise(text, layout), layout))


def words(text: str) -> list[str]:
    return [one.words.text for one in printed(text)]


@pytest.mark.parametrize(
    "text",
    [
        '![](a.png){fig-cap="By [@b]"}',
        "![](a.png){#fig-a .c fig-cap='By [@b]'}",
        '![](a.png){fig.cap = "By [@b]"}',
        '::: {#fig-a fig-cap="By [@b]"}\nx\n:::',
        '::: {.callout-note title="By [@b]"}\nx\n:::',
        '> ::: {.callout-note title="By [@b]"}\n> x\n> :::',
        '::: {#thm-a name="By [@b]"}\nx\n:::',
        '::: {.proof name="By [@b]"}\nx\n:::',
        '<div class="callout" title="By [@b]">',
        "<DIV data-x='y' fig-cap='By [@b]'>",
        '```{.python lst-cap="By [@b]"}\nx\n```',
        '| a |\n\n: Words {#tbl-a tbl-subcap="By [@b]"}',
    ],
)
def test_each_attribute_that_is_printed(text: str) -> None:
    assert words(text) == ["By [@b]"]


@pytest.mark.parametrize("kind", ["thm", "lem", "cor", "prp", "cnj", "def", "exm", "exr", "sol",
                                  "rem", "alg"])  # fmt: skip
def test_each_kind_of_theorem_has_a_name(kind: str) -> None:
    assert words(f'::: {{#{kind}-a name="By [@b]"}}\nx\n:::') == ["By [@b]"]


@pytest.mark.parametrize(
    "text",
    [
        '![](a.png){fig-alt="By [@b]"}',
        '![](a.png){title="By [@b]"}',
        '[words]{title="By [@b]"}',
        '::: {#sec-a name="By [@b]"}\nx\n:::',
        '::: {.callout-note data-title="By [@b]"}\nx\n:::',
        '```{.python title2="x" filename="By [@b]"}\nx\n```',
        '```\n![](a.png){fig-cap="By [@b]"}\n```',
        '{{fig-cap="By [@b]"',
        'a fig-cap="By [@b]" outside',
        '<span title="By [@b]">',
    ],
)
def test_its_neighbours_are_not(text: str) -> None:
    assert words(text) == []


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (r"A \"b\" c", 'A "b" c'),
        (r"A \[@b\]", "A [@b]"),
        (r"A \x b", r"A \x b"),
        ("A\n  b", "A\nb"),
        ("A } b", "A } b"),
    ],
)
def test_escapes_are_decoded_as_pandoc_does(value: str, said: str) -> None:
    assert words(f'![](a.png){{fig-cap="{value}"}}') == [said]


def test_words_stand_behind_a_pictures_attributes() -> None:
    text = 'A ![](a.png){fig-cap="B"} z\n'
    [one] = printed(text)
    assert (one.where, text[: one.at], one.block) == (
        "inline", text[: text.index(" z")], (text.index("{"), text.index(" z")),
    )  # fmt: skip
    assert not one.apart


def test_a_callouts_title_is_a_paragraph_at_the_end_of_its_line() -> None:
    text = '> ::: {.callout-note title="B"} \n> x\n> :::\n'
    [one] = printed(text)
    assert (one.where, one.lead, one.at) == ("block", "> ", text.index("\n"))


def test_a_windows_line_end_stays_behind_a_callouts_title() -> None:
    text = '::: {.callout-note title="B"}\r\nx\r\n:::\r\n'
    [one] = printed(text)
    assert one.at == text.index("\r")


def test_a_tag_and_a_code_block_keep_their_attributes() -> None:
    assert [one.block for one in printed('<div title="B">')] == [None]
    text = '```{.python lst-cap="B"}\nx\n```\nZ'
    [one] = printed(text)
    assert (one.block, one.at, one.where) == (None, text.index("\nZ"), "block")


@pytest.mark.parametrize(("space", "apart"), [("", False), (" ", True), ("\n", True)])
def test_white_space_before_attributes_is_told(space: str, apart: bool) -> None:
    [one] = printed(f': Words{space}{{tbl-cap="B"}}')
    assert one.apart is apart


def test_each_character_has_its_place() -> None:
    text = r'![](a.png){fig-cap="A \"b\" [@c]"}'
    [one] = printed(text)
    at = one.words.text.index("[@c]")
    place = one.words.origin((at, at + 4))
    assert place is not None
    assert text[slice(*place[1])] == "[@c]"
