"""Try a change of a manuscript before it is made: read it again, and hold the verdicts together.

What Pandoc makes of a text is known by reading it alone: so is what a change does to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ars_pandoc.base.errors import ArsError
from ars_pandoc.documents.read_source import Document
from ars_pandoc.rewriting.manuscript_texts import STDIN
from ars_pandoc.verdict.judge_source import judge_source
from ars_pandoc.verdict.resolve import Judged

Verdict = tuple[str | None, str, tuple[str, ...]]
"""The key of a citation, its status, and what else would refuse it."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A document as it would be.

    Attributes:
        document: What Pandoc reads; its source and environment are those of the document before.
        judged: The verdicts.
    """

    document: Document
    judged: Judged


def try_edit(
    document: Document, texts: Mapping[Path, str], *, need_sidecar: bool = True
) -> Tried | None:
    """Judge a document with other texts; no file of its own is touched.

    Args:
        document: The document as it is.
        texts: The texts of files that would change; `STDIN` for standard input. The others are
            read as they are.
        need_sidecar: As for `resolve_document`.

    Returns:
        The document as it would be; None where it could not be judged then.
    """
    source = document.source
    stdin = None if source.paths else texts[STDIN].encode("utf-8")
    try:
        tried, judged = judge_source(
            source, document.environment, stdin, need_sidecar=need_sidecar, texts=texts
        )
    except ArsError:
        return None
    return Tried(replace(tried, environment=document.environment), judged)


def verdicts(judged: Judged) -> list[Verdict]:
    """Return the verdicts on a document's citations, in document order."""
    return [(one.citation.key, one.status, one.also) for one, _ in judged.findings]


def changed_verdicts(before: Judged, after: Judged) -> set[int] | None:
    """Return which citations have another key or verdict; None if there are more or fewer."""
    old, new = verdicts(before), verdicts(after)
    if len(old) != len(new):
        return None
    return {index for index, (was, now) in enumerate(zip(old, new, strict=True)) if was != now}
