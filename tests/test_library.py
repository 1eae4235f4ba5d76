"""The library: documents judged from Python, and an import that costs nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import resources
from pathlib import Path

import jsonschema
import pytest

import ars_pandoc
from ars_pandoc import ArsError, as_report, check, judge
from ars_pandoc.pandoc import read_ast
from tests.checking.papers import write_paper
from tests.conftest import clean_environment


def test_files_are_checked(tmp_path: Path) -> None:
    path = write_paper(tmp_path, "Well.\n\nSaid [@read].\n")
    (document,) = check(path, environment=clean_environment())
    assert document.verdict == "refused"
    (item,) = document.refused
    assert (item.finding.status, item.finding.citation.key) == ("MED-WARN-NO-LOCATOR", "read")
    assert item.spot is not None
    assert (item.spot.line, item.spot.column) == (3, 6)


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
    ast = read_ast([path])
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
