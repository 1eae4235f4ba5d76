"""An Org text with the files that it reads in by `#+include:`.

https://orgmode.org/manual/Include-Files.html
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from ars_pandoc.documents.included import Included
from ars_pandoc.positions.traced import Run, Traced

_NEXT = re.compile(
    r"^[ \t]*#\+(?:begin_(?P<begin>src|example|comment|export)\b|end_(?P<end>\w+)"
    r"|include:[ \t]*(?P<name>\"[^\"\n]*\"|[^\s\"]+)(?P<rest>[^\n]*)$)",
    re.MULTILINE | re.IGNORECASE,
)
_KIND = re.compile(r"[ \t]+(?P<kind>[A-Za-z][\w-]*)(?:[ \t]+(?P<of>[A-Za-z][\w-]*))?(?=\s|$)")
_LINES = re.compile(r":lines[ \t]+\"(?P<first>\d{0,9})-(?P<last>\d{0,9})\"", re.IGNORECASE)
_HEADING = re.compile(r"^(?P<stars>\*+)[ \t]+(?P<title>[^\n]*)$", re.MULTILINE)
_CODE = frozenset({"src", "example", "comment"})


def assemble_org(path: Path, text: str, included: Included) -> list[Run]:
    """Return an Org text with what it reads in.

    Args:
        path: Its file, from whose folder it reads others.
        text: What the file holds.
        included: What has been read in; it is added to.
    """
    return list(_runs(path, text, included, (path,), 0))


def _runs(
    path: Path, text: str, included: Included, stack: Sequence[Path], start: int
) -> Iterator[Run]:
    """Return the text of a file from an offset of the file on."""
    place = 0
    for hit in _includes(text):
        yield from Traced.of_file(path, text[place : hit.start()], start + place).runs
        place = hit.end()
        # Pandoc reads nothing in by itself: from the working folder, outside of the project.
        yield from _file(path, hit, included, stack, start + hit.start())
    yield from Traced.of_file(path, text[place:], start + place).runs


def _includes(text: str) -> Iterator[re.Match[str]]:
    """Return the lines that read a file in; in a block of code they are words."""
    hits = list(_NEXT.finditer(text))
    last = {hit["end"].lower(): number for number, hit in enumerate(hits) if hit["end"]}
    block: str | None = None
    for number, hit in enumerate(hits):
        if hit["begin"] and block is None and last.get(hit["begin"].lower(), -1) > number:
            block = hit["begin"].lower()
        elif hit["end"] and hit["end"].lower() == block:
            block = None
        elif hit["name"] is not None and block is None:
            yield hit


def _file(
    path: Path, hit: re.Match[str], included: Included, stack: Sequence[Path], offset: int
) -> Iterator[Run]:
    name, _, target = hit["name"].strip('"').partition("::")
    kind = _KIND.match(hit["rest"])
    what = kind["kind"].lower() if kind else ""
    if what in _CODE:
        return  # code is no prose
    found = included.find(name, [path.parent, stack[0].parent])
    text = included.read(name, found, stack, (path, offset))
    if text is None or found is None:
        return
    start, end = _part(text, target)
    lines = _LINES.search(hit["rest"])
    if lines is not None:
        start, end = _lines(text, start, end, lines)
    if text.startswith("\ufeff", start):
        start += 1
    if what == "export":
        yield Run(f"#+begin_export {(kind['of'] if kind else '') or 'html'}\n")
        yield from Traced.of_file(found, text[start:end].rstrip("\n"), start).runs
        yield Run("\n#+end_export")
        return
    own = Traced(_runs(found, text[start:end], included, (*stack, found), start))
    yield from own.cut(0, len(own.text.rstrip("\r\n"))).runs


def _part(text: str, target: str) -> tuple[int, int]:
    """Return the extent of the section that is named, of the whole text if none is."""
    target = target.strip()
    if not target:
        return 0, len(text)
    headings = list(_HEADING.finditer(text))
    for number, hit in enumerate(headings):
        if target.startswith("*"):
            same = hit["title"].strip().casefold() == target.lstrip("*").strip().casefold()
        else:
            last = number + 1 == len(headings)
            own = text[hit.end() : len(text) if last else headings[number + 1].start()]
            custom = rf"^[ \t]*:CUSTOM_ID:[ \t]+{re.escape(target.lstrip('#'))}[ \t]*$"
            same = re.search(custom, own, re.MULTILINE | re.IGNORECASE) is not None
        if same:
            below = (
                one for one in headings[number + 1 :] if len(one["stars"]) <= len(hit["stars"])
            )
            end = next(below, None)
            return hit.start(), len(text) if end is None else end.start()
    return 0, len(text)  # what cannot be told apart is judged as a whole


def _lines(text: str, start: int, end: int, lines: re.Match[str]) -> tuple[int, int]:
    """Return the extent of some lines: the last that is named is the first left out."""
    starts = [start, *(start + hit.end() for hit in re.finditer("\n", text[start:end]))]
    first = max(1, int(lines["first"] or 1))
    last = int(lines["last"]) if lines["last"] else len(starts) + 1
    begin = starts[first - 1] if first <= len(starts) else end
    close = starts[last - 1] if last - 1 < len(starts) else end
    return begin, max(begin, close)
