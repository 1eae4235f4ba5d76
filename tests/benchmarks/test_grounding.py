"""The rules of the grounding benchmark, and its case on data of its own."""

from __future__ import annotations

import hashlib
import json
import math

import pytest

from benchmarks.civic_data import Data, Paper, first_genes, keyed
from benchmarks.civic_quotes import (
    altered,
    blocks,
    choose,
    choose_accented,
    negated,
    of_other_species,
    plain,
    reference_title,
    without_callouts,
)
from benchmarks.grounding import as_table
from benchmarks.grounding_case import as_bytes, run, run_beyond
from benchmarks.quote_variants import curly, ligatures, soft_hyphens, typeset
from benchmarks.wilson import wilson


def article(title: str, *paragraphs: str) -> bytes:
    body = "".join(f"<p>{words}</p>" for words in paragraphs)
    return (
        f"<article><front><article-meta><title-group><article-title>{title}</article-title>"
        f"</title-group></article-meta></front><body>{body}</body><back><ref-list><ref>"
        "<mixed-citation><article-title>The BRAF gene in one hundred and twenty patients who were "
        "not treated with any of the drugs</article-title></mixed-citation></ref></ref-list></back>"
        "</article>"
    ).encode()


FIRST = article(
    "Vemurafenib in melanoma",
    "All of the patients with BRAF mutations did not respond to the second course of the drug"
    "<sup><xref ref-type='bibr' rid='a'>3</xref></sup>. A short one. The weather in the town of "
    "the study was fine on each of the days on which somebody looked.",
)
SECOND = article(
    "Cetuximab in the colon",
    "Tumours that carry a KRAS mutation were resistant to the antibody in each of the four cohorts "
    "[<xref ref-type='bibr' rid='a'>4</xref>, <xref ref-type='bibr' rid='b'>5</xref>].",
)


def answer(pmid: str, title: str | None, *, retracted: bool = False) -> bytes:
    record: dict[str, object] = {"uid": pmid, "error": "cannot get document summary"}
    if title is not None:
        kind = ["Retracted Publication"] if retracted else ["Journal Article"]
        record = {"uid": pmid, "title": title, "pubdate": "2012", "pubtype": kind, "authors": []}
    return json.dumps({"result": {"uids": [pmid], pmid: record}}).encode()


def paper(
    pmid: str, jats: bytes, title: str, gene: str | None, *, retracted: bool = False
) -> Paper:
    sha256 = hashlib.sha256(jats).hexdigest()
    return Paper(pmid, sha256, jats, answer(pmid, title, retracted=retracted), gene)


DATA = Data(
    (
        paper("1", FIRST, "Vemurafenib in melanoma.", "BRAF"),
        paper("2", SECOND, "Cetuximab in the colon.", "KRAS"),
    ),
    (paper("3", FIRST, "Vemurafenib in melanoma.", None, retracted=True),),
    (("99000001", answer("99000001", None)),),
    "2026-01-01T00:00:00+00:00",
)


def test_a_sentence_that_names_the_gene_is_taken_and_none_of_the_reference_list() -> None:
    quote = choose(blocks(FIRST), "BRAF")
    assert quote is not None
    assert quote.text.startswith("All of the patients with BRAF")


def test_without_a_gene_the_least_hash_decides() -> None:
    found = blocks(FIRST)
    quote = choose(found, None)
    [block] = [one for one in found if one.text.startswith("All")]
    long = [
        sentence
        for sentence in (
            block.text[: block.text.index(" A short")],
            block.text.rpartition("one. ")[2],
        )
        if 12 <= len(sentence.split()) <= 60
    ]
    assert len(long) == 2
    assert quote is not None
    assert quote.text == min(long, key=lambda sentence: keyed(block.name + sentence))


def test_a_sentence_with_accents_is_taken_for_decomposed_ones() -> None:
    plain = "Nothing in this long sentence of more than twelve words has any accent at all."
    accented = "Müller found in this long sentence of more than twelve words one letter with it."
    quote = choose_accented(blocks(article("A title", f"{plain} {accented}")))
    assert quote is not None
    assert quote.text == accented
    assert choose_accented(blocks(article("A title", plain))) is None


def test_the_order_is_that_of_the_seed() -> None:
    expected = hashlib.sha256(b"bioai-civic-literature-v1:27049722").hexdigest()
    assert keyed("27049722") == expected


def test_the_gene_is_that_of_the_lowest_numbered_item() -> None:
    items = [
        {"citation_id": "7", "evidence_id": "10", "molecular_profile": "KRAS G12"},
        {"citation_id": "7", "evidence_id": "9", "molecular_profile": "DNMT3A R882"},
    ]
    assert first_genes(items) == {"7": "DNMT3A"}


def test_controls_change_what_the_rules_name() -> None:
    assert altered("one two three four five") == "one two four five"
    assert negated("it was seen and is not known") == "it was seen and is known"
    assert negated("it notably was seen") == "it notably was not seen"
    assert negated("nothing here") is None
    assert of_other_species("Patients and mice") == "Mice and mice"
    assert of_other_species("impatient people") is None


def test_callouts_go_with_their_brackets() -> None:
    first, second = choose(blocks(FIRST), "BRAF"), choose(blocks(SECOND), "KRAS")
    assert first is not None
    assert second is not None
    assert first.text.endswith("the drug3.")
    assert without_callouts(first, FIRST).endswith("course of the drug.")
    assert second.text.endswith("cohorts [4, 5].")
    assert without_callouts(second, SECOND).endswith("of the four cohorts.")


def test_what_joins_two_callouts_goes_with_them() -> None:
    one, two = "<xref ref-type='bibr'>[1]</xref>", "<xref ref-type='bibr'>[3]</xref>"
    words = "Younger patients had a higher rate of such mutations in all of the larger studies"
    jats = article("A title", f"{words} {one}-{two}, which was seen here.")
    quote = choose(blocks(jats), None)
    assert quote is not None
    assert without_callouts(quote, jats) == f"{words}, which was seen here."


def test_text_is_made_plain() -> None:
    assert plain("a  ( b ) , “c” – d\u00a0e") == 'a (b), "c" - d e'


def test_a_title_of_the_reference_list_is_found_there() -> None:
    title = reference_title(blocks(FIRST))
    assert title is not None
    assert title.startswith("The BRAF gene in one hundred")


def test_spellings_change_characters_and_no_words() -> None:
    assert curly("the \"first\" and ('second')") == "the “first” and (‘second’)"
    assert ligatures("efficient flow") == "eﬃcient ﬂow"
    assert soft_hyphens("mutations in it") == "muta\u00adtions in it"


@pytest.mark.parametrize(
    ("hits", "total", "low", "high"),
    [(120, 120, 0.9690, 1.0), (82, 82, 0.9552, 1.0), (27, 27, 0.8754, 1.0), (0, 120, 0.0, 0.0310)],
)
def test_intervals_are_those_that_the_seed_printed(
    hits: int, total: int, low: float, high: float
) -> None:
    interval = wilson(hits, total)
    assert interval is not None
    assert math.isclose(interval[0], low, abs_tol=5e-5)
    assert math.isclose(interval[1], high, abs_tol=5e-5)


def test_no_trials_have_no_interval() -> None:
    assert wilson(0, 0) is None


def test_the_case_gives_the_same_bytes_twice_and_every_control_is_detected() -> None:
    found = run(DATA)
    assert as_bytes(found) == as_bytes(run(DATA))
    assert found["genuine"]["as they stand"]["blocked"] == 0
    for name, row in found["controls"].items():
        assert row["detected"] == row["records"], name
        assert row["admitted"] == 0, name
    assert {name: row["records"] for name, row in found["controls"].items()} == {
        "fabricated identifier": 2,
        "wrong paper": 2,
        "altered": 2,
        "negation": 2,
        "species": 1,
        "retracted": 1,
    }


def test_cut_tails_are_noted_and_titles_of_references_refused() -> None:
    found = run_beyond(DATA)["controls"]
    for name in ("dropped (in mice)", "dropped (not significant)", "title from the reference list"):
        assert found[name]["records"] == found[name]["detected"] == 2, name


def test_an_article_is_set_as_a_pdf() -> None:
    assert typeset(FIRST, 2).startswith(b"%PDF-")


def test_the_table_lists_each_record_that_went_wrong() -> None:
    odd = {"pmid": "5", "status": "ok", "result": "found", "reason": "", "quote": "some words"}
    row = {"records": 1, "detected": 0, "wilson_95": [0.0, 0.79], "admitted": 1, "odd": [odd]}
    table = as_table({"controls": {"species": row}, "genuine": {}}, {"here": 1.0})
    assert "| species | 1 | 0 (0.0–79.0%) | 1 |" in table
    assert "- species: PMID 5: ok, found: “some words”" in table
