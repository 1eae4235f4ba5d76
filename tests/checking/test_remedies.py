from __future__ import annotations

import pytest

from ars_pandoc.checking.funnel import ORDER, Step
from ars_pandoc.checking.remedies import Documents, remedy_of


@pytest.mark.parametrize("stage", ORDER)
@pytest.mark.parametrize("keys", [("a",), ("a", "b")], ids=["one", "many"])
def test_each_step_has_a_command(stage: str, keys: tuple[str, ...]) -> None:
    remedy = remedy_of(
        Step(stage, 3, keys, 2), Documents("'my thesis/'", options={"a": " --corpus x"})
    )
    assert remedy.command.startswith("ars ")
    assert "'my thesis/'" in remedy.command or " --corpus x" in remedy.command
    assert remedy.short[0].isdigit()
    assert remedy.words


def test_a_word_file_was_sent_to_the_walk_that_cannot_write_there() -> None:
    step = Step("anchored", 3, ("a", "b"), 2)
    remedy = remedy_of(step, Documents("paper.docx", writable=False))
    assert remedy.command == "ars check --rows locator paper.docx"
    assert "in the program that made the file" in remedy.words


def test_what_may_be_open_is_fetched_and_the_rest_is_pinned() -> None:
    step = Step("held", 3, ("a", "b"), 2, ("b",))
    remedy = remedy_of(step, Documents("paper.md"))
    assert remedy.command == "ars fetch paper.md"
    assert remedy.words.endswith("those that are not open: ars pin a FILE")


def test_a_key_that_begins_with_a_dash_is_no_option() -> None:
    assert remedy_of(Step("held", 1, ("-x",), 1), Documents("p.md")).command == "ars pin @-x FILE"
