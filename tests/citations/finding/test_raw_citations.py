"""Citations in raw code and attributes (contract §3)."""

from __future__ import annotations

from ars_pandoc.citations.finding.raw_citations import cited_keys
from tests.citations.finding.parts import Parts, raw


def test_the_keys_of_attributes_with_and_without_data() -> None:
    pairs = [["cites", "a b"], ["data-cites", "c"], ["data-cite", "d"], ["width", "3"]]
    assert cited_keys(["", [], pairs]) == ["a b", "c"]


def test_each_key_of_an_attribute_is_a_citation() -> None:
    parts = Parts()
    parts.raw.attribute("a b", [raw("")], raw(""))
    assert parts.keys == ["a", "b"]
    assert parts.raw.attributes_met
    assert parts.nearest.target is None


def test_tex_and_html_are_written_as_such() -> None:
    parts = Parts()
    parts.raw.read("latex", r"\citep[p.~4]{a}", [raw("")], raw(""))
    parts.raw.read("html", '<span data-cites="b">', [raw("")], raw(""))
    a, b = parts.drafts.since(0)
    assert (a.syntax, b.syntax) == ("latex", "html")
    assert a.locator is not None and a.locator.value == "4"
    assert parts.nearest.target is b


def test_code_that_cites_nothing_stands_between() -> None:
    for style in ("latex", "html", "typst", "markdown", "openxml"):
        parts = Parts()
        parts.raw.attribute("a", [raw("")], raw(""))
        parts.raw.read(style, "<br>", [raw("")], raw(""))
        assert parts.nearest.group == []
