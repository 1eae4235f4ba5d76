"""What a Cite holds, and what stands around it (contract §3)."""

from __future__ import annotations

from typing import Any

import pytest

from ars_pandoc.citations.citation import Condition
from ars_pandoc.citations.finding.cite_elements import CiteElements
from ars_pandoc.citations.finding.drafts import Draft
from ars_pandoc.citations.finding.refusals import Refusals
from tests.citations.finding.parts import SPACE, Parts, cite, member, raw, words


def read(parts: Parts, inlines: list[Any], index: int = 0) -> list[Draft]:
    def walk(inner: list[Any]) -> None:
        for number, element in enumerate(inner):
            if element["t"] == "RawInline":
                parts.comments.inline(element["c"][1], inner, element, number)

    cites = CiteElements(
        parts.place,
        parts.drafts,
        parts.nearest,
        parts.earlier,
        parts.elements,
        refusals=Refusals(parts.place, parts.drafts),
        walk=walk,
        language=None,
        markdown=True,
        syntax="markdown",
    )
    cites.read(inlines, index, inlines[index])
    parts.fallbacks = cites.fallbacks  # type: ignore[attr-defined]
    return parts.drafts.since(0)


def test_each_member_is_a_citation_with_its_locator() -> None:
    parts = Parts()
    inlines = [cite(member("a", suffix=words(", p. 3")), member("b"))]
    a, b = read(parts, inlines)
    assert a.locator is not None and (a.locator.kind, a.locator.value) == ("page", "3")
    assert (b.locator, b.in_text) == (None, False)
    assert parts.nearest.group == [a, b]


def test_a_comment_in_the_suffix_belongs_to_its_member() -> None:
    parts = Parts()
    suffix = [raw("<!--anchor:page:3-->")]
    (a, b) = read(parts, [cite(member("a", suffix=suffix), member("b"))])
    assert (a.marks, b.marks) == ([("page", "3", False)], [])
    assert len(parts.fallbacks) == 1  # type: ignore[attr-defined]
    assert parts.place.host is None
    assert parts.nearest.within is None


@pytest.mark.parametrize(
    ("before", "condition"),
    [
        ("https://host.org/", Condition.KEY_NAMED),
        ("www.host.org/", Condition.KEY_NAMED),
        ("and.or/", Condition.KEY_NAMED),
        ("https://host.org,", Condition.ALWAYS),
        ("https://host.org—", Condition.ALWAYS),
        ("(", Condition.ALWAYS),
    ],
)
def test_a_key_in_a_url_is_a_citation_if_a_source_is_called_so(
    before: str, condition: Condition
) -> None:
    parts = Parts()
    (a,) = read(parts, [*words(before), cite(member("a", mode="AuthorInText"))], 1)
    assert a.condition is condition


def test_a_space_ends_a_url_in_brackets() -> None:
    parts = Parts()
    glued, apart = (
        {"t": "Cite", "c": [[member("a", prefix=words("https://x/"))], words(text)]}
        for text in ("[https://x/@a]", "[https://x/ @a]")
    )
    (first,) = read(parts, [glued])
    assert first.condition is Condition.KEY_NAMED
    assert read(parts, [apart])[-1].condition is Condition.ALWAYS


def test_a_template_is_a_citation_only_if_a_source_is_called_so() -> None:
    (draft,) = read(Parts(), [cite(member("{x.y}", mode="AuthorInText"))])
    assert draft.condition is Condition.KEY_NAMED


@pytest.mark.parametrize(
    ("behind", "condition"),
    [
        (": doi:10.1000/x", Condition.KEY_NAMED),
        (": https://example.org", Condition.KEY_NAMED),
        (": as is known", Condition.ALWAYS),
        (": doi:10.1000/x says", Condition.ALWAYS),
    ],
)
def test_a_line_that_defines_a_tag_of_manubot_cites_nothing(
    behind: str, condition: Condition
) -> None:
    inlines = [cite(member("tag:x")), *words(behind)]
    (draft,) = read(Parts(), inlines)
    assert draft.condition is condition


@pytest.mark.parametrize(
    ("before", "behind"),
    [("[roe2021; ", "]"), ("[see roe2021, ", ", p. 3]"), ("[", "; roe2021]")],
)
def test_a_key_without_at_in_the_same_brackets_is_named(before: str, behind: str) -> None:
    parts = Parts()
    inlines = [*words(before), cite(member("a", mode="AuthorInText")), *words(behind)]
    inlines = [one for one in inlines if one.get("c") != ""]
    place = next(index for index, one in enumerate(inlines) if one["t"] == "Cite")
    _, bare = read(parts, inlines, place)
    assert (bare.key, bare.condition) == ("roe2021", Condition.KEY_NAMED)
    assert bare.fault is not None and "without its @" in bare.fault.reason


@pytest.mark.parametrize(("prefix", "suffix"), [("see roe2021,", ""), ("", ", roe2021")])
def test_a_key_without_at_in_prefix_or_suffix_is_named(prefix: str, suffix: str) -> None:
    one = member(
        "a", prefix=words(prefix) if prefix else [], suffix=words(suffix) if suffix else []
    )
    assert [draft.key for draft in read(Parts(), [cite(one)])] == ["a", "roe2021"]


def test_other_words_in_the_same_brackets_are_none() -> None:
    one = member("a", prefix=words("see S12, in 2021,"), suffix=words(", p. e1004 and AA IV"))
    assert [draft.key for draft in read(Parts(), [cite(one)])] == ["a"]


@pytest.mark.parametrize(
    ("prefix", "suffix", "condition"),
    [
        ("https://host.org/", "", Condition.KEY_NAMED),
        ("host.org/package/", "", Condition.KEY_NAMED),
        ("https://host.org/", ", p. 3", Condition.ALWAYS),
        ("see", "", Condition.ALWAYS),
    ],
)
def test_a_url_in_brackets_cites_if_the_key_is_named(
    prefix: str, suffix: str, condition: Condition
) -> None:
    parts = Parts()
    one = member("a", prefix=words(prefix), suffix=words(suffix) if suffix else [])
    (a,) = read(parts, [cite(one)])
    assert a.condition is condition


def test_a_locator_that_stands_behind_is_a_hint() -> None:
    parts = Parts()
    inlines = [cite(member("a", mode="AuthorInText")), *words(", p. 3 says")]
    (a,) = read(parts, inlines)
    assert a.hint is not None and "@a [p. 3]" in a.hint.fix.replace("\u00a0", " ")


def test_what_was_cut_off_a_key_is_no_locator() -> None:
    parts = Parts()
    (a,) = read(parts, [cite(member("mu", suffix=words("\u0308ller2020, p. 3")))])
    assert a.fault is not None and "@{müller2020}" in a.fault.fix
    assert a.locator is not None and a.locator.value == "3"


def test_a_literal_marker_behind_a_bare_key_is_no_locator() -> None:
    parts = Parts()
    suffix = words("UNVERIFIED CITATION — NO LOCATOR")
    inlines = [cite(member("a", mode="AuthorInText", suffix=suffix)), raw("<!--ref:a-->")]
    (a,) = read(parts, inlines)
    assert (a.locator, a.fault) == (None, None)
    assert len(parts.earlier.suffixes) == 1


def test_a_cite_without_members_cites_nothing() -> None:
    parts = Parts()
    element = {"t": "Cite", "c": [[], [raw("<!--ref:b-->"), SPACE]]}
    assert [draft.key for draft in read(parts, [element])] == ["b"]


def test_an_anchor_in_a_prefix_belongs_to_no_citation_before() -> None:
    parts = Parts()
    read(parts, [cite(member("a"))])
    one = member("b", prefix=[raw("<!--anchor:page:3-->")])
    read(parts, [cite(one)])
    assert parts.drafts.since(0)[0].marks == []


def test_a_cite_without_members_ends_what_stood_before() -> None:
    parts = Parts()
    read(parts, [cite(member("a"))])
    read(parts, [{"t": "Cite", "c": [[], [raw("<!--anchor:page:3-->")]]}])
    assert parts.drafts.since(0)[0].marks == []


@pytest.mark.parametrize("scheme", ["HTTPS", "s3", "git+ssh", "a.b", "x-y", "Z39"])
def test_each_scheme_begins_a_url(scheme: str) -> None:
    assert behind(f"{scheme}://host/") is Condition.KEY_NAMED


def behind(word: str) -> Condition:
    (draft,) = read(Parts(), [*words(word), cite(member("a", mode="AuthorInText"))], 1)
    return draft.condition


@pytest.mark.parametrize("sign", "a1_/=@.~?&#%+:-")
def test_a_url_goes_on_right_before_the_key_behind_each_sign(sign: str) -> None:
    assert behind(f"https://host/x{sign}") is Condition.KEY_NAMED


@pytest.mark.parametrize("sign", ",;)]!*|—–“'")
def test_behind_others_it_has_ended(sign: str) -> None:
    assert behind(f"https://host/x{sign}") is Condition.ALWAYS


def bare(prefix: str) -> Condition:
    (draft,) = read(Parts(), [cite(member("a", prefix=words(prefix)))])
    return draft.condition


@pytest.mark.parametrize("sign", "a1_/=.~?&#%+:-")
def test_a_path_without_a_scheme_goes_on_behind_each_sign(sign: str) -> None:
    assert bare(f"see host.org/x{sign}") is Condition.KEY_NAMED


@pytest.mark.parametrize("before", ["", "see ", "(", "see [", "“", '"', "'"])
@pytest.mark.parametrize("host", ["host.org", "a-b.host.ORG", "x1.io"])
def test_a_host_begins_behind_each_sign(before: str, host: str) -> None:
    assert bare(f"{before}{host}/") is Condition.KEY_NAMED


@pytest.mark.parametrize("words_before", ["host/", "host.o/", "host.org,", "see/", "x|host.org/"])
def test_what_is_no_host_is_none(words_before: str) -> None:
    assert bare(words_before) is Condition.ALWAYS
