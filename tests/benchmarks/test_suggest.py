"""The trial of suggestions counts what it says it counts; the weights are those of its script."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ars_pandoc.suggesting.rank import FEATURES
from benchmarks import scisumm
from benchmarks.suggest import citances_table, rate
from benchmarks.suggest_variants import MOST, VARIANTS, without
from benchmarks.suggest_weights import FILE, learn, rows_of

PAPER = """<PAPER><S sid ="0">Sleep of seals</S>
<ABSTRACT><S sid ="1">We show that seals sleep on the tide.</S></ABSTRACT>
<SECTION title="Results" number = "2">
<S sid ="2">Fourteen of the tagged seals slept under water.</S>
<S sid ="3">They rose &amp; dived again after nine minutes.</S>
<S sid ="4">Too short.</S>
<S sid ="5">Noise of piling shortened their sleep by a third.</S>
</SECTION></PAPER>
"""
ANNOTATED = (
    "Citance Number: 1 | Reference Article:  X.xml | Citation Marker:  Lee et al., 2011 | Citation "
    'Text:  <S sid ="7" ssid = "1">Piling noise shortens sleep (Lee et al., 2011).</S> | Reference '
    "Offset:  ['5'] | Reference Text:  <S>Noise</S> | Discourse Facet: Result |\n\n"
    "Citance Number: 2 | Citation Marker: 3 | Citation Text:  <S>Nothing [3].</S> | Reference "
    "Offset:  [] | Reference Text: |\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("A00-0001", "A00-0002", "A00-0003"):
        (tmp_path / f"{name}.xml").write_text(PAPER, "utf-8")
        (tmp_path / f"{name}.ann.txt").write_text(ANNOTATED, "utf-8")
    return tmp_path


def test_papers_and_citances_are_read(folder: Path) -> None:
    papers, citances = scisumm.load(folder)
    paper = papers["A00-0001"]
    assert paper.numbers == (1, 2, 3, 5)
    assert len(citances) == 3
    one = citances[0]
    assert one.rests_on == {5}
    assert one.text.split() == ["Piling", "noise", "shortens", "sleep", "."]
    assert one.at is not None
    assert {paper.is_tuned_on for paper in papers.values()} == {True, False}


def test_hits_and_what_stands_beside_them(folder: Path) -> None:
    papers, [one, *_] = scisumm.load(folder)
    paper = papers[one.paper]
    assert scisumm.is_hit(paper, [3], one)
    assert not scisumm.is_hit(paper, [0, 1, 2], one)
    # Sentence 4 is too short to be suggested, so that 3 is not beside 5.
    assert not scisumm.is_hit(paper, [2], one, beside=1)
    assert scisumm.is_hit(paper, [2], one, beside=2)


def test_each_way_to_rank_finds_the_plain_case(folder: Path) -> None:
    papers, [one, *_] = scisumm.load(folder)
    for ranking in (*VARIANTS.values(), without(0)):
        found = ranking(papers[one.paper].index, one.claim)
        assert scisumm.is_hit(papers[one.paper], found[:2], one)
        assert len(set(found)) == len(found) <= MOST


def test_the_table_has_both_halves(folder: Path) -> None:
    lines = list(citances_table(folder))
    assert sum("CL-SciSumm 2018, " in line for line in lines) == 2
    assert sum(line.startswith("| BM25 |") for line in lines) == 2
    assert rate(1, 2) == "50.0% (9.5–90.5%)"
    assert rate(0, 0) == "–"


def test_learning_gives_weight_to_what_tells() -> None:
    rows: list[tuple[float, ...]] = [(1.0, 0.3), (-1.0, 0.3), (-1.0, -0.6)]
    weights = learn([("A", rows, [1.0, 0.0, 0.0])] * 200, steps=60)
    assert weights[0] > 0.2
    assert weights[0] > 2 * abs(weights[1])


def test_what_is_learned_from_shares_out_what_is_right(folder: Path) -> None:
    papers, citances = scisumm.load(folder)
    [(_, rows, goals), *_] = rows_of(papers, citances[:1])
    assert sum(goals) == pytest.approx(1)
    assert len(rows) == len(goals)


def test_the_weights_say_where_they_come_from() -> None:
    data = json.loads(FILE.read_text("utf-8"))
    assert data["made_by"] == "python -m benchmarks.suggest_weights"
    assert tuple(data["features"]) == FEATURES
