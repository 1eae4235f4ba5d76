"""Works about works: a review, a comment, a correction is not the work it is about (contract §8).

One list for pinning, which sees what stands above a title on its page, and for look-ups, which
see a record's title. `about_works.tsv` holds the heads, in the languages of the CSL locales; it is
read when the first title is asked for.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Sequence
from functools import cache

from ars_pandoc.works.title_similarity import fold, plain

_BEGINNING = re.compile(r"\W*([^:\uff1a]{1,40}?)\s*[:\uff1a]")
_IN_BRACKETS = re.compile(
    r"[(\[\uff08\u3010]([^()\[\]\uff08\uff09\u3010\u3011]{1,40})[)\]\uff09\u3011]"
)


def is_about_another(title: str) -> bool:
    """Return whether a title is that of a review, comment, correction or notice about another work."""
    folded = fold(title)
    words = folded.split()
    heads, colons, within = (_heads(where) for where in ("head", "colon", "within"))
    if any(" ".join(words[:count]) in heads for count in range(1, _longest() + 1)):
        return True
    if any(f" {one} " in f" {folded} " for one in within):
        return True
    bare = plain(title)
    begun = _BEGINNING.match(bare)
    if begun is not None and fold(begun[1]) in colons:
        return True
    return any(fold(one) in heads | colons for one in _IN_BRACKETS.findall(bare))


def leads_to_title(words: Sequence[str]) -> bool:
    """Return whether the title behind some words is the subject of a work about it.

    Args:
        words: What stands before the title, folded; only the last words count.
    """
    heads = _heads("head")
    most = min(len(words), _longest())
    return any(" ".join(words[-count:]) in heads for count in range(1, most + 1))


@cache
def _heads(where: str) -> frozenset[str]:
    heads = [head for _, there, listed in rows() if there == where for head in listed]
    # Beside Latin letters Greek ones are folded to their names.
    return frozenset(map(fold, heads)) | {fold(f"{head} x")[:-2] for head in heads}


@cache
def _longest() -> int:
    return max(len(head.split()) for head in _heads("head"))


def rows() -> list[tuple[str, str, tuple[str, ...]]]:
    """Return the table: language, where the heads count, the heads as written."""
    data = pkgutil.get_data(__package__, "about_works.tsv")
    if data is None:  # only a loader that cannot read data files
        raise FileNotFoundError("about_works.tsv")
    lines = (line.split("\t") for line in data.decode().splitlines() if line[0] != "#")
    return [(language, where, tuple(listed.split("|"))) for language, where, listed in lines]
