"""The words of a PDF, page by page, in the order of its content (contract §8).

Heads, feet and page numbers are dropped; where a page, a column or a float comes between the lines
of a sentence, a jump is noted, under conditions that no splice meets.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import accumulate, groupby, islice
from typing import Any

from ars_pandoc.citations.reference_headings import is_reference_heading
from ars_pandoc.texts.marks import CLOSE, HARD, OPEN, WILD
from ars_pandoc.texts.normalise import clean, mark_callouts
from ars_pandoc.texts.pdf.lines import (
    NO_TEXT,
    PARTLY,
    Line,
    PageLines,
    has_false_spaces,
    lines_of_json,
    outer_bases,
    page_lines,
)
from ars_pandoc.texts.pdf.page_labels import FOLIO, printed_pages
from ars_pandoc.texts.pdf.symbols import Glyphs
from ars_pandoc.texts.pdf.workers import shared
from ars_pandoc.texts.raised import mark_raised
from ars_pandoc.texts.source_text import Page, Section, SourceText, shown
from ars_pandoc.texts.unreadable import ENCRYPTED, Unreadable

# Imported by name: the package has no type stubs.
pypdfium2: Any = import_module("pypdfium2")

MEDIA_TYPE = "application/pdf"
MOST_PAGES = 5000
_REPEATS = 3
_SHORT = 8
_MOST_OF_CAPITALS = 10
_ALIKE = 0.07
_GAP = 3.2
_HEADING = re.compile(
    r"(?:[A-Z]\.?|[IVX]{1,5}\.|\d+(?:\.\d+)*\.?|appendix\s*\w*[.:]?)\s+[A-Z][^.]{2,70}|"
    r"(?:abstract|summary|introduction|background|methods?|materials and methods|results|"
    r"discussion|conclusions?|acknowledge?ments?|appendix(?:\s\w)?|supplementary \w+|"
    r"author contributions|funding)\s*:?",
    re.IGNORECASE,
)
_CAPTION = re.compile(
    r"(?:supplementary\s+|extended data\s+)?(?:fig(?:ure|\.)?|table|tab\.|scheme|box|abbildung|"
    r"abb\.|tabelle|tableau|figura|tabla)\s?[A-Z]?\d+[A-Za-z]?\s*[.:|\u2013\u2014]",
    re.IGNORECASE,
)
_TABLE = re.compile(r"(?:supplementary\s+|extended data\s+)?(?:tab|tableau)", re.IGNORECASE)
_CITED = re.compile(
    r"\b(?:1[5-9]|20)\d\d\b|doi|https?:|\d[\u2013-]\d|\bpp?\.|\bvol\b", re.IGNORECASE
)
_CITED_LINES = 12
_LONG_HEADING = 110
_CAPTION_STEP = 1.5
_TABLE_STEP = 2.8
_NEXT_LINE = 1.9
_ABOVE = 2.8
_INDENT = 3
_COMMON = 0.03
_LARGER = 1.075
# A call-out in parentheses behind the end of a sentence; those behind a word are known anyhow.
_AFTER_SENTENCE = re.compile(
    r"(?<=[a-z][.!?]) ?\(\d{1,3}(?:[,\u2013-] ?\d{1,3})*\)(?= [A-Z]|$)"
    r"|(?<=et al\.) ?\(\d{1,3}(?:[,\u2013-] ?\d{1,3})*\)(?:\.(?= |$)|(?=[,;:]))",
    re.MULTILINE,
)
_FLOAT_GAP = 1.9
_SAMPLE = 16  # pages of a long file that show how it was typeset
_MOST_STARTS = 6
_PARAGRAPH = 700
_MARKS = re.compile(f"[{OPEN}{CLOSE}]")


@dataclass(slots=True)
class _Placed:
    """A line of the body with its page and its place in the text; a caption stands aside."""

    line: Line
    page: int
    aside: bool = False
    start: int = 0
    end: int = 0


def extract_pdf(data: bytes, workers: int = 1, password: str = "") -> SourceText:
    """Take the words out of a PDF.

    Args:
        data: The bytes of the file.
        workers: So many processes may share the pages of a long file.
        password: Of an encrypted file.

    Raises:
        Unreadable: It is encrypted or damaged, or none of its pages has text.
    """
    try:
        document = pypdfium2.PdfDocument(data, password=password or None)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            what = "the password is wrong" if password else "`ars pin --password` takes it"
            raise Unreadable(f"{ENCRYPTED}; {what}") from None
        raise Unreadable("the PDF is damaged or cut short") from None
    try:
        count = len(document)
        if count > MOST_PAGES:
            raise Unreadable(f"the PDF has {count} pages, more than {MOST_PAGES}")
        false_spaces = searched_for_spaces(document, count)
        glyphs = Glyphs(document.raw)
        pages = shared(
            lambda number: _read(document, number, false_spaces, glyphs),
            lines_of_json,
            count,
            workers,
        )
        given = [document.get_page_label(number) or None for number in range(count)]
        title = str(document.get_metadata_dict().get("Title", ""))
    finally:
        document.close()
    faults = {page.fault for page in pages}
    if not any(page.lines for page in pages) and faults <= {NO_TEXT, None}:
        raise Unreadable("the PDF has no text: it may be a scan")
    if all(page.fault and page.fault != PARTLY for page in pages):
        worst = next(page.fault for page in pages if page.fault != NO_TEXT)
        raise Unreadable(f"no page of the PDF can be read: {worst}")
    edges = _edges(pages)
    labels = printed_pages(
        [
            _words_of([*lines, *_in_margin(page, lines)])
            for page, lines in zip(pages, edges, strict=True)
        ]
        if len(pages) > 1
        else [_words_of(_outermost(pages[0]))],
        given,
        " ".join(shown(line.text) for line in pages[0].lines[:200]),
    )
    bodies = _bodies(pages, edges)
    return _assemble(pages, bodies, labels, title)


def searched_for_spaces(document: Any, count: int) -> bool:
    """Return whether pages are to be searched for spaces inside of words: in a long file a sample tells.

    The sample depends on the file alone, so that every machine reads the same words.
    """
    if count < 2 * _SAMPLE:
        return True
    for part in range(_SAMPLE):
        try:
            page = document[count * part // _SAMPLE]
        except pypdfium2.PdfiumError:
            continue
        try:
            if has_false_spaces(page):
                return True
        except pypdfium2.PdfiumError:
            continue
        finally:
            page.close()
    return False


def _read(document: Any, number: int, false_spaces: bool, glyphs: Glyphs) -> PageLines:
    try:
        page = document[number]
    except pypdfium2.PdfiumError:
        return PageLines([], 0, 0, "it is damaged")
    try:
        return page_lines(page, false_spaces=false_spaces, glyphs=glyphs)
    except pypdfium2.PdfiumError:
        return PageLines([], 0, 0, "it is damaged")
    finally:
        page.close()


def _edges(pages: list[PageLines]) -> list[list[Line]]:
    """Return the lines of each page that may be its head or foot: those on its outer baselines."""
    edges = []
    # What is stamped on every page stands outside of the head and the foot.
    stamps = Counter(
        stamp
        for page in pages
        for stamp in {_in_place(line) for line in page.lines if line.upright}
    )
    enough = max(_REPEATS, len(pages) - 1)
    stamped = {stamp for stamp, count in stamps.items() if count >= enough}
    for page in pages:
        lines = [line for line in page.lines if not stamped or _in_place(line) not in stamped]
        outer = outer_bases(lines)
        known = outer_bases(page.lines)
        edges.append(
            [
                line
                for line in page.lines
                if round(line.base) in (known if _in_place(line) in stamped else outer)
            ]
        )
    return edges


def _in_place(line: Line) -> tuple[str, int]:
    return line.text, round(line.base)


def _words_of(lines: list[Line]) -> list[str]:
    """Return the words of lines at the edge; numbers that gaps set apart are lines of their own."""
    return [words for line in lines for words in (shown(line.text), line.folio) if words]


def _outermost(page: PageLines) -> list[Line]:
    """Return the first and the last line of a page: of a single one nothing else tells its number."""
    upright = sorted((line for line in page.lines if line.upright), key=lambda line: -line.base)
    return [
        line
        for line in upright
        if any(abs(line.base - end.base) < 1 for end in (upright[0], upright[-1]))
    ]


def _in_margin(page: PageLines, edges: list[Line]) -> list[Line]:
    """Return the lone numbers beside the text of a page, upright or turned."""
    known = set(map(id, edges))
    alone = [
        line
        for line in page.lines
        if id(line) not in known and len(line.text) < _SHORT and FOLIO.fullmatch(shown(line.text))
    ]
    if not alone:
        return []
    body = [line for line in page.lines if len(line.text) > 5 * _SHORT and line.upright]
    left = min((line.left for line in body), default=0)
    right = max((line.right for line in body), default=0)
    return [line for line in alone if line.right <= left or line.left >= right]


def _bodies(pages: list[PageLines], edges: list[list[Line]]) -> list[list[Line]]:
    """Drop turned lines, and heads and feet: what repeats on three pages, and lone numbers."""
    repeated: Counter[str] = Counter()
    in_place: Counter[tuple[str, int]] = Counter()
    for lines in edges:
        repeated.update({_digits_alike(line) for line in lines})
        in_place.update({(_digits_alike(line), round(line.base)) for line in lines})
    bodies = []
    for page, lines in zip(pages, edges, strict=True):
        turned = sum(not line.upright for line in page.lines) * 2 > len(page.lines)
        dropped: set[int] = set()
        # From the edge inwards: what stands inside of a line that stays is no head or foot.
        for sign in (-1, 1):
            kept = None
            for line in sorted(lines, key=lambda line: sign * line.base):
                if kept is not None and abs(line.base - kept) > 1:
                    break
                words = _digits_alike(line)
                if (
                    repeated[words] >= _REPEATS
                    or in_place[words, round(line.base)] > 1
                    or FOLIO.fullmatch(shown(line.text))
                ):
                    dropped.add(id(line))
                elif line.upright:
                    kept = line.base
        bodies.append(
            [
                line
                for line in page.lines
                if id(line) not in dropped and (line.upright or turned) and line.text.strip()
            ]
        )
    return bodies


def _digits_alike(line: Line) -> str:
    return re.sub(r"\d+", "0", " ".join(line.text.split()))


def _assemble(
    pages: list[PageLines],
    bodies: list[list[Line]],
    labels: list[str | None],
    title: str,
) -> SourceText:
    parts: list[str] = []
    references: list[str] = []
    sections: list[Section] = []
    starts: list[Page] = []
    placed: list[_Placed] = []
    headings: dict[int, list[Line]] = {}
    length = 0
    before: _Placed | None = None
    headed: _Placed | None = None
    in_references = False
    total = sum(map(len, bodies))
    common = _common_sizes(bodies)
    cited = _Cited(bodies).between
    number = 0
    for index, lines in enumerate(bodies):
        starts.append(
            Page(length + 1, index + 1, labels[index], pages[index].fault, pages[index].scanned)
        )
        size = _main_size(lines)
        asides = _captions(lines)
        for line, words in zip(lines, _cleaned(lines), strict=True):
            number += 1
            main = line.size if round(line.size, 1) in common else size
            words_alone = shown(line.text) if len(line.text) < _LONG_HEADING else ""
            heading = _is_heading(line, words_alone, main, before.line if before else None)
            if (
                number > 0.3 * total
                and is_reference_heading(words_alone)
                and cited(number, number + 2 * _CITED_LINES)
            ):
                in_references, heading = True, True
            elif in_references and (
                (heading and (_HEADING.fullmatch(words_alone) or line.size > _LARGER * main))
                or (number + _CITED_LINES <= total and not cited(number, number + _CITED_LINES))
            ):
                in_references = False
            if in_references:
                references.append(line.text)
                before = None
                continue
            here = _Placed(line, index, id(line) in asides)
            goes_on = (
                headed and _is_next_of_heading(headed, here)
                if heading
                else before and _goes_on(before, here)
            )
            joint = "\n" if goes_on else HARD
            parts.append(joint)
            length += len(joint)
            here.start = length
            parts.append(words)
            length += len(words)
            here.end = length
            headed = here if heading else None
            if heading:
                headings.setdefault(index, []).append(line)
                sections.append(Section(here.start, shown(words)))
                before = None
            else:
                placed.append(here)
                before = here
    plain = "".join(parts)
    text = mark_callouts(plain, in_parentheses=True)
    moved = _Moved(plain, text)
    turns = _turns(pages, labels, placed)
    return SourceText(
        MEDIA_TYPE,
        text,
        tuple(
            replace(page, start=moved.start(page.start), turn=moved.start(turns.get(index, 0)))
            for index, page in enumerate(starts)
        ),
        tuple(Section(moved.start(section.start), section.title) for section in sections),
        references="\n".join(map(clean, references)),
        jumps=tuple(
            (moved.end(end), moved.start(start)) for end, start in _jumps(placed, headings, plain)
        ),
        raising_lost=True,
        title=title,
    )


def _turns(
    pages: list[PageLines], labels: list[str | None], placed: list[_Placed]
) -> dict[int, int]:
    """Return where the second of two printed pages on a sheet begins, by the index of the sheet.

    Nothing of a sheet on which the lines of the two do not follow each other.
    """
    turns: dict[int, int] = {}
    for index, group in groupby(placed, key=lambda here: here.page):
        if "–" not in (labels[index] or ""):
            continue
        lines = list(group)
        sides = [here.line.left + here.line.right > pages[index].width for here in lines]
        first = sides.index(True) if True in sides else 0
        if first and all(sides[first:]):
            turns[index] = lines[first].start
    return turns


class _Cited:
    """Tells how many of the lines look like parts of references: they have years, DOIs, pages."""

    def __init__(self, bodies: list[list[Line]]) -> None:
        self._bodies = bodies
        self._sums: list[int] | None = None

    def between(self, low: int, high: int) -> int:
        """Return how many of the lines from one to before another, counted from 1, do."""
        if self._sums is None:
            hits = (bool(_CITED.search(line.text)) for lines in self._bodies for line in lines)
            self._sums = [0, *accumulate(hits)]
        high = min(high, len(self._sums))
        return self._sums[high - 1] - self._sums[min(low, high) - 1]


class _Moved:
    """Where offsets go when call-outs get their marks, which may run over line ends."""

    def __init__(self, before: str, after: str) -> None:
        self._before = [found.start() for found in _MARKS.finditer(before)]
        self._after = [
            found.start() - number for number, found in enumerate(_MARKS.finditer(after))
        ]

    def start(self, offset: int) -> int:
        """Move the offset of a first character: marks before it stay behind the offset."""
        bare = offset - bisect_left(self._before, offset)
        return bare + bisect_left(self._after, bare)

    def end(self, offset: int) -> int:
        """Move the offset of what ends a line: marks before it come before the offset."""
        bare = offset - bisect_left(self._before, offset)
        return bare + bisect_right(self._after, bare)


def _cleaned(lines: list[Line]) -> list[str]:
    """Return the clean words of lines: all at once, which is quicker."""
    # Signs that are raised by themselves get their marks in cleaning.
    text = mark_raised(clean("\n".join(line.text for line in lines)))
    words = _AFTER_SENTENCE.sub(rf"{OPEN}\g<0>{CLOSE}", text).split("\n")
    if len(words) == len(lines):
        return words
    return [mark_raised(clean(line.text)).replace("\n", " ") for line in lines]


def _common_sizes(bodies: list[list[Line]]) -> set[float]:
    """Return the sizes in which a good part of the words stands: no headings are as long."""
    sizes: Counter[float] = Counter()
    for lines in bodies:
        for line in lines:
            sizes[round(line.size, 1)] += len(line.text)
    total = sum(sizes.values())
    least = max(_COMMON * total, min(_PARAGRAPH, 0.25 * total))
    return {size for size, signs in sizes.items() if signs >= least}


def _main_size(lines: list[Line]) -> float:
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[round(line.size, 1)] += len(line.text)
    return max(sizes, key=lambda size: sizes[size]) if sizes else 0


def _captions(lines: list[Line]) -> set[int]:
    """Return the lines of captions, which may be of the body's size: from `Figure 1:` to a gap.

    Below the caption of a table stand its rows, as far as they look like rows.
    """
    captions: set[int] = set()
    before: Line | None = None
    above: Line | None = None
    table = False
    width = _main_width(lines)
    for line in lines:
        step = before.base - line.base if before else 0
        if _CAPTION.match(line.text) and not _goes_on_into(above, line):
            table = bool(_TABLE.match(line.text))
            captions.add(id(line))
            before = line
        elif (
            before is not None
            and (
                (0 < step < _CAPTION_STEP * line.size and _alike(before, line))
                or (table and abs(step) < _TABLE_STEP * line.size and _is_row(line, width))
            )
            and (_overlap(before, line) or table)
        ):
            captions.add(id(line))
            before = line
        else:
            before = None
        above = line
    return captions


def _goes_on_into(above: Line | None, line: Line) -> bool:
    """Return whether a line goes on a sentence of the one right above it: as `Fig. 2 shows`."""
    return (
        above is not None
        and 0 < above.base - line.base < _CAPTION_STEP * line.size
        and _alike(above, line)
        and abs(above.left - line.left) < _INDENT * line.size
        and not shown(above.text).endswith((".", "!", "?", ":"))
        and above.right >= line.right - line.size
        and above.text[-1:].islower()
    )


def _main_width(lines: list[Line]) -> float:
    """Return how wide most lines are."""
    widths = sorted((line.right - line.left for line in lines), reverse=True)
    return widths[len(widths) // 3] if widths else 0


def _is_row(line: Line, width: float) -> bool:
    """Return whether a line may be the row of a table: it is short, or rather numbers than words."""
    signs = [sign for sign in line.text if sign > " "]
    digits = sum(map(str.isdigit, signs))
    return line.right - line.left < 0.6 * width or digits * 4 > len(signs)


def _is_heading(line: Line, words: str, main: float, before: Line | None) -> bool:
    """Return whether a line is a heading: larger than the text, or worded and placed like one."""
    if not words or len(words) > 90 or not main or words.endswith((".", ",", ";", "-")):
        return False
    if not any(map(str.isalpha, words)):
        return False
    if line.size > _LARGER * main:
        return len(words) > 3
    if not words[:1].isupper() and not words[:1].isdigit():
        return False
    # In a narrow column a line of a sentence may be as short: a heading follows one that ended.
    ended = before is None or (
        shown(before.text).endswith((".", "!", "?", ":"))
        and line.right < before.right - 0.1 * (before.right - before.left)
    )
    short = len(words.split()) <= (4 if not words.isupper() else _MOST_OF_CAPITALS)
    return ended and short and bool(_HEADING.fullmatch(words))


def _alike(one: Line, two: Line) -> bool:
    return abs(one.size - two.size) <= _ALIKE * (one.size if one.size > two.size else two.size)


def _goes_on(one: _Placed, two: _Placed) -> bool:
    """Return whether a line may go on in the next one of the content: else no quote runs over both."""
    first, second = one.line, two.line
    if one.aside != two.aside:
        return False
    if one.page == two.page and not (first.upright and second.upright):
        return True
    if not first.size or not second.size:
        return True
    if not _alike(first, second):
        # A drop cap, or a small number at the start, makes the sizes of two lines differ.
        ratio = first.size / second.size
        return (0.85 < ratio < 1.18 or len(first.text) < 4) and one.page == two.page
    if one.page != two.page:
        return two.page - one.page <= 2
    overlap = min(first.right, second.right) - max(first.left, second.left)
    if overlap > 0:
        return second.base < first.base + 0.5 * first.size
    # The next column stands on the right and higher; parts of one line stand side by side.
    if second.left >= first.right:
        return second.base > first.base + first.size or (
            abs(second.base - first.base) < 0.5 * first.size
            and second.left - first.right < 1.2 * first.size
        )
    # A short last line may stand left of the indented next one.
    return (
        second.base < first.base
        and second.right < first.left
        and first.base - second.base < 2 * first.size
    )


def _is_next_of_heading(one: _Placed, two: _Placed) -> bool:
    """Return whether a line of a heading is the next one of the same, larger than the text."""
    first, second = one.line, two.line
    return (
        one.page == two.page
        and first.size == second.size
        and 0 < first.base - second.base < _NEXT_LINE * first.size
        and (second.text[:1].islower() or first.text[-1:] == WILD)
    )


def _overlap(one: Line, two: Line) -> bool:
    low = one.left if one.left > two.left else two.left
    high = one.right if one.right < two.right else two.right
    narrow = min(one.right - one.left, two.right - two.left)
    return high - low > 0.1 * narrow


def _jumps(
    placed: list[_Placed], headings: dict[int, list[Line]], text: str
) -> list[tuple[int, int]]:
    """Return the places where a sentence may go on behind a page, column or float.

    The first part ends a line with none of its size below; the second begins one with none above;
    their sizes are alike; on one page the second stands in a column on the right and higher, or
    below a gap of more than three lines; at most two pages on. Where a gap takes the place of the
    end of a column (a float, the authors' names), the words themselves must go on: no sentence ends
    before the jump, and behind it stands a small letter.
    """
    by_page: dict[int, list[_Placed]] = {}
    for here in placed:
        if not here.aside and here.line.size:
            by_page.setdefault(here.page, []).append(here)
    ends: dict[int, list[tuple[_Placed, bool]]] = {}
    starts: dict[int, list[tuple[_Placed, bool]]] = {}
    jumps: set[tuple[int, int]] = set()
    for number, lines in by_page.items():
        lines.sort(key=lambda here: -here.line.base)
        for index, here in enumerate(lines):
            below = _next(here, lines[index + 1 :])
            if below is None or _is_gap(here, below):
                ends.setdefault(number, []).append((here, below is None))
            if (
                below is not None
                and _follows(here, below)
                and not _headed(headings.get(number, []), here, below)
                and not _may_be_headed(lines[index + 1 :], here, below, text)
            ):
                _add(jumps, here, below, text)
            above = _next(here, lines[:index][::-1])
            if above is None or _is_gap(above, here):
                starts.setdefault(number, []).append((here, above is None))
    for number, lasts in ends.items():
        for here, last in lasts:
            goes_on = _goes_on_in_words(here, text)
            for _, column in groupby(
                _columns_after(here, number, starts), key=lambda other: other[0]
            ):
                found = False
                for _, other, first in islice(column, _MOST_STARTS):
                    if (last and first) or (goes_on and text[other.start].islower()):
                        _add(jumps, here, other, text)
                        found = True
                if found and last:
                    break
    return sorted(jumps)


def _columns_after(
    here: _Placed, number: int, starts: dict[int, list[tuple[_Placed, bool]]]
) -> Iterator[tuple[tuple[int, int], _Placed, bool]]:
    """Return where columns begin, from the next one on the page to those two pages on.

    Returns:
        With each the number of its page and column.
    """
    line = here.line
    right = [
        (other, first)
        for other, first in starts.get(number, ())
        if other.line.left >= line.right - 0.5 * line.size
        and (other.line.base > line.base)
        and _alike(line, other.line)
    ]
    if right:
        nearest = min(other.line.left for other, _ in right)
        for other, first in right:
            if other.line.left < nearest + _INDENT * line.size:
                yield (number, 0), other, first
    for later in (number + 1, number + 2):
        following = [
            (other, first) for other, first in starts.get(later, ()) if _alike(line, other.line)
        ]
        if following:
            left = min(other.line.left for other, _ in following)
            for other, first in sorted(
                following, key=lambda one: one[0].line.left > left + _INDENT * line.size
            ):
                yield (later, 0), other, first


def _is_gap(above: _Placed, below: _Placed) -> bool:
    return above.line.base - below.line.base > _FLOAT_GAP * above.line.size


def _goes_on_in_words(here: _Placed, text: str) -> bool:
    """Return whether a sentence does not end with a line."""
    words = text[here.start : here.end].rstrip()
    return not words.endswith((".", "!", "?", ":"))


def _headed(headings: list[Line], here: _Placed, below: _Placed) -> bool:
    """Return whether a heading stands between two lines."""
    return any(
        below.line.base < heading.base < here.line.base and _overlap(heading, below.line)
        for heading in headings
    )


def _may_be_headed(others: list[_Placed], here: _Placed, below: _Placed, text: str) -> bool:
    """Return whether a short line of another size stands right above one that begins a sentence.

    It may be a heading that nothing else tells: no quote leaves it out.
    """
    if _goes_on_in_words(here, text) or not text[below.start : below.start + 1].isupper():
        return False
    size = below.line.size
    for other in others:
        if other is below:
            return False
        if (
            below.line.base < other.line.base < below.line.base + _ABOVE * size
            and not _alike(other.line, below.line)
            and _overlap(other.line, below.line)
            and len(other.line.text) < _LONG_HEADING
            and _goes_on_in_words(other, text)
        ):
            return True
    return False


def _follows(here: _Placed, below: _Placed) -> bool:
    """Return whether a line may go on in the one below, whatever stands between them in the content.

    That is a note in the margin, beside the next line, or a float, before a gap.
    """
    one, two = here.line, below.line
    step = one.base - two.base
    if step > _GAP * 1.25 * one.size:
        return True
    return step < _NEXT_LINE * one.size and abs(one.left - two.left) < _INDENT * one.size


def _next(here: _Placed, others: list[_Placed]) -> _Placed | None:
    """Return the first of the lines above or below one that is of its column and size."""
    line = here.line
    for other in others:
        apart = abs(other.line.base - line.base) > 0.5 * line.size
        if apart and _alike(line, other.line) and _overlap(line, other.line):
            return other
    return None


def _add(jumps: set[tuple[int, int]], one: _Placed, two: _Placed, text: str) -> None:
    # Where the content goes on by itself nothing has to be noted.
    if two.start == one.end + 1 and text[one.end] == "\n":
        return
    if text[one.end - 1 : one.end] == WILD:
        jumps.add((one.end - 1, two.start))
    jumps.add((one.end, two.start))
