from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.cli.shared.document_options import sources_of
from ars_pandoc.documents.inputs import expand_inputs
from ars_pandoc.documents.read_source import assembly_of, read_source, read_sources
from ars_pandoc.verdict.resolve import resolve_document


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def names(folder: Path, *arguments: str) -> list[str]:
    return [
        source.paths[0].relative_to(folder).as_posix()
        for source in expand_inputs([str(folder / argument) for argument in arguments])
    ]


def test_a_folder_stands_for_its_documents(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "02.md": "b",
            "01.md": "a",
            "parts/x.qmd": "c",
            "refs.bib": "",
            ".hidden/y.md": "d",
            "_site/z.md": "e",
        },
    )
    assert names(tmp_path, ".") == ["01.md", "02.md", "parts/x.qmd"]
    assert names(tmp_path, "02.md", ".") == ["02.md", "01.md", "parts/x.qmd"]


def test_a_quarto_book_has_its_own_order_and_metadata(tmp_path: Path) -> None:
    book = """\
project: {type: book}
book:
  chapters:
    - index.qmd
    - part: Two words
      chapters: [z.qmd, a.qmd]
  appendices: [app.qmd]
bibliography: refs.bib
lang: de
"""
    chapters = {name: f"Nach @{name[0]}1." for name in ("index.qmd", "z.qmd", "a.qmd", "app.qmd")}
    write(tmp_path, {"_quarto.yml": book, "notes.qmd": "none", **chapters})
    assert names(tmp_path, ".") == ["index.qmd", "z.qmd", "a.qmd", "app.qmd"]
    [document] = [read_source(source) for source in expand_inputs([str(tmp_path / "z.qmd")])]
    assert set(document.ast["meta"]) >= {"bibliography", "lang"}
    assert document.environment["QUARTO_PROJECT_DIR"] == str(tmp_path)


def test_a_quarto_website_lists_what_it_renders(tmp_path: Path) -> None:
    project = 'project:\n  render: ["*.qmd", "!draft.qmd"]\n'
    write(tmp_path, {"_quarto.yml": project, "a.qmd": "", "draft.qmd": "", "b.md": ""})
    assert names(tmp_path, ".") == ["a.qmd"]


def test_the_file_of_a_quarto_project_means_the_project(tmp_path: Path) -> None:
    write(
        tmp_path,
        {"_quarto.yml": "book: {chapters: [b.qmd, a.qmd]}", "a.qmd": "", "b.qmd": "", "c.qmd": ""},
    )
    assert names(tmp_path, "_quarto.yml") == ["b.qmd", "a.qmd"]


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("refs.bib", "is a bibliography and no manuscript"),
        ("refs.RIS", "is a bibliography and no manuscript"),
        ("refs.ars.yaml", "is a file of settings or a sidecar and no manuscript"),
        ("paper.pdf", "is a PDF and no manuscript"),
    ],
)
def test_what_is_no_manuscript_is_not_read_as_markdown(
    tmp_path: Path, name: str, what: str
) -> None:
    write(tmp_path, {name: "@article{a, title = {A}}"})
    with pytest.raises(ArsError, match=what):
        expand_inputs([str(tmp_path / name)])
    # Who names a reader knows what it is.
    assert len(expand_inputs([str(tmp_path / name)], reader="markdown")) == 1


def test_a_chapter_that_is_not_there_is_named(tmp_path: Path) -> None:
    write(tmp_path, {"_quarto.yml": "book: {chapters: [gone.qmd]}"})
    with pytest.raises(ArsError, match=r"not there: .*gone\.qmd"):
        expand_inputs([str(tmp_path)])


def test_a_defaults_file_is_one_document_read_as_pandoc_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(
        tmp_path,
        {
            "thesis.yaml": """\
defaults: ${.}/base
from: markdown-citations
input-files: [one.md, "${.}/two.md"]
output-file: thesis.pdf
to: pdf
filters: [citeproc, no-such-filter]
template: no-such-template
metadata: {title: "From *defaults*"}
""",
            "base.yaml": "metadata: {lang: de}\nbibliography: refs.bib\nreader: gfm\n",
            "one.md": "Erst @a.\n",
            "two.md": "Dann @b.\n",
        },
    )
    [source] = expand_inputs([], defaults=["thesis"])
    assert [str(path) for path in source.paths] == ["one.md", "two.md"]
    document = read_source(source)
    assert set(document.ast["meta"]) == {"title", "lang", "bibliography"}
    assert document.ast["meta"]["title"] == {"t": "MetaString", "c": "From *defaults*"}
    assert [block["t"] for block in document.ast["blocks"]] == ["Para", "Para"]
    assert '"Cite"' not in str(document.ast)
    assert not (tmp_path / "thesis.pdf").exists()


def test_defaults_files_in_a_circle_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"a.yaml": "defaults: b", "b.yaml": "defaults: a"})
    with pytest.raises(ArsError, match="circle"):
        expand_inputs([], defaults=["a"])
    with pytest.raises(ArsError, match="'c' is not there"):
        expand_inputs([], defaults=["c"])


def test_the_gate_judges_what_a_filter_would_see(tmp_path: Path) -> None:
    write(tmp_path, {"paper.md": "As [@a, p. 3] says.\n", "refs.ars.yaml": "literature_corpus: []"})
    [source] = sources_of(
        [str(tmp_path / "paper.md")], metadata=[f"ars-corpus={tmp_path / 'refs.ars.yaml'}"]
    )
    document = read_source(source)
    judged = resolve_document(document.ast, document.environment)
    assert [finding.status for finding, _ in judged.findings] == ["HIGH-WARN-NO-ORIGINAL"]
    # What Pandoc tells a filter of the reader is told here too.
    [plain] = sources_of([str(tmp_path / "paper.md")], reader="commonmark_x")
    unseen = read_source(plain)
    with pytest.raises(ArsError, match="stands in the text as plain words"):
        resolve_document(unseen.ast, unseen.environment)


def test_stripped_comments_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"d.yaml": "strip-comments: true\ninput-file: p.md", "p.md": "A [@a, p. 1]."})
    [source] = sources_of([], defaults=["d.yaml"])
    document = read_source(source)
    with pytest.raises(ArsError, match="strip-comments"):
        resolve_document(document.ast, document.environment)


def test_documents_come_in_order_and_errors_in_their_turn(tmp_path: Path) -> None:
    write(tmp_path, {f"{number}.md": f"Text {number}" for number in range(8)})
    (tmp_path / "5.docx").write_bytes(b"no Word file")
    seen: list[str] = []
    with pytest.raises(ArsError, match=r"cannot read .*5\.docx"):
        seen.extend(
            document.source.paths[0].name
            for document in read_sources(expand_inputs([str(tmp_path)]))
        )
    reading = read_sources(expand_inputs([str(tmp_path / "0.md"), str(tmp_path / "1.md")]))
    assert [document.source.paths[0].name for document in reading] == ["0.md", "1.md"]


def test_standard_input_is_a_document() -> None:
    for arguments in ([], ["-"]):
        [source] = expand_inputs(arguments)
        assert source.name == "standard input"
        document = read_source(source, text=b"Hello @a.")
        assert '"Cite"' in str(document.ast).replace("'", '"')


@pytest.mark.parametrize(
    ("name", "reader"),
    [
        ("a.md", "markdown"),
        ("a.docx", "docx+citations"),
        ("a.TEX", "latex+raw_tex"),
        ("a", "markdown"),
    ],
)
def test_the_name_decides_on_the_reader(tmp_path: Path, name: str, reader: str) -> None:
    write(tmp_path, {name: ""})
    [source] = expand_inputs([str(tmp_path / name)])
    assert source.reader == reader
    [source] = expand_inputs([str(tmp_path / name)], reader="gfm")
    assert source.reader == "gfm"


def test_texts_keep_line_ends(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"\xef\xbb\xbfOne\r\ntwo\n")
    [source] = expand_inputs([str(tmp_path / "a.md")])
    texts = assembly_of(read_source(source))
    assert texts.files == {tmp_path / "a.md": "\ufeffOne\r\ntwo\n"}


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ArsError, match="no such file"):
        expand_inputs([str(tmp_path / "no.md")])
    with pytest.raises(ArsError, match="no document was found in the folder"):
        expand_inputs([str(tmp_path)])
