"""What was worked out of a text, kept as JSON in the user's cache folder by the text's hash.

To read a sidecar of 1,000 entries takes a render 70 ms, and most renders find it as it was. What
others could have written is not believed, since verdicts rest on it.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from ars_pandoc.base.cache_folder import cache_folder, read_own
from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.version import __version__

PART = "parsed"
_MOST_FILES = 100
_MOST_BYTES = 256 * 1024 * 1024


def remembered(
    kind: str, text: str, work: Callable[[], Any], environment: Mapping[str, str] | None = None
) -> Any:
    """Return plain data that a function works out of a text, at most once for each text.

    Args:
        kind: What is worked out, with a number to be raised when the function changes.
        text: The whole of what the function rests on.
        work: Gives dictionaries with texts for keys, lists, texts, numbers, booleans and None.
        environment: `ARS_CACHE_DIR` moves the cache; that of the process by default.

    Raises:
        Exception: What `work` raises; then nothing is kept.
    """
    path = _path(kind, text, os.environ if environment is None else environment)
    kept = None if path is None else read_own(path)
    if kept is not None:
        with suppress(ValueError, RecursionError):  # damaged: it is worked out again
            return json.loads(kept)
    data = work()
    if path is not None:
        _keep(path, data)
    return data


def _path(kind: str, text: str, environment: Mapping[str, str]) -> Path | None:
    try:
        folder = cache_folder(environment, PART)
    except ArsError:  # without a cache it is only slower
        return None
    digest = hashlib.sha256(f"{__version__}\0{kind}\0".encode())
    digest.update(text.encode("utf-8", "surrogatepass"))
    return folder / f"{digest.hexdigest()}.json"


def _keep(path: Path, data: Any) -> None:
    from ars_pandoc.base.whole_file import write_whole

    with suppress(OSError, ValueError, TypeError, RecursionError):
        written = json.dumps(data)
        if json.loads(written) != data:
            return  # a number as a key, for one: JSON would give back a text
        _make_room(path.parent)
        write_whole(path, written.encode())


def _make_room(folder: Path) -> None:
    """Remove what was written longest ago, where there is too much."""
    known = sorted(
        ((one.st_mtime, one.st_size, path) for path in folder.iterdir() for one in [path.stat()]),
        reverse=True,
    )
    size = 0
    for number, (_, bytes_, old) in enumerate(known):
        size += bytes_
        if number >= _MOST_FILES or size > _MOST_BYTES:
            old.unlink(missing_ok=True)
