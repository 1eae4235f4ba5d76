"""Hold what was found in the source text against the citations of the AST.

Key by key: where the text has as many as the AST, they are taken in order and the letters around
each are compared; where not, only those letters decide. Nothing is guessed: what cannot be told
has no place.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any

from ars_pandoc.citations.citation import Citation
from ars_pandoc.citations.found import Place
from ars_pandoc.pandoc.elements import Element, children, stringify
from ars_pandoc.positions.position import Extent, Token

_REACH = 300
_COMPARED = 14
_ENOUGH = 5
_MOST_COMPARED = 40_000
_MARKUP = re.compile(
    r"<!--.*?-->|\]\([^()\s]*\)|\{[#.=][^{}]*\}|</?[A-Za-z][^<>]*>|\[\^[^\]\s]+\]|\\[A-Za-z]+\*?",
    re.DOTALL,
)

Pair = tuple[Citation, Place]


def align(
    citations: Sequence[Pair], tokens: Sequence[Token], texts: Sequence[str]
) -> list[Token | None]:
    """Return the token of each citation, or None where it cannot be told.

    Args:
        citations: In document order.
        tokens: In the order in which the AST has them.
        texts: The files of the tokens.
    """
    wanted: dict[Hashable, list[int]] = defaultdict(list)
    for number, (citation, place) in enumerate(citations):
        visible = _is_visible(place.element)
        wanted[_name(citation.form == "marker", citation.key, visible=visible)].append(number)
    offered: dict[Hashable, list[Token]] = defaultdict(list)
    for token in tokens:
        visible = texts[token.file].startswith("[", token.whole[0])
        name = _name(token.marker, token.name, visible=visible)
        if name in wanted:
            offered[name].append(token)
    around = _Around(citations, texts)
    result: list[Token | None] = [None] * len(citations)
    for name, numbers in wanted.items():
        for number, chosen in zip(numbers, _choose(numbers, offered[name], around), strict=True):
            result[number] = chosen
    return result


def _name(marker: bool, key: str | None, *, visible: bool) -> Hashable:
    # A key's braces and form in the AST are those of the text, so it is compared as it is. What
    # has none is a comment, or a literal marker that an earlier pass left: never one the other.
    if key is not None:
        return ("marker" if marker else "cite", key)
    return "literal" if visible else "no key"


def _is_visible(element: Element) -> bool:
    """Return whether a literal marker stands in an element: its first word, or a Cite's suffix."""
    return element["t"] == "Cite" or (element["t"] == "Str" and "[UNVERIFIED" in element["c"])


def _choose(numbers: list[int], offered: list[Token], around: _Around) -> list[Token | None]:
    sure = [token for token in offered if token.sure]
    for tokens in (sure, offered):
        if len(tokens) != len(numbers):
            continue
        if len(numbers) == 1:
            # The only one here and the only one there.
            return [tokens[0]]
        chosen: list[Token | None] = [*tokens]
        odd = [
            place for place, number in enumerate(numbers) if not around.agree(number, tokens[place])
        ]
        if odd:
            found = _by_context([numbers[n] for n in odd], [tokens[n] for n in odd], around)
            moved = any(
                one is not None and one is not tokens[place]
                for place, one in zip(odd, found, strict=True)
            )
            for place, one in zip(odd, found, strict=True):
                if moved or one is not None:
                    chosen[place] = one
        return chosen
    return _by_context(numbers, offered, around)


Letters = tuple[str, str]
_PARTS: tuple[Callable[[Letters], Hashable], ...] = (
    lambda both: both if len(both[0] + both[1]) >= _ENOUGH else None,
    lambda both: both[0] if len(both[0]) >= _ENOUGH else None,
    lambda both: both[1] if len(both[1]) >= _ENOUGH else None,
)


def _by_context(numbers: list[int], tokens: list[Token], around: _Around) -> list[Token | None]:
    """Pair those around which the same letters stand, if that tells them from all others."""
    result: dict[int, Token] = {}
    left = list(numbers)
    free = list(tokens)
    for part in _PARTS:
        here: dict[Hashable, list[int]] = defaultdict(list)
        there: dict[Hashable, list[Token]] = defaultdict(list)
        for number in left:
            here[part(around.of_citation(number))].append(number)
        for token in free:
            there[part(around.of_token(token))].append(token)
        for letters, group in here.items():
            if letters is not None and len(there.get(letters, ())) == len(group):
                result.update(zip(group, there[letters], strict=True))
        taken = set(map(id, result.values()))
        left = [number for number in left if number not in result]
        free = [token for token in free if id(token) not in taken]
    result.update(_by_ends(left, free, around))
    return [result.get(number) for number in numbers]


def _by_ends(
    numbers: list[int], tokens: list[Token], around: _Around
) -> Iterator[tuple[int, Token]]:
    """Pair what begins or ends a short paragraph: beyond it the text shows another's letters."""
    if len(numbers) * len(tokens) > _MOST_COMPARED:
        return
    fits: dict[int, list[Token]] = {}
    uses: Counter[int] = Counter()
    for number in numbers:
        before, behind = around.of_citation(number)
        if not before + behind:
            continue
        fits[number] = [
            token for token in tokens if _within(before, behind, around.of_token(token))
        ]
        uses.update(map(id, fits[number]))
    # Several between the same letters, as many here as there, are in the same order.
    groups: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for number, found in fits.items():
        groups[tuple(map(id, found))].append(number)
    for group in groups.values():
        found = fits[group[0]]
        if len(found) == len(group) and all(uses[id(token)] == len(group) for token in found):
            yield from zip(group, found, strict=True)


def _within(before: str, behind: str, there: Letters) -> bool:
    return there[0].endswith(before) and there[1].startswith(behind)


class _Around:
    """The letters and digits around citations and tokens, as both texts show them."""

    def __init__(self, citations: Sequence[Pair], texts: Sequence[str]) -> None:
        self.citations = citations
        self.texts = texts
        self.blocks: dict[int, tuple[str, dict[int, Extent]]] = {}

    def of_citation(self, number: int) -> tuple[str, str]:
        """Return what stands before and behind a citation in its paragraph of the AST."""
        place = self.citations[number][1]
        known = self.blocks.get(id(place.block))
        if known is None:
            known = _flatten(place.block)
            self.blocks[id(place.block)] = known
        text, extents = known
        extent = extents.get(id(place.element))
        if extent is None:
            return "", ""
        start, end = extent
        return text[max(0, start - _COMPARED) : start], text[end : end + _COMPARED]

    def of_token(self, token: Token) -> tuple[str, str]:
        """Return what stands before and behind a token in its file."""
        text = self.texts[token.file]
        start, end = token.whole
        before = text[max(0, start - _REACH) : start]
        behind = text[end : end + _REACH]
        return _letters(_MARKUP.sub(" ", before))[-_COMPARED:], _letters(_MARKUP.sub(" ", behind))[
            :_COMPARED
        ]

    def agree(self, number: int, token: Token) -> bool:
        """Return whether nothing speaks against a pair: the letters on one side are the same."""
        before, behind = self.of_citation(number)
        if not before and not behind:
            return True  # alone in its paragraph, or in no paragraph at all
        there = self.of_token(token)
        return bool(
            (before and there[0].endswith(before[-_ENOUGH:]))
            or (behind and there[1].startswith(behind[:_ENOUGH]))
        )


def _letters(text: str) -> str:
    # Most are words, which are what they are.
    return text if text.isalnum() else "".join(filter(str.isalnum, text))


def _flatten(block: list[Element]) -> tuple[str, dict[int, Extent]]:
    """Return the letters of a paragraph, and where each inline stands among them."""
    parts: list[str] = []
    extents: dict[int, Extent] = {}
    length = 0

    def walk(inlines: list[Any]) -> None:
        nonlocal length
        for element in inlines:
            start = length
            kind = element["t"]
            if kind == "Space":
                continue
            inner = children(element)
            if inner is None:
                text = _letters(element["c"] if kind == "Str" else stringify([element]))
                parts.append(text)
                length += len(text)
            else:
                walk(inner)
            extents[id(element)] = (start, length)

    walk(block)
    return "".join(parts), extents
