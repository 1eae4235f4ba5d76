from __future__ import annotations

from typing import Any

from ars_pandoc.checking.funnel import by_chapter, has_reached, steps, total
from ars_pandoc.citations.citation import Anchor, Citation, Fault
from ars_pandoc.verdict.matrix import Evidence, Finding, Policy, judge

WHOLE = Evidence(known=True, acquired=True, verified=True, read=True)
PAGE = (Anchor("page", "3"),)


def finding(
    key: str | None,
    evidence: Evidence = WHOLE,
    *,
    anchored: bool = True,
    section: str | None = None,
    fault: Fault | None = None,
    policy: Policy | None = None,
) -> Finding:
    citation = Citation(key, "native", PAGE if anchored else (), fault=fault, section=section)
    return judge(citation, evidence, policy or Policy())


def header(level: int, text: str) -> dict[str, Any]:
    return {"t": "Header", "c": [level, ["", [], []], [{"t": "Str", "c": text}]]}


def test_each_stage_stands_for_itself() -> None:
    unread = finding("a", Evidence(known=True, acquired=True, verified=True))
    assert [has_reached(unread, stage) for stage in ("anchored", "held", "read")] == [
        True, True, False
    ]  # fmt: skip
    bare = finding("a", anchored=False)
    assert [has_reached(bare, stage) for stage in ("anchored", "held", "read")] == [
        False, True, True
    ]  # fmt: skip


def test_nothing_is_claimed_of_a_source_that_nobody_knows() -> None:
    for unknown in (
        finding("a", Evidence()),
        finding("a", Evidence(), fault=Fault("cut short", "write it whole")),
        finding(None, Evidence(), fault=Fault("orphan", "write a ref")),
    ):
        for stage in ("held", "cross_checked", "read"):
            assert not has_reached(unknown, stage)


def test_accepted_is_not_read() -> None:
    policy = Policy(accept=frozenset({"LOW-WARN"}))
    accepted = finding("a", Evidence(known=True, acquired=True, verified=True), policy=policy)
    assert not accepted.refused
    assert not has_reached(accepted, "read")
    assert has_reached(accepted, "cross_checked")


def test_steps_come_in_the_order_of_work_with_the_most_cited_first() -> None:
    held = Evidence(known=True, acquired=True)
    found = steps(
        [
            finding("unknown", Evidence()),
            finding("a", held, anchored=False),
            finding("b", held),
            finding("b", held),
            finding(None, Evidence(), fault=Fault("orphan", "write a ref")),
            finding("ok"),
        ]
    )
    assert [(step.stage, step.citations, step.keys, step.cited) for step in found] == [
        ("entry", 1, ("unknown",), 1),
        ("marker", 1, (), 0),
        ("anchored", 1, ("a",), 1),
        ("cross_checked", 3, ("b", "a"), 2),
        ("read", 3, ("b", "a"), 2),
    ]


def test_a_retracted_source_is_a_step_of_its_own() -> None:
    retracted = Evidence(known=True, acquired=True, verified=True, read=True, retracted="PubMed")
    assert [step.stage for step in steps([finding("a", retracted)])] == ["source"]


def test_the_title_is_no_chapter() -> None:
    document = {
        "blocks": [
            header(1, "Title"),
            header(2, "One"),
            header(3, "Deep"),
            header(2, "Two"),
            header(3, "Deep"),
        ]
    }
    findings = [
        finding("a", section="Title"),
        finding("a", section="Deep"),
        finding("b", section="Deep"),
        finding("a", section="Two"),
        finding("c", section="Deep"),
    ]
    chapters = by_chapter(document, findings)
    assert [(title, tally.cited) for title, tally in chapters] == [
        (None, 1),
        ("One", 2),
        ("Two", 2),
    ]
    whole = total(tally for _, tally in chapters)
    assert whole.cited == whole.passing == 5
    assert whole.sources["read"] == {"a", "b", "c"}


def test_a_document_without_headings_is_one_chapter() -> None:
    assert [title for title, _ in by_chapter({"blocks": []}, [finding("a")])] == [None]
    assert by_chapter({"blocks": []}, []) == []
