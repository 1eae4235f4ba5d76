"""A Quarto or R Markdown text as it is when its chunks have run, for Pandoc to read.

Chunks are blanked where they stand. A caption in a chunk's options becomes a paragraph behind the
chunk, one in an attribute words or a paragraph behind the attributes: there Pandoc reads it with
all its syntax, it belongs to the section and the item in which it prints, and nothing before or
behind it changes. Parts and children stand where they are named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ars_pandoc.documents.attributes import printed_attributes
from ars_pandoc.documents.chunk_options import Options, read_code, read_options
from ars_pandoc.documents.chunks import Chunk, find_chunks, neutralise, outside
from ars_pandoc.documents.included import Included
from ars_pandoc.positions.position import Extent
from ars_pandoc.positions.traced import Run, Traced

_SHORTCODE = re.compile(
    r"(?<!\{)\{\{<[ \t]{0,20}(?P<what>include|embed)[ \t](?P<name>[^\n<>]{1,1000})>\}\}"
)
_INLINE = re.compile(r"`(?:r[ #]|\{r\}[ \t])(?P<code>[^`]{1,2000})`")
_QUOTED = " \t>"
_COMPUTED_KEY = re.compile(r"@\{?`(?:r[ #]|\{\w+\})")
# Where nothing can begin a list or a heading: a caption is inline text, whatever it begins with.
_GUARD = "\u00a0"
_NEAR = 500


@dataclass(frozen=True, slots=True)
class _Edit:
    start: int
    end: int
    runs: tuple[Run, ...]


def assemble_markdown(
    path: Path, text: str, included: Included, *, follow: bool = True, cells: bool = False
) -> list[Run]:
    """Return a text with its chunks taken out, and with what it reads in.

    Args:
        path: Its file, from whose folder it reads others.
        text: What the file holds.
        included: What has been read in; it is added to.
        follow: Whether to read others in.
        cells: Whether the text is a notebook's, whose code does not stand in it.
    """
    return list(_Assembler(path, included, follow=follow, cells=cells).runs(path, text, (path,)))


class _Assembler:
    def __init__(self, top: Path, included: Included, *, follow: bool, cells: bool) -> None:
        self.folder = top.parent
        self.included = included
        self.follow = follow
        self.cells = cells

    def runs(self, path: Path, text: str, stack: Sequence[Path]) -> Iterator[Run]:
        layout = find_chunks(text)
        bare = text if self.cells else neutralise(text, layout)
        edits: list[_Edit] = []
        if not self.cells:
            for chunk in layout.chunks:
                if not chunk.shown and not chunk.hidden:
                    edits += self.of_chunk(path, text, chunk, stack)
        for one in printed_attributes(path, bare, layout):
            runs = (
                tuple(paragraphs(one.words, one.lead))
                if one.where == "block"
                else (Run(" "), *_one_line(one.words))
            )
            edits.append(_Edit(one.at, one.at, runs))
            if one.block is not None and (one.apart or self.cells):
                # What Pandoc may take for words would be read twice.
                edits.append(_Edit(*one.block, ()))
        if self.follow:
            edits += self.parts(path, bare, list(outside(layout.apart, len(bare))), stack)
            for hit in _COMPUTED_KEY.finditer(bare):
                self.included.warn(
                    "code computes a citation key here, so what it cites is not judged",
                    (path, hit.start()),
                )
        yield from _edited(path, bare, edits)

    def of_chunk(
        self, path: Path, text: str, chunk: Chunk, stack: Sequence[Path]
    ) -> Iterator[_Edit]:
        options = read_options(path, text, chunk)
        for caption in options.captions:
            if caption.text:
                # A theorem's name stands above it.
                at = max(chunk.start, chunk.body[0] - 1) if chunk.prose else chunk.end
                yield _Edit(at, at, tuple(paragraphs(caption, chunk.lead)))
        if not self.follow:
            return
        yield from self.children(path, options, chunk.end, stack)

    def parts(
        self, path: Path, text: str, prose: Sequence[Extent], stack: Sequence[Path]
    ) -> Iterator[_Edit]:
        """Read the parts that the prose names."""
        for start, end in prose:
            if text.find("{{<", start, end) >= 0:
                for hit in _SHORTCODE.finditer(text, start, end):
                    yield from self.part(path, text, hit, stack)
            if text.find("knit_child(", start, end) >= 0:
                for hit in _INLINE.finditer(text, start, end):
                    options = read_code(path, hit["code"], hit.start("code"))
                    yield from self.children(path, options, hit.end(), stack)

    def part(
        self, path: Path, text: str, hit: re.Match[str], stack: Sequence[Path]
    ) -> Iterator[_Edit]:
        """Read the part that `{{< include part.qmd >}}` names, on a line of its own."""
        before, behind = _line_around(text, hit)
        name = hit["name"].strip(" \t\"'")
        if hit["what"] == "embed":
            problem = f"what {name} shows stands here, and is not judged"
        elif not before.strip(_QUOTED) and not behind.strip():
            yield _Edit(*hit.span(), tuple(self.file(name, path, stack, hit.start())))
            return
        else:
            problem = (
                f"{name} is named among words and not on a line of its own, so Quarto does not "
                "read it in, and what it cites is not judged"
            )
        if "`" not in before:
            self.included.warn(problem, (path, hit.start()))

    def children(
        self, path: Path, options: Options, at: int, stack: Sequence[Path]
    ) -> Iterator[_Edit]:
        """Read the documents that stand in the place of code."""
        for name, offset in options.computed:
            self.included.warn(
                f"code computes {name}, so what it cites is not judged", (path, offset)
            )
        for child in options.children:
            where = child.origin((0, len(child.text)))
            offset = where[1][0] if where else at
            runs = self.file(child.text, path, stack, offset)
            if runs:
                yield _Edit(at, at, (Run("\n\n"), *runs, Run("\n\n")))

    def file(self, name: str, path: Path, stack: Sequence[Path], offset: int) -> list[Run]:
        """Return what a part holds, without its last line end."""
        folders = [self.folder, path.parent]
        if name.startswith("/"):
            name, folders = name.lstrip("/"), [self.included.root]
        found = self.included.find(name, folders)
        text = self.included.read(name, found, stack, (path, offset))
        if text is None or found is None:
            return []
        own = Traced(self.runs(found, text, (*stack, found)))
        start = 1 if own.text.startswith("\ufeff") else 0
        return list(own.cut(start, len(own.text.rstrip("\r\n"))).runs)


def _line_around(text: str, hit: re.Match[str]) -> tuple[str, str]:
    """Return what stands on the line before and behind a hit, as far as it matters."""
    before = text[max(0, hit.start() - _NEAR) : hit.start()].rpartition("\n")[2]
    return before, text[hit.end() : hit.end() + _NEAR].partition("\n")[0]


def paragraphs(words: Traced, lead: str) -> Iterator[Run]:
    """Return the paragraphs of a text for the end of a line, each line with its lead."""
    place = 0
    first = True
    for line in words.text.split("\n"):
        if line:
            if first:
                yield Run(f"\n{lead}\n{lead}{_GUARD}")
            else:
                yield Run(f"\n{lead}")
            yield from words.cut(place, place + len(line)).runs
            first = False
        else:
            first = True
        place += len(line) + 1
    yield Run(f"\n{lead}")


def _one_line(words: Traced) -> Iterator[Run]:
    for run in words.runs:
        if run.path is None:
            yield Run(run.text.replace("\n", " "))
        else:
            yield run


def _edited(path: Path, text: str, edits: Sequence[_Edit]) -> Iterator[Run]:
    place = 0
    for edit in sorted(dict.fromkeys(edits), key=lambda edit: (edit.start, edit.end)):
        yield from Traced.of_file(path, text[place : edit.start], place).runs
        yield from edit.runs
        place = max(place, edit.end)
    yield from Traced.of_file(path, text[place:], place).runs
