"""Where a place of a text stood in an older one: what an editor asks about may not be judged yet."""

from __future__ import annotations

_BLANK = "\n\n"


def place_before(old: str, new: str, offset: int) -> int | None:
    """Return where a place of a text stood before its last changes.

    What begins and ends both texts is the same; between lies what changed. A citation rests on all of
    its paragraph, so that one that was touched has no older place.

    Args:
        old: The text as it was.
        new: The text as it is.
        offset: A place in `new`.

    Returns:
        The place in `old`; None in a paragraph that changed.
    """
    if old == new:
        return offset
    begin = _common(old, new)
    end = _common(old[begin:][::-1], new[begin:][::-1])
    if offset <= begin:
        place = offset
    elif offset >= len(new) - end:
        place = offset + len(old) - len(new)
    else:
        return None
    return place if _paragraph(old, place) == _paragraph(new, offset) else None


def _paragraph(text: str, place: int) -> tuple[str, str]:
    """Return what stands before and behind a place in its paragraph."""
    start, stop = text.rfind(_BLANK, 0, place), text.find(_BLANK, place)
    return text[start + len(_BLANK) if start >= 0 else 0 : place], text[
        place : stop if stop >= 0 else len(text)
    ]


def _common(one: str, other: str) -> int:
    """Return how much two texts have in common at their beginning, by halves: a book is long."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
