"""The words around a citation, so that its author finds the place."""

from __future__ import annotations

from ars_pandoc.citations.found import Place
from ars_pandoc.pandoc_ast import Element, children, stringify

_BEFORE = 9
_AFTER = 5
_MARKER = 80


def words_around(place: Place) -> str:
    """Give some words before a citation, the citation as it is shown, and some behind it.

    The text is on one line; an ellipsis marks where the paragraph goes on.
    """
    if place.element["t"] == "RawBlock":
        text = " ".join(place.element["c"][1].split())
        return text[:_MARKER] + ("…" if len(text) > _MARKER else "")
    before: list[str] = []
    shown: list[str] = []
    after: list[str] = []
    if not _split(place.block, place.element, before, shown, after):
        before, after = [], [stringify(place.block)]
    ahead = "".join(before).split()
    behind = "".join(after).split()
    middle = "".join(shown).strip()
    glued_left = not "".join(before)[-1:].isspace()
    glued_right = not "".join(after)[:1].isspace()
    left = ("… " if len(ahead) > _BEFORE else "") + " ".join(ahead[-_BEFORE:])
    right = " ".join(behind[:_AFTER]) + (" …" if len(behind) > _AFTER else "")
    text = left + ("" if glued_left or not left else " ") + middle
    return (text + ("" if glued_right or not right or not text.strip() else " ") + right).strip()


def _source(element: Element) -> str:
    """Give the source of what prints nothing, which its author can search for; else nothing."""
    if element["t"] == "RawInline":
        code: str = element["c"][1]
        return code[:_MARKER]
    if element["t"] == "Cite":
        # LaTeX's reader keeps the command as the citation's own text.
        return "".join(map(_source, element["c"][1]))
    return ""


def _command(element: Element) -> str:
    """Give the command of a citation that LaTeX's reader saw, the only text it has."""
    fallback = element["c"][1] if element["t"] == "Cite" else ()
    tex = fallback and fallback[0]["t"] == "RawInline" and fallback[0]["c"][0] in ("latex", "tex")
    return _source(element) if tex else ""


def _split(
    inlines: list[Element],
    element: Element,
    before: list[str],
    shown: list[str],
    after: list[str],
) -> bool:
    """Sort the text of a paragraph by where it stands to `element`; False if it is not there."""
    found = False
    for item in inlines:
        if item is element:
            found = True
            shown.append(_source(item) or stringify([item]))
            continue
        command = _command(item)
        if command:
            (after if found else before).append(command)
            continue
        inner = children(item)
        if not found and inner is not None and _split(inner, element, before, shown, after):
            found = True
        elif found:
            after.append(stringify([item]))
        elif inner is None:
            before.append(stringify([item]))
    return found
