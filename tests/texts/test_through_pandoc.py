"""What Pandoc reads, and plain text."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from ars_pandoc.grounding.check_quote import check_quote
from ars_pandoc.pandoc.executable import find_pandoc
from ars_pandoc.texts.extract import extract, read_bounded
from ars_pandoc.texts.through_pandoc import decode
from ars_pandoc.texts.unreadable import Unreadable

DRAFT = """---
title: A title of it
---

# Results

The drug reached 10^5^ cells in CO~2~ of all “patients” that were treated.[^1] And on it went.

[^1]: A footnote has words of its own too.

- An item of the list stands here.

| a | b |
|---|---|
| one cell of it | another cell of it |

# References

A remarkable title of another thing.

# Appendix

Some words of the appendix stand here.
"""
QUOTES = {
    "reached 10⁵ cells in CO₂ of all 'patients' that were treated. And on it went": "found",
    "the drug reached 105 cells in CO2 of all": "review",
    "A footnote has words of its own too": "found",
    "An item of the list stands here": "found",
    "one cell of it another cell of it": "review",
    "A remarkable title of another thing": "not-found",
    "Some words of the appendix stand here": "found",
}


@pytest.mark.parametrize("form", ["docx", "odt", "epub", "html", "latex", "markdown"])
def test_every_form_gives_the_same_words(form: str, tmp_path: Path) -> None:
    suffix = {"latex": "tex", "markdown": "md"}.get(form, form)
    path = tmp_path / f"source.{suffix}"
    subprocess.run(
        [find_pandoc().path, "-s", "-f", "markdown", "-t", form, "-o", path],
        input=DRAFT.encode(),
        check=True,
        capture_output=True,
    )
    source = extract(read_bounded(path), path.name)
    assert {quote: check_quote(source, quote).result for quote in QUOTES} == QUOTES
    assert "Results" in [section.title for section in source.sections]
    # ODT has no title of its own: it is the first paragraph.
    assert "A title of it" in (source.title or source.first_words())


def test_a_document_reads_no_other_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret.tex"
    secret.write_text("hidden words")
    draft = f"\\documentclass{{article}}\\begin{{document}}Hi \\input{{{secret}}}\\end{{document}}"
    assert "hidden" not in extract(draft.encode(), "a.tex").text


def test_numbers_that_lead_within_the_file_are_call_outs() -> None:
    page = (
        b"<html><p>The rest of it<sup><a href='#r1'>12</a></sup> was seen by all [<a"
        b" href='#r2'>3</a>] of m<sup>2</sup> there.</p></html>"
    )
    source = extract(page, "a.html")
    assert check_quote(source, "The rest of it was seen by all of m² there").result == "found"


def test_a_macro_without_end_is_unreadable() -> None:
    loop = rb"\documentclass{article}\def\a{\a\a}\begin{document}\a\end{document}"
    with pytest.raises(Unreadable, match="Pandoc cannot read it"):
        extract(loop, "a.tex")


def test_plain_text_has_paragraphs_and_a_reference_list() -> None:
    source = extract(
        b"One line\nand another line of it.\n\nNext one.\n\nReferences\n\nA title of it"
    )
    assert check_quote(source, "One line and another line of it").paragraph == 1
    assert check_quote(source, "another line of it. Next one").result == "found"
    assert source.references == "A title of it"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_text_is_decoded(encoding: str) -> None:
    assert decode("Größe – naïve".encode(encoding)).lstrip("\ufeff") == "Größe – naïve"


@pytest.mark.parametrize(
    "heading", ["References Cited", "Literature", "参考文献", "Further reading"]
)
@pytest.mark.parametrize("kind", ["text/plain", "text/markdown", "text/html"])
def test_a_reference_list_under_any_heading_is_not_the_source_s_words(
    heading: str, kind: str
) -> None:
    """Three tables of headings disagreed: what stood under some counted as the source's words."""
    title = {"text/html": f"<h1>{heading}</h1>", "text/markdown": f"# {heading}"}.get(kind, heading)
    words = "<p>Roe: A title. 2020.</p>" if kind == "text/html" else "Roe: A title. 2020."
    data = f"{'<html>' if kind == 'text/html' else ''}\n\n{title}\n\n{words}\n".encode()
    source = extract(data, kind)
    assert "A title" not in source.text
    assert "A title" in source.references
