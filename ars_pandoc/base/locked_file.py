"""A file of the corpus, changed under a lock and in one step (contract §4, Writing; §5).

A change reads the file anew while it holds the lock, so that two processes at once lose nothing;
the new file replaces the old one in one step, so that a crash leaves the old one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timezone
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boltons.fileutils import atomic_save
from filelock import FileLock, Timeout

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.strict_yaml import name_of

if TYPE_CHECKING:
    from ruamel.yaml import YAML

LOCK_SECONDS = 10

_BOM = "\ufeff"
# What every YAML reader takes for text without quotes, those of YAML 1.1 too.
_SURELY_TEXT = re.compile(r"(?!(?:y|n|yes|no|on|off|true|false|null)$)[A-Za-z][A-Za-z0-9_-]*", re.I)


@contextmanager
def locked(path: Path, noun: str) -> Iterator[None]:
    """Hold a file's lock: a hidden file beside it.

    The lock file stays. Were it deleted, a process that waits for the old file and one that
    makes a new one would both hold "the" lock.

    Args:
        path: The file, there or not; its folder is there.
        noun: What it is in messages: `ledger`, `catalog`, `sidecar`.

    Raises:
        ArsError: Another process holds it too long, or the folder cannot be written.
    """
    lock = FileLock(path.with_name(f".{path.name}.lock"), timeout=LOCK_SECONDS)
    try:
        lock.acquire()
    except Timeout:
        raise ArsError(
            f"the {noun} {name_of(path)} is in use by another process",
            why=f"it was not free within {LOCK_SECONDS} seconds; nothing was written",
            steps=["wait until the other command has ended, and try again"],
        ) from None
    except OSError as error:
        raise unwritable(path, noun, error) from None
    try:
        yield
    finally:
        lock.release()


def read_raw(path: Path, noun: str) -> str:
    """Read a file that is to be changed, with its byte order mark and line ends; "" if not there.

    Raises:
        ArsError: It cannot be read.
    """
    try:
        return path.read_bytes().decode("utf-8") if path.exists() else ""
    except OSError as error:
        raise unwritable(path, noun, error) from None


def plain_text(raw: str) -> str:
    """Give a file's text without byte order mark and with plain line ends, ready to be edited."""
    return raw.removeprefix(_BOM).replace("\r\n", "\n")


def replace_file(path: Path, raw: str, text: str, noun: str) -> None:
    """Replace a file in one step, in the form that it had; the caller holds its lock.

    Args:
        path: The file.
        raw: What stood in it; its byte order mark and line ends are kept.
        text: What is to stand in it, with plain line ends.
        noun: What it is in messages.

    Raises:
        ArsError: It cannot be written; the old file is as it was.
    """
    if "\r\n" in raw:
        text = text.replace("\n", "\r\n")
    if raw.startswith(_BOM):
        text = _BOM + text
    try:
        part = f".{path.name}.part"
        # A part file that is there already was left by a crash: we hold the lock.
        with atomic_save(str(path), part_file=part, overwrite_part=True) as file:
            file.write(text.encode("utf-8"))
    except OSError as error:
        raise unwritable(path, noun, error) from None


def round_trip(text: str, top_list: str | None = None) -> YAML:
    """Make the editor that keeps comments, quotes, order and the indentation of lists.

    Args:
        text: The text that it will edit.
        top_list: The top-level list whose indentation all lists of the file share.
    """
    from ruamel.yaml import YAML  # late: a new file needs no editor

    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 1_000_000  # never fold a line
    yaml.explicit_start = bool(re.search("^---", text, re.M))
    name = ".*" if top_list is None else re.escape(top_list)
    dash = re.search(rf"^( *){name}:.*\n(?:\s*(?:#.*)?\n)*( *)-", text, re.M)
    offset = max(len(dash[2]) - len(dash[1]), 0) if dash else 0
    yaml.indent(mapping=2, sequence=offset + 2, offset=offset)
    return yaml


def dumped(yaml: YAML, data: Any) -> str:
    """Give what an editor makes of its data as text."""
    stream = StringIO()
    yaml.dump(data, stream)
    return stream.getvalue()


def yaml_text(value: str) -> str:
    """Give a text for a YAML file: in quotes unless every reader takes it for text without."""
    return value if is_surely_text(value) else quoted(value)


def is_surely_text(value: str) -> bool:
    """Tell if every YAML reader takes a value for text without quotes."""
    return _SURELY_TEXT.fullmatch(value) is not None


def quoted(value: str) -> str:
    """Give a text that is written in quotes.

    Dates need them, or YAML 1.1 readers make a date of it and write it back in another form.
    """
    from ruamel.yaml.scalarstring import SingleQuotedScalarString

    text: str = SingleQuotedScalarString(value)
    return text


def now() -> str:
    """Give this moment as the corpus writes it."""
    return datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def unwritable(path: Path, noun: str, error: OSError) -> ArsError:
    """Make the error for a file that the system would not let us write."""
    return ArsError(
        f"the {noun} {name_of(path)} cannot be written",
        where=name_of(path.parent),
        why=f"{error.strerror or 'the system refused'}; nothing was changed",
        steps=["make the folder and the file writable, or work on a copy of both"],
    )
