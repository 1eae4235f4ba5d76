"""Insert elements beside others, list by list: one pass each, however many there are."""

from __future__ import annotations

from collections import defaultdict

from ars_pandoc.pandoc.elements import Element


class Insertions:
    """Elements to insert; nothing moves before `make` is called.

    The elements they stand beside are told apart by identity, so none of them is a space.
    """

    def __init__(self) -> None:
        self._lists: dict[int, list[Element]] = {}
        self._first: dict[int, list[Element]] = defaultdict(list)
        self._before: dict[int, list[Element]] = defaultdict(list)
        self._behind: dict[int, list[Element]] = defaultdict(list)

    def first(self, holder: list[Element], new: list[Element]) -> None:
        """Insert at the beginning of a list, behind what was inserted there already."""
        self._lists[id(holder)] = holder
        self._first[id(holder)] += new

    def before(self, holder: list[Element], element: Element, new: list[Element]) -> None:
        """Insert before an element of a list, behind what was inserted there already."""
        self._lists[id(holder)] = holder
        self._before[id(element)] += new

    def behind(self, holder: list[Element], element: Element, new: list[Element]) -> None:
        """Insert behind an element of a list, and behind what was inserted there already."""
        self._lists[id(holder)] = holder
        self._behind[id(element)] += new

    def make(self) -> None:
        """Insert all of them, in place."""
        for holder in self._lists.values():
            whole: list[Element] = [*self._first.get(id(holder), ())]
            for element in holder:
                whole += self._before.get(id(element), ())
                whole.append(element)
                whole += self._behind.get(id(element), ())
            holder[:] = whole
