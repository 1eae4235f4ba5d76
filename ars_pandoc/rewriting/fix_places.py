"""Places that a found quote contradicts, corrected in the manuscript (contract §8).

A page, section or paragraph beside a quote that stands only elsewhere is replaced by the true one.
Each change is tried before it is made: no verdict may change, and no other anchor.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ars_pandoc.citations.citation import Anchor, Citation, Kind
from ars_pandoc.citations.markers import AnchorMark, read_comment
from ars_pandoc.citations.writing_anchors import anchor_marker
from ars_pandoc.documents.inputs import Source
from ars_pandoc.documents.read_source import Document, assembly_of
from ars_pandoc.grounding.result import Grounding
from ars_pandoc.positions.locate import positions_of
from ars_pandoc.positions.position import Position
from ars_pandoc.rewriting.manuscript_texts import replace_text
from ars_pandoc.rewriting.try_edit import changed_verdicts, try_edit
from ars_pandoc.verdict.judge_source import judge_source
from ars_pandoc.verdict.resolve import Judged

_NOTES: dict[str, Kind] = {
    "page-mismatch": "page",
    "section-mismatch": "section",
    "paragraph-mismatch": "paragraph",
}


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A place that a quote beside it contradicts.

    Attributes:
        index: Its citation's place among the document's findings.
        citation: The citation.
        position: Where it stands, or None if that cannot be told.
        message: What the note says.
        number: Which of the citation's anchors it is.
        true: The anchor as it should be.
    """

    index: int
    citation: Citation
    position: Position | None
    message: str
    number: int
    true: Anchor

    @property
    def false(self) -> Anchor:
        """The anchor as it is."""
        return self.citation.anchors[self.number]


@dataclass(frozen=True, slots=True)
class Places:
    """A document at one moment, with the places that are contradicted.

    Attributes:
        document: What Pandoc read.
        judged: The verdicts.
        texts: The files' texts.
        misplaced: The places, in document order.
    """

    document: Document
    judged: Judged
    texts: dict[Path, str]
    misplaced: tuple[Misplaced, ...]


def read_places(source: Source, environment: Mapping[str, str] | None = None) -> Places:
    """Read a document and find the places that its quotes contradict.

    Args:
        source: The document.
        environment: As for `read_source`.

    Raises:
        ArsError: It cannot be read or judged.
    """
    return _places(*judge_source(source, environment, need_sidecar=False))


def _places(document: Document, judged: Judged) -> Places:
    read = assembly_of(document)
    positions = positions_of(judged.found.citations, read.texts, read.files, document.source.reader)
    misplaced = tuple(
        one
        for index, (finding, place) in enumerate(judged.findings)
        for one in _misplaced(judged, index, finding.citation, positions.of(place))
    )
    return Places(document, judged, dict(read.files), misplaced)


def _misplaced(
    judged: Judged, index: int, citation: Citation, position: Position | None
) -> Iterator[Misplaced]:
    if judged.sources is None:
        return
    found = [one for one in judged.findings[index][0].groundings if one and one.result == "found"]
    if not found:
        return
    for note in judged.sources.notes(citation):
        kind = _NOTES.get(note.code)
        numbers = [n for n, anchor in enumerate(citation.anchors) if anchor.kind == kind]
        value = None if kind is None else _true_place(kind, found[0])
        if kind is None or value is None or len(numbers) != 1:
            continue  # of two pages nobody can tell which is meant
        true = replace(citation.anchors[numbers[0]], value=value)
        yield Misplaced(index, citation, position, note.message, numbers[0], true)


def _true_place(kind: Kind, found: Grounding) -> str | None:
    if kind == "section":
        return found.section
    if kind == "paragraph":
        return None if found.paragraph is None else str(found.paragraph)
    if found.page is None or found.last_page in (None, found.page):
        return found.page
    return f"{found.page}-{found.last_page}"


def fix_place(places: Places, one: Misplaced) -> tuple[Path, str, Places] | None:
    """Write the true place in the place of the false one.

    Args:
        places: The document as it is.
        one: One of its places.

    Returns:
        The file that changed, its text before, and the document as it is now; None if it cannot
        be written by itself, and nothing was.

    Raises:
        ArsError: The file was changed by somebody else meanwhile, or cannot be written.
    """
    position = one.position
    if position is None:
        return None
    path, text = position.path, places.texts[position.path]
    for changed in _candidates(text, position, one):
        after = _tried(places, one, path, changed)
        if after is not None:
            replace_text(path, text, changed)
            return path, text, after
    return None


def _candidates(text: str, position: Position, one: Misplaced) -> Iterator[str]:
    for start, end in position.anchors:
        mark = read_comment(text[start + 4 : end - 3], behind=True)
        if isinstance(mark, AnchorMark) and mark.kind == one.false.kind:
            yield text[:start] + anchor_marker(one.true) + text[end:]
    start, end = position.key[1], position.whole[1]
    hits = list(re.finditer(rf"(?<!\w){re.escape(one.false.value)}(?!\w)", text[start:end]))
    if len(hits) == 1:
        at = start + hits[0].start()
        yield text[:at] + one.true.value + text[at + len(one.false.value) :]


def _tried(places: Places, one: Misplaced, path: Path, changed: str) -> Places | None:
    """Read the document with a change; None if it does not do what it should, and nothing else."""
    tried = try_edit(places.document, {**places.texts, path: changed}, need_sidecar=False)
    if tried is None or changed_verdicts(places.judged, tried.judged) != set():
        return None
    before, after = (
        [finding.citation.anchors for finding, _ in judged.findings]
        for judged in (places.judged, tried.judged)
    )
    wanted = [[(anchor.kind, anchor.value) for anchor in anchors] for anchors in before]
    wanted[one.index][one.number] = (one.true.kind, one.true.value)
    if wanted != [[(anchor.kind, anchor.value) for anchor in anchors] for anchors in after]:
        return None
    return _places(tried.document, tried.judged)
