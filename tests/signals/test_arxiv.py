from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.signals.arxiv import Arxiv
from ars_pandoc.signals.transport import BadAnswerError
from tests.signals.looking_up import TITLE, ask, entry
from tests.signals.servers import Answer, Record, serve

ID = "2401.01234"


def test_an_id_that_exists(tmp_path: Path) -> None:
    with serve(Record(TITLE, arxiv=ID)) as services:
        outcome = ask(services, tmp_path, entry(arxiv_id=f"{ID}v2"), "arxiv")
    assert (outcome.state, outcome.by) == ("matched", "arxiv")
    fact = outcome.facts[0]
    assert (fact.what, fact.value, fact.identifier) == ("exists", True, f"arXiv:{ID}")


def test_an_id_that_does_not_exist(tmp_path: Path) -> None:
    with serve() as services:
        outcome = ask(services, tmp_path, entry(arxiv_id="2499.99999"), "arxiv")
    assert outcome.state == "unmatched"
    assert [(fact.what, fact.value) for fact in outcome.facts] == [("exists", False)]


@pytest.mark.parametrize("status", [200, 400])
def test_what_is_no_id_to_arxiv_does_not_exist(tmp_path: Path, status: int) -> None:
    with serve() as services:
        services.scripted = [Answer(status, NO_ID, "application/atom+xml")]
        outcome = ask(services, tmp_path, entry(arxiv_id="2413.12345"), "arxiv")
    assert outcome.state == "unmatched"
    assert [(fact.what, fact.value) for fact in outcome.facts] == [("exists", False)]


def test_an_id_of_another_work_while_the_title_is_found(tmp_path: Path) -> None:
    records = (
        Record("Cooking with cabbage", ("Ann Other",), arxiv=ID),
        Record(TITLE, arxiv="2401.2"),
    )
    with serve(*records) as services:
        outcome = ask(services, tmp_path, entry(arxiv_id=ID), "arxiv")
    assert (outcome.state, outcome.by, outcome.identifier_unknown) == ("matched", "title", True)
    assert outcome.facts[0].value is True


def test_a_work_without_an_arxiv_id_is_not_asked_about(tmp_path: Path) -> None:
    with serve() as services:
        assert ask(services, tmp_path, entry(), "arxiv").state == "not-looked-up"
        assert services.asked == []


def test_a_withdrawn_paper_is_noted(tmp_path: Path) -> None:
    comment = "This paper has been withdrawn by the author"
    with serve(Record(TITLE, arxiv=ID, more={"arxiv": comment})) as services:
        outcome = ask(services, tmp_path, entry(arxiv_id=ID), "arxiv")
    assert [note.code for note in outcome.notes] == ["correction-or-concern"]
    assert outcome.facts[0].value is True
    assert "withdrawn" in (outcome.facts[0].note or "")


ERROR = b"""<feed xmlns="http://www.w3.org/2005/Atom"><entry>
<id>http://arxiv.org/api/errors#max_results_must_be_an_integer</id><title>Error</title></entry></feed>"""
NO_ID = b"""<feed xmlns="http://www.w3.org/2005/Atom"><entry>
<id>https://arxiv.org/api/errors#incorrect_id_format_for_2413.12345</id><title>Error</title>
<summary>incorrect id format for 2413.12345</summary></entry></feed>"""
HOLLOW = b"""<feed xmlns="http://www.w3.org/2005/Atom"><entry>
<author><name></name></author></entry></feed>"""
BOMB = b"""<!DOCTYPE f [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>
<feed xmlns="http://www.w3.org/2005/Atom"><title>&b;</title></feed>"""


def test_the_forms_of_nothing() -> None:
    assert Arxiv().read(200, HOLLOW) == []
    assert Arxiv().read(200, BOMB) == []
    assert Arxiv().read(400, NO_ID) == []


@pytest.mark.parametrize("body", [ERROR, b"<html/>", b"no xml", b"", b"<feed/>"])
def test_an_error_is_no_answer(body: bytes) -> None:
    with pytest.raises(BadAnswerError):
        Arxiv().read(200, body)
