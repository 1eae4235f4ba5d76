"""Numbers of lines in the margin of a page, as manuscripts and reviewers' copies have them.

They are no words of the source. What is taken for one is small or stands apart from its line, ends
where the others end, and counts on down the page by one step.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.texts.pdf.chars import DROPPED, Chars

_AT_START = lazy_pattern(r"(?:(?<=\n)|^)(\d{1,4})(?: +(?=\S)|(?=\r?\n|$))")
_STEPS = (1, 2, 5, 10)
_FEWEST_SMALL, _FEWEST_APART = 4, 10
_SMALLER = 0.8
_APART = 0.8
_EDGE = 3.0
_MOST_BREAKS = 0.3


def without_line_numbers(chars: Chars, text: str) -> str:
    """Drop the numbers of lines from a page's text.

    Args:
        chars: The characters of the page.
        text: Its text; what is dropped is put as `DROPPED`, so that offsets stay.
    """
    found: dict[tuple[int, bool], list[tuple[float, int, int, int]]] = defaultdict(list)
    for number in _AT_START.finditer(text):
        low, high = number.span(1)
        last = chars.char(high - 1)
        behind = chars.char(number.end()) if number.end() > high else None
        if last is None or not last.upright:
            continue
        small = behind is not None and last.size <= _SMALLER * behind.size
        apart = behind is not None and behind.left - last.right > _APART * last.size
        if small or apart or behind is None:
            edge = round(last.right / _EDGE)
            found[edge, last.size < 7].append((-last.base, int(number[1]), low, high))
    counted = [(_step(column), tiny, column) for (_, tiny), column in found.items()]
    sure = {
        (step, tiny)
        for (step, count), tiny, column in counted
        if step in _STEPS and count >= (_FEWEST_SMALL if tiny else _FEWEST_APART)
    }
    signs = list(text) if sure else []
    for (step, count), tiny, column in counted:
        # In the next column fewer may be left.
        if (step, tiny) in sure and count >= (1 - _MOST_BREAKS) * len(column):
            for _, _, low, high in column:
                signs[low:high] = [DROPPED] * (high - low)
    return "".join(signs) if sure else text


def _step(column: list[tuple[float, int, int, int]]) -> tuple[int, int]:
    """Return by how much most numbers of a column are ahead of the one above, and how many are."""
    column.sort()
    steps = Counter(two[1] - one[1] for one, two in pairwise(column))
    step, count = max(steps.items(), key=lambda pair: pair[1], default=(0, 0))
    return step, count + 1
