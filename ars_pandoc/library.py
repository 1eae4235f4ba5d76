"""The library: what `from ars_pandoc import …` gives to those who build on the gate."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.installing import install_step
from ars_pandoc.checking.check_documents import Job, check_documents
from ars_pandoc.checking.checked import Checked
from ars_pandoc.documents.inputs import expand_inputs
from ars_pandoc.report.json import build_check
from ars_pandoc.verdict.resolve import Judged, resolve_document

if TYPE_CHECKING:
    import panflute


def check(
    *paths: str | Path, reader: str | None = None, environment: Mapping[str, str] | None = None
) -> tuple[Checked, ...]:
    """Check documents as `ars check` does, with the lines of their findings.

    Args:
        paths: Files; a folder stands for the documents in it.
        reader: Pandoc's reader with extensions; by default a file's name decides.
        environment: The `ARS_…` variables and the rest; that of the process by default.

    Returns:
        The documents in order. One that cannot be judged has its `error`, and stops no other.

    Raises:
        ArsError: There is no such file, or none is given.
    """
    sources = expand_inputs([os.fspath(path) for path in paths], reader=reader) if paths else []
    known = os.environ if environment is None else environment
    jobs = [Job(source, dict(known)) for source in sources]
    return tuple(check_documents(jobs)) if jobs else ()


def judge(ast: dict[str, Any], environment: Mapping[str, str] | None = None) -> Judged:
    """Judge a document that is at hand as Pandoc's AST, as the filter does; nothing is changed.

    The sidecar is looked for as for the filter (contract §4): by the document's metadata,
    `ARS_CORPUS`, and beside the file that `ARS_INPUT` names or in the working directory.

    Args:
        ast: What Pandoc hands to a JSON filter on its standard input, read with `json`.
        environment: As for `check`; a filter passes what Pandoc has set for it.

    Raises:
        ArsError: It cannot be judged: no sidecar, an invalid one, a bad option, citations that
            this reader leaves as text.
    """
    return resolve_document(ast, os.environ if environment is None else environment)


def as_report(documents: Iterable[Checked]) -> dict[str, Any]:
    """Return checked documents as the JSON report of contract §10."""
    return build_check(tuple(documents))


def strip(judged: Judged) -> None:
    """Take the markers out of the AST that was judged, as the filter does with what passes.

    Args:
        judged: From `judge`; its AST is changed, whatever the verdict is.
    """
    from ars_pandoc.render.strip_markers import strip_markers

    strip_markers(judged.found, judged.marker_elements)


def to_panflute(ast: dict[str, Any]) -> panflute.Doc:
    """Return an AST as panflute's document; nothing is parsed again, and the AST is kept.

    Args:
        ast: As for `judge`.

    Raises:
        ArsError: panflute is not installed.
    """
    try:
        from panflute.elements import from_json
    except ImportError:
        raise ArsError("panflute is not installed", steps=[install_step("panflute")]) from None

    def convert(value: Any) -> Any:
        """Convert what is innermost first, as panflute does while it reads JSON."""
        if isinstance(value, dict):
            return from_json({name: convert(inner) for name, inner in value.items()})
        return [convert(inner) for inner in value] if isinstance(value, list) else value

    return convert(ast)


def from_panflute(doc: panflute.Doc) -> dict[str, Any]:
    """Return panflute's document as the AST that `judge` takes; nothing is written out for it."""

    def plain(value: Any) -> Any:
        """Give lists for panflute's tuples: the AST is changed in place."""
        if isinstance(value, dict):
            return {name: plain(inner) for name, inner in value.items()}
        return [plain(inner) for inner in value] if isinstance(value, list | tuple) else value

    ast: dict[str, Any] = plain(doc.to_json())
    return ast
