"""The sidecar, written: entries added and fields set, with comments and order kept (contract §4).

A change reads the file anew under a lock, is held to the rules of §4 before it replaces the old
one in one step, and touches nothing that it was not asked for.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ars_pandoc.base.data_file import Document
from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.locked_file import locked, plain_text, read_raw, replace_file, unwritable
from ars_pandoc.base.strict_json import parse_json
from ars_pandoc.base.strict_yaml import parse_yaml
from ars_pandoc.base.text_file import name_of
from ars_pandoc.corpus.edit_yaml import append_in_yaml, set_in_yaml
from ars_pandoc.corpus.load_sidecar import LIST, check_document

_NOUN = "sidecar"


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
    with locked(sidecar, _NOUN):
        raw = read_raw(sidecar, _NOUN)
        before = plain_text(raw)
        data = _check(sidecar, before, "cannot be changed")
        wanted = _differing(sidecar, data[LIST], fields)
        if not wanted:
            return ()
        if _is_json(sidecar):
            for entry in data[LIST]:
                _merge(entry, wanted.get(entry["citation_key"], {}))
            text = _as_json(data, before)
        else:
            text = set_in_yaml(before, wanted)
        _check(sidecar, text, "would break a rule, so that nothing was written")
        replace_file(sidecar, raw, text, _NOUN)
    return tuple(wanted)


def _differing(
    sidecar: Path, entries: Sequence[dict[str, Any]], fields: Mapping[str, Mapping[str, Any]]
) -> dict[str, dict[str, Any]]:
    """Return what is to be changed: by key, the fields that have another value now.

    Raises:
        ArsError: A key is not there.
    """
    by_key = {entry["citation_key"]: entry for entry in entries}
    wanted: dict[str, dict[str, Any]] = {}
    for key, values in fields.items():
        if key not in by_key:
            raise ArsError(
                f"{name_of(sidecar)} has no entry for '{key}'; nothing was written",
                steps=["check the key: ars list-read --unread lists them"],
            )
        if new := _changes(by_key[key], values):
            wanted[key] = new
    return wanted


def _changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in new.items():
        present = old.get(name)
        if isinstance(value, Mapping) and isinstance(present, Mapping):
            if inner := _changes(present, value):
                found[name] = inner
        elif name in old if value is None else present != value or type(present) is not type(value):
            found[name] = value
    return found


def _merge(entry: dict[str, Any], values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        if value is None:
            entry.pop(name, None)
        elif isinstance(value, Mapping) and isinstance(entry.get(name), dict):
            _merge(entry[name], value)
        else:
            entry[name] = value


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
            after = append_in_yaml(before, text)
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


def _check(sidecar: Path, text: str, why: str) -> Any:
    """Hold a sidecar's text to the rules of contract §4, and give it as plain data.

    Raises:
        ArsError: It breaks one.
    """
    name = name_of(sidecar)
    data = (parse_json if _is_json(sidecar) else parse_yaml)(text, name)
    _, problems = check_document(Document(name, text, data))
    errors = [problem for problem in problems if problem.severity == "error"]
    if errors:
        raise ArsError(
            f"{name} {why}",
            why=str(errors[0]),
            steps=[f"ars validate --corpus {name} lists all problems"],
        )
    return data


def _is_json(sidecar: Path) -> bool:
    return sidecar.suffix.lower() == ".json"


def _as_json(data: Any, before: str) -> str:
    found = re.search(r"\n([ \t]+)\S", before)
    indent = found[1] if found else 2
    end = "\n" if before.endswith("\n") else ""
    return json.dumps(data, ensure_ascii=False, indent=indent) + end
