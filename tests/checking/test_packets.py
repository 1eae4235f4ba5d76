"""Packets for who judges: all that is needed and nobody's verdict (contract §12)."""

from __future__ import annotations

from typing import Any

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.checking.packets import judged_line, packets_of
from ars_pandoc.documents.inputs import Source
from ars_pandoc.verdict.judge_source import judge_source
from tests.checking.papers import write_quotes
from tests.conftest import clean_environment


@pytest.fixture(scope="module")
def packets(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    path = write_quotes(tmp_path_factory.mktemp("paper"))
    _, judged = judge_source(Source((path,), "markdown"), clean_environment())
    return list(packets_of(judged))


def test_a_quote_comes_with_its_passage_and_its_place(packets: list[dict[str, Any]]) -> None:
    first = packets[0]
    assert first["anchor"] == {"kind": "quote", "value": "When publishers bypass peer review"}
    assert first["passage"] == "When publishers bypass peer review"
    assert first["surroundings"]["after"].startswith(", the share of wrong references")
    assert first["place"]["section"] == "Results"
    assert "verdict" not in first
    assert "by" not in first


def test_a_quote_that_is_not_there_and_a_source_that_is_not_held_have_no_passage(
    packets: list[dict[str, Any]],
) -> None:
    assert [bool(one["passage"]) for one in packets] == [True, False, False, True, True, False]


def test_a_section_is_its_words(packets: list[dict[str, Any]]) -> None:
    assert packets[4]["passage"].startswith("Results When publishers bypass")


def test_what_comes_back_is_a_line(packets: list[dict[str, Any]]) -> None:
    known = frozenset({"read"})
    judged = {**packets[0], "verdict": "partly", "note": "Half of it."}
    line = judged_line(judged, by="person:Ada", known=known)
    assert line is not None
    assert (line["verdict"], line["by"], line["via"]) == ("partly", "person:Ada", "import")
    assert judged_line(packets[0], by="person:Ada", known=known) is None


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"sentence": "Another sentence."}, "hash is another"),
        ({"passage": "Other words."}, "hash is another"), ({"key": "gone"}, "no entry"),
        ({"key": 3}, "are texts"), ({"by": "Ada"}, "person's word"), ({"by": 3}, "who judged"),
        ({"anchor": {"kind": 1}}, "kind and value"), ({"anchor": []}, "kind and value"),
    ],
)  # fmt: skip
def test_what_was_changed_on_the_way_is_refused(
    packets: list[dict[str, Any]], change: dict[str, Any], why: str
) -> None:
    with pytest.raises(ArsError) as caught:
        judged_line(
            {**packets[0], "verdict": "supports", "by": "person:A", **change},
            by=None,
            known=frozenset({"read"}),
        )
    assert why in f"{caught.value.what} {caught.value.why}"


@pytest.mark.parametrize("raw", [3, [], None, "text"])
def test_what_is_no_packet_is_refused(raw: object) -> None:
    with pytest.raises(ArsError, match="no packet"):
        judged_line(raw, by=None, known=frozenset())
