"""Find the citations of a document: markers and Pandoc's Cites become the same `Citation`.

It knows no sidecar: what depends on the keys that exist is handed on with a `Condition`, and
`known_keys` decides it.
"""

from __future__ import annotations

from typing import Any

from ars_pandoc.citations.citation import Syntax
from ars_pandoc.citations.cited_metadata import language_of
from ars_pandoc.citations.finding.walk import Walk
from ars_pandoc.citations.found import Found


def find_citations(
    document: dict[str, Any], *, markdown: bool = True, syntax: Syntax = "markdown"
) -> Found:
    """Find every citation of a document that a reader can see.

    Args:
        document: The AST with `meta` and `blocks`, as Pandoc hands it to a JSON filter.
        markdown: Whether keys were written in Pandoc's Markdown, where a letter directly behind
            one is a sign that it was cut; LaTeX's reader sets no space before a locator.
        syntax: What the document's citations are written in, for fixes that can be pasted.
    """
    walk = Walk(language_of(document["meta"]), markdown, syntax)
    walk.metadata(document["meta"])
    walk.blocks(document["blocks"])
    return walk.finish()
