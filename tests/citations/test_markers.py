"""One HTML comment: a marker, an attempt at one, or none of ours (contract §2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.citations.markers import (
    KINDS,
    AnchorMark,
    FaultyMarker,
    PairEnd,
    Ref,
    read_comment,
)
from ars_pandoc.citations.quotes import encode_quote
from ars_pandoc.citations.statuses import RESULTS
from ars_pandoc.verdict.matrix import STATUSES


@pytest.mark.parametrize(
    ("text", "marker"),
    [
        ("ref:smith2024", Ref("smith2024")),
        (" ref : smith2024 ", Ref("smith2024")),
        ("REF:smith2024", Ref("smith2024")),
        ("ref:doi:10.1038/nature14539", Ref("doi:10.1038/nature14539")),
        ("ref:10.1016/S0140-6736(95)90120-5", Ref("10.1016/S0140-6736(95)90120-5")),
        ("ref:müller2020", Ref("müller2020")),
        ("ref:smith2024 ok", Ref("smith2024")),
        ("ref:smith2024 LOW-WARN CONTAMINATED-PREPRINT+UNMATCHED", Ref("smith2024")),
        ("ref:smith2024 TERMINAL-BLOCK pass=2", Ref("smith2024")),
        ("anchor:page:12-14", AnchorMark("page", "12-14")),
        (" Anchor : Page : 12 ", AnchorMark("page", " 12 ")),
        ("anchor:quote:a%20b:c", AnchorMark("quote", "a%20b:c")),
        ("anchor:none", AnchorMark("none", "")),
        ("anchor:none:", AnchorMark("none", "")),
        ("anchor:none:anything", AnchorMark("none", "anything")),
        ("anchor:page:", AnchorMark("page", "")),
    ],
)
def test_markers(text: str, marker: Ref | AnchorMark) -> None:
    assert read_comment(text, behind=False) == marker


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        ("ref=smith2024", "<!--ref:smith2024-->"),
        ("ref:", "<!--ref:KEY-->"),
        ("ref:smith 2024", "note:"),
        ("ref:see the appendix", "note:"),
        ("ref:a--b", "<!--ref:KEY-->"),
        ("ref:a>b", "<!--ref:KEY-->"),
        ("ref:@smith", "<!--ref:smith-->"),
        ("ref:…", "<!--ref:KEY-->"),
        ("anchor=page:3", "<!--anchor:page:3-->"),
        ("anchor:page", "<!--anchor:page:VALUE-->"),
        ("anchor:table:3", "<!--anchor:section:Table%203-->"),
        ("anchor:fig:2b", "<!--anchor:section:Fig%202b-->"),
        ("anchor:abstract:", "<!--anchor:section:Abstract-->"),
        ("anchor:pages:3-4", "<!--anchor:page:3-4-->"),
        ("anchor:doi:10.1/x", "<!--anchor:page:12-14-->"),
        ("anchor:whatever:3", "<!--anchor:page:12-14-->"),
    ],
)
def test_attempts_that_miss_the_grammar_name_the_form_that_works(text: str, fix: str) -> None:
    marker = read_comment(text, behind=False)
    assert isinstance(marker, FaultyMarker)
    assert fix in marker.fault.fix


@pytest.mark.parametrize("kind", ["doi", "pmid", "version"])
def test_a_kind_that_says_which_source_is_told_so(kind: str) -> None:
    marker = read_comment(f"anchor:{kind}:1", behind=False)
    assert isinstance(marker, FaultyMarker)
    assert "says which source, not where in it" in marker.fault.reason


@pytest.mark.parametrize(
    "text",
    [
        " references ",
        " refs ",
        " Refactor this ",
        " reference: smith ",
        " anchor the boat ",
        " anchor: harbour ",
        " ANCHOR: main ",
        " anchor: https://example.org ",
        " a note about ref:smith ",
        " note: ref: smith ",
        "",
        "\nmanifest: 1\nref:\n  - a\n",
    ],
)
def test_comments_of_others_are_none(text: str) -> None:
    assert read_comment(text, behind=False) is None


def test_mdbooks_end_is_no_marker_but_names_its_anchor() -> None:
    assert read_comment(" ANCHOR_END: page ", behind=True) == PairEnd("page")
    assert read_comment("/ANCHOR:x", behind=False) == PairEnd("x")


@pytest.mark.parametrize("name", ["page", "listing", "part-1.2"])
def test_behind_a_citation_an_anchor_of_mdbook_may_have_its_end(name: str) -> None:
    marker = read_comment(f" ANCHOR: {name} ", behind=True)
    assert isinstance(marker, FaultyMarker)
    assert marker.pair == name


def test_a_url_behind_ref_is_a_marker_only_if_it_is_a_key() -> None:
    assert read_comment(" ref: https://x.org/1 ", behind=False) == Ref(
        "https://x.org/1", only_if_known=True
    )


def test_ref_without_a_colon_is_an_attempt_only_if_its_word_is_a_key() -> None:
    marker = read_comment(" ref smith ", behind=False)
    assert isinstance(marker, FaultyMarker)
    assert (marker.key, marker.only_if_known) == ("smith", True)


@pytest.mark.parametrize("text", ["anchor", "anchor page 3", " anchors ", "anchor: harbour"])
def test_right_behind_a_citation_any_anchor_is_an_attempt(text: str) -> None:
    assert read_comment(text, behind=False) is None
    assert isinstance(read_comment(text, behind=True), FaultyMarker)


@pytest.mark.parametrize(
    "text",
    ["ref @smith2024", "ref smith2024 ok", " ref smith2024, p. 3 ", "ref [@smith2024]"],
)
def test_a_known_key_behind_ref_without_a_colon_is_an_attempt(text: str) -> None:
    marker = read_comment(text, behind=False)
    assert isinstance(marker, FaultyMarker)
    assert (marker.key, marker.only_if_known) == ("smith2024", True)
    assert "<!--ref:smith2024-->" in marker.fault.fix


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        ("-ref:smith2024", "<!--ref:smith2024-->"),
        ("- ref:smith2024 -", "<!--ref:smith2024-->"),
        ("\u200bref:smith2024", "<!--ref:smith2024-->"),
        ("ref：smith2024", "<!--ref:smith2024-->"),
        ("ref=@smith2024", "<!--ref:smith2024-->"),
        ("-anchor:page:3", "<!--anchor:page:3-->"),
        ("anchor：page:3", "<!--anchor:page:3-->"),
        ("anchor:p.12", "<!--anchor:page:12-->"),
        ("anchor:page=12", "<!--anchor:page:12-->"),
        ("anchor:page 12--14", "<!--anchor:page:12%2D%2D14-->"),
        ("anchor:section=3", "<!--anchor:section:3-->"),
    ],
)
def test_a_slip_is_named_with_its_own_value_mended(text: str, fix: str) -> None:
    marker = read_comment(text, behind=True)
    assert isinstance(marker, FaultyMarker)
    assert fix in marker.fault.fix


def test_an_unclosed_comment_says_what_it_swallowed() -> None:
    marker = read_comment("ref:smith and then prose <!--anchor:page:3", behind=False)
    assert isinstance(marker, FaultyMarker)
    assert marker.key == "smith"
    assert "not closed" in marker.fault.reason


def test_every_status_of_the_matrix_may_stand_behind_a_key() -> None:
    assert set(STATUSES) <= RESULTS


keys = st.from_regex(r"[A-Za-z][A-Za-z0-9_:]{0,20}", fullmatch=True)


@given(keys)
def test_every_key_that_ars_writes_is_read_back(key: str) -> None:
    assert read_comment(f"ref:{key}", behind=False) == Ref(key)


@given(st.sampled_from(KINDS), st.text(min_size=1, max_size=60))
def test_every_encoded_value_is_read_back(kind: str, text: str) -> None:
    value = encode_quote(text.encode("utf-8", "ignore").decode())
    marker = read_comment(f"anchor:{kind}:{value}", behind=False)
    assert isinstance(marker, AnchorMark)
    assert (marker.kind, marker.value) == (kind, value)


@given(st.text(max_size=80), st.booleans())
def test_no_comment_is_too_odd_to_be_read(text: str, behind: bool) -> None:
    marker = read_comment(text, behind=behind)
    if marker is not None:
        begins = text.strip().lower()
        assert begins.startswith(("ref", "anchor"))


@given(st.from_regex(r"\s*ref\s*[:=].*", fullmatch=True))
def test_a_ref_attempt_is_never_ignored(text: str) -> None:
    assert read_comment(text, behind=False) is not None


@pytest.mark.parametrize("sign", "@[{,;]} ")
def test_a_key_behind_ref_ends_with_each_sign(sign: str) -> None:
    marker = read_comment(f" ref smith2024{sign}x", behind=False)
    assert isinstance(marker, FaultyMarker)
    assert marker.key == "smith2024"


@pytest.mark.parametrize("sign", "@[{")
def test_a_key_behind_ref_may_have_each_sign_before_it(sign: str) -> None:
    marker = read_comment(f" ref {sign}smith2024", behind=False)
    assert isinstance(marker, FaultyMarker)
    assert marker.key == "smith2024"


@pytest.mark.parametrize("text", [" ref smith=3", " ref smith: 3", " ref smith, p=3", " ref "])
def test_what_else_stands_behind_ref_is_no_attempt(text: str) -> None:
    assert read_comment(text, behind=False) is None


@pytest.mark.parametrize("word", ["x=1", "x.y=1", "x-y=1", "x_1=", "X=", "Z9=a=b"])
def test_a_pair_behind_a_key_is_a_result(word: str) -> None:
    assert read_comment(f" ref:smith {word} ", behind=False) == Ref("smith", only_if_known=False)


@pytest.mark.parametrize("word", ["1x=2", "x y", "x:y=1", "=1", "x"])
def test_other_words_behind_a_key_are_none(word: str) -> None:
    assert isinstance(read_comment(f" ref:smith {word} ", behind=False), FaultyMarker)


@pytest.mark.parametrize("key", ["https://x/1", "s3://x", "git+ssh://x", "a.b://x", "x-y://x"])
def test_a_url_of_each_scheme_is_a_marker_only_if_it_is_a_key(key: str) -> None:
    assert read_comment(f" ref:{key} ", behind=False) == Ref(key, only_if_known=True)


@pytest.mark.parametrize("key", ["3x://x", "x_y://x", "x:/y"])
def test_what_is_no_url_is_a_key(key: str) -> None:
    assert read_comment(f" ref:{key} ", behind=False) == Ref(key, only_if_known=False)
