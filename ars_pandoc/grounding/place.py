"""Which source is which file: a folder's files placed by DOI, title and authors (contract §8)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ars_pandoc.errors import ArsError
from ars_pandoc.grounding.identify import identify, may_be, states_doi
from ars_pandoc.grounding.pin import Opened, open_file
from ars_pandoc.grounding.unreadable import Unreadable

if TYPE_CHECKING:
    from ars_pandoc.corpus.entry import Entry

SUFFIXES = frozenset(
    ".pdf .xml .nxml .jats .html .htm .xhtml .epub .docx .odt .tex .md .markdown .txt".split()
)
_MOST = 100_000


@dataclass(frozen=True, slots=True)
class Placed:
    """A file and the source that it is.

    Attributes:
        path: The file.
        entry: The source, or None if it could not be placed.
        file: The file, opened, if it was placed.
        why: Why it could not be placed, or "".
    """

    path: Path
    entry: Entry | None = None
    file: Opened | None = None
    why: str = ""


def files_below(folder: Path) -> list[Path]:
    """Give the files of a folder that may be sources, in the order of their names.

    Hidden folders are left out, and no link is followed out of the folder.

    Raises:
        ArsError: It is no folder, or holds too many files.
    """
    if not folder.is_dir():
        raise ArsError(f"{folder} is no folder", steps=["name the folder where your PDFs lie"])
    root = folder.resolve()
    found: list[Path] = []
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(where, name)
            if path.suffix.lower() not in SUFFIXES or name.startswith("."):
                continue
            if path.is_symlink() and not path.resolve().is_relative_to(root):
                continue
            found.append(path)
        if len(found) > _MOST:
            raise ArsError(
                f"{folder} holds more than {_MOST} files", steps=["name a folder below it"]
            )
    return found


def place_files(
    paths: Sequence[Path],
    entries: Iterable[Entry],
    seen: Callable[[], None] = lambda: None,
) -> Iterator[Placed]:
    """Open files, several at once, and say which source each is.

    Args:
        paths: The files; one that cannot be read does not stop the others.
        entries: The sources.
        seen: Called after each file.
    """
    known = list(entries)
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        # A few at a time: the bytes of a whole library need not be in memory at once.
        size = 4 * (os.cpu_count() or 1)
        for start in range(0, len(paths), size):
            for placed in pool.map(lambda path: _place(path, known), paths[start : start + size]):
                seen()
                yield placed


def _place(path: Path, entries: Sequence[Entry]) -> Placed:
    try:
        file = open_file(path)
    except Unreadable as error:
        return Placed(path, why=error.reason)
    except ArsError as error:
        return Placed(path, why=error.why or error.what)
    if file.found is None:
        return Placed(path, why=file.unreadable)
    near = [entry for entry in entries if may_be(entry, file.found)]
    looked = [(entry, identify(entry, file.found)) for entry in near]
    sure = [entry for entry, found in looked if found.title and found.author and not found.doubt]
    if len(sure) > 1:
        # Two editions of one work: the DOI says which.
        sure = [entry for entry in sure if states_doi(entry, file.found)] or sure
    if len(sure) == 1:
        return Placed(path, sure[0], file)
    if sure:
        keys = " or ".join(entry.citation_key for entry in sure[:3])
        return Placed(path, why=f"it may be {keys}")
    if looked:
        entry, found = looked[0]
        return Placed(path, why=f"it names {entry.citation_key}, but {found.reason}")
    return Placed(path, why="no entry of the sidecar has its title or DOI")
