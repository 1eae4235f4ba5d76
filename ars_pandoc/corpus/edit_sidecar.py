"""The sidecar, written: entries added and fields set, with comments and order kept (contract §4).

A change reads the file anew under a lock, is held to the rules of §4 before it replaces the old
one in one step, and touches nothing that it was not asked for.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ars_pandoc.corpus.load import LIST, check_document
from ars_pandoc.corpus.plain import Document, UnreadableFileError, name_of, parse_json, parse_yaml
from ars_pandoc.corpus.problem import Problem
from ars_pandoc.corpus.rewrite import (
    dumped,
    locked,
    plain_text,
    quoted,
    read_raw,
    replace_file,
    round_trip,
    unwritable,
)
from ars_pandoc.errors import ArsError

_NOUN = "sidecar"
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


def set_fields(sidecar: Path, fields: Mapping[str, Mapping[str, Any]]) -> tuple[str, ...]:
    """Set fields of entries.

    Args:
        sidecar: The file, YAML or JSON.
        fields: By citation key, each field with its new value; None removes the field.

    Returns:
        The keys whose entries changed.

    Raises:
        ArsError: A key is not there, the file cannot be read or written or is locked, or would
            break a rule of contract §4; nothing was written then.
    """
    changed: list[str] = []

    def edit(entries: list[Any]) -> bool:
        by_key = {entry.get("citation_key"): entry for entry in entries if isinstance(entry, dict)}
        for key, values in fields.items():
            entry = by_key.get(key)
            if entry is None:
                raise ArsError(
                    f"{name_of(sidecar)} has no entry for '{key}'; nothing was written",
                    steps=["check the key: ars list-read --unread lists them"],
                )
            if any([_set(entry, name, value) for name, value in values.items()]):
                changed.append(key)
        return bool(changed)

    _change(sidecar, edit)
    return tuple(changed)


def _set(entry: Any, name: str, value: Any) -> bool:
    if value is None:
        return entry.pop(name, None) is not None
    if isinstance(value, Mapping) and isinstance(entry.get(name), dict):
        return any([_set(entry[name], part, one) for part, one in value.items()])
    if entry.get(name) == value and type(entry.get(name)) is type(value):
        return False
    entry[name] = _for_yaml(value)
    return True


def _for_yaml(value: Any) -> Any:
    # A date without quotes becomes another type in readers of YAML 1.1.
    return quoted(value) if isinstance(value, str) and _DATE.match(value) else value


def _change(sidecar: Path, edit: Callable[[list[Any]], bool]) -> None:
    with locked(sidecar, _NOUN):
        raw = read_raw(sidecar, _NOUN)
        before = plain_text(raw)
        _check(sidecar, before, "cannot be changed")
        if _is_json(sidecar):
            data = json.loads(before)
            if not edit(data[LIST]):
                return
            text = _as_json(data, before)
        else:
            yaml = round_trip(before, LIST)
            tree = yaml.load(before)
            if not edit(tree[LIST]):
                return
            text = dumped(yaml, tree)
        _check(sidecar, text, "would break a rule, so that nothing was written")
        replace_file(sidecar, raw, text, _NOUN)


def append_to_sidecar(sidecar: Path, text: str, entries: Sequence[Mapping[str, Any]]) -> None:
    """Add entries at the end of a sidecar's list; no byte before them changes.

    Args:
        sidecar: The file, YAML or JSON.
        text: The entries as a YAML block whose dashes stand in the first column; it may hold
            comments. A JSON sidecar takes the entries alone.
        entries: The same entries as data.

    Raises:
        ArsError: The file cannot be read or written or is locked, or would break a rule of
            contract §4; nothing was written then.
    """
    with locked(sidecar, _NOUN):
        raw = read_raw(sidecar, _NOUN)
        before = plain_text(raw)
        _check(sidecar, before, "cannot be added to")
        if _is_json(sidecar):
            data = json.loads(before)
            data[LIST] += entries
            after = _as_json(data, before)
        else:
            after = _inserted(before, text)
        _check(sidecar, after, "would break a rule, so that nothing was written")
        replace_file(sidecar, raw, after, _NOUN)


def create_sidecar(sidecar: Path, text: str) -> None:
    """Write a new sidecar.

    Raises:
        ArsError: One is there already, it would break a rule of contract §4, or it cannot be
            written.
    """
    try:
        sidecar.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(sidecar, _NOUN, error) from None
    with locked(sidecar, _NOUN):
        if sidecar.exists():
            raise ArsError(
                f"{name_of(sidecar)} is there already; nothing was written",
                steps=["add what is new: ars init --update …", "name another file: --output FILE"],
            )
        _check(sidecar, text, "would break a rule, so that nothing was written")
        replace_file(sidecar, "", text, _NOUN)


def _inserted(before: str, text: str) -> str:
    """Put a YAML block at the end of the list, whatever stands behind it."""
    import yaml

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    root = yaml.compose(before, Loader=loader)
    pairs = root.value if isinstance(root, yaml.MappingNode) else []
    key, node = next((key, node) for key, node in pairs if key.value == LIST)
    if node.flow_style:
        if node.value:
            # A list in brackets: only an editor of the whole tree can add to it.
            editor = round_trip(before, LIST)
            tree = editor.load(before)
            tree[LIST] += editor.load(text)
            return dumped(editor, tree)
        start, end = node.start_mark.index, node.end_mark.index
        head = before[: key.end_mark.index] + ":"
        return head + "\n" + text + before[end:].lstrip(" ").removeprefix("\n")
    if not node.value:
        raise UnreadableFileError(f"{LIST} is no list")
    indent = " " * node.start_mark.column
    place = before.find("\n", _last(node).end_mark.index)
    # The last scalar's mark may lie behind its line, with a block text.
    end = len(before) if place < 0 else place + 1
    if before[_last(node).end_mark.index - 1 : _last(node).end_mark.index] == "\n":
        end = _last(node).end_mark.index
    lead = "" if before[:end].endswith("\n") else "\n"
    block = "".join(indent + line if line.strip() else line for line in text.splitlines(True))
    return before[:end] + lead + block + before[end:]


def _last(node: Any) -> Any:
    """Give the last scalar of a node: a block's own end lies behind the comments that follow."""
    while not node.flow_style if isinstance(node.value, list) else False:
        if not node.value:
            return node
        last = node.value[-1]
        node = last[1] if isinstance(last, tuple) else last
    return node


def _check(sidecar: Path, text: str, why: str) -> None:
    """Hold a sidecar's text to the rules of contract §4.

    Raises:
        ArsError: It breaks one.
    """
    name = name_of(sidecar)
    data = (parse_json if _is_json(sidecar) else parse_yaml)(text, name)
    _, problems = check_document(Document(name, text, data))
    errors: list[Problem] = [problem for problem in problems if problem.severity == "error"]
    if errors:
        raise ArsError(
            f"{name} {why}",
            why=str(errors[0]),
            steps=[f"ars validate --corpus {name} lists all problems"],
        )


def _is_json(sidecar: Path) -> bool:
    return sidecar.suffix.lower() == ".json"


def _as_json(data: Any, before: str) -> str:
    found = re.search(r"\n([ \t]+)\S", before)
    indent = found[1] if found else 2
    end = "\n" if before.endswith("\n") else ""
    return json.dumps(data, ensure_ascii=False, indent=indent) + end
