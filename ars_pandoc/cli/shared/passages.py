"""How commands show what a source says to a quote: the passage, or the nearest one with a diff."""

from __future__ import annotations

from collections.abc import Iterator

import click

from ars_pandoc.base.wording import printable
from ars_pandoc.grounding.passage_words import place_words
from ars_pandoc.grounding.result import Excerpt, Grounding
from ars_pandoc.report.diff import styled_diff

_COLOURS = {"found": "green", "not-found": "red", "review": "yellow", "unreadable": "yellow"}


def outcome(grounding: Grounding) -> str:
    """Return the result as a few coloured words: `found`, `not found (negation)`."""
    words = grounding.result.replace("-", " ")
    if grounding.change:
        words += f" ({grounding.change.replace('-', ' ')})"
    return click.style(words, fg=_COLOURS[grounding.result], bold=True)


def passage_lines(grounding: Grounding) -> Iterator[str]:
    """Return the lines that explain a result, styled; `click.echo` takes the styles out of files.

    Text of the source is made safe for a terminal.
    """
    place = place_words(grounding)
    if place:
        yield f"where:   {printable(place)}"
    if grounding.reason:
        yield f"why:     {printable(grounding.reason)}"
    if grounding.passage is not None:
        yield f"text:    {_passage(grounding.passage)}"
    elif grounding.nearest:
        yield f"nearest: {printable(grounding.nearest)}"
    if grounding.diff and grounding.change != "other-text":
        source = click.style("[-the source-]", fg="green")
        quote = click.style("{+the quote+}", fg="red")
        yield f"diff:    {styled_diff(grounding.diff)}"
        yield f"         ({source}, {quote})"
    for note in grounding.notes:
        yield f"note:    {printable(note.message)}"


def _passage(passage: Excerpt) -> str:
    before, after = printable(passage.before), printable(passage.after)
    text = click.style(printable(passage.text), bold=True)
    # Whether a space belongs there is not kept: letters part, punctuation does not.
    left = f"{before} " if before else ""
    right = f" {after}" if after[:1].isalnum() or after[:1] in ("(", "[") else after
    return f"{left}{text}{right}"
