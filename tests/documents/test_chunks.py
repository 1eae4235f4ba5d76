from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ars_pandoc.citations.find import find_citations
from ars_pandoc.documents.chunks import find_chunks, neutralise
from ars_pandoc.documents.formats import is_run_first
from ars_pandoc.documents.inputs import Source
from ars_pandoc.documents.read_source import assembly_of, read_source
from ars_pandoc.pandoc.executable import Pandoc
from ars_pandoc.positions.locate import locate
from tests.documents.test_golden_documents import choose

HEADERS = [
    "{r}",
    "{r fig-one, echo=FALSE}",
    "{r it's odd, fig.width=4, comment='#>'}",
    "{python}",
    "{ojs}",
    "{mermaid}",
    "{dot}",
    "{{r}}",
    "{ r , x }",
    "{r, eval = c(1, 2)",
]
CODE = [
    "",
    "",
    "x <- 1",
    "'[@code]'",
    "# [@code, p. 3]",
    "> [@code]",
    "- @code",
    "    [@code]",
    "<!-- [@code]",
    "-->",
    "$$",
    "---",
    "``",
    "\\begin{x} \\cite{code}",
    "<!--ref:code-->",
]
SHOWN = ["````markdown", "```r", "```", "~~~", "```{.r #lst}"]
LEADS = ["", "  ", "   ", "> "]


@st.composite
def blocks(draw: st.DrawFn) -> str:
    """Give a document of prose with citations, chunks, and code that is shown."""
    parts: list[str] = []
    for number in range(draw(st.integers(1, 8))):
        lead = draw(st.sampled_from(LEADS))
        kind = draw(st.sampled_from(["prose", "prose", "chunk", "chunk", "shown", "item"]))
        lines: list[str]
        if kind == "prose":
            lines = [f"Words {number} [@key{number}, p. 3] and", f"more, @key{number}b [p. 4]."]
        elif kind == "item":
            lines = [f"-   Item {number} [@key{number}, p. 3]:", ""]
            lines += ["    " + line for line in _fenced(draw, draw(st.sampled_from(HEADERS)))]
            lines += ["", f"    and on [@key{number}b, p. 3]."]
            lead = "> " if lead == "> " else ""
        elif kind == "chunk":
            lines = _fenced(draw, draw(st.sampled_from(HEADERS)))
        else:
            opening = draw(st.sampled_from(SHOWN))
            mark = opening[: len(opening) - len(opening.lstrip("`~"))]
            lines = [opening, *draw(st.lists(st.sampled_from(CODE), max_size=4)), mark]
        parts += [(lead + line).rstrip() for line in lines]
        # Pandoc takes the line behind a quote into it, whatever it begins with.
        if kind != "chunk" or lead == "> " or draw(st.booleans()):
            parts.append("")
    end = draw(st.sampled_from(["\n", "\r\n"]))
    return "Begin.\n\n".replace("\n", end) + end.join(parts) + end


def _fenced(draw: st.DrawFn, header: str) -> list[str]:
    mark = draw(st.sampled_from(["```", "````", "~~~"]))
    return [mark + header, *draw(st.lists(st.sampled_from(CODE), max_size=6)), mark]


@given(blocks())
def test_length_and_lines_stay(text: str) -> None:
    neutral = neutralise(text)
    assert len(neutral) == len(text)
    ends = [place for place, char in enumerate(text) if char in "\r\n"]
    assert [place for place, char in enumerate(neutral) if char in "\r\n"] == ends
    # What is no chunk is as it was.
    chunks = find_chunks(text).chunks
    place = 0
    for chunk in chunks:
        assert neutral[place : chunk.start] == text[place : chunk.start]
        assert not neutral[chunk.start : chunk.end].strip("> \r\n\u00a0-")
        place = chunk.end
    assert neutral[place:] == text[place:]
    assert find_chunks(neutral).chunks == ()


@given(st.text(st.sampled_from("`~{}r \t>\n\r-.<!:1.x|#'\""), max_size=200))
def test_length_and_lines_stay_whatever_stands_there(text: str) -> None:
    neutral = neutralise(text)
    assert len(neutral) == len(text)
    assert [c for c in neutral if c in "\r\n"] == [c for c in text if c in "\r\n"]


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(blocks())
def test_prose_is_judged_at_its_lines_and_code_is_not(
    pandoc: Pandoc, tmp_path: Path, text: str
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        if not (tmp_path / "bin").exists():
            choose(pandoc, tmp_path / "bin", patch)
        patch.setenv("PATH", str(tmp_path / "bin"))
        path = tmp_path / "x.qmd"
        path.write_bytes(text.encode())
        document = read_source(Source((path,), "markdown"), {})
    found = find_citations(document.ast)
    texts = assembly_of(document)
    places = locate(found.citations, texts.texts, texts.files)
    got = [
        (citation.key, place and place.line)
        for (citation, _), place in zip(found.citations, places, strict=True)
    ]
    wanted = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("@key")[1:]
        wanted += [("key" + word.split(",")[0].split(" ")[0], number) for word in words]
    assert got == wanted


@pytest.mark.parametrize(
    ("name", "reader", "run"),
    [
        ("a.qmd", "markdown", True),
        ("a.Rmd", "markdown+citations", True),
        ("a.RMarkdown", "gfm", True),
        ("a.md", "markdown", False),
        ("a.qmd", "latex", False),
    ],
)
def test_the_name_tells_what_is_run_first(name: str, reader: str, run: bool) -> None:
    assert is_run_first(Path(name), reader) is run


def test_an_open_chunk_ends_nothing() -> None:
    text = "A.\n\n```{r}\nx\n\nB [@b].\n"
    assert neutralise(text) == "A.\n\n      \nx\n\nB [@b].\n"
    assert neutralise("```{r} inline code``` ends here\n") == "```{r} inline code``` ends here\n"


def test_quotes_and_items_stay_what_they_are() -> None:
    text = "> ```{r}\n> > x\n> ```\n\n1. ```{r}\n   x\n   ```\n"
    assert neutralise(text) == "> " + " " * 6 + "\n>    \n>    \n\n1. \u00a0     \n    \n      \n"


@pytest.mark.parametrize(
    "piece",
    [
        "```{r}\n",
        "~~~~{r}\n```{r}\n",
        "<!-- ",
        "<!-- `\n",
        "``` " + " " * 50,
        "```{r" + "}" * 50 + "x\n",
        "> " * 30 + "```\n",
        "1. " * 30 + "```{r}\n",
    ],
)
def test_time_is_linear(piece: str) -> None:
    neutralise(piece * 10)
    text = piece * (400_000 // len(piece))
    started = time.process_time()
    neutralise(text)
    assert time.process_time() - started < 5
