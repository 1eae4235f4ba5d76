"""The attribute `data-cites` of raw HTML (contract §3)."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.raw_html import html_cites, tag_end


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('<span class="citation" data-cites="a b">x</span>', ["a", "b"]),
        ("<span data-cites='a'>", ["a"]),
        ("<span data-cites=a>", ["a"]),
        ('<SPAN DATA-CITES="a">', ["a"]),
        ('<span\nclass="x"\ndata-cites="doi:10.1/x">', ["doi:10.1/x"]),
        ('<span data-cites="a&amp;b">', ["a&b"]),
        ('<span data-cites="">', []),
        ('<!-- <span data-cites="a"> -->', []),
        ("the attribute data-cites=a in words", []),
        ('<span class="citation">', []),
    ],
)
def test_data_cites_in_html(code: str, found: list[str]) -> None:
    assert [cite.key for cite in html_cites(code)] == found
    assert all(cite.locator == "" for cite in html_cites(code))


@pytest.mark.parametrize(
    "tag",
    [
        '<span title="a>b" data-cites="k">',
        "<span title='a>b' data-cites='k'>",
        '<span/data-cites="k">',
        "<span/data-cites=k/>",
        '<span title="x"data-cites="k">',
        '<div hidden\n  data-cites = "k">',
        '<span title=a"b data-cites="k">',
        '<a href="?a&data-cites=x" DATA-CITES="k">',
    ],
)
def test_a_tag_that_cites_is_read_as_a_browser_does(tag: str) -> None:
    keys = [cite.key for cite in html_cites(f"<p>{tag}words</span>")]
    assert keys in (["k"], ["k/"])  # a value without quotes goes on to the next space
    assert tag_end(tag, 0) == len(tag)


def test_a_script_was_taken_for_a_citation() -> None:
    for name in ("script", "STYLE"):
        code = f"<{name}>'<i data-cites=a>'</{name}><i data-cites=b>"
        assert [cite.key for cite in html_cites(code)] == ["b"]
    # A word in an attribute opens none, and what nothing closes hides the rest from a reader too.
    code = "<a title='<script>'><i data-cites=b></a>"
    assert [cite.key for cite in html_cites(code)] == ["b"]
    assert html_cites("<script><i data-cites=a>") == []
