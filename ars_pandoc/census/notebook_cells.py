"""The Markdown of a notebook's cells, each with its place in the JSON."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import cast

from ars_pandoc.base.lazy_pattern import lazy_pattern

_Piece = tuple[str, int]

_VALUE = lazy_pattern(r"[\s,:]*(?P<sign>[\"{}\[\]]|[^\s,:\"{}\[\]]+)")
_ESCAPE = lazy_pattern(r"\\(?:u[0-9A-Fa-f]{4}|.)")
_PAIR = lazy_pattern(r"\\u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}")


@dataclass(frozen=True, slots=True)
class Cell:
    """The source of one cell.

    Attributes:
        kind: `markdown`, `raw` or `code`.
        text: Its source.
        starts: Where each of its strings begins in `text`.
        places: Where each begins in the JSON, behind its quotation mark.
    """

    kind: str
    text: str
    starts: tuple[int, ...]
    places: tuple[int, ...]

    def place(self, json: str, offset: int) -> int:
        """Return where in the JSON a character of the cell stands."""
        number = bisect_right(self.starts, offset) - 1
        left = offset - self.starts[number]
        at = self.places[number]
        while left > 0:
            hit = _PAIR.match(json, at) or _ESCAPE.match(json, at)
            at = at + 1 if hit is None else hit.end()
            left -= 1
        return at


def cells(json: str) -> Iterator[Cell]:
    """Return the cells of a notebook in order; none, where the text is no JSON.

    Notebooks are flat: what counts are the pairs `cell_type` and `source` of one object.
    """
    # For each open object or list: its sign, the name that waits for a value, what it holds.
    stack: list[dict[str, object]] = []
    place = 0
    try:
        while (hit := _VALUE.match(json, place)) is not None:
            sign = hit["sign"]
            place = hit.end()
            if sign in ("{", "["):
                stack.append({"sign": sign, "name": None, "pieces": []})
            elif sign in ("}", "]"):
                if not stack:
                    return
                closed = stack.pop()
                if sign == "}" and "cell_type" in closed and "source" in closed:
                    yield _cell(str(closed["cell_type"]), cast(list[_Piece], closed["source"]))
                _give(stack, closed["pieces"] if sign == "]" else None)
            elif sign == '"':
                value, end = scanstring(json, place, False)
                top = stack[-1] if stack else None
                if top is not None and top["sign"] == "{" and top["name"] is None:
                    top["name"] = value
                else:
                    _give(stack, (value, place))
                place = end
            else:
                _give(stack, None)
    except ValueError:
        return


def _give(stack: list[dict[str, object]], value: object) -> None:
    """Hand a value to the object or list that it stands in."""
    if not stack:
        return
    top = stack[-1]
    if top["sign"] == "[":
        pieces = top["pieces"]
        if isinstance(value, tuple) and isinstance(pieces, list):
            pieces.append(value)
        return
    if top["name"] == "cell_type" and isinstance(value, tuple):
        top["cell_type"] = value[0]
    elif top["name"] == "source":
        top["source"] = [value] if isinstance(value, tuple) else value or []
    top["name"] = None


def _cell(kind: str, pieces: list[_Piece]) -> Cell:
    starts = []
    length = 0
    for value, _ in pieces:
        starts.append(length)
        length += len(value)
    text = "".join(value for value, _ in pieces)
    return Cell(kind, text, tuple(starts), tuple(place for _, place in pieces))
