from __future__ import annotations

from pathlib import Path

import click
import pytest
from rich.cells import cell_len

from ars_pandoc.checking.checked import Checked
from ars_pandoc.report.source_view import report_lines
from tests.checking.papers import check_quotes, check_text


def plain(*documents: Checked, statistics: bool = False) -> list[str]:
    return [click.unstyle(line) for line in report_lines(documents, statistics=statistics)]


def test_the_place_is_marked_below_its_own_characters(tmp_path: Path) -> None:
    lines = plain(check_text(tmp_path))
    for number, line in enumerate(lines):
        if "^" not in line:
            continue
        source = lines[number - 1]
        start = cell_len(line.split("^")[0])
        shown = ""
        for index in range(len(source)):
            if cell_len(source[:index]) == start:
                shown = source[index:]
                break
        assert shown.startswith(
            ("@read", "@unread", "@gone", "<!--ref:unread-->", "<!--anchor:page:3-->")
        )


def test_a_finding_says_what_where_why_and_how_to_mend_it(tmp_path: Path) -> None:
    text = "\n".join(plain(check_text(tmp_path)))
    assert "MED-WARN-NO-LOCATOR: read: no quote or locator" in text
    assert "paper.md:9:5, in “Introduction”" in text
    assert "= fix:   write [@read, p. 12] with your page" in text
    assert "refused: 5 of 6 citations cannot pass" in text


def test_long_lines_are_cut_around_the_place(tmp_path: Path) -> None:
    lines = plain(check_text(tmp_path, "word " * 2000 + "[@read] " + "word " * 2000 + "\n"))
    (source,) = (line for line in lines if "[@read]" in line and " | " in line)
    assert len(source) < 110
    assert source.count("…") == 2


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_a_narrow_terminal_breaks_no_marked_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    document = check_quotes(tmp_path)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = "\n".join(plain(document)).split("\n")
    marked = [number for number, line in enumerate(lines) if "^" in line]
    assert len(marked) == 3
    for number in marked:
        assert all(cell_len(line) <= columns for line in lines[number - 2 : number + 1])
    reasons = [line for line in lines if line.startswith(("   = why:", " " * 12))]
    assert all(cell_len(line) <= max(columns, 42) for line in reasons)


def test_a_quote_that_is_not_there_shows_what_is(tmp_path: Path) -> None:
    lines = plain(check_quotes(tmp_path))
    assert (
        "   = diff:  When publishers [-bypass-] {+respect+} peer review, the share of wrong  "
        "([-the source-], {+the quote+})"
    ) in lines
    assert "   = there: section “Results”, paragraph 1" in lines


def test_statistics_and_summary_count(tmp_path: Path) -> None:
    lines = plain(check_text(tmp_path), Checked("b.md", "b.md", "broken"), statistics=True)
    assert any(line.split()[:2] == ["2", "LOW-WARN"] for line in lines)
    assert any(line.startswith("not judged: 1 of 2 documents; refused: ") for line in lines)


def test_a_pass_is_one_line(tmp_path: Path) -> None:
    assert plain(check_text(tmp_path, "Good [@read, p. 1].\n")) == ["passed: 1 citation ok"]
