"""Code actions do what they say: the text with their edit is judged once more."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol.types import CodeAction, CodeActionContext, Command

from ars_pandoc.lsp.actions import MARK_READ, code_actions, wanted
from ars_pandoc.lsp.columns import Columns
from ars_pandoc.lsp.diagnostics import diagnostics
from tests.lsp.states import state_of

URI = "file:///paper.md"


def offered(
    folder: Path, text: str, selected: str, name: str = "paper.md"
) -> list[CodeAction | Command]:
    state, columns = state_of(folder, text, name)
    start = text.index(selected)
    return code_actions(state, URI, (start, start + len(selected)), columns)


def applied(text: str, action: CodeAction) -> str:
    assert action.edit is not None
    assert action.edit.changes is not None
    (edit,) = action.edit.changes[URI]
    start, end = Columns(text).extent(edit.range)
    return text[:start] + edit.new_text + text[end:]


def statuses(folder: Path, text: str, name: str = "paper.md") -> list[str]:
    return [one.finding.status for one in state_of(folder, text, name)[0].cited]


def titled(actions: list[CodeAction | Command], words: str) -> CodeAction:
    (action,) = (action for action in actions if words in action.title)
    assert isinstance(action, CodeAction)
    return action


def test_a_marker_is_inserted_and_refused_until_it_is_filled(tmp_path: Path) -> None:
    for text in ("😀 [@read] said.\n", "Said.<!--ref:read-->\n", "As @read says.\n"):
        action = titled(offered(tmp_path, text, "read"), "for the page")
        changed = applied(text, action)
        assert statuses(tmp_path, changed) == ["MED-WARN-NO-LOCATOR"]
        assert statuses(tmp_path, changed.replace("page:?", "page:12")) == ["ok"]


@pytest.mark.parametrize(
    ("name", "text", "written"),
    [
        ("paper.md", "😀 [@read] said.\n", "[@read, p. ?]"),
        ("paper.md", "😀 [@{read}; @gone, p. 2] said.\n", "[@{read}, p. ?; @gone, p. 2]"),
        ("paper.md", "As @read says.\n", "As @read [p. ?] says."),
        ("paper.md", "As [-@read] says.\n", "[-@read, p. ?]"),
        ("paper.md", "So it is \\parencite{read}.\n", "\\parencite[?]{read}."),
        ("paper.tex", "So it is \\cite{read}.\n", "\\cite[?]{read}."),
        ("paper.org", "So it is [cite:@read].\n", "[cite:@read p. ?]"),
    ],
)
def test_a_locator_is_inserted_in_the_form_of_the_citation(
    name: str, text: str, written: str, tmp_path: Path
) -> None:
    action = titled(offered(tmp_path, text, "read", name), "a locator")
    changed = applied(text, action)
    assert written in changed
    assert statuses(tmp_path, changed, name)[0] == "MED-WARN-NO-LOCATOR"
    assert statuses(tmp_path, changed.replace("?", "12"), name)[0] == "ok"


def test_a_placeholder_is_not_doubled(tmp_path: Path) -> None:
    titles = [action.title for action in offered(tmp_path, "Said [@read, p. ?].\n", "read")]
    assert not any("a locator" in title for title in titles)


def test_one_of_a_group_gets_a_ref_of_its_own(tmp_path: Path) -> None:
    text = "Said [@read; @gone, p. 2].\n"
    changed = applied(text, titled(offered(tmp_path, text, "read"), "for the page"))
    assert changed == "Said [@read; @gone, p. 2]<!--ref:read--><!--anchor:page:?-->.\n"


def test_what_is_anchored_needs_no_marker(tmp_path: Path) -> None:
    assert offered(tmp_path, "Said [@read, p. 1].\n", "@read") == []


def test_an_unread_source_can_be_marked(tmp_path: Path) -> None:
    (action,) = offered(tmp_path, "Said [@unread, p. 1].\n", "@unread")
    assert isinstance(action, Command)
    assert (action.command, action.arguments) == (MARK_READ, [URI, "unread"])


def test_the_selection_becomes_a_quote_of_its_citation(tmp_path: Path) -> None:
    text = "It “holds every single citation” [@read] 😀.\n"
    actions = offered(tmp_path, text, "holds every single citation")
    changed = applied(text, titled(actions, "add the selection"))
    assert "“holds every single citation” [@read]<!--ref:read--><!--anchor:quote:" in changed
    assert statuses(tmp_path, changed) == ["ok"]


def test_the_selection_is_replaced_by_its_marker(tmp_path: Path) -> None:
    text = "Said [@read]holds every single - citation here.\n"
    actions = offered(tmp_path, text, "holds every single - citation")
    changed = applied(text, titled(actions, "encode the selection"))
    quote = "holds%20every%20single%20%2D%20citation"
    assert changed == f"Said [@read]<!--anchor:quote:{quote}--> here.\n"
    assert statuses(tmp_path, changed) == ["ok"]


def test_a_quote_that_is_too_long_says_so(tmp_path: Path) -> None:
    words = "word " * 30
    action = titled(offered(tmp_path, f"{words}[@read].\n", words), "encode the selection")
    assert action.disabled is not None
    assert "25" in action.disabled.reason


def test_the_value_of_a_marker_is_encoded_in_place(tmp_path: Path) -> None:
    text = "Said.<!--ref:read--><!--anchor:quote:three raw words-->\n"
    action = titled(offered(tmp_path, text, "raw"), "encode the quote")
    assert applied(text, action).endswith("<!--anchor:quote:three%20raw%20words-->\n")
    encoded = applied(text, action)
    assert offered(tmp_path, encoded, "raw") == []


def test_an_editor_gets_the_kinds_that_it_asks_for(tmp_path: Path) -> None:
    text = "Said [@unread] here.\n"
    state, columns = state_of(tmp_path, text)
    (found,) = diagnostics(state, columns)
    actions = offered(tmp_path, text, "@unread")

    def titles(*only: str) -> list[str]:
        context = CodeActionContext([found], only=list(only) or None)
        return [action.title.split()[0] for action in wanted(list(actions), context)]

    assert titles("quickfix") == ["insert"] * 4
    assert titles("refactor") == []
    assert titles() == ["insert"] * 4 + ["mark"]
    fix = wanted(actions, CodeActionContext([found]))[0]
    assert isinstance(fix, CodeAction)
    assert fix.diagnostics == [found]
