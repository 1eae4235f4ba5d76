from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ars_pandoc.documents.inputs import Source
from ars_pandoc.documents.read_source import read_source
from ars_pandoc.gate import run
from ars_pandoc.rewriting.strip_text import strip_text
from tests.checking.papers import write_paper
from tests.conftest import clean_environment

LITERAL = "[UNVERIFIED CITATION — NO ORIGINAL]"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("word <!--ref:a-->.", "word."),
        ("word <!--ref:a--><!--anchor:page:3--> more\n", "word more\n"),
        ("word<!--ref:a-->more", "wordmore"),
        (f"word {LITERAL}<!--ref:a ok-->.", "word."),
        (f"word {LITERAL} <!--ref:a--> on", "word on"),
        ("- <!--ref:a-->\n- b\n", "- b\n"),
        ("- <!--ref:a-->\n\n  foo\n", "- foo\n"),
        ("one\r\n\r\n<!--ref:a-->\r\n\r\ntwo\r\n", "one\r\n\r\n\r\ntwo\r\n"),
        ("one\n<!--ref:a-->, two", "one, two"),
        ("one\n\n<!--ref:a-->, two", "one\n\n, two"),
        ("\ufeff<!--ref:a--> x <!--ref:b--> y <!--ref:c-->", "\ufeffx y"),
        ("nbsp\\ <!--ref:a-->\nnext", "nbsp\\ \nnext"),
        ("called nowhere\n\n[^1]: Note <!--ref:a-->.\n", "called nowhere\n\n[^1]: Note.\n"),
        ("---\ntitle: A <!--ref:a-->\n---\n\nx\n", "---\ntitle: A\n---\n\nx\n"),
    ],
)
def test_a_marker_goes_with_its_space(text: str, left: str) -> None:
    assert strip_text(text, "markdown") == left


@pytest.mark.parametrize(
    "text",
    [
        "`<!--ref:a-->` and $x<!--ref:a-->$",
        "```\n<!--ref:a-->\n```\n",
        "own <!-- note: look --> words <!-- references -->",
        "<!-- ref: https://example.org --> and <!-- ref smith -->",
        "<!-- ANCHOR: x -->\n\ncode\n\n<!-- ANCHOR_END: x -->\n",
        "escaped \\<!--ref:a-->",
        f"{LITERAL} with no marker behind",
    ],
)
def test_what_is_no_marker_stays(text: str) -> None:
    assert strip_text(text, "markdown") == text


PIECES = st.lists(
    st.sampled_from(
        [
            "word",
            " ",
            " ",
            "\n",
            "\n\n",
            ".",
            "<!--ref:read-->",
            "<!--anchor:page:3-->",
            LITERAL,
            "- ",
            "> ",
            "`",
            "$",
            "<!--",
            "-->",
            "<!-- x -->",
            "[",
            "]",
            "@read",
            "\\",
            "\r\n",
            "研",
        ]
    ),
    max_size=14,
).map("".join)


@given(PIECES)
@settings(deadline=None)
def test_what_is_left_is_in_the_text(text: str) -> None:
    """Nothing is added, and nothing but markers and white space is taken."""
    rest = iter(text)
    assert all(char in rest for char in strip_text(text, "markdown"))


@pytest.mark.parametrize(
    "text",
    [
        "Word <!--ref:read--><!--anchor:page:3-->. More <!--ref:read--><!--anchor:page:3--> here.",
        "- <!--ref:read--><!--anchor:page:3--> item\n- next\n",
        "# Head <!--ref:read--><!--anchor:page:3-->\n\nText[^1].\n\n[^1]: N <!--ref:read--><!--anchor:page:4-->\n",
        "| a | b |\n|---|---|\n| x <!--ref:read--><!--anchor:page:3--> | y |\n",
        "---\ntitle: A <!--ref:read--><!--anchor:page:3-->\nnote: B <!--ref:read-->\n"
        'keywords: [x <!--ref:read-->, y]\nauthor:\n- name: "C <!--ref:read--><!--anchor:page:3-->"\n  bio: |\n'
        "    D: <!--ref:read--><!--anchor:page:3-->\n\n    ```\n    E: <!--ref:read-->\n    ```\nother: F\n---\n\nText.\n",
        "One\n<!--ref:read--><!--anchor:page:3-->\ntwo.\n\n<!--ref:read--><!--anchor:page:3--> Begins.\n",
    ],
)
def test_the_text_is_what_the_gate_renders(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    paper = write_paper(tmp_path, text)
    environment = clean_environment()
    rendered = io.BytesIO()
    ast = json.dumps(_ast(paper)).encode()
    assert run(io.BytesIO(ast), rendered, io.StringIO(), environment) == 0
    paper.write_text(strip_text(text, "markdown"), encoding="utf-8")
    assert _joined(json.loads(rendered.getvalue())) == _joined(_ast(paper))


def _ast(path: Path) -> dict[str, Any]:
    return read_source(Source((path,), "markdown"), {}).ast


def _joined(document: dict[str, Any]) -> str:
    """Give a document with words joined that stand side by side without a space."""
    return json.dumps([document["meta"], document["blocks"]]).replace('"}, {"t": "Str", "c": "', "")
