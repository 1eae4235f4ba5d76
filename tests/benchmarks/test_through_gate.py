"""The case through the real commands, on data of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.civic_data import Data, Paper
from benchmarks.through_gate import MOST_WORDS, as_table, run, window
from tests.benchmarks.test_grounding import answer

WORDS = {
    "BRAF": "All of the patients with BRAF mutations did not respond to the second course of the "
    "drug that was given in the spring of that year to everybody who came and wanted it.",
    "KRAS": "Tumours of patients that carry a KRAS mutation were resistant to the antibody in each "
    "of the four cohorts that somebody had looked at in the years before the study began.",
    "EGFR": "In mice and in men the EGFR gene was found to be changed in most of the tumours that "
    "were taken out in the second half of the long and difficult course of the treatment.",
}
TITLES = {
    "BRAF": "Vemurafenib in melanoma of the skin",
    "KRAS": "Cetuximab in cancers of the colon",
    "EGFR": "Gefitinib in tumours of the lung",
}
SURNAMES = {"BRAF": "Smith", "KRAS": "Wu", "EGFR": "Garcia"}


def paper(pmid: str, gene: str, *, retracted: bool = False) -> Paper:
    title, surname = TITLES[gene], SURNAMES[gene]
    jats = (
        f"<article><front><article-meta><title-group><article-title>{title}</article-title>"
        f"</title-group><contrib-group><contrib><name><surname>{surname}</surname></name></contrib>"
        f"</contrib-group></article-meta></front><body><p>{WORDS[gene]}</p></body><back><ref-list>"
        f"<ref><mixed-citation><article-title>What {gene} does in one hundred and twenty patients "
        "of one town</article-title></mixed-citation></ref></ref-list></back></article>"
    ).encode()
    kind = ["Retracted Publication"] if retracted else ["Journal Article"]
    record = {
        "uid": pmid, "title": f"{title}.", "pubdate": "2012 May", "pubtype": kind,
        "authors": [{"name": f"{surname} J", "authtype": "Author"}],
        "fulljournalname": f"Journal of {gene}",
        "articleids": [{"idtype": "doi", "value": f"10.1000/{pmid}"}],
    }  # fmt: skip
    summary = json.dumps({"result": {"uids": [pmid], pmid: record}}).encode()
    return Paper(pmid, "", jats, summary, gene)


DATA = Data(
    (paper("1", "BRAF"), paper("2", "KRAS"), paper("3", "EGFR")),
    (paper("4", "BRAF", retracted=True),),
    (("99000001", answer("99000001", None)),),
    "2026-01-01T00:00:00+00:00",
)


@pytest.mark.slow
def test_every_control_is_refused_or_noted_and_nothing_genuine_is(tmp_path: Path) -> None:
    rows = run(DATA, tmp_path / "gate")
    by_name = {row["control"]: row for row in rows}
    genuine = by_name.pop("genuine")
    assert (genuine["records"], genuine["refused"], genuine["noted"]) == (3, 0, 0)
    for name, row in by_name.items():
        assert row["admitted"] == 0, (name, row["odd"])
        assert row["records"] + sum(row["skipped"].values()) == (1 if name == "retracted" else 3)
    for name in ("right file, wrong PMID", "right file, wrong DOI"):
        assert (by_name[name]["hits"], by_name[name]["recorded"]) == (3, 0)
    table = as_table(rows)
    assert "| right file, wrong PMID | 3 | 0 | 3 (" in table
    assert "- right file, wrong PMID: 0 called matched" in table
    # No class is left out of the total.
    total = sum(row["records"] for row in by_name.values())
    assert f"| all controls | {total} |" in table


@pytest.mark.parametrize("at", [0, 7, 30, 59])
def test_a_window_holds_the_word_and_no_more_than_a_marker_may(at: int) -> None:
    words = [f"w{number}" for number in range(60)]
    found = window(" ".join(words), at).split()
    assert len(found) == MOST_WORDS
    assert words[at] in found
