"""A Quarto text as it is when its chunks have run: captions, parts and children in their place."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from ars_pandoc.documents.assemble_markdown import assemble_markdown, paragraphs
from ars_pandoc.documents.included import Included
from ars_pandoc.positions.traced import Run, Traced
from tests.documents.pieces import each_character_stands_there, put_together

GUARD = "\u00a0"


def read(folder: Path, main: str, **files: str) -> str:
    text, warnings = put_together(
        assemble_markdown, folder, "main.qmd", {"main.qmd": main, **files}
    )
    assert warnings == ()
    each_character_stands_there(text)
    return text.text


def warned(folder: Path, main: str) -> str:
    _, [warning] = put_together(assemble_markdown, folder, "main.qmd", {"main.qmd": main})
    return warning


def only_cells(path: Path, text: str, included: Included) -> Sequence[Run]:
    return assemble_markdown(path, text, included, cells=True)


def alone(path: Path, text: str, included: Included) -> Sequence[Run]:
    return assemble_markdown(path, text, included, follow=False)


def test_plain_prose_stays_as_it_is(tmp_path: Path) -> None:
    text = "A [@b].\n\n- c\n\n```r\n#| fig-cap: D\n```\n"
    assert read(tmp_path, text) == text


def test_a_caption_is_a_paragraph_behind_its_chunk(tmp_path: Path) -> None:
    said = read(tmp_path, "A\n\n```{r}\n#| fig-cap: By [@b]\nx@y\n```\n\nZ\n")
    assert "x@y" not in said
    assert said.index("By [@b]") < said.index("Z")
    assert f"\n\n{GUARD}By [@b]\n" in said


def test_a_theorems_name_stands_above_it(tmp_path: Path) -> None:
    said = read(tmp_path, '```{theorem, name="By [@b]"}\nAll is [@c].\n```\n')
    assert said.index("[@b]") < said.index("[@c]")


def test_in_a_quote_each_line_of_a_caption_has_its_lead(tmp_path: Path) -> None:
    said = read(tmp_path, "> A\n>\n> ```{r}\n> #| fig-cap: By [@b]\n> x\n> ```\n")
    assert f"> {GUARD}By [@b]" in said


@pytest.mark.parametrize("chunk", ["```{{r}}\n#| fig-cap: By [@b]\n```\n",
                                   "<!--\n```{r}\n#| fig-cap: By [@b]\n```\n-->\n"])  # fmt: skip
def test_code_that_is_shown_or_in_a_comment_prints_no_caption(tmp_path: Path, chunk: str) -> None:
    said = read(tmp_path, f"A\n\n{chunk}\nZ\n")
    assert f"{GUARD}By" not in said
    assert "[@b]" not in said or "fig-cap: By [@b]" in said


@pytest.mark.parametrize(
    "line",
    ["{{< include part.qmd >}}", "{{< include 'part.qmd' >}}",
     '{{< include "part.qmd" >}}', "> {{< include part.qmd >}}", "\t{{<  include /part.qmd >}}  "],
)  # fmt: skip
def test_a_part_stands_where_it_is_named(tmp_path: Path, line: str) -> None:
    said = read(tmp_path, f"A\n\n{line}\n\nZ\n", **{"part.qmd": "By [@b].\n\n"})
    assert said.split() in (["A", "By", "[@b].", "Z"], ["A", ">", "By", "[@b].", "Z"])
    assert "By [@b].\n\n\n" not in said


@pytest.mark.parametrize(
    "text",
    ["```\n{{< include part.qmd >}}\n```\n", "{{{< include part.qmd >}}}\n",
     "`{{< include part.qmd >}}`\n", "{{< video part.qmd >}}\n"],
)  # fmt: skip
def test_what_is_shown_as_code_reads_nothing_in(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text, **{"part.qmd": "By [@b].\n"}) == text


def test_a_part_among_words_is_told(tmp_path: Path) -> None:
    assert "is named among words" in warned(tmp_path, "A {{< include part.qmd >}} Z\n")
    assert "main.qmd:1" in warned(tmp_path, "A {{< include part.qmd >}} Z\n")


def test_what_is_embedded_is_told(tmp_path: Path) -> None:
    said = warned(tmp_path, "A\n\n{{< embed other.ipynb#fig >}}\n")
    assert "other.ipynb#fig shows stands here" in said
    assert "main.qmd:3" in said


@pytest.mark.parametrize("key", ["@`r key`", "@{`r key`}", "@`{r} key`"])
def test_a_key_that_code_computes_is_told(tmp_path: Path, key: str) -> None:
    assert "code computes a citation key" in warned(tmp_path, f"By {key}.\n")


@pytest.mark.parametrize(
    "code",
    ["```{r, child='part.Rmd'}\n```\n", "```{r}\n#| child: part.Rmd\n```\n",
     "`r knitr::knit_child('part.Rmd')`\n", "`{r} knitr::knit_child('part.Rmd')`\n"],
)  # fmt: skip
def test_a_child_stands_in_the_place_of_its_code(tmp_path: Path, code: str) -> None:
    said = read(tmp_path, f"A\n\n{code}\nZ\n", **{"part.Rmd": "By [@b].\n"})
    assert said.index("A") < said.index("\n\nBy [@b].\n\n") < said.index("Z")


def test_a_child_that_code_names_is_told(tmp_path: Path) -> None:
    assert "code computes" in warned(tmp_path, "```{r, child=paste0(a, b)}\n```\n")


def test_parts_of_parts_are_found_from_both_folders(tmp_path: Path) -> None:
    files = {"one/a.qmd": "A\n\n{{< include b.qmd >}}\n\n{{< include top.qmd >}}\n",
             "one/b.qmd": "B", "top.qmd": "T"}  # fmt: skip
    assert read(tmp_path, "{{< include one/a.qmd >}}\n", **files).split() == ["A", "B", "T"]


def test_alone_nothing_is_read_in_and_nothing_is_told(tmp_path: Path) -> None:
    main = "{{< include none.qmd >}}\n\n```{r, child='none.Rmd'}\n```\n\nBy @`r key`.\n"
    text, warnings = put_together(alone, tmp_path, "main.qmd", {"main.qmd": main})
    assert warnings == ()
    assert "include none.qmd" in text.text


def test_the_prose_of_a_notebooks_cell_has_no_chunks(tmp_path: Path) -> None:
    main = "```{r}\n#| fig-cap: By [@b]\n```\n"
    text, warnings = put_together(only_cells, tmp_path, "main.ipynb", {"main.ipynb": main})
    assert (text.text, warnings) == (main, ())


@pytest.mark.parametrize(
    ("words", "lead", "said"),
    [
        ("a", "", f"\n\n{GUARD}a\n"),
        ("a\nb", "", f"\n\n{GUARD}a\nb\n"),
        ("a\n\nb", "", f"\n\n{GUARD}a\n\n{GUARD}b\n"),
        ("a\nb", "> ", f"\n> \n> {GUARD}a\n> b\n> "),
        ("", "", "\n"),
    ],
)
def test_paragraphs_at_the_end_of_a_line(words: str, lead: str, said: str) -> None:
    assert Traced(paragraphs(Traced([Run(words)]), lead)).text == said
