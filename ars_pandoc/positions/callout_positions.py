"""Tell where the call-outs of a document stand in its source (contract §3).

They have no element of their own in Pandoc's AST, so their words are looked for in the text, one
behind the other, and the letters before each must agree. What cannot be told has no place.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from pathlib import Path

from ars_pandoc.citations.callouts import CallOut
from ars_pandoc.positions.position import Lines, Position
from ars_pandoc.positions.traced import Traced

_ENOUGH = 12
_REACH = 200
_MARKUP = re.compile(
    r"<!--.*?-->|\[\^[^\]\s]+\]|\^\[[^\]]*\]|\]\([^()\s]*\)|\{[^{}]*\}|</?[A-Za-z][^<>]*>|\\[A-Za-z]+",
    re.DOTALL,
)
_BETWEEN = r"[*_^~\\{}\"'“”‘’]{0,4}"
_SIGNS = {
    "–": "(?:–|--)",
    "—": "(?:—|---)",
    "’": "['’]",
    "‘": "['‘]",
    "“": '["“]',
    "”": '["”]',
    "…": r"(?:…|\.\.\.)",
}
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def locate_callouts(
    callouts: Sequence[CallOut], texts: Sequence[Traced], files: Mapping[Path, str]
) -> list[Position | None]:
    """Return where call-outs stand in their source, one position or None for each.

    Args:
        callouts: In document order.
        texts: The texts that Pandoc read, in order.
        files: The files that they come from, each with its text.
    """
    places: dict[str, list[tuple[int, int, int]]] = {}
    lines: dict[Path, Lines] = {}
    located: list[Position | None] = []
    used: set[tuple[int, int]] = set()
    last = (0, 0)
    for callout in callouts:
        if callout.text not in places:
            pattern = _pattern(callout.text)
            places[callout.text] = [
                (number, hit.start(), hit.end())
                for number, text in enumerate(texts)
                for hit in pattern.finditer(text.text)
            ]
        chosen = _choose(callout, places[callout.text], texts, used, last)
        position = None
        if chosen is not None:
            number, start, end = chosen
            used.add((number, start))
            last = (number, start)
            position = _position(texts[number], (start, end), files, lines)
        located.append(position)
    return located


def _choose(
    callout: CallOut,
    places: list[tuple[int, int, int]],
    texts: Sequence[Traced],
    used: set[tuple[int, int]],
    last: tuple[int, int],
) -> tuple[int, int, int] | None:
    """Return the first place from the last call-out on with the same letters before, or any."""
    first = bisect_left(places, (*last, 0))
    wanted = _letters(callout.before)[-_ENOUGH:]
    for place in (*places[first:], *places[:first]):
        if place[:2] in used:
            continue
        text = texts[place[0]].text
        there = _letters(_MARKUP.sub(" ", text[max(0, place[1] - _REACH) : place[1]]))
        if there.endswith(wanted[-len(there) :] if len(there) < len(wanted) else wanted):
            return place
    return None


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text))


def _pattern(text: str) -> re.Pattern[str]:
    """Return what finds a call-out in a source: its characters, with markup between."""
    words = []
    for word in text.split():
        signs = (_SIGNS.get(char) or _character(char) for char in word)
        words.append(_BETWEEN.join(signs))
    return re.compile((_BETWEEN + r"(?:[\s~>]|&nbsp;|\\ )+" + _BETWEEN).join(words))


def _character(char: str) -> str:
    plain = char.translate(_RAISED)
    return re.escape(char) if plain == char else f"[{char}{plain}]"


def _position(
    text: Traced,
    extent: tuple[int, int],
    files: Mapping[Path, str],
    lines: dict[Path, Lines],
) -> Position | None:
    origin = text.origin(extent)
    if origin is None:
        return None
    path, whole = origin
    if path not in lines:
        lines[path] = Lines(files[path])
    line, column = lines[path].line_and_column(whole[0])
    end_line, end_column = lines[path].line_and_column(whole[1])
    return Position(
        path,
        line,
        column,
        end_line,
        end_column,
        lines[path].text(line),
        whole,
        whole,
        (whole[0], whole[0]),
    )
