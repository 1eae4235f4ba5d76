"""The words of a YAML value, with the place of each character."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ars_pandoc.documents.r_values import character, decode
from ars_pandoc.positions.traced import Run, Traced

if TYPE_CHECKING:
    from yaml.nodes import MappingNode, Node, ScalarNode

_DOUBLE = re.compile(
    r"\\(?:x(?P<x>[0-9A-Fa-f]{2})|u(?P<u>[0-9A-Fa-f]{4})|U(?P<U>[0-9A-Fa-f]{8})"
    r"|(?P<fold>[ \t]*\n[ \t]*)|(?P<one>.))",
    re.DOTALL,
)
# An anchor or a tag before a value.
_PROPERTIES = re.compile(r"(?:[&!]\S*\s+)*")
_SINGLE = re.compile("''")
_CONTROL = {
    "n": "\n", "r": "\n", "N": "\n", "L": "\n", "P": "\n\n", "t": " ", "_": "\u00a0",
    "0": "", "a": "", "b": "", "e": "", "f": "", "v": "",
}  # fmt: skip


def compose(text: Traced) -> MappingNode | None:
    """Read YAML and keep where each value stands; None if it is no map, or no YAML."""
    import yaml  # late: only where a chunk has options
    from yaml.nodes import MappingNode

    try:
        node = yaml.compose(text.text, yaml.SafeLoader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    return node if isinstance(node, MappingNode) else None


def fields_of(node: MappingNode) -> Iterator[tuple[str, Node]]:
    """Return each field with its value, those of maps within too; a map is none itself."""
    from yaml.nodes import MappingNode, ScalarNode

    waiting = [node]
    seen: set[int] = set()
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        for key, value in one.value:
            if isinstance(value, MappingNode):
                waiting.append(value)
            elif isinstance(key, ScalarNode):
                yield key.value, value


def scalars_of(node: Node) -> Iterator[ScalarNode]:
    """Return the values of a list at any depth, or the value itself."""
    from yaml.nodes import MappingNode, ScalarNode, SequenceNode

    waiting = [node]
    seen: set[int] = set()
    while waiting:
        one = waiting.pop()
        if isinstance(one, ScalarNode):
            yield one
        elif id(one) not in seen:
            seen.add(id(one))
            if isinstance(one, SequenceNode):
                waiting += reversed(one.value)
            elif isinstance(one, MappingNode):
                waiting += reversed([value for _, value in one.value])


def words_of(text: Traced, node: ScalarNode) -> Traced:
    """Return what a value says: escapes decoded, its lines without indentation."""
    start, end = node.start_mark.index, node.end_mark.index
    if node.style:
        start = text.text.find(node.style, start, end)  # behind a tag or an anchor
    if node.style == '"':
        return lines_of(Traced(decode(text, start + 1, end - 1, _DOUBLE, _double)))
    if node.style == "'":
        return lines_of(Traced(decode(text, start + 1, end - 1, _SINGLE, lambda _: "'")))
    if node.style in ("|", ">"):
        first = text.text.find("\n", start, end)
        return lines_of(text.cut(first + 1 if first >= 0 else end, end))
    before = _PROPERTIES.match(text.text, start, end)
    return lines_of(text.cut(before.end() if before else start, end))


def _double(hit: re.Match[str]) -> str:
    for group in ("x", "u", "U"):
        if hit[group]:
            return character(hit[group])
    return "" if hit["fold"] is not None else _CONTROL.get(hit["one"], hit["one"])


def lines_of(text: Traced) -> Traced:
    """Return the lines of a text without the white space around them, nor empty ones around all."""
    parts: list[Run] = []
    blank = 0
    place = 0
    for line in text.text.split("\n"):
        bare = line.strip(" \t\r")
        if bare:
            start = place + line.index(bare)
            if parts:
                parts.append(Run("\n\n" if blank else "\n"))
            parts += text.cut(start, start + len(bare)).runs
            blank = 0
        else:
            blank += 1
        place += len(line) + 1
    return Traced(parts)
