"""The pages of a source: of a PDF as pictures with our words at their places, of others as text.

A PDF is drawn by a child that is bounded in time and memory (`page_child`); it stays for the next
page, and a few of them are kept.
"""

from __future__ import annotations

import json
import struct
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ars_pandoc.base.bounded import limits
from ars_pandoc.base.errors import ArsError
from ars_pandoc.texts.extract import PDF
from ars_pandoc.texts.marks import CLOSE, DOUBTFUL, HARD, LOWERED, OPEN, RAISED, SOFT, WILD
from ars_pandoc.texts.source_text import SourceText

_SECONDS = 15
"""So long one page may take; what takes longer is hostile or damaged."""

_MOST_CHILDREN = 3
_WORDS = 900
"""So many words of a text without pages are shown at once, to the end of their paragraph."""

_MARKS = frozenset((OPEN, CLOSE, DOUBTFUL, LOWERED, RAISED, WILD))


@dataclass(frozen=True, slots=True)
class Drawn:
    """A page of a PDF.

    Attributes:
        width: Of the picture, in pixels.
        height: Likewise.
        words: Of each: start and end in the text, left, top, width, height in parts of the page.
        picture: A PNG; empty if none was asked for.
    """

    width: int
    height: int
    words: list[list[float]]
    picture: bytes


@dataclass(slots=True)
class _Child:
    """A process that draws the pages of one PDF."""

    data: bytes
    process: subprocess.Popen[bytes] | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    def ask(self, asked: Mapping[str, Any]) -> Drawn:
        """Have a page drawn; a child that died before is started anew, once."""
        with self.lock:
            fresh = self.process is None or self.process.poll() is not None
            drawn = self._tried(asked)
            if drawn is None and not fresh:
                drawn = self._tried(asked)
        if drawn is not None:
            return drawn
        raise ArsError(
            "this page of the PDF cannot be drawn",
            why=f"the program that draws it stopped, or took more than {_SECONDS} s",
            steps=["look at the page in another program, and give its number"],
        )

    def _tried(self, asked: Mapping[str, Any]) -> Drawn | None:
        try:
            return self._ask(asked)
        except (OSError, ValueError, EOFError):
            self.stop()
            return None

    def _ask(self, asked: Mapping[str, Any]) -> Drawn:
        process = self._started()
        if process.stdin is None or process.stdout is None:
            raise OSError
        timer = threading.Timer(_SECONDS, process.kill)
        timer.start()
        try:
            process.stdin.write(json.dumps(asked).encode() + b"\n")
            process.stdin.flush()
            line = process.stdout.readline()
            if not line:
                raise EOFError
            head = json.loads(line)
            picture = process.stdout.read(head["bytes"])
            if len(picture) != head["bytes"]:
                raise EOFError
        finally:
            timer.cancel()
        return Drawn(head["width"], head["height"], head["words"], picture)

    def _started(self) -> subprocess.Popen[bytes]:
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "ars_pandoc.desk.page_child"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                **limits(),
            )
            if self.process.stdin is not None:
                self.process.stdin.write(struct.pack(">Q", len(self.data)) + self.data)
                self.process.stdin.flush()
        return self.process

    def stop(self) -> None:
        """End the process."""
        process, self.process = self.process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    continue
        process.wait()


class Pages:
    """Gives the pages of sources."""

    def __init__(self) -> None:
        self._children: OrderedDict[str, _Child] = OrderedDict()
        self._lock = threading.Lock()

    def draw(
        self,
        sha256: str,
        source: SourceText,
        number: int,
        read: Callable[[], bytes | None],
        *,
        width: int = 0,
        words: bool = False,
    ) -> Drawn:
        """Draw a page of a PDF.

        Args:
            sha256: Of the PDF.
            source: Its words.
            number: The page's place in the file, from 0.
            read: Gives its bytes.
            width: Of the picture, in pixels; 0 for none.
            words: Whether to place its words.

        Raises:
            ArsError: It cannot be drawn, or the file is not here.
        """
        bounds = [*(page.start for page in source.pages), len(source.text)]
        asked: dict[str, Any] = {"page": number, "width": width, "words": words}
        if words:
            begin, end = bounds[number], bounds[number + 1]
            asked |= {"begin": begin, "text": source.text[begin:end]}
        return self._child(sha256, read).ask(asked)

    def _child(self, sha256: str, read: Callable[[], bytes | None]) -> _Child:
        with self._lock:
            child = self._children.get(sha256)
            if child is None:
                data = read()
                if data is None:
                    raise ArsError("the pinned file is not here", steps=["bring .ars/sources here"])
                child = self._children[sha256] = _Child(data)
            self._children.move_to_end(sha256)
            while len(self._children) > _MOST_CHILDREN:
                _, oldest = self._children.popitem(last=False)
                oldest.stop()
            return child

    def close(self) -> None:
        """End all processes."""
        with self._lock:
            for child in self._children.values():
                child.stop()
            self._children.clear()


def is_drawn(source: SourceText) -> bool:
    """Return whether a source has pages that are drawn."""
    return source.media_type == PDF


def text_pages(source: SourceText) -> list[int]:
    """Return where the parts begin in which a text without pages is shown, and its end."""
    bounds = [0]
    count = 0
    for start, _ in source.paragraphs or _lines(source.text):
        if count >= _WORDS:
            bounds.append(start)
            count = 0
        count += source.text[start : start + 100_000].split(HARD, 1)[0].count(" ") + 1
    return [*bounds, len(source.text)]


def _lines(text: str) -> list[tuple[int, int]]:
    return [
        (at + 1, 0) for at, sign in enumerate(text) if sign in (SOFT, HARD) or sign == "\n"
    ] or [(0, 0)]


def text_blocks(source: SourceText, start: int, end: int) -> list[dict[str, Any]]:
    """Return the paragraphs of a part of a text: each with its kind and its words.

    A word is `[start, end, what a person reads]`.
    """
    headings = {section.start for section in source.sections}
    blocks: list[dict[str, Any]] = []
    words: list[list[Any]] = []
    begin = start

    def close(at: int) -> None:
        if words:
            heading = any(place in headings for place in range(begin, words[0][0] + 1))
            blocks.append({"heading": heading, "words": words.copy()})
            words.clear()

    text = source.text
    at = start
    while at < end:
        if text[at] in (SOFT, HARD):
            close(at)
            begin = at + 1
            at += 1
        elif text[at].isspace():
            at += 1
        else:
            first = at
            while at < end and not text[at].isspace() and text[at] not in (SOFT, HARD):
                # A word that is broken at a line end is one.
                at += 2 if text[at] == WILD and text[at + 1 : at + 2].isspace() else 1
            words.append([first, min(at, end), _shown(text[first : min(at, end)])])
    close(end)
    return blocks


def _shown(word: str) -> str:
    shown = word.replace(WILD + "\n", "-").replace(WILD + " ", "-").replace(WILD, "-")
    return "".join(
        "^" if sign == RAISED else sign for sign in shown if sign not in _MARKS or sign == RAISED
    )
