"""The text behind a render: what the gate compares its document with (contract §3, census).

`ars render` names the files and the reader, and a surplus refuses. The bare filter is told
nothing: where it can read the command line of its Pandoc, it warns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ars_pandoc.base.environment import is_locked
from ars_pandoc.base.wording import plural, printable
from ars_pandoc.documents.assemble import as_they_are, assemble
from ars_pandoc.documents.formats import reader_of
from ars_pandoc.documents.inputs import Source
from ars_pandoc.documents.read_source import Document
from ars_pandoc.verdict.resolve import Judged
from ars_pandoc.verdict.sources import input_paths
from ars_pandoc.verdict.witness import compared

if TYPE_CHECKING:
    from ars_pandoc.pandoc.command_line import PandocOptions

READER = "ARS_READER"
"""Pandoc's reader, set by `ars render` alone; empty where the name of the file decides."""
_LARGEST = 64 * 2**20
_NAMED = 5


def compared_with_text(
    judged: Judged,
    ast: dict[str, Any],
    environment: Mapping[str, str],
    asked: Callable[[], PandocOptions | None],
) -> Judged:
    """Return the verdicts on a rendered document, compared with its text where it is at hand.

    Args:
        judged: The verdicts on what was found.
        ast: The document.
        environment: The filter's environment.
        asked: Tells Pandoc's command line, if that is known.

    Raises:
        ArsError: The sidecar is needed and cannot be read.
    """
    source = _named(environment)
    refuses = source is not None and READER in environment
    source = source or _asked_for(asked())
    if source is None:
        return judged
    try:
        if any(path.stat().st_size > _LARGEST for path in source.paths):
            return judged
        texts = assemble(source, {}, locked=is_locked(environment)) or as_they_are(
            {path: path.read_bytes().decode("utf-8", "replace") for path in source.paths}
        )
    except OSError:
        return judged  # Pandoc has read it; what is there now is another thing
    witnessed = compared(judged, Document(source, ast, environment), texts)
    if refuses or not witnessed.unseen:
        return witnessed
    return replace(
        witnessed, unseen=(), warnings=(*witnessed.warnings, _warning(witnessed, source))
    )


def _named(environment: Mapping[str, str]) -> Source | None:
    paths = tuple(input_paths(environment))
    reader = environment.get(READER) or (reader_of(paths[0]) if paths else "")
    return Source(paths, reader) if paths else None


def _asked_for(options: PandocOptions | None) -> Source | None:
    if options is None or not options.inputs or "-" in options.inputs:
        return None
    paths = tuple(map(Path, options.inputs))
    return Source(paths, options.reader or reader_of(paths[0]))


def _warning(judged: Judged, source: Source) -> str:
    count = len(judged.unseen)
    named = ", ".join(
        f"@{printable(one.finding.citation.key or '')} ({one.position.path}:{one.position.line})"
        for one in judged.unseen[:_NAMED]
    )
    more = f" and {count - _NAMED} more" if count > _NAMED else ""
    return (
        f"{plural(count, 'citation')} in the text that Pandoc does not see and nobody judged: "
        f"{named}{more}; ars check and ars render refuse such a document: ars check "
        f"{' '.join(map(str, source.paths))}"
    )
