"""Why a quote was not found: the nearest passage, and what was done to its words (contract §8).

Nothing here makes a quote pass. The nearest passage is where most of the quote's words stand
together; the kind of change is read off a diff of words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.base.scripts import is_spaceless
from ars_pandoc.grounding.limiting_words import NEGATIONS
from ars_pandoc.grounding.match_quote import Matcher, Quote, count_words
from ars_pandoc.grounding.plain_text import PlainText, without_accents
from ars_pandoc.grounding.result import Change, Piece
from ars_pandoc.grounding.signs import SYMBOLS
from ars_pandoc.texts.marks import CLOSE, DOUBTFUL, HARD, LOWERED, OPEN, RAISED, SOFT, UNKNOWN, WILD
from ars_pandoc.texts.source_text import shown

# A word broken at a line end is one word, and so are one with what is raised or lowered in it and
# a number with its decimals; marks of call-outs are none.
_TOKEN = lazy_pattern(
    rf"[^\W_]+(?:(?:{WILD} |[{RAISED}{LOWERED}]-?|(?<=\d)[.,](?=\d))[^\W_]+)*(?:\"[^\W_]+)?"
    rf"|[^\w\s{OPEN}{CLOSE}{WILD}{RAISED}{LOWERED}]|_"
)
# Behind a letter everybody writes it flat, as in CO₂; behind a digit it makes another number.
_WRITTEN_FLAT = lazy_pattern(f"(?<=[^\\W\\d_])[{RAISED}{LOWERED}]")
_WORD = lazy_pattern(r"[^\W_]+")
_NEGATION = lazy_pattern(rf"(?:{NEGATIONS})", re.IGNORECASE)
_SPECIES = frozenset(
    "patient patients human humans man men woman women child children people mouse mice murine rat "
    "rats rabbit rabbits monkey monkeys primate primates dog dogs canine pig pigs porcine "
    "zebrafish drosophila yeast participants subjects volunteers animal animals cell cells".split()
)
_PUNCTUATION = frozenset(",.;:)]")
_DOUBTED = (UNKNOWN, DOUBTFUL)
_MOST_PLACES = 400
_FEWEST_WORDS = 3
_SMALL_SHARE = 0.5
_FEWEST_SPLICED = 3
_NEAR = 60
_SHORTEST_ALIKE = 8
_LONGEST_CALLOUT = 400


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The nearest passage to a quote that was not found.

    Attributes:
        start: Where it begins in the source's text.
        end: Where it ends.
        nearest: Its words, as a person reads them.
        change: What was done to them.
        diff: Quote and passage word by word.
        doubtful: All that differs are doubtful characters: no accusation can rest on them.
        cut_off: All the words stand there, but the first or last belongs to what was left out.
    """

    start: int
    end: int
    nearest: str
    change: Change
    diff: tuple[Piece, ...]
    doubtful: bool
    cut_off: bool = False


def diagnose(matcher: Matcher, quote: Quote) -> Diagnosis | None:
    """Find the nearest passage to a quote that is not in the source.

    Returns:
        None where the source has none of the quote's words.
    """
    alike = _alike(matcher, quote.whole)
    if alike is not None:
        return alike
    wanted = list(_TOKEN.finditer(quote.whole))
    cut = matcher.verbatim(quote.whole)
    # All of it may stand there, cut off from a sign or from the rest of a word.
    window = (cut[0], cut[0] + len(quote.whole)) if cut else _densest(matcher, quote.whole)
    if window is None or not wanted:
        return None
    low, high = window
    have = list(_TOKEN.finditer(matcher.folded, low, high))
    ours = [_token(found) for found in wanted]
    if ours:
        ours[0] = ours[0].lower()
    theirs = [_token(found) for found in have]
    have = _trimmed(ours, theirs, have)
    if not have:
        return None
    theirs = [_token(found) for found in have]
    if ours and theirs and ours[0] == theirs[0].lower():
        theirs[0] = ours[0]
    start, end = have[0].start(), have[-1].end()
    steps = _steps(ours, theirs)
    change = _change(matcher, quote, ours, have, steps)
    return Diagnosis(
        start,
        end,
        shown(matcher.text[start:end]),
        change,
        _pieces(quote.whole, wanted, matcher.text, have, steps),
        _lies_in_doubt(matcher.text, have, steps),
        all(step[0] == "equal" for step in steps),
    )


def _alike(matcher: Matcher, whole: str) -> Diagnosis | None:
    """Return the passage from which a quote differs in case alone, or in accents and points alone."""
    changes: tuple[tuple[Change, PlainText, str], ...] = (
        ("case", matcher.in_small_letters, whole.lower()),
        ("marks", matcher.without_accents, without_accents(whole)),
    )
    for change, plain, words in changes:
        span = plain.find(words) if len(words) >= _SHORTEST_ALIKE else None
        if span is None:
            continue
        there = _WORD.findall(matcher.folded[span[0] : span[1]].replace(f"{WILD} ", ""))
        ours = _WORD.findall(whole)
        # Where the words are the same but for spaces, no case differs.
        if there != ours and (change == "marks" or "".join(there) != "".join(ours)):
            nearest = shown(matcher.text[span[0] : span[1]])
            diff: tuple[Piece, ...] = (("source", nearest), ("quote", shown(whole)))
            return Diagnosis(span[0], span[1], nearest, change, diff, doubtful=False)
    return None


def _lies_in_doubt(
    text: str, have: list[re.Match[str]], steps: list[tuple[str, int, int, int, int]]
) -> bool:
    """Return whether a quote and a passage differ where characters are doubtful, and only there."""
    changes = [step for step in steps if step[0] != "equal"]
    return bool(changes) and all(
        any(mark in text[_end(have, low - 1) : _start(have, high)] for mark in _DOUBTED)
        for _, _, _, low, high in changes
    )


def _end(tokens: list[re.Match[str]], number: int) -> int:
    return tokens[number].end() if number >= 0 else tokens[0].start()


def _start(tokens: list[re.Match[str]], number: int) -> int:
    return tokens[number].start() if number < len(tokens) else tokens[-1].end()


def _densest(matcher: Matcher, quote: str) -> tuple[int, int] | None:
    """Return the stretch of the text that holds most of the quote's words; rare ones count more."""
    places: list[tuple[int, str, float]] = []
    for number, (word, count, find) in enumerate(_rarest_first(matcher, quote)):
        # Rare words tell the place; frequent ones only where there are no others.
        if number >= _FEWEST_WORDS and len(places) + count > _MOST_PLACES:
            break
        places += [(at, word, 1.0 / (1 + count) ** 0.5) for at in find(word)]
    if not places:
        return None
    places.sort()
    reach = int(len(quote) * 1.3) + 40
    inside: Counter[str] = Counter()
    weight = best = 0.0
    first = 0
    window = (places[0][0], places[0][0])
    for at, word, value in places:
        if not inside[word]:
            weight += value
        inside[word] += 1
        while at - places[first][0] > reach:
            _, gone, lost = places[first]
            inside[gone] -= 1
            if not inside[gone]:
                weight -= lost
            first += 1
        if weight > best + 1e-9:
            best, window = weight, (places[first][0], at)
    slack = len(quote) // 2 + 40
    low, high = max(0, window[0] - slack), min(len(matcher.text), window[1] + slack)
    before = max(matcher.text.rfind(HARD, low, window[0]), matcher.text.rfind(SOFT, low, window[0]))
    after = [
        at for at in (matcher.text.find(wall, window[1], high) for wall in HARD + SOFT) if at >= 0
    ]
    return max(low, before + 1), min([high, *after])


def _rarest_first(
    matcher: Matcher, quote: str
) -> list[tuple[str, int, Callable[[str], Sequence[int]]]]:
    """Return the words of a quote, how often they stand in the text, and what finds them there."""
    if any(map(is_spaceless, quote)):
        pieces = {quote[at : at + 2] for at in range(len(quote) - 1)}
        known = {
            piece: [found.start() for found in re.finditer(re.escape(piece), matcher.folded)]
            for piece in pieces
        }
        found = [(piece, len(places), known.__getitem__) for piece, places in known.items()]
    else:
        words = {found[0] for found in _WORD.finditer(quote)}
        # `the` tells nothing, `p53` and `RAS` do.
        words = {word for word in words if len(word) > 3 or not word.islower()} or words
        index = matcher.index
        found = [(word, index.count(word), index.places) for word in words]
    return sorted(found, key=lambda one: (one[1], one[0]))


def _steps(ours: list[str], theirs: list[str]) -> list[tuple[str, int, int, int, int]]:
    from rapidfuzz.distance import Levenshtein

    return [
        (step.tag, step.src_start, step.src_end, step.dest_start, step.dest_end)
        for step in Levenshtein.opcodes(ours, theirs)
    ]


def _trimmed(ours: list[str], theirs: list[str], have: list[re.Match[str]]) -> list[re.Match[str]]:
    """Cut what stands around the passage off: all before its first and behind its last equal word."""
    from rapidfuzz.distance import Indel

    lowered = [word.lower() for word in theirs]
    equal = [
        (step.src_start, step.src_end, step.dest_start, step.dest_end)
        for step in Indel.opcodes([word.lower() for word in ours], lowered)
        if step.tag == "equal"
    ]
    if not equal:
        return []
    # A small word that is equal by chance, far from the others, is no part of the passage.
    while len(equal) > 1 and _is_stray(
        equal[0], equal[1][0] - equal[0][1], equal[1][2] - equal[0][3]
    ):
        del equal[0]
    while len(equal) > 1 and _is_stray(
        equal[-1], equal[-1][0] - equal[-2][1], equal[-1][2] - equal[-2][3]
    ):
        del equal[-1]
    # Words of the quote before its first equal one may have been replaced: show as many.
    low = max(0, equal[0][2] - equal[0][0])
    high = min(len(have), equal[-1][3] + len(ours) - equal[-1][1])
    # A comma belongs to what stands before it.
    while low < high - 1 and have[low][0] in _PUNCTUATION and ours[0] not in _PUNCTUATION:
        low += 1
    return have[low:high]


def _is_stray(block: tuple[int, int, int, int], our_gap: int, their_gap: int) -> bool:
    return block[1] - block[0] < abs(their_gap - our_gap)


def _change(
    matcher: Matcher,
    quote: Quote,
    ours: list[str],
    have: list[re.Match[str]],
    steps: list[tuple[str, int, int, int, int]],
) -> Change:
    added: list[str] = []
    dropped: list[str] = []
    same = 0
    for tag, ours_from, ours_to, theirs_from, theirs_to in steps:
        if tag == "equal":
            same += ours_to - ours_from
        else:
            added += ours[ours_from:ours_to]
            # Call-outs may be left out: they are no change.
            dropped += [
                _token(word)
                for word in have[theirs_from:theirs_to]
                if not _is_in_callout(matcher.text, word.start())
            ]
    if len(added) + len(dropped) > _FEWEST_SPLICED and _is_spliced(matcher, quote):
        return "spliced"
    if same < _SMALL_SHARE * len(ours):
        return "other-text"
    for kind in (added, dropped):
        if any(_NEGATION.fullmatch(word) or word.lower().endswith('n"t') for word in kind):
            return "negation"
    if any(_is_negated(word, dropped) for word in added) or any(
        _is_negated(word, added) for word in dropped
    ):
        return "negation"
    if not added and not dropped:
        # All words are there, but one is cut from its rest, or a number from its sign or unit.
        edges = have[0][0][:1] + have[-1][0][:1] if have else ""
        return "number" if any(map(str.isdigit, edges)) else "word-replaced"
    if not added and _are_line_numbers(dropped):
        return "line-numbers"
    if _differ_in_number(added, dropped):
        return "number"
    if any(word.lower() in _SPECIES for word in added) and any(
        word.lower() in _SPECIES for word in dropped
    ):
        return "species"
    if not dropped:
        return "word-added"
    if not added:
        return "word-dropped"
    return "word-replaced"


def _are_line_numbers(dropped: list[str]) -> bool:
    """Return whether all that a quote leaves out are numbers, each by one step above the one before."""
    if len(dropped) < 2 or not all(map(str.isdecimal, dropped)):
        return False
    steps = {int(two) - int(one) for one, two in pairwise(dropped)}
    # Some editions number each fifth or tenth line.
    return len(steps) == 1 and any(
        step in steps and not int(dropped[0]) % step for step in (1, 5, 10)
    )


def _differ_in_number(added: list[str], dropped: list[str]) -> bool:
    """Return whether a number, sign or operator was changed; `p53` that is left out is a word."""
    changed = added + dropped
    if any(word[0].isdigit() for word in changed):
        return True
    if all(any(map(str.isdigit, "".join(words))) for words in (added, dropped)):
        return True
    letters = any(word[0].isalpha() for word in changed)
    return not letters and any(word in SYMBOLS for word in changed)


def _token(found: re.Match[str]) -> str:
    if found[0].isalnum():
        return found[0]
    return _WRITTEN_FLAT.sub("", found[0].replace(f"{WILD} ", ""))


def _is_in_callout(text: str, at: int) -> bool:
    low = max(0, at - _LONGEST_CALLOUT)
    return text.rfind(OPEN, low, at) > text.rfind(CLOSE, low, at)


def _is_negated(word: str, others: list[str]) -> bool:
    """Return whether a word is one of others with a negating prefix: `unable`, `insignificant`."""
    low = word.lower()
    return any(
        low == prefix + other.lower()
        for other in others
        for prefix in ("un", "in", "im", "ir", "il", "non", "dis", "a")
        if len(other) > 3
    )


def _is_spliced(matcher: Matcher, quote: Quote) -> bool:
    """Return whether a quote is two passages of the source put together, each as it stands."""
    part = quote.whole
    if any(map(is_spaceless, part)):
        return False
    gaps = [at for at, char in enumerate(part) if char == " "]
    low, high = 0, len(gaps)
    # The longest beginning that stands in the source: what is in it in whole is in it in part.
    while low < high:
        middle = (low + high + 1) // 2
        if _stands(matcher, part[: gaps[middle - 1]]) >= 0:
            low = middle
        else:
            high = middle - 1
    for middle in range(low, max(low - 3, 0), -1):
        head, tail = part[: gaps[middle - 1]], part[gaps[middle - 1] + 1 :]
        if count_words(head) < _FEWEST_SPLICED or count_words(tail) < _FEWEST_SPLICED:
            continue
        first, second = _stands(matcher, head), _stands(matcher, tail)
        if second >= 0 and not 0 <= second - first - len(head) < _NEAR:
            return True
    return False


def _stands(matcher: Matcher, piece: str) -> int:
    """Return where words stand as they are, or -1; a fast look, which explains and accepts nothing."""
    at = matcher.folded.find(piece)
    return at if at >= 0 else matcher.folded.find(piece[0].swapcase() + piece[1:])


def _pieces(
    quote: str,
    wanted: list[re.Match[str]],
    text: str,
    have: list[re.Match[str]],
    steps: list[tuple[str, int, int, int, int]],
) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    for tag, ours_from, ours_to, theirs_from, theirs_to in steps:
        ours = _stretch(quote, wanted, ours_from, ours_to)
        theirs = shown(_stretch(text, have, theirs_from, theirs_to))
        if tag == "equal":
            pieces.append(("same", theirs))
            continue
        if theirs:
            pieces.append(("source", theirs))
        if ours:
            pieces.append(("quote", shown(ours)))
    return tuple(pieces)


def _stretch(text: str, tokens: list[re.Match[str]], low: int, high: int) -> str:
    return text[tokens[low].start() : tokens[high - 1].end()] if low < high else ""
