from __future__ import annotations

import re
from pathlib import Path

from ars_pandoc.checking.model import Checked
from ars_pandoc.report.github import workflow_commands
from tests.checking.papers import check_text

COMMAND = re.compile(r"::(error|warning|notice) ((?:\w+=[^,:\n]*,?)+)::([^\n]+)")


def test_each_finding_is_one_workflow_command(tmp_path: Path) -> None:
    commands = list(workflow_commands([check_text(tmp_path)]))
    parsed = [COMMAND.fullmatch(command) for command in commands]
    assert [hit and hit[1] for hit in parsed] == ["warning", "notice", "error", "notice", "error"]
    first = parsed[0]
    assert first is not None
    properties = dict(pair.split("=", 1) for pair in first[2].split(","))
    assert properties["file"].endswith("paper.md")
    assert {name: properties[name] for name in ("line", "endLine", "col", "endColumn")} == {
        "line": "9",
        "endLine": "9",
        "col": "4",
        "endColumn": "11",
    }
    assert "%0AFix: " in first[3]


def test_no_name_or_message_breaks_out_of_its_command() -> None:
    document = Checked("a,b:c\n::error::x", None, "100% broken\n::set-output name=a::b")
    (command,) = workflow_commands([document])
    assert "\n" not in command
    assert command.startswith(
        "::error file=a%2Cb%3Ac %3A%3Aerror%3A%3Ax,title=cannot be judged::100%25"
    )
