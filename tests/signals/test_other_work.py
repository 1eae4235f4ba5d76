"""An identifier that is another work's: said by its owner alone, and never by chance (contract §9)."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.signals.outcome import Outcome
from tests.signals.looking_up import TITLE, ask, entry
from tests.signals.servers import Record, serve

DOI, PMID, ARXIV = "10.1000/one", "31452104", "2401.01234"
OTHER = Record(
    "Fermented cabbage and gut bacteria",
    ("Lena Wu", "Mario García"),
    doi=DOI,
    pmid=PMID,
    arxiv=ARXIV,
    retracted=True,
)
STATED = {
    "pubmed": {"source_pointer": f"pmid:{PMID}"},
    "crossref": {"doi": DOI},
    "arxiv": {"arxiv_id": ARXIV},
    "openalex": {"doi": DOI},
    "semantic-scholar": {"doi": DOI},
}
IDENTIFIERS = {"pubmed": f"pmid:{PMID}", "crossref": DOI, "arxiv": f"arXiv:{ARXIV}"}


def look_up(tmp_path: Path, index: str, record: Record) -> Outcome:
    with serve(record) as services:
        return ask(services, tmp_path, entry(**STATED[index]), index)


def said(outcome: Outcome) -> dict[str, tuple[bool, str | None, str | None]]:
    return {fact.what: (fact.value, fact.identifier, fact.note) for fact in outcome.facts}


@pytest.mark.parametrize("index", IDENTIFIERS)
def test_an_entry_with_the_identifier_of_another_paper(tmp_path: Path, index: str) -> None:
    outcome = look_up(tmp_path, index, OTHER)
    assert said(outcome)["names-other-work"] == (True, IDENTIFIERS[index], OTHER.title)
    assert outcome.state == "unmatched"
    assert [note.code for note in outcome.notes] == ["other-work"]


@pytest.mark.parametrize("index", STATED)
def test_nothing_else_of_that_record_is_recorded(tmp_path: Path, index: str) -> None:
    assert "retracted" not in said(look_up(tmp_path, index, OTHER))


@pytest.mark.parametrize("index", ["openalex", "semantic-scholar"])
def test_who_does_not_own_the_identifier_does_not_say_so(tmp_path: Path, index: str) -> None:
    outcome = look_up(tmp_path, index, OTHER)
    assert "names-other-work" not in said(outcome)
    assert outcome.notes[0].code == "identifier-title-differs"


@pytest.mark.parametrize("index", IDENTIFIERS)
def test_a_surname_shared_by_chance_is_a_note_and_never_a_match(tmp_path: Path, index: str) -> None:
    by_chance = Record(
        OTHER.title, ("Lena Wu", "John Smith"), doi=DOI, pmid=PMID, arxiv=ARXIV, retracted=True
    )
    outcome = look_up(tmp_path, index, by_chance)
    assert outcome.state == "unmatched"
    assert said(outcome)["names-other-work"] == (False, IDENTIFIERS[index], OTHER.title)
    assert "retracted" not in said(outcome)
    assert [note.code for note in outcome.notes] == ["identifier-title-differs"]


@pytest.mark.parametrize("index", ["pubmed", "crossref"])
def test_a_translated_title_by_the_same_author_is_undecided_and_its_retraction_counts(
    tmp_path: Path, index: str
) -> None:
    translated = Record("Umgehen Verlage die Begutachtung?", doi=DOI, pmid=PMID, retracted=True)
    outcome = look_up(tmp_path, index, translated)
    assert outcome.state == "not-looked-up"
    assert said(outcome)["retracted"][0] is True
    assert said(outcome)["names-other-work"][0] is False


@pytest.mark.parametrize("index", IDENTIFIERS)
def test_the_right_work_is_matched_and_takes_an_earlier_word_back(
    tmp_path: Path, index: str
) -> None:
    outcome = look_up(tmp_path, index, Record(TITLE, doi=DOI, pmid=PMID, arxiv=ARXIV))
    assert outcome.state == "matched"
    assert "names-other-work" not in said(outcome)
    assert [(fact.what, fact.value) for fact in outcome.settled] == [("names-other-work", False)]


@pytest.mark.parametrize("index", IDENTIFIERS)
def test_a_record_without_a_title_proves_nothing(tmp_path: Path, index: str) -> None:
    if index == "arxiv":
        pytest.skip("arXiv's feed has no entry without a title")
    outcome = look_up(tmp_path, index, Record("", ("Lena Wu",), doi=DOI, pmid=PMID))
    assert "names-other-work" not in said(outcome)
    assert [note.code for note in outcome.notes] == ["unknown-identifier"]
