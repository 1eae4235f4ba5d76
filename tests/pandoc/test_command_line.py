"""What a Pandoc command line asks for, checked against Pandoc where it can tell."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from ars_pandoc.pandoc.command_line import PandocOptions, is_gate, read_options
from ars_pandoc.pandoc.executable import bundled_pandoc


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        (["a.md", "-o", "out.html"], "out.html"),
        (["-oout.html", "a.md"], "out.html"),
        (["-sCo", "out.html", "a.md"], "out.html"),
        (["--output=out.html", "a.md"], "out.html"),
        (["--output", "out.html", "a.md"], "out.html"),
        (["--out", "out.html", "a.md"], "out.html"),
        (["-o", "first.html", "-o", "out.html", "a.md"], "out.html"),
        (["-o", "-", "a.md"], None),
        (["a.md"], None),
    ],
)
def test_the_output_is_where_pandoc_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], output: str | None
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.md").write_text("text\n", encoding="utf-8")
    assert read_options(arguments).output == output
    subprocess.run([bundled_pandoc().path, *arguments], capture_output=True, check=True)
    assert {path.name for path in tmp_path.iterdir()} == {"a.md"} | ({output} if output else set())


def test_values_are_not_taken_for_inputs() -> None:
    options = read_options(
        ["-M", "title=x", "--metadata", "a=b", "-f", "markdown", "--toc", "in.md", "--csl", "x.csl"]
    )
    assert options.inputs == ("in.md",)


def test_all_behind_two_dashes_are_inputs() -> None:
    assert read_options(["-o", "x", "--", "-weird.md", "b.md"]).inputs == ("-weird.md", "b.md")


def test_standard_input_is_an_input() -> None:
    assert read_options(["-", "-o", "x.html"]).inputs == ("-",)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--filter", "ars-gate"],
        ["--filter=ars-gate"],
        ["-F", "ars-gate"],
        ["-Fars-gate"],
        ["-F", "/home/x/filters/ars-gate.py"],
        ["-F", r"C:\tools\ars-gate.exe"],
        ["-L", "ars-gate.lua"],
        ["--lua-filter=filters/ars-gate.lua"],
        ["-F", "pandoc-crossref", "-F", "ars-gate"],
    ],
)
def test_the_gate_is_seen_in_each_of_its_forms(arguments: list[str]) -> None:
    assert read_options(arguments).names_gate


@pytest.mark.parametrize("name", ["pandoc-crossref", "my-ars-gate-helper", "gate", "stars-gate.py"])
def test_other_filters_are_not_the_gate(name: str) -> None:
    assert not is_gate(name)


@pytest.mark.parametrize(
    ("arguments", "pdf"),
    [
        (["-o", "x.pdf"], True),
        (["-o", "x.PDF"], True),
        (["-t", "pdf", "-o", "x.bin"], True),
        (["-t", "html", "-o", "x.html"], False),
        (["x.pdf"], False),
    ],
)
def test_pdf_is_seen_by_name_or_format(arguments: list[str], pdf: bool) -> None:
    assert read_options(arguments).makes_pdf is pdf


def test_format_extensions_are_left_off() -> None:
    assert read_options(["-t", "typst+citations-smart"]).to == "typst"


def test_a_defaults_file_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("base.yaml").write_text("pdf-engine: tectonic\nto: latex\n", encoding="utf-8")
    Path("book.yaml").write_text(
        "defaults: ${.}/base\noutput-file: book.pdf\nto: typst\ninput-files: [one.md, two.md]\n"
        "filters:\n- pandoc-crossref\n- type: json\n  path: tools/ars-gate.py\n- type: citeproc\n",
        encoding="utf-8",
    )
    assert read_options(["-d", "book", "three.md"]) == PandocOptions(
        inputs=("one.md", "two.md", "three.md"),
        output="book.pdf",
        to="typst",
        pdf_engine="tectonic",
        filters=("pandoc-crossref", "tools/ars-gate.py"),
    )


def test_a_defaults_file_of_the_users_data_folder_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "data" / "defaults"
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text("filters: [ars-gate]\n", encoding="utf-8")
    assert read_options(["--data-dir", "data", "-d", "mine"]).names_gate
    assert not read_options(["-d", "mine"]).names_gate


@pytest.mark.parametrize("text", ["a: [", "- only\n- a list\n", "defaults: loop\n", ""])
def test_a_broken_or_circular_defaults_file_is_left_to_pandoc(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("loop.yaml").write_text(text, encoding="utf-8")
    assert read_options(["-d", "loop", "-o", "x.html"]).output == "x.html"
