"""Attributes whose text is printed: `{fig-cap="By [@key]."}`, a call-out's `title="[@key]"`.

https://quarto.org/docs/authoring/figures.html, …/callouts.html, …/cross-references.html (`name=` of
a theorem), https://bookdown.org/yihui/bookdown/markdown-extensions-by-bookdown.html.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ars_pandoc.documents.chunk_options import CAPTION
from ars_pandoc.documents.chunks import Fenced, Layout, outside
from ars_pandoc.documents.r_values import decode
from ars_pandoc.documents.yaml_values import lines_of
from ars_pandoc.positions.position import Extent
from ars_pandoc.positions.traced import Traced

_WORTH = re.compile(r"(?:cap(?:tion)?s?|summary|notes?|title|name)[ \t]*=", re.IGNORECASE)
_BLOCK = re.compile(r"\{(?:[^{}\"'\\]|\\.|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')*\}")
_TAG = re.compile(r"<div(?=\s)(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>", re.IGNORECASE)
_OPENING = re.compile(r"\{|<div\s", re.IGNORECASE)
_PAIR = re.compile(
    r"(?<![\w.\-])(?P<name>[A-Za-z][\w.\-]*)\s*=\s*"
    r"(?:\"(?P<double>(?:[^\"\\]|\\.)*)\"|'(?P<single>(?:[^'\\]|\\.)*)')",
    re.DOTALL,
)
_DIV = re.compile(r"[ \t>]*(?:[-+*][ \t]+)*:{3,}[ \t]*[^{}\n]*$")
# Theorems of Quarto, and those of bookdown, which tells them by their classes.
_NAMED = re.compile(
    r"#(?:thm|lem|cor|prp|cnj|def|exm|exr|sol|rem|alg)-"
    r"|\.(?:theorem|lemma|corollary|proposition|conjecture|definition|example|exercise|hypothesis"
    r"|proof|remark|solution)(?![\w-])"
)
_ESCAPED = re.compile(r"\\(?P<sign>[^\w\s])")
_LONGEST = 4_000

Where = Literal["inline", "block"]


@dataclass(frozen=True, slots=True)
class Printed:
    """The text of an attribute.

    Attributes:
        words: The text.
        at: Where it can stand instead: the offset behind the attributes, or the end of a line.
        where: Whether it stands there among the words of a paragraph, or as a paragraph.
        lead: The white space and `>` before a line that stands there.
        block: Where the attributes stand; None for those of a tag or of code.
        apart: White space stands before them, as behind a table's caption: whether Pandoc takes
            them for attributes there depends on its version.
    """

    words: Traced
    at: int
    where: Where
    lead: str = ""
    block: Extent | None = None
    apart: bool = False


def printed_attributes(path: Path, text: str, layout: Layout) -> Iterator[Printed]:
    """Find the attributes of a Markdown text whose text is printed.

    Args:
        path: The file of the text.
        text: The text, its chunks blanked.
        layout: What is no prose in it.
    """
    if _WORTH.search(text) is None:
        return
    for code in layout.apart:
        if code.info is not None:
            yield from _of_code(path, text, code)
    for start, end in outside(layout.apart, len(text)):
        yield from _of_prose(path, text, start, end)


def _of_code(path: Path, text: str, code: Fenced) -> Iterator[Printed]:
    start, end = code.info or (0, 0)
    if not text.startswith("{", start):
        return
    for words in _texts(path, text, start, end, ()):
        yield Printed(words, code.end, "block", code.lead)


def _of_prose(path: Path, text: str, start: int, end: int) -> Iterator[Printed]:
    place = start
    while (opening := _OPENING.search(text, place, end)) is not None:
        at = opening.start()
        tag = opening[0] != "{"
        pattern = _TAG if tag else _BLOCK
        hit = pattern.match(text, at, min(end, at + _LONGEST))
        if hit is None:
            place = at + 1
            continue
        place = hit.end()
        if _WORTH.search(hit[0]) is None:
            continue
        line = text.rfind("\n", max(0, at - _LONGEST), at) + 1
        div = tag or _DIV.match(text[line:at]) is not None
        names: tuple[str, ...] = ("title",) if div else ()
        if div and _NAMED.search(hit[0]):
            names = ("title", "name")
        lead = re.match(r"[ \t>]*", text[line:at])
        after = place
        if div and not tag:
            newline = text.find("\n", place)
            after = len(text) if newline < 0 else newline
            if text[after - 1 : after] == "\r":
                after -= 1
        apart = not div and text[at - 1 : at].isspace()
        for words in _texts(path, text, at, place, names):
            yield Printed(
                words,
                after,
                "block" if div else "inline",
                lead[0] if lead else "",
                None if tag else (at, place),
                apart,
            )


def _texts(path: Path, text: str, start: int, end: int, names: tuple[str, ...]) -> Iterator[Traced]:
    """Return the captions among attributes, and those that are called as given."""
    for hit in _PAIR.finditer(text, start, end):
        name = hit["name"].replace(".", "-").lower()
        if name in names or (name != "title" and CAPTION.fullmatch(name)):
            begin, close = hit.span("double" if hit["double"] is not None else "single")
            whole = Traced.of_file(path, text[begin:close], begin)
            decoded = decode(whole, 0, len(whole.text), _ESCAPED, lambda escape: escape["sign"])
            yield lines_of(Traced(decoded))
