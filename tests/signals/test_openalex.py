from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.signals.openalex import OpenAlex
from ars_pandoc.signals.transport import BadAnswerError
from tests.signals.looking_up import TITLE, ask, entry
from tests.signals.servers import Answer, Record, serve

DOI = "10.1000/one"


@pytest.mark.parametrize("retracted", [True, False])
def test_a_doi_and_its_retraction(tmp_path: Path, retracted: bool) -> None:
    with serve(Record(TITLE, doi=DOI, retracted=retracted)) as services:
        outcome = ask(services, tmp_path, entry(doi=DOI.upper()), "openalex")
    assert (outcome.state, outcome.by) == ("matched", "doi")
    fact = outcome.facts[0]
    assert (fact.what, fact.value, fact.service) == ("retracted", retracted, "openalex")


def test_null_says_nothing_of_a_retraction(tmp_path: Path) -> None:
    record = Record(TITLE, doi=DOI, more={"openalex": {"is_retracted": None}})
    with serve(record) as services:
        assert ask(services, tmp_path, entry(doi=DOI), "openalex").facts == ()


def test_a_doi_with_a_comma_and_a_title_with_one(tmp_path: Path) -> None:
    title = "Gates, walls, and what stands between them"
    with serve(Record(title, doi="10.1000/a,b"), Record(TITLE)) as services:
        one = entry("a", title=title, doi="10.1000/a,b")
        assert ask(services, tmp_path, one, "openalex").by == "doi"
        assert ask(services, tmp_path, entry("b", title=title), "openalex").by == "title"


def test_a_title_that_is_merely_alike_gives_no_fact(tmp_path: Path) -> None:
    record = Record(f"{TITLE} today", ("Ann Other",), 2024, retracted=True)
    with serve(record) as services:
        outcome = ask(services, tmp_path, entry(), "openalex")
    assert outcome.state == "matched"
    assert outcome.facts == ()


@pytest.mark.parametrize(
    ("title", "retracted"),
    [
        ("The effect of old gates on the sleep of mice in the walls of many cities", False),
        ("The effect of old gates on the sleep of rats in the walls of many cities", True),
    ],
)
def test_a_sibling_by_the_same_authors_lends_no_retraction(
    tmp_path: Path, title: str, retracted: bool
) -> None:
    record = Record(
        "The effect of old gates on the sleep of rats in the walls of many cities", retracted=True
    )
    with serve(record) as services:
        outcome = ask(services, tmp_path, entry(title=title), "openalex")
    assert outcome.state == "matched"
    assert [fact.value for fact in outcome.facts] == [True] * retracted


def test_a_notice_of_retraction_is_not_the_paper(tmp_path: Path) -> None:
    record = Record(TITLE, more={"openalex": {"type": "retraction"}})
    with serve(record) as services:
        assert ask(services, tmp_path, entry(), "openalex").state == "unmatched"


def test_nothing_found(tmp_path: Path) -> None:
    with serve() as services:
        outcome = ask(services, tmp_path, entry(doi="10.9999/none"), "openalex")
    assert (outcome.state, outcome.identifier_unknown) == ("unmatched", True)


def test_a_404_to_a_search_is_no_answer(tmp_path: Path) -> None:
    with serve() as services:
        services.always = Answer(404, b"<html>not here</html>", "text/html")
        assert ask(services, tmp_path, entry(doi=DOI), "openalex").state == "failed"


@pytest.mark.parametrize("body", [b"<html>", b"{}", b"[1]", b'{"results": 1}'])
def test_what_is_not_in_its_form_is_no_answer(body: bytes) -> None:
    with pytest.raises(BadAnswerError):
        OpenAlex().read(200, body)
