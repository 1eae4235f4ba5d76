"""The library: documents judged from Python, and an import that costs nothing."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import panflute
import pytest

import ars_pandoc
from ars_pandoc import ArsError, as_report, check, from_panflute, judge, strip, to_panflute
from ars_pandoc.base.installing import install_step
from ars_pandoc.cli import main
from ars_pandoc.documents.inputs import Source
from ars_pandoc.documents.read_source import read_source
from ars_pandoc.pandoc.executable import Pandoc
from tests.checking.papers import write_paper
from tests.conftest import PANDOCS, ROOT, clean_environment
from tests.golden_cases import GOLDEN
from tests.pandoc_documents import read_document


def _ast(path: Path) -> dict[str, Any]:
    return read_source(Source((path,), "markdown"), {}).ast


def test_files_are_checked(tmp_path: Path) -> None:
    path = write_paper(tmp_path, "Well.\n\nSaid [@read].\n")
    (document,) = check(path, environment=clean_environment())
    assert document.verdict == "refused"
    (item,) = document.refused
    assert (item.finding.status, item.finding.citation.key) == ("MED-WARN-NO-LOCATOR", "read")
    assert item.position is not None
    assert (item.position.line, item.position.column) == (3, 7)


def test_nothing_to_check_is_no_error() -> None:
    assert check() == ()


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(ArsError, match="no such file"):
        check(tmp_path / "missing.md")


def test_the_report_keeps_its_schema(tmp_path: Path) -> None:
    documents = check(write_paper(tmp_path), environment=clean_environment())
    file = resources.files("ars_pandoc.report").joinpath("schema/report.schema.json")
    report = as_report(documents)
    jsonschema.validate(report, json.loads(file.read_text("utf-8")))
    assert len(report["documents"]) == 1


def test_an_ast_is_judged_and_left_as_it_is(tmp_path: Path) -> None:
    path = write_paper(tmp_path, "Said [@read, p. 1] and [@unread, p. 2].\n")
    ast = _ast(path)
    before = json.dumps(ast)
    judged = judge(ast, clean_environment({"ARS_INPUT": str(path)}))
    assert [finding.status for finding, _ in judged.findings] == ["ok", "LOW-WARN"]
    assert judged.refused
    assert json.dumps(ast) == before


def test_every_public_name_is_there() -> None:
    assert all(getattr(ars_pandoc, name) is not None for name in ars_pandoc.__all__)
    assert set(ars_pandoc.__all__) <= set(dir(ars_pandoc))
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = ars_pandoc.no_such_name


def test_the_import_loads_nothing_else() -> None:
    code = "import sys; import ars_pandoc; print([m for m in sys.modules if 'ars_pandoc.' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def _blocks(name: str, language: str) -> list[str]:
    text = (ROOT / "docs" / name).read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_the_documented_script_runs(tmp_path: Path) -> None:
    write_paper(tmp_path, "Said [@read].\n")
    script = _blocks("library.md", "python")[0]
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "paper.md refused\n  line 1: MED-WARN-NO-LOCATOR read\n"


def test_the_documented_filter_runs(tmp_path: Path) -> None:
    path = write_paper(tmp_path, "Said [@read, p. 1] and [@unread, p. 2].\n")
    script = tmp_path / "refused.py"
    script.write_text(_blocks("library.md", "python")[1], "utf-8")
    done = subprocess.run(
        [sys.executable, str(script)],
        input=json.dumps(_ast(path)),
        cwd=tmp_path,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    meta = json.loads(done.stdout)["meta"]
    assert [one["c"] for one in meta["refused"]["c"]] == ["unread"]


@pytest.mark.parametrize(
    ("text", "code", "seen"),
    [
        ("Said *so* [@read, p. 1]<!--ref:read-->.\n", 0, ""),
        ("Said *so* [@unread, p. 2].\n", 1, "LOW-WARN unread"),
        ("Said *so* [@read, p. 1].\n\n<!-- an open comment\n", 0, ""),
    ],
)
def test_the_documented_filter_behind_the_gate_runs(
    text: str, code: int, seen: str, tmp_path: Path
) -> None:
    path = write_paper(tmp_path, text)
    script = tmp_path / "loud.py"
    script.write_text(_blocks("library.md", "python")[2], "utf-8")
    done = subprocess.run(
        [sys.executable, str(script), "html"],
        input=json.dumps(_ast(path)),
        cwd=tmp_path,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr.partition(" read")[0].startswith(seen)) == (code, True)
    if code == 0:
        kinds = [one["t"] for one in json.loads(done.stdout)["blocks"][0]["c"]]
        assert "Strong" in kinds
        assert "Emph" not in kinds
        assert "RawInline" not in kinds
    else:
        assert done.stdout == ""


@pytest.mark.parametrize("reading", PANDOCS, ids=lambda pandoc: pandoc.version_text)
def test_an_ast_goes_to_panflute_and_back_unchanged(reading: Pandoc) -> None:
    text = (GOLDEN / "markers-everywhere" / "input.md").read_text("utf-8")
    ast = read_document(text, pandoc=reading)
    before = json.dumps(ast)
    doc = to_panflute(ast)
    assert isinstance(doc, panflute.Doc)
    back = from_panflute(doc)
    assert back == ast
    # The gate changes lists in place: there must be no tuples.
    assert json.loads(json.dumps(back)) == back
    doc.content.append(panflute.HorizontalRule())
    assert json.dumps(ast) == before
    assert from_panflute(doc)["blocks"][-1] == {"t": "HorizontalRule"}


def test_stripping_takes_the_markers_of_what_was_judged(tmp_path: Path) -> None:
    path = write_paper(
        tmp_path, "Said <!--ref:read--><!--anchor:page:3--> so <!-- note: keep -->.\n"
    )
    ast = _ast(path)
    strip(judge(ast, clean_environment({"ARS_INPUT": str(path)})))
    text = json.dumps(ast)
    assert "ref:" not in text
    assert "anchor:" not in text
    assert "note: keep" in text


def test_without_panflute_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "panflute.elements", None)
    with pytest.raises(ArsError, match="panflute is not installed") as caught:
        to_panflute({"pandoc-api-version": [1, 23], "meta": {}, "blocks": []})
    assert install_step("panflute") in str(caught.value)


@pytest.mark.parametrize("name", ["library.md", "editors.md"])
def test_the_documented_command_prints_the_folder_of_the_schemas(name: str) -> None:
    (command,) = (one for one in _blocks(name, "sh") if "__path__" in one)
    command = command.removeprefix("python ")
    arguments = [sys.executable, *shlex.split(command)]
    done = subprocess.run(arguments, capture_output=True, text=True, check=True)
    schemas = {file.name for file in Path(done.stdout.strip()).iterdir()}
    assert {f"{one}.schema.json" for one in ("sidecar", "ledger", "catalog")} <= schemas


def test_the_documented_sidecar_is_valid_by_the_gate_and_by_its_schema(tmp_path: Path) -> None:
    (text,) = (one for one in _blocks("editors.md", "yaml") if "literature_corpus" in one)
    path = tmp_path / "refs.ars.yaml"
    path.write_text(text, "utf-8")
    assert main(["validate", str(path)]) == 0
    assert text.startswith("# yaml-language-server: $schema=")
