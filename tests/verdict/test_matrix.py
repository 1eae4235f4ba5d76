"""The matrix against the table of contract §6, written down once more as conditions."""

from __future__ import annotations

import dataclasses
import shlex
from collections.abc import Callable
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.citations.citation import Anchor, Citation, Fault, Note, UnknownKey
from ars_pandoc.grounding.result import Grounding
from ars_pandoc.verdict.matrix import ROWS, STATUSES, Evidence, Policy, as_word, judge

BAD = Fault("bad", "mend it")
GOOD = Evidence(known=True, acquired=True, verified=True, read=True, corpus="refs.ars.yaml")
PAGE = Anchor("page", "12")
QUOTE = Anchor("quote", "one two three")
CITATION = Citation("smith2024", "native", (PAGE,))

anchors = st.builds(
    Anchor,
    st.sampled_from(["quote", "page", "section"]),
    st.just("one two three"),
    st.none() | st.just(BAD),
).flatmap(
    lambda anchor: (
        st.just(anchor)
        if anchor.fault is None
        else st.booleans().map(lambda fatal: dataclasses.replace(anchor, fatal=fatal))
    )
)
citations = st.builds(
    Citation,
    st.just("smith2024"),
    st.sampled_from(["marker", "native", "raw"]),
    st.lists(anchors, max_size=3).map(tuple),
    fault=st.none() | st.just(BAD),
    in_text=st.booleans(),
    unsupported=st.none() | st.just(BAD),
    hint=st.none() | st.just(Fault("a trap", "write it so")),
)
services = st.none() | st.just("pubmed")
evidences = st.builds(
    Evidence,
    known=st.just(True),
    acquired=st.booleans(),
    verified=st.booleans(),
    pinned=st.booleans(),
    content_match=st.booleans(),
    bytes_absent=st.booleans(),
    read=st.booleans(),
    retracted=services,
    missing=services,
    other_work=st.none() | st.just(BAD),
    forbidden=st.none() | st.just(BAD),
    quote_found=st.sampled_from([None, True, False]),
    contamination=st.none()
    | st.dictionaries(
        st.sampled_from(
            [
                "preprint_post_llm_inflection",
                "semantic_scholar_unmatched",
                "openalex_unmatched",
                "crossref_unmatched",
                "arxiv_unmatched",
            ]
        ),
        st.booleans(),
    ),
).map(
    # Only a snapshot's content can match.
    lambda evidence: dataclasses.replace(evidence, pinned=evidence.pinned or evidence.content_match)
)
policies = st.builds(
    Policy,
    accept=st.sampled_from([frozenset(), frozenset(["LOW-WARN"])]),
    trust=st.sampled_from(["claimed", "pinned"]),
    grounding=st.sampled_from(["when-possible", "required"]),
)


def quoted(citation: Citation) -> bool:
    return any(anchor.kind == "quote" and anchor.fault is None for anchor in citation.anchors)


# The column "when" of the table, for a key that the sidecar holds.
WHEN: dict[str, Callable[[Citation, Evidence, Policy], bool]] = {
    "HIGH-WARN-MALFORMED-MARKER": lambda c, e, p: c.fault is not None,
    "MED-WARN-NO-LOCATOR": lambda c, e, p: (
        all(anchor.fault for anchor in c.anchors) or any(anchor.fatal for anchor in c.anchors)
    ),
    "HIGH-WARN-NO-ORIGINAL": lambda c, e, p: (
        not (e.content_match and not e.bytes_absent)
        if p.trust == "pinned"
        else not (e.acquired or e.pinned)
    ),
    "HIGH-WARN-RETRACTED": lambda c, e, p: e.retracted is not None,
    "HIGH-WARN-NO-SUCH-IDENTIFIER": lambda c, e, p: e.missing is not None,
    "HIGH-WARN-OTHER-WORK": lambda c, e, p: e.other_work is not None,
    "HIGH-WARN-QUOTE-NOT-FOUND": lambda c, e, p: quoted(c) and e.quote_found is False,
    "MED-WARN-NOT-GROUNDED": lambda c, e, p: (
        quoted(c) and e.quote_found is None and p.grounding == "required"
    ),
    "HIGH-WARN-CLAIM-NOT-SUPPORTED": lambda c, e, p: c.unsupported is not None,
    "HIGH-WARN-POLICY": lambda c, e, p: e.forbidden is not None,
    "MED-WARN-NOT-CROSS-CHECKED": lambda c, e, p: (
        not (e.content_match and not (p.trust == "pinned" and e.bytes_absent))
        and (p.trust == "pinned" or not e.verified)
    ),
    "LOW-WARN": lambda c, e, p: not e.read,
    "ok": lambda c, e, p: True,
}


def test_the_rows_stand_in_the_order_of_the_table() -> None:
    assert [row.status for row in ROWS] == list(WHEN)
    assert [row.number for row in ROWS] == [
        *("0", "1", "2", "3", "4", "4b", "5", "5b", "5c", "5d", "6", "7", "8")
    ]
    assert list(STATUSES) == list(WHEN)


@given(citations, evidences, policies)
def test_the_first_row_that_applies_gives_the_status(
    citation: Citation, evidence: Evidence, policy: Policy
) -> None:
    finding = judge(citation, evidence, policy)
    applying = [status for status, when in WHEN.items() if when(citation, evidence, policy)]
    assert finding.status == applying[0]
    refusing = [s for s in applying if s != "ok" and s not in policy.accept]
    assert finding.also == tuple(s for s in refusing if s != finding.status)
    assert finding.refused is (finding.status in refusing)
    assert finding.accepted is (finding.status in policy.accept)


@given(citations, evidences, policies)
def test_what_is_refused_says_why_and_what_to_do(
    citation: Citation, evidence: Evidence, policy: Policy
) -> None:
    finding = judge(citation, evidence, policy)
    assert finding.reason
    assert finding.fix or finding.status == "ok"
    assert finding.citation is citation
    assert finding.trust == ("pinned" if evidence.is_proved else "claimed")


@given(citations, evidences, policies)
def test_contamination_never_changes_the_verdict(
    citation: Citation, evidence: Evidence, policy: Policy
) -> None:
    finding = judge(citation, evidence, policy)
    clean = judge(citation, dataclasses.replace(evidence, contamination=None), policy)
    assert dataclasses.replace(finding, contamination=()) == clean
    signals = evidence.contamination or {}
    shown = finding.status in ("LOW-WARN", "ok") and any(signals.values())
    assert bool(finding.contamination) is shown


@given(citations, evidences, policies)
def test_accepting_changes_no_status(
    citation: Citation, evidence: Evidence, policy: Policy
) -> None:
    strict = judge(citation, evidence, dataclasses.replace(policy, accept=frozenset()))
    assert judge(citation, evidence, policy).status == strict.status


@given(citations, evidences)
def test_no_policy_is_more_lenient_than_the_default(citation: Citation, evidence: Evidence) -> None:
    if judge(citation, evidence, Policy()).refused:
        for policy in (Policy(trust="pinned"), Policy(grounding="required")):
            assert judge(citation, evidence, policy).refused


@pytest.mark.parametrize(
    ("signals", "suffix"),
    [
        ({"preprint_post_llm_inflection": True}, " CONTAMINATED-PREPRINT"),
        ({"semantic_scholar_unmatched": True}, " CONTAMINATED-UNMATCHED"),
        (
            {"semantic_scholar_unmatched": True, "preprint_post_llm_inflection": True},
            " CONTAMINATED-PREPRINT+UNMATCHED",
        ),
        (
            {"openalex_unmatched": True, "preprint_post_llm_inflection": True},
            " CONTAMINATED-PREPRINT+OPENALEX-UNMATCHED",
        ),
        ({"semantic_scholar_unmatched": False}, ""),
        ({}, ""),
        (None, ""),
    ],
)
def test_suffixes(signals: dict[str, bool] | None, suffix: str) -> None:
    evidence = dataclasses.replace(GOOD, contamination=signals)
    assert judge(CITATION, evidence, Policy()).label == f"ok{suffix}"
    unread = dataclasses.replace(evidence, read=False)
    assert judge(CITATION, unread, Policy()).label == f"LOW-WARN{suffix}"


def test_only_what_a_draft_is_to_show_has_a_marker() -> None:
    assert [row.status for row in ROWS if row.marker is None] == ["LOW-WARN", "ok"]
    markers = [row.marker for row in ROWS if row.marker is not None]
    assert len(set(markers)) == len(markers)
    assert all(m.startswith("[UNVERIFIED CITATION — ") and m.endswith("]") for m in markers)


def test_an_unknown_key_says_what_is_known_of_it() -> None:
    unknown = UnknownKey("no source has the key 'openai'", "write \\@openai", "\\@openai")
    evidence = Evidence(unknown=unknown)
    finding = judge(CITATION, evidence, Policy())
    assert finding.status == "HIGH-WARN-NO-ORIGINAL"
    assert (finding.reason, finding.fix) == (unknown.reason, unknown.fix)
    assert finding.trust is None
    bare = judge(dataclasses.replace(CITATION, anchors=()), evidence, Policy())
    assert bare.status == "MED-WARN-NO-LOCATOR"
    assert bare.reason.startswith("no source has the key 'openai'")
    assert "\\@openai" in bare.fix
    assert "HIGH-WARN-NO-ORIGINAL" in bare.also


def test_of_a_key_that_may_be_misread_nothing_more_is_said() -> None:
    finding = judge(dataclasses.replace(CITATION, fault=BAD), Evidence(), Policy())
    assert (finding.status, finding.also) == ("HIGH-WARN-MALFORMED-MARKER", ())
    bare = dataclasses.replace(CITATION, fault=BAD, anchors=())
    assert judge(bare, Evidence(), Policy()).also == ("MED-WARN-NO-LOCATOR",)


def test_an_orphan_has_no_source_to_judge() -> None:
    finding = judge(Citation(None, "marker", fault=BAD), Evidence(), Policy())
    assert (finding.status, finding.also) == ("HIGH-WARN-MALFORMED-MARKER", ())
    assert (finding.reason, finding.fix) == ("bad", "mend it")


def test_a_poor_anchor_beside_a_good_one_is_a_note() -> None:
    poor = Anchor("quote", "two words", Fault("too short", "quote more"))
    finding = judge(dataclasses.replace(CITATION, anchors=(PAGE, poor)), GOOD, Policy())
    assert finding.status == "ok"
    assert [note.message for note in finding.notes] == ["too short"]


def test_notes_of_citation_and_anchors_are_handed_on() -> None:
    notes = Note("one", "first"), Note("two", "second")
    anchor = dataclasses.replace(PAGE, notes=(notes[1],))
    citation = dataclasses.replace(CITATION, notes=(notes[0],), anchors=(anchor,))
    assert judge(citation, GOOD, Policy()).notes == notes


def test_a_trap_explains_a_missing_locator() -> None:
    hint = Fault("'p. 3' stands beside the citation", "write @smith2024 [p. 3]")
    finding = judge(Citation("smith2024", "native", hint=hint), GOOD, Policy())
    assert (finding.status, finding.reason, finding.fix) == (
        "MED-WARN-NO-LOCATOR",
        hint.reason,
        hint.fix,
    )


@pytest.mark.parametrize(
    ("citation", "fix"),
    [
        (Citation("smith2024", "native"), "[@smith2024, p. 12]"),
        (Citation("smith2024", "native", in_text=True), "@smith2024 [p. 12]"),
        (Citation("10.1016/S0140-6736(95)", "native"), "[@{10.1016/S0140-6736(95)}, p. 12]"),
        (Citation("doi:10.1038/nature14539", "native"), "[@doi:10.1038/nature14539, p. 12]"),
        (Citation("a--b", "native"), "[@{a--b}, p. 12]"),
        (Citation("smith2024", "marker"), "<!--ref:smith2024--><!--anchor:page:12-->"),
        (Citation("smith2024", "raw", syntax="latex"), "\\cite[p.~12]{smith2024}"),
        (Citation("smith2024", "raw", syntax="html"), "<!--ref:smith2024--><!--anchor:page:12-->"),
        (Citation("smith2024", "native", syntax="latex"), "\\cite[p.~12]{smith2024}"),
        (Citation("smith2024", "native", syntax="org"), "[cite:@smith2024 p. 12]"),
    ],
)
def test_the_remedy_of_a_missing_locator_can_be_pasted(citation: Citation, fix: str) -> None:
    finding = judge(citation, GOOD, Policy())
    assert finding.status == "MED-WARN-NO-LOCATOR"
    assert fix in finding.fix


def test_marks_need_a_ledger() -> None:
    unread = dataclasses.replace(GOOD, read=False)
    assert judge(CITATION, unread, Policy()).fix.endswith("ars mark-read smith2024")
    inline = judge(CITATION, dataclasses.replace(unread, ledger=False), Policy())
    assert inline.status == "LOW-WARN"
    assert "literature_corpus.yaml" in inline.fix


def test_a_quote_that_was_not_found_says_why() -> None:
    citation = dataclasses.replace(CITATION, anchors=(QUOTE,))
    evidence = dataclasses.replace(GOOD, quote_found=False, quote_reason="'not' is missing")
    finding = judge(citation, evidence, Policy())
    assert finding.status == "HIGH-WARN-QUOTE-NOT-FOUND"
    assert "'not' is missing" in finding.reason
    assert judge(CITATION, evidence, Policy()).status == "ok"


@pytest.mark.parametrize(
    "key", ["smith2024", "doi:10.1038/n1", "it's", "a b", "$(rm)", "a;b", "ü1"]
)
def test_a_key_is_one_word_of_a_command(key: str) -> None:
    assert shlex.split(as_word(key)) == [key]
    unread = judge(
        Citation(key, "native", (Anchor("page", "3"),)),
        Evidence(known=True, acquired=True, verified=True),
        Policy(),
    )
    assert shlex.split(unread.fix.partition("then: ")[2]) == ["ars", "mark-read", key]


@pytest.mark.parametrize("sign", list("abzAZ09_@%+=:,./-é"))
def test_a_key_of_plain_signs_stays_as_it_is_on_a_command_line(sign: str) -> None:
    assert as_word(f"a{sign}b") == f"a{sign}b"


@pytest.mark.parametrize("sign", list(" '\"$`\\;&|<>()[]{}*?!~#^\n"))
def test_any_other_sign_is_quoted(sign: str) -> None:
    word = as_word(f"a{sign}b")
    assert word != f"a{sign}b"
    assert shlex.split(word) == [f"a{sign}b"]


@pytest.mark.parametrize(
    ("results", "found"),
    [
        ((), False),
        ((None,), False),
        (("found",), True),
        (("found", None), True),
        ((None, "found", "found"), True),
        (("found", "review"), False),
        (("not-found",), False),
        (("review",), False),
    ],
)
def test_a_pass_rests_on_quotes_only_if_all_of_them_were_found(
    results: tuple[Literal["found", "not-found", "review"] | None, ...], found: bool
) -> None:
    groundings = tuple(None if one is None else Grounding(one) for one in results)
    evidence = dataclasses.replace(GOOD, groundings=groundings)
    assert judge(CITATION, evidence, Policy()).is_found is found
