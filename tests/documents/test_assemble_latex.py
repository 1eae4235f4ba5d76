r"""What `\input` and its kin read in, and where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.documents.assemble_latex import assemble_latex
from tests.documents.pieces import each_character_stands_there, put_together


def read(folder: Path, files: dict[str, str]) -> str:
    text, warnings = put_together(assemble_latex, folder, "main.tex", files)
    assert warnings == ()
    each_character_stands_there(text)
    return text.text


@pytest.mark.parametrize(
    "command",
    [
        r"\input{part}",
        r"\input{part.tex}",
        r"\include{part}",
        r"\subfile{part}",
        r"\import{./}{part}",
        r"\subimport{./}{part}",
        r"\input part ",
    ],
)
def test_each_command_that_reads_a_file_in(tmp_path: Path, command: str) -> None:
    said = read(tmp_path, {"main.tex": f"A {command} Z", "part.tex": "\\cite{b}\n"})
    assert said.split() == ["A", "\\cite{b}", "Z"]


@pytest.mark.parametrize("text", ["A % \\input{part}\nZ", "A \\% Z", "A \\inputs{part} Z"])
def test_what_reads_nothing_in_stays(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, {"main.tex": text, "part.tex": "\\cite{b}\n"}) == text


def test_letters_in_front_of_a_part_do_not_run_into_it(tmp_path: Path) -> None:
    said = read(tmp_path, {"main.tex": "\\emph\\input{part}", "part.tex": "words"})
    assert said == "\\emph words"


def test_a_comment_at_the_end_of_a_part_ends_there(tmp_path: Path) -> None:
    said = read(tmp_path, {"main.tex": "\\input{part} \\cite{a}", "part.tex": "B % the end\n"})
    assert said.endswith("% the end\n \\cite{a}")


@pytest.mark.parametrize(
    ("part", "body"),
    [
        ("\\documentclass{x}\n\\begin{document}B\\end{document} C", "B"),
        ("\\begin {document}B", "B"),
        ("% \\begin{document}\nB", "% \\begin{document}\nB"),
        ("\\begin{document}B % \\end{document}\nC\\end{document}", "B % \\end{document}\nC"),
        ("B\\endinput C", "B"),
        ("B\\endinputs C", "B\\endinputs C"),
        ("B % \\endinput\nC", "B % \\endinput\nC"),
        ("\\\\% \\endinput\nC", "\\\\% \\endinput\nC"),
        ("\\begin{document}B\\endinput C\\end{document}", "B"),
        ("\ufeffB\r\n", "B"),
        ("", ""),
    ],
)
def test_of_a_part_its_body_alone(tmp_path: Path, part: str, body: str) -> None:
    said = read(tmp_path, {"main.tex": "\\input{part}", "part.tex": part})
    assert said.strip() == body.strip()


def test_input_counts_from_the_main_file_and_subfile_from_its_own(tmp_path: Path) -> None:
    files = {
        "main.tex": "\\subfile{one/a}",
        "one/a.tex": "A \\input{b} \\subfile{c}",
        "one/b.tex": "beside",
        "b.tex": "at the top",
        "one/c.tex": "C",
    }
    said = read(tmp_path, files)
    assert "beside" in said
    assert "C" in said
    assert "at the top" not in said


def test_import_names_a_folder_for_all_below(tmp_path: Path) -> None:
    files = {
        "main.tex": "\\import{one/}{a}",
        "one/a.tex": "A \\input{b}",
        "one/b.tex": "beside",
        "b.tex": "at the top",
    }
    assert "beside" in read(tmp_path, files)


def test_the_folders_of_texinputs_are_looked_into(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEXINPUTS", str(tmp_path / "more"))
    assert "B" in read(tmp_path, {"main.tex": "\\input{b}", "more/b.tex": "B"})


@pytest.mark.parametrize("name", ["\\jobname", "part\\thechapter", "#1"])
def test_a_name_that_a_macro_gives_is_told(tmp_path: Path, name: str) -> None:
    said, warnings = put_together(
        assemble_latex, tmp_path, "main.tex", {"main.tex": f"A \\input{{{name}}} Z"}
    )
    assert said.text.split() == ["A", "Z"]
    [warning] = warnings
    assert "a macro names the file" in warning
    assert "main.tex:1" in warning


def test_a_part_that_is_not_there_is_told_and_its_command_goes(tmp_path: Path) -> None:
    said, warnings = put_together(
        assemble_latex, tmp_path, "main.tex", {"main.tex": "A\n\\input{none} Z"}
    )
    assert "none" not in said.text
    assert ["none is not there" in warning for warning in warnings] == [True]
    assert "main.tex:2" in warnings[0]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_places_hold_with_every_line_end(tmp_path: Path, end: str) -> None:
    text = f"A{end}B \\input{{part}}{end}Z"
    assert read(tmp_path, {"main.tex": text, "part.tex": f"C{end}D{end}"}).split() == [
        "A", "B", "C", "D", "Z",
    ]  # fmt: skip
