"""Whether a quote is in a source, to the letter (contract §8).

Seeds (two neighbouring words of the quote) are looked up in the whole text, which is fast; from
each place they give, the quote is followed symbol by symbol. Nothing here is approximate: what is
let pass between quote and source is what typesetters do, each named below.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntFlag
from functools import cached_property
from itertools import islice, pairwise
from string import ascii_letters

from ars_pandoc.base.characters import LIGATURES
from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.base.scripts import is_hangul, is_rtl, is_spaceless
from ars_pandoc.grounding.plain_text import PlainText, without_accents
from ars_pandoc.grounding.signs import OPERATORS
from ars_pandoc.grounding.word_index import WordIndex
from ars_pandoc.texts.marks import CLOSE, DOUBTFUL, HARD, LOWERED, OPEN, RAISED, SOFT, UNKNOWN, WILD
from ars_pandoc.texts.normalise import (
    CLITICS,
    HYPHENS,
    clean,
    fold,
    without_marks,
)
from ars_pandoc.texts.source_text import SourceText, shown
from ars_pandoc.texts.units import UNITS


class Doubt(IntFlag):
    """What a match rests on beside equal symbols."""

    NONE = 0
    SYMBOL = 1
    """A sign that the file does not name stands for a quotation mark or the like."""
    LIGATURE = 2
    """An odd glyph stands for ff, fi, fl, ffi or ffl."""
    RAISING = 4
    """The source may have lost that a number is raised."""
    CALLOUT = 8
    """What was left out looks like a call-out, but the file does not mark it as one."""
    CHARACTER = 16
    """A doubtful character is read as the quote has it: no evidence says so, and none against it."""
    FLAT = 32
    """The quote has lost that a number is raised or lowered behind a digit: `105` for 10⁵."""
    WALL = 64
    """The quote runs over a heading, a caption or the edge of a table cell."""


TO_REVIEW = Doubt.RAISING | Doubt.CALLOUT | Doubt.CHARACTER | Doubt.FLAT | Doubt.WALL
"""Doubts that a person has to settle; the others are only said."""


@dataclass(frozen=True, slots=True)
class Span:
    """Where a quote, or a part of it, stands in the source's text."""

    start: int
    end: int
    doubt: Doubt = Doubt.NONE


@dataclass(frozen=True, slots=True)
class Quote:
    """A quote made ready for matching.

    Attributes:
        parts: Its parts between ellipses, folded, without outer quote marks and closing
            punctuation.
        whole: All of it as one part, for sources that hold the ellipsis themselves.
        words: How many words it has.
    """

    parts: tuple[str, ...]
    whole: str
    words: int


_STATED = lazy_pattern(
    r"\s*\[\s*(?:sic!?|(?:my |our )?(?:emphasis|italics)(?: (?:added|mine|ours|in original))?|!)\s*\]",
    re.IGNORECASE,
)
_BRACKETED_LETTER = lazy_pattern(r"(?<!\w)\[([^\W\d_])\](?=[^\W\d_])")
_ELLIPSIS = lazy_pattern(
    r"\s*(?:\[\s*(?:\.\s?){3,4}\]|\(\s*(?:\.\s?){3}\)|(?:\.\s?){3,4}|\[\s*\u2026\s*\])\s*"
)
_DOTS = r"(?:\[\s*(?:\.\s?){3,4}\]|\(\s*(?:\.\s?){3}\)|(?:\.\s?){3,4})"
_ENDS = lazy_pattern(
    rf"^[\s\"\u201c\u2018\u00ab]*{_DOTS}\s*|\s*{_DOTS}[\s\"\u201d\u2019\u00bb.,;:]*$"
)
_CLOSING = " .,;:"
_WORDS = lazy_pattern(r"[^\W_]+")
_ODD_GLYPHS = frozenset((UNKNOWN, WILD, '"', "!", "#", "$", "f"))
_DOUBTED = frozenset((UNKNOWN, DOUBTFUL))
_FRAMING = frozenset('"\u2022*,;:()[]')
"""Signs that frame words and change none: which one an unnamed sign is, is only said."""
_MOST_DOUBTED = 0.25
"""A passage of which more characters are doubtful is no match of anything."""
_BRANCHING = frozenset((OPEN, CLOSE, WILD, RAISED, LOWERED, "(", "[", "]"))
_PARENTHESIS = lazy_pattern(r"[ \n]?[(\[]([^()\[\]]{5,700})[)\]]")
_AUTHOR = lazy_pattern(r"[^()\[\]]{0,40}?[A-Z\u00c0-\u00de][^\W\d_]*[^\W\d_.][ ,.]")
_ENDS_WITH_YEAR = lazy_pattern(r"(?<!\d)(?:1[5-9]|20)\d\d[a-z]?$")
_NUMBER_RUN = lazy_pattern(r"\d{1,3}(?:[,\u2013-]\d{1,3})*(?![\w%]|[.,]\d)")
_CLITIC = lazy_pattern(rf"(?:{CLITICS})\b")
_LONG = 3000
_RARE = 10_000
_MOST_STEPS = 20_000
_FAR = 400
"""How much longer than the quote its place in the source may be: call-outs between."""
_MANY = 400
"""So many places of one word are tried; rarer words are tried before."""
_SHORT = 3
_MOST_HITS = 3000
_INTACT = 3
"""At least one in so many pairs of neighbours is whole where a quote stands."""
_LANDINGS = 50
"""So many ends of jumps before a place are looked at; no more lie on a page."""
_LONGEST_HEAD = 80
_MOST_STARTS = 5000
_MOST_FOLLOWED = 2_000_000
"""So many symbols are followed at most, for a quote however long."""
_FEW = 6
"""In a quote of so few words, one broken word leaves no two that stand side by side."""


def prepare_quote(text: str) -> Quote:
    """Make a quote ready for matching.

    Args:
        text: As a writer quotes: `[T]he`, `[sic]`, `[...]` may be in it.
    """
    # What is written in a quote sets no marks, and runs of white space are one space.
    text = " ".join(clean(without_marks(text)).split())
    text = _STATED.sub("", text)
    # An ellipsis at either end leaves nothing out.
    text = _ENDS.sub("", text)
    text = _BRACKETED_LETTER.sub(r"\1", text)
    whole = _bare(text)
    pieces = [_bare(piece) for piece in _ELLIPSIS.split(text)]
    parts = tuple(piece for piece in pieces if piece) or ("",)
    return Quote(parts, whole, sum(map(count_words, parts)))


def count_words(part: str) -> int:
    """Count the words of folded text; two characters of a script without spaces are one."""
    spaceless = sum(map(is_spaceless, part))
    rest = "".join(" " if is_spaceless(char) else char for char in part) if spaceless else part
    words = sum(any(map(str.isalnum, word)) for word in rest.split())
    return words + (spaceless + 1) // 2


_State = tuple[int, int, bool, bool, Doubt]
"""Quote index, text offset, white space before them in quote and text, what was doubtful so far."""


class Matcher:
    """Looks quotes up in one source; made once, used for many.

    Args:
        source: The words of the source.
        many: Dozens of quotes will be looked up: it is worth to list all its words.
    """

    def __init__(self, source: SourceText, *, many: bool = False) -> None:
        self.source = source
        self._many = many
        self.text = source.text
        self.folded = fold(source.text)
        self._jumps: dict[int, list[int]] = {}
        for end, start in source.jumps:
            self._jumps.setdefault(end, []).append(start)
        self._marks = frozenset(mark for mark in _DOUBTED if mark in source.text)
        self._landings = sorted((start, end) for end, start in source.jumps)

    def find(self, part: str, *, limit: int = 1) -> list[Span]:
        """Find where a prepared part stands.

        Args:
            part: From `Quote.parts` or `Quote.whole`.
            limit: At most so many places.

        Returns:
            Places in the order of the text; certain ones before doubtful ones.
        """
        spans: dict[int, Span] = {}
        if not part:
            return []
        for start in self._starts(part):
            end, doubt = self._follow(part, start)
            if end < 0 or (doubt & Doubt.CHARACTER and self._is_mostly_doubted(start, end)):
                continue
            if self._marks and self._has_doubted_edge(part, start, end):
                doubt |= Doubt.CHARACTER
            spans[start] = Span(start, end, doubt)
            if sum(not span.doubt for span in spans.values()) >= limit:
                break
        return sorted(
            spans.values(), key=lambda span: (span.doubt & TO_REVIEW, span.doubt, span.start)
        )[:limit]

    def _is_mostly_doubted(self, start: int, end: int) -> bool:
        words = self.text[start:end]
        doubted = words.count(UNKNOWN) + words.count(DOUBTFUL)
        return doubted > _MOST_DOUBTED * (end - start)

    def _has_doubted_edge(self, part: str, start: int, end: int) -> bool:
        """Return whether a doubtful character beside a number may be its sign or unit."""
        before = self.text[max(0, start - 3) : start].rstrip()
        after = self.text[end : end + 2].lstrip()
        return (part[0].isdigit() and (before[-1:] == UNKNOWN or before[-2:-1] == DOUBTFUL)) or (
            part[-1].isdigit() and after[:1] in _DOUBTED
        )

    # -- where to begin

    def _starts(self, part: str) -> Iterator[int]:
        """Return the places where a part may begin, each once, the likely ones first."""
        tried: set[int] = set()
        # A text of the same few words over and over gives no end of places.
        most = min(_MOST_STARTS, max(_MANY, _MOST_FOLLOWED // max(len(part), 1)))
        for start in self._all_starts(part):
            if start not in tried:
                tried.add(start)
                yield start
            if len(tried) > most:
                break

    def _all_starts(self, part: str) -> Iterator[int]:
        # Most quotes stand as they are; nothing else is looked at then.
        yield from (at for at in self.verbatim(part) if self._may_start(part, at))
        known = False
        likely: set[int] = set()
        for offset, at in islice(self._seeds(part), _MOST_HITS):
            known = True
            # Where nothing lies between, other pieces of the quote lead to the same place.
            if at - offset not in likely:
                likely.add(at - offset)
                yield from self._starts_before(part, offset, at)
        if not known and len(_WORDS.findall(part)) <= _FEW:
            # Of a quote of few words each may be broken: begin at its first symbol.
            yield from self._candidates(part, 0, len(self.text), 0)

    def verbatim(self, part: str) -> list[int]:
        """Return the places where a part stands symbol by symbol, cut words or not, in order.

        The case of its first letter is free.
        """
        if not part:
            return []
        rest = part[1:]
        firsts = (part[0], part[0].swapcase())
        # The first and last word may be cut.
        inner = list(pairwise(_WORDS.finditer(part)))[1:-1]
        if not inner or (not part.isascii() and any(map(is_spaceless, part))):
            wholes = dict.fromkeys(first + rest for first in firsts)
            return sorted(at for whole in wholes for at in _all(self.folded, whole))
        # Long words are rare.
        one, two = max(inner, key=lambda pair: len(pair[0][0]) + len(pair[1][0]))
        starts = [at - one.start() for at in self.index.pair(one[0], two[0])]
        return [
            start
            for start in starts
            if start >= 0
            and self.folded[start] in firsts
            and self.folded.startswith(rest, start + 1)
        ]

    def _seeds(self, part: str) -> Iterator[tuple[int, int]]:
        """Return pieces of a part that stand in the text: offset in the part and in the text."""
        if not part.isascii() and any(is_spaceless(char) or is_hangul(char) for char in part):
            for offset, piece in _pieces(part):
                yield from ((offset, at) for at in islice(_all(self.folded, piece), _MANY))
            return
        # Where it begins is looked for: of a long quote the first words tell.
        found = list(islice(_WORDS.finditer(part), _LONGEST_HEAD))
        pairs = list(pairwise(found))
        # Two short words stand side by side everywhere, and are slow to look for.
        telling = [
            (one, two)
            for one, two in pairs
            if self.index.is_listed or len(one[0]) > _SHORT or len(two[0]) > _SHORT
        ]
        fewest = len(pairs) // _INTACT - (len(pairs) - len(telling))
        yield from _supported(self._places_of(telling or pairs), fewest)
        if telling and fewest < 1:
            # One broken word can take away all of the few pairs that tell.
            yield from _supported(self._places_of(pairs), len(pairs) // _INTACT)
        if len(found) <= _FEW:
            single = [
                (one.start(), [at for word in _spellings(one) for at in self.places(word)])
                for one in found
            ]
            single.sort(key=lambda word: len(word[1]))
            for offset, places in single[: len(single) // 2 + 1]:
                yield from ((offset, at) for at in places[:_MANY])

    def _places_of(
        self, pairs: Iterable[tuple[re.Match[str], re.Match[str]]]
    ) -> list[tuple[int, list[int]]]:
        """Return for each pair of neighbours its offset in the quote and its places in the text."""
        return [
            (one.start(), _merged([self.index.pair(word, two[0]) for word in _spellings(one)]))
            for one, two in pairs
        ]

    def places(self, word: str) -> list[int]:
        """Return the offsets in the text at which a word stands by itself."""
        return self.index.places(word)

    @cached_property
    def index(self) -> WordIndex:
        """Where the words of the text stand."""
        return WordIndex(self.folded, most_scans=0) if self._many else WordIndex(self.folded)

    @cached_property
    def lowered(self) -> str:
        """The text in small letters."""
        return self.folded.lower()

    @cached_property
    def in_small_letters(self) -> PlainText:
        """The text without capitals: what differs from it in nothing else is told so."""
        return PlainText(self.folded, self.lowered)

    @cached_property
    def without_accents(self) -> PlainText:
        """The text without accents and vowel points."""
        return PlainText(self.folded, without_accents(self.folded))

    @cached_property
    def references(self) -> Matcher | None:
        """The source's reference list, which is not its words; None if it has none."""
        words = self.source.references
        return Matcher(SourceText(self.source.media_type, words)) if words else None

    def reference_with(self, part: str) -> str | None:
        """Return the item of the source's reference list that a part stands in."""
        if self.references is None:
            return None
        # Most of the long words of one that does are there as they stand.
        longest = sorted({found[0] for found in _WORDS.finditer(part)}, key=len)[-_INTACT:]
        if not any(word[1:].lower() in self.references.lowered for word in longest):
            return None
        spans = self.references.find(part)
        # Titles are quoted with other capitals than a list has them.
        at = (
            (spans[0].start, spans[0].end)
            if spans
            else self.references.in_small_letters.find(part.lower())
        )
        if at is None:
            return None
        words = self.references.text
        start = words.rfind(HARD, 0, at[0] + 1) + 1
        end = words.find(HARD, at[0])
        end = len(words) if end < 0 else end
        return shown(words[start:end] if end - start <= _LONG else words[at[0] : end])

    @cached_property
    def _lost_ligatures(self) -> frozenset[str]:
        """The ligatures of which a PDF gives the first letter alone: `Efect`, `infuences`.

        A text of some length that never has them has lost them; in any other, `infection` is no
        `inflection`.
        """
        if not self.source.raising_lost or len(self.text) < _LONG:
            return frozenset()
        return frozenset(
            ligature
            for ligature in LIGATURES
            if self.folded.count(ligature) * _RARE < len(self.text)
        )

    def _starts_before(self, part: str, offset: int, at: int) -> list[int]:
        # Most often nothing lies between.
        near = [at - offset] if self._may_start(part, at - offset) else []
        if offset:
            reach = 2 * offset + _FAR
            near += self._candidates(part, at - reach, at, at - offset)
            nearest = bisect_right(self._landings, (at, len(self.text)))
            for start, end in reversed(self._landings[max(0, nearest - _LANDINGS) : nearest]):
                if at - start >= reach:
                    break
                if not at - reach < end <= at:
                    near += self._candidates(part, end - reach, end, end - offset + at - start)
        return near

    def _candidates(self, part: str, low: int, high: int, likely: int) -> list[int]:
        low = max(low, 0)
        firsts = {part[0], part[0].upper(), part[0].lower()}
        # The first character may be a doubtful one.
        firsts |= {mark for mark in _DOUBTED if mark in self._marks}
        second = part[1:2]
        found = [
            start
            for first in firsts
            for start in _all(self.folded, first, low, high)
            # Looked at before the rest, as most letters begin another word.
            if (
                first in _DOUBTED
                or self.folded[start + 1 : start + 2] == second
                or not second.isalnum()
                or not self.folded[start + 1 : start + 2].isalnum()
            )
            and self._may_start(part, start)
        ]
        return sorted(found, key=lambda start: abs(start - likely))

    def _may_start(self, part: str, start: int) -> bool:
        """Return whether a quote may begin here: a word or number cut at its start is no quote."""
        if not 0 <= start < len(self.text):
            return False
        if start == 0:
            return True
        text, folded = self.text, self.folded
        first, before = part[0], text[start - 1]
        if before in RAISED + LOWERED and first not in RAISED + LOWERED:
            return self._opens_word(start - 1)
        if not _wordy(first):
            return True
        if _wordy(before) and not (is_spaceless(before) or is_spaceless(first)):
            return False
        # A word broken at the line end goes on here.
        if before in "\n " and text[start - 2 : start - 1] == WILD:
            return False
        if before in HYPHENS and start > 1 and _wordy(text[start - 2]):
            return False
        if not first.isdigit():
            return True
        if before in ".,/" and (before == "." or text[start - 2 : start - 1].isdigit()):
            return False
        if folded[start - 1] in "-+" + OPERATORS:
            return False
        at = start - 1
        while at > 0 and folded[at] == " ":
            at -= 1
        if folded[at] in OPERATORS:
            return False
        # "change of − 0.42": a sign that stands apart. Between numbers it may be a range.
        return not (text[at] in "\u2212+" and not _wordy(folded[at - 1]) and text[at - 1] != ")")

    def _opens_word(self, mark: int) -> bool:
        """Return whether what is raised at a mark belongs to what follows: `¹⁸F`, the `ᵃ` of a note."""
        before = self.text[mark - 1 : mark]
        if before == " ":
            return not self.text[max(0, mark - 2)].isdigit()
        return before in ("", "\n", SOFT, HARD)

    def _may_end(self, last: str, end: int) -> bool:
        """Return whether a quote may end here: a word or number cut at its end is no quote."""
        text, folded = self.text, self.folded
        while text[end : end + 1] == CLOSE:
            end += 1
        after = text[end : end + 1]
        if not after or not _wordy(last):
            return after != LOWERED or not _wordy(last)
        if after == OPEN:
            return True
        if after in (LOWERED, WILD):
            return False
        following = text[end + 1 : end + 2]
        if after == RAISED:
            return not (last.isdigit() or following in "-+\u2212" or self._unit_before(end))
        if _wordy(after):
            return is_spaceless(after) or is_spaceless(last)
        if after in HYPHENS and _wordy(following or " "):
            return False
        if folded[end] == '"' and _CLITIC.match(text, end + 1):
            return False
        if last.isdigit():
            if (folded[end] in ".,-/" or after == ":") and following.isdigit():
                return False
            at = end + 1 if after in " \u00a0\n" else end
            return text[at : at + 1] not in ("%", "\u2030", "\u00b0")
        return True

    # -- following the quote

    def _follow(self, part: str, begin: int) -> tuple[int, Doubt]:
        """Follow a quote from one place; the first way without doubt wins.

        Returns:
            Where the quote ends, or -1.
        """
        size = len(part)
        best: tuple[int, Doubt] = (-1, Doubt.NONE)
        stack: list[_State] = [(0, begin, False, False, Doubt.NONE)]
        seen: set[_State] = set()
        while stack and len(seen) <= _MOST_STEPS + 50 * size:
            state = self._plain_stretch(part, stack.pop())
            if state in seen:
                continue
            seen.add(state)
            i, j, _, _, doubt = state
            if i < size:
                stack += self._ways_on(part, state)
            elif self._may_end(part[-1], j):
                if not doubt:
                    return j, doubt
                if best[0] < 0 or doubt < best[1]:
                    best = (j, doubt)
        return best

    def _plain_stretch(self, part: str, state: _State) -> _State:
        """Go on over letters and spaces that are equal, and allow of no other way."""
        i, j, quote_gap, text_gap, doubt = state
        if not i or quote_gap != text_gap:
            return state
        folded, plain, size = self.folded, self._plain, len(part)
        gap = quote_gap
        while i < size and j < len(folded):
            char = part[i]
            if char != folded[j] or char not in plain or (char == " " and j in self._jumps):
                break
            gap = char == " "
            i += 1
            j += 1
        return i, j, gap, gap, doubt

    @cached_property
    def _plain(self) -> frozenset[str]:
        """Symbols for which nothing but themselves can stand."""
        return frozenset(f" {ascii_letters}") - ({"f"} if self._lost_ligatures else set())

    def _ways_on(self, part: str, state: _State) -> list[_State]:
        """Return the ways on from within a quote; the last one is to be tried first."""
        i, j, quote_gap, text_gap, doubt = state
        text, folded = self.text, self.folded
        if part[i] == " ":
            return [(i + 1, j, True, text_gap, doubt)]
        if j >= len(text):
            return []
        here = folded[j]
        ways: list[_State] = []
        # A jump over a page, column or float stands for white space.
        if i and j in self._jumps and here != WILD:
            ways += [(i, start, quote_gap, True, doubt) for start in self._jumps[j]]
        if here == " ":
            # Korean breaks lines inside words and between them.
            free = i and text[j] == "\n" and is_hangul(part[i - 1])
            return [*ways, (i, j + 1, quote_gap, quote_gap if free else True, doubt)]
        if here == HARD and i:
            return [*ways, (i, j + 1, quote_gap, quote_gap, doubt | Doubt.WALL)]
        wanted = part[i]
        if here in _DOUBTED:
            ways += self._doubted_ways(wanted, state)
            if here == DOUBTFUL:
                return ways
        if i and (here in _BRANCHING or wanted in RAISED + LOWERED or here.isdigit()):
            ways += self._other_ways(part, state)
        alike = here == wanted or (i == 0 and here.lower() == wanted.lower())
        if alike and (i == 0 or _gaps_agree(part[_last(part, i)], wanted, quote_gap, text_gap)):
            ways.append((i + 1, j + 1, False, False, doubt))
        if here in _ODD_GLYPHS and part.startswith(LIGATURES, i):
            # Where letters are gone without a trace, another word may be the true one.
            kind = Doubt.CHARACTER if here == "f" else Doubt.LIGATURE
            ways += [
                (i + len(ligature), j + 1, False, False, doubt | kind)
                for ligature in LIGATURES
                if part.startswith(ligature, i)
                and (here != "f" or ligature in self._lost_ligatures)
                and (i == 0 or quote_gap == text_gap)
                and _wordy(folded[j + 1 : j + 2] or " ")
            ]
        return ways

    def _doubted_ways(self, wanted: str, state: _State) -> Iterator[_State]:
        """Return the way on over a doubtful character: it may be any one, and proves nothing."""
        i, j, _, _, doubt = state
        if wanted in RAISED + LOWERED:
            return
        after = j + (2 if self.text[j] == DOUBTFUL else 1)
        framing = self.text[j] == UNKNOWN and wanted in _FRAMING
        yield i + 1, after, False, False, doubt | (Doubt.SYMBOL if framing else Doubt.CHARACTER)

    def _other_ways(self, part: str, state: _State) -> Iterator[_State]:
        """Return the ways on that rest on what typesetters do, from within a quote."""
        i, j, quote_gap, text_gap, doubt = state
        text, here, wanted = self.text, self.text[j], part[i]
        if here == CLOSE:
            yield i, j + 1, quote_gap, text_gap, doubt
        elif here == OPEN:
            yield i, j + 1, quote_gap, text_gap, doubt
            end = text.find(CLOSE, j) + 1
            if end:
                yield i, end, quote_gap, text_gap, doubt
        elif here == WILD:
            next_line = j + 1
            while self.folded[next_line : next_line + 1] == " ":
                next_line += 1
            for after in (next_line, *self._jumps.get(j, ())) if not quote_gap | text_gap else ():
                yield i, after, False, False, doubt
                if wanted == "-":
                    yield i + 1, after, False, False, doubt
                    # "two- and three-fold": the hyphen stays, a word follows.
                    if part[i + 1 : i + 2] == " ":
                        yield i + 1, after, False, True, doubt
        elif (here == "[" and _BRACKETED_LETTER.match(text, j)) or (
            here == "]" and text[j - 2 : j - 1] == "[" and _BRACKETED_LETTER.match(text, j - 2)
        ):
            yield i, j + 1, quote_gap, text_gap, doubt
        elif here in RAISED + LOWERED:
            digits = part[_last(part, i)].isdigit()
            content = text[j + 1 : j + 3]
            exponent = content[:1].isdigit() or (
                content[:1] in "-+\u2212\u2013" and content[1:].isdigit()
            )
            if wanted != here:
                if digits and exponent:
                    # Some programs put a space in its place: `10 5`.
                    yield i, j + 1, quote_gap, quote_gap, doubt | Doubt.FLAT
                else:
                    # A thin space before what is raised is none.
                    yield i, j + 1, quote_gap, quote_gap if not digits else text_gap, doubt
        if wanted in RAISED + LOWERED and here != wanted:
            if not part[i - 1].isdigit():
                yield i + 1, j, quote_gap, text_gap, doubt
            elif self.source.raising_lost:
                yield i + 1, j, quote_gap, text_gap, doubt | Doubt.RAISING
        if here in "([" or (text_gap and here == "("):
            found = _PARENTHESIS.match(text, j)
            if found and _AUTHOR.match(found[1]) and _ENDS_WITH_YEAR.search(found[1]):
                yield i, found.end(), quote_gap, text_gap, doubt | Doubt.CALLOUT
        if here.isdigit() and not text_gap and self.source.raising_lost:
            before = text[j - 1]
            if before.isalpha() or before in ".,;:)\u201d\u2019\"'":
                run = _NUMBER_RUN.match(text, j)
                if run and not self._unit_before(j):
                    yield i, run.end(), quote_gap, text_gap, doubt | Doubt.RAISING

    def _unit_before(self, at: int) -> bool:
        """Return whether a unit stands right before an offset: what is raised there is an exponent."""
        low = at
        while low > 0 and at - low < 4 and self.text[low - 1].isalpha():
            low -= 1
        return self.text[low:at] in UNITS


def _bare(text: str) -> str:
    """Fold a quote, without outer quote marks and closing punctuation."""
    folded = " ".join(fold(text.replace(HARD, " ")).split())
    folded = folded.rstrip(_CLOSING)
    if folded[:1] == '"':
        folded = folded.removeprefix('"')
        if folded.count('"') % 2 and folded.endswith('"'):
            folded = folded.removesuffix('"')
    elif folded.endswith('"') and folded.count('"') == 1:
        folded = folded.removesuffix('"')
    return folded.strip().rstrip(_CLOSING)


def _spellings(word: re.Match[str]) -> tuple[str, ...]:
    """Return a word of a quote as it may stand: the first letter's case is free."""
    other = word[0][0].swapcase() + word[0][1:]
    return (word[0],) if word.start() or other == word[0] else (word[0], other)


def _merged(places: list[list[int]]) -> list[int]:
    """Return places of several spellings in order."""
    return places[0] if len(places) == 1 else sorted(at for one in places for at in one)


def _supported(pairs: list[tuple[int, list[int]]], fewest: int) -> Iterator[tuple[int, int]]:
    """Return the hits beside which enough other pieces of the quote lead to about the same place.

    Line ends and lost letters break words, and call-outs part them, but some neighbours are left
    whole: a place that has fewer of them cannot be the quote's.

    Args:
        pairs: Offset in the quote of each pair of neighbours, and its places in the text.
        fewest: So many of them are whole at least.

    Returns:
        Offsets in the quote and in the text, the best supported first.
    """
    if not pairs:
        return
    fewest = max(1, fewest)
    # So many are whole at the quote's place that one of the rarer ones is among them.
    rarer = sorted(pairs, key=lambda pair: len(pair[1]))[: len(pairs) - fewest + 1]
    hits: dict[int, tuple[int, int]] = {}
    for offset, places in rarer:
        for at in places:
            hits.setdefault(at - offset, (offset, at))
        if len(hits) > _MOST_HITS:
            break
    supported = []
    for start, hit in hits.items():
        support = 0
        for offset, places in pairs:
            nearest = bisect_left(places, start + offset - _FAR)
            support += nearest < len(places) and places[nearest] <= start + offset + _FAR
        if support >= fewest:
            supported.append((-support, start, hit))
    supported.sort()
    for _, _, hit in supported:
        yield hit


def _pieces(part: str) -> Iterator[tuple[int, str]]:
    """Return stretches of a quote whose script has no spaces, or breaks lines inside words."""
    for word in _WORDS.finditer(part):
        for at in range(word.start(), max(word.end() - 3, word.start() + 1), 2):
            yield at, part[at : min(at + 4, word.end())]


def _all(text: str, piece: str, low: int = 0, high: int | None = None) -> Iterable[int]:
    high = len(text) if high is None else high
    at = text.find(piece, low, high)
    while at >= 0:
        yield at
        at = text.find(piece, at + 1, high)


def _last(part: str, i: int) -> int:
    """Return the index of the last symbol of a quote before one, white space left aside."""
    i -= 1
    while part[i] == " ":
        i -= 1
    return i


def _wordy(char: str) -> bool:
    return char.isalnum()


def _gaps_agree(before: str, after: str, quote_gap: bool, text_gap: bool) -> bool:
    """Return whether white space counts between two symbols: between letters and digits alone."""
    if not (_wordy(before) and _wordy(after)):
        return True
    if quote_gap == text_gap or is_spaceless(before) or is_spaceless(after):
        return True
    # Between `R` and an Arabic word nothing but a space can be meant.
    return (before.isalpha() and after.isalpha()) and is_rtl(before) != is_rtl(after)


def paragraph_end(matcher: Matcher, offset: int) -> int:
    """Return the end of the paragraph after the one that holds an offset.

    The parts of a quote with `[...]` stand in one paragraph or the next. A PDF has no paragraphs:
    there it is so many characters as two long ones have.
    """
    source = matcher.source
    if not source.paragraphs:
        wall = matcher.text.find(HARD, offset)
        return min(offset + 3000, len(matcher.text) if wall < 0 else wall)
    index = source.paragraph_index(offset) + 2
    return source.paragraphs[index][0] if index < len(source.paragraphs) else len(matcher.text)
