"""Golden folders: how each `tests/golden/<case>/` is run, and what is compared.

`test_golden` runs them through a real Pandoc, `test_golden_replay` with what that Pandoc once
said. A case holds `input.*` and `expected.txt`; `args` has more arguments for Pandoc, one a line,
`env` variables, and a file that the case does not have comes from `_shared`. To add a case, add
a folder and run `ARS_UPDATE_GOLDEN=1 pytest tests/test_golden.py`, then read what it wrote.
A case that one Pandoc parses differently has `expected.<version>.txt` and `deviation.txt`, which
gives the reason. `minimum` names the oldest Pandoc that has what the case needs.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path
from subprocess import CompletedProcess
from typing import Protocol

import pytest
from _pytest.mark.structures import ParameterSet
from jsonschema import Draft202012Validator

from ars_pandoc.pandoc.executable import Pandoc
from tests.conftest import PANDOCS

GOLDEN = Path(__file__).parent / "golden"
NAMES = sorted(path.parent.name for path in GOLDEN.glob("*/input.*"))
REPORT_SCHEMA = Draft202012Validator(
    json.loads(
        resources.files("ars_pandoc").joinpath("report/schema/report.schema.json").read_bytes()
    )
)
UPDATE = os.environ.get("ARS_UPDATE_GOLDEN") == "1"


class Runner(Protocol):
    """Runs Pandoc with the gate as its first filter, as `tests.conftest.run_pandoc` does."""

    def __call__(
        self,
        pandoc: Pandoc,
        arguments: Sequence[str],
        *,
        folder: Path,
        environment: Mapping[str, str],
    ) -> CompletedProcess[str]: ...


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def cases(pandocs: Sequence[Pandoc] = PANDOCS) -> list[ParameterSet]:
    """Return each case with each Pandoc that it can be run with."""
    found = []
    for pandoc in pandocs:
        for name in NAMES:
            needed = "".join(lines_of(GOLDEN / name / "minimum")) or "0"
            if pandoc.version >= tuple(map(int, needed.split("."))):
                found.append(pytest.param(name, pandoc, id=f"{name}-{pandoc.version_text}"))
    return found


def compare_case(name: str, pandoc: Pandoc, folder: Path, run: Runner) -> None:
    """Run a case in an empty folder, and assert that it gives what is expected."""
    case = GOLDEN / name
    actual = run_case(pandoc, case, folder, run)
    expected = case / f"expected.{pandoc.version_text}.txt"
    if not expected.exists():
        expected = case / "expected.txt"
    else:
        assert (case / "deviation.txt").exists(), "a deviation needs its reason"
    if UPDATE and (pandoc is PANDOCS[0] or expected.name != "expected.txt"):
        expected.write_text(actual, encoding="utf-8")
    assert actual == expected.read_text(encoding="utf-8")


def run_case(pandoc: Pandoc, case: Path, folder: Path, run: Runner) -> str:
    """Run a case in an empty folder, and return what it gives as `expected.txt` has it."""
    shared = GOLDEN / "_shared"
    if not (case / "bare").exists():
        shutil.copytree(shared, folder, dirs_exist_ok=True)
    shutil.copytree(case, folder, dirs_exist_ok=True)
    source = next(folder.glob("input.*")).name
    extra = lines_of(case / "args")
    arguments = ["-t", "plain", "--wrap=none", *extra]
    if not any("ars-report" in argument for argument in extra):
        arguments += ["-M", "ars-report=report.json"]
    environment = dict(line.split("=", 1) for line in lines_of(case / "env"))
    done = run(
        pandoc,
        [*arguments, source],
        folder=folder,
        environment=environment,
    )
    status = 0
    if done.returncode == 83:
        hit = re.search(r"Filter returned error status (\d+)", done.stderr)
        assert hit is not None, done.stderr
        status = int(hit[1])
    else:
        assert done.returncode == 0, done.stderr
    said = [
        line
        for line in done.stderr.splitlines()
        if not line.startswith(("Error running filter", "Filter returned error status"))
    ]
    parts = [f"exit {status}", "", "== citations", *verdicts(folder / "report.json")]
    parts += ["", "== stderr", *said, "", "== output", done.stdout.rstrip("\n")]
    return "\n".join(line.rstrip() for line in parts) + "\n"


def verdicts(report: Path) -> list[str]:
    """Return a line for each citation: key, form, status, anchors, notes."""
    if not report.exists():
        return []
    data = json.loads(report.read_bytes())
    REPORT_SCHEMA.validate(data)
    rows = []
    for citation in data["documents"][0]["citations"]:
        anchors = [f"{anchor['kind']}:{anchor['value']}" for anchor in citation["anchors"]]
        notes = [note["code"] for note in citation["notes"]]
        signals = [f"CONTAMINATED-{'+'.join(citation['contamination'])}"] * bool(
            citation["contamination"]
        )
        row = [str(citation["key"]), citation["form"], citation["status"], *signals]
        rows.append(" | ".join([*row, ", ".join(anchors), *notes]).rstrip(" |"))
    return rows
