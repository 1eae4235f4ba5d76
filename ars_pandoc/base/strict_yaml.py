"""YAML and JSON files as plain data, read strictly, fast and with errors for writers.

The sidecar, the ledger and the catalog are read here. The data is built straight from the
parser's events, which is twice as fast as PyYAML's constructor and keeps what that loses: a
scalar is resolved only where nothing can be lost (null, true/false, plain decimal integers), so
a date, `0123`, `1.10` or `12:30` stays the text that the writer wrote (contract §4).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ars_pandoc.base.yaml_errors import (
    MAX_DEPTH,
    at_event,
    foreign_tag,
    second_document,
    too_deep,
    too_many,
    yaml_errors,
)

MAX_PARTS = 3_000_000
"""Values, lists and maps in one YAML file: 50,000 entries of up to 60 each, read in seconds."""


MAX_ALIASED_NODES = 1_000_000
"""Nodes that aliases may stand for, all together: the bound on a "billion laughs" file."""


_WORDS: dict[str, bool | None] = {
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "NULL": None,
    # YAML 1.1's booleans, as ARS itself reads them.
    **dict.fromkeys(("true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"), True),
    **dict.fromkeys(("false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"), False),
}


_TEXT_TAGS = frozenset({"!", "tag:yaml.org,2002:str"})


_PLAIN_TAGS = frozenset(
    f"tag:yaml.org,2002:{name}" for name in ("null", "bool", "int", "float", "timestamp")
)


_COLLECTION_TAGS = frozenset({"!", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"})


MERGE_KEY = "<<"
"""The key that brings another map's parts; without quotes."""


_MERGE = object()


_NO_KEY = object()


def parse_yaml(text: str, label: str) -> Any:
    """Parse one YAML document.

    Raises:
        UnreadableFileError: With line and column, in our own words.
    """
    with yaml_errors(text, label):
        return _build(events_of(text), label)


def events_of(text: str) -> Callable[[], Any]:
    """Return the function that returns the next event; the C parser where PyYAML has it."""
    import yaml  # a JSON sidecar needs none of it

    loader = yaml.CLoader if yaml.__with_libyaml__ else yaml.Loader
    parser: Any = loader(text)
    get_event: Callable[[], Any] = parser.get_event
    return get_event


def _build(get_event: Callable[[], Any], label: str) -> Any:
    """Build plain data from events with a stack of our own: no recursion, no constructor."""
    stack: list[tuple[Any, Any, str | None, int]] = []
    anchors = _Anchors(label)
    container: Any = None  # the open dict or list; None at the top level
    key: Any = _NO_KEY
    anchor: str | None = None
    start = nodes = documents = 0
    result: Any = None

    while True:
        if nodes > MAX_PARTS and nodes - anchors.aliased > MAX_PARTS:
            raise too_many(label)
        event = get_event()
        name = type(event).__name__
        if name == "ScalarEvent":
            value = _scalar(event, key is _NO_KEY and type(container) is dict, label)
            nodes += 1
            if event.anchor is not None:
                anchors.define(event.anchor, value, 1)
        elif name in _STARTS:
            _check_start(event, label, len(stack), key is _NO_KEY and type(container) is dict)
            stack.append((container, key, anchor, start))
            container = {} if name == "MappingStartEvent" else []
            key, anchor, start = _NO_KEY, event.anchor, nodes
            nodes += 1
            continue
        elif name in _ENDS:
            value = container
            if name == "MappingEndEvent" and _MERGE in value:
                value = _merged(value, label, event)
            if anchor is not None:
                anchors.define(anchor, value, nodes - start)
            container, key, anchor, start = stack.pop()
        elif name == "AliasEvent":
            value, size = anchors.use(event)
            nodes += size
        elif name == "StreamEndEvent":
            return result
        else:
            documents += name == "DocumentStartEvent"
            if documents > 1:
                raise second_document(label, event)
            continue

        if type(container) is list:
            container.append(value)
        elif container is None:
            result = value
        elif key is _NO_KEY:
            key = _unique_key(value, container, event, label)
        else:
            container[key] = value
            key = _NO_KEY


_STARTS = frozenset({"MappingStartEvent", "SequenceStartEvent"})


_ENDS = frozenset({"MappingEndEvent", "SequenceEndEvent"})


class _Anchors:
    """The parts that have a name (`&name`), and how much their aliases stand for so far."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.parts: dict[str, tuple[Any, int]] = {}
        self.aliased = 0

    def define(self, name: str, value: Any, size: int) -> None:
        self.parts[name] = (value, size)

    def use(self, event: Any) -> tuple[Any, int]:
        if event.anchor not in self.parts:
            raise at_event(
                self.label,
                event,
                f"*{event.anchor} stands for nothing, or for a part that it lies in",
                f"define &{event.anchor} before it, or put the text in quotes",
            )
        value, size = self.parts[event.anchor]
        self.aliased += size
        if self.aliased > MAX_ALIASED_NODES:
            raise at_event(
                self.label,
                event,
                f"its aliases (*{event.anchor}) stand for more than a million parts",
                "write the parts out, or use fewer aliases",
            )
        return value, size


def _scalar(event: Any, is_key: bool, label: str) -> Any:
    """Resolve a scalar; keys and everything in quotes stay text."""
    value, tag = event.value, event.tag
    if tag is not None and tag not in _PLAIN_TAGS:
        if tag not in _TEXT_TAGS:
            raise foreign_tag(label, event)
        return value
    return scalar_value(event, is_key=is_key)


def scalar_value(event: Any, *, is_key: bool) -> Any:
    """Return what a scalar says whose tag was looked at."""
    value: str = event.value
    if event.style or is_key:  # the style of a plain scalar is empty
        return value
    if event.tag is not None and event.tag not in _PLAIN_TAGS:
        return value
    if value in _WORDS:
        return _WORDS[value]
    return _integer(value) if value[0] in "-0123456789" else value


def _check_start(event: Any, label: str, depth: int, is_key: bool) -> None:
    if is_key:
        raise at_event(label, event, "a key is itself a list or a map", "write a plain word")
    if event.tag is not None and event.tag not in _COLLECTION_TAGS:
        raise foreign_tag(label, event)
    if depth >= MAX_DEPTH:
        raise too_deep(label, event)


def _unique_key(value: Any, mapping: dict[Any, Any], event: Any, label: str) -> Any:
    if type(value) is not str:
        raise at_event(label, event, "a key is no plain word", "write a plain word")
    is_merge = value == MERGE_KEY and type(event).__name__ == "ScalarEvent" and not event.style
    key = _MERGE if is_merge else value
    if key in mapping:
        raise at_event(
            label,
            event,
            f"the key {value!r} is given twice in one map",
            "keep one of the two; which one counts must not be left to chance",
        )
    return key


def _integer(text: str) -> int | str:
    digits = text[1:] if text[0] == "-" else text
    if not (digits.isascii() and digits.isdigit() and len(text) < 19):
        return text
    return text if digits[0] == "0" and text != "0" else int(text)


def _merged(mapping: dict[Any, Any], label: str, event: Any) -> dict[str, Any]:
    """Apply YAML's merge key: what the map says itself wins over what `<<` brings."""
    sources = mapping.pop(_MERGE)
    for source in sources if isinstance(sources, list) else [sources]:
        if not isinstance(source, dict):
            raise at_event(label, event, "<< names no map", "write <<: *name of a map")
    return merge_maps(sources, mapping)


def merge_maps(sources: Any, own: dict[str, Any]) -> dict[str, Any]:
    """Return what a map says that merges one map or several: the first wins, and its own before all."""
    result: dict[str, Any] = {}
    for source in sources if isinstance(sources, list) else [sources]:
        for key, value in source.items():
            result.setdefault(key, value)
    result.update(own)
    return result
