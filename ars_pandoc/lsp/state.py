"""A document as an editor holds it, judged as the gate would judge it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ars_pandoc.base.told import told
from ars_pandoc.checking.checked import UnmarkedCallOut
from ars_pandoc.citations.citation import Note
from ars_pandoc.citations.out_of_sight import OnlyCallOutsError
from ars_pandoc.corpus.find_sidecar import Rule
from ars_pandoc.corpus.ledger import Ledger
from ars_pandoc.corpus.load_sidecar import Corpus
from ars_pandoc.documents.read_source import read_source
from ars_pandoc.lsp.project import Project
from ars_pandoc.positions.position import Position
from ars_pandoc.verdict.judge_source import manuscript_of, with_corpus
from ars_pandoc.verdict.matrix import Evidence, Finding
from ars_pandoc.verdict.options import read_options
from ars_pandoc.verdict.resolve import Judged, resolve_document
from ars_pandoc.verdict.sources import discover, load_sources
from ars_pandoc.verdict.witness import Manuscript, compared


@dataclass(frozen=True, slots=True)
class Cited:
    """One citation of the text.

    Attributes:
        finding: The verdict.
        notes: On it and on its source.
        evidence: What the verdict rests on.
        position: Where it stands, or None if that cannot be known.
    """

    finding: Finding
    notes: tuple[Note, ...]
    evidence: Evidence
    position: Position | None


@dataclass(frozen=True, slots=True)
class State:
    """A text and what the gate says to it.

    Attributes:
        text: The text that was judged; all positions are in it.
        error: Why it could not be judged, or None.
        cited: Its citations, in document order.
        callouts: Call-outs that no citation follows.
        refuse_unmarked: Whether these refuse the document.
        warnings: What is odd and stops nothing.
        corpus: The sources that can be cited, or None without a sidecar.
        ledger: The marks of reading.
    """

    text: str
    error: str | None = None
    cited: tuple[Cited, ...] = ()
    callouts: tuple[UnmarkedCallOut, ...] = ()
    refuse_unmarked: bool = False
    warnings: tuple[str, ...] = ()
    corpus: Corpus | None = None
    ledger: Ledger = field(default_factory=Ledger)

    def at(self, start: int, end: int) -> Iterator[Cited]:
        """Return the citations that touch a piece of the text; those whose key does come first."""
        touched = [
            (not _touches(position.key, start, end), one)
            for one in self.cited
            if (position := one.position) is not None
            and any(
                _touches(extent, start, end) for extent in (position.whole, *comments(position))
            )
        ]
        # In `[@a; @b]` the brackets are those of both: a key under the cursor tells which.
        exact = any(not missed for missed, _ in touched)
        yield from (one for missed, one in touched if not (exact and missed))


def comments(position: Position) -> tuple[tuple[int, int], ...]:
    """Return the comments that belong to a citation."""
    return (*(() if position.comment is None else (position.comment,)), *position.anchors)


def _touches(extent: tuple[int, int], start: int, end: int) -> bool:
    return extent[0] <= end and start <= extent[1]


def judge_text(
    path: Path,
    text: str,
    environment: Mapping[str, str] | None = None,
    project: Project | None = None,
) -> State:
    """Judge a text that may not have been saved.

    Args:
        path: Its file, for the reader to use, the sidecar and the project; it need not exist.
        text: What the editor holds.
        environment: That of the process by default.
        project: What the editor has open around it.

    Returns:
        The verdicts; a text that cannot be judged has its `error` and no citations.
    """
    known = dict(os.environ if environment is None else environment)
    around = project or Project()
    try:
        return _judged(path, text, known, around)
    except Exception as error:  # what is half written must never end the editor's server
        return State(text, str(told(error, known, file=path)))


def _judged(path: Path, text: str, environment: Mapping[str, str], project: Project) -> State:
    source, known = with_corpus(
        replace(project.source(path), paths=(path,)), project.corpus, environment
    )
    clean = text.encode("utf-8", "replace").decode("utf-8")
    read = read_source(source, known, texts={path: clean})
    seen = dict(read.environment)
    if "ARS_CORPUS" not in seen and (beside := _elsewhere(read.ast, seen, path, project)):
        seen["ARS_CORPUS"] = str(beside)
    manuscript = manuscript_of(read)
    try:
        judged = resolve_document(read.ast, seen)
    except OnlyCallOutsError as error:
        counted = resolve_document(read.ast, seen, in_set=True)
        return State(clean, str(error), callouts=_callouts(path, counted, manuscript))
    judged = compared(judged, manuscript, read.ast["meta"], seen)
    positions = judged.positions or manuscript.positions(judged)
    # Without a citation nothing was asked of the sources yet, but the first one is to be completed.
    sources = judged.sources or load_sources(read.ast["meta"], judged.options, seen)
    cited = [
        Cited(
            finding,
            finding.notes + sources.notes(finding.citation),
            sources.evidence(finding.citation),
            positions.of(place),
        )
        for finding, place in judged.findings
    ]
    cited += [
        Cited(one.finding, one.finding.notes, sources.evidence(one.finding.citation), one.position)
        for one in judged.unseen
    ]
    return State(
        text,
        None,
        # What a file that is included cites is shown in that file.
        tuple(one for one in cited if one.position is None or one.position.path == path),
        _callouts(path, judged, manuscript),
        judged.options.refuse_unmarked,
        judged.warnings + read.warnings,
        sources.corpus,
        sources.ledger,
    )


def _callouts(path: Path, judged: Judged, manuscript: Manuscript) -> tuple[UnmarkedCallOut, ...]:
    """Return the call-outs of this file, each with its place."""
    places = judged.callout_positions or manuscript.callouts(judged)
    return tuple(
        UnmarkedCallOut(one.text, place, one.section)
        for one, place in zip(judged.found.callouts, places, strict=True)
        if place is None or place.path == path
    )


def _elsewhere(
    ast: Mapping[str, Any], environment: Mapping[str, str], path: Path, project: Project
) -> Path | None:
    """Find a sidecar in the folders above, where the document's own text leads to none."""
    options = read_options(ast["meta"], environment)
    discovery, _ = discover(ast["meta"], options, environment)
    return project.nearest_sidecar(path) if discovery.rule is Rule.NONE else None
