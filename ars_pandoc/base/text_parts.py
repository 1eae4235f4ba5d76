"""The parts of a YAML or JSON text and their places in it, for edits that leave the rest alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ars_pandoc.base.strict_yaml import MERGE_KEY, events_of, merge_maps, scalar_value

_JSON_TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[\[\]{}:,]|[^\s\[\]{}:,"]+)')

_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""Line ends as YAML 1.1 has them."""

_SPACE = re.compile("[ \t\n\r\x85\u2028\u2029\ufeff]*")
_PROPERTY = re.compile("[&!][^ \t\n\r\x85\u2028\u2029]*")


@dataclass(slots=True, eq=False)
class Part:
    """A scalar, list, map or alias of a text.

    Attributes:
        kind: `scalar`, `list`, `map` or `alias`.
        start: Where it begins, its anchor and tag included.
        end: Behind its last character; a block ends with the last part in it.
        flow: It stands in brackets (a list or map).
        style: Of a scalar: the quote, `|` or `>`, "" for none.
        anchor: Its name, or the name that an alias stands for.
        value: Of a scalar: what it says; of a key always text.
        items: Of a list.
        pairs: Of a map: keys with values.
        target: Of an alias: the part that it stands for.
    """

    kind: str
    start: int
    end: int
    flow: bool = False
    style: str = ""
    anchor: str | None = None
    value: Any = None
    items: list[Part] = field(default_factory=list)
    pairs: list[tuple[Part, Part]] = field(default_factory=list)
    target: Part | None = None

    @property
    def name(self) -> str:
        """Return what a key says."""
        part = self.target if self.target is not None else self
        return str(part.value)

    @property
    def is_merge(self) -> bool:
        """Return whether a key is YAML's merge key."""
        return self.kind == "scalar" and not self.style and self.value == MERGE_KEY

    def data(self) -> Any:
        """Return what the part says, as the strict reader would."""
        if self.target is not None:
            return self.target.data()
        if self.kind == "list":
            return [item.data() for item in self.items]
        if self.kind != "map":
            return self.value
        own = {key.name: value.data() for key, value in self.pairs if not key.is_merge}
        merged = next((value.data() for key, value in self.pairs if key.is_merge), None)
        return own if merged is None else merge_maps(merged, own)

    def walk(self) -> Iterator[Part]:
        """Yield the part and all parts in it, in the order of the text."""
        stack = [self]
        while stack:
            part = stack.pop()
            yield part
            if part.kind == "map":
                stack.extend(side for pair in reversed(part.pairs) for side in reversed(pair))
            else:
                stack.extend(reversed(part.items))


def yaml_parts(text: str) -> Part | None:
    """Return the root of a YAML text that the strict reader takes; None where it holds nothing."""
    return _tree(_yaml_leaves(events_of(text), text))


def json_parts(text: str) -> Part | None:
    """Return the root of a JSON text that the strict reader takes."""
    return _tree(_json_leaves(text))


_Step = tuple[str, Part | None, int]
"""`open`, `close` or `leaf`, the part that begins or is, and where a part in brackets ends."""


def _tree(steps: Iterator[_Step]) -> Part | None:
    root: Part | None = None
    stack: list[Part] = []
    keys: list[Part | None] = []
    anchors: dict[str, Part] = {}
    for step, part, end in steps:
        if step == "close":
            closed = stack.pop()
            keys.pop()
            closed.end = max(end if closed.flow else _last(closed).end, closed.end)
            if closed.anchor is not None:
                anchors[closed.anchor] = closed
            continue
        if part is None:
            continue
        if root is None:
            root = part
        if stack:
            _put(part, stack[-1], keys)
        if part.kind == "alias":
            part.target = anchors.get(part.anchor or "")
        elif step == "open":
            stack.append(part)
            keys.append(None)
        elif part.anchor is not None:
            anchors[part.anchor] = part
    return root


def _put(part: Part, parent: Part, keys: list[Part | None]) -> None:
    if parent.kind == "list":
        parent.items.append(part)
        return
    key = keys[-1]
    if key is None:
        keys[-1] = part
    else:
        parent.pairs.append((key, part))
        keys[-1] = None


def _last(part: Part) -> Part:
    if part.items:
        return part.items[-1]
    return part.pairs[-1][1] if part.pairs else part


def _yaml_leaves(get_event: Callable[[], Any], text: str) -> Iterator[_Step]:
    is_key: list[bool | None] = []  # None in a list
    while True:
        event = get_event()
        name = type(event).__name__
        if name == "StreamEndEvent":
            return
        if name in ("MappingEndEvent", "SequenceEndEvent"):
            is_key.pop()
            yield "close", None, event.end_mark.index
        elif name in ("MappingStartEvent", "SequenceStartEvent", "ScalarEvent", "AliasEvent"):
            start, end = event.start_mark.index, event.end_mark.index
            key = bool(is_key and is_key[-1])
            if is_key and is_key[-1] is not None:
                is_key[-1] = not is_key[-1]
            if name == "ScalarEvent":
                value = scalar_value(event, is_key=key)
                yield (
                    "leaf",
                    Part("scalar", start, end, False, event.style or "", event.anchor, value),
                    0,
                )
            elif name == "AliasEvent":
                yield "leaf", Part("alias", start, end, anchor=event.anchor), 0
            else:
                kind = "map" if name == "MappingStartEvent" else "list"
                flow = bool(event.flow_style)
                yield "open", Part(kind, start, end if flow else start, flow, "", event.anchor), 0
                is_key.append(True if kind == "map" else None)


def _json_leaves(text: str) -> Iterator[_Step]:
    for match in _JSON_TOKEN.finditer(text):
        sign, start, end = match[1], match.start(1), match.end(1)
        if sign in "{[":
            yield "open", Part("map" if sign == "{" else "list", start, end, flow=True), 0
        elif sign in "}]":
            yield "close", None, end
        elif sign not in ":,":
            style = '"' if sign[0] == '"' else ""
            yield "leaf", Part("scalar", start, end, False, style, None, json.loads(sign)), 0


def skip_space(text: str, place: int) -> int:
    """Return the first place from here on that is neither white space nor in a comment."""
    while True:
        place = _SPACE.match(text, place).end()  # type: ignore[union-attr]  # it matches always
        if text[place : place + 1] != "#":
            return place
        place = line_end(text, place)


def skip_properties(text: str, place: int) -> int:
    """Return where the content behind a part's anchor and tag begins."""
    while match := _PROPERTY.match(text, place):
        place = skip_space(text, match.end())
    return place


def line_start(text: str, place: int) -> int:
    """Return where the line of a place begins."""
    while place > 0 and not _BREAK.match(text, place - 1):
        place -= 1
    return place


def line_end(text: str, place: int) -> int:
    """Return where the line of a place ends, before its line end."""
    found = _BREAK.search(text, place)
    return len(text) if found is None else found.start()


def next_line(text: str, place: int) -> int:
    """Return where the line behind that of a place begins."""
    found = _BREAK.search(text, place)
    return len(text) if found is None else found.end()
