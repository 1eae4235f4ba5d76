"""How commands show a suggestion: its place, its words, and what it has in common with a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.base.wording import printable
from ars_pandoc.suggesting.sentences import Part

if TYPE_CHECKING:
    from ars_pandoc.suggesting.suggest import Suggestion

_LONGEST = 400
_LONGEST_HEADING = 60
_WORD = lazy_pattern(r"\w+")


def passage_lines(number: int, one: Suggestion) -> Iterator[str]:
    """Return the lines of a suggestion, styled, the words in common marked.

    Args:
        number: By which it is taken.
        one: The suggestion.
    """
    head = f"[{number}] {place_of(one)}"
    if one.part is Part.ABSTRACT and "abstract" not in head.casefold():
        head += ", in the abstract"
    yield f"{click.style(head, fg='cyan')}  {one.score:.2f}"
    yield f"    {_marked(one, one.passage)}"
    yield from _quote_lines(one)


def whole_work_lines(one: Suggestion) -> Iterator[str]:
    """Return the lines of what to quote where a source as a whole is meant, styled."""
    yield click.style(f"[w] whole work: its claim, {place_of(one)}", fg="cyan")
    yield f"    {printable(_cut(one.passage))}"
    yield from _quote_lines(one)


def short_lines(name: str, one: Suggestion) -> Iterator[str]:
    """Return the lines of a suggestion for a walk, styled: its place and what would be written.

    Args:
        name: By which it is taken: a number, or `w` for the whole work.
        one: The suggestion.
    """
    whole = "whole work, " if name == "w" else ""
    yield click.style(f"[{name}] {whole}{place_of(one)}", fg="cyan")
    yield f"    {_marked(one, one.quote or one.passage)}"


def place_of(one: Suggestion) -> str:
    """Say where a suggestion stands, in a few words."""
    place = one.place
    parts = []
    if place.page is not None:
        parts.append(f"p. {printable(place.page)}")
    elif place.pdf_page is not None:
        parts.append(f"page {place.pdf_page} of the file")
    if place.section:
        heading = printable(place.section)
        cut = len(heading) > _LONGEST_HEADING
        parts.append(f"“{heading[:_LONGEST_HEADING]}{'…' if cut else ''}”")
    if place.paragraph:
        parts.append(f"paragraph {place.paragraph}")
    return ", ".join(parts) or "in the source"


def _quote_lines(one: Suggestion) -> Iterator[str]:
    if one.quote is None:
        yield "    no part of it can be quoted without doubt: give its page or section"
    elif one.quote.rstrip(".") != one.passage.rstrip("."):
        yield f"    quote: {printable(one.quote)}"


def _marked(one: Suggestion, text: str) -> str:
    """Return words of a suggestion with the words in common in bold type."""
    common = frozenset(word.casefold() for whole in one.words for word in _WORD.findall(whole))
    return _WORD.sub(
        lambda found: (
            click.style(found[0], bold=True) if found[0].casefold() in common else found[0]
        ),
        printable(_cut(text)),
    )


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
