"""Keys in the brackets of a citation that have lost their @: `[roe2021; @poe2020]` (contract §3).

Pandoc reads no citation there, or takes the word for a prefix, and it prints as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.citations.citation import Fault
from ars_pandoc.citations.syntax import in_markdown
from ars_pandoc.pandoc.elements import Element

_REACH = 24
MAY_BE_KEY = lazy_pattern(r"[^\W\d_]{2}[\w:.+/-]*\d\d")
"""What a prefix or suffix with a key without @ holds; most hold none."""
_KEY = lazy_pattern(
    r"(?<![\w@{:./-])(?=[\w:.+/-]*[^\W\d_][\w:.+/-]*[^\W\d_])(?=[\w:.+/-]*\d\d)"
    r"[^\W\d_][\w:.+/-]*\w(?![\w@])"
)
_PARTING = frozenset(";,")


def keys_in(text: str) -> list[str]:
    """Return the words of a prefix or suffix that may be keys without @."""
    return _KEY.findall(text)


def bare_keys(inlines: list[Element], index: int) -> Iterator[tuple[str, Element]]:
    """Find what may be keys without @ in the brackets that a bare `@key` stands in.

    Args:
        inlines: The list that holds the Cite.
        index: Its place in the list.

    Returns:
        Each with the word that holds it. It is a key only if a source is called so.
    """
    opening = _opening(inlines, index)
    if opening is None:
        return
    for element in inlines[opening : index + _REACH]:
        if element["t"] != "Str":
            continue
        for key in keys_in(element["c"]):
            yield key, element
        if "]" in element["c"] and element is not inlines[opening]:
            return


def may_share_brackets(inlines: list[Element], index: int) -> bool:
    """Return whether a comma or semicolon stands before or behind a bare `@key`."""
    if index == 0:
        return False
    last = inlines[index - 1]
    if last["t"] == "Space" and index > 1:
        before = inlines[index - 2]
        return before["t"] == "Str" and before["c"][-1:] in _PARTING
    if last["t"] != "Str" or last["c"][-1:] != "[" or index + 1 == len(inlines):
        return False
    behind = inlines[index + 1]
    return behind["t"] == "Str" and behind["c"][:1] in _PARTING


def _opening(inlines: list[Element], index: int) -> int | None:
    for place in range(index - 1, max(-1, index - _REACH), -1):
        element = inlines[place]
        if element["t"] == "Str":
            word = element["c"]
            if word.rfind("[") > word.rfind("]"):
                return place
            if "]" in word:
                return None
    return None


def without_at(key: str) -> Fault:
    """Return the fault of a key that stands without its @ beside others."""
    return Fault(
        f"'{key}' stands in the brackets without its @, and Pandoc reads no citation",
        f"write [{in_markdown(key)}, p. 12; …], with an @ before each key and ';' between",
    )
