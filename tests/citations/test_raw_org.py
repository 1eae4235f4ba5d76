"""The citations of Org: org-cite, org-ref 2 and 3, citar (contract §3)."""

from __future__ import annotations

import time

import pytest

from ars_pandoc.citations.raw_cite import RawCite
from ars_pandoc.citations.raw_org import more_keys, org_cites, target_cites


def pairs(cites: list[RawCite]) -> list[tuple[str, str]]:
    return [(cite.key, cite.locator) for cite in cites]


@pytest.mark.parametrize(
    ("target", "words", "found"),
    [
        ("cite:&a p. 4", "", [("a", "p. 4")]),
        ("cite:a", "", [("a", "")]),
        ("cite:a,b", "", [("a", ""), ("b", "")]),
        ("citep:see &a p. 3;&b p. 5", "", [("a", "p. 3"), ("b", "p. 5")]),
        ("parencite:a::p. 4", "", [("a", "p. 4")]),
        ("cite:a", "p. 4", [("a", "p. 4")]),
        ("cite:a", "see::p. 4", [("a", "p. 4")]),
        ("textcite*:&a", "", [("a", "")]),
        ("bibentry:a", "", [("a", "")]),
        ("textcquote:a", "", [("a", "")]),
        ("nocite:a", "", []),
        ("recite:a", "", []),
        ("https://cite.example.org/a", "", []),
        ("cite://a", "", []),
        ("file:cite.png", "", []),
    ],
)
def test_a_link_that_cites(target: str, words: str, found: list[tuple[str, str]]) -> None:
    assert pairs(target_cites(target, words)) == found


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("citep:&a,", ["a"]),
        ("(autocite:a,b)", ["a", "b"]),
        ("cite:&a;&b.", ["a", "b"]),
        ("see [[cite:&a][text]] and [cite/t:see @b p. 3; @c]", ["a", "b", "c"]),
        ("[cite/n:@a] nocite:b website:c", []),
        ("#+Caption[short]: Cap citep:a", ["a"]),
        ("#+attr_html: :alt cite:a", []),
        ("a cite: b", []),
        ("https://example.org/cite:a", []),
    ],
)
def test_the_citations_of_a_piece(text: str, keys: list[str]) -> None:
    cites = org_cites(text)
    assert [cite.key for cite in cites] == keys
    assert [text[slice(*cite.place)] for cite in cites] == keys


def test_what_goes_on_behind_a_link() -> None:
    assert [cite.key for cite in more_keys(";&b,c. &d")] == ["b", "c"]


@pytest.mark.parametrize("piece", ["[[cite:", "cite:&", "[cite:@a;", "cite:a,", "#+caption[", "]["])
def test_what_nothing_closes_is_read_in_good_time(piece: str) -> None:
    started = time.perf_counter()
    org_cites(piece * 10_000)
    assert time.perf_counter() - started < 5
