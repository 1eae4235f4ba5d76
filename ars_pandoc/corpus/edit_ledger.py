"""The human-read ledger, written: marks are added and ended, never deleted (contract §5).

A change reads the ledger anew under a lock, is checked by reading it back, and replaces the file
in one step: two processes at once lose no mark, and a crash leaves the old file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

from ars_pandoc.base.edit_text import edited_yaml
from ars_pandoc.base.locked_file import locked, read_raw, replace_file, without_mark
from ars_pandoc.base.moments import now
from ars_pandoc.base.strict_yaml import parse_yaml
from ars_pandoc.base.text_file import name_of
from ars_pandoc.corpus.ledger import (
    Ledger,
    ReadScope,
    check_ledger,
    damaged,
    ledger_path,
    read_ledger,
    standing_marks,
)

_NOUN = "ledger"


@dataclass(frozen=True, slots=True)
class Change:
    """What a change did to a ledger.

    Attributes:
        changed: The keys that were marked or unmarked.
        unchanged: The keys that were so already.
    """

    changed: tuple[str, ...]
    unchanged: tuple[str, ...]


def mark_read(sidecar: Path, keys: Sequence[str], scope: ReadScope | None = None) -> Change:
    """Mark sources as read by a person.

    Args:
        sidecar: The sidecar; the ledger lies beside it and is made if there is none.
        keys: Keys of the sidecar; the caller has checked that they are.
        scope: How much was read. A source that is marked already gets a second mark only if
            its scope differs.

    Raises:
        ArsError: The ledger is damaged, locked by another process or cannot be written.
    """
    path = ledger_path(sidecar).resolve()
    with locked(path, _NOUN):
        standing = standing_marks(read_ledger(path)) if path.exists() else {}
        wanted = list(dict.fromkeys(keys))
        fresh = [key for key in wanted if not Ledger(standing).says(key, scope)]

        def add(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
            return [*records, *(_record(key, scope) for key in fresh)]

        def holds(after: dict[str, Any]) -> bool:
            return standing.keys() | fresh <= after.keys()

        if fresh:
            _change(path, add, holds)
    return Change(tuple(fresh), tuple(key for key in wanted if key not in fresh))


def unmark_read(sidecar: Path, keys: Sequence[str]) -> Change:
    """Take marks of reading back: each standing mark of the keys gets `rescinded_at`.

    Args:
        sidecar: The sidecar beside which the ledger lies.
        keys: The sources; one without a standing mark is left as it is.

    Raises:
        ArsError: The ledger is damaged, locked by another process or cannot be written.
    """
    path = ledger_path(sidecar).resolve()
    wanted = list(dict.fromkeys(keys))
    if not path.exists():
        return Change((), tuple(wanted))
    with locked(path, _NOUN):
        standing = standing_marks(read_ledger(path))
        ended = [key for key in wanted if key in standing]

        def end(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
            return [
                {**record, "rescinded_at": now()}
                if str(record["citation_key"]) in ended and "rescinded_at" not in record
                else record
                for record in records
            ]

        def holds(after: dict[str, Any]) -> bool:
            return after.keys() == standing.keys() - set(ended)

        if ended:
            _change(path, end, holds)
    return Change(tuple(ended), tuple(key for key in wanted if key not in ended))


def _change(
    path: Path,
    edit: Callable[[list[dict[str, Any]]], list[dict[str, Any]]],
    holds: Callable[[dict[str, Any]], bool],
) -> None:
    """Edit the ledger's text, check what it now says, and replace the file."""
    raw = read_raw(path, _NOUN)
    text = without_mark(raw)
    old = parse_yaml(text, name_of(path)) if text.strip() else None
    data = _new_ledger() if old is None else old
    data = {**data, "human_read": edit(data["human_read"] or [])}
    written = edited_yaml(text, old, data, name_of(path), block=True)
    if check_ledger(data) or not holds(standing_marks(data["human_read"])):
        raise damaged(path, "the change would not take; is a date in it in the future?")
    replace_file(path, raw, written, _NOUN)


def _new_ledger() -> dict[str, Any]:
    return {"session_id": str(uuid4()), "created_at": now(), "human_read": []}


def _record(key: str, scope: ReadScope | None) -> dict[str, Any]:
    record: dict[str, Any] = {"citation_key": key, "marked_at": now()}
    if scope is not None:
        said: dict[str, Any] = {"level": scope.level}
        if scope.locators:
            said["locators"] = list(scope.locators)
        if scope.note is not None:
            said["note"] = scope.note
        record["read_scope"] = said
    return record
