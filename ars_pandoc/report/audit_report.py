"""The report of `ars audit`: findings as `ars check` gives them, and what each verdict rests on."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

import click

from ars_pandoc.base.wording import printable
from ars_pandoc.checking.checked import Checked, Part
from ars_pandoc.report.markdown import escape
from ars_pandoc.report.source_view import document_lines, summary_lines
from ars_pandoc.verdict.limits import NOT_SHOWN

_COLOURS = {"passed": "green", "refused": "red", "not-judged": "red"}
_ABSENT = "No verdict shows:"
_HANGING = "        "


def audit_lines(documents: Sequence[Checked], width: int | None = None) -> Iterator[str]:
    """Return the report for a terminal line by line, styled: findings, audits, a summary.

    Args:
        documents: What was checked closely.
        width: Of the terminal; None where lines are not to be wrapped.
    """
    for document in documents:
        yield from document_lines(document)
    for document in documents:
        if document.error is not None:
            continue
        name = click.style(printable(document.name), bold=True, underline=True)
        verdict = click.style(document.verdict, fg=_COLOURS[document.verdict], bold=True)
        yield f"{name}  {verdict}{', locked' if document.locked else ''}"
        for part in document.audit:
            title = printable(part.title)
            yield ""
            yield f"  {click.style(title, fg='yellow' if part.alarming else None, bold=True)}"
            for line in part.lines:
                yield from _wrapped(printable(line), width)
        yield ""
    yield _ABSENT
    yield from (f"  - {line}" for line in NOT_SHOWN)
    yield ""
    yield from summary_lines(documents)


def _wrapped(line: str, width: int | None) -> Iterator[str]:
    if width is None:
        yield f"    {line}"
        return
    yield from textwrap.wrap(
        line,
        max(width, 2 * len(_HANGING)),
        initial_indent="    ",
        subsequent_indent=_HANGING,
        break_long_words=False,
        break_on_hyphens=False,
    )


def audit_page(documents: Sequence[Checked]) -> Iterator[str]:
    """Return the lines of the report in Markdown: an audit of each document, its findings, limits."""
    yield "# Audit of citations"
    yield ""
    yield "| document | verdict | citations | refused | unmarked |"
    yield "|---|---|--:|--:|--:|"
    for one in documents:
        yield (
            f"| {escape(one.name)} | {one.verdict} | {len(one.items)} | {len(one.refused)} "
            f"| {len(one.unmarked)} |"
        )
    for document in documents:
        yield ""
        yield f"## {escape(document.name)}: {document.verdict}"
        if document.error is not None:
            yield ""
            yield from (f"> {escape(line)}" for line in document.error.split("\n"))
            continue
        for part in document.audit:
            yield from _part(part)
        if document.refused:
            yield from _part(Part(f"Findings: {len(document.refused)}", tuple(_findings(document))))
    yield ""
    yield "## What no verdict shows"
    yield ""
    yield from (f"- {line}" for line in NOT_SHOWN)


def _part(part: Part) -> Iterator[str]:
    yield ""
    yield f"### {escape(part.title)}"
    yield ""
    yield from (f"- {escape(line)}" for line in part.lines)


def _findings(document: Checked) -> Iterator[str]:
    for item in document.refused:
        finding = item.finding
        where = "" if item.position is None else f", line {item.position.line}"
        also = f" Also {', '.join(finding.also)}." if finding.also else ""
        yield (
            f"{finding.citation.key or '(no key)'}{where}: {finding.label}. {finding.reason}.{also}"
        )
