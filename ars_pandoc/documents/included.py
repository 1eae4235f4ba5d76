"""Which files a document may read in: those of its project, each named where it is not read."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ars_pandoc.documents.quarto import project_file
from ars_pandoc.positions.position import Lines

_MOST = 5_000
_DEEPEST = 50
_LARGEST = 64 * 2**20
_UNSEEN = "so what it cites is not judged"


class Included:
    """The files that a document reads in, as they are found.

    Attributes:
        files: Each file with its text, the document's own first.
    """

    def __init__(self, texts: Mapping[Path, str], *, locked: bool) -> None:
        """Begin with nothing read in.

        Args:
            texts: What the files hold, where that is not what lies on the disk: a change that is
                tried, or the text in an editor.
            locked: Whether only files in the document's own folder may be read (contract §3).
        """
        self.files: dict[Path, str] = {}
        self._warned: dict[str, None] = {}
        self._texts = dict(texts)
        self._locked = locked
        self._room: tuple[Path, str] | None = None
        self._count = 0
        self._size = 0
        self._lines: dict[Path, Lines] = {}

    @property
    def root(self) -> Path:
        """The folder whose files may be read."""
        return self._room[0] if self._room else Path()

    @property
    def warnings(self) -> tuple[str, ...]:
        """What could not be read in, and why, in order."""
        return tuple(self._warned)

    def begin(self, path: Path) -> str:
        """Return the text of a document, whose folder or project may be read from now on."""
        folder = path.absolute().parent
        room = folder if self._locked else _project(folder)
        where = "the document's folder" if room == folder else "the project's folder"
        self._room = (room.resolve(), f"{where} {room}")
        return self._read(path)

    def find(
        self, name: str, folders: Iterable[Path], endings: Sequence[str] = ("",)
    ) -> Path | None:
        """Return the first file of this name that is there."""
        for folder in folders:
            for ending in endings:
                path = Path(os.path.normpath(folder / f"{name}{ending}"))
                try:
                    if path in self._texts or path.is_file():
                        return path
                except (OSError, ValueError):
                    continue
        return None

    def read(
        self, name: str, path: Path | None, stack: Sequence[Path], where: tuple[Path, int]
    ) -> str | None:
        """Return the text of a file that is to be read in; None with a warning if it may not be.

        Args:
            name: What the text calls it.
            path: The file, or None if there is none.
            stack: The files in which it is to stand, the outermost first.
            where: The file that names it, and the offset.
        """
        problem = self._problem(name, path, stack)
        if problem is not None or path is None:
            self.warn(problem or "", where)
            return None
        try:
            text = self._read(path)
        except OSError as error:
            self.warn(f"{name} cannot be read ({error.strerror}), {_UNSEEN}", where)
            return None
        if "\0" in text:
            self.warn(f"{name} is no text, {_UNSEEN}", where)
            return None
        self._count += 1
        self._size += len(text)
        return text

    def _problem(self, name: str, path: Path | None, stack: Sequence[Path]) -> str | None:
        if path is None:
            return f"{name} is not there, {_UNSEEN}"
        target = path.resolve()
        room, label = self._room or (Path(), "")
        if not target.is_relative_to(room):
            return f"{name} lies outside of {label}, {_UNSEEN}"
        if target in [one.resolve() for one in stack]:
            return f"{name} reads itself in, in a circle; it is read once"
        if path not in self._texts and target.stat().st_size + self._size > _LARGEST:
            return f"{name} is too large, or too much is read in, {_UNSEEN}"
        if len(stack) > _DEEPEST:
            return f"{name} is read in by files that are nested too deeply, {_UNSEEN}"
        if self._count >= _MOST:
            return f"{name} is one of more than {_MOST} files that are read in, {_UNSEEN}"
        return None

    def warn(self, problem: str, where: tuple[Path, int]) -> None:
        """Tell of what was not read in, once for each place."""
        path, offset = where
        if path not in self._lines:
            self._lines[path] = Lines(self.files[path])
        line, _ = self._lines[path].line_and_column(offset)
        said = f"{path}:{line}: {problem}"
        self._warned[said] = None

    def _read(self, path: Path) -> str:
        if path not in self.files:
            known = self._texts.get(path)
            self.files[path] = (
                path.read_bytes().decode("utf-8", "replace") if known is None else known
            )
        return self.files[path]


def _project(folder: Path) -> Path:
    """Return the nearest folder upward that is a Quarto project or a repository."""
    for one in (folder, *folder.parents):
        if project_file(one) is not None or (one / ".git").exists():
            return one
    return folder
