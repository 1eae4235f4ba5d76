"""Read documents and judge them as the gate does: one way for every command."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ars_pandoc.base.environment import is_locked
from ars_pandoc.documents.inputs import Source
from ars_pandoc.documents.read_source import Document, assembly_of, read_each, read_source
from ars_pandoc.verdict.resolve import Judged, resolve_document
from ars_pandoc.verdict.witness import Manuscript, compared


def judge_source(
    source: Source,
    environment: Mapping[str, str] | None = None,
    text: bytes | None = None,
    *,
    need_sidecar: bool = True,
    in_set: bool = False,
    texts: Mapping[Path, str] | None = None,
) -> tuple[Document, Judged]:
    """Read a document and judge it.

    Args:
        source: What to read.
        environment: As for `read_source`.
        text: As for `read_source`.
        need_sidecar: As for `resolve_document`.
        in_set: Likewise.
        texts: As for `read_source`.

    Raises:
        ArsError: It cannot be read or judged.
    """
    document = read_source(source, environment, text, texts)
    return document, _resolve(document, text, need_sidecar=need_sidecar, in_set=in_set)


def judge_sources(
    sources: Sequence[Source],
    environment: Mapping[str, str] | None = None,
    *,
    need_sidecar: bool = True,
    failed: Callable[[Source, Exception], None] | None = None,
) -> Iterator[tuple[Document, Judged]]:
    """Read documents, several at once, and judge them in their order; arguments as above.

    Args:
        sources: What to read.
        environment: As for `read_source`.
        need_sidecar: As for `resolve_document`.
        failed: Gets each document that cannot be judged, and why, in its turn: the others go on.

    Raises:
        ArsError: As `judge_source`, when it is that document's turn and `failed` is None.
    """
    for source, read in zip(sources, read_each(sources, environment), strict=True):
        try:
            if isinstance(read, Exception):
                raise read
            judged = _resolve(read, None, need_sidecar=need_sidecar)
        except Exception as error:
            if failed is None:
                raise
            failed(source, error)
            continue
        yield read, judged


def judge_again(document: Document) -> Judged:
    """Judge a document that was read before: what is known of its sources may have changed since.

    Raises:
        ArsError: It cannot be judged.
    """
    return _resolve(document, None, need_sidecar=False)


def _resolve(
    document: Document, text: bytes | None, *, need_sidecar: bool, in_set: bool = False
) -> Judged:
    """Judge a document, and hold its text against what was found (contract §3, census)."""
    if need_sidecar and document.source.reader.startswith("docx"):
        from ars_pandoc.documents.word_fields import check_fields  # only for Word

        for path in document.source.paths:
            check_fields(path, document.source.reader)
    judged = resolve_document(
        document.ast, document.environment, need_sidecar=need_sidecar, in_set=in_set
    )
    return compared(
        judged, manuscript_of(document, text), document.ast["meta"], document.environment
    )


def manuscript_of(document: Document, text: bytes | None = None) -> Manuscript:
    """Return the text of a document that was read.

    Args:
        document: What was read.
        text: What stood on standard input, for a source without files.
    """
    read = assembly_of(document, text)
    return Manuscript(document.source.reader, read.files, read.texts)


def with_corpus(
    source: Source, corpus: str | None, environment: Mapping[str, str]
) -> tuple[Source, dict[str, str]]:
    """Return a document and an environment in which `--corpus FILE` names the sidecar.

    Locked, the variable alone counts, and nothing else may seem to come from the document; else
    the document's own option would beat the variable (contract §4 and §7).

    Args:
        source: The document.
        corpus: The file, or None: the document's own counts then.
        environment: The `ARS_…` variables and the rest.
    """
    if corpus is None:
        return source, dict(environment)
    known = {**environment, "ARS_CORPUS": corpus}
    if is_locked(known):
        return source, known
    metadata = {**source.settings.get("metadata", {}), "ars-corpus": corpus}
    return replace(source, settings={**source.settings, "metadata": metadata}), known
