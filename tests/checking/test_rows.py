"""Some rows of the matrix alone, for who has neither ledger nor files."""

from __future__ import annotations

import pytest

from ars_pandoc.checking.rows import ROW_NAMES, judge_by
from ars_pandoc.citations.citation import Anchor, Citation, Fault, UnknownKey
from ars_pandoc.verdict.matrix import Evidence, Policy, judge

QUOTE = Anchor("quote", "one two three")
BAD = Evidence(retracted="pubmed", missing="10.1/x", quote_found=False, known=True)


def status(citation: Citation, evidence: Evidence, *names: str) -> tuple[str, tuple[str, ...]]:
    policy = Policy(grounding="required")
    found = judge_by(judge(citation, evidence, policy), evidence, policy, names)
    assert found.refused is (found.status != "ok")
    return found.status, found.also


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("locator", "MED-WARN-NO-LOCATOR"),
        ("retraction", "HIGH-WARN-RETRACTED"),
        ("identifier", "HIGH-WARN-NO-SUCH-IDENTIFIER"),
    ],
)
def test_each_name_means_its_row(name: str, expected: str) -> None:
    assert status(Citation("a", "native"), BAD, name) == (expected, ())
    good = Evidence(known=True, acquired=True)
    assert status(Citation("a", "native", (QUOTE,)), good, name) == ("ok", ())


@pytest.mark.parametrize(
    ("found", "expected"),
    [(False, "HIGH-WARN-QUOTE-NOT-FOUND"), (None, "MED-WARN-NOT-GROUNDED"), (True, "ok")],
)
def test_quotes_have_two_rows(found: bool | None, expected: str) -> None:
    evidence = Evidence(known=True, quote_found=found)
    assert status(Citation("a", "native", (QUOTE,)), evidence, "quote") == (expected, ())


def test_a_marker_that_is_malformed_lacks_its_locator() -> None:
    citation = Citation("a", "marker", (QUOTE,), fault=Fault("bad", "mend it"))
    known = Evidence(known=True, acquired=True)
    assert status(citation, known, "locator")[0] == "HIGH-WARN-MALFORMED-MARKER"
    assert status(citation, known, "retraction")[0] == "ok"


def test_several_names_judge_in_the_order_of_the_matrix() -> None:
    bare = Citation("a", "native")
    names = ("identifier", "locator", "retraction")
    assert status(bare, BAD, *names) == (
        "MED-WARN-NO-LOCATOR",
        ("HIGH-WARN-RETRACTED", "HIGH-WARN-NO-SUCH-IDENTIFIER"),
    )


def test_what_the_sidecar_lacks_is_no_row_that_was_chosen() -> None:
    unknown = Evidence(unknown=UnknownKey("nobody knows it", "add it", None))
    policy = Policy()
    citation = Citation("a", "native")
    found = judge_by(judge(citation, unknown, policy), unknown, policy, ["locator"])
    assert "nobody knows it" not in found.reason
    name = Evidence(unknown=UnknownKey("perhaps a user's name", "add it", escaped="\\@a"))
    told = judge_by(judge(citation, name, policy), name, policy, ["locator"])
    assert told.reason.startswith("perhaps a user's name; ")
    assert "\\@a" in told.fix


def test_the_names_are_those_of_the_command() -> None:
    from ars_pandoc.cli.commands.check import _ROWS

    assert set(ROW_NAMES) == set(_ROWS)
