"""In which stretches of a Markdown text citations may stand."""

from __future__ import annotations

import pytest

from ars_pandoc.positions.blocks import split_blocks


def stretches(text: str, *, every_field: bool = False) -> list[tuple[str, str]]:
    return [
        (one.field or one.note or one.kind, text[one.start : one.end].strip())
        for one in split_blocks(text, every_field=every_field)
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("One.\nStill one.\n\nTwo.\n", [("text", "One.\nStill one."), ("text", "Two.")]),
        ("```\n@a\n```\nWords.\n", [("text", "Words.")]),
        ("~~~ {.r}\n@a\n~~~~\nWords.\n", [("text", "Words.")]),  # a longer fence closes too
        ("````\n```\n@a\n````\nWords.\n", [("text", "Words.")]),  # a shorter one does not
        ("> ```\n> @a\n> ```\n> Words.\n", [("text", "Words.")]),
        ("- ```\n  @a\n  ```\n", []),
        ("```\nnever closed @a\n", [("text", "```\nnever closed @a")]),
        ("```{=html}\n<b>\n```\n", [("raw", "<b>")]),
        ("```{=latex}\n\\cite{a}\n```\n", [("raw", "\\cite{a}")]),
        ("```{=openxml}\n<w/>\n```\n", [("raw", "<w/>")]),
        ("```{=html}\n```\n", []),
        ("    @code\n\nWords.\n", [("text", "Words.")]),
        ("Words\n    @go on\n", [("text", "Words\n    @go on")]),  # no code within a paragraph
        ("\t@code\n", []),
        ("   @words\n", [("text", "@words")]),  # three spaces are no code
        ("- item\n\n    para\n\n        @code\n", [("text", "- item"), ("text", "para")]),
        ("1.  item\n\n    para\n", [("text", "1.  item"), ("text", "para")]),
        ("<pre>\n@a\n\n@b\n</pre>\nWords.\n", [("html", "<pre>\n@a\n\n@b"), ("text", "</pre>\nWords.")]),
        ("\\begin{x}\n@a\n\n@b\n\\end{x}\n", [("tex", "\\begin{x}\n@a\n\n@b\n\\end{x}")]),
        ("\\begin{x}\nnever closed\n", [("text", "\\begin{x}\nnever closed")]),
        ("[a]: http://x.org/@a\nWords.\n", [("text", "Words.")]),
        ("[@a]: is no link\n", [("text", "[@a]: is no link")]),
        ("<!-- a note\n\n@a -->\n", [("text", "<!-- a note\n\n@a -->")]),
        ("<!-- never closed\n\nWords.\n", [("text", "<!-- never closed"), ("text", "Words.")]),
        ("`<!--` is code\n\nWords.\n", [("text", "`<!--` is code"), ("text", "Words.")]),
        ("A.\n\n[^n]: Note @a.\n\n    More.\n\nB.\n",
         [("text", "A."), ("n", "Note @a."), ("n", "More."), ("text", "B.")]),
        ("\ufeffWords.\n", [("text", "\ufeffWords.")]),
    ],
)  # fmt: skip
def test_code_is_told_from_words(text: str, found: list[tuple[str, str]]) -> None:
    assert stretches(text) == found


HEADER = """---
title: A @a
abstract: |
  Long @b

  Longer
author:
  - name: X
nocite: '@c'
---
Words.
"""


def test_citations_count_in_some_fields_alone() -> None:
    assert stretches(HEADER) == [
        ("title", "A @a"),
        ("abstract", "|\n  Long @b\n\n  Longer"),
        ("author", "- name: X"),
        ("text", "Words."),
    ]


def test_markers_are_looked_for_in_every_field_at_any_depth() -> None:
    found = [text for _, text in stretches(HEADER, every_field=True)]
    assert found == ["A @a", "|\n  Long @b\n\n  Longer", "", "X", "'@c'", "Words."]


@pytest.mark.parametrize(
    "text",
    ["---\n\nno header\n---\n", "---\ntitle: never closed @a\n", "Words\n---\ntitle: @a\n---\n"],
)
def test_what_is_no_header_is_text(text: str) -> None:
    assert {kind for kind, _ in stretches(text)} == {"text"}


@pytest.mark.parametrize("close", ["---", "..."])
def test_a_header_may_stand_further_below(close: str) -> None:
    assert stretches(f"Words.\n\n---\ntitle: A @a\n{close}\n") == [
        ("text", "Words."),
        ("title", "A @a"),
    ]
