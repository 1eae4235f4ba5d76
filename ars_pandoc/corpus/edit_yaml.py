"""A sidecar's YAML changed in its text: what was not asked for keeps every byte.

The places come from the parser's marks. An editor of the whole tree (ruamel.yaml) keeps comments,
but writes some lines of its own way; it is asked only where a list or an entry stands in brackets.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml

from ars_pandoc.base.flow_yaml import flow_value
from ars_pandoc.base.yaml_editor import dumped, round_trip
from ars_pandoc.corpus.load_sidecar import LIST

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_Edit = tuple[int, int, str]
"""From where to where, and what stands there then."""


class _NeedsTreeError(Exception):
    """The text is in a form that is not changed line by line."""


def append_in_yaml(text: str, block: str) -> str:
    """Add entries at the end of the list.

    Args:
        text: A valid sidecar, with plain line ends.
        block: The entries as YAML whose dashes stand in the first column; comments may be among
            them.
    """
    key, node = _list_node(text)
    if node.flow_style and node.value:
        editor = round_trip(text, LIST)
        tree = editor.load(text)
        tree[LIST] += editor.load(block)
        return dumped(editor, tree)
    if node.flow_style:
        head = text[: key.end_mark.index] + ":"
        rest = text[node.end_mark.index :]
        comment, newline, rest = rest.partition("\n")
        return f"{head}{comment}\n{block}{rest if newline else ''}"
    end = _end_of_line(text, node)
    lead = "" if text[:end].endswith("\n") else "\n"
    indent = " " * node.start_mark.column
    lines = (indent + line if line.strip() else line for line in block.splitlines(keepends=True))
    return text[:end] + lead + "".join(lines) + text[end:]


def set_in_yaml(text: str, fields: Mapping[str, Mapping[str, Any]]) -> str:
    """Set fields of entries.

    Args:
        text: A valid sidecar, with plain line ends.
        fields: By citation key, each field with its new value; None removes the field, a map
            sets the parts of a map.
    """
    try:
        edits: list[_Edit] = []
        for entry in _list_node(text)[1].value:
            key = next(v.value for k, v in entry.value if k.value == "citation_key")
            if key in fields:
                edits += _edits(text, entry, fields[key])
    except _NeedsTreeError:
        return _set_in_tree(text, fields)
    # Stable: what is inserted at one place keeps its order.
    for start, end, new in sorted(edits, key=lambda edit: edit[0], reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _edits(text: str, node: Any, values: Mapping[str, Any]) -> list[_Edit]:
    if node.flow_style:
        raise _NeedsTreeError
    present = {key.value: (key, value) for key, value in node.value}
    edits: list[_Edit] = []
    added: list[str] = []
    indent = " " * node.start_mark.column
    for name, value in values.items():
        if name not in present:
            added.append(f"{indent}{name}: {flow_value(value)}\n")
            continue
        key, old = present[name]
        if value is None:
            edits.append(_removal(text, node, key, old))
        elif isinstance(value, Mapping) and isinstance(old, yaml.MappingNode):
            edits += _edits(text, old, value)
        elif isinstance(old, yaml.ScalarNode) and old.style not in ("|", ">"):
            space = "" if text[old.start_mark.index - 1] in " \n" else " "
            edits.append((old.start_mark.index, old.end_mark.index, space + flow_value(value)))
        else:
            raise _NeedsTreeError
    if added:
        end = _end_of_line(text, node)
        lead = "" if text[:end].endswith("\n") else "\n"
        edits.append((end, end, lead + "".join(added)))
    return edits


def _removal(text: str, node: Any, key: Any, value: Any) -> _Edit:
    start = key.start_mark.index - key.start_mark.column
    if key is node.value[0][0] or text[start : key.start_mark.index].strip():
        raise _NeedsTreeError  # it shares its line with the dash
    return start, _end_of_line(text, value), ""


def _set_in_tree(text: str, fields: Mapping[str, Mapping[str, Any]]) -> str:
    editor = round_trip(text, LIST)
    tree = editor.load(text)
    for entry in tree[LIST]:
        _set(editor, entry, fields.get(entry["citation_key"], {}))
    return dumped(editor, tree)


def _set(editor: Any, entry: Any, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        if value is None:
            entry.pop(name, None)
        elif isinstance(value, Mapping) and isinstance(entry.get(name), dict):
            _set(editor, entry[name], value)
        else:
            entry[name] = editor.load(flow_value(value)) if value != "" else value


def _list_node(text: str) -> tuple[Any, Any]:
    """Return the nodes of `literature_corpus` and of its list."""
    root = yaml.compose(text, Loader=_LOADER)
    pairs = root.value if isinstance(root, yaml.MappingNode) else []
    return next((key, node) for key, node in pairs if key.value == LIST)


def _end_of_line(text: str, node: Any) -> int:
    """Return the end of a block's last line: its own mark lies behind the comments that follow."""
    while isinstance(node.value, list) and node.value and not node.flow_style:
        last = node.value[-1]
        node = last[1] if isinstance(last, tuple) else last
    end: int = node.end_mark.index
    if getattr(node, "style", None) in ("|", ">") and text[end - 1] == "\n":
        return end
    place = text.find("\n", end)
    return len(text) if place < 0 else place + 1
