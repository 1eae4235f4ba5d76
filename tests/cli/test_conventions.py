"""What every command line has: colour, quiet, version, one name for the format for people, JSON."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import click
import pytest

from ars_pandoc.base.version import __version__
from ars_pandoc.cli import COMMANDS, QUIET, group, main
from tests.conftest import GATE, clean_environment
from tests.corpus.sidecars import raw_entry, write_sidecar
from tests.docs.world import write_paper

ARS = Path(GATE).with_name("ars")
ROOT = click.Context(group, info_name="ars")
WITH_FORMAT = [
    name
    for name in COMMANDS
    if any("--format" in one.opts for one in (group.get_command(ROOT, name) or group).params)
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_paper(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def data(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> dict[str, Any]:
    assert main(list(words)) == code
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert found["schema"] == 1
    return found


def test_the_format_for_people_has_one_name_everywhere() -> None:
    assert {"validate", "signals", "pin", "verify", "check", "audit", "doctor"} <= set(WITH_FORMAT)
    for name in WITH_FORMAT:
        command = group.get_command(ROOT, name)
        assert command is not None
        option = next(one for one in command.params if "--format" in one.opts)
        choices = list(getattr(option.type, "choices", ()))
        assert choices[0] == "text", name
        assert "json" in choices, name
        assert not {"terminal", "table"} & set(choices), name


@pytest.mark.parametrize("old", ["terminal", "table", "text"])
def test_scripts_with_the_earlier_names_still_run(
    old: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "paper.md", "--format", old]) == 0
    assert main(["list-read", "--format", old]) == 0
    assert "smith2024" in capsys.readouterr().out


@pytest.mark.parametrize("name", QUIET)
def test_quiet_leaves_the_exit_code_alone(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = {
        "check": ["draft.md"],
        "audit": ["draft.md", "--corpus", "refs.ars.yaml"],
        "quote": ["smith2024.html", "no such words stand in here"],
        "ground": ["paper.md"],
        "signals": ["--offline"],
    }.get(name, [])
    expected = main([name, *given])
    assert capsys.readouterr().out
    assert main([name, *given, "-q"]) == expected
    assert capsys.readouterr().out == ""
    assert main([name, *given]) == expected, "quiet is for one run"
    assert capsys.readouterr().out


def test_quiet_writes_the_files_that_are_asked_for(folder: Path) -> None:
    assert main(["check", "-q", "draft.md", "--output", "json=out.json"]) == 1
    assert json.loads((folder / "out.json").read_text("utf-8"))["documents"]


def test_errors_are_said_quiet_or_not(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--quiet", "gone.md"]) == 2
    assert "gone.md" in capsys.readouterr().err


@pytest.mark.parametrize("program", [str(ARS), GATE])
@pytest.mark.parametrize("option", ["-V", "--version"])
def test_the_version_has_a_short_option(program: str, option: str) -> None:
    done = subprocess.run([program, option], capture_output=True, text=True, check=True)
    assert __version__ in done.stdout


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [({}, False), ({"FORCE_COLOR": "1"}, True), ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False)],
)
def test_colour_goes_into_a_pipe_only_where_it_is_asked_for(
    environment: dict[str, str], coloured: bool, folder: Path
) -> None:
    for words in (["check", "draft.md"], ["status", "draft.md"], ["list-read"]):
        done = subprocess.run(
            [str(ARS), *words],
            capture_output=True, text=True, check=False, env=clean_environment(environment),
        )  # fmt: skip
        assert ("\x1b[" in done.stdout) is coloured, words


def test_the_gate_s_report_has_colour_where_it_is_asked_for(folder: Path) -> None:
    for environment, coloured in (({}, False), ({"FORCE_COLOR": "1"}, True)):
        done = subprocess.run(
            [str(ARS), "render", "draft.md", "-o", "draft.html"],
            capture_output=True, text=True, check=False, env=clean_environment(environment),
        )  # fmt: skip
        assert done.returncode == 1
        assert ("\x1b[" in done.stderr) is coloured


def test_the_help_of_render_is_ours_and_names_pandoc_s(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", "-h"]) == 0
    said = capsys.readouterr().out
    assert "behind the gate" in said
    assert "pandoc --help" in said


def test_validate_says_the_same_to_programs(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = data(capsys, "validate", "--format", "json")
    assert [one["valid"] for one in found["files"]] == [True, True]
    assert found["files"][0]["holds"] == "2 entries"
    write_sidecar(folder / "refs.ars.yaml", {**raw_entry("a"), "yeer": 1})
    found = data(capsys, "validate", "refs.ars.yaml", "--format", "json", code=1)
    problem = found["files"][0]["problems"][0]
    assert problem["key"] == "a"
    assert problem["line"]
    assert "yeer" in problem["message"] + problem["path"]
    (folder / "refs.ars.yaml").write_text("a: [", encoding="utf-8")
    found = data(capsys, "validate", "refs.ars.yaml", "--format", "json", code=2)
    assert found["files"][0]["error"]


def test_validate_takes_a_key(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, "validate", "smith2024", "--format", "json")
    assert found["files"][0]["holds"] == "1 entry"


def test_pin_and_its_undoing_are_told_to_programs(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("pin", "smith2024", "smith2024.html", "--format", "json")
    (one,) = data(capsys, *words, code=1)["files"]
    assert one["citation_key"] == "smith2024"
    assert one["result"] == "held-not-verified"
    assert one["reason"]
    (gone,) = data(capsys, "pin", "smith2024", "--remove", "--format", "json")["files"]
    assert gone == {
        "citation_key": "smith2024",
        "sha256": one["sha256"],
        "result": "taken-back",
    }


def test_verify_is_told_to_programs_and_asks_nobody(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("verify", "jones2023", "--method", "vision_check", "--format", "json")
    (one,) = data(capsys, *words, "--yes")["sources"]
    assert one["citation_key"] == "jones2023"
    assert one["method"] == "vision_check"
    assert one["changed"] is True
    assert main(list(words)) == 2
    assert "--yes" in capsys.readouterr().err


def test_signals_are_told_to_programs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, "signals", "smith2024", "--offline", "--format", "json")
    (one,) = found["sources"]
    assert one["citation_key"] == "smith2024"
    states = {outcome["state"] for outcome in one["indexes"].values()}
    assert states == {"not-looked-up"}, "its entry was made by hand"
    assert one["retracted"] is one["other_work"] is one["no_such_identifier"] is None
    assert found["written"] == ["wrote signals of 1 entry to refs.ars.yaml"]


@pytest.mark.parametrize(("form", "sign"), [("sarif", '"2.1.0"'), ("junit", "<testsuites")])
def test_an_audit_gives_what_other_tools_read(
    form: str, sign: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", "draft.md", "--corpus", "refs.ars.yaml", "--format", form]) == 1
    said = capsys.readouterr().out
    assert sign in said
    assert "MED-WARN-NO-LOCATOR" in said


@pytest.mark.parametrize("name", ["MED-WARN", "med-warn-", "MED"])
def test_the_beginning_of_several_statuses_explains_them_all(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", name, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["status"] for one in found] == [
        "MED-WARN-NO-LOCATOR",
        "MED-WARN-NOT-GROUNDED",
        "MED-WARN-NOT-CROSS-CHECKED",
    ]


def test_half_a_word_is_no_beginning(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "MED-WA"]) == 2
    assert "there is no status" in capsys.readouterr().err
