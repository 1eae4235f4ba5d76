"""What the value of an anchor is worth (contract §2, No anchor)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.citations.anchor_values import judge_anchor, judge_locator
from ars_pandoc.citations.citation import Kind
from ars_pandoc.citations.locators import parse_suffix
from ars_pandoc.citations.markers import KINDS
from ars_pandoc.citations.quotes import encode_quote

words = st.lists(st.from_regex(r"[A-Za-zäöü]{2,9}", fullmatch=True), min_size=1, max_size=40)


@pytest.mark.parametrize(
    ("kind", "value", "decoded"),
    [
        ("page", "12-14", "12-14"),
        ("page", " 12 ", "12"),
        ("page", "pp. 12–14", "12–14"),
        ("page", "iv", "iv"),
        ("page", "e1004", "e1004"),
        ("section", "Corollary%204.6", "Corollary 4.6"),
        ("section", "3.2", "3.2"),
        ("paragraph", "3", "3"),
        ("quote", "When%20publishers%20bypass", "When publishers bypass"),
        ("quote", "raw spaces do too", "raw spaces do too"),
        ("quote", "a lone % is itself", "a lone % is itself"),
        ("quote", "C++ is a language", "C++ is a language"),
    ],
)
def test_good_values_are_decoded(kind: Kind, value: str, decoded: str) -> None:
    anchor = judge_anchor(kind, value, "smith2024")
    assert (anchor.kind, anchor.value, anchor.fault, anchor.fatal) == (kind, decoded, None, False)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("value", ["", "  ", "%20", "?", "TBD", "todo", "n/a", "unknown", "xx"])
def test_blank_values_and_placeholders_are_no_anchor(kind: Kind, value: str) -> None:
    anchor = judge_anchor(kind, value, None)
    assert anchor.fault is not None
    # Beside a good anchor they are a note.
    assert not anchor.fatal


@pytest.mark.parametrize("kind", ["page", "paragraph"])
def test_zero_counts_as_a_placeholder_for_what_is_counted(kind: Kind) -> None:
    fault = judge_anchor(kind, "0", None).fault
    assert fault is not None
    assert "placeholder" in fault.reason


@pytest.mark.parametrize("value", ["", "anything", "12"])
def test_none_is_no_anchor_whatever_stands_behind_it(value: str) -> None:
    anchor = judge_anchor("none", value, "smith2024")
    assert anchor.fault is not None
    assert (anchor.value, anchor.fatal) == ("", False)


@pytest.mark.parametrize("kind", ["page", "section", "paragraph", "quote"])
def test_a_value_that_repeats_the_key_is_no_anchor(kind: Kind) -> None:
    fault = judge_anchor(kind, "smith2024", "smith2024").fault
    assert fault is not None
    assert "repeats the key" in fault.reason
    assert fault.fix.startswith(f"write <!--anchor:{kind}:")


@pytest.mark.parametrize(
    ("value", "fix"),
    [
        ("Results", "<!--anchor:section:Results-->"),
        ("Table 3", "<!--anchor:section:table%203-->"),
        ("S. 12", "<!--anchor:page:12-->"),
        ("somewhere", "<!--anchor:page:12-->"),
        ("passim", "<!--anchor:page:12-->"),
        ("—", "<!--anchor:page:12-->"),
        (".12", "<!--anchor:page:12-->"),
    ],
)
def test_a_page_that_is_none_is_named_with_the_form_that_works(value: str, fix: str) -> None:
    fault = judge_anchor("page", value, "smith2024").fault
    assert fault is not None
    assert value in fault.reason
    assert fix in fault.fix
    # Pasting the fix must not let through what says nothing.
    assert (f"section:{value}-->" in fault.fix) is (value == "Results")


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("quote", "? ? ?"),
        ("quote", "- - -"),
        ("quote", "todo todo todo"),
        ("quote", "smith2024 smith2024 smith2024"),
        ("quote", "%E2%80%8B %E2%80%8B %E2%80%8B"),
        ("section", "%E2%80%8B"),
        ("section", "---"),
        ("section", "none"),
        ("page", "0 0"),
        ("page", "0-0"),
    ],
)
def test_a_value_that_says_nothing_is_no_anchor(kind: Kind, value: str) -> None:
    assert judge_anchor(kind, value, "smith2024").fault is not None


def test_a_paragraph_without_number_is_none() -> None:
    assert judge_anchor("paragraph", "the last", "smith2024").fault is not None


@pytest.mark.parametrize("value", ["%FF%FE%FD", "caf%E9 is not utf"])
@pytest.mark.parametrize("kind", ["quote", "section"])
def test_what_is_not_utf8_stands_against_a_good_anchor_too(kind: Kind, value: str) -> None:
    anchor = judge_anchor(kind, value, "smith2024")
    assert anchor.fault is not None
    assert anchor.fatal
    assert "UTF-8" in anchor.fault.reason


def test_the_abstract_alone_is_noted() -> None:
    for value in ("Abstract", "abstract"):
        anchor = judge_anchor("section", value, None)
        assert anchor.fault is None
        assert [note.code for note in anchor.notes] == ["abstract-only"]
    assert judge_anchor("section", "Abstract algebra", None).notes == ()


def test_a_locator_of_the_abstract_alone_is_noted() -> None:
    locator = parse_suffix(", sec. Abstract", None)
    assert locator is not None
    anchor = judge_locator(locator, "smith2024")
    assert anchor is not None
    assert "abstract-only" in [note.code for note in anchor.notes]


@given(words)
def test_a_quote_has_3_to_25_words(quote: list[str]) -> None:
    anchor = judge_anchor("quote", encode_quote(" ".join(quote)), "smith2024")
    assert anchor.value == " ".join(quote)
    assert (anchor.fault is None) is (3 <= len(quote) <= 25)
    assert anchor.fatal is (len(quote) > 25)
    if anchor.fault is not None:
        reason = anchor.fault.reason
        assert f"{len(quote)} word" in reason or reason.endswith("is a placeholder")


@given(st.integers(1, 60))
def test_half_the_characters_count_where_a_script_sets_no_spaces(length: int) -> None:
    anchor = judge_anchor("quote", encode_quote("研" * length), None)
    assert (anchor.fault is None) is (3 <= (length + 1) // 2 <= 25)


@given(st.sampled_from(KINDS), st.text(), st.none() | st.text())
def test_every_value_is_judged(kind: Kind, value: str, key: str | None) -> None:
    anchor = judge_anchor(kind, value, key)
    assert anchor.kind == kind
    if anchor.fault is None:
        assert anchor.value.strip()
        assert anchor.value != key
    else:
        assert anchor.fault.reason
        assert anchor.fault.fix
    assert not anchor.fatal or anchor.fault is not None


@given(
    st.sampled_from(["page", "section", "paragraph", "quote"]),
    st.text(st.characters(codec="utf-8")).filter(lambda text: "%" not in text),
)
def test_encoding_changes_no_verdict(kind: Kind, text: str) -> None:
    assert judge_anchor(kind, encode_quote(text), "smith2024") == judge_anchor(
        kind, text, "smith2024"
    )


@pytest.mark.parametrize(
    ("suffix", "kind", "value"),
    [
        (", p. 12", "page", "12"),
        (", 12-14", "page", "12-14"),
        (", para. 3", "paragraph", "3"),
        (", fig. 4", "section", "figure 4"),
        (", sec. 3.2", "section", "3.2"),
    ],
)
def test_locators_become_anchors(suffix: str, kind: str, value: str) -> None:
    locator = parse_suffix(suffix, None)
    assert locator is not None
    anchor = judge_locator(locator, "smith2024")
    assert anchor is not None
    assert (anchor.kind, anchor.value, anchor.fault) == (kind, value, None)


@pytest.mark.parametrize(
    "suffix",
    [
        ", p. ?", ", p. 0", ", p. TBD", ", {-}", ", {!}", ", {smith2024}", ", {to do}", ", {FIXME}",
        ", {unknown page}", ", p. n.d.", ", p. 0.0", ", sec. smith2024",
    ],
)  # fmt: skip
def test_a_locator_may_be_a_placeholder(suffix: str) -> None:
    locator = parse_suffix(suffix, None)
    assert locator is not None
    anchor = judge_locator(locator, "smith2024")
    assert anchor is not None
    assert anchor.fault is not None
    assert "[@smith2024, p. 12]" in anchor.fault.fix
