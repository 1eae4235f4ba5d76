"""One hash of all that the verdict on a document rests on: an audit judges only what is new.

Beside the files that were read counts each file around them that a verdict could come to rest on: a
sidecar that appears in the folder makes the document a new one.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from ars_pandoc.base.version import __version__

_AROUND = (".yaml", ".yml", ".json", ".jsonl", ".bib", ".bibtex", ".ris", ".enl", ".nbib")
_HIDDEN = ".ars"
_MOST_KEPT = 100_000
_READ = 1 << 20
_NO_JUDGE = frozenset({"ARS_CACHE_DIR", "ARS_MAILTO"})
_LIMITS = frozenset({"ARS_TIME_LIMIT", "ARS_MEMORY_LIMIT"})
"""They change no verdict on a document that came to its end."""

_digests: dict[tuple[str, int, int], str] = {}
_folders: dict[tuple[str, int], tuple[str, ...]] = {}
_arounds: dict[str, tuple[float, str]] = {}

_MOMENT = 1.0
"""Seconds for which the digest of what lies in a folder is kept."""
_SHARE = 20
"""So many times as long as it took at least, so that it is a small part of the work."""


def is_url(name: str) -> bool:
    """Return whether a name is an address for fsspec, not a path: `s3://bucket/folder`."""
    return "://" in name and len(urlsplit(name).scheme) > 1


def inputs_of(
    files: Iterable[str],
    environment: Mapping[str, str],
    settings: Mapping[str, Any],
    *,
    judged: bool = True,
) -> str:
    """Return the hash of what a verdict rests on: version, options, files and those around them.

    Args:
        files: Paths or addresses of all files that were read.
        environment: The one that it was judged in.
        settings: How it was read: the reader's name and settings.
        judged: Whether there is a verdict; where there is none, higher limits may give one.
    """
    digest = hashlib.sha256(__version__.encode())
    without = _NO_JUDGE | _LIMITS if judged else _NO_JUDGE
    options = {
        name: value
        for name, value in environment.items()
        if name.startswith("ARS_") and name not in without
    }
    digest.update(repr((sorted(options.items()), sorted(settings.items(), key=str))).encode())
    named = sorted(set(files))
    _update(digest, named)
    for folder in sorted(set(map(_folder, named))):
        digest.update(f"\0{folder}\0{_digest_around(folder)}".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def look_again() -> None:
    """Forget what lay around documents: what is asked from now on is of this moment."""
    _arounds.clear()


def _update(digest: Any, names: Iterable[str]) -> None:
    for name in names:
        digest.update(f"\0{name}\0{_digest(name)}".encode("utf-8", "surrogateescape"))


def _digest_around(folder: str) -> str:
    """Return one digest of all files around a folder's documents.

    It is kept for a moment: a folder of 10,000 documents with a bibliography each would else be
    looked through 10,000 times. A file that changes within the moment has another digest in the
    next run, so that the document is judged again.
    """
    now = time.monotonic()
    kept = _arounds.get(folder)
    if kept is not None and now < kept[0]:
        return kept[1]
    digest = hashlib.sha256()
    _update(digest, sorted(set(_around(folder))))
    ended = time.monotonic()
    until = ended + max(_MOMENT, _SHARE * (ended - now))
    _keep(_arounds, folder, (until, digest.hexdigest()))
    return digest.hexdigest()


def fingerprint_of(paths: Iterable[Path]) -> tuple[tuple[int, int] | None, ...]:
    """Return size and time of files: two that differ tell that one was written meanwhile."""
    return tuple(_stat(str(path)) for path in paths)


def _folder(name: str) -> str:
    if is_url(name):
        return name.rpartition("/")[0]
    return os.path.dirname(name) or "."  # noqa: PTH120 (a hundred thousand of them)


def _around(folder: str) -> Iterator[str]:
    for place in (folder, f"{folder}/{_HIDDEN}"):
        yield from remote_files(place) if is_url(place) else _local(place)


def _local(folder: str) -> tuple[str, ...]:
    try:
        changed = os.stat(folder).st_mtime_ns  # noqa: PTH116
    except OSError:
        return ()
    known = _folders.get((folder, changed))
    if known is None:
        with os.scandir(folder) as entries:
            known = tuple(
                f"{folder}/{entry.name}" if folder != "." else entry.name
                for entry in entries
                if entry.name.lower().endswith(_AROUND)
            )
        _keep(_folders, (folder, changed), known)
    return known


def remote_files(folder: str) -> tuple[str, ...]:
    """Return the addresses of the files of a remote folder that verdicts can rest on."""
    from fsspec.core import url_to_fs

    system, path = url_to_fs(folder)
    try:
        names = system.ls(path, detail=False)
    except (OSError, ValueError):
        return ()
    return tuple(
        f"{folder}/{PurePosixPath(name).name}"
        for name in names
        if str(name).lower().endswith(_AROUND)
    )


def _digest(name: str) -> str:
    if is_url(name):
        from fsspec.core import url_to_fs

        system, path = url_to_fs(name)
        try:
            return str(system.ukey(path))
        except (OSError, ValueError):
            return ""
    found = _stat(name)
    if found is None:
        return ""
    known = _digests.get((name, *found))
    if known is None:
        digest = hashlib.sha256()
        try:
            with open(name, "rb") as file:  # noqa: PTH123
                while block := file.read(_READ):
                    digest.update(block)
        except OSError:
            return ""
        known = digest.hexdigest()
        _keep(_digests, (name, *found), known)
    return known


def _stat(name: str) -> tuple[int, int] | None:
    try:
        found = os.stat(name)  # noqa: PTH116
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size


def _keep(kept: dict[Any, Any], key: Any, value: Any) -> None:
    if len(kept) >= _MOST_KEPT:
        kept.clear()
    kept[key] = value
