from __future__ import annotations

import json
from pathlib import Path

import pytest

from ars_pandoc.cli import main
from ars_pandoc.corpus.ledger import ledger_path
from tests.corpus.sidecars import raw_entry, write_sidecar

LEDGER = """\
human_read:
- citation_key: a
  marked_at: 2026-05-14T10:00:00Z
- citation_key: b
  marked_at: 2026-05-14T10:00:30Z
  read_scope: {level: sections, locators: [section 3], note: for chapter 2}
- citation_key: gone
  marked_at: 2026-05-15
  read_scope: {level: full_text}
- citation_key: c
  marked_at: 2026-05-15
  rescinded_at: 2026-05-16
"""


@pytest.fixture
def sidecar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARS_CORPUS", raising=False)
    path = write_sidecar(tmp_path / "refs.ars.yaml", *(raw_entry(key) for key in "abc"))
    ledger_path(path).write_text(LEDGER, encoding="utf-8")
    return path


@pytest.mark.usefixtures("sidecar")
def test_what_was_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list-read"]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert lines == [
        "key marked scope note",
        "a 2026-05-14T10:00:00Z unknown",
        "b 2026-05-14T10:00:30Z sections: section 3 for chapter 2",
        "gone 2026-05-15 full_text not in the sidecar.",
        "refs.ars.yaml: 2 of 3 sources marked as read",
        "not known to be read in full: a",
        "marked within one minute of each other: a, b",
    ]


@pytest.mark.usefixtures("sidecar")
def test_what_was_not_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list-read", "--unread"]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert lines == [
        "key who title",
        "c Smith 2024 Gates and citations",
        "refs.ars.yaml: 1 of 3 sources not read",
    ]


@pytest.mark.usefixtures("sidecar")
def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list-read", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["sidecar"] == "refs.ars.yaml"
    assert data["read"][1] == {
        "citation_key": "b",
        "marked_at": "2026-05-14T10:00:30Z",
        "level": "sections",
        "locators": ["section 3"],
        "note": "for chapter 2",
        "in_sidecar": True,
    }
    assert data["marked_together"] == [["a", "b"]]
    assert main(["list-read", "--format", "json", "--unread"]) == 0
    assert json.loads(capsys.readouterr().out)["unread"] == ["c"]


def test_markup_and_long_titles_are_shown_as_they_are(
    sidecar: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_sidecar(sidecar, raw_entry("x", title="[bold]very[/bold] " + "long " * 30))
    assert main(["list-read", "--unread"]) == 0
    out = capsys.readouterr().out
    assert "[bold]very[/bold] long" in out
    assert len(out.splitlines()) == 3
    assert "\x1b" not in out
