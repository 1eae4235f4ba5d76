"""A quote and the nearest words of its source, word by word, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

import click

from ars_pandoc.base.wording import printable
from ars_pandoc.grounding.result import Piece


def styled_diff(pieces: Sequence[Piece]) -> str:
    """Return words of the source alone as `[-…-]`, words of the quote alone as `{+…+}`."""
    words = []
    for kind, text in pieces:
        safe = printable(text)
        if kind == "source":
            words.append(click.style(f"[-{safe}-]", fg="green"))
        elif kind == "quote":
            words.append(click.style(f"{{+{safe}+}}", fg="red"))
        else:
            words.append(safe)
    return " ".join(words)
