"""Lists in a sentence."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice

from ars_pandoc.corpus.problem import shown

_NAMED = 10
_FEW = 3


def some(names: Collection[str], most: int = _NAMED) -> str:
    """Name the first of some names and count the rest."""
    rest = len(names) - most
    named = ", ".join(map(shown, islice(names, most)))
    return f"{named} and {rest} more" if rest > 0 else named


def counted(names: Collection[str], words: str, of: int) -> str:
    """Say of how many something holds, and of which: `2 not looked up: a, b`.

    Where it holds of all, and they are many, nobody needs their names: `all 12 not looked up`.
    """
    if len(names) == of > _FEW:
        return f"all {of} {words}"
    return f"{len(names)} {words}: {some(names)}"
