from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ars_pandoc.cli import main
from tests.cli.terminal import converse
from tests.corpus.sidecars import raw_entry, write_sidecar

ARS = Path(sys.executable).with_name("ars")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARS_CORPUS", raising=False)
    return tmp_path


def test_a_quote_is_encoded(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["anchor", "smith2024", "--quote", "50% of  all — yes"]) == 0
    said = capsys.readouterr()
    assert said.out == (
        "<!--ref:smith2024--><!--anchor:quote:50%25%20of%20all%20%E2%80%94%20yes-->\n"
    )
    assert said.err == ""


def test_several_anchors_stand_behind_one_ref(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["anchor", "@a", "--page", "pp. 3-4", "--quote", "one two three"]) == 0
    assert capsys.readouterr().out == (
        "<!--ref:a--><!--anchor:quote:one%20two%20three--><!--anchor:page:3-4-->\n"
    )


def test_a_quote_comes_from_standard_input(folder: Path) -> None:
    done = subprocess.run(
        [ARS, "anchor", "a", "--quote", "-", "--native"],
        input="\ufeffthree “curly”\r\nwords\n".encode(),
        capture_output=True,
        check=True,
        cwd=folder,
    )
    assert done.stdout.decode() == '[[@a]]{quote="three “curly” words"}\n'


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--quote", "two words"], "at least 3"),
        (["--quote", " ".join("b" * 26)], "26 words"),
        (["--page", "here"], "is no page"),
        ([], "give one of --quote"),
        (["--page", "1", "--section", "2", "--native"], "--native takes one"),
    ],
)
def test_what_the_gate_would_refuse_is_not_printed(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["anchor", "a", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert why in said.err


def test_an_unknown_key_is_told_and_the_near_one(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_sidecar(folder / "refs.ars.yaml", raw_entry("smith2024"))
    assert main(["anchor", "smith2042", "--page", "3"]) == 0
    said = capsys.readouterr()
    assert (
        said.err == "warning: refs.ars.yaml has no entry for 'smith2042'; did you mean smith2024?\n"
    )
    assert main(["anchor", "smith2024", "--page", "3"]) == 0
    assert capsys.readouterr().err == ""
    assert main(["anchor", "a", "--page", "3", "--corpus", "gone.yaml"]) == 2


def test_without_a_clipboard_nothing_is_lost(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert main(["anchor", "a", "--page", "3", "--copy"]) == 2
    said = capsys.readouterr()
    assert said.out == "<!--ref:a--><!--anchor:page:3-->\n"
    assert "there is no clipboard here" in said.err
    code, shown = converse(["anchor", "a", "--page", "3"], folder, [])
    assert (code, shown) == (0, "<!--ref:a--><!--anchor:page:3-->\n")


@pytest.mark.skipif(sys.platform != "linux", reason="clipboards are reached otherwise elsewhere")
def test_the_marker_goes_to_the_clipboard(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = folder / "bin" / "wl-copy"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\ncat > {folder}/clipboard\n", encoding="utf-8")
    program.chmod(0o755)
    program.with_name("wl-paste").symlink_to(program)
    monkeypatch.setenv("PATH", os.pathsep.join([str(program.parent), os.environ["PATH"]]))
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    code, shown = converse(["anchor", "a", "--page", "3"], folder, [])
    assert (code, shown) == (0, "<!--ref:a--><!--anchor:page:3-->\ncopied to the clipboard\n")
    assert (folder / "clipboard").read_text() == "<!--ref:a--><!--anchor:page:3-->"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--interactive"], "name the document: ars anchor --interactive FILE"),
        ([], "name a source by its key: ars anchor KEY --page 12"),
    ],
)
def test_what_is_to_be_named_is_said(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["anchor", *words]) == 2
    assert told in capsys.readouterr().err
