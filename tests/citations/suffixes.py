"""Suffixes as writers write them, and as nobody would: made from a seed, for the oracle."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

_NUMBERS = """
1 3 12 12-14 12–14 112-4 iv IV xii vi-xi iv-ix 12ff 12f A12 S12 e1234 514a 12r 3:2 3:2-4 1.2 1.2.3
IV.3 a.6 .2 7A(2)(a)(i)-(iv) 3(a) (a) (iv) (13 [17] [17]-[18] {3} 12(3)[4] 4B.2a.i(3.4) ivi mix
x-ray C c d 0 ? 2019 10/12 1: :3 12— ½ ٣ 12a-14b -3 3- () [] n.5 S.3
"""

_PROSE = """
and passim my emphasis see in press added edition John Results Kant AA Rn. et al. the of but cf.
emphasis sub verbo s v p pp S page_ §x can't Ünïcode 研究 第3页 é
"""

NUMBERS = _NUMBERS.split()
PROSE = _PROSE.split()
PUNCTUATION = [
    ",",
    ";",
    ".",
    ":",
    " ",
    " ",
    "\xa0",
    "-",
    "–",
    "…",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "/",
    "’",
    "\u2009",
]


def make_suffixes(labels: Sequence[str], count: int, seed: int) -> list[str]:
    """Suffixes of labels, numbers, punctuation and prose, most of them near the real thing.

    Args:
        labels: The labels to use, in the spelling of the locale.
        count: How many.
        seed: The same seed gives the same suffixes.

    Returns:
        Plain text, as it would stand in the AST: no doubled plain spaces.
    """
    source = random.Random(seed)  # noqa: S311 - nothing secret, and the same each time
    return [re.sub(" +", " ", _suffix(source, labels)) for _ in range(count)]


def _suffix(source: random.Random, labels: Sequence[str]) -> str:
    start = source.choice([", "] * 6 + [" ", "", ",", ",\xa0", ", , ", "; "])
    shape = source.random()
    if shape < 0.45:
        body = _locator(source, labels)
    elif shape < 0.6:
        inner = source.choice([_locator, _anything])(source, labels)
        body = "{" + source.choice(["", "", " "]) + inner + "}"
    elif shape < 0.8:
        body = _locator(source, labels) + source.choice([", ", "; ", " ", "\xa0", " and "])
        body += _locator(source, labels)
    else:
        body = _anything(source, labels)
    if source.random() < 0.35:
        body += source.choice([" ", ", ", ". "]) + source.choice(PROSE) + " " + source.choice(PROSE)
    return start + body


def _locator(source: random.Random, labels: Sequence[str]) -> str:
    label = source.choice([*labels, "", ""]) if source.random() < 0.7 else ""
    if label and source.random() < 0.15:
        label = source.choice([label.upper(), label.lower(), label.title(), label.rstrip(".")])
    joint = source.choice(["\xa0", " ", " ", "", ":"]) if label else ""
    numbers = source.choices(NUMBERS, k=source.choice([1, 1, 1, 2, 3]))
    joints = [source.choice([", ", ", ", ",", "; ", " ", "-", ".", "\xa0", ""]) for _ in numbers]
    text = label + joint + "".join(n + j for n, j in zip(numbers, joints, strict=True))
    return text[: len(text) - len(joints[-1])]


def _anything(source: random.Random, labels: Sequence[str]) -> str:
    pools = [NUMBERS, PROSE, PUNCTUATION, PUNCTUATION, labels]
    return "".join(
        source.choice(source.choice(pools)) + source.choice(["", "", " "])
        for _ in range(source.randint(1, 6))
    )
