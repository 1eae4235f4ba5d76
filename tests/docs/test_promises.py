"""What help, README and docs promise is shown by a test: the sentence stands there, and so does the test.

`promises.yaml` ties each to the other. A new sentence of a command's help, or one of README and docs
that says never, nothing or nobody, is tied to the test that shows its effect before it is merged.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest
import yaml

from ars_pandoc.cli import COMMANDS, group
from tests.conftest import ROOT

_DATA = yaml.safe_load(Path(__file__).with_name("promises.yaml").read_text("utf-8"))
PROMISES: dict[str, dict[str, str]] = _DATA["promises"]
EXPLAINS: dict[str, list[str]] = _DATA["explains"]
TIES = [(place, words, test) for place, ties in PROMISES.items() for words, test in ties.items()]
PAGES = ["README.md", *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md")))]

_PROMISING = re.compile(r"\b(?:never|nothing|nobody)\b", re.IGNORECASE)
_ASIDE = re.compile(r"^```.*?^```|^    [^\n]*$|^\|[^\n]*$|^#[^\n]*$", re.M | re.S)
_END = re.compile(r"(?<=[.:])\s+(?=[A-Z`])")


@cache
def command_of(place: str) -> click.Command:
    found: click.Command | None = group
    for name in place.split():
        assert isinstance(found, click.Group)
        found = found.get_command(click.Context(found), name)
    assert found is not None
    return found


def places() -> Iterator[str]:
    for name in COMMANDS:
        yield name
        command = command_of(name)
        if isinstance(command, click.Group):
            yield from (f"{name} {below}" for below in command.commands)


@cache
def said_in(place: str) -> str:
    """Return the text of a page, or of a command's help with its options, on one line."""
    if "." in place:
        return " ".join((ROOT / place).read_text(encoding="utf-8").split())
    command = command_of(place)
    options = [getattr(option, "help", None) or "" for option in command.params]
    return " ".join(" ".join([command.help or "", *options]).split())


def sentences(text: str) -> list[str]:
    return [
        sentence
        for paragraph in re.split(r"\n\s*\n", text)
        for sentence in _END.split(" ".join(paragraph.split()))
        if sentence
    ]


def promising(place: str) -> list[str]:
    """Return each sentence of a help before its examples; of a page those that promise most."""
    if "." not in place:
        return sentences((command_of(place).help or "").split("\b")[0])
    text = _ASIDE.sub("", (ROOT / place).read_text(encoding="utf-8"))
    return [sentence for sentence in sentences(text) if _PROMISING.search(sentence)]


@cache
def names_in(file: str) -> frozenset[str]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize(("place", "words", "test"), TIES, ids=[f"{p}: {w}" for p, w, _ in TIES])
def test_a_promise_is_shown_by_a_test(place: str, words: str, test: str) -> None:
    assert words in said_in(place)
    file, _, name = test.partition("::")
    assert name in names_in(file)


@pytest.mark.parametrize("place", [*places(), *PAGES])
def test_each_promising_sentence_is_tied_to_a_test(place: str) -> None:
    tied = [*PROMISES.get(place, ()), *EXPLAINS.get(place, ())]
    loose = [one for one in promising(place) if not any(words in one for words in tied)]
    assert not loose, "tie these to the tests that show their effect, in tests/docs/promises.yaml"


def test_what_promises_no_effect_still_stands_there() -> None:
    for place, words in EXPLAINS.items():
        assert all(one in said_in(place) for one in words)


def test_a_sentence_without_a_tie_is_seen() -> None:
    assert "Nothing leaves this machine." in promising("suggest")
    assert sentences("One thing. Another:\nThis one.\n\nNext") == [
        "One thing.", "Another:", "This one.", "Next",
    ]  # fmt: skip
