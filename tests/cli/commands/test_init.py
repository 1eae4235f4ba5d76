from __future__ import annotations

import json
from pathlib import Path

import pytest
import typst

from ars_pandoc.cli import main
from ars_pandoc.corpus.load_sidecar import load_corpus
from ars_pandoc.ingest.sidecar_yaml import unfinished_entries
from tests.cli.terminal import converse

BIB = """\
@book{a, author={Smith, Ada}, title={One}, year=2001}
@book{b, author={Smith, Ada}, title={Two}, year=2002}
@book{iliad, title={Iliad}, date={-0800}}
@book{uncited, author={Smith, Ada}, title={Three}, year=2003}
"""
PAPER = """\
---
bibliography: refs.bib
---

As [@a] and @b, in [@iliad] and [@gone], see @fig:one and \\@octocat.
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("ARS_CORPUS", "ARS_LOCKED", "ARS_MODE"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "paper.md").write_text(PAPER, encoding="utf-8")
    (tmp_path / "refs.bib").write_text(BIB, encoding="utf-8")
    return tmp_path


def test_an_entry_for_each_cited_key(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", "paper.md"]) == 1, "a key is in no bibliography"
    said = capsys.readouterr()
    assert said.out == (
        "refs.ars.yaml: 2 entries written\n"
        "next: ars verify --interactive paper.md\n"
        "then: correct the keys, or add them to the bibliography; "
        "then: ars init --update paper.md\n"
        "then: ars status paper.md\n"
    )
    assert said.err == (
        "1 record to be completed by hand:\n"
        "  iliad: lacks authors, year; written as a comment\n"
        "1 cited key without a record that can be read; no entry was written:\n"
        "  gone\n"
    )
    path = folder / "refs.ars.yaml"
    assert list(load_corpus(path).entries) == ["a", "b"]
    assert "# - citation_key: iliad\n" in path.read_text("utf-8")
    assert main(["validate", "--corpus", "refs.ars.yaml"]) == 0


def test_nothing_that_is_there_is_replaced(folder: Path) -> None:
    main(["init", "paper.md"])
    before = (folder / "refs.ars.yaml").read_bytes()
    (folder / "paper.md").write_text(PAPER.replace("@b", "@uncited"), encoding="utf-8")
    assert main(["init", "paper.md"]) == 2
    assert (folder / "refs.ars.yaml").read_bytes() == before


def test_update_adds_what_is_new_and_touches_nothing_else(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["init", "paper.md"])
    path = folder / "refs.ars.yaml"
    before = path.read_text("utf-8").replace("title: Two", "title: Two   # as on the cover")
    path.write_text(before, encoding="utf-8")
    capsys.readouterr()
    assert main(["init", "--update", "paper.md"]) == 1
    assert path.read_text("utf-8") == before
    assert capsys.readouterr().out.startswith("refs.ars.yaml: nothing to add\n")
    text = PAPER.replace("[@gone]", "[@uncited]")
    (folder / "paper.md").write_text(text, encoding="utf-8")
    assert main(["init", "--update", "paper.md"]) == 0
    assert list(load_corpus(path).entries) == ["a", "b", "uncited"]
    lines = path.read_text("utf-8").splitlines()
    assert [line for line in before.splitlines() if line not in lines] == []


def test_an_incomplete_entry_is_added_once_it_is_complete(folder: Path) -> None:
    main(["init", "paper.md"])
    bib = BIB.replace("title={Iliad}, date={-0800}", "author={Homer}, title={Iliad}, year=1998")
    (folder / "refs.bib").write_text(bib, encoding="utf-8")
    main(["init", "--update", "paper.md"])
    assert list(load_corpus(folder / "refs.ars.yaml").entries) == ["a", "b", "iliad"]


def test_all_records(folder: Path) -> None:
    main(["init", "--all", "paper.md", "-o", "all.yaml"])
    assert list(load_corpus(folder / "all.yaml").entries) == ["a", "b", "uncited"]


def test_a_folder_of_chapters_and_a_quarto_book(folder: Path) -> None:
    (folder / "paper.md").unlink()
    (folder / "book").mkdir()
    (folder / "book" / "1.qmd").write_text("See @a.\n", encoding="utf-8")
    (folder / "book" / "2.qmd").write_text("See @b.\n", encoding="utf-8")
    assert main(["init", "book", "--bibliography", "refs.bib"]) == 0
    assert list(load_corpus(folder / "refs.ars.yaml").entries) == ["a", "b"]
    (folder / "refs.bib").rename(folder / "book" / "refs.bib")
    project = "project: {type: book}\nbook: {chapters: [2.qmd, 1.qmd]}\nbibliography: refs.bib\n"
    (folder / "book" / "_quarto.yml").write_text(project, encoding="utf-8")
    (folder / "refs.ars.yaml").unlink()
    assert main(["init", "book"]) == 0
    assert list(load_corpus(folder / "book" / "refs.ars.yaml").entries) == ["b", "a"]


def test_a_defaults_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "paper.md").write_text("See @a.\n", encoding="utf-8")
    defaults = "input-files: [paper.md]\nbibliography: [refs.bib]\nfilters: [ars-gate]\n"
    (folder / "thesis.yaml").write_text(defaults, encoding="utf-8")
    assert main(["init", "-d", "thesis.yaml"]) == 0
    assert list(load_corpus(folder / "refs.ars.yaml").entries) == ["a"]
    assert capsys.readouterr().out.endswith("next: ars status -d thesis.yaml\n")


def test_references_in_the_document_itself(folder: Path) -> None:
    reference = {
        "id": "a",
        "title": "One",
        "author": [{"family": "Smith"}],
        "issued": {"date-parts": [[2001]]},
    }
    text = f"---\nreferences: {json.dumps([reference])}\n---\n\nSee @a.\n"
    (folder / "paper.md").write_text(text, encoding="utf-8")
    assert main(["init", "paper.md"]) == 0
    entry = load_corpus(folder / "literature_corpus.yaml").entries["a"]
    assert (entry.title, entry.year, entry.source_pointer) == ("One", 2001, "references#a")


def test_no_bibliography(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "paper.md").write_text("See nobody.\n", encoding="utf-8")
    assert main(["init", "paper.md"]) == 2
    assert "ars init paper.md --bibliography refs.bib" in capsys.readouterr().err
    (folder / "paper.md").write_text(PAPER.replace("refs.bib", "gone.bib"), encoding="utf-8")
    assert main(["init", "paper.md"]) == 2
    assert "the bibliography is not there: gone.bib" in capsys.readouterr().err
    assert list(folder.glob("*.yaml")) == []


def test_two_bibliographies_that_disagree(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "more.bib").write_text(BIB.replace("title={Two}", "title={Other}"), encoding="utf-8")
    (folder / "paper.md").write_text(
        PAPER.replace("refs.bib", "[refs.bib, more.bib]"), encoding="utf-8"
    )
    main(["init", "paper.md"])
    assert "warning: refs.bib and more.bib disagree on 'b'; the last was taken" in (
        capsys.readouterr().err
    )
    assert load_corpus(folder / "refs.ars.yaml").entries["b"].title == "Other"


def test_bad_entries_are_listed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "refs.bib").write_text(BIB + "@article{bad key, title={T}}\n", encoding="utf-8")
    assert main(["init", "paper.md"]) == 1
    said = capsys.readouterr().err
    assert "1 entry of refs.bib that Pandoc cannot read:\n  bad (line 5): " in said


def test_nothing_complete_yet(folder: Path) -> None:
    (folder / "paper.md").write_text(
        PAPER.split("As", maxsplit=1)[0] + "See @iliad.\n", encoding="utf-8"
    )
    assert main(["init", "paper.md"]) == 0
    assert load_corpus(folder / "refs.ars.yaml").entries == {}
    (folder / "paper.md").write_text(
        PAPER.split("As", maxsplit=1)[0] + "See @iliad, @a.\n", encoding="utf-8"
    )
    assert main(["init", "--update", "paper.md"]) == 0
    assert list(load_corpus(folder / "refs.ars.yaml").entries) == ["a"]


def test_keys_and_titles_that_yaml_would_misread(folder: Path) -> None:
    bib = "@book{yes, author={{No}}, title={1984: # a \\textquotedblleft title}, year=1949}\n"
    (folder / "refs.bib").write_text(bib, encoding="utf-8")
    (folder / "paper.md").write_text(
        PAPER.split("As", maxsplit=1)[0] + "See @yes.\n", encoding="utf-8"
    )
    assert main(["init", "paper.md"]) == 0
    entry = load_corpus(folder / "refs.ars.yaml").entries["yes"]
    assert entry.authors == ({"literal": "No"},)
    assert entry.title == "1984: # a “title"


def test_a_template(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", "--template", "thesis", "mine"]) == 0
    assert (folder / "mine" / "Makefile").exists()
    assert capsys.readouterr().out.endswith("next: cd mine && make\n")
    assert main(["init", "--template", "thesis", "mine"]) == 2


def test_the_next_command_names_what_was_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("refs.bib").write_text("@book{a, title={A}, author={Doe, J}, year=2001}\n")
    Path("paper.md").write_text("Text [@a].\n")
    assert main(["init", "--bibliography", "refs.bib", "paper.md"]) == 0
    assert capsys.readouterr().out.endswith("next: ars status --bibliography refs.bib paper.md\n")
    assert main(["status", "--bibliography", "refs.bib", "paper.md"]) == 1
    said = capsys.readouterr().out
    assert "ars anchor --interactive --bibliography refs.bib paper.md\n" in said
    assert "1 source, cited once, waits for a reader\n" in said
    assert main(["init", "--bibliography", "refs.bib", "-o", "x.yaml", "paper.md"]) == 0
    assert " --corpus x.yaml paper.md\n" in capsys.readouterr().out


def test_update_names_the_edit_that_only_a_person_can_make(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("refs.bib").write_text("@book{a, title={A}, year=2001}\n")
    Path("paper.md").write_text("---\nbibliography: refs.bib\n---\nText [@a].\n")
    main(["init", "paper.md"])
    capsys.readouterr()
    assert main(["init", "--update", "paper.md"]) == 0
    assert capsys.readouterr().out == (
        "refs.ars.yaml: nothing to add\n"
        "next: ars verify --interactive paper.md\n"
        "then: ars status paper.md\n"
    )


def test_a_bibliography_in_place_of_the_paper(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("refs.bib").write_text("@book{a, title={A}, author={Doe, J}, year=2001}\n")
    assert main(["init", "refs.bib"]) == 2
    assert "ars init paper.md --bibliography refs.bib" in capsys.readouterr().err
    assert not Path("refs.ars.yaml").exists()


def test_the_files_that_the_bibliography_names_are_pinned(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARS_CACHE_DIR", str(tmp_path / "cache"))
    words = b"= Gates and citations in the wild\n\nJane Smith\n\nWords."
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "g.pdf").write_bytes(typst.compile(words))
    bib = (
        "@article{gates, author={Smith, Jane}, title={Gates and citations in the wild},\n"
        "  year=2024, journal={J},\n  file = {Full text:files/g.pdf:application/pdf}}\n"
        "@book{other, author={Lee, Ann}, title={Windows}, year=2020, publisher={P}FILE}\n"
    )
    (tmp_path / "paper.md").write_text(
        "---\nbibliography: refs.bib\n---\n\nSo [@gates, p. 1; @other, p. 2].\n", encoding="utf-8"
    )
    (tmp_path / "refs.bib").write_text(bib.replace("FILE", ""), encoding="utf-8")
    assert main(["init", "--pin", "paper.md"]) == 0
    out, err = capsys.readouterr()
    assert "gates: pinned: g.pdf" in out
    assert "1 source without a file in refs.bib:\n  other\n" in err
    [gates, _] = load_corpus(tmp_path / "refs.ars.yaml").entries.values()
    assert gates.source_acquired
    (tmp_path / "refs.ars.yaml").unlink()
    (tmp_path / "refs.bib").write_text(bib.replace("FILE", ",\n file={no.pdf}"), encoding="utf-8")
    assert main(["init", "--pin", "paper.md"]) == 1
    assert "other: no.pdf: it does not exist" in capsys.readouterr().err
    (tmp_path / "refs.ars.yaml").unlink()
    (tmp_path / "refs.bib").write_text(bib.replace("file", "profile"), encoding="utf-8")
    assert main(["init", "--pin", "paper.md"]) == 1, "the sidecar stands nevertheless"
    assert "next: place the files of a folder: ars pin --from FOLDER" in capsys.readouterr().err
    assert (tmp_path / "refs.ars.yaml").exists()


def test_what_is_pinned_goes_where_the_option_sources_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARS_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "held").mkdir()
    (tmp_path / "g.pdf").write_bytes(
        typst.compile(b"= Gates and citations\n\nJane Smith\n\nWords.")
    )
    (tmp_path / "refs.bib").write_text(
        "@article{gates, author={Smith, Jane}, title={Gates and citations}, year=2024,\n"
        " journal={J}, file={g.pdf}}\n",
        encoding="utf-8",
    )
    (tmp_path / "paper.md").write_text("So [@gates, p. 1].\n", encoding="utf-8")
    options = ["--bibliography", "refs.bib", "-M", "ars-sources=held"]
    assert main(["init", "--pin", *options, "paper.md"]) == 0
    assert "gates" in (tmp_path / "held" / "catalog.yaml").read_text("utf-8")
    assert not (tmp_path / ".ars").exists()


def test_a_draft_without_a_bibliography_was_a_dead_end(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "refs.bib").unlink()
    (folder / "draft.md").write_text(
        "Said <!--ref:smith2024--><!--anchor:page:3-->, [@doi:10.1000/182, p. 3], [@tag:x, p. 4].\n"
        "\n[@tag:x]: pmid:12345\n",
        encoding="utf-8",
    )
    assert main(["init", "draft.md"]) == 0
    said = capsys.readouterr()
    assert "no bibliography is named; what draft.md itself says was taken" in said.err
    assert "next: ars verify --interactive draft.md" in said.out
    text = (folder / "literature_corpus.yaml").read_text()
    assert [one.fields["citation_key"] for one in unfinished_entries(text)] == [
        "smith2024",
        "doi:10.1000/182",
        "tag:x",
    ]
    _, doi, tag = unfinished_entries(text)
    assert doi.fields["doi"] == "10.1000/182"
    assert "12345" in tag.fields["source_pointer"]
    assert list(doi.missing) == ["title", "authors", "year"]
    # Later advice is to complete the entries, and never to make them again.
    assert main(["status", "draft.md"]) == 1
    said = capsys.readouterr()
    assert "ars verify --interactive draft.md" in said.out
    assert "ars init" not in said.out


@pytest.mark.parametrize("kind", ["header", "bare", "quarto", "defaults", "empty header"])
def test_a_bibliography_named_on_the_command_line_was_a_dead_end(
    folder: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    chapters = folder / "my chapters"
    chapters.mkdir()
    text = "Said [@a, p. 1].\n"
    head = {"header": "---\ntitle: A # kept\n---\n\n", "empty header": "---\n---\n\n"}
    (chapters / "one.md").write_bytes((head.get(kind, "") + text).replace("\n", "\r\n").encode())
    named = ["my chapters/"]
    if kind == "quarto":
        (folder / "_quarto.yml").write_text("project:\n  type: book # kept\n")
    if kind == "defaults":
        (folder / "d.yaml").write_text(
            "standalone: true # kept\ninput-files: [my chapters/one.md]\n"
        )
        named = ["-d", "d.yaml"]
    assert main(["init", *named, "--bibliography", "refs.bib"]) in (0, 1)
    said = capsys.readouterr().out
    assert "nothing names it yet; write into" in said
    assert "bibliography: refs.bib" in said
    assert main(["check", *named]) == 2
    said = capsys.readouterr().out
    assert "no sidecar is named, though refs.ars.yaml lies there" in said
    assert "bibliography: refs.bib" in said
    main(["status", *named])
    assert "ars init --record" in capsys.readouterr().out
    assert main(["init", "--record", *named]) == 0
    assert "wrote bibliography: refs.bib" in capsys.readouterr().out
    assert main(["check", *named]) == 1
    assert "nobody holds the source" in capsys.readouterr().out
    kept = [*folder.glob("*.y*ml"), chapters / "one.md"]
    if kind in ("header", "quarto", "defaults"):
        assert any("# kept" in path.read_text() for path in kept)
    data = (chapters / "one.md").read_bytes()
    assert data.count(b"\r\n") == data.count(b"\n")
    assert main(["init", "--record", *named]) == 0
    assert "already; nothing was written" in capsys.readouterr().out


def test_the_line_is_written_after_a_yes_alone(folder: Path) -> None:
    (folder / "paper.md").write_text("Said [@a, p. 1].\n", encoding="utf-8")
    arguments = ["init", "paper.md", "--bibliography", "refs.bib"]
    code, _ = converse(arguments, folder, [("[y/N]", b"n\n")])
    assert code in (0, 1)
    assert (folder / "paper.md").read_text() == "Said [@a, p. 1].\n"
    (folder / "refs.ars.yaml").unlink()
    code, shown = converse(arguments, folder, [("[y/N]", b"y\n")])
    assert code in (0, 1)
    assert "wrote bibliography: refs.bib" in shown
    assert (folder / "paper.md").read_text().endswith("---\n\nSaid [@a, p. 1].\n")


def test_a_field_that_is_there_gets_no_second_value(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "---\nbibliography: other.bib\n---\n\nSaid [@a, p. 1].\n"
    (folder / "paper.md").write_text(text, encoding="utf-8")
    assert main(["init", "paper.md", "--bibliography", "refs.bib", "--record"]) == 2
    assert "has a line bibliography: already" in capsys.readouterr().err
    assert (folder / "paper.md").read_text() == text
