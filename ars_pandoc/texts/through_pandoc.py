"""The words of HTML, EPUB, DOCX, ODT, LaTeX and Markdown files, through Pandoc (contract §8).

Pandoc runs sandboxed where its version can: a document names no other file to be read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson

from ars_pandoc.base.bounded import LARGEST_TREE, MEMORY, TEXT_SECONDS
from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.citations.reference_headings import is_reference_heading
from ars_pandoc.pandoc.bounded_pandoc import LimitError, Limits, run_pandoc
from ars_pandoc.pandoc.executable import find_pandoc
from ars_pandoc.texts.marks import CLOSE, LOWERED, OPEN, RAISED
from ars_pandoc.texts.normalise import without_marks
from ars_pandoc.texts.raised import unspaced
from ars_pandoc.texts.source_text import SourceText, TextBuilder, shown
from ars_pandoc.texts.unreadable import Unreadable

READERS = {
    "text/html": "html",
    "application/epub+zip": "epub",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "application/vnd.oasis.opendocument.text": "odt",
    "application/x-tex": "latex",
    "text/markdown": "markdown-example_lists-citations",
}


def extract_with_pandoc(data: bytes, media_type: str) -> SourceText:
    """Take the words out of a file that Pandoc reads.

    Args:
        data: The bytes of the file.
        media_type: One of `READERS`.

    Raises:
        Unreadable: Pandoc cannot read it, or not within the bounds.
        ArsError: There is no Pandoc.
    """
    pandoc = find_pandoc()
    # Sandboxing came with 2.15, so every version that is taken has it.
    arguments = ["--sandbox", "-f", READERS[media_type], "-t", "json"]
    limits = Limits(TEXT_SECONDS, MEMORY)
    try:
        done = run_pandoc(
            pandoc, arguments, limits, data=data, largest=LARGEST_TREE, leave_files=True
        )
    except LimitError as error:
        # A busy machine is not the file's fault.
        raise Unreadable(f"Pandoc {error.says}", lasting=not error.slow) from None
    if done.returncode:
        said = " ".join(done.stderr.decode("utf-8", "replace").split()) or "it ran out of memory"
        raise Unreadable(f"Pandoc cannot read it: {said[:300]}")
    try:
        document = orjson.loads(done.stdout)
    except ValueError:
        raise Unreadable("Pandoc gives no text of it") from None
    builder = TextBuilder(media_type)
    _Walk(builder).document(document["blocks"])
    title = document.get("meta", {}).get("title", {})
    words = _inlines(title.get("c", [])) if title.get("t") == "MetaInlines" else ""
    return builder.build(title=words, raising_lost=media_type == "text/markdown")


def extract_plain(data: bytes) -> SourceText:
    """Take the words out of plain text: paragraphs stand between blank lines."""
    text = without_marks(decode(data))
    builder = TextBuilder("text/plain")
    references = False
    for block in text.replace("\r\n", "\n").replace("\r", "\n").split("\n\n"):
        if is_reference_heading(block):
            references = True
        elif references:
            builder.reference(block)
        else:
            builder.block(block)
    return builder.build(raising_lost=True)


def decode(data: bytes) -> str:
    """Decode text: UTF-8 or what a byte order mark says, else Windows-1252.

    Raises:
        Unreadable: The bytes are no text.
    """
    for mark, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    if b"\0" in data[:4096]:
        raise Unreadable("the bytes are no text")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


class _Walk:
    """Goes through the blocks of Pandoc's document."""

    def __init__(self, builder: TextBuilder) -> None:
        self.builder = builder
        self.references: int | None = None
        self.notes: list[list[Any]] = []

    def document(self, blocks: list[Any]) -> None:
        """Take the words of a document, its footnotes behind them."""
        self.blocks(blocks)
        self.references = None
        while self.notes:
            self.blocks(self.notes.pop(0))

    def blocks(self, blocks: list[Any]) -> None:
        for block in blocks:
            kind, content = block["t"], block.get("c")
            if kind == "Header":
                self._heading(content)
            elif kind in ("Para", "Plain"):
                self._words(_inlines(content), prose=True)
                # A footnote is the source's words too; it does not interrupt a sentence.
                self.notes.extend(_notes(content))
            elif kind == "LineBlock":
                self._words(" ".join(_inlines(line) for line in content), prose=True)
            elif kind == "CodeBlock":
                self._words(without_marks(content[1]), prose=False)
            elif kind == "BlockQuote":
                self.blocks(content)
            elif kind == "Div":
                self._division(content)
            elif kind == "OrderedList":
                for item in content[1]:
                    self.blocks(item)
            elif kind == "BulletList":
                for item in content:
                    self.blocks(item)
            elif kind == "DefinitionList":
                for term, definitions in content:
                    self._words(_inlines(term), prose=False)
                    for definition in definitions:
                        self.blocks(definition)
            elif kind in ("Table", "Figure"):
                for cell in _nested_blocks(content):
                    self._words(_inlines(cell), prose=False)

    def _heading(self, content: list[Any]) -> None:
        level, _, inlines = content
        title = _inlines(inlines)
        if is_reference_heading(shown(title)):
            self.references = level
            return
        if self.references is not None and level <= self.references:
            self.references = None
        if self.references is None:
            self.builder.section(title)

    def _division(self, content: list[Any]) -> None:
        (name, classes, _), blocks = content
        if name == "refs" or "references" in classes or "csl-bib-body" in classes:
            before, self.references = self.references, 0
            self.blocks(blocks)
            self.references = before
        else:
            self.blocks(blocks)

    def _words(self, words: str, *, prose: bool) -> None:
        if self.references is not None:
            self.builder.reference(words)
        else:
            self.builder.block(words, prose=prose)


def _nested_blocks(node: Any) -> Iterator[list[Any]]:
    """Return the inlines of every paragraph in a table or figure."""
    if isinstance(node, dict):
        if node.get("t") in ("Para", "Plain"):
            yield node["c"]
        else:
            yield from _nested_blocks(node.get("c"))
    elif isinstance(node, list):
        for child in node:
            yield from _nested_blocks(child)


_CALLOUT = lazy_pattern(r"\W*\d{1,4}(?:\W+\d{1,4})*\W*")


def _inlines(inlines: list[Any]) -> str:
    """Return the characters of inlines, with marks for scripts and call-outs; notes are left out."""
    return "".join(map(_inline, inlines))


def _inline(inline: dict[str, Any]) -> str:
    kind, content = inline["t"], inline.get("c")
    if kind == "Str":
        return without_marks(str(content))
    if kind == "Space":
        return " "
    if kind in ("SoftBreak", "LineBreak"):
        return "\n"  # a word may be broken there
    if content is None or kind in ("RawInline", "Note"):
        return ""
    if kind in ("Code", "Math"):
        return without_marks(str(content[1]))
    if kind in ("Superscript", "Subscript"):
        inner = _inlines(content).strip()
        if OPEN in inner:
            return inner
        return RAISED + unspaced(inner) if kind == "Superscript" else LOWERED + inner
    if kind == "Quoted":
        return f'"{_inlines(content[1])}"'
    if kind in ("Cite", "Image", "Span"):
        return _inlines(content[1])
    if kind == "Link":
        inner = _inlines(content[1])
        # A number that leads to another place of the same file is a call-out.
        callout = content[2][0].startswith("#") and _CALLOUT.fullmatch(inner)
        return f"{OPEN}{inner}{CLOSE}" if callout else inner
    return _inlines(content)


def _notes(node: Any) -> Iterator[list[Any]]:
    """Return the blocks of every footnote in inlines."""
    if isinstance(node, dict):
        if node.get("t") == "Note":
            yield node["c"]
        else:
            yield from _notes(node.get("c"))
    elif isinstance(node, list):
        for child in node:
            yield from _notes(child)
