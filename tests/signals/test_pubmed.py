from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.signals.outcome import Outcome
from ars_pandoc.signals.pubmed import PubMed
from ars_pandoc.signals.transport import BadAnswerError
from tests.signals.looking_up import TITLE, ask, entry
from tests.signals.servers import Record, serve

PMID = "31452104"


def look_up(tmp_path: Path, record: Record | None, **fields: Any) -> Outcome:
    fields = fields or {"source_pointer": f"https://pubmed.ncbi.nlm.nih.gov/{PMID}/"}
    with serve(*([record] if record else [])) as services:
        return ask(services, tmp_path, entry(**fields), "pubmed")


def facts(outcome: Outcome) -> dict[str, bool]:
    return {fact.what: fact.value for fact in outcome.facts}


@pytest.mark.parametrize("retracted", [True, False])
def test_a_pmid_and_its_publication_type(tmp_path: Path, retracted: bool) -> None:
    outcome = look_up(tmp_path, Record(TITLE, pmid=PMID, retracted=retracted))
    assert (outcome.state, outcome.by) == ("matched", "pmid")
    assert facts(outcome) == {"exists": True, "retracted": retracted}
    assert {fact.identifier for fact in outcome.facts} == {f"pmid:{PMID}"}


def test_retraction_in_counts_too(tmp_path: Path) -> None:
    references = [{"refsource": "J. 2020", "reftype": "Retraction in", "pmid": 1}]
    record = Record(TITLE, pmid=PMID, more={"pubmed": {"references": references}})
    assert facts(look_up(tmp_path, record))["retracted"] is True


@pytest.mark.parametrize("kind", ["Erratum in", "Expression of concern in"])
def test_a_correction_or_a_concern_is_a_note(tmp_path: Path, kind: str) -> None:
    more = {"pubmed": {"references": [{"reftype": kind}]}}
    outcome = look_up(tmp_path, Record(TITLE, pmid=PMID, more=more))
    assert facts(outcome)["retracted"] is False
    assert [note.code for note in outcome.notes] == ["correction-or-concern"]
    notes = {fact.what: fact.note for fact in outcome.facts}
    assert notes == {
        "exists": None,
        "retracted": f"there is a notice on it: {kind.casefold().removesuffix(' in')}",
    }


def test_a_notice_of_retraction_is_not_the_paper(tmp_path: Path) -> None:
    more = {
        "pubmed": {
            "pubtype": ["Retraction of Publication"],
            "references": [{"reftype": "Retraction of"}],
        }
    }
    outcome = look_up(tmp_path, Record(TITLE, pmid=PMID, more=more))
    assert facts(outcome)["retracted"] is False
    assert [note.code for note in outcome.notes] == ["notice"]


def test_a_pmid_that_does_not_exist(tmp_path: Path) -> None:
    outcome = look_up(tmp_path, None)
    assert outcome.state == "unmatched"
    assert facts(outcome) == {"exists": False}


def test_the_pmid_of_another_retracted_work_retracts_nothing(tmp_path: Path) -> None:
    other = Record("Cooking with cabbage", ("Ann Other",), pmid=PMID, retracted=True)
    outcome = look_up(tmp_path, other)
    assert facts(outcome) == {"exists": True, "names-other-work": True}
    assert [note.code for note in outcome.notes] == ["other-work"]


@pytest.mark.parametrize(
    "fields",
    [
        {"doi": "10.1016/S0140-6736(95)90120-5"},
        {"source_pointer": "https://pmc.ncbi.nlm.nih.gov/articles/PMC6713001/"},
    ],
)
def test_without_a_pmid_the_pmcid_or_the_doi_leads_to_it(
    tmp_path: Path, fields: dict[str, str]
) -> None:
    record = Record(
        TITLE, pmid=PMID, pmcid="PMC6713001", doi="10.1016/S0140-6736(95)90120-5", retracted=True
    )
    outcome = look_up(tmp_path, record, **fields)
    # The PMID was not the entry's: that it exists is no finding, and what is said of it hangs on
    # what the entry states.
    assert facts(outcome) == {"retracted": True}
    stated = fields.get("doi", "pmcid:PMC6713001")
    assert [fact.identifier for fact in outcome.facts] == [stated]


def test_what_pubmed_does_not_list_says_nothing_of_a_doi(tmp_path: Path) -> None:
    outcome = look_up(tmp_path, None, doi="10.1000/one")
    assert (outcome.state, outcome.facts) == ("unmatched", ())


def test_the_forms_that_are_no_answer() -> None:
    for body in (b"<html>", b"{}", b'{"error": "API rate limit exceeded"}', b'{"result": {}}',
                 b'{"esearchresult": {"ERROR": "x"}}',
                 b'{"result": {"uids": ["1"], "1": {"error": "busy"}}}'):  # fmt: skip
        with pytest.raises(BadAnswerError):
            PubMed().read(200, body)
