"""Documents that once ended in a fault of the program's own, or took minutes."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from ars_pandoc.cli import main
from tests.corpus.sidecars import raw_entry, write_sidecar


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("ARS_CORPUS", "ARS_LOCKED", "ARS_MODE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    write_sidecar(tmp_path / "refs.ars.yaml", raw_entry("a"))
    return tmp_path


@pytest.mark.parametrize(
    "command", ["check", "status", "init", "read", "doctor", "finalize", "audit"]
)
def test_a_bibliography_with_a_zero_byte_in_its_name(
    folder: Path, capfd: pytest.CaptureFixture[str], command: str
) -> None:
    (folder / "p.md").write_text('---\nbibliography: "refs\\0x.bib"\n---\n\n[@a, p. 3]\n', "utf-8")
    assert main([command, "p.md"]) in (0, 1, 2)
    said = "".join(capfd.readouterr())
    assert "a fault of ars-pandoc" not in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("<!-- ref: the style guide says so -->", "the style guide says so"),
        ("<!-- ref: Müller, see the list -->", "Müller"),
        ("<!--ref:later-->", "<!--ref:later-->"),
        ("<!-- anchor: page: 3 -->", "anchor"),
    ],
)
def test_a_note_in_a_document_without_sources_is_named_as_one(
    folder: Path, capfd: pytest.CaptureFixture[str], text: str, named: str
) -> None:
    (folder / "alone").mkdir()
    (folder / "alone" / "p.md").write_text(f"Hello {text} there.\n", "utf-8")
    assert main(["check", "alone/p.md"]) == 2
    said = "".join(capfd.readouterr())
    assert named in said.splitlines()[1]
    assert "begin it with 'note:'" in said
    assert "no sidecar was found" in said


def test_a_marker_with_its_anchor_is_taken_for_no_note(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "alone").mkdir()
    text = "Hello <!--ref:roe2021--><!--anchor:page:3--> there.\n"
    (folder / "alone" / "p.md").write_text(text, "utf-8")
    assert main(["check", "alone/p.md"]) == 2
    said = "".join(capfd.readouterr())
    assert "no sidecar is named" in said.splitlines()[1]
    assert "note:" not in said


def test_two_notes_are_no_marker_and_its_anchor(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    notes = "<!-- ref needed --> <!-- anchors away -->"
    (folder / "p.md").write_text(f"Hello {notes} there.\n", "utf-8")
    assert main(["check", "p.md", "--corpus", "refs.ars.yaml"]) == 0
    assert main(["strip", "p.md"]) == 0
    assert notes in (folder / "p.md").read_text("utf-8")
    # Where the word is a key, it is a marker without its colon.
    (folder / "p.md").write_text("Hello <!-- ref a --> <!-- anchors away --> there.\n", "utf-8")
    assert main(["check", "p.md", "--corpus", "refs.ars.yaml"]) == 1
    assert "lacks the colon" in "".join(capfd.readouterr())


@pytest.mark.slow
def test_twenty_thousand_markers_in_one_word_took_most_of_a_minute(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "p.md").write_text("x" + "<!--ref:-->" * 20_000 + "\n", "utf-8")
    monkeypatch.setenv("ARS_CORPUS", "refs.ars.yaml")
    for command in ("check", "finalize", "strip"):
        start = time.monotonic()
        assert main([command, "p.md"]) in (0, 1, 2)
        assert time.monotonic() - start < 40  # 3 to 6 on an idle machine


@pytest.mark.slow
@pytest.mark.parametrize("marker", ["<!--ref:-->", "<!--ref:a-->", "<!--anchor:page:3-->", "[@a]"])
def test_thousands_of_markers_in_one_word_took_minutes(folder: Path, marker: str) -> None:
    (folder / "p.md").write_text("x" + marker * 5000 + "\n", "utf-8")
    start = time.monotonic()
    assert main(["check", "p.md", "--corpus", "refs.ars.yaml"]) in (1, 2)
    assert time.monotonic() - start < 60
