"""The hooks, the action, the image and the snippets of docs/ci.md do what they are there for."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import GATE, ROOT, clean_environment

BIN = Path(GATE).parent
THESIS = ROOT / "examples" / "thesis"
CI = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
SNIPPETS: list[Any] = [
    yaml.safe_load(text) for text in re.findall(r"^```yaml\n(.*?)^```", CI, re.M | re.S)
]
HOOKS: list[dict[str, Any]] = yaml.safe_load(
    (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
)
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
REFUSED = "A claim [@leung2017].\n"


@pytest.fixture
def thesis(tmp_path: Path) -> Path:
    folder = tmp_path / "thesis"
    shutil.copytree(THESIS, folder)
    return folder


def run_shell(
    script: str, folder: Path, environment: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=clean_environment(environment),
    )


@pytest.mark.parametrize("hook", HOOKS, ids=[hook["id"] for hook in HOOKS])
def test_a_hook_runs_on_the_files_that_it_names(hook: dict[str, Any], thesis: Path) -> None:
    names = [str(path.relative_to(thesis)) for path in thesis.rglob("*") if path.is_file()]
    files = [name for name in names if re.search(hook["files"], name)]
    expected = {
        "ars-check": {name for name in names if name.endswith(".md")},
        "ars-validate": {"references.ars.yaml", "references.ars_human_read_log.yaml"},
    }
    assert set(files) == expected[hook["id"]]
    arguments = ["--metadata-file", "metadata.yaml"] if hook["id"] == "ars-check" else []
    command = [str(BIN / "ars"), *hook["entry"].split()[1:], *arguments, *files]
    done = subprocess.run(
        command, cwd=thesis, capture_output=True, text=True, check=False, env=clean_environment()
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (thesis / "chapters" / "04.md").write_text(REFUSED, encoding="utf-8")
    (thesis / "references.ars.yaml").write_text("literature_corpus: [{}]\n", encoding="utf-8")
    done = subprocess.run(
        [*command, "chapters/04.md"] if arguments else command,
        cwd=thesis,
        capture_output=True,
        text=True,
        check=False,
        env=clean_environment(),
    )
    assert done.returncode in (1, 2)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("refs.ars.yaml", "ars-validate"),
        ("parts/refs.ars.json", "ars-validate"),
        ("passport.yml", "ars-validate"),
        ("literature_corpus.yaml", "ars-validate"),
        ("paper.qmd", "ars-check"),
        ("paper.docx", "ars-check"),
        ("parts/refs.ars_human_read_log.yaml", "ars-validate"),
        ("parts/.ars/catalog.yaml", "ars-validate"),
        (".ars/catalog.yaml", "ars-validate"),
        ("catalog.yaml", None),
        ("my_passport.yaml", None),
        ("refs.bib", None),
        ("metadata.yaml", None),
    ],
)
def test_hooks_take_their_own_files(name: str, expected: str | None) -> None:
    assert [hook["id"] for hook in HOOKS if re.search(hook["files"], name)] == (
        [] if expected is None else [expected]
    )


def test_the_hook_for_all_chapters(thesis: Path) -> None:
    """As the docs set it: a change of the ledger alone is checked too."""
    (hook,) = SNIPPETS[3]
    assert re.search(hook["files"], "references.ars_human_read_log.yaml")
    assert re.search(hook["files"], "chapters/02-losses.md")
    assert hook["pass_filenames"] is False
    command = shlex.join([str(BIN / "ars"), "check", *hook["args"]])
    assert run_shell(command, thesis, {}).returncode == 0
    (thesis / "references.ars_human_read_log.yaml").unlink()
    assert run_shell(command, thesis, {}).returncode == 1


def step(identifier: str) -> dict[str, Any]:
    (found,) = [one for one in ACTION["runs"]["steps"] if one.get("id") == identifier]
    return dict(found)


def run_action(
    thesis: Path, runner: Path, **inputs: str
) -> tuple[subprocess.CompletedProcess[str], dict[str, str]]:
    """Run the checking step of the action as a runner does, with the tools of this environment."""
    (runner / "ars-pandoc").mkdir(parents=True)
    (runner / "ars-pandoc" / "bin").symlink_to(BIN)
    defaults = {name: str(given.get("default", "")) for name, given in ACTION["inputs"].items()}
    known = {**defaults, "files": "chapters", "arguments": "--metadata-file metadata.yaml"}
    known["corpus"] = "references.ars.yaml"
    known |= inputs
    assert set(known) == set(defaults)
    check = step("check")
    environment = {
        name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda hit: known[hit[1]], value)
        for name, value in check["env"].items()
    }
    files = {"GITHUB_STEP_SUMMARY": runner / "summary.md", "GITHUB_OUTPUT": runner / "output"}
    environment |= {name: str(path) for name, path in files.items()}
    environment["RUNNER_TEMP"] = str(runner)
    done = run_shell(check["run"], thesis, environment)
    return done, {
        name: path.read_text(encoding="utf-8") if path.exists() else ""
        for name, path in files.items()
    }


def test_the_action_passes_what_the_gate_passes(thesis: Path, tmp_path: Path) -> None:
    done, written = run_action(thesis, tmp_path / "runner")
    assert done.returncode == 0, done.stdout + done.stderr
    assert written["GITHUB_OUTPUT"].startswith("sarif=")
    assert written["GITHUB_STEP_SUMMARY"]


def test_the_action_fails_and_shows_what_is_refused(thesis: Path, tmp_path: Path) -> None:
    (thesis / "chapters" / "04.md").write_text(REFUSED, encoding="utf-8")
    done, written = run_action(thesis, tmp_path / "runner")
    assert done.returncode == 1
    assert re.search(
        "^::(error|warning) file=chapters/04.md,line=1,.*MED-WARN-NO-LOCATOR", done.stdout, re.M
    )
    sarif = Path(written["GITHUB_OUTPUT"].strip().partition("=")[2])
    assert "MED-WARN-NO-LOCATOR" in sarif.read_text(encoding="utf-8")
    assert "MED-WARN-NO-LOCATOR | 1" in written["GITHUB_STEP_SUMMARY"]


def test_the_action_is_locked_unless_it_is_told_otherwise(thesis: Path, tmp_path: Path) -> None:
    (thesis / "references.ars_human_read_log.yaml").unlink()
    metadata = thesis / "metadata.yaml"
    text = metadata.read_text(encoding="utf-8")
    metadata.write_text(f"{text}  accept: [LOW-WARN]\n", encoding="utf-8")
    assert run_action(thesis, tmp_path / "one")[0].returncode == 1
    assert run_action(thesis, tmp_path / "two", locked="false")[0].returncode == 0
    assert run_action(thesis, tmp_path / "three", accept="LOW-WARN")[0].returncode == 0


def test_every_option_of_a_locked_gate_can_be_given_to_the_action() -> None:
    given = {name.removeprefix("ARS_").lower() for name in step("check")["env"] if "ARS_" in name}
    # The mode is of no use to a check, and the report is the action's own.
    assert given == {"corpus", "accept", "trust", "grounding", "sources", "unmarked"}
    assert given <= set(ACTION["inputs"])


def test_the_action_may_ask_for_more_than_a_document_does(thesis: Path, tmp_path: Path) -> None:
    done, _ = run_action(thesis, tmp_path / "runner", grounding="required")
    assert done.returncode == 1
    assert "MED-WARN-NOT-GROUNDED" in done.stdout


def test_what_is_given_to_the_action_is_never_run(thesis: Path, tmp_path: Path) -> None:
    evil = f'$(touch {tmp_path}/evil); touch "{tmp_path}/evil" *'
    done, _ = run_action(thesis, tmp_path / "runner", files=evil)
    assert done.returncode == 2
    assert not (tmp_path / "evil").exists()
    for one in ACTION["runs"]["steps"]:
        assert "${{" not in one.get("run", "")


def test_the_snippet_for_gitlab(thesis: Path) -> None:
    job = SNIPPETS[1]["citations"]
    script = "\n".join(line for line in job["script"] if not line.startswith("pip "))
    path = f"{BIN}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    done = run_shell(script, thesis, {**job["variables"], "PATH": path})
    assert done.returncode == 0, done.stdout + done.stderr
    assert (thesis / job["artifacts"]["reports"]["junit"]).exists()


def test_the_other_snippets_name_what_there_is() -> None:
    workflow, _, hooks, _ = SNIPPETS
    given = workflow["jobs"]["check"]["steps"][-1]["with"]
    assert set(given) <= set(ACTION["inputs"])
    assert workflow["permissions"]["security-events"] == "write"
    named = {hook["id"] for hook in hooks["repos"][0]["hooks"]}
    assert named == {hook["id"] for hook in HOOKS}


def test_the_image_is_built_from_what_it_may_see() -> None:
    """No image is built here; a linter was asked once, and this keeps what it asked for."""
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    bases = [line.split()[1] for line in lines if line.startswith("FROM ")]
    assert all(re.fullmatch(r"python:3\.\d+-slim-\w+", base) for base in bases)
    users = [line.split()[1] for line in lines if line.startswith("USER ")]
    assert users == ["1000"]
    assert 'ENTRYPOINT ["ars"]' in lines
    copied = [
        name
        for line in lines
        if line.startswith("COPY ") and "--from" not in line
        for name in line.split()[1:-1]
    ]
    seen = {
        line[1:]
        for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
        if line.startswith("!")
    }
    assert {name.removeprefix("./") for name in copied} == seen
    assert all((ROOT / name).exists() for name in copied)
