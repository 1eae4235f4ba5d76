"""Positions are held to Pandoc itself: it reads each text, and an own key tells every place."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ars_pandoc.citations.find import find_citations
from ars_pandoc.documents.inputs import Source
from ars_pandoc.documents.read_source import assembly_of, read_source
from ars_pandoc.positions.locate import locate
from ars_pandoc.positions.position import Lines, Position
from tests.positions.located import located

PATH = Path("paper.md")


def _located(text: str, reader: str = "markdown") -> list[tuple[str | None, Position | None]]:
    source = Source((), reader)
    document = read_source(source, {}, text.encode())
    found = find_citations(document.ast)
    places = located(found.citations, [(PATH, text)], reader)
    return [
        (citation.key, place) for (citation, _), place in zip(found.citations, places, strict=True)
    ]


def _places(text: str, reader: str = "markdown") -> list[tuple[str | None, int, int] | None]:
    return [
        None if place is None else (key, place.line, place.column)
        for key, place in _located(text, reader)
    ]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("A [@smith, p. 3] b.\n", [("smith", 1, 4)]),
        ("\ufeffA [@smith] b.\n", [("smith", 1, 4)]),
        (
            "---\ntitle: T @a\nnocite: '@b'\n---\r\n\r\nX @b.\r\nY [@a]",
            [("a", 2, 10), ("b", 6, 3), ("a", 7, 4)],
        ),
        ("One\ttab 😀 [@smith]\r\n", [("smith", 1, 12)]),
        ("`[@a]` and $@a$ and [@a]\n\n    [@a]\n\n```\n@a\n```\n", [("a", 1, 22)]),
        ("A.[^n] B [@a, p. 2].\n\n[^n]: Note [@a, p. 1].\n", [("a", 3, 13), ("a", 1, 11)]),
        ("S.<!--ref:a--><!--anchor:page:3--> T [@b]<!--ref:b-->\n", [("a", 1, 3), ("b", 1, 39)]),
        ("<!-- a note\n\n[@a] -->\n\nWord [@a]\n", [("a", 5, 7)]),
        ("A \\@a and <a href='@a'>x</a> [@a]\n", [("a", 1, 31)]),
        ("- item\n\n    more [@a]\n\n        [@a]\n", [("a", 3, 11)]),
        ("| a | b |\n|---|---|\n| cell @a | x |\n\n: Caption @a\n", [("a", 5, 11), ("a", 3, 8)]),
        ("> quote\n> [see @{x/y}, p. 2; @a]\n", [("x/y", 2, 8), ("a", 2, 22)]),
        ("Mail me@a.org, see https://a.b/@a, then @a [p. 3].\n", [("a", 1, 32), ("a", 1, 41)]),
        ("T \\citep[p.~3]{a, b} x\n", [("a", 1, 16), ("b", 1, 19)]),
        ("![Figure @a](x.png)\n", [("a", 1, 10)]),
        ("Orphan <!--anchor:page:3--> here\n", [(None, 1, 8)]),
    ],
)
def test_places(text: str, places: list[tuple[str | None, int, int]]) -> None:
    assert _places(text) == places


@pytest.mark.parametrize(
    ("reader", "text", "places"),
    [
        (
            "latex",
            "% \\cite{a}\nWord \\cite[p.~3]{a,b}.\n\\verb|\\cite{a}|\n",
            [("a", 2, 18), ("b", 2, 20)],
        ),
        ("org", "# [cite:@a]\nWord [cite/t:@a p. 3; @b].\n", [("a", 2, 14), ("b", 2, 23)]),
        ("typst", "// @a\nWord @a and #cite(<b>).\n", [("a", 2, 6), ("b", 2, 13)]),
        (
            "html+raw_html",
            '<p>A <span class="citation" data-cites="a">(A)</span><!--anchor:page:3-->',
            [("a", 1, 6)],
        ),
    ],
)
def test_other_syntaxes(reader: str, text: str, places: list[tuple[str | None, int, int]]) -> None:
    assert _places(text, reader) == places


@pytest.mark.parametrize(
    "cite",
    [
        "@a",
        "[@a]",
        "[@a, p. 3]",
        "@a [p. 3]",
        "[-@a]",
        "[see @a]",
        "[*cf.* @a; @b]",
        "[[@a]]{quote=x}",
    ],
)
def test_the_column_is_that_of_the_sign_in_and_without_brackets(cite: str) -> None:
    text = f"Words {cite} words.\n"
    position = _located(text)[0][1]
    assert position is not None
    assert (position.line, position.column) == (1, text.index("@") + 1)
    assert (position.end_line, position.end_column) == (1, position.column + len("@a"))
    assert (position.text, text[slice(*position.mark)]) == (text.rstrip(), "@a")


def test_a_key_in_braces_is_marked_with_them() -> None:
    position = _located("See [@{x/y}, p. 2].\n")[0][1]
    assert position is not None
    assert (position.column, position.end_column) == (6, 12)


def test_a_note_that_is_called_twice_is_marked_as_any_other() -> None:
    text = "A.[^n] B.[^n]\n\n[^n]: Said.<!--ref:a--><!--anchor:page:3-->\n"
    marks = [position and text[slice(*position.mark)] for _, position in _located(text)]
    assert marks == ["<!--ref:a-->", "<!--ref:a-->"]


def test_extents_cut_the_parts_of_a_citation_out_of_its_text() -> None:
    text = "As [see @a, p. 3; @b]<!--ref:a--><!--anchor:page:3--><!--anchor:quote:x%20y%20z-->."
    (_, first), (_, second) = _located(text)
    assert first is not None
    assert second is not None
    assert text[slice(*first.whole)] == text[slice(*second.whole)] == "[see @a, p. 3; @b]"
    assert (text[slice(*first.key)], text[slice(*second.key)]) == ("a", "b")
    assert first.comment is not None
    assert text[slice(*first.comment)] == "<!--ref:a-->"
    assert [text[slice(*extent)] for extent in first.anchors] == [
        "<!--anchor:page:3-->",
        "<!--anchor:quote:x%20y%20z-->",
    ]
    assert second.comment is None


def test_no_place_rather_than_a_wrong_one() -> None:
    text = "Same @a words.\n\nSame @a words.\n"
    found = find_citations(read_source(Source((), "markdown"), {}, text.encode()).ast)
    other = "Same @a words.\n\nSame @a words.\n\nSame @a words.\n"
    assert located(found.citations, [(PATH, other)]) == [None, None]


def test_a_missing_twin_is_told_by_the_words_around() -> None:
    text = "Alpha beta @a gamma.\n\nDelta epsilon @a zeta.\n"
    found = find_citations(read_source(Source((), "markdown"), {}, text.encode()).ast)
    other = "Something else @a here.\n\n" + text
    assert [place and place.line for place in located(found.citations, [(PATH, other)])] == [3, 5]


def test_chapters_have_their_own_lines(tmp_path: Path) -> None:
    one, two = tmp_path / "1.md", tmp_path / "2.md"
    one.write_text("A @a.[^n]\n")
    two.write_text("\nB @a.\n\n[^n]: C @b.\n")
    document = read_source(Source((one, two), "markdown"), {})
    found = find_citations(document.ast)
    places = located(found.citations, [(path, path.read_text()) for path in (one, two)])
    assert [place and (place.path, place.line) for place in places] == [
        (one, 1),
        (two, 4),
        (two, 2),
    ]


def test_word_files_have_no_places() -> None:
    found = find_citations(read_source(Source((), "markdown"), {}, b"[@a]").ast)
    assert located(found.citations, [(Path("a.docx"), "[@a]")], "docx+citations") == [None]


PIECES = [
    "Plain words.", "A [@KEY, p. 3].", "See @KEY.", "In @KEY [p. 4] and [-@KEY; @KEY].",
    "Text.<!--ref:KEY--><!--anchor:page:3-->", "[@KEY]<!--ref:KEY--> go", "Code `@KEY` and [@KEY].",
    "Math $x@KEY$ costs $5 and [@KEY].", "A note^[Here @KEY.] and @KEY.", "```\n[@KEY]\n```",
    "    [@KEY] indented", "- item @KEY\n\n    [@KEY] inside\n- next", "> quote [@KEY]\n> @KEY",
    "<!-- [@KEY] -->", "A [link @KEY](http://x.org/@KEY) end.", "\\cite[3]{KEY} tex", "*[@KEY]* **@KEY**",
    "| a | b |\n|---|---|\n| @KEY | [@KEY] |", "Term\n\n:   Definition @KEY", "<div>\nIn @KEY\n</div>",
    "# Heading @KEY", "$$\n@KEY\n$$", "\\begin{equation}\n@KEY\n\\end{equation}", "a\\@KEY b @KEY",
    "1. one @KEY\n2. two\n\n   para @KEY", "| line @KEY\n| next [@KEY]", "~~~ {.r}\n@KEY\n~~~",
]  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from("abc")), min_size=1, max_size=12)
)
def test_every_place_is_the_one_that_pandoc_reads(chosen: list[tuple[str, str]]) -> None:
    text = "\n\n".join(piece.replace("KEY", f"k{key}") for piece, key in chosen) + "\n"
    located = _located(text)
    edits: dict[tuple[int, int], str] = {}
    for number, (_, place) in enumerate(located):
        if place is not None:
            edits[place.key] = f"own{number}"
            if place.comment is not None and place.comment != place.whole:
                start = place.comment[0] + len("<!--ref:")
                edits[start, start + 2] = f"own{number}"
    changed = text
    for (start, end), new in sorted(edits.items(), reverse=True):
        changed = changed[:start] + new + changed[end:]
    keys = [key for key, _ in _located(changed)]
    assert keys == [key if place is None else f"own{n}" for n, (key, place) in enumerate(located)]


@pytest.mark.parametrize(
    "piece",
    ["[", "<!--ref:a", "`` ` ", "$1 ", "<a", "\\cite{", "](", "<pre>\n\n", "@a", "\\begin{x}\n\n"],
)
def test_time_is_linear(piece: str) -> None:
    from ars_pandoc.positions.scan import scan

    start = time.process_time()  # the machine may be busy
    scan([piece * 60_000], "markdown")
    assert time.process_time() - start < 5


def test_lines_end_as_for_pandoc() -> None:
    lines = Lines("a\r\nb\rc\u2028d\ne")
    assert [lines.line_and_column(offset) for offset in (0, 3, 5, 7, 9)] == [
        (1, 1),
        (2, 1),
        (3, 1),
        (3, 3),
        (4, 1),
    ]
    assert [lines.text(number) for number in (1, 3, 4, 5)] == ["a", "c\u2028d", "e", ""]


def test_what_a_latex_file_includes_stands_in_its_own_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TEXINPUTS", raising=False)
    files = {
        "main.tex": "\\cite[3]{a}.\n\\input{ch/one}\nB \\cite[4]{a}.\n\\include{ch/two.tex}\n"
        "% \\input{ch/three}\n\\cite[5]{a}.\n",
        "ch/one.tex": "One \\cite[31]{a}.\n",
        "ch/two.tex": "Two \\cite[32]{a} \\input{ch/four}.\n",
        "ch/three.tex": "\\cite[33]{a}",
        "ch/four.tex": "\n\\cite[34]{a}.\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    source = Source((Path("main.tex"),), "latex")
    document = read_source(source, {})
    found = find_citations(document.ast)
    texts = assembly_of(document)
    places = locate(found.citations, texts.texts, texts.files, "latex")
    assert [place and (str(place.path), place.line, place.column) for place in places] == [
        ("main.tex", 1, 1),
        ("ch/one.tex", 1, 5),
        ("main.tex", 3, 3),
        ("ch/two.tex", 1, 5),
        ("ch/four.tex", 2, 1),
        ("main.tex", 6, 1),
    ]
    monkeypatch.chdir(tmp_path / "ch")
    # As LaTeX does, from the folder of the main file, wherever Pandoc works.
    document = read_source(Source((Path("../main.tex"),), "latex"), {})
    assert (document.warnings, len(find_citations(document.ast).citations)) == ((), 6)


def test_a_bracket_behind_a_command_is_no_argument_of_it() -> None:
    text = "In a GIS\\index{GIS} [@a, p. 3] and \\index{B}\n[see @a].\n"
    found = find_citations(read_source(Source((), "markdown"), {}, text.encode()).ast)
    places = located(found.citations, [(PATH, text)])
    assert [place and (place.line, place.column) for place in places] == [(1, 22), (2, 6)]
