"""What is shown of the source under the cursor."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ars_pandoc.grounding.result import Excerpt, Grounding
from ars_pandoc.lsp.hover import hover_text
from ars_pandoc.lsp.state import judge_text
from tests.checking.papers import write_paper
from tests.conftest import clean_environment
from tests.corpus.sidecars import raw_entry, write_sidecar
from tests.lsp.states import state_of


def hover(folder: Path, text: str, at: str) -> str | None:
    state, _ = state_of(folder, text)
    return hover_text(state, text.index(at))


def test_entry_trust_and_verdict(tmp_path: Path) -> None:
    shown = hover(tmp_path, "Said [@read, p. 1].\n", "read")
    assert shown is not None
    assert "**Smith 2024**. *Gates and citations*" in shown
    assert "Original: held; entry: compared with it. Read 2026-01-01 (scope not given)." in shown
    assert "**passes**" in shown


def test_an_unread_source_says_what_to_do(tmp_path: Path) -> None:
    shown = hover(tmp_path, "Said [@unread, p. 1].\n", "p. 1")
    assert shown is not None
    assert "**Not read.**" in shown
    assert "**refused** (LOW-WARN)" in shown.replace("\\", "")
    assert "Fix: " in shown


def test_a_title_is_no_markup(tmp_path: Path) -> None:
    shown = hover(tmp_path, "Said [@unread, p. 1].\n", "unread")
    assert shown is not None
    assert "<" not in shown.replace("\\<", "")
    assert "\\*stars\\*" in shown


def test_an_anchor_comment_shows_its_citation(tmp_path: Path) -> None:
    text = "Found.<!--ref:read--><!--anchor:page:3-->\n"
    assert "Smith 2024" in (hover(tmp_path, text, "anchor") or "")
    assert hover(tmp_path, text, "Found") is None


def test_each_of_a_group_is_shown(tmp_path: Path) -> None:
    shown = hover(tmp_path, "Said [@read, p. 1; @gone, p. 2].\n", "[")
    assert shown is not None
    assert "\n\n---\n\n**gone**" in shown


def test_the_passage_around_a_quote(tmp_path: Path) -> None:
    text = "Said [@read, p. 1].\n"
    state, _ = state_of(tmp_path, text)
    passage = Excerpt("gates hold every citation", "It is known that", ".")
    found = Grounding("found", page="3", section="Results", passage=passage)
    one = state.cited[0]
    grounded = replace(one, finding=replace(one.finding, groundings=(found,)))
    shown = hover_text(replace(state, cited=(grounded,)), text.index("read"))
    assert shown is not None
    assert "In the source: found (page 3, section Results)" in shown.replace("\\", "")
    quote = "> It is known that **gates hold every citation**."
    assert quote in shown.replace("\\", "")


def test_what_is_private_is_not_shown(tmp_path: Path) -> None:
    text = "Said [@read, p. 1].\n"
    path = write_paper(tmp_path, text)
    private = {"abstract": "a secret abstract", "user_notes": "a secret note"}
    write_sidecar(tmp_path / "literature_corpus.yaml", raw_entry("read", **private))
    shown = hover_text(judge_text(path, text, clean_environment()), text.index("read"))
    assert shown is not None
    assert "**not held**" in shown
    assert "secret" not in shown


def test_a_pinned_source_is_compared_by_its_content(tmp_path: Path) -> None:
    text = "Said [@read, p. 1].\n"
    state, _ = state_of(tmp_path, text)
    one = state.cited[0]
    pinned = replace(one, evidence=replace(one.evidence, pinned=True, content_match=True))
    shown = hover_text(replace(state, cited=(pinned,)), text.index("read"))
    assert shown is not None
    assert (
        "Original: pinned, its content matched; entry: its title and author stand in it." in shown
    )


def test_later_reasons_are_shown(tmp_path: Path) -> None:
    shown = hover(tmp_path, "Said [@unread].\n", "unread")
    assert shown is not None
    assert "(MED-WARN-NO-LOCATOR, also LOW-WARN)" in shown.replace("\\", "")


def test_a_title_with_a_stop_of_its_own_gets_no_second_one(tmp_path: Path) -> None:
    path = write_paper(tmp_path, "Said [@read, p. 1].\n")
    entry = raw_entry("read", title="Read before you cite!", venue="Complex Systems")
    write_sidecar(tmp_path / "literature_corpus.yaml", entry)
    text = path.read_text(encoding="utf-8")
    shown = hover_text(judge_text(path, text, clean_environment()), text.index("read"))
    assert shown is not None
    lines = shown.replace("\\", "").split("\n\n")
    assert lines[0] == "**Smith 2024**. *Read before you cite!* Complex Systems"
    assert lines[1].startswith("**refused** (HIGH-WARN-NO-ORIGINAL")
