r"""A LaTeX text with the files that it reads in: `\input`, `\include`, `\subfile`, `\import`.

LaTeX looks for them from the folder of the main file, Pandoc from the working folder or those of
`TEXINPUTS`, and knows nothing of `\subfile` and `\import` (seen with 3.9 and 2.17). What is
commented out is not read.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ars_pandoc.documents.included import Included
from ars_pandoc.positions.attach import Stream
from ars_pandoc.positions.position import Include
from ars_pandoc.positions.tex import scan_tex
from ars_pandoc.positions.traced import Run, Traced

_ENDINGS = (".tex", "")
_COMMENT_OR = r"\\\\|\\%|%[^\n]*|"
_BEGIN = re.compile(_COMMENT_OR + r"(?P<hit>\\begin\s*\{document\})")
_END = re.compile(_COMMENT_OR + r"(?P<hit>\\end\s*\{document\})")
_END_OF_INPUT = re.compile(_COMMENT_OR + r"(?P<hit>\\endinput(?![A-Za-z]))")


def assemble_latex(path: Path, text: str, included: Included) -> list[Run]:
    """Return a LaTeX text with what it reads in.

    Args:
        path: Its file, from whose folder it reads others.
        text: What the file holds.
        included: What has been read in; it is added to.
    """
    return list(_runs(_At(path, path.parent, (path,)), text, 0, included))


@dataclass(frozen=True, slots=True)
class _At:
    """The file that is being read, the folder of its imports, and the files around it."""

    path: Path
    folder: Path
    stack: tuple[Path, ...]


def _runs(at: _At, text: str, start: int, included: Included) -> Iterator[Run]:
    """Return the text of a file from an offset of the file on."""
    stream = Stream(text.replace("\r\n", " \n").replace("\r", "\n"), 0)
    scan_tex(stream, 0, len(stream.text))
    place = 0
    for include in stream.tokens:
        if not isinstance(include, Include):
            continue
        begin, end = include.whole
        yield from Traced.of_file(at.path, text[place:begin], start + place).runs
        place = end
        # Where nothing may be read, the command goes: Pandoc would look for the file elsewhere.
        yield from _file(at, include, start + begin, included)
    yield from Traced.of_file(at.path, text[place:], start + place).runs


def _file(at: _At, include: Include, offset: int, included: Included) -> Iterator[Run]:
    where = (at.path, offset)
    if include.command == "markdownInput":
        included.warn(
            f"{include.name} is Markdown within LaTeX, so what it cites is not judged", where
        )
        return
    if re.search(r"[\\#]", include.folder + include.name):
        name = f"{include.folder}{include.name}"
        included.warn(f"a macro names the file {name} here, so what it cites is not judged", where)
        return
    top = at.stack[0].parent
    base = at.folder if include.command.startswith("sub") else top
    folders = [base / include.folder] if include.folder else [at.folder, top, *_pandocs()]
    found = included.find(include.name, folders, _ENDINGS)
    text = included.read(include.name, found, at.stack, where)
    if text is None or found is None:
        return
    inner = at.folder
    if include.folder or include.command.startswith("subfile"):
        inner = found.parent
    start, end = _body(text)
    inside = _At(found, inner, (*at.stack, found))
    own = Traced(_runs(inside, text[start:end], start, included))
    yield Run(" ")  # a command ends here, whatever letters come
    yield from own.runs
    if "%" in own.text.rpartition("\n")[2]:
        yield Run("\n")


def _pandocs() -> list[Path]:
    return [Path(folder) for folder in os.environ.get("TEXINPUTS", ".").split(os.pathsep)]


def _body(text: str) -> tuple[int, int]:
    """Return the extent of what is read: of a whole document its body alone."""
    start = 1 if text.startswith("\ufeff") else 0
    end = len(text.rstrip("\r\n"))
    stop = _first(_END_OF_INPUT, text, start)
    if stop is not None:
        end = min(end, stop[0])
    opening = _first(_BEGIN, text, start)
    if opening is not None:
        start = opening[1]
        closing = _first(_END, text, start)
        end = end if closing is None else min(end, closing[0])
    return start, max(start, end)


def _first(pattern: re.Pattern[str], text: str, start: int) -> tuple[int, int] | None:
    return next((hit.span("hit") for hit in pattern.finditer(text, start) if hit["hit"]), None)
