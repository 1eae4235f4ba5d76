"""Pandoc's AST as plain JSON: the shapes that the gate walks, and its text.

Elements stay the dicts that `json.loads` gives (`{"t": "Str", "c": "word"}`): an object model
costs two seconds on a thesis, and nothing is converted that is not needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Element = dict[str, Any]
"""One block or inline: `{"t": TYPE, "c": CONTENT}`."""

INLINE_INDEX: dict[str, int | None] = {
    "Emph": None,
    "Underline": None,
    "Strong": None,
    "Strikeout": None,
    "Superscript": None,
    "Subscript": None,
    "SmallCaps": None,
    "Quoted": 1,
    "Link": 1,
    "Image": 1,
    "Span": 1,
}
"""Inlines that hold inlines, and at which place of `c` (None: `c` itself)."""

_SPACES = {"Space": " ", "SoftBreak": " ", "LineBreak": " "}
WHITE = frozenset(_SPACES)
"""Inlines that are white space."""

_QUOTES = {"SingleQuote": ("‘", "’"), "DoubleQuote": ("“", "”")}


def children(element: Element) -> list[Element] | None:
    """Return the inlines inside an inline that holds inlines, else None (a Cite and a Note too)."""
    kind = element["t"]
    if kind not in INLINE_INDEX:
        return None
    index = INLINE_INDEX[kind]
    inner: list[Element] = element["c"] if index is None else element["c"][index]
    return inner


def stringify(inlines: list[Element]) -> str:
    """Return the visible text of inlines: a Cite as it is shown, no notes, no raw code."""
    parts: list[str] = []
    _collect(inlines, parts)
    return "".join(parts)


def _collect(inlines: list[Element], parts: list[str]) -> None:
    for element in inlines:
        kind = element["t"]
        if kind == "Str":
            parts.append(element["c"])
        elif kind in _SPACES:
            parts.append(_SPACES[kind])
        elif kind == "Quoted":
            opening, closing = _QUOTES[element["c"][0]["t"]]
            parts.append(opening)
            _collect(element["c"][1], parts)
            parts.append(closing)
        elif kind in INLINE_INDEX:
            _collect(children(element) or [], parts)
        elif kind == "Cite":
            _collect(element["c"][1], parts)
        elif kind in ("Code", "Math"):
            parts.append(element["c"][1])


def block_children(block: Element) -> Iterator[tuple[str, list[Any]]]:
    """Return the parts of a block in document order: `("blocks" | "inlines", list)`.

    Captions, table cells, definition lists and line blocks are covered; a leaf gives nothing.
    """
    kind, content = block["t"], block.get("c") or []
    if kind in ("Para", "Plain"):
        yield "inlines", content
    elif kind == "Header":
        yield "inlines", content[2]
    elif kind == "BlockQuote":
        yield "blocks", content
    elif kind == "Div":
        yield "blocks", content[1]
    elif kind == "BulletList":
        for item in content:
            yield "blocks", item
    elif kind == "OrderedList":
        for item in content[1]:
            yield "blocks", item
    elif kind == "DefinitionList":
        for term, definitions in content:
            yield "inlines", term
            for definition in definitions:
                yield "blocks", definition
    elif kind == "LineBlock":
        for line in content:
            yield "inlines", line
    elif kind == "Figure":
        yield from _caption(content[1])
        yield "blocks", content[2]
    elif kind == "Table":
        yield from _caption(content[1])
        yield from _cells(content)


def _caption(caption: list[Any]) -> Iterator[tuple[str, list[Any]]]:
    short, blocks = caption
    if short:
        yield "inlines", short
    yield "blocks", blocks


def _cells(table: list[Any]) -> Iterator[tuple[str, list[Any]]]:
    head, bodies, foot = table[3], table[4], table[5]
    rows = [*head[1]]
    for body in bodies:
        rows += body[2] + body[3]
    rows += foot[1]
    for _, cells in rows:
        for cell in cells:
            yield "blocks", cell[4]
