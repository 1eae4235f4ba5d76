from __future__ import annotations

import re
from pathlib import Path

import pytest

from ars_pandoc.checking.checked import Checked
from ars_pandoc.report.github import workflow_commands
from tests.checking.papers import check, check_text, write_paper

COMMAND = re.compile(r"::(error|warning|notice) ((?:\w+=[^,:\n]*,?)+)::([^\n]+)")


def properties(command: str) -> dict[str, str]:
    hit = COMMAND.fullmatch(command)
    assert hit is not None, command
    return {"command": hit[1], **dict(pair.split("=", 1) for pair in hit[2].split(","))}


def test_each_line_has_one_annotation_of_a_status(tmp_path: Path) -> None:
    commands = list(workflow_commands([check_text(tmp_path)]))
    parsed = [properties(command) for command in commands]
    assert [(one["command"], one["line"]) for one in parsed] == [
        ("error", "9"),
        ("error", "13"),
        ("warning", "9"),
        ("notice", "9"),
    ]
    # What waits for a reader waits once.
    assert "%0Aunread is cited in line 13 too%0A" in commands[3]
    first = parsed[2]
    assert first["file"].endswith("paper.md")
    assert {name: first[name] for name in ("endLine", "col", "endColumn", "title")} == {
        "endLine": "9",
        "col": "5",
        "endColumn": "10",
        "title": "read%3A no quote or locator",
    }
    assert "%0AFix: " in commands[2]
    assert commands[2].endswith("%0A(MED-WARN-NO-LOCATOR)")


def test_what_a_bracket_holds_is_one_annotation(tmp_path: Path) -> None:
    text = "See [@gone1, p. 1; @gone2, p. 2; @gone3, p. 3; @gone4, p. 4].\n"
    (command,) = workflow_commands([check_text(tmp_path, text)])
    found = properties(command)
    assert found["title"] == "gone1%2C gone2%2C gone3 and 1 more%3A nobody holds the source"
    assert (found["col"], found["endColumn"]) == ("6", "54")
    assert command.count("%0AFix: ") == 4


def test_the_tenth_annotation_of_a_level_says_what_else_there_is(tmp_path: Path) -> None:
    text = "".join(f"See [@gone{number}, p. 1].\n\n" for number in range(12))
    *shown, last, one, two, three = workflow_commands([check_text(tmp_path, text)])
    assert [properties(command)["line"] for command in shown] == [
        str(line) for line in range(1, 19, 2)
    ]
    assert properties(last)["title"] == "3 more like this"
    assert [":19: error: gone9: " in one, ":21: " in two, ":23: " in three] == [True] * 3
    assert "write an entry" in one or "Fix: " in one


def test_paths_are_those_of_the_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    folder = tmp_path / "thesis"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    write_paper(folder, "See [@gone, p. 1].\n")
    for name in ("paper.md", str(folder / "paper.md")):
        (command,) = workflow_commands([check(Path(name))])
        assert properties(command)["file"] == "thesis/paper.md"
    monkeypatch.setenv("GITHUB_WORKSPACE", str(folder))
    (command,) = workflow_commands([check(Path("paper.md"))])
    assert properties(command)["file"] == "paper.md"


def test_no_name_or_message_breaks_out_of_its_command() -> None:
    document = Checked("a,b:c\n::error::x", None, "100% broken\n::set-output name=a::b")
    (command,) = workflow_commands([document])
    assert "\n" not in command
    assert command.startswith(
        "::error file=a%2Cb%3Ac %3A%3Aerror%3A%3Ax,title=cannot be judged::100%25"
    )
