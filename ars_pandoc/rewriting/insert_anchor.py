"""A locator written into the source text, in the form that its citation already uses.

A change is tried before it is made: the document is read once more with it, and it is taken only
if that one citation is anchored then and the verdict on no other has changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ars_pandoc.base.errors import ArsError
from ars_pandoc.citations.citation import Anchor, Citation
from ars_pandoc.citations.cited_metadata import language_of
from ars_pandoc.citations.writing_anchors import (
    anchor_marker,
    attribute,
    full_marker,
    locator_words,
)
from ars_pandoc.documents.inputs import Source
from ars_pandoc.documents.read_source import Document, assembly_of
from ars_pandoc.positions.locate import positions_of
from ars_pandoc.positions.position import Position
from ars_pandoc.rewriting.manuscript_texts import replace_text
from ars_pandoc.rewriting.try_edit import changed_verdicts, try_edit
from ars_pandoc.verdict.judge_source import judge_source
from ars_pandoc.verdict.matrix import Finding
from ars_pandoc.verdict.resolve import Judged

ROW = "MED-WARN-NO-LOCATOR"

_LOCATOR = re.compile(r"[ \t]*\n?[ \t]*\[[^\[\]]*\]")
"""What may stand behind a key in running text: `@key [p. 3]`."""


@dataclass(frozen=True, slots=True)
class Unanchored:
    """A citation that lacks an anchor, and where it stands in the text.

    Attributes:
        index: Its place among the document's findings.
        finding: The verdict.
        position: Where it stands, or None if that cannot be told.
    """

    index: int
    finding: Finding
    position: Position | None


@dataclass(frozen=True, slots=True)
class Reading:
    """A document at one moment.

    Attributes:
        document: What Pandoc read.
        judged: The verdicts.
        texts: The files' texts, those of files that it reads in too.
        unanchored: The citations without an anchor, in document order.
        cited: All citations, likewise.
    """

    document: Document
    judged: Judged
    texts: dict[Path, str]
    unanchored: tuple[Unanchored, ...]
    cited: tuple[Unanchored, ...] = ()


def read(source: Source, environment: Mapping[str, str] | None = None) -> Reading:
    """Read a document and find its citations without an anchor.

    Args:
        source: The document.
        environment: As for `read_source`.

    Raises:
        ArsError: It cannot be read or judged.
    """
    return reading_of(*judge_source(source, environment, need_sidecar=False))


def reading_of(document: Document, judged: Judged) -> Reading:
    """Return what was read and judged as it is needed for writing.

    Args:
        document: What was read.
        judged: The verdicts on it.
    """
    read = assembly_of(document)
    positions = positions_of(judged.found.citations, read.texts, read.files, document.source.reader)
    cited = tuple(
        Unanchored(index, finding, positions.of(place))
        for index, (finding, place) in enumerate(judged.findings)
    )
    unanchored = tuple(one for one in cited if ROW in (one.finding.status, *one.finding.also))
    return Reading(document, judged, dict(read.files), unanchored, cited)


def write_anchor(reading: Reading, cited: Unanchored, anchor: Anchor) -> tuple[Path, str, Reading]:
    """Write an anchor behind a citation; as `write_anchors`."""
    return write_anchors(reading, cited, [anchor])


def write_anchors(
    reading: Reading, cited: Unanchored, anchors: Sequence[Anchor]
) -> tuple[Path, str, Reading]:
    """Write anchors behind a citation, all of them or none.

    Args:
        reading: The document as it is.
        cited: One of its citations.
        anchors: What to write, in this order.

    Returns:
        The file that changed, its text before, and the document as it is now.

    Raises:
        ArsError: No form of the citation takes one of them, or the file was changed by somebody
            else meanwhile, or cannot be written; nothing was written then.
    """
    if cited.position is None:
        raise _not_placed(cited.finding.citation)
    path = cited.position.path
    now = reading
    for anchor in anchors:
        now = _with_anchor(now, now.cited[cited.index], anchor)
    text = reading.texts[path]
    replace_text(path, text, now.texts[path])
    return path, text, now


def _with_anchor(reading: Reading, cited: Unanchored, anchor: Anchor) -> Reading:
    """Return a document with an anchor behind a citation; no file is changed."""
    position = cited.position
    if position is None:
        raise _not_placed(cited.finding.citation)
    path, text = position.path, reading.texts[position.path]
    lang = language_of(reading.document.ast["meta"])
    for changed in _candidates(text, cited.finding.citation, position, anchor, lang):
        after = _tried(reading, cited, path, changed)
        if after is not None:
            return after
    raise ArsError(
        f"this {anchor.kind} cannot be written into the citation of "
        f"'{cited.finding.citation.key}' by itself",
        where=f"{path}:{position.line}",
        steps=["write it by hand; ars anchor KEY prints the marker"],
    )


def _not_placed(citation: Citation) -> ArsError:
    return ArsError(
        f"where the citation of '{citation.key}' stands in the text cannot be told",
        steps=["write the locator by hand"],
    )


def _candidates(
    text: str, citation: Citation, position: Position, anchor: Anchor, lang: str | None
) -> Iterator[str]:
    """Return the texts to try, the form that the citation uses first."""
    words = None if anchor.kind == "quote" else locator_words(anchor, lang)
    whole, marker = position.whole, anchor_marker(anchor)
    behind_key = _behind_key(text, position)
    if position.comment is not None and citation.form == "marker":
        if len(position.anchors) == 1 and len(citation.anchors) == 1:
            start, end = position.anchors[0]  # a placeholder, none, a quote that is too long
            yield text[:start] + marker + text[end:]
    elif text.startswith("\\", whole[0]):
        brace = text.find("{", whole[0], whole[1])
        if words is not None and brace > 0 and "[" not in text[whole[0] : brace]:
            yield text[:brace] + f"[{words.replace('. ', '.~')}]" + text[brace:]
    elif words is not None:
        forms = [f", {words}", f" [{words}]"]
        if text[whole[0]] != "[":
            forms.reverse()
        for form in forms:
            yield text[:behind_key] + form + text[behind_key:]
    elif text[whole[0]] == "[" and position.comment is None:
        quote = f'{{quote="{attribute(anchor.value)}"}}'
        yield f"{text[: whole[0]]}[{text[slice(*whole)]}]{quote}{text[whole[1] :]}"
    end = max([whole[1], *(position.comment or ())[1:], *(end for _, end in position.anchors)])
    if citation.key is None:
        return
    behind = _LOCATOR.match(text, end)
    if behind is not None and text[whole[0]] != "[":
        # Between key and locator a comment would part them: `@key [p. 3]<!--…-->`.
        yield text[: behind.end()] + marker + text[behind.end() :]
    if position.comment is not None or citation.form != "raw":
        yield text[:end] + marker + text[end:]
    if position.comment is None:
        yield text[: whole[1]] + full_marker(citation.key, anchor) + text[whole[1] :]
    if citation.form == "native":
        # What looks like a group of citations may be words in brackets with bare keys in it.
        yield text[:behind_key] + marker + text[behind_key:]


def _behind_key(text: str, position: Position) -> int:
    """Return where a key ends, the brace of `@{key}` included."""
    start, end = position.key
    return end + 1 if text[start - 1 : start] == "{" and text[end : end + 1] == "}" else end


def _tried(reading: Reading, cited: Unanchored, path: Path, changed: str) -> Reading | None:
    """Read the document with a change; None if it does not do what it should, and nothing else."""
    tried = try_edit(reading.document, {**reading.texts, path: changed}, need_sidecar=False)
    if tried is None:
        return None
    others = changed_verdicts(reading.judged, tried.judged)
    if others is None or others - {cited.index}:
        return None
    was, now = (one.findings[cited.index][0] for one in (reading.judged, tried.judged))
    if was.citation.key != now.citation.key:
        return None
    # What stood there must still be seen: a comment can part a locator from its key.
    kept = [one for one in was.citation.anchors if one.fault is None]
    if any(one not in now.citation.anchors for one in kept):
        return None
    if {ROW, "HIGH-WARN-MALFORMED-MARKER"} & {now.status, *now.also}:
        return None
    return reading_of(tried.document, tried.judged)
