"""Markers and keys in the visible text, which would print (contract §2, §3)."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.visible_markers import glued_keys, raw_markers, visible_markers
from ars_pandoc.pandoc.executable import Pandoc
from tests.pandoc_documents import read_document

PRINTED: dict[str, list[str | None]] = {
    "A <!--ref:smith2024--><!--anchor:page:3-->.": ["smith2024", None],
    "A <!-- ref: smith2024 -->.": ["smith2024"],
    "A <!--REF=smith2024-->.": ["smith2024"],
    "A <!--anchor:quote:three more words-->.": [None],
    "A <!--anchor:page-->.": [None],
    "A <!--ref:two words-->.": ["two"],
    "A <!-ref:smith2024-->.": ["smith2024"],
    "A <! --ref:smith2024--><! --anchor:page:3-->.": ["smith2024", None],
    "A <--ref:smith2024-->.": ["smith2024"],
    "A <!ref:smith2024>.": ["smith2024"],
    "A <!-- ref: smith2024 and no end.": ["smith2024"],
}
OF_OTHERS = [
    "A <!-- ref: https://example.org/issue/1 -->.",
    "A <!-- ANCHOR: listing --> b <!-- ANCHOR_END: listing -->.",
    "A <!-- anchor: top -->.",
    "A <!-- references -->.",
    "A <!-- TODO: ref -->.",
    "A <--ref: https://example.org/issue/1 -->.",
    "A <-ref:x and a <-- b.",
]
READERS = ["markdown-raw_html", "markdown-raw_html-smart", "rst"]


def keys_in(text: str, reader: str, pandoc: Pandoc) -> list[str | None]:
    inlines = read_document(f"{text}\n", reader, pandoc)["blocks"][0]["c"]
    return [
        key
        for index, element in enumerate(inlines)
        if element["t"] == "Str"
        for key, _ in visible_markers(inlines, index)
    ]


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("text", PRINTED)
def test_a_marker_that_would_print_is_found(text: str, reader: str, pandoc: Pandoc) -> None:
    assert keys_in(text, reader, pandoc) == PRINTED[text]


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("text", OF_OTHERS)
def test_a_comment_of_another_tool_is_none(text: str, reader: str, pandoc: Pandoc) -> None:
    assert keys_in(text, reader, pandoc) == []


@pytest.mark.parametrize(
    ("word", "keys"),
    [
        ("研究@wang2020", ["wang2020"]),
        ("研究@wang2020。", ["wang2020"]),
        ("研究@wang2020表明", ["wang2020表明", "wang2020"]),
        ("vgl.@wang2020", ["wang2020"]),
        ("(see@wang2020)", ["wang2020"]),
        ("이며@wang2020에서", ["wang2020에서", "wang2020"]),
        ("https://host.org/a@wang2020", []),
        ("(@wang2020", []),
        ("jane@example.org", []),
        ("（@wang2020", []),
        ("邮箱：wang@example.cn", []),
    ],
)
def test_a_key_glued_to_the_text_before_it(word: str, keys: list[str]) -> None:
    assert list(glued_keys(word)) == keys


@pytest.mark.parametrize(
    ("style", "code", "keys"),
    [
        ("latex", "\\caption{A <!--ref:a--><!--anchor:page:3-->} <!--ref:b-->", ["a", "b"]),
        ("latex", "% <!--ref:a-->\n\\verb|<!--ref:b-->|", []),
        ("openxml", "<w:t><!--anchor:page:3--></w:t>", [None]),
        ("typst", "<!-- a note --> <!-- ref: https://example.org -->", []),
    ],
)
def test_a_marker_in_raw_code_would_print(style: str, code: str, keys: list[str | None]) -> None:
    assert [key for key, _ in raw_markers(style, code)] == keys
