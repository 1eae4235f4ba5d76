"""What people and programs said of the sentences of a document (contract §6 row 5c, §12)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.checking.checked import Checked
from ars_pandoc.checking.packets import packets_of
from ars_pandoc.citations.citation import Note
from ars_pandoc.citations.claim import claim_hash
from ars_pandoc.corpus.catalog import Snapshot, catalog_path
from ars_pandoc.corpus.edit_catalog import set_snapshots
from ars_pandoc.corpus.judgements import judgements_path, load_judgements, passage_hash
from ars_pandoc.corpus.ledger import ledger_path
from ars_pandoc.corpus.store import store_of
from ars_pandoc.documents.inputs import Source
from ars_pandoc.documents.read_source import read_source
from ars_pandoc.verdict.judge_source import judge_again
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


PINNED = (
    "<html><head><title>A title of some length here</title></head><body><h1>Methods</h1>"
    "<p>We let them sleep. Their memory was better in the morning.</p></body></html>"
)
SECTION = "Sleep makes memory better in every one of us [@a, sec. Methods].\n"


def pin(folder: Path, html: str) -> None:
    """Pin a text in place of what was pinned before."""
    sidecar = folder / "literature_corpus.yaml"
    sha256 = store_of([sidecar]).write(html.encode(), ".html")
    snapshot = Snapshot(sha256, "text/html", "by hand", content_match=True)
    set_snapshots(catalog_path(sidecar), {"a": [snapshot]})


def is_stale(notes: Sequence[Note]) -> bool:
    return "judgement-stale" in {note.code for note in notes}


@pytest.mark.parametrize("verdict", ["does-not-support", "supports"])
def test_a_judgement_of_a_passage_that_changed_is_stale(tmp_path: Path, verdict: str) -> None:
    anchor = {"kind": "section", "value": "Methods"}
    judged(tmp_path, text=SECTION)
    pin(tmp_path, PINNED)
    (packet,) = packets_of(
        judge_again(read_source(Source((tmp_path / "paper.md",), "markdown"), {}))
    )
    assert "better in the morning" in packet["passage"]
    known = {name: packet[name] for name in ("passage", "passage_sha256")}
    mine = line(anchor=anchor, verdict=verdict, **known)
    against = verdict == "does-not-support"
    fresh = judged(tmp_path, mine, text=SECTION)
    assert not is_stale(fresh.items[0].notes)
    assert (statuses(fresh) == [REFUSED]) is against
    pin(tmp_path, PINNED.replace("better", "worse"))
    stale = judged(tmp_path, mine, text=SECTION)
    assert is_stale(stale.items[0].notes)
    assert (statuses(stale) == [REFUSED]) is against
    if against:
        assert "the source's passage changed since" in stale.items[0].finding.reason
    # Who looks at the new passage says so anew, and the old word is gone.
    again = line(2, anchor=anchor, verdict="supports", at="2026-06-01T10:00:00Z")
    assert not is_stale(judged(tmp_path, mine, again, text=SECTION).items[0].notes)
    # The section is no longer there: nor are these its words.
    pin(tmp_path, PINNED.replace("Methods", "Results"))
    assert is_stale(judged(tmp_path, mine, text=SECTION).items[0].notes)


def test_words_that_are_not_at_hand_make_nothing_stale(tmp_path: Path) -> None:
    known: dict[str, Any] = {
        "passage": "Some words.",
        "passage_sha256": passage_hash("Some words."),
    }
    checked = judged(tmp_path, line(verdict="supports", **known))
    assert (statuses(checked), codes(checked)) == (["ok", "ok"], [])


def test_a_changed_passage_makes_its_own_citation_stale_and_no_other(tmp_path: Path) -> None:
    text = "Sleep makes memory better in every one of us [@a, sec. Methods; @a, sec. Results].\n"
    known: dict[str, Any] = {
        "passage": "Some words.",
        "passage_sha256": passage_hash("Some words."),
    }
    mine = line(anchor={"kind": "section", "value": "Methods"}, **known)
    judged(tmp_path, text=text)
    pin(tmp_path, PINNED.replace("</body>", "<h1>Results</h1><p>Better by far.</p></body>"))
    checked = judged(tmp_path, mine, text=text)
    assert [is_stale(item.notes) for item in checked.items] == [True, False]
    assert statuses(checked)[0] == REFUSED
    assert statuses(checked)[1] != REFUSED


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
