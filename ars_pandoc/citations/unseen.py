"""Citations that this reader of Pandoc does not see (contract §3, nothing seen)."""

from __future__ import annotations

import re
from typing import Any

from ars_pandoc.pandoc_ast import Element, block_children, children

_TRIGGER = re.compile(r"\[(?:[^\][]*[\s;])?-?@[\w{]")


def left_as_text(document: dict[str, Any]) -> str | None:
    """Find a `[@key]` that stands in the text as plain words.

    A reader without the extension `citations` (`gfm`, `commonmark_x`, plain `docx`) leaves them
    so; a document that shows them has citations that nobody judged.

    Args:
        document: The AST.

    Returns:
        The first such text, shortened, or None.
    """
    return _in_blocks(document["blocks"])


def _in_blocks(blocks: list[Element]) -> str | None:
    for block in blocks:
        for what, inner in block_children(block):
            found = _in_blocks(inner) if what == "blocks" else _in_inlines(inner)
            if found is not None:
                return found
    return None


def _in_inlines(inlines: list[Element]) -> str | None:
    text: list[str] = []
    found = _gather(inlines, text)
    if found is not None:
        return found
    hit = _TRIGGER.search("".join(text))
    if hit is None:
        return None
    rest = "".join(text)[hit.start() :]
    closed = rest.find("]")
    return rest[: closed + 1] if 0 < closed < 60 else rest[:40].rstrip() + "…"


def _gather(inlines: list[Element], text: list[str]) -> str | None:
    """Collect the words of a paragraph; code, math and link targets are none."""
    for element in inlines:
        kind = element["t"]
        if kind == "Str":
            text.append(element["c"])
        elif kind in ("Space", "SoftBreak", "LineBreak"):
            text.append(" ")
        elif kind == "Note":
            found = _in_blocks(element["c"])
            if found is not None:
                return found
        elif kind in ("Code", "Math", "RawInline"):
            text.append(" ")
        else:
            found = _gather(children(element) or [], text)
            if found is not None:
                return found
    return None
