"""The sidecar, written: entries added and fields set, with comments and order kept (contract §4).

A change reads the file anew under a lock, is held to the rules of §4 before it replaces the old
one in one step, and touches nothing that it was not asked for.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ars_pandoc.base.data_file import Document
from ars_pandoc.base.edit_text import edited_json, edited_yaml, with_items
from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.locked_file import locked, read_raw, replace_file, unwritable, without_mark
from ars_pandoc.base.strict_json import parse_json
from ars_pandoc.base.strict_yaml import parse_yaml
from ars_pandoc.base.text_file import name_of
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
        raw, text, wanted = _with_fields(sidecar, fields)
        if wanted:
            replace_file(sidecar, raw, text, _NOUN)
    return wanted


def try_fields(sidecar: Path, fields: Mapping[str, Mapping[str, Any]]) -> None:
    """Go through all that `set_fields` does, and write nothing.

    Whoever writes another file first asks here if this one would take its part.

    Raises:
        ArsError: As `set_fields`.
    """
    _with_fields(sidecar, fields)
    if not os.access(sidecar.parent, os.W_OK):
        error = OSError(errno.EACCES, os.strerror(errno.EACCES))
        raise unwritable(sidecar, _NOUN, error)


def _with_fields(
    sidecar: Path, fields: Mapping[str, Mapping[str, Any]]
) -> tuple[str, str, tuple[str, ...]]:
    """Return what stands in a sidecar, what is to stand there, and the keys that change."""
    raw = read_raw(sidecar, _NOUN)
    before = without_mark(raw)
    data = _check(sidecar, before, "cannot be changed")
    wanted = _differing(sidecar, data[LIST], fields)
    if not wanted:
        return raw, before, ()
    entries = [
        _merged(entry, wanted[key]) if (key := _key_of(entry)) in wanted else entry
        for entry in data[LIST]
    ]
    edited = edited_json if _is_json(sidecar) else edited_yaml
    text = edited(before, data, {**data, LIST: entries}, name_of(sidecar))
    _check(sidecar, text, "would break a rule, so that nothing was written")
    return raw, text, tuple(wanted)


def _key_of(entry: Mapping[str, Any]) -> str:
    return str(entry["citation_key"])  # a key of digits alone is a number in YAML


def _differing(
    sidecar: Path, entries: Sequence[dict[str, Any]], fields: Mapping[str, Mapping[str, Any]]
) -> dict[str, dict[str, Any]]:
    """Return what is to be changed: by key, the fields that have another value now.

    Raises:
        ArsError: A key is not there.
    """
    by_key = {_key_of(entry): entry for entry in entries}
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


def _merged(entry: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entry with other values; the old one may be shared by an alias and stays."""
    result = dict(entry)
    for name, value in values.items():
        if value is None:
            result.pop(name, None)
        elif isinstance(value, Mapping) and isinstance(result.get(name), dict):
            result[name] = _merged(result[name], value)
        else:
            result[name] = value
    return result


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
        before = without_mark(raw)
        data = _check(sidecar, before, "cannot be added to")
        new = {**data, LIST: [*data[LIST], *_plain(entries)]}
        if _is_json(sidecar):
            after = edited_json(before, data, new, name_of(sidecar))
        else:
            after = with_items(before, data, new, name_of(sidecar), name=LIST, lines=text)
        _check(sidecar, after, "would break a rule, so that nothing was written")
        replace_file(sidecar, raw, after, _NOUN)


def complete_entry(sidecar: Path, block: str, entry: Mapping[str, Any]) -> None:
    """Put an entry into the list in place of the comment that it was while it lacked a field.

    Args:
        sidecar: A YAML file.
        block: The comment, all its lines.
        entry: The entry, complete.

    Raises:
        ArsError: The comment is no longer there, or as `append_to_sidecar`.
    """
    with locked(sidecar, _NOUN):
        raw = read_raw(sidecar, _NOUN)
        windows = "\r\n" in raw
        text = without_mark(raw).replace("\r\n", "\n")
        if block not in text:
            raise ArsError(
                f"{name_of(sidecar)} was changed meanwhile; nothing was written",
                steps=["run the same command again"],
            )
        before = text.replace(block, "", 1)
        data = _check(sidecar, before, "cannot be added to")
        new = {**data, LIST: [*data[LIST], *_plain([entry])]}
        after = edited_yaml(before, data, new, name_of(sidecar))
        _check(sidecar, after, "would break a rule, so that nothing was written")
        replace_file(sidecar, raw, after.replace("\n", "\r\n") if windows else after, _NOUN)


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


def _plain(entries: Sequence[Mapping[str, Any]]) -> list[Any]:
    """Return entries as a file would give them back: a tuple is a list there."""
    plain: list[Any] = json.loads(json.dumps(entries))
    return plain


def _is_json(sidecar: Path) -> bool:
    return sidecar.suffix.lower() == ".json"
