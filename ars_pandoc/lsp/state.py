"""A document as an editor holds it, judged as the gate would judge it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from ars_pandoc.citations.model import Note
from ars_pandoc.corpus.load import Corpus
from ars_pandoc.corpus.readlog import ReadLog
from ars_pandoc.documents.formats import reader_of
from ars_pandoc.documents.inputs import Source, expand_inputs
from ars_pandoc.documents.read import read_source
from ars_pandoc.errors import ArsError
from ars_pandoc.matrix import Evidence, Finding
from ars_pandoc.positions.locate import locate
from ars_pandoc.positions.model import Position
from ars_pandoc.resolve import resolve_document
from ars_pandoc.sources import load_sources


@dataclass(frozen=True, slots=True)
class Cited:
    """One citation of the text.

    Attributes:
        finding: The verdict.
        notes: Remarks on it and on its source.
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
        unmarked: Call-outs that no citation follows.
        refuse_unmarked: Whether these refuse the document.
        warnings: What is odd and stops nothing.
        corpus: The sources that can be cited, or None without a sidecar.
        log: The marks of reading.
    """

    text: str
    error: str | None = None
    cited: tuple[Cited, ...] = ()
    unmarked: tuple[str, ...] = ()
    refuse_unmarked: bool = False
    warnings: tuple[str, ...] = ()
    corpus: Corpus | None = None
    log: ReadLog = field(default_factory=ReadLog)

    def at(self, start: int, end: int) -> Iterator[Cited]:
        """Give the citations that touch a piece of the text; those whose key does come first."""
        touched = [
            (not _touches(place.key, start, end), one)
            for one in self.cited
            if (place := one.position) is not None
            and any(_touches(extent, start, end) for extent in (place.whole, *comments(place)))
        ]
        # In `[@a; @b]` the brackets are those of both: a key under the cursor tells which.
        exact = any(not missed for missed, _ in touched)
        yield from (one for missed, one in touched if not (exact and missed))


def comments(place: Position) -> tuple[tuple[int, int], ...]:
    """Give the comments that belong to a citation."""
    return (*(() if place.comment is None else (place.comment,)), *place.anchors)


def _touches(extent: tuple[int, int], start: int, end: int) -> bool:
    return extent[0] <= end and start <= extent[1]


def judge_text(path: Path, text: str, environment: Mapping[str, str] | None = None) -> State:
    """Judge a text that may not have been saved.

    Args:
        path: Its file, for the reader to use, the sidecar and the project; it need not exist.
        text: What the editor holds.
        environment: That of the process by default.

    Returns:
        The verdicts; a text that cannot be judged has its `error` and no citations.
    """
    known = os.environ if environment is None else environment
    try:
        return _judged(path, text, known)
    except ArsError as error:
        return State(text, str(error))
    except OSError as error:
        return State(text, f"{error.filename or path}: {error.strerror or error}")
    except RecursionError:
        return State(text, "the document is nested too deeply to be judged")
    except Exception as error:  # what is half written must never end the editor's server
        return State(text, f"a fault of ars-pandoc itself: {type(error).__name__}: {error}")


def _judged(path: Path, text: str, environment: Mapping[str, str]) -> State:
    # A new file that was never saved is in no project yet.
    source = expand_inputs([str(path)])[0] if path.is_file() else Source((path,), reader_of(path))
    read = read_source(replace(source, paths=()), environment, text.encode("utf-8", "replace"))
    # Pandoc got the text on standard input, but sidecars are looked for beside the file.
    seen = {**read.environment, "ARS_INPUT": str(path)}
    judged = resolve_document(read.ast, seen)
    places = locate(judged.found.citations, [(path, text)], source.reader)
    where = {
        id(place): position
        for (_, place), position in zip(judged.found.citations, places, strict=True)
    }
    # Without a citation nothing was asked of the sources yet, but the first one is to be completed.
    sources = judged.sources or load_sources(read.ast["meta"], judged.options, seen)
    return State(
        text,
        None,
        tuple(
            Cited(
                finding,
                finding.notes + sources.notes(finding.citation),
                sources.evidence(finding.citation),
                where.get(id(place)),
            )
            for finding, place in judged.findings
        ),
        judged.found.unmarked,
        judged.options.refuse_unmarked,
        judged.warnings,
        sources.corpus,
        sources.log,
    )
