"""A file of the corpus, changed under a lock and in one step (contract §4, Writing; §5).

A change reads the file anew while it holds the lock, so that two processes at once lose nothing;
the new file replaces the old one in one step, so that a crash leaves the old one.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.text_file import name_of, read_text
from ars_pandoc.base.whole_file import after_failed_write, write_whole

LOCK_SECONDS = 10


_BOM = "\ufeff"


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
        if not path.exists():
            return ""
    except OSError as error:
        raise unwritable(path, noun, error) from None
    return read_text(path, keep_mark=True)


def without_mark(raw: str) -> str:
    """Return a file's text without its byte order mark, ready to be parsed and edited."""
    return raw.removeprefix(_BOM)


def replace_file(path: Path, raw: str, text: str, noun: str) -> None:
    """Replace a file in one step, in the form that it had; the caller holds its lock.

    Args:
        path: The file.
        raw: What stood in it; its byte order mark is kept.
        text: What is to stand in it, without the mark.
        noun: What it is in messages.

    Raises:
        ArsError: It cannot be written; the old file is as it was.
    """
    if raw.startswith(_BOM):
        text = _BOM + text
    data = text.encode("utf-8")
    try:
        # A part file that is there already was left by a crash: we hold the lock.
        write_whole(path, data, part=path.with_name(f".{path.name}.part"))
        # What is told as done is what stands in the file.
        if path.read_bytes() != data:
            raise OSError(errno.EIO, "what was written is not what stands there")
    except OSError as error:
        raise unwritable(path, noun, error) from None


@contextmanager
def written_before(*paths: Path) -> Iterator[None]:
    """Say in an error of what follows which files of the same command were written already.

    Args:
        paths: They hold what was to be recorded; the command can be run again.
    """
    try:
        yield
    except ArsError as error:
        names = " and ".join(name_of(path) for path in paths if path.exists())
        if not names:
            raise
        raise ArsError(
            error.what,
            where=error.where,
            why=f"{error.why or 'see above'}; {names} was written before, and stays",
            steps=[*error.steps, "then run the same command again: it does what is left"],
        ) from None


def unwritable(path: Path, noun: str, error: OSError) -> ArsError:
    """Make the error for a file that the system would not let us write."""
    return ArsError(
        f"the {noun} {name_of(path)} cannot be written",
        where=name_of(path.parent),
        why=f"{error.strerror or 'the system refused'}; nothing was changed",
        steps=[
            after_failed_write(
                error, "make the folder and the file writable, or work on a copy of both"
            )
        ],
    )
