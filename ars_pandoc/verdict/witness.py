"""The second witness: what is written as a citation and was seen by nobody (contract §3, census).

Wherever the source text is at hand, the citations that are written in it are counted and held
against those that were found in the AST. What was not found is malformed (row 0): it would print
unjudged, or vanish.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ars_pandoc.census import FoundPlace, cite_aliases, compare, count_written, syntax_of
from ars_pandoc.citations.citation import Citation, Fault, Syntax
from ars_pandoc.citations.syntax import with_locator
from ars_pandoc.positions.scan import can_scan
from ars_pandoc.verdict.matrix import judge
from ars_pandoc.verdict.resolve import Judged, UnseenFinding
from ars_pandoc.verdict.sources import Sources, load_sources

if TYPE_CHECKING:
    from ars_pandoc.census import Unseen, Written
    from ars_pandoc.citations.found import Place
    from ars_pandoc.positions.locate import Positions
    from ars_pandoc.positions.position import Lines, Position
    from ars_pandoc.positions.traced import Traced

_REACH = 40
_SYNTAXES: dict[str, Syntax] = {
    "markdown": "markdown",
    "ipynb": "markdown",
    "latex": "latex",
    "org": "org",
    "typst": "typst",
    "html": "html",
    "jats": "html",
}
REASON = "it is written as a citation, and Pandoc does not see it"


@dataclass(frozen=True, slots=True)
class Manuscript:
    """The text of a document, as its author wrote it.

    Attributes:
        reader: Pandoc's reader with extensions.
        files: Each file with its text, those that it reads in too.
        texts: The texts as Pandoc read them; None where it read the files as they are.
    """

    reader: str
    files: Mapping[Path, str]
    texts: Sequence[Traced] | None = None

    def positions(self, judged: Judged) -> Positions:
        """Return where the citations that were found stand in it."""
        from ars_pandoc.positions.locate import positions_of
        from ars_pandoc.positions.traced import Traced

        texts = self.texts or [Traced.of_file(*item) for item in self.files.items()]
        return positions_of(judged.found.citations, texts, self.files, self.reader)

    def callouts(self, judged: Judged) -> list[Position | None]:
        """Return where the call-outs stand in it, one position or None for each."""
        from ars_pandoc.positions.callout_positions import locate_callouts
        from ars_pandoc.positions.traced import Traced

        found = judged.found.callouts
        if not found or not can_scan(self.reader):
            return [None] * len(found)
        texts = self.texts or [Traced.of_file(*item) for item in self.files.items()]
        return locate_callouts(found, texts, self.files)


def compared(
    judged: Judged,
    manuscript: Manuscript,
    meta: Mapping[str, Any],
    environment: Mapping[str, str],
) -> Judged:
    """Return the verdicts on a document with those on what its text holds beyond what was found.

    Args:
        judged: The verdicts on what was found.
        manuscript: The text that it was read from.
        meta: The metadata of its AST.
        environment: The environment that it was judged in.

    Raises:
        ArsError: The sidecar is needed and cannot be read.
    """
    syntax = syntax_of(manuscript.reader)
    if syntax is None:
        return judged
    files = manuscript.files
    if not any(map(_may_cite, files.values())):
        return replace(_with_callouts(judged, manuscript), is_compared=True)
    sources = judged.sources or load_sources(meta, judged.options, environment)
    known = frozenset((*sources.keys.sidecar, *sources.keys.bibliography.keys))
    aliases = frozenset[str]().union(*map(cite_aliases, files.values()))
    written = {
        str(path): count_written(text, syntax, known, aliases) for path, text in files.items()
    }
    # Of one file the count tells whether anything was not seen; only then the lines tell what.
    positions = None
    surplus = compare(written, _found(judged, None), known)
    if len(written) > 1 or judged.refused or surplus.refused:
        positions = manuscript.positions(judged)
        surplus = compare(written, _found(judged, positions), known)
    lines = _lines(files) if surplus.refused or surplus.elsewhere else {}
    if positions is not None and surplus.elsewhere and can_scan(manuscript.reader):
        positions = positions.with_others(_placed(judged, positions, surplus.elsewhere, lines))
    judged = _with_callouts(judged, manuscript)
    return replace(
        judged,
        unseen=tuple(
            _verdict(one, lines[one.file], syntax, judged, sources) for one in surplus.refused
        ),
        names=tuple(f"@{one.written.key}" for one in surplus.notes),
        positions=positions,
        is_compared=True,
    )


def _lines(files: Mapping[Path, str]) -> dict[str, Lines]:
    from ars_pandoc.positions.position import Lines

    return {str(path): Lines(text) for path, text in files.items()}


def _with_callouts(judged: Judged, manuscript: Manuscript) -> Judged:
    """Return a document that is refused with the places of its call-outs."""
    if not judged.refused or not judged.found.callouts:
        return judged
    return replace(judged, callout_positions=tuple(manuscript.callouts(judged)))


def _placed(
    judged: Judged, positions: Positions, elsewhere: Sequence[Unseen], lines: Mapping[str, Lines]
) -> list[tuple[Place, Position]]:
    """Return where those stand that were found without a place, in the order of both."""
    waiting: dict[str, list[Unseen]] = {}
    for one in reversed(elsewhere):
        waiting.setdefault(one.written.key.lstrip("@"), []).append(one)
    placed = []
    for citation, place in judged.found.citations:
        if citation.key is None or positions.of(place) is not None:
            continue
        if ones := waiting.get(citation.key.lstrip("@")):
            one = ones.pop()
            placed.append((place, _position(one, lines[one.file])))
    return placed


def _may_cite(text: str) -> bool:
    return any(sign in text for sign in ("@", "cit", "Cit", "CITE", "<!", "<-", "ref:", "bibentry"))


def _found(judged: Judged, positions: Positions | None) -> Iterator[FoundPlace]:
    """Give all candidates: a cross-reference accounts for a place in the text too."""
    for citation, place in judged.found.citations:
        if citation.key is None:
            continue
        position = None if positions is None else positions.of(place)
        if position is None:
            yield FoundPlace(None, citation.key)
        else:
            yield FoundPlace(str(position.path), citation.key, position.line)


def _verdict(
    unseen: Unseen,
    lines: Lines,
    written_in: str,
    judged: Judged,
    sources: Sources,
) -> UnseenFinding:
    written = unseen.written
    syntax = _SYNTAXES.get(written_in, "other")
    citation = Citation(written.key, "text", fault=_fault(written, syntax), syntax=syntax)
    finding = judge(citation, sources.evidence(citation), judged.options.policy)
    position = _position(unseen, lines)
    # What stands behind it nobody has read, so that no later row can be judged.
    return UnseenFinding(replace(finding, also=()), position, _around(lines.whole, *position.mark))


def _position(unseen: Unseen, lines: Lines) -> Position:
    from ars_pandoc.positions.position import Position

    written = unseen.written
    mark = (written.start, written.start + len(written.key) + 1)
    end_line, end_column = lines.line_and_column(mark[1])
    return Position(
        Path(unseen.file),
        written.line,
        written.column,
        end_line,
        end_column,
        lines.text(written.line),
        mark,
        mark,
        mark,
        exact=False,
    )


def _fault(written: Written, syntax: Syntax) -> Fault:
    key = written.key
    if written.form == "marker":
        fix = (
            f"put the marker behind the words of a paragraph, <!--ref:{key}--><!--anchor:page:12-->"
        )
    elif syntax == "markdown" and written.form == "command":
        fix = f"{with_locator(syntax, key)}, where Pandoc reads text"
    elif syntax == "markdown":
        fix = (
            f"{with_locator(syntax, key)}, where Pandoc reads text, with a space before it; "
            f"if it is no citation write \\@{key}"
        )
    elif syntax == "latex":
        fix = f"{with_locator(syntax, key)}, outside of commands and environments that Pandoc drops"
    else:
        fix = with_locator(syntax, key)
    return Fault(REASON, fix)


def _around(text: str, start: int, end: int) -> str:
    """Return some words before and behind a place, on one line."""
    before = " ".join(text[max(0, start - _REACH) : start].split())
    behind = " ".join(text[start : end + _REACH].split())
    shown = f"{before} {behind}" if text[start - 1 : start].isspace() else f"{before}{behind}"
    left = "… " if start > _REACH else ""
    right = " …" if end + _REACH < len(text) else ""
    return f"{left}{shown.strip()}{right}"
