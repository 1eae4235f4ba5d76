"""One entry at a time, against a server that answers in the service's own form."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.signals.semantic_scholar import SemanticScholar
from ars_pandoc.signals.transport import BadAnswerError
from tests.signals.looking_up import TITLE, ask, entry
from tests.signals.servers import Record, Services, serve

DOI = "10.1000/one"


@pytest.fixture
def services() -> Iterator[Services]:
    with serve() as running:
        yield running


def state(services: Services, folder: Path, **fields: Any) -> tuple[str, str | None]:
    outcome = ask(services, folder, entry(**fields))
    return outcome.state, outcome.by


def test_a_doi_that_is_known(services: Services, tmp_path: Path) -> None:
    services.records = [Record(TITLE, doi=DOI)]
    assert state(services, tmp_path, doi=DOI) == ("matched", "doi")
    assert len(services.asked) == 1
    assert services.asked[0].startswith(
        "/s2/paper/DOI:10.1000/one?fields=title%2Cauthors%2Cyear%2CexternalIds%2Cvenue"
    )


def test_a_title_that_is_found_where_there_is_no_doi(services: Services, tmp_path: Path) -> None:
    services.records = [Record(TITLE)]
    assert state(services, tmp_path) == ("matched", "title")
    assert "query=How+publishers+bypass" in services.asked[0]
    assert "limit=5" in services.asked[0]


def test_nothing_at_all(services: Services, tmp_path: Path) -> None:
    outcome = ask(services, tmp_path, entry(doi="10.9999/none"))
    assert outcome.state == "unmatched"
    assert outcome.identifier_unknown
    assert [note.code for note in outcome.notes] == ["unknown-identifier"]
    assert "fake" not in f"{outcome}"


def test_a_doi_that_belongs_to_another_title_while_the_title_is_found(
    services: Services, tmp_path: Path
) -> None:
    other = Record("Cooking with cabbage", ("Ann Other",), doi=DOI)
    services.records = [other, Record(TITLE, doi="10.1000/right")]
    outcome = ask(services, tmp_path, entry(doi=DOI))
    assert (outcome.state, outcome.by) == ("matched", "title")
    assert outcome.identifier_unknown
    assert "Cooking with cabbage" in outcome.notes[0].message


def test_a_doi_that_belongs_to_another_title_and_nothing_else(
    services: Services, tmp_path: Path
) -> None:
    services.records = [Record("Cooking with cabbage", ("Ann Other",), doi=DOI)]
    assert state(services, tmp_path, doi=DOI) == ("unmatched", None)


def test_a_doi_whose_authors_agree_is_matched_with_a_note(
    services: Services, tmp_path: Path
) -> None:
    services.records = [Record("Umgehen Verlage die Begutachtung?", doi=DOI)]
    outcome = ask(services, tmp_path, entry(doi=DOI))
    assert (outcome.state, outcome.by) == ("matched", "doi")
    assert outcome.notes[0].code == "identifier-title-differs"


def test_the_right_paper_third_in_the_results(services: Services, tmp_path: Path) -> None:
    services.records = [
        Record("How publishers bypass tolls", ("A. Other",), 1990),
        Record("Review of reviews and what comes after", ("B. Other",), 2024),
        Record(TITLE),
    ]
    assert state(services, tmp_path) == ("matched", "title")


def test_study_1_and_study_2_by_the_same_authors(services: Services, tmp_path: Path) -> None:
    first, second = (f"How gates open in old city walls: Study {n}" for n in (1, 2))
    services.records = [Record(first, year=2023)]
    assert state(services, tmp_path, title=second) == ("unmatched", None)
    services.records.append(Record(second, year=2024))
    one = entry("other", title=second)
    assert ask(services, tmp_path, one, refresh=True).state == "matched"


def test_of_several_the_one_of_the_same_year(services: Services, tmp_path: Path) -> None:
    # The older one alone has a DOI: by the note one sees which was taken.
    older = Record(f"{TITLE}?", ("Ann Other",), 2023)
    services.records = [older, Record(TITLE, ("Jane Smith",), 2024)]
    assert ask(services, tmp_path, entry()).notes == ()


def test_of_preprint_and_article_by_the_same_authors_the_one_of_the_same_year(
    services: Services, tmp_path: Path
) -> None:
    services.records = [Record(TITLE, year=2023), Record(f"{TITLE} today", year=2024)]
    assert ask(services, tmp_path, entry(year=2023)).notes == ()
    # Another year's by the authors themselves stands before a stranger's of the same year.
    services.records = [Record(TITLE, year=2023), Record(f"{TITLE} now", ("Ann Other",), 2024)]
    assert ask(services, tmp_path, entry("b"), refresh=True).notes == ()


def test_a_title_that_is_alike_needs_an_author_or_the_year(
    services: Services, tmp_path: Path
) -> None:
    services.records = [Record(TITLE, ("Ann Other",), 2001)]
    assert state(services, tmp_path) == ("unmatched", None)


def test_the_year_alone_is_enough_for_a_long_title_and_noteed(
    services: Services, tmp_path: Path
) -> None:
    services.records = [Record(TITLE, ("Ann Other",), 2023)]
    outcome = ask(services, tmp_path, entry())
    assert outcome.state == "matched"
    assert "no author does" in outcome.notes[0].message


def test_a_short_title_that_matches_something_else(services: Services, tmp_path: Path) -> None:
    services.records = [Record("Deep learning", ("Ian Goodfellow",), 2016)]
    fields = {"title": "Deep learning", "authors": [{"family": "LeCun"}], "year": 2015}
    assert state(services, tmp_path, **fields) == ("unmatched", None)


def test_a_short_title_with_a_subtitle_of_its_own_and_another_year(
    services: Services, tmp_path: Path
) -> None:
    services.records = [Record("Deep learning", ("Yann LeCun",), 2015)]
    fields = {"title": "Deep learning: a primer for curators", "authors": [{"family": "LeCun"}]}
    assert state(services, tmp_path, year=2024, **fields) == ("unmatched", None)
    one = entry("b", year=2015, **fields)
    assert ask(services, tmp_path, one).state == "matched"


def test_a_short_title_without_authors_matches_nothing(services: Services, tmp_path: Path) -> None:
    services.records = [Record("Deep learning", (), 2015)]
    fields = {"title": "Deep learning", "authors": [{"family": "LeCun"}], "year": 2015}
    assert state(services, tmp_path, **fields) == ("unmatched", None)


@pytest.mark.parametrize(
    "title",
    [
        "Review of The walls of the old cities and their gates",
        "The walls of the old cities and their gates (book review)",
    ],
)
def test_a_review_of_the_book_instead_of_the_book(
    services: Services, tmp_path: Path, title: str
) -> None:
    services.records = [Record(title, ("Rita Reviewer",), 2024)]
    wanted = "The walls of the old cities and their gates"
    assert state(services, tmp_path, title=wanted) == ("unmatched", None)


@pytest.mark.parametrize(
    ("title", "record"),
    [
        (r"{\"U}ber {T}ore und ihre {M}auern in {$\alpha$}-{S}t{\"a}dten",
         "Über Tore und ihre Mauern in α-Städten"),
        ("Gates and walls", "Gates and walls: a history of closing in eleven chapters"),
        ("Die Tore der Städte und ihre Wächter", "Die Tore der Staedte und ihre Waechter"),
        ("日本の近代建築における門の歴史", "日本の近代建築における門の歴史"),
        ("Eﬃcient ﬁltering of ﬂows at gates", "Efficient filtering of flows at gates"),
    ],
)  # fmt: skip
def test_titles_as_they_come(services: Services, tmp_path: Path, title: str, record: str) -> None:
    services.records = [Record(record)]
    assert state(services, tmp_path, title=title) == ("matched", "title")


@pytest.mark.parametrize(
    ("author", "name"),
    [
        ({"family": "Hegedűs", "given": "Orsolya"}, "O. Hegedus"),
        ({"family": "van der Berg"}, "Jan van der Berg"),
        ({"literal": "The ATLAS Collaboration"}, "ATLAS Collaboration"),
    ],
)
def test_authors_as_they_come(
    services: Services, tmp_path: Path, author: dict[str, str], name: str
) -> None:
    services.records = [Record(TITLE, ("A. Other", name), 1999)]  # the year does not help
    assert state(services, tmp_path, authors=[author]) == ("matched", "title")


@pytest.mark.parametrize(
    ("doi", "known"),
    [
        ("10.1000/UPPER", "10.1000/upper"),
        ("10.1000/a,b", "10.1000/a,b"),
        ("10.1016/S0140-6736(95)90120-5", "10.1016/s0140-6736(95)90120-5"),
        ("10.1002/(SICI)1097<1::AID-X>3.0.CO;2-#", "10.1002/(sici)1097<1::aid-x>3.0.co;2-#"),
    ],
)
def test_dois_as_they_come(services: Services, tmp_path: Path, doi: str, known: str) -> None:
    services.records = [Record(TITLE, doi=known)]
    assert state(services, tmp_path, doi=doi) == ("matched", "doi")


def test_words_with_hyphens_are_asked_apart(services: Services, tmp_path: Path) -> None:
    services.records = [Record("Multi-scale gates in peer-reviewed walls of cities")]
    title = services.records[0].title
    assert state(services, tmp_path, title=title) == ("matched", "title")
    assert "Multi+scale+gates" in services.asked[0]


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (200, {"total": 0, "offset": 0}, []),
        (200, {"total": 1, "offset": 0, "data": [{"paperId": "x"}]}, [{"paperId": "x"}]),
        (404, {"error": "Paper with id DOI:10.9999/none not found"}, None),
    ],
)
def test_the_forms_of_the_service(status: int, body: Any, expected: Any) -> None:
    assert SemanticScholar().read(status, json.dumps(body).encode()) == expected


@pytest.mark.parametrize(
    ("status", "body"),
    [(200, b"<html>log in</html>"), (200, b"{}"), (200, b"[]"), (404, b"<html>"), (404, b"{}")],
)
def test_what_is_not_in_its_form_is_no_answer(status: int, body: bytes) -> None:
    with pytest.raises(BadAnswerError):
        SemanticScholar().read(status, body)
