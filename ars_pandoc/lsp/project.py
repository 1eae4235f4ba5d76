"""What an editor has open around a document: its folder, and how the command line reads it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from ars_pandoc.base.errors import ArsError
from ars_pandoc.corpus.find_sidecar import ENDINGS, STANDARD_NAMES, Rule, find_without_document
from ars_pandoc.documents.inputs import Source, expand_inputs

Stamp = tuple[str, int, int]
"""A file with the time and size that it had."""

_WATCHED = (
    *(f"*.ars{ending}" for ending in ENDINGS),
    *(f"{name}{ending}" for name in STANDARD_NAMES for ending in ENDINGS),
    "*_human_read_log.yaml",
    "*.bib",
)
_DEEPEST = 8
"""Folders between a document and that of its project; one that is deeper is nobody's thesis."""


@dataclass(frozen=True, slots=True)
class Project:
    """How documents are judged that an editor has open.

    Attributes:
        root: The folder that the editor has open, or None: the one that the server runs in.
        settings: Further settings in a Pandoc defaults file's form.
        defaults: Pandoc's defaults files, `-d`.
        reader: `--from`, or None: the file's name decides.
        corpus: The sidecar that `--corpus` names, or None.
    """

    root: Path | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    defaults: tuple[str, ...] = ()
    reader: str | None = None
    corpus: str | None = None

    def source(self, path: Path) -> Source:
        """Return how a document is read; its text comes from the editor.

        Raises:
            ArsError: A defaults file cannot be used.
        """
        # A new file that was never saved is in no project yet.
        names = [str(path)] if path.is_file() else []
        settings = dict(self.settings)
        found = expand_inputs(names, reader=self.reader, defaults=self.defaults, settings=settings)[
            0
        ]
        if not names and self.reader is None and not self.defaults:
            found = expand_inputs([], reader=_reader_of(path), settings=settings)[0]
        return found

    def nearest_sidecar(self, path: Path) -> Path | None:
        """Find the one sidecar of the folders above a document, where its own text names none.

        A chapter of a thesis has no bibliography of its own: the Makefile names it.
        """
        for folder in self._folders(path):
            try:
                found = find_without_document(folder, {})
            except ArsError:
                return None  # several: which one is meant cannot be known
            if found.rule is not Rule.NONE:
                return found.paths[0]
        return None

    def stamps(self, path: Path, known: Iterable[Path] = ()) -> frozenset[Stamp]:
        """Return what verdicts on a document rest on, to notice when it changes.

        Args:
            path: The document.
            known: Sidecars that it was judged by.
        """
        root = (self.root or Path()).absolute()
        folders = [*self._folders(path), *((root / sidecar).parent for sidecar in known)]
        return frozenset(stamp for folder in dict.fromkeys(folders) for stamp in _stamps_in(folder))

    def _folders(self, path: Path) -> Iterator[Path]:
        root = (self.root or Path()).absolute()
        folder = path.absolute().parent
        yield folder
        for _ in range(_DEEPEST):
            if folder == root or root not in folder.parents:
                return
            folder = folder.parent
            yield folder


def _reader_of(path: Path) -> str:
    from ars_pandoc.documents.formats import reader_of

    return reader_of(path)


def _stamps_in(folder: Path) -> Iterator[Stamp]:
    yield from _stamps_of(folder, _WATCHED)
    yield from _stamps_of(folder / ".ars", ("catalog.yaml",))


def _stamps_of(folder: Path, names: tuple[str, ...]) -> Iterator[Stamp]:
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if any(fnmatch(entry.name, name) for name in names):
                    told = entry.stat()
                    yield entry.path, told.st_mtime_ns, told.st_size
    except OSError:
        return  # it is not there, or was taken away meanwhile
