"""Findings as data for machines (contract §10)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.json_text import to_text
from ars_pandoc.base.text_file import UnreadableFileError, read_bytes
from ars_pandoc.base.version import __version__
from ars_pandoc.base.wording import printable, printable_lines, shown
from ars_pandoc.citations.citation import Note
from ars_pandoc.report.write_file import unwritable, write_text
from ars_pandoc.verdict.matrix import Finding

if TYPE_CHECKING:
    from ars_pandoc.checking.checked import Checked, UnmarkedCallOut
    from ars_pandoc.citations.callouts import CallOut
    from ars_pandoc.positions.position import Position

SCHEMA = 1


def build_report(
    findings: Sequence[tuple[Finding, tuple[Note, ...]]],
    *,
    mode: str,
    locked: bool,
    sidecar: str | None,
    rendered: bool | None,
    refused: bool,
    callouts: Sequence[CallOut],
    path: str | None = None,
) -> dict[str, Any]:
    """Build the report of one document.

    Args:
        findings: Each with its notes, in document order.
        mode: `gate` or `draft`; the verdict is the gate's in both.
        locked: Whether the environment alone gave the options.
        sidecar: How the sidecar is called, or None without one.
        rendered: Whether the document renders; None where nothing is rendered.
        refused: The gate's verdict.
        callouts: Those that no citation follows.
        path: The document, where it is known.
    """
    document = _document(
        path,
        "refused" if refused else "passed",
        [_citation(finding, notes) for finding, notes in findings],
        rendered=rendered,
        callouts=[_callout(one, None) for one in callouts],
    )
    return _report([document], mode=mode, locked=locked, sidecar=sidecar)


def build_failure(error: str, *, mode: str, locked: bool, path: str | None) -> dict[str, Any]:
    """Build the report of a document that could not be judged: an older one must not stand.

    Args:
        error: What the user is told.
        mode: `gate` or `draft`.
        locked: Whether the environment alone gave the options.
        path: The document, where it is known.
    """
    document = _document(path, "not-judged", [], rendered=False, error=error)
    return _report([document], mode=mode, locked=locked, sidecar=None)


def build_check(documents: Sequence[Checked]) -> dict[str, Any]:
    """Build the report of `ars check`: all its documents, with lines and columns.

    What documents share stands at the top, as for the filter: with several sidecars all are
    named there.
    """
    sidecars = dict.fromkeys(one.sidecar for one in documents if one.sidecar is not None)
    return _report(
        [
            _document(
                one.path,
                one.verdict,
                [
                    _citation(item.finding, item.notes, item.position, file=one.chapter_of(item))
                    for item in one.items
                ],
                error=one.error,
                callouts=[_callout(call, call.position) for call in one.callouts],
            )
            for one in documents
        ],
        mode="draft" if any(one.mode == "draft" for one in documents) else "gate",
        locked=any(one.locked for one in documents),
        sidecar=", ".join(sidecars) or None,
    )


def _report(
    documents: list[dict[str, Any]], *, mode: str, locked: bool, sidecar: str | None
) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "tool": {"name": "ars-pandoc", "version": __version__},
        "mode": mode,
        "locked": locked,
        "sidecar": sidecar,
        "documents": documents,
    }


def _document(
    path: str | None,
    verdict: str,
    citations: list[dict[str, Any]],
    *,
    rendered: bool | None = None,
    error: str | None = None,
    callouts: Sequence[dict[str, Any]] = (),
) -> dict[str, Any]:
    return {
        "path": path,
        "rendered": rendered,
        "verdict": verdict,
        "error": None if error is None else printable_lines(error),
        "counts": dict(Counter(citation["status"] for citation in citations)),
        "unmarked": len(callouts),
        "callouts": [*callouts],
        "citations": citations,
    }


def _callout(one: CallOut | UnmarkedCallOut, position: Position | None) -> dict[str, Any]:
    return {
        "text": one.text,
        "file": None if position is None else str(position.path),
        "line": None if position is None else position.line,
        "column": None if position is None else position.column,
        "section": one.section,
    }


def _citation(
    finding: Finding,
    notes: tuple[Note, ...],
    position: Position | None = None,
    *,
    file: str | None = None,
) -> dict[str, Any]:
    from ars_pandoc.grounding.result import NOT_PINNED, unchecked

    citation = finding.citation
    groundings = finding.groundings or unchecked(citation.anchors, NOT_PINNED)
    return {
        "key": citation.key,
        **({} if file is None else {"file": file}),
        "line": None if position is None else position.line,
        "column": None if position is None else position.column,
        "section": None if citation.section is None else printable(citation.section),
        "form": citation.form,
        "anchors": [
            {
                "kind": anchor.kind,
                "value": anchor.value,
                "grounding": None if grounding is None else grounding.as_json(),
            }
            for anchor, grounding in zip(citation.anchors, groundings, strict=True)
        ],
        "status": finding.status,
        "also": list(finding.also),
        "contamination": list(finding.contamination),
        "trust": finding.trust,
        "reason": printable_lines(finding.reason),
        "fix": printable_lines(finding.fix),
        "notes": [{"code": note.code, "message": printable_lines(note.message)} for note in notes],
    }


def report_name(name: str, inputs: Sequence[Path], environment: Mapping[str, str]) -> str:
    """Return the name of a document's report: in a book it takes the input's stem (contract §7).

    The chapters of a Quarto book are rendered one by one with the same options; each would
    replace the report of the one before.

    Args:
        name: As the option says.
        inputs: The documents that are rendered, as far as known.
        environment: The process's environment; Quarto sets `QUARTO_PROJECT_DIR`.
    """
    folder = environment.get("QUARTO_PROJECT_DIR")
    if not folder or len(inputs) != 1:
        return name
    from ars_pandoc.documents.quarto import load_yaml, project_file

    project = project_file(Path(folder))
    if project is None or not isinstance(load_yaml(project).get("book"), dict):
        return name
    path = Path(name)
    return str(path.with_name(f"{path.stem}-{inputs[0].stem}{path.suffix}"))


def check_report_path(name: str) -> Path:
    """Hold the path of a report to its rules (contract §7).

    It is relative to the working directory, has no `..`, ends in `.json`, and replaces only an
    earlier report: a document must not overwrite a file of its reader.

    Raises:
        ArsError: It breaks one of them.
    """
    path = Path(name)
    why = None
    try:
        outside = not path.resolve().is_relative_to(Path.cwd().resolve())
        is_taken = path.is_symlink() or path.exists()
    except (OSError, RuntimeError) as error:  # a RuntimeError: links that lead to each other
        raise unwritable(path, error) from None
    if path.is_absolute() or path.drive or ".." in path.parts or outside:
        why = "it leaves the working directory"
    elif path.suffix != ".json":
        why = "it does not end in .json"
    elif is_taken and not _is_report(path):
        why = "the file there is no earlier report of ars-pandoc"
    if why is not None:
        raise ArsError(
            f"the report cannot be written to '{shown(name, 200)}'",
            why=why,
            steps=["name a new file below the working directory: -M ars-report=report.json"],
        )
    return path


def _is_report(path: Path) -> bool:
    try:
        data = json.loads(read_bytes(path))
    except (UnreadableFileError, ValueError, RecursionError):
        return False
    return (
        isinstance(data, dict)
        and isinstance(data.get("tool"), dict)
        and data["tool"].get("name") == "ars-pandoc"
    )


def write_report(report: dict[str, Any], path: Path) -> None:
    """Write a report atomically.

    Raises:
        ArsError: The file or its folder cannot be written.
    """
    write_text(path, to_text(report) + "\n")
