"""The reports of an audit: wrapped for a terminal, plain in Markdown, with what is not shown."""

from __future__ import annotations

from dataclasses import replace

import click
import pytest

from ars_pandoc.checking.checked import Checked, Part
from ars_pandoc.report.audit_report import audit_lines, audit_page
from ars_pandoc.verdict.limits import NOT_SHOWN

LONG = "12 of 30 sources looked up; the oldest answer is from 2026-01-01, 40 days ago"
PAPER = Checked("paper.md", "paper.md", audit=(Part("Retractions", (LONG, "b\x1b[31m*c*")),))
FAILED = Checked("bad.md", "bad.md", "no sidecar *here*\n  next: ars init")


@pytest.mark.parametrize("width", [20, 40, 80])
def test_lines_keep_to_the_terminal(width: int) -> None:
    lines = [click.unstyle(line) for line in audit_lines([PAPER], width)]
    at = next(n for n, line in enumerate(lines) if "Retractions" in line)
    part = lines[at + 1 : lines.index("", at)]
    assert all(len(line) <= width for line in part)
    assert " ".join(" ".join(part).split()).startswith(LONG)
    assert all(line.startswith("    ") for line in part)


def test_in_a_pipe_a_statement_is_a_line() -> None:
    lines = list(audit_lines([PAPER]))
    assert f"    {LONG}" in lines
    assert not any("\x1b[31m" in line for line in lines)


def test_the_summary_stands_last_and_the_limits_before_it() -> None:
    lines = [click.unstyle(line) for line in audit_lines([PAPER, FAILED])]
    assert lines[-1] == "not judged: 1 of 2 documents; passed: no citations in 1 document"
    assert [line.removeprefix("  - ") for line in lines if line.startswith("  - ")] == [*NOT_SHOWN]
    assert any("bad.md  cannot be judged" in line for line in lines)


def test_markdown_is_no_markup_of_the_documents() -> None:
    page = "\n".join(audit_page([replace(PAPER, locked=True), FAILED]))
    assert "| bad.md | not-judged | 0 | 0 | 0 |" in page
    assert r"> no sidecar \*here\*" in page
    assert r"\*c\*" in page
    assert "\x1b" not in page
    assert page.endswith(f"- {NOT_SHOWN[-1]}")
