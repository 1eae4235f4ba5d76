"""Marker comments and what only looks like one."""

from __future__ import annotations

import pytest

from ars_pandoc.census import Syntax, count_written
from tests.census.written import keys, sure


@pytest.mark.parametrize(
    "text",
    [
        "Roe <!--ref:ghost--><!--anchor:page:3-->",
        "Roe <!-- REF : ghost ok -->",
        "Roe <!--ref=ghost-->",
        "Roe <!---ref:ghost--->",
        "Roe <!--ref:@ghost-->",
        "Roe <!-ref:ghost--><!-anchor:page:3-->",
        "Roe <! --ref:ghost-->",
        "Roe <--ref:ghost-->",
        "Roe <!ref:ghost>",
        "Roe <!–ref:ghost–>",
        "Roe \\<!--ref:ghost-->",
        "Roe &lt;!--ref:ghost--&gt;",
        "Roe <!--ref:ghost",
    ],
)
def test_markers_and_attempts_are_citations(text: str) -> None:
    assert sure(text) == ["ghost"]


@pytest.mark.parametrize("syntax", ["latex", "org", "typst", "rst", "html", "jats", "other"])
def test_markers_count_everywhere(syntax: Syntax) -> None:
    assert sure("A. Roe <!--ref:ghost--><!--anchor:page:3-->.", syntax) == ["ghost"]
    assert sure("A. Roe <!-ref:ghost--> (2021).", syntax) == ["ghost"]


@pytest.mark.parametrize(
    "text",
    [
        "<!-- references -->",
        "<!-- refs -->",
        "<!-- Refactor this -->",
        "<!-- ref: https://example.org/1 -->",
        "<!-- ref ghost -->",
        "<!-- ANCHOR: ghost -->",
        "<!-- note: ref:ghost -->",
        "`<!--ref:ghost-->`",
        "a <- ref: b and x < ref",
    ],
)
def test_other_comments_are_none(text: str) -> None:
    assert sure(f"{text} and <!--ref:nobody-->") == ["nobody"]


def test_a_word_is_a_marker_if_its_key_is_known() -> None:
    assert keys("<!-- ref roe2021 --> <!-- ref ghost -->") == ["roe2021"]


@pytest.mark.parametrize(
    "text",
    [
        "[@roe2021]<!--ref:roe2021-->",
        "[@roe2021, p. 3] <!--ref:roe2021--><!--anchor:page:3-->.",
        "@roe2021 [p. 3]<!--ref:roe2021-->",
        "[@roe2021<!--ref:roe2021-->, p. 3]",
        "[@roe2021, p. 3<!--ref:roe2021-->]<!--ref:roe2021-->",
        "*@roe2021*. <!--anchor:page:3--><!--ref:roe2021-->",
        "\\citep[p. 3]{roe2021}<!--ref:roe2021-->",
        '<span data-cites="roe2021">(Roe 2021)</span><!--ref:roe2021-->',
    ],
)
def test_a_marker_right_behind_its_citation_annotates_it(text: str) -> None:
    assert keys(text) == ["roe2021"]


def test_markers_annotate_each_key_of_a_group_once() -> None:
    group = "[@roe2021; see also @poe2020]<!--ref:roe2021--><!--ref:poe2020-->"
    assert keys(group) == ["roe2021", "poe2020"]
    assert keys(f"{group}<!--ref:roe2021-->") == ["roe2021", "poe2020", "roe2021"]


@pytest.mark.parametrize(
    "text",
    [
        "[@roe2021] says <!--ref:roe2021-->",
        "[@roe2021]\n\n<!--ref:roe2021-->",
        "<!--ref:roe2021-->[@roe2021]",
        "<!--ref:roe2021--><!--ref:roe2021-->",
    ],
)
def test_other_markers_are_citations_of_their_own(text: str) -> None:
    assert keys(text) == ["roe2021", "roe2021"]


def test_the_place_of_a_marker_is_its_comment() -> None:
    (written,) = count_written("A\n\nRoe <!--ref:roe2021-->", "markdown")
    assert (written.line, written.column, written.form) == (3, 5, "marker")
