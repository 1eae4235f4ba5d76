"""Write the verdicts into the marker comments of a source text (contract §7, finalize).

Each change is held against the gate: the changed text is read once more, and a change that would
alter a verdict is left out and named.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from ars_pandoc.citations.markers import Ref, read_comment
from ars_pandoc.documents.inputs import Source
from ars_pandoc.documents.read_source import Document, assembly_of
from ars_pandoc.positions.locate import positions_of
from ars_pandoc.positions.position import Extent, Lines, Position
from ars_pandoc.rewriting.attempts import find_attempts, is_escaped, literal_start
from ars_pandoc.rewriting.manuscript_texts import STDIN, must_be_text
from ars_pandoc.rewriting.try_edit import changed_verdicts, try_edit, verdicts
from ars_pandoc.verdict.judge_source import judge_source
from ars_pandoc.verdict.matrix import Finding
from ars_pandoc.verdict.resolve import Judged

Why = Literal["native", "unplaced", "unsafe", "escaped", "included", "unseen"]
_MOST_TRIES = 12
_MOST_PASSES = 3
_FOR_GOOD: frozenset[Why] = frozenset({"native", "escaped", "included", "unseen"})
"""Reasons that a text without old literals does not change."""


@dataclass(frozen=True, slots=True)
class Left:
    """A citation that stays as it is in the text.

    Attributes:
        finding: Its verdict.
        where: File, line and column in the text as it is now; None if that cannot be told.
        why: `native`: it has no comment to resolve; `unplaced`: text and AST disagree;
            `unsafe`: a change here would alter a verdict; `escaped`: its comment is text;
            `included`: it stands in a file that the document reads in, and that is not changed;
            `unseen`: it stands in the text, and Pandoc does not see it.
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
    done = _finalize_once(source, texts, environment)
    for _ in range(_MOST_PASSES):
        if not done.changed or all(one.why in _FOR_GOOD for one in done.left):
            break
        # What had no place, or none that was safe, may have one in the text as it is now: what a
        # second run would write is written in this one.
        again = _finalize_once(source, done.texts, environment)
        changed = tuple(path for path in texts if texts[path] != again.texts[path])
        stands = not again.changed
        done = replace(again, changed=changed)
        if stands:
            break
    return done


def _finalize_once(
    source: Source, texts: Mapping[Path, str], environment: Mapping[str, str]
) -> Finalized:
    document, judged = _judge(source, texts, environment)
    base = _without_literals(texts, source.reader)
    if base != texts:
        # Old literals look like citations without a key; where they go in silence, they go first.
        bare, bare_judged = _judge(source, base, environment)
        if verdicts(bare_judged) == verdicts(judged):
            document, judged = bare, bare_judged
        else:
            base = dict(texts)
    read = assembly_of(document, _stdin(source, base))
    positions = positions_of(judged.found.citations, read.texts, read.files, source.reader)
    edits: list[_Edit] = []
    left: list[tuple[int, Why]] = []
    for index, (finding, place) in enumerate(judged.findings):
        edit = _edit(index, finding, positions.of(place), base)
        if isinstance(edit, _Edit):
            edits.append(edit)
        elif edit == "native" and place.annotation is not None:
            left.append((index, "unplaced"))
        elif edit is not None:
            left.append((index, edit))
    safe = _safe(document, judged, base, edits)
    kept = {edit.index for edit in safe}
    left += [(edit.index, "unsafe") for edit in edits if edit.index not in kept]
    after = _Rewritten(base, safe, read.files)
    return Finalized(
        after.texts,
        tuple(path for path in texts if texts[path] != after.texts[path]),
        judged.all_findings,
        (
            *(
                Left(finding, after.where(positions.of(place)), why)
                for index, why in sorted(left)
                for finding, place in [judged.findings[index]]
            ),
            *(Left(one.finding, after.where(one.position), "unseen") for one in judged.unseen),
        ),
        judged,
        document.warnings,
    )


def _without_literals(texts: Mapping[Path, str], reader: str) -> dict[Path, str]:
    """Return the texts without the literal markers of an earlier pass."""
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


def _judge(
    source: Source, texts: Mapping[Path, str], environment: Mapping[str, str]
) -> tuple[Document, Judged]:
    return judge_source(source, environment, _stdin(source, texts), texts=texts)


def _stdin(source: Source, texts: Mapping[Path, str]) -> bytes | None:
    return None if source.paths else texts[STDIN].encode("utf-8")


def _edit(
    index: int, finding: Finding, position: Position | None, texts: Mapping[Path, str]
) -> _Edit | Why | None:
    """Return the change that resolves a citation's marker, or why there is none; None if none is due."""
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


class _Rewritten:
    """The texts with changes made in them, and where what was in them stands now."""

    def __init__(
        self,
        texts: Mapping[Path, str],
        edits: Iterable[_Edit],
        others: Mapping[Path, str] | None = None,
    ) -> None:
        """Make the changes.

        Args:
            texts: The texts that may change.
            edits: The changes; of those that overlap the first is made.
            others: Files that are read along, which stay as they are.
        """
        self._others = others or {}
        # A note that is called twice, or a caption, holds its markers twice in the AST.
        mine: dict[Path, dict[Extent, str]] = {}
        for edit in edits:
            mine.setdefault(edit.path, {})[edit.extent] = edit.text
        self.texts = dict(texts)
        self._lines: dict[Path, Lines] = {}
        # For each file where changes ended, and how far what stands behind them moved.
        self._moved: dict[Path, tuple[list[int], list[int]]] = {}
        for path, extents in mine.items():
            text, place, shift = texts[path], 0, 0
            parts: list[str] = []
            ends, shifts = [0], [0]
            for (start, end), new in sorted(extents.items()):
                if start >= place:
                    parts += (text[place:start], new)
                    place = end
                    shift += len(new) - (end - start)
                    ends.append(end)
                    shifts.append(shift)
            self.texts[path] = "".join((*parts, text[place:]))
            self._moved[path] = ends, shifts

    def where(self, position: Position | None) -> tuple[Path, int, int] | None:
        """Return file, line and column of a citation in the text as it is now."""
        if position is None:
            return None
        path, start = position.path, position.mark[0]
        if path not in self.texts:
            return path, position.line, position.column  # read in, and not changed
        if path in self._moved:
            ends, shifts = self._moved[path]
            start += shifts[bisect_right(ends, start) - 1]
        if path not in self._lines:
            self._lines[path] = Lines(
                self.texts[path] if path in self.texts else self._others[path]
            )
        return path, *self._lines[path].line_and_column(start)


def _safe(
    document: Document, judged: Judged, texts: Mapping[Path, str], edits: Sequence[_Edit]
) -> list[_Edit]:
    """Return the edits that leave every verdict as it is."""
    safe = list(edits)
    wanted = verdicts(judged)
    for _ in range(_MOST_TRIES):
        if not safe:
            break
        tried = try_edit(document, _Rewritten(texts, safe).texts)
        # It could be judged before: where it cannot any more, nothing of this may be written.
        got = [] if tried is None else verdicts(tried.judged)
        if got == wanted:
            return safe
        odd = next(
            (n for n, (a, b) in enumerate(zip(wanted, got, strict=False)) if a != b),
            min(len(wanted), len(got)),
        )
        # The one at the first difference, or the last before it.
        culprit = max((edit.index for edit in safe if edit.index <= odd), default=safe[0].index)
        changed = None if tried is None else changed_verdicts(judged, tried.judged)
        wrong = {culprit, *(changed or ())}
        extents = {(edit.path, edit.extent) for edit in safe if edit.index in wrong}
        safe = [edit for edit in safe if (edit.path, edit.extent) not in extents]
    return []
