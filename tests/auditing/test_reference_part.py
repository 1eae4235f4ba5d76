"""A reference list that prints another work than the sidecar speaks of."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.auditing.audited import HELD, audited
from tests.corpus.sidecars import raw_entry

TITLE = "References printed otherwise than the sidecar says"
PAPER = "---\nbibliography: refs.bib\n---\n\nA [@smith2024, p. 3].\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def printed(
    folder: Path, doi: str = "", year: int = 2024, title: str = "Gates and citations"
) -> tuple[str, ...]:
    own = f", doi = {{{doi}}}" if doi else ""
    (folder / "refs.bib").write_text(
        f"@article{{smith2024, author = {{Smith, Jane}}, title = {{{title}}}, year = {year}{own}}}\n"
        "@article{nobody, title = {Quite another}, year = 1900}\n"
    )
    part = audited(folder, PAPER, raw_entry(doi="10.1000/one", **HELD)).get(TITLE)
    assert part is None or part.alarming
    return () if part is None else part.lines


@pytest.mark.parametrize("title", ["Gates and citations", "Gates and Citations: a study"])
@pytest.mark.parametrize("doi", ["", "10.1000/ONE", "https://doi.org/10.1000/one"])
def test_the_same_work_is_no_difference(tmp_path: Path, title: str, doi: str) -> None:
    assert printed(tmp_path, doi, 2024, title) == ()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"year": 2023}, "smith2024: refs.bib says 2023, the sidecar 2024"),
        ({"year": 2022}, "smith2024: refs.bib says 2022, the sidecar 2024"),
        ({"year": 2026}, "smith2024: refs.bib says 2026, the sidecar 2024"),
        (
            {"doi": "10.1000/two"},
            "smith2024: refs.bib has the DOI 10.1000/two, the sidecar 10.1000/one",
        ),
        (
            {"title": "On apples"},
            "smith2024: refs.bib says “On apples”, the sidecar “Gates and citations”",
        ),
    ],
)
def test_another_work_is_named(tmp_path: Path, given: dict[str, object], said: str) -> None:
    assert printed(tmp_path, **given) == (said,)  # type: ignore[arg-type]


def test_what_the_document_prints_itself_counts_too(tmp_path: Path) -> None:
    text = "---\nreferences:\n- id: smith2024\n  title: On apples\n---\n\nA [@smith2024, p. 3].\n"
    (line,) = audited(tmp_path, text, raw_entry(**HELD))[TITLE].lines
    assert line.startswith("smith2024: the document itself says “On apples”")


def test_what_cannot_be_compared_is_said(tmp_path: Path) -> None:
    (tmp_path / "refs.json").write_text("{ no bibliography")
    text = PAPER.replace("refs.bib", "refs.json")
    (line,) = audited(tmp_path, text, raw_entry(**HELD))[TITLE].lines
    assert line.startswith("what is printed could not be compared: ")
