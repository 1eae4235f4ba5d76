"""Which of many files are manuscripts: a hook is given every Markdown file of a repository.

A README that thanks `@alice` cites nobody. What is judged is what cites for certain, what names a
key that the sidecar beside it holds, and what says itself, or whose project says, that it has
sources. What cannot be told is judged.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.text_file import read_text
from ars_pandoc.census import count_written, syntax_of
from ars_pandoc.corpus.find_sidecar import find_without_document
from ars_pandoc.corpus.load_sidecar import load_corpus
from ars_pandoc.documents.inputs import Source
from ars_pandoc.documents.quarto import chapters, project_file

# The head of a file: at its first line, as Pandoc takes it.
_HEAD = re.compile(r"\A\ufeff?---[ \t]*\r?\n(.*?)^(?:---|\.\.\.)[ \t]*$", re.M | re.S)
_HAS_SOURCES = re.compile(r"^(?:bibliography|references|literature_corpus|ars)\b", re.M)


def is_manuscript(source: Source, environment: Mapping[str, str]) -> bool:
    """Return whether a document cites, or is named as one that does.

    Args:
        source: The document.
        environment: The `ARS_…` variables and the rest.
    """
    syntax = syntax_of(source.reader)
    if syntax is None or not source.paths:  # no text that could be looked at
        return True
    if _names_sources(source):
        return True
    for path in source.paths:
        try:
            text = read_text(path)
            known = _known(path.parent, environment.get("ARS_CORPUS"))
        except ArsError:
            return True
        head = _HEAD.match(text)
        if head is not None and _HAS_SOURCES.search(head[1]):
            return True
        written = count_written(text, syntax, known)
        if any(one.sure or one.key in known for one in written):
            return True
    return False


def _names_sources(source: Source) -> bool:
    """Return whether the chapters of a project, or a defaults file, name the document."""
    if source.project is None:
        return False
    file = project_file(source.project)
    try:
        named = chapters(file) if file is not None else []
    except ArsError:
        return True
    return bool({path.resolve() for path in named} & {path.resolve() for path in source.paths})


@lru_cache
def _known(folder: Path, named: str | None) -> frozenset[str]:
    """Return the keys of the sidecar that lies in a folder, or that a variable names."""
    found = find_without_document(folder, {} if named is None else {"ARS_CORPUS": named})
    return frozenset(key for path in found.paths for key in load_corpus(path).entries)
