"""What an editor underlines, and where."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from lsprotocol.types import DiagnosticSeverity, Position

from ars_pandoc.lsp.diagnostics import MOST, diagnostics
from tests.lsp.states import state_of


def test_a_refusal_is_an_error_at_its_citation(tmp_path: Path) -> None:
    found = diagnostics(*state_of(tmp_path, "Well 😀 said [@read].\n"))
    assert [(one.code, one.severity) for one in found] == [
        ("MED-WARN-NO-LOCATOR", DiagnosticSeverity.Error)
    ]
    assert (found[0].range.start, found[0].range.end) == (Position(0, 14), Position(0, 19))
    assert "fix: " in found[0].message


def test_what_passes_is_not_underlined(tmp_path: Path) -> None:
    assert diagnostics(*state_of(tmp_path, "Said [@read, p. 1].\n")) == []


def test_later_reasons_are_named(tmp_path: Path) -> None:
    (found,) = diagnostics(*state_of(tmp_path, "Said [@unread].\n"))
    assert "\nalso: LOW-WARN" in found.message


def test_an_error_stands_at_the_top(tmp_path: Path) -> None:
    (found,) = diagnostics(*state_of(tmp_path, "---\nars:\n  mod: draft\n---\n[@read, p. 1]\n"))
    assert found.code == "not-judged"
    assert found.range.start == Position(0, 0)
    assert "mode" in found.message


def test_a_callout_is_underlined(tmp_path: Path) -> None:
    text = "As [@read, p. 1] says.\n\nOthers object (Miller, 2019).\n"
    (found,) = diagnostics(*state_of(tmp_path, text))
    assert (found.code, found.severity) == ("unmarked", DiagnosticSeverity.Warning)
    assert found.range.start.line == 2


def test_nothing_a_document_holds_reaches_the_editor_as_a_control_character(
    tmp_path: Path,
) -> None:
    (found,) = diagnostics(*state_of(tmp_path, "Said [@gone\x1b]0;x, p. 1].\n"))
    assert "\x1b" not in found.message


def test_thousands_of_findings_are_cut(tmp_path: Path) -> None:
    state, columns = state_of(tmp_path, "Said [@read].\n")
    many = replace(state, cited=state.cited * (MOST + 5))
    found = diagnostics(many, columns)
    assert len(found) == MOST + 1
    assert found[0].message.startswith(f"{MOST + 5} findings, of which the first {MOST} are shown")


def test_a_call_out_that_markup_or_a_line_end_parts_was_told_at_the_top(tmp_path: Path) -> None:
    text = (
        "As [@read, p. 1] says.\n\nOthers (*Miller*,\n2019) object, and Miller *et al.* (2020).\n"
    )
    found = diagnostics(*state_of(tmp_path, text))
    assert [one.code for one in found] == ["unmarked", "unmarked"]
    assert [one.range.start.line for one in found] == [2, 3]


def test_call_outs_alone_have_their_lines_beside_the_error(tmp_path: Path) -> None:
    state, _ = state_of(tmp_path, "Said [@read].\n")
    assert state.corpus is not None
    entry = state.corpus.entries["read"]
    name = f"{entry.authors[0]['family']} ({entry.year})"
    found = diagnostics(*state_of(tmp_path, f"As {name} says.\n\nSo {name} says.\n"))
    assert [one.code for one in found] == ["not-judged", "unmarked", "unmarked"]
    assert [one.range.start.line for one in found] == [0, 0, 2]
