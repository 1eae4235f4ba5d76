"""The text behind a render: what the gate compares its document with (contract §3, census).

`ars render` names the files and the reader, and a surplus refuses. The bare filter is told
nothing: where it can read the command line of its Pandoc, it warns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ars_pandoc.base.environment import is_locked
from ars_pandoc.base.wording import plural, printable
from ars_pandoc.census import syntax_of
from ars_pandoc.verdict.resolve import Judged
from ars_pandoc.verdict.sources import input_paths
from ars_pandoc.verdict.witness import Manuscript, compared

if TYPE_CHECKING:
    from ars_pandoc.pandoc.command_line import PandocOptions

READER = "ARS_READER"
"""Pandoc's reader, set by `ars render` alone; empty where the name of the file decides."""
_LARGEST = 64 * 2**20
_NAMED = 5


def compared_with_text(
    judged: Judged,
    meta: Mapping[str, Any],
    environment: Mapping[str, str],
    asked: Callable[[], PandocOptions | None],
) -> Judged:
    """Return the verdicts on a rendered document, compared with its text where it is at hand.

    Args:
        judged: The verdicts on what was found.
        meta: The document's metadata.
        environment: The filter's environment.
        asked: Tells Pandoc's command line, if that is known.

    Raises:
        ArsError: The sidecar is needed and cannot be read; a Word file holds citations that Pandoc
            gives as words.
    """
    paths = input_paths(environment)
    refuses = bool(paths) and READER in environment
    reader = environment.get(READER) or ""
    if not paths:
        options = asked()
        if options is None or "-" in options.inputs:
            return judged
        paths, reader = list(map(Path, options.inputs)), options.reader or ""
    if _is_word(reader, paths):
        return _of_word(judged, paths, reader or "docx", refuses=refuses)
    manuscript = _read(paths, reader, environment)
    if manuscript is None:
        return judged
    witnessed = compared(judged, manuscript, meta, environment)
    if refuses or not witnessed.unseen:
        return witnessed
    return replace(witnessed, unseen=(), warnings=(*witnessed.warnings, _warning(witnessed, paths)))


def _is_word(reader: str, paths: Sequence[Path]) -> bool:
    return reader.startswith("docx") or (
        not reader and bool(paths) and paths[0].suffix.lower() == ".docx"
    )


def _of_word(judged: Judged, paths: Sequence[Path], reader: str, *, refuses: bool) -> Judged:
    """Return the verdicts on a Word file, with a warning of the citations that Pandoc dropped."""
    from ars_pandoc.documents.word_fields import (  # only for Word
        check_fields,
        said_of_fields,
        unseen_fields,
    )

    warnings = []
    for path in paths:
        if refuses:
            check_fields(path, reader)
        elif counts := unseen_fields(path, reader):
            warnings.append(
                f"{printable(str(path))}: Pandoc gives {said_of_fields(counts)} as printed words, "
                f"and nobody judged them; ars check and ars render refuse such a document: "
                f"ars check {printable(str(path))}"
            )
    return replace(judged, warnings=(*judged.warnings, *warnings))


def _read(paths: Sequence[Path], reader: str, environment: Mapping[str, str]) -> Manuscript | None:
    """Read the texts; None where that is not possible: Pandoc has read another thing then."""
    from ars_pandoc.documents.formats import is_assembled, reader_of

    reader = reader or reader_of(paths[0] if paths else None)
    try:
        if not paths or any(path.stat().st_size > _LARGEST for path in paths):
            return None
        if syntax_of(reader) is None:
            return None
        if any(is_assembled(path, reader) for path in paths):
            from ars_pandoc.documents.assemble import assemble
            from ars_pandoc.documents.inputs import Source

            read = assemble(Source(tuple(paths), reader), {}, locked=is_locked(environment))
            return None if read is None else Manuscript(reader, read.files, read.texts)
        texts = {path: path.read_bytes().decode("utf-8", "replace") for path in paths}
    except OSError:
        return None
    return Manuscript(reader, texts)


def _warning(judged: Judged, paths: Sequence[Path]) -> str:
    count = len(judged.unseen)
    named = ", ".join(
        f"@{printable(one.finding.citation.key or '')} ({one.position.path}:{one.position.line})"
        for one in judged.unseen[:_NAMED]
    )
    more = f" and {count - _NAMED} more" if count > _NAMED else ""
    return (
        f"{plural(count, 'citation')} in the text that Pandoc does not see and nobody judged: "
        f"{named}{more}; ars check and ars render refuse such a document: ars check "
        f"{' '.join(map(str, paths))}"
    )
