"""What is wrong in a file of the corpus, and how values are shown in messages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ars_pandoc.base.wording import shown
from ars_pandoc.base.yaml_lines import lines_of, nearest_line

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong in a sidecar, ledger or catalog.

    Attributes:
        path: Where, such as `literature_corpus[3].year`.
        key: The citation key of the entry, or None where it has none.
        message: What is wrong, one sentence.
        fix: The edit that mends it.
        severity: A warning stops nothing.
        line: The line in the file from 1, or None where it cannot be known.
    """

    path: str
    key: str | None
    message: str
    fix: str
    severity: Severity = "error"
    line: int | None = None

    def __str__(self) -> str:
        """Say it in two lines: place and message, then the fix."""
        path = shown(self.path, 200)
        place = path if self.key is None else f"{shown(self.key)} ({path})"
        line = "" if self.line is None else f"line {self.line}: "
        return f"{line}{place}: {self.message}\n    next: {self.fix}"


def with_lines(problems: Sequence[Problem], text: str) -> list[Problem]:
    """Return problems with the lines at which they stand in the text of their file.

    The text is parsed anew, and only if there is a problem.
    """
    if not problems:
        return []
    lines = lines_of(text)
    return [replace(problem, line=nearest_line(lines, problem.path)) for problem in problems]


def summary(problems: Sequence[Problem], most: int = 5) -> str:
    """Say the first problems in one sentence, each with its line."""
    said = [
        f"{problem.message} ({problem.path})"
        if problem.line is None
        else f"{problem.message} (line {problem.line})"
        for problem in problems[:most]
    ]
    rest = len(problems) - most
    return "; ".join(said) + (f"; and {rest} more" if rest > 0 else "")
