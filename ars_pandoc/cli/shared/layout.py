"""Lines for a terminal of any width: long ones are broken under the text that they begin with."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

import click

from ars_pandoc.base.terminal import terminal_width
from ars_pandoc.base.wording import printable

_HEAD = re.compile(r" *(?:\d+\. |[a-z]+: +)?")
_NARROWEST = 20
"""Columns that are left for the text, however narrow the terminal."""


def echo(line: str) -> None:
    """Print a line, broken to the terminal's width; what goes elsewhere keeps its lines whole."""
    width = terminal_width()
    for part in (line,) if width is None else broken(line, width):
        click.echo(part)


def echo_list(head: str, lines: Sequence[str], most: int) -> None:
    """Print a list on stderr, if there is anything to list.

    Args:
        head: What it is a list of.
        lines: Its lines; what would control a terminal is shown instead.
        most: So many are shown, the others counted.
    """
    if not lines:
        return
    click.echo(head, err=True)
    for line in lines[:most]:
        click.echo(f"  {printable(line)}", err=True)
    if len(lines) > most:
        click.echo(f"  … and {len(lines) - most} more", err=True)


def broken(line: str, width: int) -> Iterator[str]:
    """Break a line between words.

    Args:
        line: It may hold the codes that style text.
        width: How many columns there are.
    """
    plain = click.unstyle(line)
    if columns(plain) <= width:
        yield line
        return
    found = _HEAD.match(plain)
    hang = len(found[0]) if found else 0
    # A label takes too much of a narrow terminal: then its text begins below it.
    hang = hang if width - hang >= _NARROWEST else min(2, hang)
    now = ""
    for word in re.findall(r" *[^ ]+", line):
        if not now or columns(click.unstyle(now + word)) <= width:
            now += word
            continue
        yield from _pieces(now, width, hang)
        now = " " * hang + word.lstrip(" ")
    yield from _pieces(now, width, hang)


def columns(text: str) -> int:
    """Tell how many columns a text takes on a terminal."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )


def _pieces(text: str, width: int, hang: int) -> Iterator[str]:
    """Break a word that is longer than a line, as scripts without spaces are."""
    if "\x1b" in text:
        yield text  # codes are not to be cut; the terminal breaks it
        return
    while columns(text) > width:
        end = len(text)
        while columns(text[:end]) > width:
            end -= 1
        end = max(end, hang + 1)
        yield text[:end]
        text = " " * hang + text[end:]
    yield text
