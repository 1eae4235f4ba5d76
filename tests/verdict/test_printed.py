"""The bibliography prints, the sidecar judges: the two are compared, and quickly (contract §4)."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.cli import main
from ars_pandoc.corpus.load_sidecar import load_corpus
from ars_pandoc.ingest import records
from ars_pandoc.verdict.printed import Printed, compare_files, compare_printed
from tests.corpus.sidecars import raw_entry, write_sidecar

# Pandoc reads these papers: not among what `make quick` runs.
pytestmark = pytest.mark.pandoc

SMITH = "@article{smith2024, author={Smith, Jane}, title={Gates and citations}, year={2024}}\n"
OTHER = "@article{smith2024, author={Wu, Lena}, title={Fermented cabbage}, year={2024}}\n"


def compare(folder: Path, *bibliographies: str, **fields: Any) -> Printed:
    sidecar = write_sidecar(folder / "refs.ars.yaml", raw_entry(**fields))
    paths = []
    for number, text in enumerate(bibliographies):
        paths.append(folder / f"refs{number or ''}.bib")
        paths[-1].write_text(text, encoding="utf-8")
    environment = {"ARS_CACHE_DIR": str(folder / "cache")}
    return compare_files(paths, load_corpus(sidecar), environment)


def kinds(printed: Printed) -> list[str]:
    return [one.kind for one in printed.differences.get("smith2024", ())]


def test_an_entry_replaced_by_another_work_under_its_key(tmp_path: Path) -> None:
    assert kinds(compare(tmp_path, OTHER)) == ["other-work"]


def test_the_same_work_prints_the_same(tmp_path: Path) -> None:
    assert compare(tmp_path, SMITH) == Printed({}, ())


@pytest.mark.parametrize(
    "change",
    [
        ("year={2024}", "year={2023}"),
        ("year={2024}", "year={2024}, doi={10.1000/other}"),
        ("Gates and citations", "Gates and the citations of the many authors"),
        ("{Smith, Jane}, title={Gates and citations}", "{Smith, Jane}, title={Tore und Zitate}"),
    ],
)
def test_year_doi_and_wording_are_notes(tmp_path: Path, change: tuple[str, str]) -> None:
    assert kinds(compare(tmp_path, SMITH.replace(*change), doi="10.1000/one")) == [
        "printed-otherwise"
    ]


@pytest.mark.parametrize(
    "title",
    ["{G}ates and {C}itations", "Gates and citations.", "Gates and citations: a subtitle",
     r"Gates \& citations"],
)  # fmt: skip
def test_what_is_written_differently_alone_is_no_note(tmp_path: Path, title: str) -> None:
    printed = compare(tmp_path, SMITH.replace("Gates and citations", title))
    assert "other-work" not in kinds(printed)
    assert kinds(printed) == [] or "&" in title


def test_of_a_key_that_stands_twice_the_last_counts_and_the_pair_is_named(tmp_path: Path) -> None:
    printed = compare(tmp_path, OTHER + SMITH)
    assert kinds(printed) == []
    (said,) = printed.warnings
    assert said.startswith("refs.bib: the key 'smith2024' stands twice, “Fermented cabbage”")
    assert kinds(compare(tmp_path, SMITH + OTHER)) == ["other-work"]


def test_of_two_files_the_last_counts(tmp_path: Path) -> None:
    printed = compare(tmp_path, SMITH, OTHER)
    assert kinds(printed) == ["other-work"]
    assert "refs.bib and refs1.bib" in printed.warnings[0]


def test_the_first_of_two_is_nowhere_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "refs.bib").write_text(OTHER + SMITH)
    (tmp_path / "paper.md").write_text("---\nbibliography: refs.bib\n---\n[@smith2024]\n")
    main(["init", "paper.md"])
    assert load_corpus(tmp_path / "refs.ars.yaml").entries["smith2024"].byline == "Smith 2024"


@pytest.mark.slow
def test_nothing_changed_costs_no_pandoc_and_little_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = "".join(SMITH.replace("smith2024", f"k{number}") for number in range(1000))
    first = compare(tmp_path, many + OTHER)
    monkeypatch.setattr(records, "find_pandoc", lambda: pytest.fail("Pandoc was asked again"))
    paths = [tmp_path / "refs.bib"]
    corpus = load_corpus(tmp_path / "refs.ars.yaml")
    environment = {"ARS_CACHE_DIR": str(tmp_path / "cache")}
    times = []
    for _ in range(5):
        begun = time.perf_counter()
        assert compare_files(paths, corpus, environment) == first
        times.append(time.perf_counter() - begun)
    assert min(times) < 0.03


@pytest.mark.parametrize("file", ["refs.bib", "refs.ars.yaml"])
def test_a_change_of_either_file_is_compared_anew(tmp_path: Path, file: str) -> None:
    assert kinds(compare(tmp_path, OTHER)) == ["other-work"]
    if file == "refs.bib":
        assert kinds(compare(tmp_path, SMITH)) == []
    else:
        fields = {"title": "Fermented cabbage", "authors": [{"family": "Wu"}]}
        assert kinds(compare(tmp_path, OTHER, **fields)) == []


def test_a_cache_that_is_damaged_is_compared_anew(tmp_path: Path) -> None:
    compare(tmp_path, OTHER)
    for kept in (tmp_path / "cache" / "printed").glob("*.json"):
        kept.write_text("[")
    assert kinds(compare(tmp_path, OTHER)) == ["other-work"]


def test_a_bibliography_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    sidecar = write_sidecar(tmp_path / "refs.ars.yaml", raw_entry())
    path = tmp_path / "refs.odd"
    path.write_text("what is this")
    printed = compare_files([path], load_corpus(sidecar), {"ARS_CACHE_DIR": str(tmp_path)})
    assert "could not be compared" in printed.warnings[0]


@pytest.mark.parametrize("issued", ["2023", {"year": "2023"}, {"date-parts": [["2023"]]}])
def test_the_references_of_the_document_itself(tmp_path: Path, issued: Any) -> None:
    def meta(value: Any) -> Any:
        if isinstance(value, dict):
            return {"t": "MetaMap", "c": {name: meta(one) for name, one in value.items()}}
        if isinstance(value, list):
            return {"t": "MetaList", "c": [meta(one) for one in value]}
        return {"t": "MetaString", "c": value}

    reference = {
        "id": "smith2024", "title": "Gates and citations", "issued": issued,
        "author": [{"family": "Smith", "given": "Jane"}],
    }  # fmt: skip
    corpus = load_corpus(write_sidecar(tmp_path / "refs.ars.yaml", raw_entry()))
    environment = {"ARS_CACHE_DIR": str(tmp_path / "cache")}
    printed = compare_printed({"references": meta([reference])}, [tmp_path], corpus, environment)
    assert [one.message for one in printed.differences["smith2024"]] == [
        "the document itself says 2023, the sidecar 2024"
    ]


def test_validate_and_update_name_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write_sidecar(tmp_path / "refs.ars.yaml", raw_entry())
    (tmp_path / "refs.bib").write_text(OTHER)
    (tmp_path / "paper.md").write_text("---\nbibliography: refs.bib\n---\n[@smith2024, p. 3]\n")
    assert main(["validate", "refs.ars.yaml"]) == 0
    said = "smith2024: another work: refs.bib says “Fermented cabbage”, the sidecar “Gates and cit"
    assert said in capsys.readouterr().out
    main(["init", "--update", "paper.md"])
    assert said in capsys.readouterr().err
    assert json.loads((tmp_path / "refs.ars.yaml").read_text())["literature_corpus"]
