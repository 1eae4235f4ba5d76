"""The second witness: what is written as a citation and was seen by nobody (contract §3, census).

Wherever the source text is at hand, the citations that are written in it are counted and held
against those that were found in the AST. What was not found is malformed (row 0): it would print
unjudged, or vanish.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ars_pandoc.census.readers import syntax_of
from ars_pandoc.citations.citation import Citation, Fault, Syntax
from ars_pandoc.citations.syntax import with_locator
from ars_pandoc.positions.position import Lines, Position
from ars_pandoc.verdict.matrix import Evidence, judge
from ars_pandoc.verdict.resolve import Judged, UnseenFinding
from ars_pandoc.verdict.sources import Sources, load_sources

if TYPE_CHECKING:
    from ars_pandoc.census import FoundPlace, Unseen, Written
    from ars_pandoc.positions.locate import Positions

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
        files: Each file with its text, also those that it reads in.
        reader: Pandoc's reader with extensions.
    """

    files: Mapping[Path, str]
    reader: str


def compared(
    judged: Judged,
    manuscript: Manuscript,
    document: Mapping[str, Any],
    environment: Mapping[str, str],
    positions: Positions | None = None,
) -> Judged:
    """Return the verdicts with those on what the text holds beyond what was found.

    Args:
        judged: The verdicts on what was found.
        manuscript: The text that the document was read from.
        document: The AST, for the bibliographies that its metadata names.
        environment: The process's environment.
        positions: Where the citations that were found stand; without them it is told by count
            alone which of several citations of a key was not seen.

    Raises:
        ArsError: The sidecar is needed and cannot be read.
    """
    from ars_pandoc.census import compare, count_written

    syntax = syntax_of(manuscript.reader)
    if syntax is None:
        return judged
    if not any(map(_may_cite, manuscript.files.values())):
        return replace(judged, is_compared=True)
    sources = judged.sources or load_sources(document["meta"], judged.options, environment)
    known = frozenset((*sources.keys.sidecar, *sources.keys.bibliography.keys))
    written = {
        str(path): count_written(text, syntax, known) for path, text in manuscript.files.items()
    }
    surplus = compare(written, _found(judged, positions), known)
    lines: dict[str, Lines] = {}
    return replace(
        judged,
        unseen=tuple(_verdict(one, judged, sources, manuscript, lines) for one in surplus.refused),
        names=tuple(f"@{one.written.key}" for one in surplus.notes),
        is_compared=True,
    )


def _may_cite(text: str) -> bool:
    return any(sign in text for sign in ("@", "cit", "Cit", "CITE", "<!", "<-", "ref:", "bibentry"))


def _found(judged: Judged, positions: Positions | None) -> Iterator[FoundPlace]:
    """Give all candidates: a cross-reference accounts for a place in the text too."""
    from ars_pandoc.census import FoundPlace

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
    judged: Judged,
    sources: Sources,
    manuscript: Manuscript,
    lines: dict[str, Lines],
) -> UnseenFinding:
    written, path = unseen.written, Path(unseen.file)
    text = manuscript.files[path]
    if unseen.file not in lines:
        lines[unseen.file] = Lines(text)
    syntax = _SYNTAXES.get(syntax_of(manuscript.reader) or "other", "other")
    citation = Citation(written.key, "text", fault=_fault(written, syntax), syntax=syntax)
    finding = judge(citation, Evidence(corpus=sources.keys.corpus), judged.options.policy)
    mark = (written.start, written.start + len(written.key) + 1)
    end_line, end_column = lines[unseen.file].line_and_column(mark[1])
    position = Position(
        path,
        written.line,
        written.column,
        end_line,
        end_column,
        lines[unseen.file].text(written.line),
        mark,
        mark,
        mark,
    )
    # What stands behind it nobody has read, so that no later row can be judged.
    return UnseenFinding(replace(finding, also=()), position, _around(text, *mark))


def _fault(written: Written, syntax: Syntax) -> Fault:
    key = written.key
    if written.form == "marker":
        fix = (
            f"put the marker behind the words of a paragraph, <!--ref:{key}--><!--anchor:page:12-->"
        )
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
