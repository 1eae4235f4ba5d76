"""Files written whole or not at all: what stands there is never half of anything."""

from __future__ import annotations

import errno
import glob
import os
import time
from contextlib import suppress
from pathlib import Path

_ABANDONED = 3600.0
"""Seconds after which a half-written file is nobody's."""

_MOST_OF_NAME = 60
"""Letters of a file's name in the other one: a name may be no longer than the system lets it."""

_NEW_MODE = 0o666
"""Of a file that was not there; the user's umask takes its share away."""


def write_whole(path: Path, data: bytes, *, part: Path | None = None) -> None:
    """Write a file in one step: under another name first, which then takes the place of the old one.

    A crash or a full disk leaves the old file, and what was half written goes. A link is followed;
    the mode of a file that is there already is kept, and its owner where the system lets us.

    Args:
        path: The file.
        data: Its bytes.
        part: The other name, in the same folder; one that lies there is overwritten, so that the
            caller must be alone. By default a name that nobody else has.

    Raises:
        OSError: The system refused; the old file is as it was.
    """
    if path.exists() and not path.is_file():  # a pipe or a terminal
        with path.open("wb") as file:
            file.write(data)
        return
    path = Path(os.path.realpath(path))
    if part is None:
        _sweep(path)
        part = path.with_name(f"{_part_stem(path)}{os.getpid()}.part")
    else:
        part = path.with_name(part.name)
    with suppress(FileNotFoundError):
        part.unlink()
    try:
        before = path.stat()
    except FileNotFoundError:
        before = None
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    handle = os.open(part, flags, _NEW_MODE if before is None else before.st_mode & 0o777)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if before is not None:
            _as_before(part, before)
        part.replace(path)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
    _sync_folder(path.parent)


_NO_ROOM = frozenset({errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)})


def is_full(error: OSError) -> bool:
    """Return whether a write failed because there is no room: a full disk, a quota, a limit."""
    return error.errno in _NO_ROOM


def after_failed_write(error: OSError, otherwise: str) -> str:
    """Return what to do next about a file that could not be written.

    Args:
        error: What the system said.
        otherwise: What to do where neither room nor the whole file system is the matter.
    """
    if is_full(error):
        return "make room on the disk, or have your quota raised; then run the same command again"
    if error.errno == errno.EROFS:
        return "the whole file system is read-only: work on a copy elsewhere"
    return otherwise


def _part_stem(path: Path) -> str:
    return f".{path.name[:_MOST_OF_NAME]}."


def _sweep(path: Path) -> None:
    """Take away what processes that were killed left half written."""
    stem = _part_stem(path)
    with suppress(OSError):
        for left in path.parent.glob(f"{glob.escape(stem)}*.part"):
            pid = left.name[len(stem) : -len(".part")]
            old = time.time() - left.lstat().st_mtime > _ABANDONED
            if pid.isdecimal() and (old or not _is_alive(int(pid))):
                left.unlink()


def _is_alive(pid: int) -> bool:
    if os.name == "nt":  # there, to ask a process is to end it
        return True
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


def _as_before(part: Path, before: os.stat_result) -> None:
    if not hasattr(os, "chown"):  # Windows
        return
    with suppress(OSError):
        now = part.stat()
        if (now.st_uid, now.st_gid) != (before.st_uid, before.st_gid):
            os.chown(part, before.st_uid, before.st_gid)
    part.chmod(before.st_mode & 0o7777)


def _sync_folder(folder: Path) -> None:
    """Have the new name survive a power cut, where the system can do so."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
