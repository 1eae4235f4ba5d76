"""Which source is which file: a folder's files placed by DOI, title and authors (contract §8)."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.text_file import name_of
from ars_pandoc.pinning.pin_file import Opened, open_file
from ars_pandoc.texts.extract import SOURCE_ENDINGS
from ars_pandoc.texts.unreadable import Unreadable
from ars_pandoc.works.title_page import Candidate, identify, may_be, states_doi, title_place

if TYPE_CHECKING:
    from ars_pandoc.corpus.sidecar_entry import Entry

_MOST = 100_000
_Asked = TypeVar("_Asked")
_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class Assigned:
    """A file and the source that it is.

    Attributes:
        path: The file.
        entries: The sources: one, or several that were pinned with it before; none if it could
            not be placed.
        file: The file, opened, if it was placed.
        why: Why it could not be placed, or "".
        stranger: It could not since no entry has its title or DOI: it belongs to no source.
    """

    path: Path
    entries: tuple[Entry, ...] = ()
    file: Opened | None = None
    why: str = ""
    stranger: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """What a folder holds.

    Attributes:
        files: The files that may be sources, in the order of their names.
        left: What else might have been one, each with the reason why it is not looked at.
    """

    files: tuple[Path, ...]
    left: tuple[tuple[Path, str], ...]


def files_below(folder: Path) -> Found:
    """Return the files of a folder that may be sources.

    Hidden files and folders are left out (Zotero keeps its own in them), and no link is followed
    out of the folder.

    Raises:
        ArsError: It is no folder, may not be read, or holds too many files.
    """
    try:
        if not folder.is_dir():
            what = "is no folder" if folder.exists() else "does not exist"
            raise ArsError(
                f"{name_of(folder)} {what}", steps=["name the folder where your PDFs lie"]
            )
        root = folder.resolve()
        next(os.scandir(folder), None)
    except (OSError, ValueError) as error:
        raise ArsError(
            f"{name_of(folder)} cannot be read",
            why=getattr(error, "strerror", None) or "no folder can have such a name",
            steps=["name the folder where your PDFs lie"],
        ) from None
    files: list[Path] = []
    left: list[tuple[Path, str]] = []

    def refused(error: OSError) -> None:
        left.append((Path(error.filename), f"it cannot be read: {error.strerror}"))

    for where, names_of_folders, names in os.walk(folder, onerror=refused):
        below = sorted(name for name in names_of_folders if not name.startswith("."))
        links = [name for name in below if Path(where, name).is_symlink()]
        left += [(Path(where, name), "a link to a folder is not followed") for name in links]
        names_of_folders[:] = [name for name in below if name not in links]
        for name in sorted(names):
            path = Path(where, name)
            if path.suffix.lower() not in SOURCE_ENDINGS or name.startswith("."):
                continue
            why = _barred(path, root)
            if why:
                left.append((path, why))
            else:
                files.append(path)
        if len(files) > _MOST:
            raise ArsError(
                f"{name_of(folder)} holds more than {_MOST} files",
                steps=["name a folder below it"],
            )
    return Found(tuple(files), tuple(left))


def _barred(path: Path, root: Path) -> str:
    """Say why a file of a folder is not looked at, or ""."""
    if not path.is_symlink():
        return ""
    try:
        target = path.resolve()
    except (OSError, RuntimeError):
        return "a link that leads nowhere"
    if not target.is_relative_to(root):
        return "a link that leads out of the folder is not followed"
    # What it leads to is met by itself, but for what is hidden.
    return "" if target.is_file() else "a link that leads nowhere"


def in_parallel(
    do: Callable[[_Asked], _Answer], items: Sequence[_Asked]
) -> Generator[tuple[_Asked, _Answer], None, None]:
    """Do something that waits for other processes with several items at once, in their order.

    Whoever stops taking results lets no further item begin.
    """
    cores = os.cpu_count() or 1
    size = 4 * cores
    pool = ThreadPoolExecutor(max_workers=cores)
    try:
        # A few at a time: the bytes of a whole library need not be in memory at once.
        for start in range(0, len(items), size):
            some = items[start : start + size]
            yield from zip(some, pool.map(do, some), strict=True)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def assign_files(
    paths: Sequence[Path],
    entries: Iterable[Entry],
    held: Mapping[str, frozenset[str]],
    seen: Callable[[], None] = lambda: None,
) -> Iterator[Assigned]:
    """Open files, several at once, and say which source each is.

    Args:
        paths: The files; one that cannot be read does not stop the others.
        entries: The sources.
        held: As for `open_file`: what was placed before is placed again without a look.
        seen: Called after each file.
    """
    known = {entry.citation_key: entry for entry in entries}
    ours = {sha256: keys & known.keys() for sha256, keys in held.items() if keys & known.keys()}
    for _, placed in in_parallel(lambda path: _assign(path, known, ours), paths):
        seen()
        yield placed


def _assign(path: Path, known: Mapping[str, Entry], held: Mapping[str, frozenset[str]]) -> Assigned:
    try:
        file = open_file(path, held)
    except Unreadable as error:
        return Assigned(path, why=error.reason)
    except ArsError as error:
        return Assigned(path, why=error.why or error.what)
    if file.matched:
        return Assigned(path, tuple(known[key] for key in known if key in file.matched), file)
    if file.found is None:
        return Assigned(path, why=file.unreadable)
    near = [entry for entry in known.values() if may_be(entry, file.found)]
    looked = [(entry, identify(entry, file.found)) for entry in near]
    sure = [entry for entry, found in looked if found.title and found.author and not found.doubt]
    if len(sure) > 1:
        sure = _foremost(sure, file.found)
    if len(sure) > 1:
        keys = " or ".join(entry.citation_key for entry in sure[:3])
        return Assigned(path, why=f"it may be {keys}")
    if sure:
        [found] = [found for entry, found in looked if entry is sure[0]]
        if found.typed:
            # One's own notes on a work bear its title and authors too.
            why = f"it may be {sure[0].citation_key}, but {found.reason}"
            return Assigned(path, why=why)
        return Assigned(path, (sure[0],), file)
    if looked:
        entry, found = looked[0]
        return Assigned(path, why=f"it names {entry.citation_key}, but {found.reason}")
    return Assigned(path, why="no entry of the sidecar has its title or DOI", stranger=True)


def _foremost(entries: Sequence[Entry], found: Candidate) -> list[Entry]:
    """Choose among entries that a file may be, by where their titles stand, then by the DOI.

    A work that is cited on the first pages stands below the one that cites it; a title may hold
    another; two editions of one work differ in the DOI.
    """
    places = {id(entry): title_place(entry, found) for entry in entries}
    top = min(place for place, _ in places.values())
    first = [entry for entry in entries if places[id(entry)][0] == top]
    longest = max(places[id(entry)][1] for entry in first)
    first = [entry for entry in first if places[id(entry)][1] == longest]
    if len(first) > 1:
        first = [entry for entry in first if states_doi(entry, found)] or first
    return first
