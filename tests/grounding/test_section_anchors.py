from __future__ import annotations

import pytest

from ars_pandoc.grounding.section_anchors import section_is_missing
from tests.grounding.sources import paged, written

SOURCE = written(
    sections={
        "1 Introduction": ["Nothing was known of it before this work began."],
        "2 Methods": ["Table 3 lists what was measured, Fig. 2 shows how it was done."],
        "2.1 Study population": ["By Corollary 4.6 of the second chapter this is enough."],
    }
)


@pytest.mark.parametrize(
    "value",
    "Methods|methods|2|2.1|section 2.1|sect. 2|Study Population|Table 3|tbl. 3|Figure 2|fig. 2|"
    "Corollary 4.6|verse 4|line 12".split("|"),
)
def test_what_is_there_is_found(value: str) -> None:
    assert not section_is_missing(SOURCE, value)


@pytest.mark.parametrize("value", ["Results", "3", "section 2.2", "Table 4", "Corollary 4.7"])
def test_what_is_not_there_is_missing(value: str) -> None:
    assert section_is_missing(SOURCE, value)


def test_without_numbered_headings_a_number_is_not_judged() -> None:
    assert not section_is_missing(paged({"1": "Some words on a page."}), "section 3.2")
    assert not section_is_missing(written(sections={"Methods": ["We did it."]}), "3")


def test_in_a_file_without_headings_the_words_are_looked_for() -> None:
    source = paged({"1": "Results\nWe found nothing at all."})
    assert not section_is_missing(source, "Results")
    assert section_is_missing(source, "Limitations")
