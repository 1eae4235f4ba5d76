"""A file of the corpus, changed under a lock and in one step (contract §4, Writing; §5).

A change reads the file anew while it holds the lock, so that two processes at once lose nothing;
the new file replaces the old one in one step, so that a crash leaves the old one.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import BaseFileLock, FileLock, Timeout

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.text_file import name_of, read_text
from ars_pandoc.base.whole_file import after_failed_write, write_whole

LOCK_SECONDS = 10
_PAUSE = 0.02
# Network and other file systems that lock files alone.
_NO_FOLDER_LOCKS = (errno.EBADF, errno.EINVAL, errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP)

_BOM = "\ufeff"


@contextmanager
def locked(path: Path, noun: str) -> Iterator[None]:
    """Hold a file's lock, and leave no file behind for it.

    The folder itself is locked, so that all who may write there meet, whoever they are. Where
    the system locks no folder, a file in this user's state folder stands for it.

    Args:
        path: The file, there or not; its folder is there.
        noun: What it is in messages: `ledger`, `catalog`, `sidecar`.

    Raises:
        ArsError: Another process holds it too long, or the folder cannot be written.
    """
    path = Path(os.path.realpath(path))  # who comes by a link meets who does not
    try:
        handle = _lock_of_folder(path.parent)
        lock = None if handle is not None else _lock_of_state(path.parent)
        if lock is not None:
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
        if handle is not None:
            os.close(handle)
        if lock is not None:
            lock.release()


def _lock_of_folder(folder: Path) -> int | None:
    """Return a descriptor that holds a folder's lock until it is closed; None where there is none.

    Raises:
        Timeout: Another process holds it.
        OSError: There is no such folder, or it may not be opened.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        return None
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        end = time.monotonic() + LOCK_SECONDS
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return handle
            except BlockingIOError:
                if time.monotonic() >= end:
                    raise Timeout(str(folder)) from None
            time.sleep(_PAUSE)
    except OSError as error:
        os.close(handle)
        if error.errno in _NO_FOLDER_LOCKS and not isinstance(error, Timeout):
            return None
        raise


def _lock_of_state(folder: Path) -> BaseFileLock:
    """Return the lock that stands for a folder where the system locks none.

    Raises:
        OSError: The state folder cannot be written.
    """
    import hashlib

    import platformdirs

    name = hashlib.sha256(os.fsencode(os.path.realpath(folder))).hexdigest()
    locks = platformdirs.user_state_path("ars-pandoc") / "locks"
    locks.mkdir(parents=True, exist_ok=True)
    return FileLock(locks / f"{name}.lock", timeout=LOCK_SECONDS)


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
