"""Text that prints although it stands in code: captions in the options of chunks and attributes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ars_pandoc.base.lazy_pattern import lazy_pattern

PRINTED = lazy_pattern(
    r"(?:fig|tbl|lst|tab|table|figure|vid)[-._](?:sub)?cap(?:tion)?s?|cap|caption|caption-text"
    r"|(?:apa|fig|figure|tbl|tab|table|lst)[-._]notes?",
    re.IGNORECASE,
)
"""Options and attributes whose text Quarto, knitr and Jupytext print."""

_VALUE = lazy_pattern(
    r"(?<![\w.-])(?P<name>[A-Za-z][\w.:-]*)\s*=\s*(?P<value>\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')",
    re.DOTALL,
)
_THEOREM = lazy_pattern(
    r"#(?:thm|lem|cor|prp|cnj|def|exm|exr|sol|rem|alg)-"
    r"|\.(?:theorem|lemma|corollary|proposition|conjecture|definition|example|exercise|hypothesis"
    r"|proof|remark|solution)(?![\w-])"
)
_OPTION = lazy_pattern(r"^[ \t]*(?:#|//|%%|--)\|[ \t]?(?P<rest>[^\n]*)$", re.MULTILINE)
_FIELD = lazy_pattern(r"(?P<indent>[ \t]*)(?P<name>[\w.-]+)[ \t]*:(?:[ \t]+|$)")
_LABEL = lazy_pattern(r"[\"']?(?P<name>[\w.-]+)")


def printed_values(
    text: str, start: int, end: int, *, title: bool = False, engine: bool = False
) -> Iterator[tuple[int, int]]:
    """Find the values of `fig-cap="…"` and the like in attributes or the head of a chunk.

    Args:
        text: The text.
        start: Where the attributes begin.
        end: Where they end.
        title: Whether `title="…"` prints too, as a callout's does, and the `name="…"` of a theorem.
        engine: Whether they are of an engine that prints: a theorem's name, the summary of details.

    Returns:
        Where each value begins and ends, without its quotes.
    """
    also = {"name", "summary"} if engine else {"title"} if title else set[str]()
    if title and _THEOREM.search(text, start, end):
        also.add("name")
    for hit in _VALUE.finditer(text, start, end):
        name = hit["name"]
        if PRINTED.fullmatch(name) or name.lower() in also:
            yield hit.start("value") + 1, hit.end("value") - 1


def printed_options(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Find the values of `#| fig-cap: …` in the code of a chunk, those of many lines too."""
    indent: int | None = None
    for hit in _OPTION.finditer(text, start, end):
        rest = hit["rest"]
        field = _FIELD.match(rest)
        if field is not None and (indent is None or len(field["indent"]) <= indent):
            indent = None
            if PRINTED.fullmatch(field["name"]):
                indent = len(field["indent"])
                yield hit.start("rest") + field.end(), hit.end("rest")
        elif indent is not None:
            yield hit.span("rest")


def chunk_label(head: str) -> str | None:
    """Return the label of a chunk, `r fig-one, echo=FALSE`, if it has one."""
    words = head.split(None, 1)
    if len(words) < 2:
        return None
    hit = _LABEL.match(words[1])
    return None if hit is None or "=" in words[1][hit.end() : hit.end() + 2] else hit["name"]
