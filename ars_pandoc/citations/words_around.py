"""The words around a citation, so that its author finds the place."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice

from ars_pandoc.citations.found import Place
from ars_pandoc.pandoc.elements import INLINE_INDEX, Element, children, stringify

_BEFORE = 9
_AFTER = 5
_MARKER = 80


_Path = list[tuple[list[Element], int]]


def words_around(place: Place) -> str:
    """Return some words before a citation, the citation as it is shown, and some behind it.

    The text is on one line; an ellipsis marks where the paragraph goes on. For many citations
    of one document see `Surroundings`.
    """
    return _words(place, _path(place.block, place.element))


class Surroundings:
    """The words around many citations: each paragraph is searched once, not for each of them."""

    def __init__(self) -> None:
        # The paragraph is kept, so that no other list can have its identity meanwhile.
        self._blocks: dict[int, tuple[list[Element], dict[int, _Path]]] = {}

    def words_around(self, place: Place) -> str:
        """Return what the function `words_around` returns."""
        known = self._blocks.get(id(place.block))
        if known is None:
            paths: dict[int, _Path] = {}
            _collect(place.block, [], paths)
            known = self._blocks[id(place.block)] = place.block, paths
        path = known[1].get(id(place.element))
        return _words(place, _path(place.block, place.element) if path is None else path)


def _collect(inlines: list[Element], above: _Path, paths: dict[int, _Path]) -> None:
    for index, item in enumerate(inlines):
        if item["t"] in ("Str", "Space"):
            continue
        path = [*above, (inlines, index)]
        paths.setdefault(id(item), path)
        if item["t"] in INLINE_INDEX:
            _collect(children(item) or [], path, paths)


def _words(place: Place, path: _Path) -> str:
    if place.element["t"] == "RawBlock":
        text = " ".join(place.element["c"][1].split())
        return text[:_MARKER] + ("…" if len(text) > _MARKER else "")
    if path:
        # Some words are wanted, not the paragraph: it may hold thousands of citations.
        before = _until(
            chain(*(map(row.__getitem__, range(n - 1, -1, -1)) for row, n in reversed(path))),
            _BEFORE,
            inside=True,
        )
        after = _until(
            chain(*(map(row.__getitem__, range(n + 1, len(row))) for row, n in reversed(path))),
            _AFTER,
            inside=False,
        )
        before.reverse()
        shown = _source(place.element) or stringify([place.element])
    else:
        before, shown, after = [], "", [stringify(place.block)]
    ahead = "".join(before).split()
    behind = "".join(after).split()
    middle = shown.strip()
    glued_left = not "".join(before)[-1:].isspace()
    glued_right = not "".join(after)[:1].isspace()
    left = ("… " if len(ahead) > _BEFORE else "") + " ".join(ahead[-_BEFORE:])
    right = " ".join(behind[:_AFTER]) + (" …" if len(behind) > _AFTER else "")
    text = left + ("" if glued_left or not left else " ") + middle
    return (text + ("" if glued_right or not right or not text.strip() else " ") + right).strip()


def _source(element: Element) -> str:
    """Return the source of what prints nothing, which its author can search for; else nothing."""
    if element["t"] == "RawInline":
        code: str = element["c"][1]
        return code[:_MARKER]
    if element["t"] == "Cite":
        # LaTeX's reader keeps the command as the citation's own text.
        return "".join(map(_source, element["c"][1]))
    return ""


def _command(element: Element) -> str:
    """Return the command of a citation that LaTeX's reader saw, the only text it has."""
    fallback = element["c"][1] if element["t"] == "Cite" else ()
    tex = fallback and fallback[0]["t"] == "RawInline" and fallback[0]["c"][0] in ("latex", "tex")
    return _source(element) if tex else ""


def _path(inlines: list[Element], element: Element) -> _Path:
    """Return the lists that lead to an element, each with its index there; empty if it is nowhere."""
    for index, item in enumerate(inlines):
        if item is element:
            return [(inlines, index)]
    for index, item in enumerate(inlines):
        if item["t"] in INLINE_INDEX and (inner := _path(children(item) or [], element)):
            return [(inlines, index), *inner]
    return []


_MOST_ITEMS = 500
"""Parts of a paragraph that are looked at on either side for a few words."""


def _until(items: Iterable[Element], most: int, *, inside: bool) -> list[str]:
    """Return the texts of items until they hold more than `most` words."""
    texts: list[str] = []
    words = 0
    white = False
    # Thousands of markers in one word print nothing, and each would look at all the others.
    for item in islice(items, _MOST_ITEMS):
        kind = item["t"]
        if kind == "Str":
            text = item["c"]
        elif kind == "Space":
            text = " "
        elif inside:
            text = _inner_text(item)
        else:
            text = _command(item) or stringify([item])
        texts.append(text)
        if text and not text.isspace():
            # Pieces without white space between them are one word.
            words += len(text.split()) - 1 + (white or text[0].isspace())
            white = text[-1].isspace()
            if words > most + 1:
                break
        else:
            white = white or bool(text)
    return texts


def _inner_text(item: Element) -> str:
    """Return the text of an inline without the quotation marks that it may stand in."""
    inner = children(item)
    if inner is None:
        return _command(item) or stringify([item])
    return "".join(map(_inner_text, inner))
