"""A retraction that the pinned article tells of itself, in every order of pinning and verifying."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ars_pandoc.cli import main
from ars_pandoc.corpus.edit_ledger import mark_read
from tests.conftest import PANDOCS, run_pandoc
from tests.corpus.sidecars import raw_entry, write_sidecar

TITLE = "How publishers bypass review and what comes of it"
RETRACTED = '<related-article related-article-type="retraction-forward"/>'
NOTICE = '<related-article related-article-type="retracted-article"/>'


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("ARS_CORPUS", "ARS_SOURCES", "ARS_LOCKED"):
        monkeypatch.delenv(name, raising=False)


def passport(title: str = TITLE, **fields: str) -> None:
    mark_read(write_sidecar(Path("passport.yaml"), raw_entry(title=title, **fields)), ["smith2024"])


def pin(related: str = "", doi: str = "", kind: str = "research-article") -> int:
    identifier = f'<article-id pub-id-type="doi">{doi}</article-id>' if doi else ""
    Path("article.xml").write_text(
        f'<article article-type="{kind}"><front><article-meta>{identifier}<title-group>'
        f"<article-title>{TITLE}</article-title></title-group><contrib-group>"
        "<contrib contrib-type='author'><name><surname>Smith</surname><given-names>Ada"
        "</given-names></name></contrib></contrib-group>"
        f"{related}</article-meta></front><body><p>When publishers bypass peer review, nobody "
        "is told of it, and nobody asks.</p></body></article>",
        encoding="utf-8",
    )
    return main(["pin", "smith2024", "article.xml"])


def verify() -> int:
    return main(["verify", "smith2024", "--method", "manual_grep", "--yes"])


def status(folder: Path) -> str:
    run_pandoc(
        PANDOCS[0],
        ["-t", "html", "-M", "ars-report=report.json"],
        folder=folder,
        text="A <!--ref:smith2024--><!--anchor:page:12-->.",
    )
    report = json.loads(Path("report.json").read_bytes())
    return str(report["documents"][0]["citations"][0]["status"])


def test_pinned_then_verified(tmp_path: Path) -> None:
    passport()
    assert pin(RETRACTED) == 0
    assert verify() == 0
    assert status(tmp_path) == "HIGH-WARN-RETRACTED"


def test_verified_then_pinned(tmp_path: Path) -> None:
    passport()
    assert verify() == 0
    assert status(tmp_path) == "ok"
    assert pin(RETRACTED) == 0
    assert status(tmp_path) == "HIGH-WARN-RETRACTED"


def test_held_and_not_surely_the_source_until_a_person_vouches_for_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    passport("A title that the writer has quite wrong")
    assert pin(RETRACTED) == 1
    assert status(tmp_path) != "HIGH-WARN-RETRACTED"
    capsys.readouterr()
    assert verify() == 0
    assert "the article that is pinned says that it was retracted" in capsys.readouterr().out
    assert status(tmp_path) == "HIGH-WARN-RETRACTED"


@pytest.mark.parametrize("order", [(RETRACTED, ""), ("", RETRACTED)])
def test_a_snapshot_without_the_mark_takes_no_retraction_back(
    tmp_path: Path, order: tuple[str, str]
) -> None:
    passport()
    for related in order:
        assert pin(related) == 0
    verify()
    assert status(tmp_path) == "HIGH-WARN-RETRACTED"


def test_what_calls_itself_another_work_says_nothing_of_the_source(tmp_path: Path) -> None:
    passport("A title that the writer has quite wrong", doi="10.1000/one")
    assert pin(RETRACTED, doi="10.1000/other") == 1
    assert verify() == 0
    assert status(tmp_path) != "HIGH-WARN-RETRACTED"


def test_a_notice_is_not_the_paper(tmp_path: Path) -> None:
    passport("A title that the writer has quite wrong")
    pin(NOTICE, kind="retraction")
    assert verify() == 0
    assert status(tmp_path) != "HIGH-WARN-RETRACTED"
