from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import click
import pytest

from ars_pandoc.checking.checked import Checked
from ars_pandoc.checking.remedies import Documents
from ars_pandoc.report.concise import GROUPS, MANY, concise_lines, is_long
from tests.checking.papers import check_text

ABOUT = Documents("thesis/")
# As Vim, Emacs, VS Code and ruff's readers take a line apart.
LINE = re.compile(r"^(?P<path>[^:]+):(?P<line>\d+):(?P<column>\d+) (?P<status>[A-Z-]+)( .+?)?: .+$")


def _plain(*documents: Checked, group: str | None = None) -> list[str]:
    return [click.unstyle(line) for line in concise_lines(documents, ABOUT, group)]


def test_each_finding_is_a_line_as_compilers_print_it(tmp_path: Path) -> None:
    document = check_text(tmp_path)
    lines = _plain(document)
    found = [LINE.match(line) for line in lines[: len(document.refused)]]
    assert all(found)
    assert len(found) == len(document.refused) > 1
    places = [(int(one["line"]), int(one["column"])) for one in found if one is not None]
    assert places == sorted(places)
    assert lines[len(found)] == ""
    assert lines[-2].startswith("refused: ")


def test_many_findings_were_a_screen_for_each(tmp_path: Path) -> None:
    few = check_text(tmp_path)
    many = replace(few, items=few.items * MANY)
    assert not is_long([few])
    assert is_long([many])


def test_the_summary_names_what_mends_most(tmp_path: Path) -> None:
    text = "Said [@read] and [@nobody, p. 3] and [@nobody, p. 4].\n"
    lines = _plain(check_text(tmp_path, text))
    assert "  1 source without an entry: ars init --update thesis/" in lines
    assert "  1 citation without a locator: ars anchor --interactive thesis/" in lines


@pytest.mark.parametrize("group", GROUPS)
def test_findings_stand_below_their_group_each_once(tmp_path: Path, group: str) -> None:
    document = check_text(tmp_path)
    alone = _plain(document)[: len(document.refused)]
    grouped = _plain(document, group=group)
    below = [line[2:] for line in grouped if line.startswith("  ") and LINE.match(line[2:])]
    assert sorted(below) == sorted(alone)
    assert grouped[0] not in alone


def test_call_outs_have_lines(tmp_path: Path) -> None:
    text = "---\nars: {unmarked: refuse}\n---\n\nGood [@read, p. 1].\n\nSmith (2020) said so.\n"
    lines = _plain(check_text(tmp_path, text))
    assert any(re.match(r".*:7:1 UNMARKED “Smith \(2020\)”: put ", line) for line in lines)
    assert any("call-out without a citation: put" in line for line in lines)


def test_what_cannot_be_judged_has_a_line_too() -> None:
    (line, *_) = _plain(Checked("a b.md", "a b.md", "broken\nmore"))
    assert line == "a b.md:1:1 NOT-JUDGED: broken"


def test_nothing_to_say_is_one_line(tmp_path: Path) -> None:
    assert _plain(check_text(tmp_path, "Good [@read, p. 1].\n"))[0].startswith("passed: ")
