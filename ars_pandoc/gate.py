"""The filter `ars-gate`: Pandoc's AST in on stdin, the judged AST out on stdout (contract §1).

    pandoc --filter ars-gate paper.md -o paper.pdf

Read → find → resolve → report and rewrite → decide. Nothing is written to stdout unless the
document renders, and the network is never touched.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.version import __version__
from ars_pandoc.pandoc.ast_document import AS_FILTER, UNREADABLE, read_document
from ars_pandoc.pandoc.ast_json import dumps
from ars_pandoc.pandoc.filter_arguments import read_arguments

if TYPE_CHECKING:
    from ars_pandoc.citations.callouts import CallOut
    from ars_pandoc.citations.citation import Note
    from ars_pandoc.pandoc.command_line import PandocOptions
    from ars_pandoc.positions.position import Position
    from ars_pandoc.report.terminal import Summary
    from ars_pandoc.verdict.matrix import Finding
    from ars_pandoc.verdict.resolve import Judged

_WORDS_BEFORE = 6
HELP = f"""\
ars-gate {__version__}: the citation gate, a JSON filter for Pandoc.

  pandoc --filter ars-gate paper.md -o paper.pdf
  pandoc --filter ars-gate --citeproc -M ars-mode=draft paper.md -o paper.html

Every in-text citation must carry a quote or a locator, and its source must be held,
cross-checked and read; otherwise nothing is rendered, and the report says what to do.

Options, in the document's metadata (ars: {{mode: draft}}) or on Pandoc's command line:
  -M ars-corpus=FILE      the sidecar; else <bibliography>.ars.yaml, literature_corpus.yaml, …
  -M ars-mode=draft       render anyway and show a marker behind each refused citation
  -M ars-accept=LOW-WARN  pass sources that no person has marked as read
  -M ars-trust=pinned     believe no trust field without a pinned snapshot
  -M ars-grounding=required   a quote passes only if it was found in the source
  -M ars-unmarked=refuse  refuse call-outs in plain words, such as Smith (2020)
  -M ars-sources=FOLDER   where the pinned sources and their catalog are; else .ars
  -M ars-report=FILE.json write the findings as JSON
  -M ars-appendix         add a table of all citations to the document
  -M ars-evidence         show quote and place at each citation, and list them at the end

Options of the program itself: --help (-h), --version (-V).

Exit codes: 0 rendered, 1 refused, 2 cannot judge. `ars --help` lists the other commands.
"""


def main() -> None:
    """Run as the executable `ars-gate`."""
    arguments = sys.argv[1:]
    if "--help" in arguments or "-h" in arguments:
        sys.stdout.write(HELP)
        sys.exit(0)
    if "--version" in arguments or "-V" in arguments:
        sys.stdout.write(f"ars-gate {__version__}\n")
        sys.exit(0)
    if sys.stdin.isatty():
        sys.stderr.write("ars-gate reads Pandoc's AST from stdin; it is started by Pandoc:\n\n")
        sys.stderr.write(HELP)
        sys.exit(2)
    # A short run with one large tree: collecting cycles costs much and frees nothing.
    gc.disable()
    if hasattr(sys.stderr, "reconfigure"):
        sys.stderr.reconfigure(encoding="utf-8", errors="replace")
    try:
        output_format, environment = read_arguments(arguments, os.environ)
    except ArsError as error:
        _say(str(error), sys.stderr)
        sys.exit(error.exit_code)
    code = run(
        sys.stdin.buffer,
        sys.stdout.buffer,
        sys.stderr,
        environment,
        output_format,
        asked=_asked,
    )
    # Freeing a thesis object by object takes longer than the exit itself.
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _asked() -> PandocOptions | None:
    from ars_pandoc.pandoc.parent import options_of_parent

    return options_of_parent()


def run(
    stdin: BinaryIO,
    stdout: BinaryIO,
    stderr: TextIO,
    environment: Mapping[str, str],
    output_format: str = "",
    *,
    asked: Callable[[], PandocOptions | None] = lambda: None,
) -> int:
    """Judge the document on `stdin` and write it to `stdout` if it renders.

    Args:
        stdin: Pandoc's AST as JSON.
        stdout: Gets the AST without its markers, if the document renders.
        stderr: Gets the report, or the line on what a pass rests on.
        environment: `PANDOC_READER_OPTIONS`, `PANDOC_VERSION` and the `ARS_…` variables are read.
        output_format: What Pandoc writes; it names it as the filter's first argument.
        asked: Tells Pandoc's command line, if that is known: the text that it names is compared,
            and no verdict rests on it.

    Returns:
        0 rendered, 1 refused, 2 cannot judge (contract §1).
    """
    document: dict[str, Any] = {}
    try:
        data = stdin.read()
        size = len(data)
        document = read_document(data)
        del data
        code = _judge(document, stderr, environment, output_format, asked)
        if code == 0:
            stdout.write(dumps(document, size=size))
            stdout.flush()
    except BrokenPipeError:
        return 2  # Pandoc has gone; there is nobody to tell
    except Exception as error:
        failure = _told(error, document, stderr, environment)
        _say(str(failure), stderr)
        _report_failure(failure, document, environment)
        return failure.exit_code
    return code


def _say(message: str, stderr: TextIO) -> None:
    from ars_pandoc.base.wording import printable_lines

    stderr.write(f"ars-gate: {printable_lines(message)}\n")


def _told(
    error: Exception, document: dict[str, Any], stderr: TextIO, environment: Mapping[str, str]
) -> ArsError:
    """Return an exception in the user's words; input that no Pandoc has written is no fault of ours."""
    from ars_pandoc.base.told import OwnFaultError, told

    failure = told(error, environment, stderr=stderr)
    if not isinstance(failure, OwnFaultError) or not document:
        return failure
    from ars_pandoc.pandoc.ast_shape import find_fault

    odd = find_fault(document)
    if odd is None:
        return failure
    return ArsError(UNREADABLE, where=odd.where, why=odd.what, steps=[AS_FILTER])


def _judge(
    document: dict[str, Any],
    stderr: TextIO,
    environment: Mapping[str, str],
    output_format: str,
    asked: Callable[[], PandocOptions | None],
) -> int:
    from ars_pandoc.citations.raw_formats import unread_warnings
    from ars_pandoc.citations.syntax import is_plain_latex
    from ars_pandoc.pandoc.reader_options import reader_options
    from ars_pandoc.report.terminal import SHOWN, Summary, draft_line, passed_line
    from ars_pandoc.verdict.advisories import advisories_of
    from ars_pandoc.verdict.rendered_text import compared_with_text
    from ars_pandoc.verdict.resolve import resolve_document

    judged = resolve_document(document, environment)
    judged = compared_with_text(judged, document["meta"], environment, asked)
    if judged.options.report is not None:
        _write_report(judged.options.report, judged, environment)
    warnings = (*judged.warnings, *unread_warnings(judged.found.unread, output_format))
    for warning in warnings[:SHOWN]:
        _say(f"warning: {warning}", stderr)
    if len(warnings) > SHOWN:
        rest = len(warnings) - SHOWN
        _say(f"warning: and {rest} more; to see them all: ars validate", stderr)
    found = judged.found
    summary = Summary(
        judged.all_findings,
        judged.corpus,
        found.unmarked,
        found.examples,
        ()
        if judged.sources is None
        else judged.sources.read_in_part(finding.citation.key for finding, _ in judged.findings),
        judged.is_compared,
        is_plain_latex(reader_options(environment)),
        advisories_of(judged.noted),
        _callout_places(judged) if judged.refused else (),
        judged.sources.store_fault if judged.sources is not None and judged.findings else None,
    )
    draft = judged.options.mode == "draft"
    if judged.refused and not draft:
        _refuse(judged, summary, stderr)
        return 1
    if judged.options.evidence:
        from ars_pandoc.render.evidence_links import add_evidence

        add_evidence(document, judged.findings, output_format)
    if draft:
        _show(judged, output_format, environment)
    elif judged.marker_elements or found.wrapped or found.literal_suffixes:
        from ars_pandoc.render.strip_markers import strip_markers

        strip_markers(found, judged.marker_elements)
    if judged.options.appendix:
        from ars_pandoc.render.appendix import add_appendix

        add_appendix(document, summary.findings, output_format)
    if draft:
        for unseen in judged.unseen[:SHOWN]:
            position, finding = unseen.position, unseen.finding
            said = f"{finding.citation.key}: {finding.reason}; the draft cannot show it"
            _say(f"warning: {position.path}:{position.line}: {said}", stderr)
    stderr.write((draft_line if draft else passed_line)(summary) + "\n")
    if output_format in ("latex", "beamer"):  # perhaps on the way to a PDF
        _hint_at_engine(asked(), environment, stderr)
    return 0


def _hint_at_engine(
    options: PandocOptions | None, environment: Mapping[str, str], stderr: TextIO
) -> None:
    """Say that Pandoc will find no engine for its PDF, where it is known what it was asked for."""
    from ars_pandoc.pandoc.pdf_engine import missing_engine, without_engine

    engine = None if options is None else missing_engine(options)
    if engine is not None:
        version = environment.get("PANDOC_VERSION", "")
        _say(f"hint: {without_engine(engine, version)}", stderr)


def _show(judged: Judged, output_format: str, environment: Mapping[str, str]) -> None:
    """Show the verdicts of a draft in the document, in the form that its format wants."""
    from ars_pandoc.render.draft_spans import show_markers
    from ars_pandoc.render.markdown_draft import show_in_markdown, writes_markdown
    from ars_pandoc.render.strip_markers import (
        remove_literal_suffixes,
        remove_marker_elements,
        strip_markers,
    )

    if writes_markdown(output_format):
        show_in_markdown(judged.findings, judged.marker_elements)
        remove_literal_suffixes(judged.found)
        remove_marker_elements(
            marked for marked in judged.marker_elements if marked.literal is not None
        )
        return
    version = environment.get("PANDOC_VERSION", "")
    numbers = tuple(int(part) for part in version.split(".") if part.isdigit())
    show_markers(judged.findings, output_format, numbers or (3,))
    strip_markers(judged.found, judged.marker_elements)


def _refuse(judged: Judged, summary: Summary, stderr: TextIO) -> None:
    from ars_pandoc.citations.words_around import words_around
    from ars_pandoc.report.terminal import SHOWN, Located, group_refused, write_refusal

    shown = [
        Located(
            tuple(finding for finding, _ in group),
            tuple(words_around(place) for _, place in group[:SHOWN]),
            tuple(dict.fromkeys(note for one, _ in group for note in _notes(judged, one))),
        )
        for group in group_refused(judged.findings)[:SHOWN]
    ]
    shown += [
        Located(
            tuple(finding for finding, _ in group),
            tuple(
                f"{one.position.path}:{one.position.line}: {one.context}"
                for _, one in group[:SHOWN]
            ),
        )
        for group in group_refused((one.finding, one) for one in judged.unseen)[
            : SHOWN - len(shown)
        ]
    ]
    write_refusal(summary, shown, judged.options.refuse_unmarked, stderr)


def _callout_places(judged: Judged) -> tuple[str, ...]:
    """Return where each call-out stands, its line where the text is at hand, and its words."""
    found = judged.found.callouts
    positions = judged.callout_positions or (None,) * len(found)
    return tuple(
        f"{_callout_place(one, position)}: {_callout_words(one)}"
        for one, position in zip(found, positions, strict=True)
    )


def _callout_place(one: CallOut, position: Position | None) -> str:
    if position is not None:
        return f"{position.path}:{position.line}:{position.column}"
    return f"in “{one.section}”" if one.section else "before any heading"


def _callout_words(one: CallOut) -> str:
    """Return a call-out with the words before it."""
    before = one.before.split()
    left = " ".join(before[-_WORDS_BEFORE:])
    space = " " if one.before[-1:].isspace() else ""
    return f"{'… ' if len(before) > _WORDS_BEFORE else ''}{left}{space}{one.text}"


def _notes(judged: Judged, finding: Finding) -> tuple[Note, ...]:
    known = () if judged.sources is None else judged.sources.notes(finding.citation)
    return finding.notes + known


def _report_failure(
    error: ArsError, document: Mapping[str, Any], environment: Mapping[str, str]
) -> None:
    """Put `not-judged` in the place of an older report, which would tell of another document."""
    try:
        from ars_pandoc.report.json import (
            build_failure,
            check_report_path,
            report_name,
            write_report,
        )
        from ars_pandoc.verdict.options import read_options
        from ars_pandoc.verdict.sources import input_paths

        options = read_options(document.get("meta", {}), environment)
        if options.report is None:
            return
        inputs = input_paths(environment)
        path = check_report_path(report_name(options.report, inputs, environment))
        report = build_failure(
            str(error),
            mode=options.mode,
            locked=options.locked,
            path=str(inputs[0]) if len(inputs) == 1 else None,
        )
        write_report(report, path)
    except Exception:
        # The first error is the one to mend; it was told already, and this may be its echo.
        return


def _write_report(name: str, judged: Judged, environment: Mapping[str, str]) -> None:
    from ars_pandoc.report.json import (
        build_report,
        check_report_path,
        report_name,
        write_report,
    )
    from ars_pandoc.verdict.sources import input_paths

    inputs = input_paths(environment)
    path = check_report_path(report_name(name, inputs, environment))
    draft = judged.options.mode == "draft"
    report = build_report(
        [(finding, _notes(judged, finding)) for finding in judged.all_findings],
        mode=judged.options.mode,
        locked=judged.options.locked,
        sidecar=judged.corpus,
        rendered=draft or not judged.refused,
        refused=judged.refused,
        callouts=judged.found.callouts,
        path=str(inputs[0]) if len(inputs) == 1 else None,
    )
    write_report(report, path)


if __name__ == "__main__":
    main()
