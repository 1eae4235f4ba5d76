"""Write what look-ups found to the sidecar, with all else in it kept (contract §4, §9)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ars_pandoc.corpus.entry import INFLECTION_YEAR
from ars_pandoc.corpus.load import LIST, check_document
from ars_pandoc.corpus.plain import Document, name_of, parse_json, parse_yaml
from ars_pandoc.corpus.problem import summary
from ars_pandoc.corpus.rewrite import (
    dumped,
    locked,
    plain_text,
    read_raw,
    replace_file,
    round_trip,
)
from ars_pandoc.errors import ArsError
from ars_pandoc.signals.run import PREPRINT, merged

FIELD = "contamination_signals"

_NOUN = "sidecar"


def write_signals(sidecar: Path, changes: Mapping[str, Mapping[str, bool]]) -> tuple[str, ...]:
    """Set signals of entries; all else in the file stays, comments too.

    The file is read anew under a lock. An entry that has gone, or was changed meanwhile so that
    a signal does not fit it any more (its year, its `obtained_via`), is left as it is.

    Args:
        sidecar: A YAML or JSON file.
        changes: By citation key, the signals to set.

    Returns:
        The keys whose entries changed.

    Raises:
        ArsError: The file is locked by another process, cannot be written, or would not be
            valid any more.
    """
    path = sidecar.resolve()
    if not changes:
        return ()
    with locked(path, _NOUN):
        raw = read_raw(path, _NOUN)
        text = plain_text(raw)
        is_json = path.suffix.lower() == ".json"
        label = name_of(path)
        yaml = round_trip(text, LIST)
        data = parse_json(text, label) if is_json else yaml.load(text)
        changed = [
            str(entry["citation_key"])
            for entry in data[LIST]
            if _set(entry, changes.get(str(entry.get("citation_key")), {}))
        ]
        if not changed:
            return ()
        written = _as_json(data, text) if is_json else dumped(yaml, data)
        parsed = parse_json(written, label) if is_json else parse_yaml(written, label)
        _, problems = check_document(Document(label, written, parsed))
        errors = [problem for problem in problems if problem.severity == "error"]
        if errors:
            raise ArsError(
                f"the signals cannot be written to {label}",
                why=f"{summary(errors)}; nothing was written",
                steps=["ars validate names what is wrong in it"],
            )
        replace_file(path, raw, written, _NOUN)
    return tuple(changed)


def _set(entry: Any, change: Mapping[str, bool]) -> bool:
    """Set signals of one raw entry; tell if that changed it."""
    if not change:
        return False
    before = entry.get(FIELD) or {}
    after = merged(before, {n: v for n, v in change.items() if _still_fits(entry, n, v)})
    if after == dict(before):
        return False
    if not before:
        entry[FIELD] = after
        return True
    for name, value in after.items():
        before[name] = value  # in place: comments beside the others stay
    return True


def _still_fits(entry: Any, name: str, value: bool) -> bool:
    if name == PREPRINT:
        return not value or int(entry.get("year", 0)) >= INFLECTION_YEAR
    return bool(entry.get("obtained_via") != "manual")


def _as_json(data: Any, text: str) -> str:
    """Give JSON in the layout that a file has: its indentation, its last line end."""
    indent = re.search(r"^[{\[]\s*\n([ \t]+)", text)
    spaced = '": ' in text
    out = json.dumps(
        data,
        ensure_ascii=not re.search("[^\x00-\x7f]", text),
        indent=indent[1] if indent else None,
        separators=None if spaced or indent else (",", ":"),
    )
    return out + ("\n" if text.endswith("\n") else "")
