"""`ars judgements`: out without a verdict, back with one, and how far two agree (contract §12)."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.cli import main
from ars_pandoc.corpus.judgements import judgements_path
from tests.checking.papers import check, write_quotes
from tests.conftest import ROOT


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARS_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("ARS_CORPUS", raising=False)
    write_quotes(tmp_path)
    return tmp_path


def export(folder: Path) -> list[dict[str, Any]]:
    assert main(["judgements", "export", "paper.md", "-o", "packets.jsonl"]) == 0
    text = (folder / "packets.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def give_back(folder: Path, packets: list[dict[str, Any]], *verdicts: str) -> None:
    lines = [
        json.dumps({**packet, "verdict": verdict})
        for packet, verdict in zip(packets, verdicts, strict=False)
    ]
    (folder / "judged.jsonl").write_text("\n".join(lines), "utf-8")


def test_two_readers_and_their_agreement(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    packets = export(folder)
    assert len(packets) == 6
    give_back(folder, packets, "supports", "does-not-support", "does-not-support", "", "supports")
    assert main(["judgements", "import", "judged.jsonl", "--by", "person:Ada"]) == 0
    give_back(folder, packets, "supports", "does-not-support", "partly", "supports")
    assert main(["judgements", "import", "judged.jsonl", "--by", "person:Bob"]) == 0
    capsys.readouterr()
    assert main(["judgements", "agreement", "--format", "json"]) == 0
    (pair,) = json.loads(capsys.readouterr().out)["pairs"]
    assert (pair["judges"], pair["both"], pair["alike"]) == (["person:Ada", "person:Bob"], 3, 2)
    assert 0 < pair["kappa"] < 1
    assert main(["judgements", "agreement"]) == 0
    shown = capsys.readouterr().out
    assert "judged alike: 2 of 3 (67%)" in shown
    assert "Cohen's kappa: 0." in shown


def test_two_people_on_the_example_give_the_table_of_the_docs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "paper"
    shutil.copytree(ROOT / "examples" / "paper", folder)
    monkeypatch.chdir(folder)
    monkeypatch.delenv("ARS_CORPUS", raising=False)
    packets = export(folder)
    assert len(packets) == 16
    assert not any({"verdict", "by"} & set(packet) for packet in packets)
    alike = ["supports"] * 8 + ["partly"] + ["supports"] * 5 + ["partly", "does-not-support"]
    for name, other in (("Ada", {}), ("Bob", {2: "partly", 11: "cannot-tell"})):
        verdicts = [other.get(number, verdict) for number, verdict in enumerate(alike)]
        give_back(folder, packets, *verdicts)
        line = ["judgements", "import", "judged.jsonl", "--by", f"person:{name}"]
        assert main([*line, "--for", "paper.md"]) == 0
    capsys.readouterr()
    assert main(["judgements", "agreement", "--for", "paper.md"]) == 0
    shown = capsys.readouterr().out.strip()
    assert "judged alike: 14 of 16 (88%)" in shown
    assert f"```text\n{shown}\n```" in (ROOT / "docs" / "desk.md").read_text("utf-8")


def test_an_imported_refusal_is_a_note_until_it_is_accepted(folder: Path) -> None:
    give_back(folder, export(folder), "does-not-support")
    assert main(["judgements", "import", "judged.jsonl", "--by", "person:Ada"]) == 0
    before = check(folder / "paper.md").items[0]
    assert before.finding.status != "HIGH-WARN-CLAIM-NOT-SUPPORTED"
    assert "claim-doubted" in {note.code for note in before.notes}
    assert main(["judgements", "accept", "Ada", "--by", "person:Me"]) == 0
    assert check(folder / "paper.md").items[0].finding.status == "HIGH-WARN-CLAIM-NOT-SUPPORTED"


def test_of_a_damaged_file_nothing_is_taken(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    packets = export(folder)
    packets[1]["sentence"] = "Another."
    give_back(folder, packets, "supports", "supports")
    assert main(["judgements", "import", "judged.jsonl", "--by", "person:Ada"]) == 2
    said = capsys.readouterr().err
    assert "line 2 of judged.jsonl" in said
    assert "nothing was written" in said
    assert not judgements_path(folder / "literature_corpus.yaml").exists()


def test_what_is_no_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "judged.jsonl").write_text("{", "utf-8")
    assert main(["judgements", "import", "judged.jsonl", "--by", "person:Ada"]) == 2
    assert "a line is no JSON" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
def test_where_nobody_judged(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judgements", "agreement"]) == 0
    assert "no two judges" in capsys.readouterr().out
    assert main(["judgements", "accept", "Ada"]) == 2
    assert "waits to be accepted" in capsys.readouterr().err
