"""`ars ground`: passages of real files, through a real Pandoc."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import typst
from jsonschema import Draft202012Validator

from ars_pandoc.cli import main
from ars_pandoc.corpus.catalog import Snapshot, catalog_path
from ars_pandoc.corpus.edit_catalog import set_snapshots
from ars_pandoc.corpus.store import store_of
from ars_pandoc.report import json as report_module
from tests.corpus.sidecars import raw_entry, write_sidecar

TEXT = """\
#set page(width: 12cm, height: 9cm, numbering: "1")
#counter(page).update(217)
= Gates and citations
Jane Smith

#lorem(60)

== Results
When publishers bypass peer review, the share of wrong references rises to a quarter within two
years of the change. #lorem(60)
"""
TRUE = "When publishers bypass peer review, the share of wrong references rises"
FALSE = "When publishers keep peer review, the share of wrong references rises"

Write = Callable[[str], None]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    monkeypatch.chdir(tmp_path)
    for name in ("ARS_CORPUS", "ARS_LOCKED", "ARS_SOURCES", "ARS_MODE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ARS_CACHE_DIR", str(tmp_path / "cache"))
    sidecar = write_sidecar(
        tmp_path / "literature_corpus.yaml", raw_entry("smith2024"), raw_entry("lee2023")
    )
    (tmp_path / "a.typ").write_text(TEXT, encoding="utf-8")
    sha256 = store_of([sidecar]).write(typst.compile(str(tmp_path / "a.typ")), ".pdf")
    set_snapshots(
        catalog_path(sidecar), {"smith2024": [Snapshot(sha256, "application/pdf", "a.pdf")]}
    )

    def save(text: str) -> None:
        (tmp_path / "paper.md").write_text(text, encoding="utf-8")

    return save


def quoting(key: str, quote: str) -> str:
    return f'# Findings\n\nAs was shown [[@{key}]]{{quote="{quote}"}}.\n\n'


def test_the_passage_of_a_quote_with_its_page(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    write(quoting("smith2024", TRUE))
    assert main(["ground", "paper.md"]) == 0
    out, err = capsys.readouterr()
    assert f"found: “{TRUE}”" in out
    assert "page 218 (2 in the file)" in out or "page 217 (1 in the file)" in out
    assert "to a quarter within two" in out, "the words around"
    assert "in “Findings”" in out
    assert err == "1 of 1 quote found\n"
    assert "\x1b" not in out, "no colour in a file"


def test_the_nearest_passage_with_a_word_diff(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    write(quoting("smith2024", FALSE) + quoting("smith2024", TRUE))
    assert main(["ground", "paper.md"]) == 1
    out, err = capsys.readouterr()
    assert "not found (word replaced)" in out
    assert "nearest: When publishers bypass" in out
    assert "[-bypass-] {+keep+}" in out or "{+keep+} [-bypass-]" in out
    assert err == "1 of 2 quotes found; 1 not found\n"


def test_a_source_that_is_not_pinned_is_for_review(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    write(quoting("lee2023", TRUE))
    assert main(["ground", "paper.md"]) == 1
    out, err = capsys.readouterr()
    assert "no full text of the source is pinned" in out
    assert "next: ars fetch lee2023\n" in out
    assert err == "0 of 1 quote found; 1 to be looked at\n"


def test_a_page_that_is_not_the_quotes(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    write(f"X.<!--ref:smith2024--><!--anchor:quote:{TRUE}--><!--anchor:page:300-->\n")
    main(["ground", "paper.md"])
    assert "note: the quote stands on page 21" in capsys.readouterr().out


def test_nothing_to_look_up(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    write("See [@smith2024, p. 217].\n")
    assert main(["ground", "paper.md"]) == 0
    out, err = capsys.readouterr()
    assert "page 217" in out
    assert err == "no quotes to look up\n"


def test_a_file_that_cannot_be_read(
    write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sidecar = tmp_path / "literature_corpus.yaml"
    sha256 = store_of([sidecar]).write(b"%PDF-1.7 cut short", ".pdf")
    set_snapshots(catalog_path(sidecar), {"smith2024": [Snapshot(sha256, "application/pdf")]})
    write(quoting("smith2024", TRUE))
    assert main(["ground", "paper.md"]) == 2
    assert "1 unreadable" in capsys.readouterr().err


def test_refresh_believes_no_cache(
    write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(quoting("smith2024", FALSE))
    main(["ground", "paper.md"])
    [results] = (tmp_path / "cache" / "texts").glob("*.results")
    forged = results.read_text("utf-8").replace('"not-found"', '"found"')
    results.write_text(forged, encoding="utf-8")
    assert main(["ground", "paper.md", "--refresh"]) == 1
    assert "not found" in capsys.readouterr().out
    assert main(["ground", "paper.md"]) == 1, "and the cache is mended"


def test_json_is_the_report_of_the_contract(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    write(quoting("smith2024", TRUE) + quoting("lee2023", TRUE))
    assert main(["ground", "paper.md", "--format", "json"]) == 1
    report = json.loads(capsys.readouterr().out)
    folder = Path(report_module.__file__).with_name("schema")
    schema = json.loads(next(folder.glob("*report*.json")).read_bytes())
    Draft202012Validator(schema).validate(report)
    first, second = report["documents"][0]["citations"]
    assert first["anchors"][0]["grounding"]["result"] == "found"
    assert first["anchors"][0]["grounding"]["page"] in ("217", "218")
    assert second["anchors"][0]["grounding"]["result"] == "review"
