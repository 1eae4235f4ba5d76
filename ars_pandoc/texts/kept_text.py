"""The words of files, kept from one command to the next in the user's cache folder (contract §8).

A cache beside the document could be edited. The names hold the content's hash, the kind of file and
the extractor's version, so that nothing in it can be out of date.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from ars_pandoc.base.cache_folder import cache_folder, read_own
from ars_pandoc.base.errors import ArsError
from ars_pandoc.texts.extract import EXTENSIONS, extract, media_type
from ars_pandoc.texts.source_text import EXTRACTOR_VERSION, SourceText, from_bytes, to_bytes

PART = "texts"


def extract_kept(
    data: bytes, name: str, kind: str | None = None, environment: Mapping[str, str] = os.environ
) -> SourceText:
    """Return the words of a file, read at most once by one version of the extractor.

    Args:
        data: Its bytes.
        name: Its name.
        kind: Its media type, if it is known.
        environment: `ARS_CACHE_DIR` moves the cache.

    Raises:
        Unreadable: As `extract`.
        ArsError: There is no Pandoc, where one is needed.
    """
    kind = kind or (media_type(data, name) if data else None)
    sha256 = hashlib.sha256(data).hexdigest()
    kept = load_text(sha256, kind, environment) if kind else None
    if kept is None:
        kept = extract(data, name, kind)
        if kind:
            keep_text(sha256, kind, kept, environment)
    return kept


def load_text(sha256: str, kind: str, environment: Mapping[str, str]) -> SourceText | None:
    """Return the words that are kept of a file, or None.

    Args:
        sha256: Of its bytes; the caller has held them to it.
        kind: Its media type.
        environment: `ARS_CACHE_DIR` moves the cache.
    """
    path = _path(sha256, kind, environment)
    if path is None:
        return None
    kept = read_own(path)
    try:
        return None if kept is None else from_bytes(kept)
    except ArsError:
        return None


def is_kept(sha256: str, kind: str, environment: Mapping[str, str]) -> bool:
    """Return whether the words of a file are kept; arguments as for `load_text`."""
    path = _path(sha256, kind, environment)
    return path is not None and path.exists()


def keep_text(sha256: str, kind: str, text: SourceText, environment: Mapping[str, str]) -> None:
    """Keep the words of a file; where that cannot be, they are read again the next time."""
    path = _path(sha256, kind, environment)
    if path is not None:
        write_kept(path, to_bytes(text))


def write_kept(path: Path, data: bytes) -> None:
    """Write a file of the cache, whole or not at all."""
    # Two renders at once may write the same file: each has a part file of its own.
    with suppress(OSError):
        handle, part = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(part).replace(path)


def _path(sha256: str, kind: str, environment: Mapping[str, str]) -> Path | None:
    try:
        folder = cache_folder(environment, PART)
    except ArsError:  # without a cache it is only slower
        return None
    return folder / f"{sha256}.{EXTENSIONS.get(kind, 'bin')}.{EXTRACTOR_VERSION}.text"
