"""Where caches lie: in the user's cache folder, never beside a document (contract §8, §9)."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping
from pathlib import Path

from ars_pandoc.base.errors import ArsError

VARIABLE = "ARS_CACHE_DIR"


def cache_folder(environment: Mapping[str, str], part: str) -> Path:
    """Return the folder of one kind of cache, made if it is not there.

    Args:
        environment: `ARS_CACHE_DIR` moves the cache.
        part: The kind, such as `lookups`.

    Raises:
        ArsError: It cannot be made.
    """
    set_folder = environment.get(VARIABLE)
    folder = Path(set_folder) if set_folder else _user_folder()
    try:
        _make(folder / part)
    except (OSError, ValueError) as error:
        raise ArsError(
            f"the cache folder {folder} cannot be made",
            why=getattr(error, "strerror", None) or "no folder can have such a name",
            steps=[f"set {VARIABLE} to a folder that you can write to"],
        ) from None
    return folder / part


def read_own(path: Path) -> bytes | None:
    """Return a file of the cache; None where it is not there, or others could have written it.

    What a verdict rests on must not be what another user of the machine put there: neither file nor
    folder may be another's, or be open to others' writing.
    """
    try:
        with path.open("rb") as file:
            if not (_is_own(os.fstat(file.fileno())) and _is_own(path.parent.stat())):
                return None
            return file.read()
    except (OSError, ValueError):
        return None


def _make(folder: Path) -> None:
    """Make a folder that others cannot write to, whatever the umask says."""
    try:
        found = folder.stat()
    except FileNotFoundError:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        return
    if not stat.S_ISDIR(found.st_mode):
        raise NotADirectoryError(20, "it is no folder")
    if hasattr(os, "getuid") and found.st_uid == os.getuid() and found.st_mode & _OTHERS_WRITE:
        folder.chmod(stat.S_IMODE(found.st_mode) & ~_OTHERS_WRITE)


_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def _is_own(found: os.stat_result) -> bool:
    if not hasattr(os, "getuid"):
        return True  # Windows keeps the profile of a user from others
    return found.st_uid == os.getuid() and not found.st_mode & _OTHERS_WRITE


def _user_folder() -> Path:
    """Return the user's own cache folder.

    Linux's is known by the XDG rule; for all else there is platformdirs, whose import takes a
    tenth of what the gate adds to a page.
    """
    named = os.environ.get("XDG_CACHE_HOME", "")
    if sys.platform == "linux" and "ANDROID_DATA" not in os.environ:
        if not named.strip():
            return Path("~/.cache").expanduser() / "ars-pandoc"
        if named.startswith("/"):
            return Path(named) / "ars-pandoc"
    import platformdirs  # only where the rule is another

    return platformdirs.user_cache_path("ars-pandoc")
