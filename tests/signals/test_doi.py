from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.signals.doi import DoiOrg
from ars_pandoc.signals.transport import BadAnswerError
from tests.signals.looking_up import TITLE, ask, entry
from tests.signals.servers import Answer, Record, serve

DOI = "10.1002/(SICI)1<1::AID-X>3.0.CO;2-#"


def test_a_doi_that_exists(tmp_path: Path) -> None:
    with serve(Record(TITLE, doi=DOI)) as services:
        outcome = ask(services, tmp_path, entry(doi=DOI), "doi")
    assert outcome.state == "matched"
    assert [(fact.what, fact.value) for fact in outcome.facts] == [("exists", True)]


def test_a_doi_that_does_not(tmp_path: Path) -> None:
    with serve() as services:
        outcome = ask(services, tmp_path, entry(doi=DOI), "doi")
    assert outcome.state == "unmatched"
    fact = outcome.facts[0]
    assert (fact.what, fact.value, fact.identifier) == ("exists", False, DOI)


@pytest.mark.parametrize("body", [b"<html>", b"{}", b'{"responseCode": 2}'])
def test_a_404_that_is_not_the_resolvers_word_is_no_answer(tmp_path: Path, body: bytes) -> None:
    with pytest.raises(BadAnswerError):
        DoiOrg().read(404, body)
    with serve() as services:
        services.always = Answer(404, body)
        outcome = ask(services, tmp_path, entry(doi=DOI), "doi")
    assert (outcome.state, outcome.facts) == ("failed", ())


def test_a_work_without_a_doi_is_not_asked_about(tmp_path: Path) -> None:
    with serve() as services:
        assert ask(services, tmp_path, entry(), "doi").state == "not-looked-up"
