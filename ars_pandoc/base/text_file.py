"""Text files of the user's, read whole and with errors for writers."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from ars_pandoc.base.errors import ArsError

MAX_BYTES = 40 * 1024 * 1024
"""Larger files are refused before they are parsed: about 50,000 entries with abstracts."""


_PROBED = 1024


_WEB_PAGE = (b"<!doctype html", b"<html", b"<head", b"<body")


class UnreadableFileError(ArsError):
    """A file that cannot be read at all, or is no YAML or JSON."""


def name_of(path: Path) -> str:
    """Name a file for messages: relative to the working directory if it lies below it."""
    try:
        name = os.path.relpath(path)
    except ValueError:  # on another drive
        return str(path)
    return str(path) if name.startswith("..") else name


def is_there(path: Path) -> bool:
    """Return whether there is anything at a path.

    What cannot be looked at, and a link to nothing, is there: to take it for absent would drop
    what it holds in silence. Reading it then says what is wrong.
    """
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return False  # a ValueError: no file can have such a name
    except OSError:
        return True
    return True


def read_bytes(path: Path) -> bytes:
    """Read a regular file, at most `MAX_BYTES` long.

    A pipe or a device is not read: nobody may ever write to it, or it never ends.

    Raises:
        UnreadableFileError: See `read_document`.
    """
    label = name_of(path)
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            raise UnreadableFileError(
                f"{label} is no file but a pipe or a device", steps=["name a file"]
            )
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        if path.is_symlink():
            raise UnreadableFileError(
                f"{label} is a link to a file that is not there",
                where=f"it points to {path.readlink()}",
                steps=["put the file back, or mend the link"],
            ) from None
        raise UnreadableFileError(
            f"{label}: no such file", steps=["check the name and the folder you are in"]
        ) from None
    except IsADirectoryError:
        raise UnreadableFileError(
            f"{label} is a folder, not a file", steps=["name the file in it"]
        ) from None
    except PermissionError:
        raise UnreadableFileError(
            f"{label} cannot be read",
            why="you have no permission to read it",
            steps=["make it readable, or work on a copy"],
        ) from None
    except (OSError, ValueError) as error:
        raise UnreadableFileError(
            f"{label} cannot be read",
            why=getattr(error, "strerror", None) or "no file can have such a name",
            steps=["check the path"],
        ) from None
    if len(raw) > MAX_BYTES:
        raise UnreadableFileError(
            f"{label} is too large",
            why=f"it has more than {MAX_BYTES // 1024 // 1024} MB; nothing of it was read",
            steps=["split it, one sidecar beside each bibliography; several are united"],
        )
    return raw


def read_text(path: Path, *, keep_mark: bool = False) -> str:
    """Read a UTF-8 file, at most `MAX_BYTES` long.

    Args:
        path: The file.
        keep_mark: Give a byte order mark too; else it is dropped.

    Raises:
        UnreadableFileError: See `read_document`.
    """
    label = name_of(path)
    raw = read_bytes(path)
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UnreadableFileError(
            f"{label} is UTF-16, not UTF-8", steps=["save it as UTF-8 in your editor"]
        )
    if raw[:_PROBED].lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith(_WEB_PAGE):
        raise UnreadableFileError(
            f"{label} is a web page (HTML), no YAML or JSON",
            why="a download may have saved an error page or a preview under its name",
            steps=["download the raw file again, or restore it from a backup"],
        )
    try:
        return raw.decode("utf-8" if keep_mark else "utf-8-sig")
    except UnicodeDecodeError as error:
        if b"\0" in raw[:_PROBED]:
            raise UnreadableFileError(
                f"{label} is no text file",
                why="it holds zero bytes, as pictures, PDFs and archives do",
                steps=["check that it is the right file, or restore it from a backup"],
            ) from None
        line = raw.count(b"\n", 0, error.start) + 1
        raise UnreadableFileError(
            f"{label} is not UTF-8",
            where=f"line {line}",
            steps=["save it as UTF-8 in your editor"],
        ) from None
