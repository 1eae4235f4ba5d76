"""Pandoc's document as a filter gets it: its JSON read, its version held against those known here."""

from __future__ import annotations

from typing import Any

from ars_pandoc.base.errors import ArsError
from ars_pandoc.pandoc.ast_json import loads

_KNOWN = (1, 23)

UNREADABLE = "the input is no Pandoc AST that can be judged"
AS_FILTER = "name it as a filter: pandoc --filter ars-gate paper.md -o paper.pdf"


def read_document(data: bytes) -> dict[str, Any]:
    """Read the AST that Pandoc writes to a filter.

    Raises:
        ArsError: It is no AST of Pandoc's, or of a version that is not known here.
    """
    try:
        document = loads(data)
    except ValueError as error:
        why = (
            f"it is no JSON, or cut off: {_place(error)}"
            if data.strip()
            else "it is no JSON but empty"
        )
        raise ArsError(UNREADABLE, why=why, steps=[AS_FILTER]) from None
    if not isinstance(document, dict) or not isinstance(document.get("blocks"), list):
        raise ArsError(UNREADABLE, why="it has no list of blocks", steps=[AS_FILTER])
    version = _version(document.get("pandoc-api-version"))
    if version[:1] != (1,) or version[1:2] < (22,):
        shown = ".".join(map(str, version)) or "none"
        raise ArsError(
            UNREADABLE,
            why=f"its API version is {shown}, known are 1.22 and later 1.x (Pandoc 2.11 to 3)",
            steps=["use Pandoc 2.17 or later, or a newer ars-pandoc"],
        )
    if not isinstance(document.get("meta"), dict):
        raise ArsError(UNREADABLE, why="it has no metadata", steps=[AS_FILTER])
    if version[:2] > _KNOWN:
        _check_later(document)
    return document


def _version(value: object) -> tuple[int, ...]:
    """Return an API version; empty if it is none."""
    numbers = value if isinstance(value, list) else []
    return tuple(numbers) if all(type(number) is int for number in numbers) else ()


def _place(error: ValueError) -> str:
    line, column = getattr(error, "lineno", None), getattr(error, "colno", None)
    return "it is not UTF-8" if line is None else f"see line {line}, column {column}"


def _check_later(document: dict[str, Any]) -> None:
    """Let elements of a later Pandoc pass, but for those in which nobody could judge a citation."""
    from ars_pandoc.pandoc.ast_shape import find_unjudged

    odd = find_unjudged(document)
    if odd is not None:
        raise ArsError(
            f"citations or comments stand in an element of a later Pandoc: {odd.what}",
            where=odd.where,
            why="this version of ars-gate does not know the element and cannot judge them",
            steps=["use a newer ars-pandoc, or an older Pandoc"],
        )
