"""A notebook with the captions in its code cells, and with what its Markdown cells read in.

Code cells are code to Pandoc already; what their options print becomes a Markdown cell behind.
https://nbformat.readthedocs.io/en/latest/format_description.html
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ars_pandoc.documents.assemble_markdown import assemble_markdown, paragraphs
from ars_pandoc.documents.chunk_options import read_options
from ars_pandoc.documents.chunks import Chunk
from ars_pandoc.documents.included import Included
from ars_pandoc.positions.traced import Traced


def assemble_notebook(path: Path, text: str, included: Included) -> str:
    """Return a notebook's JSON as Pandoc is to read it.

    Args:
        path: Its file, from whose folder its cells read others.
        text: Its JSON; what is none is returned as it is, and Pandoc says what is wrong.
        included: What has been read in; it is added to.
    """
    try:
        notebook = json.loads(text)
    except ValueError:
        return text
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        return text
    cells: list[Any] = []
    for cell in notebook["cells"]:
        cells += _cells(path, cell, included)
    if cells == notebook["cells"]:
        return text
    return json.dumps({**notebook, "cells": cells}, ensure_ascii=False)


def _cells(path: Path, cell: Any, included: Included) -> list[Any]:
    words = _source(cell)
    if words is None:
        return [cell]
    if cell.get("cell_type") == "markdown":
        runs = assemble_markdown(path, words, included, cells=True)
        read = Traced(runs).text
        return [cell] if read == words else [{**cell, "source": read}]
    if cell.get("cell_type") != "code":
        return [cell]
    chunk = Chunk(0, len(words), "", (0, 0), (0, len(words)), shown=False, hidden=False)
    options = read_options(path, words, chunk)
    for name, _ in options.computed:
        included.warn(f"code computes {name}, so what it cites is not judged", (path, 0))
    captions = [
        "".join(run.text for run in paragraphs(caption, "")).strip("\n")
        for caption in options.captions
        if caption.text
    ]
    own = [
        {"cell_type": "markdown", "id": f"caption-{number}", "metadata": {}, "source": caption}
        for number, caption in enumerate(captions)
    ]
    return [cell, *own]


def _source(cell: Any) -> str | None:
    """Return the text of a cell, or None if it has none."""
    source = cell.get("source") if isinstance(cell, dict) else None
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        return "".join(source)
    return source if isinstance(source, str) else None
