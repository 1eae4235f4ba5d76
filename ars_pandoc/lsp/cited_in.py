"""The manuscripts of a folder that cite a source, whether they are open in the editor or not."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ars_pandoc.base.text_file import UnreadableFileError, is_there, read_text
from ars_pandoc.corpus.named_sources import bibliography_paths
from ars_pandoc.documents.formats import DOCUMENT_ENDINGS, reader_of
from ars_pandoc.documents.read_source import read_source
from ars_pandoc.lsp.project import Project
from ars_pandoc.lsp.state import Cited, State, judge_text
from ars_pandoc.positions.position import Extent
from ars_pandoc.positions.scan import can_scan
from ars_pandoc.verdict.judge_source import with_corpus
from ars_pandoc.verdict.options import read_options
from ars_pandoc.verdict.sources import discover

MOST_FILES = 20_000
"""Files of a folder that are looked at; a larger one is nobody's thesis."""

_LEFT_OUT = frozenset(("node_modules", "site-packages", "__pycache__", "build", "dist"))

TextOf = Callable[[Path], str | None]
"""Gives the text of a file as the editor holds it, or None of one that is not open."""


@dataclass(frozen=True, slots=True)
class Opened:
    """What an editor has open.

    Attributes:
        project: The folder, and how documents are read.
        text_of: Gives the texts of open files.
        encoding: How both sides count columns.
    """

    project: Project
    text_of: TextOf
    encoding: str


@dataclass(frozen=True, slots=True)
class Read:
    """A document as Pandoc reads it.

    Attributes:
        ast: The AST.
        environment: What a filter of its render would see.
        bibliographies: The files that its metadata names and that are there.
    """

    ast: dict[str, Any]
    environment: Mapping[str, str]
    bibliographies: tuple[Path, ...]


def read_text_of(path: Path, text: str, project: Project) -> Read:
    """Read a document from the text that an editor holds.

    Args:
        path: Its file.
        text: Its text.
        project: What the editor has open around it.

    Raises:
        ArsError: Pandoc cannot read it, or its sources cannot be found.
    """
    source, known = with_corpus(
        replace(project.source(path), paths=(path,)), project.corpus, os.environ
    )
    clean = text.encode("utf-8", "replace").decode("utf-8")
    read = read_source(source, known, texts={path: clean})
    options = read_options(read.ast["meta"], read.environment)
    _, folders = discover(read.ast["meta"], options, read.environment)
    found = (
        next((folder / name for folder in folders if is_there(folder / name)), None)
        for name in bibliography_paths(read.ast["meta"])
    )
    paths = tuple(path.absolute() for path in found if path is not None)
    return Read(read.ast, read.environment, paths)


def texts_with(key: str, opened: Opened, own: Path) -> Iterator[tuple[Path, str]]:
    """Give the manuscripts of a folder whose text holds a key, cited or not; the own one first.

    Args:
        key: The key.
        opened: What the editor has open.
        own: The document that is asked about.
    """
    root = (opened.project.root or Path()).absolute()
    for path in dict.fromkeys([own, *_documents(root)]):
        if not can_scan(reader_of(path)):
            continue
        text = opened.text_of(path)
        if text is None:
            try:
                text = read_text(path)
            except UnreadableFileError:
                continue  # what is no text holds no place that can be shown
        if key in text:
            yield path, text


def citing(state: State, key: str) -> Iterator[tuple[Cited, Extent]]:
    """Give the citations of a key in a text whose places are known, each with its key's place.

    Args:
        state: The verdicts.
        key: The key.
    """
    for one in state.cited:
        if one.finding.citation.key == key and one.position is not None:
            extent = one.position.key
            yield one, extent if extent[0] < extent[1] else one.position.mark


def judged_with(
    state: State, project: Project, found: Iterator[tuple[Path, str]]
) -> Iterator[tuple[Path, str, State]]:
    """Judge manuscripts, and give those that rest on the same sidecars as a state, or cannot be judged.

    Args:
        state: What the document that is asked about rests on.
        project: What the editor has open.
        found: The manuscripts.
    """
    for path, text in found:
        other = state if text == state.text else judge_text(path, text, project=project)
        if other.error is not None or same_sources(state, other):
            yield path, text, other


def same_sources(one: State, other: State) -> bool:
    """Return whether two documents have a sidecar in common, or both have none."""
    sidecars = [
        set() if state.corpus is None else {path.absolute() for path in state.corpus.paths}
        for state in (one, other)
    ]
    return bool(sidecars[0] & sidecars[1]) or not (sidecars[0] or sidecars[1])


def _documents(root: Path) -> Iterator[Path]:
    seen = 0
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(
            name for name in folders if not name.startswith(".") and name not in _LEFT_OUT
        )
        for name in sorted(names):
            seen += 1
            if seen > MOST_FILES:
                return
            path = Path(folder, name)
            if path.suffix.lower() in DOCUMENT_ENDINGS:
                yield path
