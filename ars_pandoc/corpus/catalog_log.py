"""The log of the catalog: what was recorded, a line each, never changed (contract §8).

`.ars/log.jsonl` beside the catalog. Whoever takes the catalog away, or a fact out of it, does not take
the line out that says it was recorded; the gate compares the two.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.text_file import is_there, name_of, read_text
from ars_pandoc.base.wording import plural, shown
from ars_pandoc.corpus.catalog import catalog_path, load_catalog

NAME = "log.jsonl"
_SIGNS = ("sources", NAME, ".gitignore")
"""What this package puts into a store folder beside the catalog."""

Line = Mapping[str, Any]
_State = dict[tuple[Any, ...], bool | None]


def log_path(catalog: Path) -> Path:
    """Return the path of a catalog's log, there or not."""
    return catalog.with_name(NAME)


def lines_of(entries: Mapping[Any, Mapping[str, Any]]) -> list[Line]:
    """Return what a catalog's plain entries say, as the lines that would have logged it."""
    lines: list[Line] = []
    for key, record in entries.items():
        of = {"key": str(key)}
        lines += [{**of, **_told(fact)} for fact in record.get("facts") or ()]
        lines += [
            {**of, "snapshot": str(item["sha256"]), "match": bool(item.get("content_match", False))}
            for item in record.get("snapshots") or ()
        ]
        lines += [
            {**of, "acknowledged": str(item["what"])} for item in record.get("acknowledged") or ()
        ]
    return lines


def _told(fact: Mapping[str, Any]) -> Line:
    identifier = fact.get("identifier")
    return {
        "fact": str(fact["what"]),
        "value": bool(fact["value"]),
        "service": str(fact["service"]),
        "identifier": None if identifier is None else str(identifier),
    }


def changes(before: Iterable[Line], after: Iterable[Line], at: str) -> list[Line]:
    """Return the lines to append for a change of the catalog.

    Args:
        before: What it said, from `lines_of`.
        after: What it says now.
        at: The moment of the change.
    """
    old, new = list(before), list(after)
    known = {_name(line): line for line in old}
    kept = {_name(line) for line in new}
    found: list[Line] = [{"at": at, **line} for line in new if known.get(_name(line)) != line]
    found += [{"at": at, **line, "gone": True} for line in old if _name(line) not in kept]
    return found


def _name(line: Line) -> tuple[Any, ...]:
    """Return what a line speaks of: later lines on the same count in its place."""
    if "fact" in line:
        identifier = line.get("identifier")
        folded = identifier.casefold() if isinstance(identifier, str) else None
        return line["key"], line["fact"], line.get("service"), folded
    if "snapshot" in line:
        return line["key"], "snapshot", line["snapshot"]
    return line["key"], "acknowledged", line.get("acknowledged")


def append(path: Path, lines: Iterable[Line]) -> None:
    """Append lines to a log.

    Raises:
        OSError: It cannot be written.
    """
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    if text:
        with path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(text)


def store_fault(sidecars: Iterable[Path], folder: Path | None = None) -> str | None:
    """Say what is missing of what a store once recorded, or None if all is there.

    Args:
        sidecars: The sidecars, each with its store beside it.
        folder: Where the store is instead.

    Raises:
        ArsError: The log is damaged.
    """
    paths = map(catalog_path, sidecars) if folder is None else [folder / "catalog.yaml"]
    for catalog in dict.fromkeys(paths):
        log = log_path(catalog)
        if not is_there(catalog):
            if any((catalog.parent / sign).exists() for sign in _SIGNS):
                return f"the store {name_of(catalog.parent)} is without its catalog.yaml"
            continue
        if is_there(log):
            missing = _missing(_read(log, read_text(log)), catalog)
            if missing:
                named = ", ".join(map(shown, missing[:3])) + (" …" if len(missing) > 3 else "")
                return (
                    f"{name_of(catalog)} lacks what its log says was recorded on "
                    f"{plural(len(missing), 'source')}: {named}"
                )
    return None


def _missing(state: Mapping[tuple[Any, ...], bool | None], catalog: Path) -> list[str]:
    """Return the keys of which facts were recorded that stand there no more."""
    records = load_catalog((), catalog.parent).records
    missing: dict[str, None] = {}
    for (key, what, *rest), value in state.items():
        if value is None or what in ("snapshot", "acknowledged"):
            continue
        service, identifier = rest
        record = records.get(key)
        facts = () if record is None else record.facts
        if not any(
            (fact.what, fact.service, fact.value) == (what, service, value)
            and (None if fact.identifier is None else fact.identifier.casefold()) == identifier
            for fact in facts
        ):
            missing[key] = None
    return list(missing)


@lru_cache(maxsize=4)
def _read(path: Path, text: str) -> Mapping[tuple[Any, ...], bool | None]:
    """Read a log: for each thing that was recorded its last value, None for what was taken out."""
    lines = [line for line in text.split("\n") if line.strip()]
    state: _State = {}
    try:
        for line in json.loads(f"[{','.join(lines)}]"):
            state[_name(line)] = None if line.get("gone") else bool(line.get("value", True))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ArsError(
            f"the log {name_of(path)} is damaged",
            why="what was recorded cannot be compared with the catalog",
            steps=["restore it from version control"],
        ) from None
    return state
