"""Whether the other chapters of a book cite with keys: a book is one set (contract §3).

Quarto renders chapter by chapter, so that the gate sees each alone. A chapter that cites in plain
words beside others that cite with keys is no document that a reader of Pandoc's has left unread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

_LARGEST = 16 * 2**20


def cites_elsewhere(environment: Mapping[str, str], is_known: Callable[[str], bool]) -> bool:
    """Return whether a document of the same Quarto project cites a source that is known.

    Args:
        environment: `QUARTO_PROJECT_DIR` names the project; without it there is no other chapter.
        is_known: Whether sidecar or bibliography have a key.
    """
    project = environment.get("QUARTO_PROJECT_DIR")
    if not project:
        return False
    from ars_pandoc.census import count_written, syntax_of  # seldom needed
    from ars_pandoc.documents.formats import reader_of

    for path in _chapters(Path(project)):
        syntax = syntax_of(reader_of(path))
        try:
            if syntax is None or path.stat().st_size > _LARGEST:
                continue
            text = path.read_bytes().decode("utf-8", "replace")
        except OSError:
            continue
        if any(one.sure and is_known(one.key) for one in count_written(text, syntax)):
            return True
    return False


def _chapters(project: Path) -> Iterator[Path]:
    from ars_pandoc.base.errors import ArsError
    from ars_pandoc.documents.quarto import chapters, project_file

    file = project_file(project)
    if file is None:
        return
    try:
        yield from chapters(file)
    except ArsError:
        return  # a project that cannot be read has no chapters to speak for this one
