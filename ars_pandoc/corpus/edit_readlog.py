"""The human-read ledger, written: marks are added and ended, never deleted (contract §5).

A change reads the ledger anew under a lock, is checked by reading it back, and replaces the file
in one step: two processes at once lose no mark, and a crash leaves the old file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timezone
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

from boltons.fileutils import atomic_save
from filelock import FileLock, Timeout
from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.scalarstring import SingleQuotedScalarString

from ars_pandoc.corpus.plain import name_of, parse_yaml
from ars_pandoc.corpus.readlog import (
    ReadLog,
    ReadScope,
    check_ledger,
    damaged,
    ledger_path,
    read_ledger,
    standing_marks,
)
from ars_pandoc.errors import ArsError

LOCK_SECONDS = 10

_BOM = "\ufeff"
# What every YAML reader takes for text without quotes, those of YAML 1.1 too.
_SURELY_TEXT = re.compile(r"(?!(?:y|n|yes|no|on|off|true|false|null)$)[A-Za-z][A-Za-z0-9_-]*", re.I)


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
    with _locked(path):
        standing = standing_marks(read_ledger(path)) if path.exists() else {}
        wanted = list(dict.fromkeys(keys))
        fresh = [key for key in wanted if not ReadLog(standing).says(key, scope)]

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
    with _locked(path):
        standing = standing_marks(read_ledger(path))
        ended = [key for key in wanted if key in standing]

        def end(ledger: CommentedMap) -> None:
            for record in ledger["human_read"]:
                if str(record["citation_key"]) in ended and "rescinded_at" not in record:
                    record["rescinded_at"] = _now()

        def holds(after: dict[str, Any]) -> bool:
            return after.keys() == standing.keys() - set(ended)

        if ended:
            _change(path, end, holds)
    return Change(tuple(ended), tuple(key for key in wanted if key not in ended))


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold the ledger's lock: a hidden file beside it.

    The file stays. Were it deleted, a process that waits for the old file and one that makes
    a new one would both hold "the" lock.
    """
    lock = FileLock(path.with_name(f".{path.name}.lock"), timeout=LOCK_SECONDS)
    try:
        lock.acquire()
    except Timeout:
        raise ArsError(
            f"the ledger {name_of(path)} is in use by another process",
            why=f"it was not free within {LOCK_SECONDS} seconds; nothing was written",
            steps=["wait until the other command has ended, and try again"],
        ) from None
    except OSError as error:
        raise _unwritable(path, error) from None
    try:
        yield
    finally:
        lock.release()


def _change(
    path: Path,
    edit: Callable[[CommentedMap], None],
    holds: Callable[[dict[str, Any]], bool],
) -> None:
    """Edit the ledger's text, check what it now says, and replace the file."""
    try:
        raw = path.read_bytes().decode("utf-8") if path.exists() else ""
    except OSError as error:
        raise _unwritable(path, error) from None
    text = raw.removeprefix(_BOM).replace("\r\n", "\n")
    yaml = _round_trip(text)
    ledger = yaml.load(text) if text else _new_ledger()
    edit(ledger)
    stream = StringIO()
    yaml.dump(ledger, stream)
    written = stream.getvalue()
    data = parse_yaml(written, name_of(path))
    if check_ledger(data) or not holds(standing_marks(data["human_read"])):
        raise damaged(path, "the change would not take; is a date in it in the future?")
    if "\r\n" in raw:
        written = written.replace("\n", "\r\n")
    if raw.startswith(_BOM):
        written = _BOM + written
    try:
        part = f".{path.name}.part"
        # A part file that is there already was left by a crash: we hold the lock.
        with atomic_save(str(path), part_file=part, overwrite_part=True) as file:
            file.write(written.encode("utf-8"))
    except OSError as error:
        raise _unwritable(path, error) from None


def _round_trip(text: str) -> YAML:
    """Make the editor that keeps comments, quotes, order and the list's indentation."""
    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 1_000_000  # never fold a line
    yaml.explicit_start = bool(re.search("^---", text, re.M))
    dash = re.search(r"^human_read:.*\n(?:\s*(?:#.*)?\n)*( *)-", text, re.M)
    offset = len(dash[1]) if dash else 0
    yaml.indent(mapping=2, sequence=offset + 2, offset=offset)
    return yaml


def _new_ledger() -> CommentedMap:
    return CommentedMap(
        session_id=_quoted(str(uuid4())),
        created_at=_now(),
        human_read=CommentedSeq(),
    )


def _record(key: str, scope: ReadScope | None) -> CommentedMap:
    record = CommentedMap(citation_key=_text(key), marked_at=_now())
    if scope is not None:
        said = CommentedMap(level=scope.level)
        if scope.locators:
            said["locators"] = [_text(locator) for locator in scope.locators]
        if scope.note is not None:
            said["note"] = _text(scope.note)
        record["read_scope"] = said
    return record


def _text(value: str) -> str:
    return value if _SURELY_TEXT.fullmatch(value) else _quoted(value)


def _now() -> str:
    # Quoted, or YAML 1.1 readers make a date of it and write it back in another form.
    return _quoted(datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"))


def _quoted(value: str) -> str:
    text: str = SingleQuotedScalarString(value)
    return text


def _unwritable(path: Path, error: OSError) -> ArsError:
    return ArsError(
        f"the ledger {name_of(path)} cannot be written",
        where=name_of(path.parent),
        why=f"{error.strerror or 'the system refused'}; nothing was changed",
        steps=["make the folder and the file writable, or work on a copy of both"],
    )
