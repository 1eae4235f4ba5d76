from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.cli import main
from tests.corpus.sidecars import raw_entry, write_sidecar


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARS_CORPUS", raising=False)
    return tmp_path


def validate(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["validate", *arguments])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_good_sidecar(folder: Path, capsys: Any) -> None:
    write_sidecar(folder / "refs.ars.yaml", raw_entry("a"), raw_entry("b"))
    assert validate(capsys) == (0, "refs.ars.yaml: 2 entries ok\n", "")


def test_problems_and_their_lines(folder: Path, capsys: Any) -> None:
    (folder / "refs.yaml").write_text(
        "literature_corpus:\n- citation_key: a\n  title: T\n  authors: [{literal: WHO}]\n"
        '  year: "2024"\n  source_pointer: x\n  source_aquired: true\n',
        encoding="utf-8",
    )
    code, out, err = validate(capsys, "refs.yaml")
    assert (code, err) == (1, "")
    assert out.startswith("refs.yaml: 2 problems\n")
    assert "line 5: a (literature_corpus[0].year): year is the text" in out
    assert "line 7: a (literature_corpus[0].source_aquired): there is no field" in out
    assert "did you mean source_acquired?" in out


def test_an_optional_field_that_is_empty_was_an_error(folder: Path, capsys: Any) -> None:
    (folder / "refs.yaml").write_text(
        "literature_corpus:\n- citation_key: a\n  title: T\n  authors: [{literal: WHO}]\n"
        "  year: 2024\n  source_pointer: x\n  doi:\n  venue: null\n",
        encoding="utf-8",
    )
    code, out, _ = validate(capsys, "refs.yaml")
    assert code == 0
    assert out.startswith("refs.yaml: 1 entry ok\n")
    assert "warning: line 7: a (literature_corpus[0].doi): doi is empty" in out
    assert "warning: line 8: a (literature_corpus[0].venue): venue is empty" in out


def test_what_cannot_be_read_is_2_and_the_rest_is_checked(folder: Path, capsys: Any) -> None:
    write_sidecar(folder / "good.yaml", raw_entry())
    (folder / "bad.yaml").write_text("a: b: c\n", encoding="utf-8")
    code, out, err = validate(capsys, "bad.yaml", "gone.yaml", "good.yaml")
    assert code == 2
    assert out == "good.yaml: 1 entry ok\n"
    assert "bad.yaml is no valid YAML" in err
    assert "gone.yaml: no such file" in err


def test_a_file_that_is_no_sidecar(folder: Path, capsys: Any) -> None:
    (folder / "x.yaml").write_text("title: T\n", encoding="utf-8")
    code, out, _ = validate(capsys, "x.yaml")
    assert code == 1
    assert "there is no literature_corpus" in out


def test_ledger_and_catalog_are_checked_too(folder: Path, capsys: Any) -> None:
    write_sidecar(folder / "refs.ars.yaml", raw_entry("1"))
    ledger = folder / "refs.ars_human_read_log.yaml"
    ledger.write_text("human_read:\n- {citation_key: 1, marked_at: 2026-05-14}\n", encoding="utf-8")
    (folder / ".ars").mkdir()
    catalog = folder / ".ars" / "catalog.yaml"
    catalog.write_text("schema: 1\nentries: {'1': {}}\n", encoding="utf-8")
    code, out, _ = validate(capsys)
    assert code == 0
    assert out.splitlines() == [
        "refs.ars.yaml: 1 entry ok",
        "refs.ars_human_read_log.yaml: 1 mark ok",
        ".ars/catalog.yaml: 1 source ok",
    ]
    ledger.write_text("human_read:\n- {citation_key: 1}\n", encoding="utf-8")
    catalog.write_text("schema: 7\n", encoding="utf-8")
    code, out, _ = validate(capsys)
    assert code == 1
    assert "line 2: 1 (human_read[0].marked_at)" not in out  # the key is a number here
    assert "a record has no marked_at" in out
    assert "schema is 7, not 1" in out


def test_marks_of_sources_that_are_gone_are_warnings(folder: Path, capsys: Any) -> None:
    write_sidecar(folder / "refs.ars.yaml", raw_entry())
    (folder / "refs.ars_human_read_log.yaml").write_text(
        "human_read:\n- {citation_key: gone, marked_at: 2026-05-14}\n", encoding="utf-8"
    )
    code, out, _ = validate(capsys)
    assert code == 0
    assert "warning: line 2: gone (human_read[0]): the sidecar has no such key" in out


def test_a_corpus_inside_a_paper(folder: Path, capsys: Any) -> None:
    (folder / "paper.md").write_text(
        "---\nliterature_corpus:\n- citation_key: smith2024\n  title: T\n"
        "  authors: [{literal: WHO}]\n  year: 2024\n  source_pointer: x\n"
        "  source_acquired: false\n  description_last_audit: none\n---\n",
        encoding="utf-8",
    )
    assert validate(capsys, "--for", "paper.md") == (
        0,
        "literature_corpus in paper.md: 1 entry ok\n",
        "",
    )


def test_nothing_to_validate(folder: Path, capsys: Any) -> None:
    code, _, err = validate(capsys)
    assert code == 2
    assert "literature_corpus.yaml (.yml, .json)" in err
    assert "ars init" in err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("arguments", [["x.yaml", "--corpus", "y.yaml"], ["--corpus"]])
def test_usage(arguments: list[str], capsys: Any) -> None:
    assert validate(capsys, *arguments)[0] == 2


def test_a_ledger_or_catalog_stands_for_its_sidecar(folder: Path, capsys: Any) -> None:
    write_sidecar(folder / "refs.ars.yaml", raw_entry("a"))
    ledger = "refs.ars_human_read_log.yaml"
    (folder / ledger).write_text("human_read: [{citation_key: gone, marked_at: 2026-01-01}]\n")
    (folder / ".ars").mkdir()
    (folder / ".ars" / "catalog.yaml").write_text("schema: 1\nentries: {}\n")
    named = validate(capsys, "refs.ars.yaml")
    assert "gone (human_read[0]): the sidecar has no such key" in named[1]
    assert validate(capsys, ledger) == named
    assert validate(capsys, ".ars/catalog.yaml") == named
    assert validate(capsys, ".ars/catalog.yaml", "refs.ars.yaml", ledger) == named


def test_a_ledger_or_catalog_alone(folder: Path, capsys: Any) -> None:
    (folder / "x_human_read_log.yaml").write_text("human_read: [{citation_key: a}]\n")
    (folder / ".ars").mkdir()
    (folder / ".ars" / "catalog.yaml").write_text("schema: 9\n")
    code, out, _ = validate(capsys, "x_human_read_log.yaml", ".ars/catalog.yaml")
    assert code == 1
    assert "a record has no marked_at" in out
    assert "schema is 9, not 1" in out


def test_a_key_was_taken_for_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARS_CORPUS", raising=False)
    write_sidecar(tmp_path / "refs.ars.yaml", raw_entry("a"), raw_entry("b", year="soon"))
    assert main(["validate", "a"]) == 0
    assert "1 entry ok" in capsys.readouterr().out
    assert main(["validate", "b", "refs.ars.yaml"]) == 1
    assert "year" in capsys.readouterr().out
    assert main(["validate", "gone"]) == 2
    assert "no entry of that key" in capsys.readouterr().err
    (tmp_path / "paper.md").write_text("---\nars-corpus: refs.ars.yaml\n---\n\nSaid [@a, p. 1].\n")
    assert main(["validate", "paper.md", "@a"]) == 0
