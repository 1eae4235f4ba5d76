"""What an audit says of a verdict: on what it rests, and what the document asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.corpus.ledger import ledger_path
from tests.auditing.audited import HELD, audited
from tests.corpus.sidecars import raw_entry, write_sidecar

PASSES = "What a pass rests on"


def read(folder: Path, *keys: str) -> None:
    sidecar = write_sidecar(
        folder / "literature_corpus.yaml", raw_entry(**HELD), raw_entry("b", **HELD)
    )
    marks = ", ".join(f"{{citation_key: {key}, marked_at: 2026-01-01}}" for key in keys)
    ledger_path(sidecar).write_text(f"human_read: [{marks}]\n")


def test_a_pass_on_the_author_s_word_is_called_so(tmp_path: Path) -> None:
    read(tmp_path, "smith2024")
    parts = audited(tmp_path, "A [@smith2024, p. 3], B [@b, p. 1].\n")
    assert parts[PASSES].lines[:3] == (
        "1 of 2 citations can pass",
        "1 citation on the author's word alone",
        "0 would pass under trust 'pinned' (ars audit --trust pinned)",
    )
    assert "its author may have claimed anything" in parts[PASSES].lines[3]
    assert parts["Statuses"].lines == ("1 LOW-WARN: not read by a person", "1 ok")
    assert not parts[PASSES].alarming


def test_what_was_accepted_unread_is_counted_apart(tmp_path: Path) -> None:
    read(tmp_path)
    parts = audited(tmp_path, "A [@smith2024, p. 3].\n", ARS_ACCEPT="LOW-WARN")
    assert "1 citation accepted although no person has read the source" in parts[PASSES].lines
    assert not any("word alone" in line for line in parts[PASSES].lines)


def test_the_strict_count_is_left_out_where_it_is_the_verdict(tmp_path: Path) -> None:
    read(tmp_path, "smith2024")
    parts = audited(tmp_path, "A [@smith2024, p. 3].\n", ARS_TRUST="pinned")
    assert parts[PASSES].lines[0] == "0 of 1 citation can pass"
    assert not any("under trust" in line for line in parts[PASSES].lines)


@pytest.mark.parametrize(
    ("asked", "alarming"),
    [
        ("ars: {accept: [LOW-WARN]}", True),
        ("ars: {trust: claimed}", True),
        ("ars: {report: r.json}", False),
        ("ars: {appendix: true}", False),
        ("ars: {appendix: true, mode: draft}", True),
    ],
)
@pytest.mark.parametrize("locked", [True, False])
def test_what_the_document_asks_of_its_judge_is_named(
    tmp_path: Path, asked: str, alarming: bool, locked: bool
) -> None:
    read(tmp_path, "smith2024")
    sidecar = str(tmp_path / "literature_corpus.yaml")
    variables = {"ARS_LOCKED": "1", "ARS_CORPUS": sidecar} if locked else {}
    parts = audited(tmp_path, f"---\n{asked}\n---\nA [@smith2024, p. 3].\n", **variables)
    title = f"What the document asks of its judge ({'ignored' if locked else 'granted'})"
    assert parts[title].alarming is alarming
    assert len(parts[title].lines) == asked.count(": ") - 1


def test_who_chose_the_sidecar_is_said(tmp_path: Path) -> None:
    text = "A [@smith2024, p. 3].\n"
    (tmp_path / "judge").mkdir()
    mine = write_sidecar(tmp_path / "judge" / "mine.yaml", raw_entry(**HELD))
    own = audited(tmp_path, text, ARS_CORPUS=str(mine), ARS_LOCKED="1")
    assert own[PASSES].lines[-1].endswith("(named by the one who judges)")
    asked = f"---\nars: {{corpus: {mine}}}\n---\n{text}"
    chosen = audited(tmp_path, asked)
    assert "chosen by the document" in chosen[PASSES].lines[-1]


def test_quotes_that_nobody_looked_up_are_counted_with_their_lines(tmp_path: Path) -> None:
    read(tmp_path, "smith2024")
    quote = '[[@smith2024]]{quote="one two three"}'
    parts = audited(tmp_path, f"A {quote}.\n\nB {quote}.\n\nC [@b, p. 3].\n")
    assert parts["Quotes"].lines == (
        "2 quotes not checked, no full text is at hand: smith2024 (line 1), smith2024 (line 3)",
    )
    assert not parts["Quotes"].alarming


def test_notes_stand_once_with_all_their_places(tmp_path: Path) -> None:
    read(tmp_path, "smith2024")
    parts = audited(tmp_path, "A [@smith2024, p. 2024].\n\nB [@smith2024, p. 2024].\n")
    assert parts["Notes"].lines == (
        "locator-is-year: the page 2024 is the source's year: smith2024 (line 1, line 3)",
    )


def test_call_outs_are_counted_and_the_first_are_shown(tmp_path: Path) -> None:
    read(tmp_path, "smith2024")
    many = " ".join(f"Nobody{chr(97 + n)} ({1990 + n}) said so." for n in range(22))
    parts = audited(tmp_path, f"A [@smith2024, p. 3]. Miller (2001) and Miller (2001). {many}\n")
    lines = parts["Call-outs that no citation follows"].lines
    assert lines[0] == "“Miller (2001)”, 2 times"
    assert len(lines) == 21
    assert lines[-1] == "and 3 more"


def test_a_document_without_citations_rests_on_nothing(tmp_path: Path) -> None:
    assert audited(tmp_path, "Plain words.\n") == {}
