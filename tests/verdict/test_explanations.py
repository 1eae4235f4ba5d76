"""What reports print beside a status: each word of it is explained, and its example gets it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from ars_pandoc.lsp.state import judge_text
from ars_pandoc.verdict.explanations import NOTES, SUFFIXES
from ars_pandoc.verdict.matrix import _SUFFIXES
from tests.checking.papers import write_paper
from tests.conftest import ROOT, clean_environment
from tests.corpus.sidecars import raw_entry, write_sidecar

EXPLAINED = {one.name: one for one in (*SUFFIXES, *NOTES)}


def written_codes() -> set[str]:
    """Give each code that the package writes into a note."""
    codes: set[str] = set()
    for path in (ROOT / "ars_pandoc").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        constants = {
            target.id: str(node.value.value)
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id in ("Note",) and node.args:
                code = node.args[0]
                if isinstance(code, ast.Constant):
                    codes.add(str(code.value))
                elif isinstance(code, ast.Name) and code.id in constants:
                    codes.add(constants[code.id])
    return codes


@pytest.mark.slow
def test_every_code_is_explained() -> None:
    codes = written_codes()
    assert {"page-mismatch", "unknown-label", "title-differs"} <= codes
    # Call-outs are counted apart from notes.
    assert codes == {one.name for one in NOTES} - {"unmarked"}


def test_every_suffix_is_explained_in_the_order_in_which_they_are_joined() -> None:
    names = [one.name.removeprefix("CONTAMINATED-") for one in SUFFIXES]
    assert names == list(_SUFFIXES.values())


def test_they_are_short_and_without_repetition() -> None:
    assert len(EXPLAINED) == len(SUFFIXES) + len(NOTES)
    for one in EXPLAINED.values():
        assert len(one.short) <= 45
        assert all(text.endswith(".") for text in (one.what, one.why))
        assert one.remedy.endswith((".", "…"))
    assert [one.name for one in NOTES] == sorted(one.name for one in NOTES)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("abstract-only", "Said [@smith2024, sec. Abstract]."),
        ("idle-anchor", "Said <!--ref:smith2024--><!--anchor:page:12--><!--anchor:none:-->."),
        ("locator-is-year", "Said [@smith2024, p. 2024]."),
        ("style-will-not-format", "Said [@smith2024, see p. 3]."),
        ("unknown-label", "Said [@smith2024, Rn. 63]."),
    ],
)
def test_the_example_of_a_note_gets_it(code: str, text: str, tmp_path: Path) -> None:
    example = text.removeprefix("Said ").removesuffix(".")
    assert example in EXPLAINED[code].example
    path = write_paper(tmp_path, text)
    write_sidecar(tmp_path / "literature_corpus.yaml", raw_entry("smith2024"))
    (one,) = judge_text(path, f"{text}\n", clean_environment()).cited
    assert code in {note.code for note in one.notes}


def test_the_example_of_a_callout_is_one(tmp_path: Path) -> None:
    text = "Said [@read, p. 1].\n\nSmith (2024) shows it.\n"
    assert "Smith (2024) shows" in EXPLAINED["unmarked"].example
    state = judge_text(write_paper(tmp_path, text), text, clean_environment())
    assert [one.text for one in state.callouts] == ["Smith (2024)"]
