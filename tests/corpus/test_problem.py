"""What is wrong in a file, said with place, line and remedy."""

from __future__ import annotations

import pytest

from ars_pandoc.corpus.problem import Problem, summary, with_lines

YEAR = Problem("literature_corpus[0].year", "a", "the year is text", "write year: 2024")


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (YEAR, "a (literature_corpus[0].year): the year is text\n    next: write year: 2024"),
        (Problem("x", None, "m", "f"), "x: m\n    next: f"),
        (Problem("x", "k\n", "m", "f", line=3), "line 3: k\\u000a (x): m\n    next: f"),
    ],
)
def test_a_problem_is_said_in_two_lines(problem: Problem, said: str) -> None:
    assert str(problem) == said


def test_lines_are_looked_up_where_there_is_a_problem() -> None:
    (found,) = with_lines([YEAR], "literature_corpus:\n- citation_key: a\n  year: x\n")
    assert found.line == 3
    assert with_lines([], "no: [yaml") == []
    (lost,) = with_lines([YEAR], "no: [yaml")
    assert lost.line is None


@pytest.mark.parametrize(
    ("count", "said"),
    [(1, "m0 (x)"), (2, "m0 (x); m1 (x)"), (3, "m0 (x); m1 (x); and 1 more")],
)
def test_the_first_are_named_and_the_rest_is_counted(count: int, said: str) -> None:
    assert summary([Problem("x", None, f"m{n}", "f") for n in range(count)], most=2) == said


def test_a_line_says_more_than_a_path() -> None:
    assert summary([Problem("x", None, "m", "f", line=7)]) == "m (line 7)"
