"""The printed numbers of the pages of a PDF (contract §8).

A number in the head or foot is the page's if it runs on from page to page; else the file's own page
labels hold, or the article's page range. What no two pages bear out stays unknown: no number is
better than a wrong one.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.citations.page_ranges import named_pages, page_number
from ars_pandoc.texts.pdf.folios import deciphered

FOLIO = lazy_pattern(
    r"[\u2013\u2014\-\u00b7\u2022\s|\[]*(?:(?:page|seite|p\.|s\.)\s*)?"
    r"([A-Z]?[a-z]?\d{1,5}|[ivxlc]{1,7}|[IVXLC]{1,7})"
    r"(?:\s*(?:/|of|von|de|sur)\s*\d+)?[\u2013\u2014\-\u00b7\u2022\s|\]]*",
    re.IGNORECASE,
)
"""A line that is a page's number and nothing else."""

_OF_ARTICLE = lazy_pattern(
    r"^([A-Z]?\d{4,6}-)(\d{1,3})$|(?:^|(?<=\s))(\d{1,5}\.e)(\d{1,3})$|^(\d{1,5}\.e)(\d{1,3})(?=\s)"
    r"|(?:^|(?<=\s))(\d{1,4}:)(\d{1,3})$|^(\d{1,4}:)(\d{1,3})(?=\s)"
    r"|(?:^|(?<=\s))([A-Z])\^?(-)(\d{1,4})$|^([A-Z])\^?(-)(\d{1,4})(?=\s|$)"
)
"""The number of an article, or the letter of a section, and that of a page in it."""

_BEFORE_NUMBER = lazy_pattern(r"^(?:pages?|pp?\.|seite|s\.)\s*(?=\w+$)", re.IGNORECASE)
_OF_NO_ISSUE = lazy_pattern(r"e\d{4,}", re.IGNORECASE)
_DIGITS = lazy_pattern(r"\d+")
_AMID = lazy_pattern(r"(?<=\s)\d{1,5}(?=\s)")
_ASIDE = lazy_pattern(
    r"(?:^|(?<=\s)|(?<=[|(\[]))(?:page\s+|p\.\s?)?([SeA-Z]?\d{1,5})(?=\s*(?:/|of\s)\s*\d+\b(?!/))|"
    r"(?<=\bpage )(\d{1,5})\b|"
    r"(?:^|(?<=\s))[\u2013\u2014-]\s?(\d{1,4})\s?[\u2013\u2014-](?=\s|$)|"
    r"^(?:page\s+|p\.\s?)?([Se]?\d{1,5})(?=[\s|\u2013\u2014]|[,.:](?!\d)|$)|"
    r"(?:(?<=\s)|(?<=[|\u2013\u2014]))([Se]?\d{1,5})$",
    re.IGNORECASE,
)
_RANGE = lazy_pattern(
    r"(?<![\w.])([A-Za-z]?\d{1,5})\s?[\u2013\u2212-]\s?([A-Za-z]?\d{1,5})(?![\w.])"
)
_LETTER = lazy_pattern(r"^([A-Z])(?=\s|$)|(?<=\s)([A-Z])$")
_LETTERS = "letter"
_LONE = lazy_pattern(r"[\u2013\u2014\-|\s]*(\d{1,4})[\u2013\u2014\-|\s]*")
_YEAR = lazy_pattern(r"(?:1[89]|20)\d\d")
_FEW_PAGES = 12
_FAR = 2
_REACH = 2


@dataclass(frozen=True, slots=True)
class _Count:
    """A way to count pages: by what, and by how much the numbers are ahead of the file's."""

    kind: str
    shift: int


def printed_pages(
    edges: Sequence[Sequence[str]], given: Sequence[str | None], first: str
) -> list[str | None]:
    """Return the printed numbers of the pages, None where it is not known.

    Args:
        edges: The lines of each page that may be its head or foot, as a person reads them.
        given: The labels that the file gives its pages.
        first: The words of the first page, which may name the article's page range.
    """
    given = [label and _BEFORE_NUMBER.sub("", label) for label in given]
    sheets = _sheets(edges)
    if sheets:
        return sheets
    read, chosen = _counted(edges)
    if not any(chosen) and any(not line.isascii() for lines in edges for line in lines):
        read, chosen = _counted(deciphered(edges))
    own = any(label and label != str(index + 1) for index, label in enumerate(given))
    if any(chosen):
        capital = {
            count
            for index, count in enumerate(chosen)
            if count and (_printed(read[index], count, index) or "").isupper()
        }
        return [
            _printed(read[index], count, index)
            or _label(count, index, capital=count in capital)
            or (given[index] if own else None)
            for index, count in enumerate(chosen)
        ]
    if own:
        return list(given)
    ranged = _article_range(first, len(edges))
    if ranged:
        return list(ranged)
    if len(edges) == 1:
        lone = [match[1] for line in edges[0] if (match := FOLIO.fullmatch(line.strip()))]
        beside = [_beside(line) for line in map(str.strip, edges[0]) if not line.endswith(".")]
        outer = [numbers[0] for numbers in beside if len(numbers) == 1]
        # Of a page alone it may as well be the number of the article.
        outer = [number for number in outer if not _OF_NO_ISSUE.fullmatch(number)]
        # A year is a page's number more seldom than it stands at the end of a line.
        sure = lone or [number for number in outer if not _YEAR.fullmatch(number)]
        # The first line of a page is its head more often than the last one is its foot.
        if sure and len(lone) < 2:
            return [sure[0]]
    return list(given)


def _counted(
    edges: Sequence[Sequence[str]],
) -> tuple[list[dict[tuple[str, int], tuple[bool, str]]], list[_Count | None]]:
    """Return the numbers at the edges of each page, and the way in which it is counted."""
    # What is the same on three pages, with its numbers, numbers none of them.
    same = Counter(line for lines in edges for line in set(lines))
    edges = [[line for line in lines if same[line] <= _FAR] for lines in edges]
    repeated = Counter(words for lines in edges for words in set(map(_digits_alike, lines)))
    often = {words for words, pages in repeated.items() if pages > _FAR}
    read = [_numbers(lines, often) for lines in edges]
    support: dict[_Count, list[int]] = defaultdict(list)
    for index, numbers in enumerate(read):
        for kind, number in numbers:
            support[_Count(kind, number - index)].append(index)
    counts = {
        count
        for count, pages in support.items()
        if _is_borne_out(pages, len(edges))
        # By chance a line may begin with `A`: letters count on from the first page, or are none.
        and (count.kind != _LETTERS or (count.shift == 1 and len(pages) > _FAR))
    }
    counts -= _lesser(counts, support)
    chosen: list[_Count | None] = []
    for index, numbers in enumerate(read):
        ways = [
            (len(support[count]), lone, count.shift, count)
            for (kind, number), (lone, _) in numbers.items()
            if (count := _Count(kind, number - index)) in counts
        ]
        chosen.append(max(ways, key=lambda way: way[:3])[-1] if ways else None)
    _fill(chosen)
    return read, chosen


def _lesser(counts: Set[_Count], support: Mapping[_Count, Sequence[int]]) -> set[_Count]:
    """Return the ways to count that stand on the pages of another one and are borne out less.

    Some files keep the numbers of the manuscript, unseen, beside those that were printed: a page on
    which these alone are read is counted as its neighbours are.
    """
    ranked = sorted(counts, key=lambda count: (-len(support[count]), -count.shift))
    lesser: set[_Count] = set()
    for number, better in enumerate(ranked):
        pages = support[better]
        for other in ranked[number + 1 :]:
            few = support[other]
            shared = len(set(few).intersection(pages))
            within = pages[0] <= few[0] and few[-1] <= pages[-1]
            enough = _FAR if within else _FAR + 1
            if len(few) < len(pages) and shared >= enough:
                lesser.add(other)
    return lesser


def _sheets(edges: Sequence[Sequence[str]]) -> list[str | None] | None:
    """Return the numbers of sheets that hold two printed pages each: `12–13`; None if they do not."""
    numbers = [
        {int(match[1]) for line in lines if (match := _LONE.fullmatch(line.strip()))}
        for lines in edges
    ]
    support = Counter(
        number - 2 * index
        for index, found in enumerate(numbers)
        for number in found
        if number + 1 in found
    )
    if not support:
        return None
    shift, pages = support.most_common(1)[0]
    if pages < _FAR or pages * 2 < len(edges):
        return None
    return [
        f"{2 * index + shift}–{2 * index + shift + 1}" if 2 * index + shift > 0 else None
        for index in range(len(edges))
    ]


def _printed(
    numbers: dict[tuple[str, int], tuple[bool, str]], count: _Count | None, index: int
) -> str | None:
    """Return the number of a page as it is printed, where it is: `E302`, `057`."""
    if count is None:
        return None
    return numbers.get((count.kind, index + count.shift), (False, None))[1]


def _beside(line: str) -> list[str]:
    """Return the numbers at the ends of a line."""
    return ["".join(match) for match in _ASIDE.findall(line)]


def _digits_alike(line: str) -> str:
    return _DIGITS.sub("0", line.strip())


def _numbers(lines: Iterable[str], often: Set[str]) -> dict[tuple[str, int], tuple[bool, str]]:
    """Return the numbers that may be a page's: of each if it is alone on its line, and its form."""
    numbers: dict[tuple[str, int], tuple[bool, str]] = {}
    for line in map(str.strip, lines):
        if own := _OF_ARTICLE.search(line):
            *parts, number_there = filter(None, own.groups())
            prefix = "".join(parts)
            numbers[prefix, int(number_there)] = (True, prefix + number_there)
            continue
        alone = FOLIO.fullmatch(line)
        texts = [alone[1]] if alone else ["".join(found) for found in _ASIDE.findall(line)]
        if not texts and _digits_alike(line) in often:
            # In the middle of a foot that stands on other pages too.
            texts = _AMID.findall(line)
        for text in texts:
            number = page_number(text)
            if number is not None and number[1] > 0:
                before, form = numbers.get(number, (False, text))
                numbers[number] = (before or bool(alone), form)
        # Papers that are not in an issue yet have letters for numbers.
        for letter in filter(None, (one[1] or one[2] for one in _LETTER.finditer(line))):
            numbers.setdefault((_LETTERS, ord(letter) - 64), (len(line) == 1, letter))
    return numbers


def _is_borne_out(pages: list[int], count: int) -> bool:
    """Return whether enough pages count in one way: by chance two far apart may."""
    near = any(later - earlier <= _FAR for earlier, later in pairwise(pages))
    if len(pages) < _FAR or not near:
        return False
    return len(pages) > _FAR or count < _FEW_PAGES or pages[-1] - pages[0] == 1


def _fill(chosen: list[_Count | None]) -> None:
    """Return pages without a number the count of their neighbours, where these agree."""
    known = [index for index, count in enumerate(chosen) if count]
    if not known:
        return
    for one, two in pairwise(known):
        if chosen[one] == chosen[two]:
            chosen[one:two] = [chosen[one]] * (two - one)
    for index in range(max(0, known[0] - _REACH), known[0]):
        chosen[index] = chosen[known[0]]
    for index in range(known[-1] + 1, min(len(chosen), known[-1] + 1 + _REACH)):
        chosen[index] = chosen[known[-1]]


def _label(count: _Count | None, index: int, *, capital: bool) -> str | None:
    if count is None or index + count.shift < 1:
        return None
    number = index + count.shift
    if count.kind == _LETTERS:
        return chr(64 + number) if number <= 26 else None
    label = _roman(number) if count.kind == "roman" else f"{count.kind}{number}"
    return label.upper() if capital or count.kind == "s" else label


def _roman(number: int) -> str:
    parts = []
    for value, letters in (
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ):
        parts.append(letters * (number // value))
        number %= value
    return "".join(parts)


def _article_range(first: str, count: int) -> list[str] | None:
    """Return the pages of an article whose first page names the range, if it has as many."""
    for found in _RANGE.finditer(first) if count > 1 else ():
        for pages in named_pages(found[0]):
            if pages.high is None or pages.kind == "roman" or pages.high - pages.low + 1 != count:
                continue
            prefix = found[1][: -len(str(pages.low))]
            return [f"{prefix}{pages.low + index}" for index in range(count)]
    return None
