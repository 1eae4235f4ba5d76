from __future__ import annotations

import pytest

from ars_pandoc.suggesting.sentences import Part, part_of, sentences_of
from ars_pandoc.texts.source_text import SourceText, shown
from tests.grounding.sources import written
from tests.suggesting.articles import CITED, CLAIM, NIGHT, TITLE, article


def texts(source: SourceText) -> list[str]:
    return [shown(source.text[one.start : one.end]) for one in sentences_of(source)]


def test_headings_and_the_reference_list_are_no_sentences() -> None:
    found = texts(article())
    assert NIGHT in found
    assert not any(CITED in one or one in ("Results", "Introduction") for one in found)


def test_a_reference_list_that_the_file_does_not_mark_is_none_either() -> None:
    source = written(
        sections={
            "Results": ["The bridges stood for a hundred years or more."],
            "References": ["[1] Lehmann, K. Covered bridges and their roofs. Bern, 1931."],
        }
    )
    assert texts(source) == ["The bridges stood for a hundred years or more."]
    loose = written("Lehmann, K. (1931). Covered bridges and their roofs. Bern: Alpina.")
    assert texts(loose) == []


def test_parts_are_told_by_their_headings() -> None:
    parts = {
        shown(article().text[one.start : one.end]): one.part for one in sentences_of(article())
    }
    assert parts[CLAIM] is Part.ABSTRACT
    assert parts[NIGHT] is Part.RESULTS
    assert parts["We thank the wardens of the harbour seals who slept little."] is Part.BACK


@pytest.mark.parametrize(
    ("heading", "part"),
    [
        ("1. Introduction", Part.INTRODUCTION),
        ("IV. Related Work", Part.RELATED),
        ("5.2 Experimental Results", Part.RESULTS),
        ("Schlussfolgerungen", Part.CONCLUSION),
        ("Résumé", Part.ABSTRACT),
        ("摘要", Part.ABSTRACT),
        ("Заключение", Part.CONCLUSION),
        ("Danksagung", Part.BACK),
        ("Introducing the tides", Part.BODY),
        ("Abstract algebra", Part.BODY),
        ("", Part.BODY),
    ],
)
def test_headings_of_many_languages(heading: str, part: Part) -> None:
    assert part_of(heading) is part


@pytest.mark.parametrize(
    ("paragraph", "count"),
    [
        ("Seals sleep on sand, e.g. at noon. They wake with the tide.", 2),
        ("As Fig. 3 shows they sleep long. See Smith et al. for more of it.", 2),
        ("Тюлени спят на песке днём. Они просыпаются с приливом.", 2),
        ("海豹在沙滩上睡觉。它们随着潮水醒来。", 2),
        ("It rose to 3.5 metres at noon. “Then it fell again by night.” So it went.", 2),
        ("One two three.", 0),
        ("12.3 14.5 16.7 18.9 0.001 0.002 (4.5) 3 4 5 6 7 8 9", 0),
    ],
)
def test_where_sentences_end(paragraph: str, count: int) -> None:
    assert len(sentences_of(written(paragraph))) == count


def test_the_title_is_not_suggested() -> None:
    from ars_pandoc.suggesting.source_index import build_index

    source = article()
    index = build_index(source, "english")
    found = [shown(source.text[one.start : one.end]) for one in index.sentences]
    assert TITLE not in found
    assert CLAIM in found
