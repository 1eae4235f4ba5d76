from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.signals.crossref import Crossref
from ars_pandoc.signals.transport import BadAnswerError
from tests.signals.looking_up import TITLE, ask, entry
from tests.signals.servers import Answer, Record, serve

DOI = "10.1000/one"


def facts(tmp_path: Path, **crossref: Any) -> tuple[list[bool], list[str]]:
    with serve(Record(TITLE, doi=DOI, more={"crossref": crossref})) as services:
        outcome = ask(services, tmp_path, entry(doi=DOI), "crossref")
    return [fact.value for fact in outcome.facts], [note.code for note in outcome.notes]


def update(kind: str) -> list[dict[str, str]]:
    return [{"DOI": "10.1000/notice", "type": kind, "label": kind}]


@pytest.mark.parametrize("kind", ["retraction", "withdrawal", "removal"])
def test_updated_by_names_the_notice_of_a_retracted_paper(tmp_path: Path, kind: str) -> None:
    assert facts(tmp_path, **{"updated-by": update(kind)}) == ([True], [])


def test_update_to_stands_in_the_notice_which_is_not_the_paper(tmp_path: Path) -> None:
    assert facts(tmp_path, **{"update-to": update("retraction")}) == ([False], ["notice"])


@pytest.mark.parametrize("kind", ["correction", "erratum", "expression_of_concern"])
def test_a_correction_or_a_concern_is_a_note(tmp_path: Path, kind: str) -> None:
    assert facts(tmp_path, **{"updated-by": update(kind)}) == ([False], ["correction-or-concern"])


def test_a_notice_is_kept_with_the_fact_and_a_new_version_is_none(tmp_path: Path) -> None:
    updates = [*update("correction"), *update("expression_of_concern"), *update("new_version")]
    with serve(Record(TITLE, doi=DOI, more={"crossref": {"updated-by": updates}})) as services:
        outcome = ask(services, tmp_path, entry(doi=DOI), "crossref")
    assert [(fact.value, fact.note) for fact in outcome.facts] == [
        (False, "there is a notice on it: correction, expression of concern")
    ]
    assert len(outcome.notes) == 2


def test_a_subtitle_that_stands_apart(tmp_path: Path) -> None:
    more = {"crossref": {"subtitle": ["A long history of closing and of opening them"]}}
    with serve(Record("Gates and walls", year=1990, more=more)) as services:
        title = "Gates and walls: A long history of closing and of opening them"
        assert ask(services, tmp_path, entry(title=title), "crossref").state == "matched"


def test_the_editor_of_a_book_is_its_author_in_many_a_bibliography(tmp_path: Path) -> None:
    editors = [{"given": "J.", "family": "Smith"}]
    more = {"crossref": {"author": [], "editor": editors}}
    with serve(Record(TITLE, year=1990, more=more)) as services:
        assert ask(services, tmp_path, entry(), "crossref").state == "matched"


def test_a_doi_that_crossref_has_not_says_nothing_of_its_existence(tmp_path: Path) -> None:
    with serve() as services:
        outcome = ask(services, tmp_path, entry(doi="10.5281/zenodo.1"), "crossref")
    assert outcome.state == "unmatched"
    assert outcome.facts == ()


def test_a_404_that_is_a_web_page_is_no_answer(tmp_path: Path) -> None:
    with serve() as services:
        services.always = Answer(404, b"<!DOCTYPE html><html>", "text/html")
        assert ask(services, tmp_path, entry(doi=DOI), "crossref").state == "failed"


@pytest.mark.parametrize("body", [b"<html>", b"{}", b'{"message": {}}', b'{"message": 1}'])
def test_what_is_not_in_its_form_is_no_answer(body: bytes) -> None:
    with pytest.raises(BadAnswerError):
        Crossref().read(200, body)
