"""Compare what is written with what Pandoc's reader gave: the surplus was seen by nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ars_pandoc.census.model import FoundPlace, Unseen, Written


@dataclass(frozen=True, slots=True)
class Surplus:
    """What the texts hold beyond what was found, by file and in order.

    Attributes:
        refused: Row 0, "written as a citation, and Pandoc does not see it": the key is known, or
            it is surely a citation.
        notes: A key that neither sidecar nor bibliography holds, and that may be no citation.
        elsewhere: No surplus: what one that was found without a place accounts for, so that it
            stands here.
    """

    refused: tuple[Unseen, ...]
    notes: tuple[Unseen, ...]
    elsewhere: tuple[Unseen, ...] = ()


def compare(
    texts: Mapping[str, Sequence[Written]],
    found: Iterable[FoundPlace],
    known: Collection[str],
) -> Surplus:
    """Return the citations in the texts that were not found.

    For each file and key the text may not hold more than was found. Which of several was not
    seen is told by the lines of those that were; where they are not known, it is the last.

    Args:
        texts: What `count_written` gave for each file.
        found: All that the document gave: citations of any form, and cross-references, which
            account for a place in the text too. One whose file is not known accounts for a place
            in any.
        known: The keys of sidecar and bibliography.
    """
    lines: dict[tuple[str, str], Counter[int]] = {}
    without_line: Counter[tuple[str, str]] = Counter()
    anywhere: Counter[str] = Counter()
    for place in found:
        key = _plain(place.key)
        if place.file is None or place.file not in texts:
            anywhere[key] += 1
        elif place.line is None:
            without_line[place.file, key] += 1
        else:
            lines.setdefault((place.file, key), Counter())[place.line] += 1
    left: list[tuple[str, Written]] = []
    for file, written in texts.items():
        by_key: dict[str, list[Written]] = {}
        for one in written:
            by_key.setdefault(_plain(one.key), []).append(one)
        for key, ones in by_key.items():
            seen = lines.pop((file, key), Counter())
            unseen = _by_line(ones, seen)
            # What was found on another line, or on none that is known, accounts for the first.
            spare = seen.total() if hasattr(seen, "total") else sum(seen.values())
            spare += without_line.pop((file, key), 0)
            left += [(file, one) for one in unseen[spare:]]
    cut: dict[tuple[str, int], list[str]] = {}
    for (file, key), seen in lines.items():
        for line, count in seen.items():
            cut.setdefault((file, line), []).extend([key] * count)
    refused: list[Unseen] = []
    notes: list[Unseen] = []
    elsewhere: list[Unseen] = []
    for file, one in left:
        key = _plain(one.key)
        if anywhere[key] > 0:
            anywhere[key] -= 1
            elsewhere.append(Unseen(file, one))
        elif not _accounts(cut.get((file, one.line), []), key):
            (refused if one.sure or one.key in known else notes).append(Unseen(file, one))
    order = {file: number for number, file in enumerate(texts)}
    for unseen_places in (refused, notes, elsewhere):
        unseen_places.sort(key=lambda unseen: (order[unseen.file], unseen.written.start))
    return Surplus(tuple(refused), tuple(notes), tuple(elsewhere))


def _by_line(ones: Sequence[Written], seen: Counter[int]) -> list[Written]:
    """Return those that were not seen on their line; those that were are taken from `seen`."""
    unseen = []
    for one in ones:
        if seen[one.line] > 0:
            seen[one.line] -= 1
        else:
            unseen.append(one)
    return unseen


def _accounts(keys: list[str], key: str) -> bool:
    """Say whether a key found on this line is the same cut short, and take it."""
    for number, other in enumerate(keys):
        if key.startswith(other) or other.startswith(key):
            del keys[number]
            return True
    return False


def _plain(key: str) -> str:
    return key.lstrip("@")
