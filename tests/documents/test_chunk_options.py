from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.documents.chunk_options import CAPTION, Options, read_code, read_options
from ars_pandoc.documents.chunks import find_chunks
from ars_pandoc.positions.traced import Traced

PATH = Path("a.Rmd")


def options(text: str) -> Options:
    [chunk] = find_chunks(text).chunks
    return read_options(PATH, text, chunk)


def captions(text: str) -> list[str]:
    return [caption.text for caption in options(text).captions]


@pytest.mark.parametrize(
    "name",
    [
        *("fig-cap", "fig-subcap", "fig-scap", "tbl-cap", "tbl-subcap", "lst-cap", "tab-cap"),
        *("caption", "cap", "code-summary", "title"),
    ],
)
def test_each_option_that_is_printed(name: str) -> None:
    assert CAPTION.fullmatch(name)
    assert captions(f"```{{r}}\n#| {name}: A [@b]\n```\n") == ["A [@b]"]


@pytest.mark.parametrize("name", ["fig-alt", "fig-cap-location", "label", "recap", "filename"])
def test_its_neighbours_are_not(name: str) -> None:
    assert not captions(f"```{{r}}\n#| {name}: A [@b]\n```\n")


@pytest.mark.parametrize("mark", ["#", "//", "%%", "%", "--", ";;", "!", "'", "*", "#'"])
def test_each_languages_comments(mark: str) -> None:
    assert captions(f'```{{x}}\n{mark}| fig-cap: "A [@b]"\ncode\n```\n') == ["A [@b]"]


@pytest.mark.parametrize(("mark", "end"), [("/*", "*/"), ("<!--", "-->")])
def test_comments_that_are_closed(mark: str, end: str) -> None:
    assert captions(f"```{{x}}\n{mark}| fig-cap: A [@b] {end}\n```\n") == ["A [@b]"]


def test_options_stand_in_the_first_lines_alone() -> None:
    assert not captions("```{r}\nx\n#| fig-cap: A [@b]\n```\n")
    assert captions("```{r}\n\n#| fig-cap: A [@b]\n```\n") == ["A [@b]"]


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ('fig.cap="A \\"b\\" [@c]"', ['A "b" [@c]']),
        ("fig.cap='A [@c]', echo=FALSE", ["A [@c]"]),
        ('fig.cap = r"(A \\ [@c])"', ["A \\ [@c]"]),
        ('fig.cap="\\u0040c and \\x40d"', ["@c and @d"]),
        ('fig.cap=c(one="A", two="B [@c]")', ["A", "B [@c]"]),
        ('fig.cap=paste("A", if (x) "[@c]")', ["A", "[@c]"]),
        ('echo="fig.cap=\'no\'", tab.cap="A"', ["A"]),
        ("fig.cap=cap", []),
        ("fig.cap=NULL", []),
        ('fig.alt="A [@c]"', []),
        ('fig.cap="never closed [@c]', ["never closed [@c]"]),
    ],
)
def test_r_code_in_the_header(header: str, said: list[str]) -> None:
    assert captions(f"```{{r don't stop, {header}}}\nx\n```\n") == said


@pytest.mark.parametrize(
    ("value", "computed"),
    [
        ('"A"', False),
        ('c("A", "B")', False),
        ("NULL", False),
        ("TRUE", False),
        ("cap", True),
        ('paste("A", b)', True),
    ],
)
def test_what_code_computes_is_said(value: str, computed: bool) -> None:
    found = options(f"```{{r, fig.cap={value}}}\nx\n```\n").computed
    assert found == ((("fig.cap", 15),) if computed else ())


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (['fig-cap: "A \\"b\\" \\u00e9"'], ['A "b" é']),
        (["fig-cap: 'It''s'"], ["It's"]),
        (["fig-cap: |", "  One", "  two", "", "  three"], ["One\ntwo\n\nthree"]),
        (["fig-cap: >-", "  One", "  two"], ["One\ntwo"]),
        (["fig-cap: One", "  two"], ["One\ntwo"]),
        (["fig-cap: &a One", "tbl-cap: *a"], ["One", "One"]),
        (["fig-cap: &a 'One'"], ["One"]),
        (["fig-subcap:", "  - One", "  - [Two, three]"], ["One", "Two", "three"]),
        (["layout: {fig-cap: One}"], ["One"]),
        (["fig-cap: !expr paste('One', x)"], ["One"]),
        (["fig-cap: [One", "tbl-cap: 'Two"], ["[One", "'Two"]),  # no YAML: all is taken
        (["fig.cap = 'One',", "echo = FALSE"], ["One"]),
    ],
)
def test_yaml_in_comments(lines: list[str], said: list[str]) -> None:
    body = "".join(f"#| {line}\n" for line in lines)
    assert captions(f"```{{r}}\n{body}x\n```\n") == said


def test_each_character_has_its_place() -> None:
    text = "```{r}\r\n#| tbl-cap: |\r\n#|   One\r\n#|   [@two]\r\nx\r\n```\r\n"
    [caption] = options(text).captions
    assert caption.text == "One\n[@two]"
    place = caption.origin((4, 10))
    assert place is not None
    assert text[slice(*place[1])] == "[@two]"


def children(found: Options) -> list[str]:
    return [child.text for child in found.children]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('```{r, child="a.Rmd"}\n```\n', ["a.Rmd"]),
        ("```{r child = c('a.Rmd', \"b.Rmd\")}\n```\n", ["a.Rmd", "b.Rmd"]),
        ("```{r}\n#| child: [a.Rmd, b.Rmd]\n```\n", ["a.Rmd", "b.Rmd"]),
        ('```{r, child="a.Rmd", eval=FALSE}\n```\n', []),
        ('```{r, child="a.Rmd", include=F}\n```\n', []),
        ("```{r}\n#| child: a.Rmd\n#| eval: false\n```\n", []),
        ('```{r}\ncat(knit_child("a.Rmd", quiet=TRUE))\n```\n', ["a.Rmd"]),
        ('```{r}\n# knit_child("a.Rmd")\n```\n', []),
    ],
)
def test_children(text: str, names: list[str]) -> None:
    assert children(options(text)) == names
    assert not options(text).computed


def test_children_that_code_names_are_said() -> None:
    assert options('```{r, child=file.path("a", b)}\n```\n').computed == (("child", 13),)
    assert not options('```{r, child=file.path("a", b)}\n```\n').children
    assert read_code(PATH, "knit_child(x)", 5).computed == (("child", 16),)
    assert children(read_code(PATH, 'knit_child("a.Rmd")', 5)) == ["a.Rmd"]


def test_the_name_of_a_theorem_is_printed_and_no_other() -> None:
    assert captions('```{theorem, name="A [@b]"}\nx\n```\n') == ["A [@b]"]
    assert not captions('```{r, name="A [@b]"}\nx\n```\n')


def test_yaml_that_refers_to_itself_ends() -> None:
    body = "#| fig-cap: &a [One, *a]\n#| layout: &b {x: *b}\n"
    assert captions(f"```{{r}}\n{body}```\n") == ["One"]


def test_what_is_no_text_is_none() -> None:
    assert Traced([]).text == ""
    assert captions("```{r}\n#|\n#| fig-cap:\n```\n") == [""]
