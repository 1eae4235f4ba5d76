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

from ruamel.yaml.comments import CommentedMap, CommentedSeq

from ars_pandoc.base.locked_file import locked, plain_text, read_raw, replace_file
from ars_pandoc.base.moments import now
from ars_pandoc.base.strict_yaml import parse_yaml
from ars_pandoc.base.text_file import name_of
from ars_pandoc.base.yaml_editor import dumped, quoted, round_trip, yaml_text
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

        def add(ledger: CommentedMap) -> None:
            records = ledger["human_read"]
            if not records:
                records.fa.set_block_style()  # a file made with `human_read: []`
            records.extend(_record(key, scope) for key in fresh)

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

        def end(ledger: CommentedMap) -> None:
            for record in ledger["human_read"]:
                if str(record["citation_key"]) in ended and "rescinded_at" not in record:
                    record["rescinded_at"] = quoted(now())

        def holds(after: dict[str, Any]) -> bool:
            return after.keys() == standing.keys() - set(ended)

        if ended:
            _change(path, end, holds)
    return Change(tuple(ended), tuple(key for key in wanted if key not in ended))


def _change(
    path: Path,
    edit: Callable[[CommentedMap], None],
    holds: Callable[[dict[str, Any]], bool],
) -> None:
    """Edit the ledger's text, check what it now says, and replace the file."""
    raw = read_raw(path, _NOUN)
    text = plain_text(raw)
    yaml = round_trip(text, "human_read")
    ledger = yaml.load(text) if text else _new_ledger()
    edit(ledger)
    written = dumped(yaml, ledger)
    data = parse_yaml(written, name_of(path))
    if check_ledger(data) or not holds(standing_marks(data["human_read"])):
        raise damaged(path, "the change would not take; is a date in it in the future?")
    replace_file(path, raw, written, _NOUN)


def _new_ledger() -> CommentedMap:
    return CommentedMap(
        session_id=quoted(str(uuid4())),
        created_at=quoted(now()),
        human_read=CommentedSeq(),
    )


def _record(key: str, scope: ReadScope | None) -> CommentedMap:
    record = CommentedMap(citation_key=yaml_text(key), marked_at=quoted(now()))
    if scope is not None:
        said = CommentedMap(level=scope.level)
        if scope.locators:
            said["locators"] = [yaml_text(locator) for locator in scope.locators]
        if scope.note is not None:
            said["note"] = yaml_text(scope.note)
        record["read_scope"] = said
    return record
