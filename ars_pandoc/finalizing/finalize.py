"""Write the verdicts into the marker comments of a source text (contract §7, finalize).

Each change is held against the gate: the changed text is read once more, and a change that would
alter a verdict is left out and named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from ars_pandoc.citations.markers import Ref, read_comment
from ars_pandoc.documents.inputs import Source
from ars_pandoc.documents.read import Document, read_source
from ars_pandoc.errors import ArsError
from ars_pandoc.finalizing.attempts import is_escaped, literal_start
from ars_pandoc.finalizing.texts import STDIN, must_be_text
from ars_pandoc.matrix import Finding
from ars_pandoc.positions.locate import locate
from ars_pandoc.positions.model import Extent, Position
from ars_pandoc.resolve import Judged, resolve_document

_MOST_TRIES = 12


@dataclass(frozen=True, slots=True)
class Left:
    """A citation that stays as it is in the text.

    Attributes:
        finding: Its verdict.
        position: Where it stands, or None if that cannot be told.
        why: `native`: it has no comment to resolve; `unplaced`: text and AST disagree;
            `unsafe`: a change here would alter a verdict.
    """

    finding: Finding
    position: Position | None
    why: str


@dataclass(frozen=True, slots=True)
class Finalized:
    """A document with its verdicts written into its markers.

    Attributes:
        texts: The files' texts, changed or not, in order.
        changed: Which of them changed.
        findings: The verdicts, in document order.
        left: The citations that stay as they are.
        judged: All that the gate says of the document.
    """

    texts: Mapping[Path, str]
    changed: tuple[Path, ...]
    findings: tuple[Finding, ...]
    left: tuple[Left, ...]
    judged: Judged


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
    places = locate(judged.found.citations, list(texts.items()), source.reader)
    where = {
        id(place): position
        for (_, place), position in zip(judged.found.citations, places, strict=True)
    }
    edits: list[_Edit] = []
    left: list[Left] = []
    for index, (finding, place) in enumerate(judged.findings):
        position = where.get(id(place))
        marker = finding.citation.form == "marker"
        comment = None if position is None else _comment(texts[position.path], position, marker)
        if position is not None and comment is not None:
            edits += _edit(index, finding, position, comment, texts[position.path])
        elif position is None and (marker or place.annotation is not None):
            left.append(Left(finding, None, "unplaced"))
        elif not marker:
            left.append(Left(finding, position, "native"))
        elif position is not None and not _is_literal(texts, position):
            left.append(Left(finding, position, "unsafe"))
    safe = _safe(document, judged, texts, environment, edits)
    for edit in edits:
        if edit not in safe:
            finding, place = judged.findings[edit.index]
            left.append(Left(finding, where[id(place)], "unsafe"))
    changed = _changed(texts, safe)
    return Finalized(
        changed,
        tuple(path for path in texts if texts[path] != changed[path]),
        tuple(finding for finding, _ in judged.findings),
        tuple(left),
        judged,
    )


def _judge(
    source: Source, texts: Mapping[Path, str], environment: Mapping[str, str]
) -> tuple[Document, Judged]:
    stdin = None if source.paths else texts[STDIN].encode("utf-8")
    document = read_source(source, environment, stdin)
    return document, resolve_document(document.ast, document.environment)


def _comment(text: str, position: Position, marker: bool) -> Extent | None:
    """Give the comment to resolve: the ref, or an anchor without one; None if there is none."""
    comment = position.comment
    if comment is None and marker and text.startswith("<!--", position.whole[0]):
        comment = position.whole
    if comment is None or is_escaped(text, comment[0]):
        return None  # escaped, it is text that prints
    return comment


def _is_literal(texts: Mapping[Path, str], position: Position) -> bool:
    """Say whether a citation is a literal marker with no ref behind: it shows by itself."""
    return texts[position.path].startswith("[UNVERIFIED", position.whole[0])


def _edit(
    index: int, finding: Finding, position: Position, comment: Extent, text: str
) -> list[_Edit]:
    start, end = comment
    first = literal_start(text, start)
    written = text[start:end]
    marker = read_comment(written[4:-3], behind=True)
    if isinstance(marker, Ref) and not marker.only_if_known:
        result = "" if finding.marker is not None else f" {finding.label}"
        written = f"<!--ref:{marker.key}{result}-->"
    new = (finding.marker or "") + written
    return [] if text[first:end] == new else [_Edit(index, position.path, (first, end), new)]


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
    with TemporaryDirectory(prefix="ars-finalize-") as folder:
        copies: list[Path] = []
        for number, path in enumerate(source.paths):
            copy = Path(folder, str(number), path.name)
            copy.parent.mkdir()
            copy.write_bytes(texts[path].encode("utf-8"))
            copies.append(copy)
        stdin = None if source.paths else texts[STDIN].encode("utf-8")
        tried = read_source(replace(source, paths=tuple(copies)), environment, stdin)
    try:
        judged = resolve_document(tried.ast, document.environment)
    except ArsError:
        return []  # it could be judged before: nothing of this may be written
    return _verdicts(judged)
