"""The words of a source, with their pages, sections and paragraphs (contract §8).

Everything that matching needs stands in one string. What plain characters cannot say is said by
control characters, which the extractors take out of the source first:

- `RAISED`, `LOWERED`: what follows is a super- or subscript (`10²` is not `102`);
- `OPEN` … `CLOSE`: a call-out, which a quote may leave out;
- `WILD`: a hyphen at a line end, which may be there or not;
- `SOFT`: a new paragraph; `HARD`: a place that no quote runs over (heading, table cell);
- `UNKNOWN`: one character that the file does not name;
- `DOUBTFUL`: the character behind it is what the file says, or what its code usually means, but
  nothing bears it out. Either kind may be any one character: it neither accuses nor proves.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

import orjson

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.texts.marks import CLOSE, DOUBTFUL, HARD, LOWERED, OPEN, RAISED, SOFT, WILD

EXTRACTOR_VERSION = 11
"""To be raised whenever an extractor gives other text: what is cached for another one is void."""


_SOFT_HYPHEN_BREAK = lazy_pattern("(?<!\u00ad)\u00ad+[ \t]*\r?\n[ \t]*")
_HYPHEN_BREAK = lazy_pattern("(?<=[^\\W\\d_])[-\u2010][ \t]*\r?\n[ \t]*(?=[^\\W\\d_])")
_WALL = lazy_pattern(f"[{SOFT}{HARD}]")


_SHOWN = {ord(char): None for char in (OPEN, CLOSE, LOWERED, DOUBTFUL)} | {
    ord(RAISED): "^",
    ord(WILD): "-",
    ord("\n"): " ",
    ord(SOFT): " ",
    ord(HARD): " ",
}


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a PDF.

    Attributes:
        start: Where its words begin in the text.
        number: Its place in the file, from 1.
        label: The printed number, or None where none was found; two (`12–13`) on a sheet that holds
            two printed pages.
        fault: Why its words cannot be read, or None.
        scanned: Its words were read from a picture by a program: near misses prove nothing.
    """

    start: int
    number: int
    label: str | None = None
    fault: str | None = None
    scanned: bool = False
    turn: int = 0
    """Where the words of the second printed page of a sheet begin; 0 if there is none."""

    def printed(self, offset: int) -> str | None:
        """Return the printed number of what stands at an offset in the text."""
        if self.turn and self.label:
            return self.label.split("–")[offset >= self.turn]
        return self.label


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a source: where its words begin in the text, and its heading."""

    start: int
    title: str


@dataclass(frozen=True, slots=True)
class Passage:
    """Where in a source something stands; what is not known is None."""

    page: str | None = None
    pdf_page: int | None = None
    section: str | None = None
    paragraph: int | None = None


@dataclass(frozen=True, slots=True)
class SourceText:
    """The words of a source.

    Attributes:
        media_type: Of the file they come from.
        text: The words, with the control characters of this module.
        pages: Of a PDF, in order; empty for other files.
        sections: In order, as far as the file marks them.
        paragraphs: Where paragraphs begin, with their number in their section, from 1; a number
            of 0 is a block that is no paragraph, such as a heading.
        references: What stands in the file but is not the source's words: its reference list.
        jumps: Where the words go on elsewhere: behind a page, column or float. Each is the end of
            the first part and the start of the second.
        raising_lost: The file may have lost which digits are raised (a PDF, plain text).
        title: What the file says its title is.
        identifiers: DOI and other identifiers that the file states of itself, lower case.
    """

    media_type: str
    text: str
    pages: tuple[Page, ...] = ()
    sections: tuple[Section, ...] = ()
    paragraphs: tuple[tuple[int, int], ...] = ()
    references: str = ""
    jumps: tuple[tuple[int, int], ...] = ()
    raising_lost: bool = False
    title: str = ""
    identifiers: tuple[str, ...] = ()
    _starts: dict[str, list[int]] = field(default_factory=dict, repr=False, compare=False)

    def passage(self, offset: int) -> Passage:
        """Tell where an offset in the text stands."""
        page: Page | None = None
        section: str | None = None
        paragraph: int | None = None
        at = self._before("pages", self.pages, offset)
        if at >= 0:
            page = self.pages[at]
        at = self._before("sections", self.sections, offset)
        if at >= 0:
            section = self.sections[at].title
        at = self.paragraph_index(offset)
        if at >= 0:
            paragraph = self.paragraphs[at][1] or None
        if page is None:
            return Passage(section=section, paragraph=paragraph)
        return Passage(page.printed(offset), page.number, section, paragraph)

    def paragraph_index(self, offset: int) -> int:
        """Return the index in `paragraphs` of the one that holds an offset; -1 before the first."""
        starts = self._starts.get("paragraphs")
        if starts is None:
            starts = self._starts["paragraphs"] = [start for start, _ in self.paragraphs]
        return bisect_right(starts, offset) - 1

    def first_words(self, characters: int = 6000) -> str:
        """Return what stands at the beginning, or on the first pages, for a look at title and names.

        Args:
            characters: At most so many.
        """
        end = self.pages[3].start if len(self.pages) > 3 else len(self.text)
        return shown(self.text[: min(end, characters)])

    @property
    def faults(self) -> tuple[Page, ...]:
        """The pages whose words cannot be read."""
        return tuple(page for page in self.pages if page.fault)

    def _before(self, name: str, items: Sequence[Page | Section], offset: int) -> int:
        starts = self._starts.get(name)
        if starts is None:
            starts = self._starts[name] = [item.start for item in items]
        return bisect_right(starts, offset) - 1


def shown(text: str) -> str:
    """Return a piece of a source's text as a person reads it, on one line."""
    text = text.replace(WILD + "\n", "-").replace(WILD + " ", "-")
    return " ".join(text.translate(_SHOWN).split())


def to_bytes(source: SourceText) -> bytes:
    """Write a source's text compactly, for the cache."""
    return orjson.dumps(
        [
            EXTRACTOR_VERSION,
            source.media_type,
            source.text,
            [
                [one.start, one.number, one.label, one.fault, one.scanned, one.turn]
                for one in source.pages
            ],
            [[section.start, section.title] for section in source.sections],
            source.paragraphs,
            source.references,
            source.jumps,
            source.raising_lost,
            source.title,
            source.identifiers,
        ]
    )


def from_bytes(data: bytes) -> SourceText:
    """Read what `to_bytes` wrote.

    Raises:
        ArsError: The bytes are not what this version writes; the file has to be read again.
    """
    try:
        (version, media, text, pages, sections, paragraphs, *rest) = orjson.loads(data)
        if version != EXTRACTOR_VERSION or not isinstance(text, str):
            raise ValueError
        references, jumps, raising_lost, title, identifiers = rest
        return SourceText(
            media,
            text,
            tuple(Page(*page) for page in pages),
            tuple(Section(*section) for section in sections),
            tuple((start, number) for start, number in paragraphs),
            references,
            tuple((end, start) for end, start in jumps),
            raising_lost,
            title,
            tuple(identifiers),
        )
    except (ValueError, TypeError):
        raise ArsError("the cached text of a source is damaged or from another version") from None


def _joined(text: str) -> str:
    """Join words that are broken at line ends: a soft hyphen goes, a hyphen may be there or not."""
    if "\n" not in text:
        return text
    return _HYPHEN_BREAK.sub(WILD + "\n", _SOFT_HYPHEN_BREAK.sub("", text))


@dataclass(slots=True)
class TextBuilder:
    """Collects the words of a source block by block; for sources with a structure.

    Blocks are given as the file has them, with the marks that its markup asks for; they are
    cleaned all at once in the end, which is much faster than one by one.
    """

    media_type: str
    _blocks: list[str] = field(default_factory=list)
    _numbers: list[int] = field(default_factory=list)
    _sections: list[int] = field(default_factory=list)
    _references: list[str] = field(default_factory=list)
    _number: int = 0
    _after_prose: bool = False

    def section(self, title: str) -> None:
        """Begin a section; its heading belongs to the words, but no quote runs out of it."""
        title = " ".join(title.split())
        if not title:
            return
        self._number = 0
        self._sections.append(len(self._blocks))
        self.block(title, prose=False)

    def block(self, text: str, *, prose: bool = True) -> None:
        """Add a paragraph, or with `prose=False` a block of another kind, such as a table cell."""
        text = " ".join(_joined(text).split())
        if not text:
            return
        # A quote may run from one paragraph into the next, and nowhere else.
        self._blocks.append((SOFT if prose and self._after_prose else HARD) + text)
        self._after_prose = prose
        self._number += prose
        self._numbers.append(self._number if prose else 0)

    def reference(self, text: str) -> None:
        """Add what is not the source's words: an item of its reference list."""
        self._references.append(" ".join(_joined(text).split()))
        self._after_prose = False

    def build(
        self, *, title: str = "", identifiers: tuple[str, ...] = (), raising_lost: bool = False
    ) -> SourceText:
        """Return what was collected.

        Args:
            title: What the file says its title is, as the file has it.
            identifiers: As in `SourceText`.
            raising_lost: As in `SourceText`.
        """
        # Normalising needs the marks of this module.
        from ars_pandoc.texts.normalise import clean, mark_callouts
        from ars_pandoc.texts.raised import mark_raised

        text = mark_callouts(mark_raised(clean("".join(self._blocks))))
        starts = [found.end() for found in _WALL.finditer(text)]
        ends = [start - 1 for start in starts[1:]] + [len(text)]
        return SourceText(
            self.media_type,
            text,
            sections=tuple(
                Section(starts[index], shown(text[starts[index] : ends[index]]))
                for index in self._sections
            ),
            paragraphs=tuple(zip(starts, self._numbers, strict=True)),
            references=clean(HARD.join(self._references)),
            raising_lost=raising_lost,
            title=shown(clean(title)),
            identifiers=identifiers,
        )
