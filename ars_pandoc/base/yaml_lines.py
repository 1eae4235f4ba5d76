"""The line of each part of a YAML or JSON text, for messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.strict_yaml import MAX_PARTS, events_of
from ars_pandoc.base.yaml_errors import yaml_errors


def lines_of(text: str) -> dict[str, int]:
    """Find the line of every part of a YAML or JSON text.

    It parses anew, so it is for texts in which there is a problem to report.

    Returns:
        Paths such as `literature_corpus[3].authors[0].family` and their lines from 1. Empty
        where the text cannot be parsed (JSON with surrogate escapes, for one).
    """
    try:
        with yaml_errors(text, ""):
            return dict(islice(_walk_lines(events_of(text)), MAX_PARTS))
    except ArsError:
        return {}


def _walk_lines(get_event: Callable[[], Any]) -> Iterator[tuple[str, int]]:
    stack: list[tuple[str, int | None]] = []
    path, position = "", None  # position: the index in a list, None in a map
    key: str | None = None
    while True:
        event = get_event()
        name = type(event).__name__
        if name == "StreamEndEvent":
            return
        if name in ("MappingEndEvent", "SequenceEndEvent"):
            path, position = stack.pop()
            key = None
            continue
        if name not in ("ScalarEvent", "AliasEvent", "MappingStartEvent", "SequenceStartEvent"):
            continue
        if stack and position is None and key is None:
            key = getattr(event, "value", "")
            yield child_path(path, key), event.start_mark.line + 1
            continue
        here = path
        if position is not None:
            here = child_path(path, position)
            position += 1
            yield here, event.start_mark.line + 1
        elif key is not None:
            here = child_path(path, key)
        key = None
        if name.endswith("StartEvent"):
            stack.append((path, position))
            path, position = here, 0 if name == "SequenceStartEvent" else None


def child_path(path: str, step: str | int) -> str:
    """Spell the path of a part: `a` and `b` give `a.b`, `a` and 3 give `a[3]`."""
    if isinstance(step, int):
        return f"{path}[{step}]"
    return f"{path}.{step}" if path else step


def nearest_line(lines: dict[str, int], path: str) -> int | None:
    """Return the line of a path, or of the part around it where a field is missing."""
    while path:
        if path in lines:
            return lines[path]
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    return None
