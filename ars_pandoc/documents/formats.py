"""How Pandoc reads a file: the reader of its name, and the extensions of that reader."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from ars_pandoc.base import file_endings

if TYPE_CHECKING:
    from ars_pandoc.pandoc.executable import Pandoc

_MARKDOWN = "markdown"
_READERS = {
    ".docx": "docx+citations",  # plain docx loses what a citation plugin has written (contract §3)
    ".dokuwiki": "dokuwiki",
    ".epub": "epub",
    ".fb2": "fb2",
    ".ipynb": "ipynb+citations",  # plain ipynb leaves [@key] as words, in both Pandocs
    ".muse": "muse",
    ".odt": "odt",
    ".opml": "opml",
    ".org": "org",
    ".rst": "rst",
    ".rtf": "rtf",
    ".t2t": "t2t",
    ".textile": "textile",
    ".typ": "typst",
    ".wiki": "mediawiki",
    # Plain html drops the comments behind a citation (contract §3).
    **dict.fromkeys(file_endings.HTML, "html+raw_html"),
    # Plain latex drops commands that Pandoc does not know, with all that they hold (contract §3).
    **dict.fromkeys(file_endings.LATEX, "latex+raw_tex"),
}
MARKDOWN_ENDINGS = file_endings.MARKDOWN | {".text"}
"""File names of Markdown; a file with any other unknown ending is read as Markdown too."""

DOCUMENT_ENDINGS = MARKDOWN_ENDINGS | {".docx", ".odt", ".org", ".rst", ".tex", ".ipynb", ".typ"}
"""What counts as a document in a folder, where nobody named the file itself."""

_RUN_FIRST = frozenset({".qmd", ".rmd", ".rmarkdown"})
_MARKDOWNS = ("markdown", "gfm", "commonmark")
_ENGINES = ("latex", "org", "ipynb")
_NEEDS_THREE = ("docx+citations", "typst")


def reader_of(path: Path | None) -> str:
    """Return the reader that shows most of a file's citations, `markdown` where nothing tells.

    Args:
        path: The file, or None for standard input.
    """
    return _MARKDOWN if path is None else _READERS.get(path.suffix.lower(), _MARKDOWN)


def pandoc_for(reader: str) -> Pandoc:
    """Return the Pandoc that has a reader: the writer's own one unless it is too old for it.

    Raises:
        ArsError: There is none.
    """
    from ars_pandoc.pandoc.executable import bundled_pandoc, find_pandoc  # the filter needs none

    pandoc = find_pandoc()
    if pandoc.version < (3,) and reader.startswith(_NEEDS_THREE):
        return bundled_pandoc()
    return pandoc


@lru_cache
def extensions_of(reader: str, pandoc: Pandoc) -> tuple[str, ...]:
    """Return the extensions that are on in a reader, such as `markdown-citations+raw_html`.

    They are what Pandoc tells its filters in `PANDOC_READER_OPTIONS`; the Pandoc that reads is
    asked for its defaults.
    """
    from ars_pandoc.pandoc.bounded_pandoc import QUESTION, ask_pandoc  # the filter needs none

    base = re.split("[+-]", reader, maxsplit=1)[0]
    done = ask_pandoc(pandoc, [f"--list-extensions={base}"], QUESTION)
    on = dict.fromkeys(
        line[1:] for line in done.stdout.decode("utf-8", "replace").split() if line[0] == "+"
    )
    for sign, name in re.findall(r"([+-])(\w+)", reader[len(base) :]):
        if sign == "+":
            on[name] = None
        else:
            on.pop(name, None)
    return tuple(on)


def is_run_first(path: Path | None, reader: str) -> bool:
    """Return whether a text has chunks that an engine runs before Pandoc reads.

    Args:
        path: The file, whose name tells, or None.
        reader: Pandoc's reader with extensions.
    """
    return path is not None and path.suffix.lower() in _RUN_FIRST and reader.startswith(_MARKDOWNS)


def is_assembled(path: Path, reader: str) -> bool:
    """Return whether a file is put together before Pandoc reads it."""
    return reader.startswith(_ENGINES) or is_run_first(path, reader)
