r"""Files that a document reads in: `{{< include >}}`, children, `#+include:`, `\input`."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.citations.find import find_citations
from ars_pandoc.documents.inputs import expand_inputs
from ars_pandoc.documents.read_source import Document, read_source
from tests.documents.test_inputs import write


def read(name: str, **variables: str) -> Document:
    [source] = expand_inputs([name])
    return read_source(source, variables)


def keys(document: Document) -> list[str | None]:
    return [citation.key for citation, _ in find_citations(document.ast).citations]


WAYS = {
    "book/a.qmd": "{{{{< include {} >}}}}\n",
    "book/a.Rmd": '```{{r, child="{}"}}\n```\n',
    "book/a.org": '#+include: "{}"\n',
    "book/a.tex": "\\input{{{}}}\n",
}
CITES = {".qmd": "[@x]", ".Rmd": "[@x]", ".org": "[cite:@x]", ".tex": "\\cite{x}"}


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each kind of document, in a folder of its own."""
    (tmp_path / "book").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TEXINPUTS", raising=False)
    name: str = request.param
    return name


def prepare(way: str, target: str) -> str:
    """Write a document that reads in a file, and that file; give the document."""
    ending = Path(way).suffix
    write(Path(), {way: WAYS[way].format(target + ending)})
    write(Path("book"), {target + ending: f"Words {CITES[ending]}.\n"})
    return way


def test_the_documents_folder_may_be_read(way: str) -> None:
    document = read(prepare(way, "part"), ARS_LOCKED="1")
    assert (keys(document), document.warnings) == (["x"], ())


def test_a_file_outside_is_named(way: str) -> None:
    document = read(prepare(way, "../part"))
    assert keys(document) == []
    [warning] = document.warnings
    assert f"lies outside of the document's folder {Path('book').absolute()}" in warning
    assert warning.startswith(f"{way}:1: ../part")


@pytest.mark.parametrize("mark", ["_quarto.yml", ".git"])
def test_the_projects_folder_may_be_read_unless_it_is_locked(way: str, mark: str) -> None:
    write(Path(), {mark: ""})
    name = prepare(way, "../part")
    document = read(name)
    assert (keys(document), document.warnings) == (["x"], ())
    locked = read(name, ARS_LOCKED="1")
    assert keys(locked) == []
    assert "lies outside of the document's folder" in locked.warnings[0]


def test_a_link_is_what_it_leads_to(way: str, tmp_path: Path) -> None:
    name = prepare(way, "part")
    ending = Path(way).suffix
    Path("book", f"part{ending}").rename(f"outside{ending}")
    Path("book", f"part{ending}").symlink_to(tmp_path / f"outside{ending}")
    document = read(name)
    assert keys(document) == []
    assert "lies outside" in document.warnings[0]


def test_what_is_missing_is_named(way: str) -> None:
    write(Path(), {way: WAYS[way].format("gone")})
    [warning] = read(way).warnings
    assert warning == f"{way}:1: gone is not there, so what it cites is not judged"


def test_a_circle_ends(way: str) -> None:
    ending = Path(way).suffix
    name = prepare(way, "part")
    part = Path("book", f"part{ending}")
    part.write_text(part.read_text() + WAYS[way].format(Path(way).name))
    document = read(name)
    assert keys(document) == ["x"]
    [warning] = document.warnings
    assert "reads itself in, in a circle" in warning
    assert warning.startswith(f"{part}:2:")


def test_files_that_multiply_end(way: str) -> None:
    ending = Path(way).suffix
    files = {f"{n}{ending}": (WAYS[way].format(f"{n + 1}{ending}") + "\n") * 9 for n in range(9)}
    write(Path("book"), {**files, f"9{ending}": "x\n"})
    write(Path(), {way: WAYS[way].format(f"0{ending}")})
    [source] = expand_inputs([way])
    warnings = read_source(source).warnings
    assert any("more than 5000 files" in warning for warning in warnings)


def test_what_is_no_text_is_named(way: str) -> None:
    write(Path(), {way: WAYS[way].format("part.bin")})
    Path("book/part.bin").write_bytes(b"PK\0")
    [warning] = read(way).warnings
    assert "part.bin is no text" in warning


def test_a_folder_or_a_pipe_is_no_file(way: str) -> None:
    write(Path(), {way: WAYS[way].format("pipe")})
    os.mkfifo("book/pipe")
    assert "pipe is not there" in read(way).warnings[0]


def test_a_part_begins_without_a_byte_order_mark(way: str) -> None:
    ending = Path(way).suffix
    name = prepare(way, "part")
    part = Path("book", f"part{ending}")
    part.write_text("\ufeff" + part.read_text())
    assert "\ufeff" not in json.dumps(read(name).ast, ensure_ascii=False)


def test_what_an_editor_holds_counts(way: str) -> None:
    name = prepare(way, "part")
    ending = Path(way).suffix
    [source] = expand_inputs([name])
    part = Path("book", f"part{ending}")
    changed = part.read_text().replace("x", "y")
    assert keys(read_source(source, {}, texts={part: changed})) == ["y"]
    own = Path(name).read_text() + "\nOwn " + CITES[ending] + "\n"
    assert keys(read_source(source, {}, texts={Path(name): own})) == ["x", "x"]


def test_a_path_from_the_root_is_from_that_of_the_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(
        tmp_path,
        {
            "_quarto.yml": "book: {chapters: [ch/a.qmd]}",
            "ch/a.qmd": "{{< include /parts/_b.qmd >}}\n",
            "parts/_b.qmd": "{{< include _c.qmd >}}\n",
            "parts/_c.qmd": "[@x]\n",
        },
    )
    assert keys(read("ch/a.qmd")) == ["x"]
    # A part is a document too.
    assert keys(read("parts/_c.qmd")) == ["x"]


def test_markdown_stays_as_it_is(tmp_path: Path) -> None:
    write(tmp_path, {"a.md": "{{< include b.md >}}\n", "b.md": "[@x]\n"})
    document = read(str(tmp_path / "a.md"))
    assert (keys(document), document.warnings, document.assembly) == ([], (), None)


def test_a_macro_may_name_a_file(tmp_path: Path) -> None:
    write(tmp_path, {"a.tex": "\\newcommand{\\ch}[1]{\\input{ch/#1}}\n\\input{\\jobname}\n"})
    first, second = read(str(tmp_path / "a.tex")).warnings
    assert "a macro names the file ch/#1" in first
    assert "a macro names the file \\jobname" in second


def test_an_error_of_pandocs_names_the_file_and_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"a.tex": "Words.\n\\input{b}\n", "b.tex": "One.\n\nTwo \\begin{x} words.\n"})
    with pytest.raises(ArsError) as caught:
        read("a.tex")
    assert "ars-read" not in str(caught.value)
    assert "b.tex (line " in str(caught.value) or "a.tex (line " in str(caught.value)
