"""Findings as data: the report of contract §10, and where it may be written (§7)."""

from __future__ import annotations

import io
import json
import os
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from ars_pandoc import __version__
from ars_pandoc.base.errors import ArsError
from ars_pandoc.gate import run
from ars_pandoc.report.json import build_check, check_report_path, write_report
from tests.checking.papers import check_quotes
from tests.pandoc_documents import read_document

SHARED = Path(__file__).parent.parent / "golden" / "_shared" / "refs.ars.yaml"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def reported(text: str, **environment: str) -> dict[str, Any]:
    variables = {"ARS_CORPUS": str(SHARED), "ARS_REPORT": "report.json", **environment}
    data = io.BytesIO(json.dumps(read_document(text)).encode())
    run(data, io.BytesIO(), io.StringIO(), variables)
    report: dict[str, Any] = json.loads(Path("report.json").read_bytes())
    return report


def test_the_report_of_a_document() -> None:
    report = reported("# Results\n\nA [@unread2024, pp. 3-5] and <!--ref:smith2024-->.\n")
    assert report["schema"] == 1
    assert report["tool"] == {"name": "ars-pandoc", "version": __version__}
    assert (report["mode"], report["locked"]) == ("gate", False)
    assert report["sidecar"].endswith("refs.ars.yaml")
    (document,) = report["documents"]
    assert {name: document[name] for name in ("path", "rendered", "verdict", "error")} == {
        "path": None,
        "rendered": False,
        "verdict": "refused",
        "error": None,
    }
    assert document["counts"] == {"LOW-WARN": 1, "MED-WARN-NO-LOCATOR": 1}
    assert document["unmarked"] == 0
    native, marker = document["citations"]
    assert native == {
        "key": "unread2024",
        "line": None,
        "column": None,
        "section": "Results",
        "form": "native",
        "anchors": [{"kind": "page", "value": native["anchors"][0]["value"], "grounding": None}],
        "status": "LOW-WARN",
        "also": [],
        "contamination": [],
        "trust": "claimed",
        "reason": native["reason"],
        "fix": f"read what the citation rests on, then: ars mark-read unread2024 --corpus {SHARED}",
        "notes": [],
    }
    assert (marker["key"], marker["form"], marker["anchors"]) == ("smith2024", "marker", [])
    assert native["reason"]
    assert list(marker) == list(native)


@pytest.mark.parametrize(
    ("text", "mode", "rendered", "verdict"),
    [
        ("A [@smith2024, p. 3].\n", "gate", True, "passed"),
        ("A [@smith2024].\n", "gate", False, "refused"),
        # The verdict is the gate's, in draft mode too.
        ("A [@smith2024].\n", "draft", True, "refused"),
        ("A [@smith2024, p. 3].\n", "draft", True, "passed"),
        ("No citation.\n", "gate", True, "passed"),
    ],
)
def test_verdict_and_rendering(text: str, mode: str, rendered: bool, verdict: str) -> None:
    report = reported(text, ARS_MODE=mode)
    (document,) = report["documents"]
    assert (report["mode"], document["rendered"], document["verdict"]) == (mode, rendered, verdict)


def test_an_orphan_has_neither_key_nor_trust() -> None:
    (citation,) = reported("A <!--anchor:page:3-->.\n")["documents"][0]["citations"]
    assert (citation["key"], citation["trust"]) == (None, None)
    assert citation["status"] == "HIGH-WARN-MALFORMED-MARKER"


def test_contamination_and_what_else_would_refuse() -> None:
    citations = reported("A [@both2024, p. 1], [@unheld2024].\n")["documents"][0]["citations"]
    assert citations[0]["contamination"] == ["PREPRINT", "UNMATCHED"]
    assert citations[1]["also"][0] == "HIGH-WARN-NO-ORIGINAL"


def test_the_lock_is_said() -> None:
    assert reported("A [@smith2024, p. 3].\n", ARS_LOCKED="1")["locked"] is True


def test_an_earlier_report_is_replaced() -> None:
    assert reported("A [@smith2024].\n")["documents"][0]["verdict"] == "refused"
    assert reported("A [@smith2024, p. 3].\n")["documents"][0]["verdict"] == "passed"


@pytest.mark.parametrize("name", ["report.json", "out/report.json", "./report.json", "a b.json"])
def test_paths_below_the_working_directory(name: str) -> None:
    assert check_report_path(name) == Path(name)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../report.json", "leaves the working directory"),
        ("out/../report.json", "leaves the working directory"),
        ("/tmp/report.json", "leaves the working directory"),
        ("report.txt", "does not end in .json"),
        ("report", "does not end in .json"),
        (".json", "does not end in .json"),
        ("paper.md", "does not end in .json"),
    ],
)
def test_other_paths(name: str, why: str) -> None:
    with pytest.raises(ArsError, match=why) as caught:
        check_report_path(name)
    assert name in str(caught.value)
    assert caught.value.steps


@pytest.mark.parametrize(
    "content", ["", "text", "[]", "3", "{}", '{"tool": "ars-pandoc"}', '{"tool": {"name": "x"}}']
)
def test_no_file_but_an_earlier_report_is_replaced(content: str) -> None:
    path = Path("refs.json")
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ArsError, match="no earlier report"):
        check_report_path("refs.json")
    assert path.read_text(encoding="utf-8") == content


def test_a_folder_or_a_link_that_leads_away_is_refused(folder: Path) -> None:
    (folder / "folder.json").mkdir()
    with pytest.raises(ArsError):
        check_report_path("folder.json")
    outside = folder.parent / f"{folder.name}-outside"
    outside.mkdir()
    (folder / "link").symlink_to(outside)
    with pytest.raises(ArsError, match="leaves the working directory"):
        check_report_path("link/report.json")
    (folder / "link.json").symlink_to(outside / "report.json")
    with pytest.raises(ArsError, match="leaves the working directory"):
        check_report_path("link.json")


def test_what_was_written_is_json_for_people_too(folder: Path) -> None:
    report = {"schema": 1, "tool": {"name": "ars-pandoc"}, "documents": ["ä研"]}
    write_report(report, Path("report.json"))
    text = Path("report.json").read_text(encoding="utf-8")
    assert json.loads(text) == report
    assert "ä研" in text
    assert text.endswith("}\n")
    assert [path.name for path in folder.iterdir()] == ["report.json"]
    assert check_report_path("report.json") == Path("report.json")


def test_a_report_that_cannot_be_written_is_an_error(folder: Path) -> None:
    with pytest.raises(ArsError, match="cannot be written") as caught:
        write_report({}, Path("absent/report.json"))
    assert caught.value.why == os.strerror(2)
    (folder / "folder.json").mkdir()
    with pytest.raises(ArsError, match="cannot be written"):
        write_report({}, Path("folder.json"))


def test_the_render_waits_for_a_report_that_can_be_written() -> None:
    stderr, stdout = io.StringIO(), io.BytesIO()
    data = io.BytesIO(json.dumps(read_document("A [@smith2024, p. 3].\n")).encode())
    variables = {"ARS_CORPUS": str(SHARED), "ARS_REPORT": "../report.json"}
    assert run(data, stdout, stderr, variables) == 2
    assert stdout.getvalue() == b""
    assert "leaves the working directory" in stderr.getvalue()


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ("project: {type: book}\nbook: {chapters: [index.qmd]}\n", "report-intro.json"),
        ("project: {type: website}\n", "report.json"),
        (None, "report.json"),
    ],
)
def test_in_a_book_the_name_takes_the_inputs_stem(
    settings: str | None, name: str, folder: Path
) -> None:
    if settings is not None:
        (folder / "_quarto.yml").write_text(settings, encoding="utf-8")
    environment = {
        "ARS_CORPUS": str(SHARED),
        "ARS_REPORT": "report.json",
        "ARS_INPUT": str(folder / "intro.qmd"),
        "QUARTO_PROJECT_DIR": str(folder),
    }
    for text in ("A [@smith2024].\n", "A [@smith2024]<!--ref"):  # a failure is reported there too
        data = json.dumps(read_document(text)).encode()
        run(io.BytesIO(data), io.BytesIO(), io.StringIO(), environment)
        assert [path.name for path in folder.glob("*.json")] == [name]


def test_each_quote_tells_what_its_source_says(tmp_path: Path) -> None:
    report = build_check([check_quotes(tmp_path)])
    schema = files("ars_pandoc").joinpath("report/schema/report.schema.json").read_bytes()
    jsonschema.validate(report, json.loads(schema))
    (document,) = report["documents"]
    found, altered, invented, abstract, place, unread = (
        citation["anchors"][0]["grounding"] for citation in document["citations"]
    )
    assert found == {
        "result": "found",
        "page": None,
        "pdf_page": None,
        "paragraph": 1,
        "nearest": None,
        "change": None,
        "reason": None,
    }
    assert altered == {
        "result": "not-found",
        "page": None,
        "pdf_page": None,
        "paragraph": 1,
        "nearest": "When publishers bypass peer review, the share of wrong",
        "change": "word-replaced",
        "reason": "the quote has other words than the source",
    }
    assert (invented["result"], invented["change"]) == ("not-found", "other-text")
    assert abstract["result"] == "found"
    assert place is None
    assert (unread["result"], unread["reason"]) == (
        "review",
        "no full text of the source is pinned",
    )
