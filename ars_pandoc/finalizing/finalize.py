"""Write the verdicts into the marker comments of a source text (contract §7, finalize).

Each change is held against the gate: the changed text is read once more, and a change that would
alter a verdict is left out and named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ars_pandoc.citations.markers import Ref, read_comment
from ars_pandoc.documents.inputs import Source
from ars_pandoc.documents.read import Document, assembly_of, read_source
from ars_pandoc.errors import ArsError
from ars_pandoc.finalizing.attempts import find_attempts, is_escaped, literal_start
from ars_pandoc.finalizing.texts import STDIN, must_be_text
from ars_pandoc.matrix import Finding
from ars_pandoc.positions.locate import locate_in
from ars_pandoc.positions.model import Extent, Lines, Position
from ars_pandoc.resolve import Judged, resolve_document

Why = Literal["native", "unplaced", "unsafe", "escaped", "included"]
_MOST_TRIES = 12


@dataclass(frozen=True, slots=True)
class Left:
    """A citation that stays as it is in the text.

    Attributes:
        finding: Its verdict.
        where: File, line and column in the text as it is now; None if that cannot be told.
        why: `native`: it has no comment to resolve; `unplaced`: text and AST disagree;
            `unsafe`: a change here would alter a verdict; `escaped`: its comment is text;
            `included`: it stands in a file that the document reads in, and that is not changed.
    """

    finding: Finding
    where: tuple[Path, int, int] | None
    why: Why


@dataclass(frozen=True, slots=True)
class Finalized:
    """A document with its verdicts written into its markers.

    Attributes:
        texts: The files' texts, changed or not, in order.
        changed: Which of them changed.
        findings: The verdicts, in document order.
        left: The citations that stay as they are.
        judged: All that the gate says of the document.
        warnings: What could not be read.
    """

    texts: Mapping[Path, str]
    changed: tuple[Path, ...]
    findings: tuple[Finding, ...]
    left: tuple[Left, ...]
    judged: Judged
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Edit:
    index: int
    path: Path
    extent: Extent
    text: str


def finalize_document(
    source: Source, texts: Mapping[Path, str], environment: Mapping[str, str]
) -> Finalized:
    """Resolve the marker comments of a document.

    Args:
        source: The document.
        texts: Its files' texts as they are, in order; `STDIN` for standard input.
        environment: The `ARS_…` variables and the rest of the environment.

    Raises:
        ArsError: It cannot be read or judged, or is no text (a word processor's file).
    """
    must_be_text(source)
    document, judged = _judge(source, texts, environment)
    base = _without_literals(texts, source.reader)
    if base != texts:
        # Old literals look like citations without a key; where they go in silence, they go first.
        bare, bare_judged = _judge(source, base, environment)
        if _verdicts(bare_judged) == _verdicts(judged):
            document, judged = bare, bare_judged
        else:
            base = dict(texts)
    read = assembly_of(document, _stdin(source, base))
    places = locate_in(judged.found.citations, read.texts, read.files, source.reader)
    where = {
        id(place): position
        for (_, place), position in zip(judged.found.citations, places, strict=True)
    }
    edits: list[_Edit] = []
    left: list[tuple[int, Why]] = []
    for index, (finding, place) in enumerate(judged.findings):
        edit = _edit(index, finding, where.get(id(place)), base)
        if isinstance(edit, _Edit):
            edits.append(edit)
        elif edit == "native" and place.annotation is not None:
            left.append((index, "unplaced"))
        elif edit is not None:
            left.append((index, edit))
    safe = _safe(document, judged, base, environment, edits)
    left += [(edit.index, "unsafe") for edit in edits if edit not in safe]
    changed = _changed(base, safe)
    return Finalized(
        changed,
        tuple(path for path in texts if texts[path] != changed[path]),
        tuple(finding for finding, _ in judged.findings),
        tuple(
            Left(finding, _where(where.get(id(place)), changed, safe), why)
            for index, why in sorted(left)
            for finding, place in [judged.findings[index]]
        ),
        judged,
        document.warnings,
    )


def _without_literals(texts: Mapping[Path, str], reader: str) -> dict[Path, str]:
    """Give the texts without the literal markers of an earlier pass."""
    result = {}
    for path, text in texts.items():
        parts: list[str] = []
        place = 0
        for attempt in find_attempts(text, reader, path) if "[UNVERIFIED" in text else ():
            first = literal_start(text, attempt.start)
            if place <= first < attempt.start:
                parts.append(text[place:first])
                place = attempt.start
        result[path] = "".join((*parts, text[place:]))
    return result


def _where(
    position: Position | None, texts: Mapping[Path, str], edits: Sequence[_Edit]
) -> tuple[Path, int, int] | None:
    """Give file, line and column of a citation in the text as it is now."""
    if position is None:
        return None
    if position.path not in texts:
        return position.path, position.line, position.column
    start = position.whole[0]
    before = {edit.extent: edit.text for edit in edits if edit.path == position.path}
    moved = sum(len(text) - (end - first) for (first, end), text in before.items() if end <= start)
    return position.path, *Lines(texts[position.path]).place(start + moved)


def _judge(
    source: Source, texts: Mapping[Path, str], environment: Mapping[str, str]
) -> tuple[Document, Judged]:
    document = read_source(source, environment, _stdin(source, texts), texts)
    return document, resolve_document(document.ast, document.environment)


def _stdin(source: Source, texts: Mapping[Path, str]) -> bytes | None:
    return None if source.paths else texts[STDIN].encode("utf-8")


def _edit(
    index: int, finding: Finding, position: Position | None, texts: Mapping[Path, str]
) -> _Edit | Why | None:
    """Give the change that resolves a citation's marker, or why there is none; None if none is due."""
    marker = finding.citation.form == "marker"
    if position is None:
        return "unplaced" if marker else "native"
    text = texts.get(position.path)
    if text is None:
        return "included" if marker or position.comment is not None else "native"
    extent = position.comment or position.whole
    if not text.startswith("<!--", extent[0]):
        if text.startswith("[UNVERIFIED", extent[0]):
            return None  # a literal with no marker behind shows by itself
        return "unplaced" if marker else "native"
    if is_escaped(text, extent[0]):
        return "escaped"
    written = text[slice(*extent)]
    read = read_comment(written[4:-3], behind=True)
    if isinstance(read, Ref) and not read.only_if_known:
        result = "" if finding.marker is not None else f" {finding.label}"
        written = f"<!--ref:{read.key}{result}-->"
    if finding.marker is not None and text[extent[0] - 1 : extent[0]] == "^":
        return "unsafe"  # it would begin a footnote
    # Where old literals could not go first, this one is replaced now.
    first = literal_start(text, extent[0])
    new = (finding.marker or "") + written
    return _Edit(index, position.path, (first, extent[1]), new)


def _changed(texts: Mapping[Path, str], edits: Sequence[_Edit]) -> dict[Path, str]:
    result = dict(texts)
    for path, text in texts.items():
        parts: list[str] = []
        place = 0
        # A note that is called twice, or a caption, holds its markers twice in the AST.
        mine = {edit.extent: edit for edit in edits if edit.path == path}
        for (start, end), edit in sorted(mine.items()):
            if start >= place:
                parts += (text[place:start], edit.text)
                place = end
        result[path] = "".join((*parts, text[place:]))
    return result


def _safe(
    document: Document,
    judged: Judged,
    texts: Mapping[Path, str],
    environment: Mapping[str, str],
    edits: Sequence[_Edit],
) -> list[_Edit]:
    """Give the edits that leave every verdict as it is."""
    safe = list(edits)
    wanted = _verdicts(judged)
    for _ in range(_MOST_TRIES):
        if not safe:
            break
        got = _again(document, _changed(texts, safe), environment)
        if got == wanted:
            return safe
        odd = next(
            (n for n, (a, b) in enumerate(zip(wanted, got, strict=False)) if a != b),
            min(len(wanted), len(got)),
        )
        # The one at the first difference, or the last before it.
        culprit = max((edit.index for edit in safe if edit.index <= odd), default=safe[0].index)
        same = len(wanted) == len(got)
        wrong = (
            {n for n, (a, b) in enumerate(zip(wanted, got, strict=True)) if a != b}
            if same
            else set()
        )
        wrong.add(culprit)
        extents = {(edit.path, edit.extent) for edit in safe if edit.index in wrong}
        safe = [edit for edit in safe if (edit.path, edit.extent) not in extents]
    return []


Verdict = tuple[str | None, str, tuple[str, ...]]


def _verdicts(judged: Judged) -> list[Verdict]:
    return [(one.citation.key, one.status, one.also) for one, _ in judged.findings]


def _again(
    document: Document, texts: Mapping[Path, str], environment: Mapping[str, str]
) -> list[Verdict]:
    """Judge a document with other texts, from a folder of its own."""
    source = document.source
    tried = read_source(source, environment, _stdin(source, texts), texts)
    try:
        judged = resolve_document(tried.ast, document.environment)
    except ArsError:
        return []  # it could be judged before: nothing of this may be written
    return _verdicts(judged)
