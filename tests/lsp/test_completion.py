"""What an editor offers behind `@`, in a ref and in a comment."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lsprotocol.types import CompletionItem, InsertTextFormat, Position, TextEdit

from ars_pandoc.lsp.columns import Columns
from ars_pandoc.lsp.completion import completions
from ars_pandoc.lsp.state import judge_text
from tests.conftest import clean_environment
from tests.corpus.sidecars import raw_entry, write_sidecar


def offered(folder: Path, text: str, *, snippets: bool = False) -> list[CompletionItem]:
    """Ask at the place of `|`."""
    write_sidecar(
        folder / "literature_corpus.yaml",
        raw_entry("smith2024"),
        raw_entry("wang.", title="Other words"),
    )
    state = judge_text(folder / "paper.md", "Not yet.\n", clean_environment())
    offset = text.index("|")
    now = text.replace("|", "")
    return completions(state, now, offset, Columns(now), snippets=snippets)


def edits(items: list[CompletionItem]) -> dict[str, str]:
    found = {}
    for item in items:
        assert isinstance(item.text_edit, TextEdit)
        found[item.label] = item.text_edit.new_text
    return found


def test_keys_behind_the_sign(tmp_path: Path) -> None:
    items = offered(tmp_path, "😀 says [@sm|].\n")
    assert edits(items) == {"smith2024": "smith2024", "wang.": "{wang.}"}
    edit = items[0].text_edit
    assert isinstance(edit, TextEdit)
    assert (edit.range.start, edit.range.end) == (Position(0, 10), Position(0, 12))
    assert items[0].detail == "Gates and citations"


def test_an_author_finds_the_key(tmp_path: Path) -> None:
    item = offered(tmp_path, "[@|")[0]
    assert item.filter_text is not None
    assert item.filter_text.startswith("smith2024 Smith 2024")


def test_a_brace_that_the_editor_closed_is_taken_along(tmp_path: Path) -> None:
    item = offered(tmp_path, "[@{sm|}]")[0]
    assert isinstance(item.text_edit, TextEdit)
    assert item.text_edit.new_text == "smith2024}"
    assert item.text_edit.range.end == Position(0, 6)


def test_keys_in_a_ref(tmp_path: Path) -> None:
    assert edits(offered(tmp_path, "Said.<!--ref:sm|-->")) == {
        "smith2024": "smith2024",
        "wang.": "wang.",
    }


def test_markers_in_a_comment(tmp_path: Path) -> None:
    assert edits(offered(tmp_path, "Said.<!--|-->")) == {
        "ref": "ref:-->",
        "anchor:page": "anchor:page:-->",
        "anchor:section": "anchor:section:-->",
        "anchor:paragraph": "anchor:paragraph:-->",
        "anchor:quote": "anchor:quote:-->",
    }


def test_snippets_put_the_cursor_on_the_value(tmp_path: Path) -> None:
    items = offered(tmp_path, "Said.<!--anchor:pa|", snippets=True)
    assert edits(items)["page"] == "page:${1:12-14}-->"
    assert {item.insert_text_format for item in items} == {InsertTextFormat.Snippet}


@pytest.mark.parametrize(
    "text",
    [
        r"So it is \cite{sm|}.",
        r"So it is \parencite[see][12]{other,sm|}.",
        r"\textcites[3]{other}[4]{sm|",
        r"\citep*{sm|",
        r"\footcite{a, sm|",
        r"\autocite(see){sm|",
    ],
)
def test_keys_in_a_command_of_tex(text: str, tmp_path: Path) -> None:
    items = offered(tmp_path, text)
    assert edits(items) == {"smith2024": "smith2024", "wang.": "wang."}
    edit = items[0].text_edit
    assert isinstance(edit, TextEdit)
    start, end = Columns(text.replace("|", "")).extent(edit.range)
    assert text.replace("|", "")[start:end] == "sm"


@pytest.mark.parametrize("text", [r"\emph{sm|}", r"\cite{a}sm|", r"\cite[p. |", r"\ref{sm|"])
def test_no_keys_in_other_commands_of_tex(text: str, tmp_path: Path) -> None:
    assert offered(tmp_path, text) == []


def test_keys_in_a_citation_of_org(tmp_path: Path) -> None:
    assert edits(offered(tmp_path, "So it is [cite:@sm|]."))["smith2024"] == "smith2024"


@pytest.mark.parametrize("text", ["mail a@b|", "\\@open|", "word|", "<!-- a note |-->"])
def test_nothing_elsewhere(tmp_path: Path, text: str) -> None:
    assert offered(tmp_path, text) == []


@pytest.mark.parametrize(
    "text",
    ["He says [@sm|].\n", "[@{sm|}", "Said.<!--ref:sm|-->", "Said.<!--an|-->", "<!--anchor:pa|-->"],
)
def test_an_editor_may_replace_the_word_under_the_cursor(text: str, tmp_path: Path) -> None:
    """Some heed no ranges, but take the word's start for that of the edit."""
    offset = text.index("|")
    word = re.search(r"\w*\Z", text[:offset])
    assert word is not None
    for item in offered(tmp_path, text):
        assert isinstance(item.text_edit, TextEdit)
        assert item.text_edit.range.start == Position(0, word.start())
        assert (item.filter_text or item.label).startswith(item.label)
