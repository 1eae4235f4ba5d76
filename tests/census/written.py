"""Shorthands for the tests of the census."""

from __future__ import annotations

from collections.abc import Collection

from ars_pandoc.census import Syntax, count_written

KNOWN = frozenset({"roe2021", "poe2020", "smith2024"})


def keys(text: str, syntax: Syntax = "markdown", known: Collection[str] = KNOWN) -> list[str]:
    """Return the keys that are written in a text, in order."""
    return [written.key for written in count_written(text, syntax, known)]


def sure(text: str, syntax: Syntax = "markdown", known: Collection[str] = ()) -> list[str]:
    """Return those that are surely citations, though nobody knows their keys."""
    return [written.key for written in count_written(text, syntax, known) if written.sure]
