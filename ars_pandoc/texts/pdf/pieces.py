"""The pieces that a PDF page's text is cut into: its lines, and the columns beside each other.

What pdfium gives as one line may be more: a note in the margin beside the text, or the lines of
three columns side by side, where the file draws row by row. Such lines are cut at the gaps, and the
columns are put one behind the other.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.texts.pdf.chars import DROPPED, HYPHEN, Char, Chars

_BREAK = lazy_pattern(f"\r?\n|{HYPHEN}(?:\r?\n)?")
_WIDE_GAP = 1.0
_VERY_WIDE = 1000
_FEW_LINES = 8
_MANY_LINES = 5000
_COLUMN_GAP = 0.8
_SAMPLE = 12
_FIRST_LOOK = 3
_SPACE = lazy_pattern(r"(?<=\S) +(?=\S)")
_LONG, _WORDY, _IN_COLUMN = 60, 15, 18
_ROWS = 0.4
_BESIDE = 0.25
_GRID = 2.0
_COVERED = 0.15
_GUTTER = 3  # of the grid
_JUSTIFIED = 0.2
_OTHER_LINE = 0.7


@dataclass(slots=True)
class Piece:
    """A stretch of the text that pdfium gives as one line, and where it stands."""

    start: int
    end: int
    left: float
    right: float
    base: float
    size: float
    upright: bool
    hyphen: bool
    top: float = 0


def cut_pieces(chars: Chars, text: str) -> list[Piece]:
    """Cut the text of a page into pieces, in the order in which they are read.

    Args:
        chars: The characters of the page.
        text: Its text.
    """
    pieces = _pieces(chars, text)
    if not _FEW_LINES <= len(pieces) <= _MANY_LINES:
        return pieces
    ordered = _by_columns(chars, text, pieces)
    return _apart(chars, text, pieces) if ordered is None else ordered


def _by_columns(chars: Chars, text: str, pieces: list[Piece]) -> list[Piece] | None:
    """Put the columns one behind the other where the file draws them row by row.

    Returns:
        None where it does not: the order of the content is kept then.
    """
    if not _draws_rows(chars, text, pieces):
        return None
    parts = []
    for piece in pieces:
        whole = piece.end - piece.start < _WORDY or not piece.upright or not piece.size
        parts += [piece] if whole else _cut(chars, text, piece, _COLUMN_GAP)
    gutters = _gutters(parts)
    if not gutters:
        return None
    # Only the gaps at the gutters part columns; others are wide spaces of a line.
    fragments: list[tuple[int, Piece]] = []
    for piece in pieces:
        inside = any(piece.left < gutter < piece.right for gutter in gutters)
        found = _cut(chars, text, piece, _COLUMN_GAP, gutters) if inside else [piece]
        for part in found:
            across = any(part.left < gutter < part.right for gutter in gutters)
            middle = (part.left + part.right) / 2
            fragments.append((-1 if across else sum(middle > gutter for gutter in gutters), part))
    lengths = sorted(part.end - part.start for column, part in fragments if column >= 0)
    if not lengths or lengths[len(lengths) // 2] < _IN_COLUMN:
        return None  # a table
    ordered: list[Piece] = []
    band: list[tuple[int, Piece]] = []
    for column, part in sorted(fragments, key=lambda one: (-one[1].base, one[1].left)):
        if column < 0:
            ordered += _column_by_column(band)
            ordered.append(part)
            band = []
        else:
            band.append((column, part))
    return ordered + _column_by_column(band)


def _column_by_column(band: list[tuple[int, Piece]]) -> list[Piece]:
    band.sort(key=lambda one: one[0])  # what was sorted by height stays so
    return [part for _, part in band]


def _draws_rows(chars: Chars, text: str, pieces: list[Piece]) -> bool:
    """Return whether lines of several columns stand beside each other in the content."""
    beside = sum(
        two.left > one.right
        and abs(one.base - two.base) < 1.2 * one.size
        and min(one.end - one.start, two.end - two.start) > _WORDY
        for one, two in pairwise(pieces)
    )
    if beside > _BESIDE * len(pieces):
        return True
    long = [piece for piece in pieces if piece.end - piece.start > _LONG and piece.upright]
    sample = long[:: max(1, len(long) // _SAMPLE)]
    wide = 0
    for number, piece in enumerate(sample):
        wide += _has_gap(chars, text, piece)
        # Most pages show at once that they are none.
        if not wide and number >= _FIRST_LOOK:
            return False
    return wide >= max(3, _ROWS * len(sample))


def _has_gap(chars: Chars, text: str, piece: Piece) -> bool:
    for found in _SPACE.finditer(text, piece.start, piece.end):
        one, two = chars.edges(found.start() - 1), chars.edges(found.end())
        if one and two and not 0 <= two[0] - one[1] + piece.size <= (1 + _COLUMN_GAP) * piece.size:
            return True
    return False


def _gutters(parts: list[Piece]) -> list[float]:
    """Return where between the columns hardly any line stands: the middles of the gutters."""
    covered: Counter[int] = Counter()
    for part in parts:
        if part.upright and part.size:
            covered.update(range(round(part.left / _GRID), round(part.right / _GRID) + 1))
    if not covered:
        return []
    most = max(covered.values())
    low, high = min(covered), max(covered)
    margin = (high - low) // 8
    gutters = []
    start = None
    for at in range(low + margin, high - margin + 1):
        if covered[at] <= _COVERED * most:
            start = at if start is None else start
        elif start is not None:
            if at - start >= _GUTTER:
                gutters.append(_GRID * (start + at - 1) / 2)
            start = None
    return gutters


def _pieces(chars: Chars, text: str) -> list[Piece]:
    pieces = []
    start = 0
    for found in [*_BREAK.finditer(text), None]:
        end = found.start() if found else len(text)
        hyphen = found is not None and found[0].startswith(HYPHEN)
        if found and hyphen and not _line_ends(chars, text, end, found.end()):
            # An unmapped ligature inside a line is given as a hyphen too: the place tells.
            continue
        piece = _piece(chars, text, start, end, hyphen=hyphen)
        if piece is not None:
            # Lines of columns that stand at nearly the same height are given as one.
            mixed = piece.upright and piece.top - piece.base > _OTHER_LINE * piece.size
            pieces += _cut(chars, text, piece, _VERY_WIDE) if mixed else [piece]
        start = found.end() if found else end
    return pieces


def _line_ends(chars: Chars, text: str, end: int, after: int) -> bool:
    """Return whether the sign at an offset stands at the end of a line."""
    if after >= len(text):
        return True
    before, behind = chars.char(end - 1) if end else None, chars.char(after)
    if before is None or behind is None:
        return True
    return abs(before.base - behind.base) > 0.3 * max(before.size, 1) or behind.left < before.left


def _piece(chars: Chars, text: str, start: int, end: int, *, hyphen: bool) -> Piece | None:
    while start < end and (text[start].isspace() or text[start] == DROPPED):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] == DROPPED):
        end -= 1
    if start == end:
        return None
    places = [start, end - 1] if end - start < 3 else [start, (start + end) // 2, end - 1]
    known = _known(chars, text, places)
    if not known:
        return Piece(start, end, 0, 0, 0, 0, True, hyphen)
    size, base = known[0].size, known[0].base
    if any(abs(char.size - size) > 0.06 or abs(char.base - base) > 0.06 for char in known):
        # A raised digit or a drop cap may stand first or last: what most have counts.
        quarters = [(3 * start + end) // 4, (start + 3 * end) // 4]
        known += _known(chars, text, [place for place in quarters if place not in places])
        sizes = Counter(round(char.size, 1) for char in known[::-1])
        size = sizes.most_common(1)[0][0]
        full = [char for char in known if abs(char.size - size) < 0.06] or known
        base = sorted(char.base for char in full)[len(full) // 2]
        upright = all(char.upright for char in full)
    else:
        upright = all(char.upright for char in known)
    return Piece(
        start,
        end,
        min(char.left for char in known),
        max(char.right for char in known),
        base,
        round(size, 1),
        upright,
        hyphen,
        base + max(char.base for char in known) - min(char.base for char in known),
    )


def _apart(chars: Chars, text: str, pieces: list[Piece]) -> list[Piece]:
    """Cut pieces at wide gaps: pdfium puts a note in the margin into the line that it is beside."""
    # Heads and feet are wide by right, and known by their whole words.
    bases = sorted(piece.base for piece in pieces)
    low, high = bases[0] + 1, bases[-1] - 1
    lefts: Counter[int] = Counter()
    rights: Counter[int] = Counter()
    for piece in pieces:
        lefts[round(piece.left / 3)] += piece.end - piece.start
        rights[round(piece.right / 3)] += piece.end - piece.start
    begin = 3 * lefts.most_common(1)[0][0] - 3
    most, signs = rights.most_common(1)[0]
    if signs < _JUSTIFIED * rights.total():
        # Ragged lines: nearly all of them end before a note in the margin begins.
        most = sorted(round(piece.right / 3) for piece in pieces)[len(pieces) * 4 // 5]
    edge = 3 * most + 3
    cut = []
    for piece in pieces:
        wide = (
            piece.left < edge < piece.right - piece.size
            or piece.left + piece.size < begin < piece.right
        ) and low < piece.base < high
        cut += (
            _cut(chars, text, piece, _WIDE_GAP)
            if wide and piece.upright and piece.size
            else [piece]
        )
    return cut


def _known(chars: Chars, text: str, places: list[int]) -> list[Char]:
    return [
        char for at in places if not text[at].isspace() and (char := chars.char(at)) is not None
    ]


def _leaves_line(one: Char, two: Char, size: float) -> bool:
    """Return whether a word stands on another line than the one before: what is raised is near."""
    return two.left < one.left - size or abs(two.base - one.base) > _OTHER_LINE * size


def _cut(
    chars: Chars,
    text: str,
    piece: Piece,
    least: float,
    gutters: list[float] | None = None,
) -> list[Piece]:
    """Cut a piece at its gaps; with gutters, only at those that lie on one."""
    cuts = [piece.start]
    for at in range(piece.start + 1, piece.end - 1):
        if text[at] == " " and text[at - 1] != " ":
            behind = at + 1
            while behind < piece.end - 1 and text[behind] == " ":
                behind += 1
            one, two = chars.char(at - 1), chars.char(behind)
            if one is None or two is None:
                continue
            wide = two.left - one.right > least * piece.size
            if gutters is not None:
                wide = any(one.right <= gutter <= two.left for gutter in gutters)
            if wide or _leaves_line(one, two, piece.size):
                cuts.append(behind)
    if len(cuts) == 1:
        return [piece]
    cuts.append(piece.end)
    found = []
    for low, high in pairwise(cuts):
        part = _piece(chars, text, low, high, hyphen=piece.hyphen and high == piece.end)
        if part is not None:
            found.append(part)
    return found
