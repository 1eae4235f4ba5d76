"""Retractions are asked for in each run; an answer that may tell of one is a day old at most."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from tests.signals.looking_up import TITLE, entry, run
from tests.signals.servers import Record, Services, serve

DOI, PMID = "10.1000/one", "31452104"
ONE = {"doi": DOI, "source_pointer": f"pmid:{PMID}"}
REPORTING = ("pubmed", "crossref", "openalex")


@pytest.fixture
def services() -> Iterator[Services]:
    with serve(Record(TITLE, doi=DOI, pmid=PMID)) as server:
        yield server


def retracted(services: Services, folder: Path, index: str, days: float, **more: Any) -> list[bool]:
    """Ask so many days from now."""
    moment = datetime.now(timezone.utc) + timedelta(days=days)
    signals = run(services, folder, [entry(**ONE)], index, now=lambda: moment, **more)
    facts = signals.facts().get("smith2024", [])
    return [fact.value for fact in facts if fact.what == "retracted"]


@pytest.mark.parametrize("index", REPORTING)
def test_a_paper_retracted_since_the_last_look_up(
    services: Services, tmp_path: Path, index: str
) -> None:
    assert retracted(services, tmp_path, index, 0) == [False]
    services.records[0].retracted = True
    asked = len(services.asked)
    # On the same day nobody is asked again.
    assert retracted(services, tmp_path, index, 0.5) == [False]
    assert len(services.asked) == asked
    assert retracted(services, tmp_path, index, 1.5) == [True]


@pytest.mark.parametrize("index", ["doi", "semantic-scholar"])
def test_what_tells_of_no_retraction_is_kept_for_long(
    services: Services, tmp_path: Path, index: str
) -> None:
    retracted(services, tmp_path, index, 0)
    asked = len(services.asked)
    retracted(services, tmp_path, index, 30)
    assert len(services.asked) == asked


def test_max_age_asks_anew_what_is_older(services: Services, tmp_path: Path) -> None:
    retracted(services, tmp_path, "crossref", 0)
    services.records[0].retracted = True
    hour = timedelta(hours=1)
    assert retracted(services, tmp_path, "crossref", 0.02, max_age=hour) == [False]
    assert retracted(services, tmp_path, "crossref", 0.1, max_age=hour) == [True]


def test_offline_an_old_answer_is_better_than_none_and_bears_its_date(
    services: Services, tmp_path: Path
) -> None:
    retracted(services, tmp_path, "crossref", 0)
    asked = len(services.asked)
    assert retracted(services, tmp_path, "crossref", 30, offline=True) == [False]
    day = timedelta(days=1)
    assert retracted(services, tmp_path, "crossref", 30, offline=True, max_age=day) == []
    assert len(services.asked) == asked


@pytest.mark.parametrize(
    "title",
    [f"RETRACTED: {TITLE}", f"WITHDRAWN: {TITLE}", f"[Retracted] {TITLE}", f"Retracted: {TITLE}",
     f"RETRACTED ARTICLE: {TITLE}"],
)  # fmt: skip
@pytest.mark.parametrize("index", REPORTING)
def test_a_title_that_says_so_is_a_retraction(tmp_path: Path, index: str, title: str) -> None:
    with serve(Record(title, doi=DOI, pmid=PMID)) as services:
        assert retracted(services, tmp_path, index, 0) == [True]


def _update(kind: str, year: int) -> dict[str, Any]:
    return {"type": kind, "DOI": f"10.1000/{kind}", "updated": {"date-parts": [[year, 3, 1]]}}


@pytest.mark.parametrize(
    ("updates", "said"),
    [
        ([_update("retraction", 2020), _update("reinstatement", 2022)], False),
        ([_update("reinstatement", 2022), _update("retraction", 2020)], False),
        ([_update("retraction", 2020), _update("reinstatement", 2022), _update("retraction", 2023)],
         True),
        ([{"type": "retraction"}, _update("reinstatement", 2022)], False),
        ([_update("retraction", 2020)], True),
        ([_update("correction", 2020)], False),
    ],
)  # fmt: skip
def test_a_later_reinstatement_lifts_a_retraction(
    tmp_path: Path, updates: list[dict[str, Any]], said: bool
) -> None:
    record = Record(TITLE, doi=DOI, more={"crossref": {"updated-by": updates}})
    with serve(record) as services:
        assert retracted(services, tmp_path, "crossref", 0) == [said]
