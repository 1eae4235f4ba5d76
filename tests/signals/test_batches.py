"""Works are asked about many at a time, and each answer is held to its entry as if asked alone."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from ars_pandoc.corpus.sidecar_entry import Entry
from ars_pandoc.signals.ask_indexes import compute_signals
from ars_pandoc.signals.outcome import Outcome
from ars_pandoc.signals.transport import Settings
from tests.signals.looking_up import entry
from tests.signals.servers import Answer, Record, Services, serve

BATCHED = ["semantic-scholar", "openalex", "crossref", "pubmed"]
LIMIT = 25


def works(number: int) -> list[Record]:
    return [
        Record(f"On the gates of city {n} and its walls", doi=f"10.1000/aB{n}", pmid=str(n + 1))
        for n in range(number)
    ]


def entries_of(records: Sequence[Record]) -> list[Entry]:
    return [
        entry(f"k{n}", title=r.title, doi=r.doi, source_pointer=f"pmid:{r.pmid}")
        for n, r in enumerate(records)
    ]


def outcomes(
    services: Services, folder: Path, index: str, entries: Sequence[Entry]
) -> dict[str, Outcome]:
    settings = Settings(services.environment(folder), wait=lambda _: None)
    found = compute_signals(entries, indexes=[index], settings=settings).outcomes
    return {key: one[index] for key, one in found.items() if index in one}


@pytest.mark.parametrize("index", BATCHED)
def test_500_entries_take_at_most_25_requests(tmp_path: Path, index: str) -> None:
    records = works(500)
    with serve(*records) as services:
        found = outcomes(services, tmp_path, index, entries_of(records))
        assert [one.state for one in found.values()] == ["matched"] * 500
        assert len(services.asked) <= LIMIT
        first = len(services.asked)
        again = outcomes(services, tmp_path, index, entries_of(records))
        assert len(services.asked) == first, "the cache has each of them"
        assert not any(one.cached for one in found.values())
        assert all(one.cached for one in again.values())


@pytest.mark.parametrize("index", BATCHED)
def test_a_batch_says_what_asking_alone_says(
    tmp_path: Path, index: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = works(30)
    records[3].retracted = True
    records[7].title = "Another thing altogether by the same person"
    records[8].authors, records[8].title = ("Otto Klein",), "Ein ganz anderes Werk über Fische"
    entries = entries_of(works(36))  # six of them nobody knows
    with serve(*records) as services:
        together = outcomes(services, tmp_path / "a", index, entries)
        asked = len(services.asked)
        monkeypatch.setattr("ars_pandoc.signals.batches.FEW", 1000)
        alone = outcomes(services, tmp_path / "b", index, entries)
        assert asked < len(services.asked) - asked

    def said(found: dict[str, Outcome]) -> list[object]:
        return [
            (key, one.state, one.by, one.reason, [n.message for n in one.notes],
             [(f.what, f.value, f.identifier, f.note) for f in one.facts])
            for key, one in found.items()
        ]  # fmt: skip

    assert said(together) == said(alone)


def test_one_record_in_no_form_costs_its_entry_alone(tmp_path: Path) -> None:
    records = works(20)
    records[5].more["s2"] = {"authors": 7, "title": ["no", "text"]}
    with serve(*records) as services:
        found = outcomes(services, tmp_path, "semantic-scholar", entries_of(records))
    states = [one.state for one in found.values()]
    assert states.count("matched") == 19
    assert states[5] != "matched"


@pytest.mark.parametrize(
    "answer",
    [
        Answer(200, b"<html>please log in</html>", "text/html"),
        Answer(200, b"[]"),
        Answer(200, b'{"results": 7, "message": {"items": 7}, "result": 7}'),
        Answer(500, b"{}"),
        Answer(404, b'{"error": "no such way"}'),
        Answer(200, b"[1, 2", cut=True),
    ],
    ids=["page", "empty", "odd", "broken", "none", "cut"],
)
@pytest.mark.parametrize("index", BATCHED)
def test_where_a_batch_fails_each_is_asked_about_alone(
    tmp_path: Path, index: str, answer: Answer
) -> None:
    records = works(8)
    with serve(*records) as services:
        services.scripted = [answer]
        found = outcomes(services, tmp_path, index, entries_of(records))
        assert [one.state for one in found.values()] == ["matched"] * 8
        assert len(services.asked) == 9, "one batch that failed, and no second one"


def test_records_that_stand_in_another_order_or_twice_go_to_their_own_entries(
    tmp_path: Path,
) -> None:
    records = works(8)
    with serve(*records) as services:
        body = {
            "results": [
                {
                    "id": "https://openalex.org/W1", "doi": f"https://doi.org/{r.doi}".lower(),
                    "title": r.title, "publication_year": r.year, "is_retracted": n == 2,
                    "authorships": [{"author": {"display_name": "Jane Smith"}}],
                }
                for n, r in enumerate(records)
            ][::-1]
        }  # fmt: skip
        body["results"].append({**body["results"][0], "is_retracted": True})
        services.scripted = [Answer(200, json.dumps(body).encode())]
        found = outcomes(services, tmp_path, "openalex", entries_of(records))
        retracted = [[f.value for f in one.facts] for one in found.values()]
        assert retracted == [[n == 2] for n in range(8)]
        assert len(services.asked) == 2, "the one that stood twice was asked for alone"


def test_a_doi_that_holds_a_comma_is_asked_for_alone(tmp_path: Path) -> None:
    records = [*works(6), Record("On one more gate", doi="10.1000/a,doi:10.1000/b")]
    with serve(*records) as services:
        found = outcomes(services, tmp_path, "crossref", entries_of(records))
        assert [one.state for one in found.values()] == ["matched"] * 7
        assert len(services.asked) == 2
