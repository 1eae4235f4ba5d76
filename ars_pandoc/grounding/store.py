"""The store: the bytes of sources, named by what they are (contract §8).

`.ars/sources/<sha256>.<extension>.gz` beside the sidecar; the name is the SHA-256 of the
uncompressed bytes, so that nobody can change a source in silence.
"""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ars_pandoc.corpus.plain import name_of
from ars_pandoc.errors import ArsError

FOLDER = "sources"
LARGEST = 1_000_000_000
"""More uncompressed bytes than any source has: a gzip file that goes on is a bomb."""

_PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class Store:
    """The places that may hold a source's bytes.

    Attributes:
        folders: The `.ars` folders, the first of which is written to.
    """

    folders: tuple[Path, ...]

    def find(self, sha256: str) -> Path | None:
        """Give the file that is said to hold some bytes, or None; its bytes are not looked at."""
        for folder in self.folders:
            # The name is 64 hexadecimal digits: it climbs out of no folder.
            for path in sorted((folder / FOLDER).glob(f"{sha256}.*.gz")):
                if path.is_file():
                    return path
        return None

    def read(self, sha256: str) -> bytes | None:
        """Give the bytes of a snapshot, or None if they are not here.

        Raises:
            ArsError: The file is damaged, or its bytes are not those of its name.
        """
        path = self.find(sha256)
        return None if path is None else read_checked(path, sha256)

    def write(self, data: bytes, extension: str) -> str:
        """Store a source's bytes; what is there already is left as it is.

        Args:
            data: The bytes.
            extension: The file's ending, such as `.pdf`.

        Returns:
            Their SHA-256.

        Raises:
            ArsError: The folder cannot be written.
        """
        from boltons.fileutils import atomic_save

        sha256 = hashlib.sha256(data).hexdigest()
        if self.find(sha256) is not None:
            return sha256
        folder = self.folders[0] / FOLDER
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / f"{sha256}{extension}.gz"
            # The time is left out: the same bytes make the same file.
            with atomic_save(str(path), overwrite=True, overwrite_part=True) as file:
                file.write(gzip.compress(data, mtime=0))
        except OSError as error:
            raise ArsError(
                f"the store {name_of(folder)} cannot be written",
                why=error.strerror,
                steps=["make the folder writable"],
            ) from None
        return sha256


def store_of(sidecars: Sequence[Path], folder: Path | None = None) -> Store:
    """Give the store of some sidecars.

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
    pieces: list[bytes] = []
    size = 0
    try:
        with gzip.open(path, "rb") as file:
            while piece := file.read(_PIECE):
                size += len(piece)
                if size > LARGEST:
                    raise _bad(path, f"it unpacks to more than {LARGEST // 1_000_000} MB")
                pieces.append(piece)
    except (OSError, EOFError, zlib.error) as error:
        raise _bad(path, getattr(error, "strerror", None) or str(error)) from None
    data = b"".join(pieces)
    if hashlib.sha256(data).hexdigest() != sha256:
        raise _bad(path, "its bytes are not those that were pinned: somebody changed the file")
    return data


def _bad(path: Path, why: str) -> ArsError:
    return ArsError(
        f"the pinned source {name_of(path)} cannot be used",
        why=why,
        steps=["restore the file from a backup", "pin the source again: ars pin KEY FILE"],
    )
