"""What the census gives: citations as they are written in a source text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Form = Literal["bracketed", "bare", "command", "marker", "attribute"]
"""`[@key]`, `@key`, a cite command or role or link, a `ref` comment, `data-cites`."""

Syntax = Literal["markdown", "latex", "org", "typst", "rst", "html", "jats", "ipynb", "other"]
"""What a text is written in; of `other` only the markers are known."""


@dataclass(frozen=True, slots=True)
class Written:
    """One key that is written as a citation.

    Attributes:
        key: The citation key as written.
        start: Offset of the `@`, the command or the comment in the text.
        line: 1-based line of `start`.
        column: 1-based column of `start`, in characters.
        form: How it is written.
        sure: Nobody writes it for another reason: it stands in `[…@…]`, a cite command or a
            marker. What is not sure counts only where its key is known (contract §3).
    """

    key: str
    start: int
    line: int
    column: int
    form: Form
    sure: bool


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """One citation, or cross-reference, that Pandoc's reader gave.

    Attributes:
        file: The file that it stands in, named as in the census; None where that is not known.
        key: The key as found.
        line: Its 1-based line, or None where that is not known.
    """

    file: str | None
    key: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Unseen:
    """A citation in the text that Pandoc's reader did not give.

    Attributes:
        file: The file that it stands in.
        written: What is written there.
    """

    file: str
    written: Written
