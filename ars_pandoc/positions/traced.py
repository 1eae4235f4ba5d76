"""A text that is put together from pieces of files and knows where each character stands."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ars_pandoc.positions.position import Extent


@dataclass(frozen=True, slots=True)
class Run:
    r"""A piece of a text.

    Attributes:
        text: Its characters.
        path: The file that they come from; None for what stands in no file.
        start: Where they start in the file.
        end: Where they end there. A run that is as long as its place in the file stands there
            character by character; another, such as the escape `\u00e9`, stands there as a whole.
    """

    text: str
    path: Path | None = None
    start: int = 0
    end: int = 0

    @property
    def straight(self) -> bool:
        """Whether it stands in its file character by character."""
        return self.path is not None and len(self.text) == self.end - self.start


class Traced:
    """A text made of runs.

    Attributes:
        runs: Its pieces, in order, none of them empty.
        text: All of it.
    """

    def __init__(self, runs: Iterable[Run]) -> None:
        self.runs = tuple(run for run in runs if run.text)
        self.text = "".join(run.text for run in self.runs)
        self._starts: list[int] = []
        place = 0
        for run in self.runs:
            self._starts.append(place)
            place += len(run.text)

    @classmethod
    def of_file(cls, path: Path, text: str, start: int = 0) -> Traced:
        """Return a text as it stands in a file, from the offset `start` of the file on."""
        return cls([Run(text, path, start, start + len(text))])

    def cut(self, start: int, end: int) -> Traced:
        """Return `text[start:end]`."""
        return Traced(self._cut(start, end))

    def _cut(self, start: int, end: int) -> Iterator[Run]:
        first = max(0, bisect_right(self._starts, start) - 1)
        for number in range(first, len(self.runs)):
            run, at = self.runs[number], self._starts[number]
            if at >= end:
                return
            low, high = max(start - at, 0), min(end - at, len(run.text))
            if low >= high:
                continue
            if run.straight:
                yield Run(run.text[low:high], run.path, run.start + low, run.start + high)
            else:
                yield Run(run.text[low:high], run.path, run.start, run.end)

    def origin(self, extent: Extent) -> tuple[Path, Extent] | None:
        """Return the file and the extent in it that `text[start:end]` comes from.

        None where it begins or ends in no file, or in two.
        """
        start, end = extent
        first = self._run_at(start if start < len(self.text) else start - 1)
        if first is None or first[0].path is None:
            return None
        run, at = first
        path = first[0].path
        begin = run.start + (start - at) if run.straight else run.start
        if start == end:
            return path, (begin, begin)
        last = self._run_at(end - 1)
        if last is None or last[0].path != path:
            return None
        run, at = last
        close = run.start + (end - at) if run.straight else run.end
        return (path, (begin, close)) if begin <= close else None

    def _run_at(self, offset: int) -> tuple[Run, int] | None:
        number = bisect_right(self._starts, offset) - 1
        return None if number < 0 else (self.runs[number], self._starts[number])
