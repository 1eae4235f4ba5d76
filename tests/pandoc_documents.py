"""Documents for unit tests, as Pandoc reads them: many texts in one run."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from functools import cache
from typing import Any

from ars_pandoc.pandoc.executable import Pandoc
from tests.conftest import PANDOCS

Document = dict[str, Any]


@cache
def _run(text: str, reader: str, pandoc: Pandoc) -> bytes:
    return subprocess.run(
        [str(pandoc.path), "-f", reader, "-t", "json"],
        input=text.encode(),
        capture_output=True,
        check=True,
        timeout=60,
    ).stdout


def read_document(text: str, reader: str = "markdown", pandoc: Pandoc = PANDOCS[0]) -> Document:
    """Give the AST of one text; a copy, since stripping works in place."""
    document: Document = json.loads(_run(text, reader, pandoc))
    return document


def read_documents(
    texts: Iterable[str], reader: str = "markdown", pandoc: Pandoc = PANDOCS[0]
) -> dict[str, Document]:
    """Give the AST of each text by itself, from one run of Pandoc.

    Each stands in a div of its own, so none may hold metadata or an unclosed comment.
    """
    texts = list(texts)
    divs = "\n\n".join(f"::::::::: {{.case}}\n\n{text}\n\n:::::::::" for text in texts)
    whole = read_document(divs, f"{reader}+fenced_divs", pandoc)
    cases = [block["c"][1] for block in whole["blocks"]]
    if len(cases) != len(texts):
        raise ValueError("a text ended its div")
    return {
        text: {"pandoc-api-version": [*whole["pandoc-api-version"]], "meta": {}, "blocks": blocks}
        for text, blocks in zip(texts, cases, strict=True)
    }
