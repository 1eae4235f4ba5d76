"""File endings: one list for manuscripts and for sources, so that none drifts."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.base import file_endings
from ars_pandoc.documents.formats import DOCUMENT_ENDINGS, MARKDOWN_ENDINGS, reader_of
from ars_pandoc.documents.inputs import expand_inputs
from ars_pandoc.pinning.assign_files import files_below
from ars_pandoc.texts.extract import SOURCE_ENDINGS, media_type

MARKDOWN = ".md .markdown .mdown .mdwn .mkd .mkdn .pandoc .qmd .rmd".split()
HTML = ".htm .html .xhtml".split()
LATEX = ".latex .ltx .tex".split()
JATS = ".jats .nxml .xml".split()
TEXT = ".text .txt".split()
PACKED = ".pdf .epub .docx .odt".split()
NEITHER = [".csv", ".bib", ".yaml", ".jpg", ".zip", ".py", ".mdx", ".htmlx", ""]


def test_the_lists_are_what_is_tried_here() -> None:
    assert frozenset(MARKDOWN) == file_endings.MARKDOWN
    assert frozenset(HTML) == file_endings.HTML
    assert frozenset(LATEX) == file_endings.LATEX
    assert frozenset(JATS) == file_endings.JATS
    assert frozenset(TEXT) == file_endings.TEXT
    assert frozenset([*MARKDOWN, *HTML, *LATEX, *JATS, *TEXT, *PACKED]) == SOURCE_ENDINGS


@pytest.mark.parametrize("ending", MARKDOWN)
def test_markdown_is_markdown_as_a_manuscript_and_as_a_source(ending: str) -> None:
    assert reader_of(Path(f"a{ending.upper()}")) == "markdown"
    assert ending in MARKDOWN_ENDINGS
    assert media_type(b"Words.", f"a{ending.upper()}") == "text/markdown"


@pytest.mark.parametrize("ending", HTML)
def test_html_is_html(ending: str) -> None:
    assert reader_of(Path(f"a{ending}")) == "html+raw_html"
    assert media_type(b"Words.", f"a{ending}") == "text/html"


@pytest.mark.parametrize("ending", LATEX)
def test_latex_is_latex(ending: str) -> None:
    assert reader_of(Path(f"a{ending}")) == "latex+raw_tex"
    assert media_type(b"Words.", f"a{ending}") == "application/x-tex"


@pytest.mark.parametrize("ending", TEXT)
def test_plain_text_is_a_source_s_plain_text(ending: str) -> None:
    assert reader_of(Path(f"a{ending}")) == "markdown"
    assert media_type(b"Words.", f"a{ending}") == "text/plain"


@pytest.mark.parametrize("ending", [*MARKDOWN, *HTML, *LATEX, *JATS, *TEXT, *PACKED])
def test_a_file_of_a_folder_may_be_a_source(ending: str, tmp_path: Path) -> None:
    (tmp_path / f"a{ending.upper()}").touch()
    assert len(files_below(tmp_path).files) == 1


@pytest.mark.parametrize("ending", NEITHER)
def test_other_files_are_none(ending: str, tmp_path: Path) -> None:
    (tmp_path / f"a{ending}").touch()
    assert files_below(tmp_path).files == ()
    assert ending not in DOCUMENT_ENDINGS


@pytest.mark.parametrize(
    "part", ["one.qmd", "one.md", "one.ipynb", "one.Rmd", "one.rmd", "one.QMD"]
)
def test_a_part_of_a_quarto_book_may_be_a_file(part: str, tmp_path: Path) -> None:
    (tmp_path / "_quarto.yml").write_text(
        f"project: {{type: book}}\nbook: {{chapters: [{{part: {part}}}]}}\n"
    )
    (tmp_path / part).touch()
    assert [one.paths[0].name for one in expand_inputs([str(tmp_path)])] == [part]
