"""Options and report paths that cannot be meant: said, and no file of the reader's is touched."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.pandoc.executable import Pandoc
from tests.bad_input.runs import (
    CITES,
    cited,
    contents,
    paper,
    para,
    render,
    run_here,
    tree,
    words,
)
from tests.conftest import PANDOCS

ESCAPES = "\x1b[31mred\x1b]0;title\x07\x9b1m"
UNWRITABLE = "the report cannot be written"

# YAML of the option's value, and what must be said.
VALUES = {
    "mode": [("[draft]", "no value of the option 'mode'"), ("true", "gate or draft"), ("{a: b}", "mode")],
    "corpus": [("[a, b]", "is not a path"), ("true", "is not a path"), ('""', "is not a path")],
    "accept": [("ok", "'ok' cannot be accepted"), ("[[LOW-WARN]]", "only LOW-WARN"), ("{a: b}", "accept")],
    "trust": [("[]", "claimed or pinned")],
    "grounding": [("never", "when-possible or required")],
    "unmarked": [("false", "warn or refuse")],
    "sources": [("[x]", "is not a path"), ("nowhere", "a folder that is not there: nowhere")],
    "report": [("true", "is not a path"), ("{a: b}", "is not a path")],
    "coprus": [("x", "no option of ars-gate")],
}  # fmt: skip
CASES = [(name, value, said) for name, cases in VALUES.items() for value, said in cases]


@pytest.mark.parametrize(
    ("pandoc", "name", "value", "said"),
    [(pandoc, *case) for pandoc, case in zip(cycle(PANDOCS), CASES, strict=False)],
    ids=[f"{name}: {value}" for name, value, _ in CASES],
)
def test_a_value_that_cannot_be_meant(
    tmp_path: Path, pandoc: Pandoc, name: str, value: str, said: str
) -> None:
    paper(tmp_path)
    before = contents(tmp_path)
    text = f"---\nars:\n  {name}: {value}\n---\n\n{CITES}"
    outcome = render(tmp_path, text, pandoc=pandoc)
    outcome.assert_told(2, "ars-gate: ", said)
    assert outcome.out == ""
    assert contents(tmp_path) == before


@pytest.mark.parametrize("value", ["3", "[draft]", "draft", "null"])
def test_options_that_are_no_map(tmp_path: Path, value: str) -> None:
    paper(tmp_path)
    outcome = render(tmp_path, f"---\nars: {value}\n---\n\n{CITES}")
    outcome.assert_told(2, "'ars' is not a map of options", "mode: draft")


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("ARS_MODE", ESCAPES, "option 'mode'"),
        ("ARS_ACCEPT", "LOW-WARN,ok", "'ok' cannot be accepted"),
        ("ARS_TRUST", "blind", "claimed or pinned"),
        ("ARS_SOURCES", "/nowhere", "not there: /nowhere"),
        ("ARS_REPORT", "../report.json", "it leaves the working directory"),
        ("ARS_CORPUS", "/nowhere/refs.yaml", "($ARS_CORPUS) is not there"),
        ("ARS_CORPUS", "/", "is a folder"),
    ],
)
def test_variables_that_cannot_be_meant(
    tmp_path: Path, variable: str, value: str, said: str
) -> None:
    paper(tmp_path)
    outcome = run_here(tmp_path, tree(para(cited("smith2024"))), **{variable: value})
    outcome.assert_told(2, said)
    assert outcome.out == ""


@pytest.mark.parametrize("name", ["mode", "corpus", "sources", "report", "accept", "colour\x1b[1m"])
@pytest.mark.parametrize("value", [ESCAPES, "a\0b", "\ud800", "x" * 5000, "two\nlines"])
def test_values_that_no_terminal_and_no_file_system_can_take(
    tmp_path: Path, name: str, value: str
) -> None:
    """Pandoc hands on what stands in YAML escapes."""
    paper(tmp_path)
    before = contents(tmp_path)
    data = tree(para(cited("smith2024")), ars={"t": "MetaMap", "c": {name: words(value)}})
    outcome = run_here(tmp_path, data)
    outcome.assert_told(2, "ars-gate: ")
    assert len(outcome.said) < 12_000
    assert contents(tmp_path) == before


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in which much lies that a report must not touch, and a place outside."""
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    paper(inside)
    (inside / "data.json").write_text('{"tool": {"name": "other"}}', encoding="utf-8")
    (inside / "bad.json").write_bytes(b"[" * 100_000)
    (inside / "folder.json").mkdir()
    (inside / "link").symlink_to(outside)
    (inside / "link.json").symlink_to("passport.yaml")
    (inside / "gone.json").symlink_to(outside / "new.json")
    (inside / "round.json").symlink_to("round.json")
    (inside / "proc").symlink_to("/proc")
    os.mkfifo(inside / "pipe.json")
    before = contents(inside)
    yield inside
    after = contents(inside)
    assert {name: after[name] for name in before} == before
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../report.json", "it leaves the working directory"),
        ("a/../report.json", "it leaves the working directory"),
        ("/tmp/report.json", "it leaves the working directory"),
        ("link/report.json", "it leaves the working directory"),
        ("gone.json", "it leaves the working directory"),
        ("proc/report.json", "it leaves the working directory"),
        ("report.txt", "it does not end in .json"),
        ("passport.yaml", "it does not end in .json"),
        (".json", "it does not end in .json"),
        ("data.json", "no earlier report"),
        ("bad.json", "no earlier report"),
        ("folder.json", "no earlier report"),
        ("link.json", "no earlier report"),
        ("pipe.json", "no earlier report"),
        ("round.json", "round.json"),
        ("no/such/folder/report.json", "No such file or directory"),
        ("passport.yaml/report.json", "Not a directory"),
        ("~/report.json", "No such file or directory"),
        ("x" * 300 + ".json", "File name too long"),
    ],
)
def test_a_report_is_written_nowhere_else(folder: Path, name: str, why: str) -> None:
    before = contents(folder)
    outcome = run_here(folder, tree(para(cited("smith2024")), **{"ars-report": words(name)}))
    outcome.assert_told(2, UNWRITABLE, why, "next: ")
    assert outcome.out == ""
    assert contents(folder) == before


def test_only_a_report_is_replaced(folder: Path, pandoc: Pandoc) -> None:
    (folder / "sub").mkdir()
    arguments = ["-M", "ars-report=sub/report.json"]
    assert render(folder, CITES, *arguments, pandoc=pandoc).code == 0
    first: Any = json.loads((folder / "sub" / "report.json").read_bytes())
    assert first["documents"][0]["verdict"] == "passed"
    assert render(folder, "No [@page].\n", *arguments, pandoc=pandoc).code == 1
    second: Any = json.loads((folder / "sub" / "report.json").read_bytes())
    assert second["documents"][0]["verdict"] == "refused"
    assert [path.name for path in (folder / "sub").iterdir()] == ["report.json"]


@pytest.mark.parametrize("name", ["passport.json", "literature_corpus.json", "x/refs.ars.json"])
def test_a_report_was_written_where_the_next_run_took_it_for_a_sidecar(name: str) -> None:
    from ars_pandoc.base.errors import ArsError
    from ars_pandoc.verdict.options import read_options

    with pytest.raises(ArsError, match="names what is a sidecar"):
        read_options({"ars-report": {"t": "MetaString", "c": name}}, {})
