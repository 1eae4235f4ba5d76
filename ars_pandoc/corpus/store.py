"""The store: the bytes of sources, named by what they are (contract §8).

`.ars/sources/<sha256>.<extension>.gz` beside the sidecar; the name is the SHA-256 of the
uncompressed bytes, so that nobody can change a source in silence.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import time
import zlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ars_pandoc.base.bounded import LARGEST_FILE
from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.text_file import name_of
from ars_pandoc.base.whole_file import after_failed_write, write_whole

FOLDER = "sources"
LARGEST = LARGEST_FILE
"""So many uncompressed bytes a source may have: a gzip file that goes on is a bomb."""

_PIECE = 1 << 20
_PART = ".part"
_USUAL = (".pdf", ".xml", ".html")
"""Looked for by name: to list a folder of thousands for each of thousands takes seconds."""

_ABANDONED = 3600
"""So many seconds old is a half-written file that nobody writes any more."""


@dataclass(frozen=True, slots=True)
class Store:
    """The places that may hold a source's bytes.

    Attributes:
        folders: The `.ars` folders, the first of which is written to.
    """

    folders: tuple[Path, ...]

    def find(self, sha256: str) -> Path | None:
        """Return the file that is said to hold some bytes, or None; its bytes are not looked at."""
        # The name is 64 hexadecimal digits: it climbs out of no folder.
        for folder in self.folders:
            for ending in _USUAL:
                path = folder / FOLDER / f"{sha256}{ending}.gz"
                if path.is_file():
                    return path
            for path in sorted((folder / FOLDER).glob(f"{sha256}.*.gz")):
                if path.is_file():
                    return path
        return None

    def read(self, sha256: str) -> bytes | None:
        """Return the bytes of a snapshot, or None if they are not here.

        Raises:
            ArsError: The file is damaged, or its bytes are not those of its name.
        """
        path = self.find(sha256)
        return None if path is None else read_checked(path, sha256)

    def is_whole(self, sha256: str) -> bool:
        """Return whether the bytes of a snapshot are here, and are those that were stored."""
        try:
            return self.read(sha256) is not None
        except ArsError:
            return False

    def write(self, data: bytes, extension: str) -> str:
        """Store a source's bytes; what is there already and whole is left as it is.

        Args:
            data: The bytes.
            extension: The file's ending, such as `.pdf`.

        Returns:
            Their SHA-256.

        Raises:
            ArsError: The folder cannot be written.
        """
        sha256 = hashlib.sha256(data).hexdigest()
        if self.is_whole(sha256):
            return sha256
        folder = self.folders[0] / FOLDER
        # One that is damaged is replaced where it lies, or it would be found again.
        path = self.find(sha256) or folder / f"{sha256}{extension}.gz"
        # Two processes may store the same bytes at once.
        part = f".{sha256}.{os.getpid()}{_PART}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _sweep(folder)
            if path.is_symlink():  # what it leads to is not ours to change
                path.unlink()
            # The time is left out: the same bytes make the same file.
            packed = gzip.compress(data, compresslevel=6, mtime=0)
            write_whole(path, packed, part=path.with_name(part))
        except OSError as error:
            raise ArsError(
                f"the store {name_of(folder)} cannot be written",
                why=error.strerror,
                steps=[after_failed_write(error, "make the folder writable")],
            ) from None
        return sha256


def _sweep(folder: Path) -> None:
    """Take away what a process that was killed left half written."""
    for path in folder.glob(f".*{_PART}"):
        with suppress(OSError):  # another process may do the same
            if time.time() - path.lstat().st_mtime > _ABANDONED:
                path.unlink()


def store_of(sidecars: Sequence[Path], folder: Path | None = None) -> Store:
    """Return the store of some sidecars.

    Args:
        sidecars: The sidecar files.
        folder: The folder that the option `sources` names, in place of `.ars` beside them.
    """
    if folder is not None:
        return Store((folder,))
    return Store(tuple(dict.fromkeys(sidecar.parent / ".ars" for sidecar in sidecars)))


def read_checked(path: Path, sha256: str) -> bytes:
    """Read a stored file and hold its bytes to its name.

    Raises:
        ArsError: It is no gzip file, goes on for ever, or holds other bytes.
    """
    data = bytearray()
    try:
        with gzip.open(path, "rb") as file:
            while piece := file.read(_PIECE):
                if len(data) + len(piece) > LARGEST:
                    raise _bad(path, f"it unpacks to more than {LARGEST // 1_000_000} MB")
                data += piece
    except (OSError, EOFError, zlib.error) as error:
        raise _bad(path, getattr(error, "strerror", None) or str(error)) from None
    if hashlib.sha256(data).hexdigest() != sha256:
        raise _bad(path, "its bytes are not those that were pinned: somebody changed the file")
    return bytes(data)


def _bad(path: Path, why: str) -> ArsError:
    return ArsError(
        f"the pinned source {name_of(path)} cannot be used",
        why=why,
        steps=["restore the file from a backup", "pin the source again: ars pin KEY FILE"],
    )
