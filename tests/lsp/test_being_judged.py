"""The source under the cursor, before its paragraph is judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.corpus.load_sidecar import load_corpus
from ars_pandoc.lsp.being_judged import source_text
from ars_pandoc.lsp.state import State
from tests.corpus.sidecars import raw_entry, write_sidecar


@pytest.fixture
def state(tmp_path: Path) -> State:
    sidecar = write_sidecar(tmp_path / "refs.ars.yaml", raw_entry("smith2024"), raw_entry("a:b-c"))
    return State("", corpus=load_corpus(sidecar))


@pytest.mark.parametrize(
    "text",
    [
        "As [@smith2024, p. 3] says",
        "As [see -@smith2024] says",
        "As @smith2024. Then",
        "As @{smith2024} says",
        "As Smith<!--ref:smith2024--> says",
        "As Smith<!-- ref:smith2024 ok --> says",
        "As [cite:@smith2024] says",
        "As citep:smith2024 says",
        r"As \parencite[12]{lee2020,smith2024} says",
        "As {cite}`smith2024` says",
        "As [@a:b-c; @smith2024] says",
    ],
)
def test_the_entry_of_the_key_is_shown_and_that_it_waits(state: State, text: str) -> None:
    shown = source_text(state, text, text.index("smith2024") + 3)
    assert shown is not None
    assert "Smith 2024" in shown
    assert "**Not read.**" in shown
    assert "Not judged yet" in shown


@pytest.mark.parametrize("text", ["As [@gone2020] says", "As Gone<!--ref:gone2020--> says"])
def test_a_key_that_no_source_has_is_named(state: State, text: str) -> None:
    shown = source_text(state, text, text.index("gone2020"))
    assert shown is not None
    assert "**gone2020**" in shown
    assert "Not judged yet" in shown


@pytest.mark.parametrize("word", ["says", "As", "mail"])
def test_a_word_is_no_key(state: State, word: str) -> None:
    text = "As mail says [@smith2024]"
    assert source_text(state, text, text.index(word) + 1) is None


def test_without_a_sidecar_the_key_alone_is_shown() -> None:
    assert source_text(State(""), "[@smith2024]", 4) == (
        "**smith2024**\n\nNot judged yet: its verdict is on its way."
    )
