"""The shapes of Pandoc's AST: what is walked, and the text of inlines."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from ars_pandoc.pandoc.elements import INLINE_INDEX, block_children, children, stringify
from ars_pandoc.pandoc.executable import Pandoc
from tests.pandoc_documents import read_document

EVERYTHING = r"""
# Heading w1

Para w2 *w3* **w4 ~~w5~~** ^w6^ ~w7~ [w8]{.smallcaps} [w9]{.underline} 'w10' "w11"
[w12](https://example.org) ![w13](x.png) [w14]{.c} [see @key, w15] w16^[w17 *w18*].

- w19
- w20

    w21

1. w22
2. w23

> w24

| w25
| w26

w27

:   w28

::: {.d}
w29
:::

![w30](x.png)

+-----+-----+
| w31 | w32 |
+=====+=====+
| w33 | w34 |
+-----+-----+
| w35       |
+-----+-----+

: w36
"""


def visited(blocks: list[Any]) -> Iterator[str]:
    """Give all words that the walkers come by."""
    for block in blocks:
        for what, inner in block_children(block):
            yield from visited(inner) if what == "blocks" else inside(inner)


def inside(inlines: list[Any]) -> Iterator[str]:
    for element in inlines:
        if element["t"] == "Str":
            yield element["c"]
        elif element["t"] == "Note":
            yield from visited(element["c"])
        elif element["t"] == "Cite":
            yield from inside(element["c"][1])
        else:
            yield from inside(children(element) or [])


def strings(value: Any) -> Iterator[str]:
    """Give all words that stand in the JSON; a Cite's are taken from what it shows."""
    if isinstance(value, dict):
        if value.get("t") == "Str":
            yield value["c"]
        elif value.get("t") == "Cite":
            yield from strings(value["c"][1])
        else:
            for item in value.values():
                yield from strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)


def test_no_word_of_a_document_is_left_out(pandoc: Pandoc) -> None:
    blocks = read_document(EVERYTHING, "markdown", pandoc)["blocks"]
    words = list(visited(blocks))
    assert words == list(strings(blocks))
    assert {f"w{n}" for n in range(1, 37)} <= {word.rstrip("].,") for word in words}


def test_every_inline_with_inlines_is_listed(pandoc: Pandoc) -> None:
    seen = set()

    def collect(value: Any) -> None:
        if isinstance(value, dict):
            if value.get("t") in INLINE_INDEX:
                seen.add(value["t"])
                assert children(value), value
            for item in value.values():
                collect(item)
        elif isinstance(value, list):
            for item in value:
                collect(item)

    collect(read_document(EVERYTHING, "markdown", pandoc)["blocks"])
    assert seen == set(INLINE_INDEX)


@pytest.mark.parametrize(
    "element",
    [
        {"t": "Str", "c": "x"},
        {"t": "Space"},
        {"t": "Note", "c": []},
        {"t": "Cite", "c": [[], []]},
        {"t": "RawInline", "c": ["html", "<b>"]},
        {"t": "Code", "c": [["", [], []], "x"]},
    ],
)
def test_other_inlines_have_no_children(element: dict[str, Any]) -> None:
    assert children(element) is None


@pytest.mark.parametrize(
    "block",
    [
        {"t": "HorizontalRule"},
        {"t": "Null"},
        {"t": "CodeBlock", "c": [["", [], []], "x"]},
        {"t": "RawBlock", "c": ["html", "<b>"]},
    ],
)
def test_leaves_have_no_parts(block: dict[str, Any]) -> None:
    assert list(block_children(block)) == []


@pytest.mark.parametrize(
    "text",
    [
        "Plain *words* with **all ~~sorts~~** of [marks](https://example.org).",
        "A \"quote\" and 'another', `code` too.",
        "A *break\nin the line* and [a span]{.c}",
        "As @key said.",
    ],
)
def test_text_is_what_pandoc_writes_as_plain(text: str, pandoc: Pandoc) -> None:
    document = read_document(text, "markdown", pandoc)
    done = subprocess.run(
        [str(pandoc.path), "-t", "plain-gutenberg", "--wrap=none"],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    shown = stringify(document["blocks"][0]["c"])
    assert shown == done.stdout.strip().replace("_", "").replace("~~", "").replace("*", "")


def test_text_has_no_notes_and_no_raw_code() -> None:
    text = "A^[note] `<b>`{=html}b`</b>`{=html} \\cite{a} $x^2$<!-- no -->"
    assert stringify(read_document(text)["blocks"][0]["c"]).split() == ["A", "b", "x^2"]
