"""The text behind a render: `ars render` refuses by it, and no verdict rests on a command line."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path

import pytest

from ars_pandoc.gate import run
from ars_pandoc.pandoc.command_line import PandocOptions
from tests.checking.papers import write_paper
from tests.pandoc_documents import read_document

TEXT = "Known [@read, p. 1].\n"
MORE = f"{TEXT}\nNobody sees `code` or \\volcite{{2}}[3]{{unread}}, glued text@read.\n"


def gate(
    folder: Path, asked: PandocOptions | None, **environment: str
) -> tuple[int, bytes, list[str]]:
    document = json.dumps(read_document(TEXT)).encode()
    out, err = io.BytesIO(), io.StringIO()
    known = {"ARS_CORPUS": str(folder / "literature_corpus.yaml"), **environment}
    code = run(io.BytesIO(document), out, err, known, "html", asked=lambda: asked)
    return code, out.getvalue(), err.getvalue().splitlines()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_paper(tmp_path, MORE)
    return tmp_path


@pytest.mark.parametrize(
    "asked",
    [
        None,
        PandocOptions(inputs=("paper.md",)),
        PandocOptions(inputs=("paper.md",), reader="markdown"),
        PandocOptions(inputs=("gone.md",)),
        PandocOptions(inputs=("paper.md", "-")),
        PandocOptions(inputs=(".",)),
        PandocOptions(),
    ],
)
def test_no_verdict_rests_on_the_command_line(folder: Path, asked: PandocOptions | None) -> None:
    code, out, said = gate(folder, asked)
    assert (code, out) == gate(folder, None)[:2]
    compared = asked is not None and asked.inputs == ("paper.md",)
    assert ("the text was not compared" in said[-1]) is not compared
    assert len(said) == 1 + compared


def test_a_reader_without_text_is_said_to_be_not_compared(folder: Path) -> None:
    asked = PandocOptions(inputs=("paper.md",), reader="docx+citations")
    assert "the text was not compared" in gate(folder, asked)[2][-1]


def test_what_ars_render_names_refuses(folder: Path) -> None:
    code, out, said = gate(folder, None, ARS_INPUT="paper.md", ARS_READER="")
    assert (code, out) == (1, b"")
    assert said[0].startswith("ars-gate: refused: 2 of 3 citations cannot pass")


def test_what_another_caller_names_warns(folder: Path) -> None:
    code, _, said = gate(folder, None, ARS_INPUT="paper.md")
    assert code == 0
    assert said[0].startswith("ars-gate: warning: 2 citations in the text that Pandoc does not see")


def test_a_draft_names_what_it_cannot_show(folder: Path) -> None:
    code, _, said = gate(folder, None, ARS_INPUT="paper.md", ARS_READER="", ARS_MODE="draft")
    assert code == 0
    assert "ars-gate: warning: paper.md:3: unread: it is written as a citation" in said[0]
    assert said[-1].startswith("ars-gate: draft: 2 of 3 citations marked as unverified")


def test_several_files_are_compared_each(folder: Path) -> None:
    (folder / "two.md").write_text("Again \\volcite{2}{unread}.\n")
    names = os.pathsep.join(("paper.md", "two.md"))
    said = gate(folder, None, ARS_INPUT=names, ARS_READER="markdown")[2]
    assert any("two.md:1: " in line for line in said)
