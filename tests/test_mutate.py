"""The tool that changes one spot of a module: what it changes, and that the change is seen."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.conftest import ROOT
from tools.mutate import FINDING, NEAR, mutants_of, without_one

SOURCE = '''\
"""A text that decides nothing: 1 and 2."""
import re
from typing import Literal

Kind = Literal["a", "b", "c"]
WORDS = frozenset({"one", "two"})
MORE = "three four".split()
PATTERN = re.compile(r"é|[xy]")


class C:
    """A class."""

    __slots__ = ("x", "y", "z")


def f(n: int, most: int = 7) -> bool:
    """Return 3."""
    if n in WORDS and not most:
        n += 1
    return n < 5
'''


def edits(kind: str) -> list[str]:
    return [one.what for one in mutants_of("m.py", SOURCE) if one.kind == kind]


def test_each_kind_of_edit_is_found_and_texts_are_left_alone() -> None:
    assert sorted(edits("comparison")) == ["n < 5 → n <= 5", "n in WORDS → n not in WORDS"]
    assert edits("logic") == ["n in WORDS and not most → n in WORDS or not most"]
    assert sorted(edits("number")) == ["1 → 0", "1 → 2", "5 → 4", "5 → 6", "7 → 6", "7 → 8"]
    assert edits("return") == ["return n < 5 → return None"]
    assert edits("dropped") == ["n += 1 → pass"]
    assert sorted(edits("member")) == [
        "without '[xy]'", "without 'four'", "without 'one'", "without 'three'", "without 'two'",
        "without 'x in [xy]'", "without 'y in [xy]'", "without 'é'",
    ]  # fmt: skip
    assert len(edits("condition")) == 2  # the test, and its `not`


def test_an_edit_changes_its_own_spot_alone() -> None:
    for mutant in mutants_of("m.py", SOURCE):
        changed = mutant.apply(SOURCE)
        assert changed != SOURCE
        assert changed.startswith(SOURCE[: mutant.start])
        assert changed.endswith(SOURCE[mutant.end :])
        compile(changed, "m.py", "exec")


@pytest.mark.parametrize(
    ("pattern", "rests"),
    [
        ("a|b", ["b", "a"]),
        ("(a|b)c", ["(b)c", "(a)c"]),
        ("(?:a|b|c)", ["(?:b|c)", "(?:a|c)", "(?:a|b)"]),
        ("[ab]", ["[b]", "[a]"]),
        ("[^a-z.]", ["[^.]", "[^a-z]"]),
        (r"[\d\]]", [r"[\]]", r"[\d]"]),
        (r"\||\(", [r"\(", r"\|"]),
        ("(?P<x>a|[bc])", ["(?P<x>a|[c])", "(?P<x>a|[b])", "(?P<x>[bc])", "(?P<x>a)"]),
        (r"[a\u00a0\x20]", [r"[\u00a0\x20]", r"[a\x20]", r"[a\u00a0]"]),
        ("abc", []),
        ("[a]", []),
    ],
)
def test_a_pattern_loses_one_member_at_a_time(pattern: str, rests: list[str]) -> None:
    assert [rest for rest, _ in without_one(pattern)] == rests


@pytest.mark.parametrize("file", NEAR)
def test_each_module_has_mutants_and_near_tests(file: str) -> None:
    assert len(mutants_of(file, (ROOT / file).read_text("utf-8"))) > 5
    assert all((ROOT / tests).exists() for tests in NEAR[file])


def test_every_part_that_finds_is_among_them() -> None:
    parts = (ROOT / "ars_pandoc" / "citations" / "finding").glob("[!_]*.py")
    assert sorted(FINDING) == sorted(part.stem for part in parts)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="it needs processes that fork")
def test_a_sample_is_drawn_by_its_seed() -> None:
    command = [sys.executable, "-m", "tools.mutate", "--list", "--number", "5", "--seed"]
    said = [
        subprocess.run(
            [*command, seed], capture_output=True, text=True, check=True, cwd=ROOT
        ).stdout
        for seed in ("3", "3", "4")
    ]
    assert said[0] == said[1] != said[2]
    assert said[0].splitlines()[0].endswith("mutants, seed 3")
    assert len(said[0].splitlines()) == 6
