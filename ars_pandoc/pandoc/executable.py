"""Which Pandoc runs, and reading a document's syntax tree with it."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from ars_pandoc.base.bounded_run import OverSizeError, OverTimeError, run_bounded
from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.installing import install_step

MINIMUM_VERSION = (2, 17)
"""The oldest Pandoc whose AST and citations are tested."""

PANDOC_INSTALLERS = "install Pandoc itself: https://pandoc.org/installing.html"

TYPST_VERSION = (3, 1, 2)
"""The first Pandoc with a Typst writer and `--pdf-engine=typst`."""

_SECONDS = 30
"""A program that does not say its version by then is no Pandoc."""

_LARGEST = 1 << 20


@dataclass(frozen=True, slots=True)
class Pandoc:
    """A Pandoc that can be run.

    Attributes:
        path: Its executable.
        version: Its version, such as `(3, 9)`.
        origin: `PATH`, or `bundled` for the one that comes with this package.
    """

    path: Path
    version: tuple[int, ...]
    origin: Literal["PATH", "bundled"]

    @property
    def version_text(self) -> str:
        """The version as Pandoc writes it."""
        return ".".join(map(str, self.version))


def find_pandoc(minimum: tuple[int, ...] = MINIMUM_VERSION) -> Pandoc:
    """Find the Pandoc to run: the writer's own one before the bundled one.

    Args:
        minimum: The oldest version that will do.

    Returns:
        The Pandoc on `PATH` if it runs and is new enough, else the bundled one.

    Raises:
        ArsError: There is neither.
    """
    on_path = shutil.which("pandoc")
    if on_path:
        version = _version(Path(on_path))
        if version is not None and version >= minimum:
            return Pandoc(Path(on_path), version, "PATH")
    return bundled_pandoc()


def bundled_pandoc() -> Pandoc:
    """Find the Pandoc that is installed together with this package (`pypandoc_binary`).

    Raises:
        ArsError: It is missing or does not run.
    """
    # The package is located, not imported: an import of pypandoc costs more than a small render.
    spec = find_spec("pypandoc")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(folder, "files", "pandoc.exe" if os.name == "nt" else "pandoc")
        version = _version(path)
        if version is not None:
            return Pandoc(path, version, "bundled")
    own = shutil.which("pandoc")
    version = _version(Path(own)) if own else None
    if version is not None and version >= MINIMUM_VERSION:
        what = f"Pandoc {'.'.join(map(str, version))} is too old for this"
        why = "a newer one is needed, and the one that may come with ars-pandoc is not installed"
    else:
        least = ".".join(map(str, MINIMUM_VERSION))
        what = "no Pandoc was found that can be used"
        why = f"none of version {least} or newer is on PATH, and the one that may come with "
        why += "ars-pandoc is not installed"
    raise ArsError(
        what,
        why=why,
        steps=(install_step("pandoc"), PANDOC_INSTALLERS),
    )


def without_backtraces(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Drop the Haskell backtraces that a Pandoc of version 3.9 prints below a missing file.

    Args:
        lines: What Pandoc says on stderr.

    Yields:
        The lines that are for writers, as they come.
    """
    inside = False
    for line in lines:
        inside = line.startswith(b"HasCallStack backtrace:") or (inside and line[:1] in b" \r\n")
        if not inside:
            yield line


def _version(path: Path) -> tuple[int, ...] | None:
    """Return the version of an executable; None if it does not run or is no Pandoc."""
    try:
        stamp = path.stat().st_mtime_ns
    except OSError:
        return None
    return _asked_version(path, stamp)


@lru_cache
def _asked_version(path: Path, stamp: int) -> tuple[int, ...] | None:
    """Ask an executable for its version, once: a folder of papers asks for each of them.

    Args:
        path: The executable.
        stamp: When it was last changed; another one may stand there later.
    """
    del stamp
    try:
        done = run_bounded([str(path), "--version"], _SECONDS, largest=_LARGEST)
    except (OSError, OverTimeError, OverSizeError):
        return None
    said = done.stdout.decode("utf-8", "replace")
    found = re.match(r"pandoc(?:\.exe)?\s+(\d+(?:\.\d+)*)", said)
    return tuple(int(part) for part in found[1].split(".")) if found else None
