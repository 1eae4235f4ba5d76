"""What people and programs said of the sentences of a document (contract §6 row 5c, §12)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.checking.checked import Checked
from ars_pandoc.citations.claim import claim_hash
from ars_pandoc.corpus.judgements import judgements_path, load_judgements
from ars_pandoc.corpus.ledger import ledger_path
from tests.checking.papers import check
from tests.corpus.sidecars import raw_entry, write_sidecar

# Pandoc reads these papers: not among what `make quick` runs.
pytestmark = pytest.mark.pandoc

SENTENCE = "Sleep makes memory better in every one of us."
TEXT = "Sleep makes memory better in every one of us [@a, p. 3]. Another thing [@a, p. 3].\n"
HELD = {
    "source_acquired": True,
    "source_verified_against_original": True,
    "source_verification_method": "manual_grep",
}


def line(number: int = 1, **fields: Any) -> dict[str, Any]:
    sentence = fields.get("sentence", SENTENCE)
    return {
        "id": str(number), "key": "a", "sentence": sentence,
        "sentence_sha256": claim_hash(sentence), "anchor": {"kind": "page", "value": "3"},
        "verdict": "does-not-support", "by": "person:Ada", "at": "2026-05-02T10:00:00Z", **fields,
    }  # fmt: skip


def judged(folder: Path, *lines: dict[str, Any], text: str = TEXT) -> Checked:
    sidecar = write_sidecar(folder / "literature_corpus.yaml", raw_entry("a", **HELD))
    ledger_path(sidecar).write_text("human_read: [{citation_key: a, marked_at: 2026-01-01}]\n")
    judgements_path(sidecar).write_text("".join(json.dumps(one) + "\n" for one in lines))
    (folder / "paper.md").write_text(text)
    return check(folder / "paper.md")


def statuses(checked: Checked) -> list[str]:
    assert checked.error is None, checked.error
    return [item.finding.status for item in checked.items]


def codes(checked: Checked) -> list[str]:
    return [note.code for item in checked.items for note in item.notes]


REFUSED = "HIGH-WARN-CLAIM-NOT-SUPPORTED"


def test_a_persons_word_refuses_that_sentence_alone(tmp_path: Path) -> None:
    checked = judged(tmp_path, line(note="it says the contrary"))
    assert statuses(checked) == [REFUSED, "ok"]
    reason = checked.items[0].finding.reason
    assert "Ada recorded on 2026-05-02" in reason
    assert "it says the contrary" in reason


@pytest.mark.parametrize(
    ("later", "status"),
    [
        ({"verdict": "supports"}, "ok"),
        ({"verdict": "partly"}, "ok"),
        # Another person's word takes nothing of it back.
        ({"verdict": "supports", "by": "person:Bo"}, REFUSED),
        ({"verdict": "supports", "by": "program:reader"}, REFUSED),
    ],
)
def test_the_latest_line_of_each_person_counts(
    tmp_path: Path, later: dict[str, Any], status: str
) -> None:
    assert statuses(judged(tmp_path, line(), line(2, **later)))[0] == status


def test_a_line_may_withdraw_another(tmp_path: Path) -> None:
    withdrawal = {"withdraws": "1", "by": "person:Ada", "at": "2026-05-03T10:00:00Z"}
    assert statuses(judged(tmp_path, line(), withdrawal)) == ["ok", "ok"]


@pytest.mark.parametrize("fields", [{"by": "program:reader"}, {"via": "import"}])
def test_a_programs_word_and_an_imported_one_are_notes(
    tmp_path: Path, fields: dict[str, Any]
) -> None:
    checked = judged(tmp_path, line(**fields))
    assert statuses(checked) == ["ok", "ok"]
    assert codes(checked) == ["claim-doubted"]


@pytest.mark.parametrize(
    "text",
    [
        TEXT.replace("every one", "almost every one"),
        TEXT.replace("us [@a, p. 3]", "us [@a, p. 7]"),
    ],
)
def test_a_stale_refusal_stays_until_it_is_judged_again(tmp_path: Path, text: str) -> None:
    checked = judged(tmp_path, line(), text=text)
    assert statuses(checked) == [REFUSED, "ok"]
    assert codes(checked) == ["judgement-stale"]
    assert "changed since" in checked.items[0].finding.reason
    new = text.replace(" [@a, p. 3]", "").replace(" [@a, p. 7]", "").split(" Another")[0]
    again = line(2, sentence=new, verdict="supports", anchor=None)
    assert statuses(judged(tmp_path, line(), again, text=text)) == ["ok", "ok"]


def test_punctuation_and_case_make_nothing_stale(tmp_path: Path) -> None:
    text = TEXT.replace("Sleep makes memory better", "sleep makes memory better,")
    assert codes(judged(tmp_path, line(), text=text)) == []


def test_a_judgement_on_another_chapter_says_nothing_here(tmp_path: Path) -> None:
    elsewhere = line(sentence="Birds sing at dawn for reasons that nobody has understood.")
    checked = judged(tmp_path, elsewhere)
    assert (statuses(checked), codes(checked)) == (["ok", "ok"], [])


@pytest.mark.parametrize(
    "bad",
    ['{"id": "1"', '{"id": "1"}', "[]", '"x"', json.dumps(line(verdict="maybe")),
     json.dumps(line(by="Ada")), json.dumps(line(anchor="p. 3"))],
)  # fmt: skip
def test_a_damaged_line_stops_the_judge(tmp_path: Path, bad: str) -> None:
    judged(tmp_path)
    sidecar = tmp_path / "literature_corpus.yaml"
    judgements_path(sidecar).write_text(json.dumps(line()) + "\n" + bad + "\n")
    checked = check(tmp_path / "paper.md")
    assert checked.error is not None
    assert "line 2" in checked.error


def test_the_file_stands_beside_the_sidecar() -> None:
    assert judgements_path(Path("a/refs.ars.yaml")) == Path("a/refs.ars_judgements.jsonl")
    assert load_judgements([Path("nowhere/refs.ars.yaml")]) == ()
