"""What is wrong in a file of the corpus, and how values are shown in messages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ars_pandoc.base.strict_yaml import lines_of, nearest_line

Severity = Literal["error", "warning"]

_LEAP_YEAR = "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)"
_DAY = (
    "(?:[0-9]{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])"
    "|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)"
    f"|{_LEAP_YEAR}-02-29)"
)
_ZONE = "(?: ?[Zz]| ?[+-](?:[01][0-9]|2[0-3])(?::?[0-5][0-9])?)"
_TIME = rf"[Tt ](?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]+)?)?{_ZONE}?"
ISO_DATE = re.compile(f"(?!0000){_DAY}(?:{_TIME})?")
"""An ISO 8601 date, or a date and time: how every file of the corpus writes a moment.

Only days that there are: what matches can be read by `readlog.moment_of`. The schemas hold the
same pattern.
"""

_SHOWN = 60


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
    """Give problems with the lines at which they stand in the text of their file.

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


def shown(value: object, most: int = _SHOWN) -> str:
    """Show a value of the user's in a message: on one line, cut, without control characters."""
    text = value if isinstance(value, str) else str(value)
    text = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text[: most + 1])
    return text if len(text) <= most else text[: most - 1] + "…"


def kind_of(value: object) -> str:
    """Name a value's type in a writer's words."""
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "text"
    return "a list" if isinstance(value, list) else "a map"
