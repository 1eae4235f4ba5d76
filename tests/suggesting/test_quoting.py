from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.citations.anchor_values import judge_anchor
from ars_pandoc.citations.quotes import MAX_WORDS, count_words
from ars_pandoc.citations.writing_anchors import anchor_marker, written_anchor
from ars_pandoc.grounding.check_anchors import ground_anchors
from ars_pandoc.grounding.match_quote import Matcher
from ars_pandoc.suggesting.quoting import quote_of
from ars_pandoc.suggesting.sentences import sentences_of
from ars_pandoc.texts.source_text import SourceText
from tests.grounding.sources import paged, written
from tests.suggesting.articles import article

LONG = (
    "In the first of three winters, which was mild, we counted the seals of the outer banks each "
    "week from a boat, and found that piling noise drove half of them away for good, while those "
    "that stayed grew thin."
)


def quotes(source: SourceText, wanted: frozenset[str] = frozenset()) -> list[str | None]:
    matcher = Matcher(source)
    found = (quote_of(matcher, one, wanted, "english") for one in sentences_of(source))
    return [None if one is None else one[0] for one in found]


def test_a_short_sentence_is_quoted_whole() -> None:
    assert quotes(written("Seals sleep longest on the rising tide."))[0] == (
        "Seals sleep longest on the rising tide."
    )


def test_of_a_long_one_the_stretch_that_tells_with_the_end_of_a_clause() -> None:
    [quote] = quotes(written(LONG), frozenset(("pile", "nois", "drove", "half")))
    assert quote is not None
    assert "piling noise drove half of them away" in quote
    assert count_words(quote) <= MAX_WORDS
    assert LONG[LONG.index(quote) - 2] in ",;:" or quote[-1] in ",;:."


def test_call_outs_are_left_out() -> None:
    found = quotes(article())
    assert "Many animals sleep little at sea." in [one and one.replace(" .", ".") for one in found]


def test_what_the_gate_would_not_find_is_not_quoted() -> None:
    # Four words are found in texts that they were not taken from: review.
    assert quotes(written("Seals sleep on sand.")) == [None]
    # What stands everywhere proves nothing.
    assert set(quotes(written(*["The seals slept on the sand."] * 14))) == {None}


def test_scripts_without_spaces_are_cut_at_the_cap() -> None:
    sentence = (
        "海豹在涨潮的时候睡得最长，" * 3
        + "我们在两个冬天里跟踪了它们并且记录了每一次睡眠的时间和地点。"
    )
    [quote] = quotes(written(sentence))
    assert quote is not None
    assert count_words(quote) <= MAX_WORDS
    assert sentence.replace("，", ",").startswith(quote)  # as NFKC writes it


_WORDS = st.sampled_from(
    "seals sleep noise 42 3.5 p<0.05 (n = 12) TP53, “rising” tide; l’eau Brücke 10² –5 °C e.g. "
    "Fig. 2 [3] (Smith, 2020) not but unless mRNA α-helix x² 潮水 спят don’t co-operate 50% https://a.b/c".split(
        " "
    )
)
_SENTENCES = st.lists(_WORDS, min_size=3, max_size=45).map(lambda words: " ".join(words) + ".")
_PARAGRAPHS = st.lists(
    st.lists(_SENTENCES, min_size=1, max_size=4).map(" ".join), min_size=1, max_size=5
)


def _held(source: SourceText) -> None:
    """Each quote, written as an anchor, is one, and the gate finds it where it was taken from."""
    matcher = Matcher(source)
    for sentence in sentences_of(source):
        found = quote_of(matcher, sentence, frozenset(("seal", "nois")), "english")
        if found is None:
            continue
        anchor = written_anchor("quote", found[0], "key")
        marker = anchor_marker(anchor).removeprefix("<!--anchor:quote:").removesuffix("-->")
        read = judge_anchor("quote", marker, "key")
        assert read.fault is None
        assert count_words(read.value) <= MAX_WORDS
        [grounding] = ground_anchors(matcher, [read]).groundings
        assert grounding is not None
        assert grounding.result == "found"
        place = source.passage(sentence.start)
        assert (grounding.page, grounding.section, grounding.paragraph) == (
            place.page,
            place.section,
            place.paragraph,
        )


@given(_PARAGRAPHS)
def test_every_quote_is_found_by_the_gate_where_it_was_taken_from(paragraphs: list[str]) -> None:
    half = len(paragraphs) // 2
    _held(written(*paragraphs[:half], sections={"Results": paragraphs[half:]}))


@given(_PARAGRAPHS)
def test_every_quote_is_found_on_its_printed_page(pages: list[str]) -> None:
    _held(paged({str(number + 217): words for number, words in enumerate(pages)}))
