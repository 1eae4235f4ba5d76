"""Finding citations: what they are, where they stand, and what stripping is told (contract §2, §3).

The verdicts on whole documents stand in the golden folders; here is what finding hands on.
"""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ars_pandoc.citations.citation import Citation, Condition
from ars_pandoc.citations.find import find_citations
from ars_pandoc.citations.found import Found
from ars_pandoc.pandoc.elements import stringify
from tests.pandoc_documents import Document, read_document, read_documents

PAGE = "<!--anchor:page:1-->"

# Each citation as `form key anchors`, with `!` where it is malformed (row 0).
CITATIONS = {
    # Which ref an anchor belongs to.
    f"A <!--ref:a-->{PAGE}.": ["marker a page:1"],
    f"A <!--ref:a-->. <!-- note: x -->\n{PAGE} B.": ["marker a page:1"],
    f"A “b <!--ref:a-->.”) {PAGE}": ["marker a page:1"],
    f"A <!--ref:a--> and more {PAGE}.": ["marker a", "!marker None"],
    f"A <!--ref:a-->\n\n{PAGE}\n\nB.": ["marker a", "!marker None"],
    f"A <!--ref:a-->{PAGE}<!--anchor:quote:one%20two%20three-->.": [
        "marker a page:1 quote:one two three"
    ],
    f"A <!--ref:a--><!--ref:b-->{PAGE}.": ["marker a", "marker b page:1"],
    "A <!--ref:a--><!--anchor:table:3-->.": ["!marker a"],
    # Comments behind a Cite.
    f"A [@a]{PAGE}.": ["native a page:1"],
    f"A [@a, p. 2]<!--ref:a-->{PAGE}.": ["native a page:2 page:1"],
    f"A [@a] <!--ref:b-->{PAGE}.": ["native a", "marker b page:1"],
    f"A [@a; @b]{PAGE}.": ["native a", "native b", "!marker None"],
    f"A [@a; @b]<!--ref:b-->{PAGE}<!--ref:a--><!--anchor:page:2-->.": [
        "native a page:2",
        "native b page:1",
    ],
    f"A [@a, p. 3; @b, p. 4]<!--ref:c-->{PAGE}.": [
        "native a page:3",
        "native b page:4",
        "marker c page:1",
    ],
    # Inside the brackets of a citation.
    f"A [@a<!--ref:a-->{PAGE}].": ["native a page:1"],
    f"A [see<!--ref:b-->{PAGE} @a, p. 2].": ["native a page:2", "marker b page:1"],
    # Quote spans.
    'A [[@a, p. 3]]{quote="one two three"}.': ["native a page:3 quote:one two three"],
    'A [[@a; @b]]{quote="one two three"}.': ["native a", "native b", "!native None"],
    'A [@a]{quote="one two three"}.': ["!native a"],
    'A [no one]{quote="one two three"}.': ["!native None"],
    'A [<!--ref:a-->b]{quote="one two three"}.': ["marker a quote:one two three"],
    # Raw citations.
    r"A \citep[p.~4]{a, b}.": ["raw a", "raw b page:4"],
    f"A \\citep{{a}}{PAGE}.": ["raw a page:1"],
    f"A `<span data-cites='a'>`{{=html}}{PAGE}.": ["raw a page:1"],
    'A [Smith]{.citation cites="a b"}.': ["raw a", "raw b"],
    "\\begin{center}\\cite{a}\\end{center}": ["raw a"],
    # What holds no citation.
    "A `[@a]` and `<!--ref:a-->`.": [],
    "A $x <!--ref:a--> y$ and $$[@a]$$.": [],
    "```\n[@a] <!--ref:a-->\n```": [],
    "A <!-- note: ref:a --> and <!-- refs --> <!-- ref: https://example.org -->.": [
        "marker https://example.org"
    ],
    "A https://example.org/@a and www.example.org/@b.": ["native a", "native b"],
    "A \\nocite{a}.": [],
    "A <!-- ANCHOR: x -->b<!-- ANCHOR_END: x -->.": [],
    "A <!-- ANCHOR: page -->b<!-- ANCHOR_END: page -->.": [],
    "A <!-- ANCHOR: page -->b.": ["!marker None"],
    # Everywhere, and each once.
    "# A [@a, p. 1]": ["native a page:1"],
    "- A [@a, p. 1]\n- B [@b, p. 2]\n\n    C [@c, p. 3]": [
        "native a page:1",
        "native b page:2",
        "native c page:3",
    ],
    "> A [@a, p. 1]": ["native a page:1"],
    "| A [@a, p. 1]\n| B [@b, p. 2]": ["native a page:1", "native b page:2"],
    "A [@a, p. 1]\n\n:   B [@b, p. 2]": ["native a page:1", "native b page:2"],
    "A^[B [@b, p. 2].] [@a, p. 1].": ["native b page:2", "native a page:1"],
    f"![A <!--ref:a-->{PAGE}](x.png)": ["marker a page:1"],
    "![A [@a, p. 1]](x.png)": ["native a page:1"],
    "B ![A [@a, p. 1]](x.png) c.": ["native a page:1"],
    "A [B [@b, p. 2] c](https://example.org) *d [@d, p. 4]* ~~[@e, p. 5]~~.": [
        "native b page:2",
        "native d page:4",
        "native e page:5",
    ],
    "A  B\n-- --\nc  [@a, p. 1]\n\n: D [@d, p. 4]": ["native d page:4", "native a page:1"],
    # Quotes that end their own comment.
    "A <!--ref:a--><!--anchor:quote:one two --> three--> four.": ["!marker a quote:one two"],
}


def summary(found: Found) -> list[str]:
    lines = []
    for citation, _ in found.citations:
        anchors = [f"{anchor.kind}:{anchor.value}" for anchor in citation.anchors]
        mark = "!" if citation.fault else ""
        lines.append(f"{mark}{' '.join([citation.form, str(citation.key), *anchors])}")
    return lines


OTHERS = {
    "modes": "As @a [p. 1] says [@b, p. 2], -@c [p. 3].",
    "sections": "A [@a].\n\n# One\n\nB [@b].\n\n# Two [@c]\n\nD [@d].",
    "references": "![X](x.png){#fig:x}\n\nSee @fig:x, @fig:y, @doi:10.1/x and @sec-z [p. 3].",
    "annotated": f"![X](x.png){{#fig:x}}\n\nSee [@fig:x]{PAGE}.",
    "later id": "See @fig:x.\n\n![X](x.png){#fig:x}",
    "lost": "As @a, p. 3 says.\n\n[@b, p. 3]{.c}",
    "block": f"<!--ref:a-->{PAGE}\n\nThe paragraph behind.",
    "bare": "A <!-- ref smith --> b.",
    "url": "A <!-- ref: https://example.org --> b.",
    "shared": f"A `<b><!--ref:a-->{PAGE}</b><!-- note -->`{{=html}}.",
    "heading": f"# A <!--ref:a-->{PAGE}\n\nB.",
    "bracket": f"A [see @a<!--ref:a-->{PAGE}].",
    "item": f"- A\n- B <!--ref:a-->{PAGE}",
    "quote": 'A [[@a]]{quote="one two three"}.',
    "emphasis": f"A *b <!--ref:a-->{PAGE}* c.",
}


@pytest.fixture(scope="module")
def documents() -> dict[str, Document]:
    return read_documents([*CITATIONS, *OTHERS.values()])


@pytest.fixture
def find(documents: dict[str, Document]) -> Any:
    return lambda name: find_citations(documents[OTHERS[name]])


def cited(found: Found) -> list[Citation]:
    return [citation for citation, _ in found.citations]


@pytest.mark.parametrize("text", CITATIONS)
def test_citations_and_their_anchors(text: str, documents: dict[str, Document]) -> None:
    document = documents[text]
    before = copy.deepcopy(document)
    assert summary(find_citations(document)) == CITATIONS[text]
    assert document == before


def test_in_text_and_in_brackets(find: Any) -> None:
    assert [(c.key, c.in_text) for c in cited(find("modes"))] == [
        ("a", True),
        ("b", False),
        ("c", False),
    ]


def test_each_citation_knows_its_heading(find: Any) -> None:
    assert [(c.key, c.section) for c in cited(find("sections"))][:2] == [("a", None), ("b", "One")]
    assert [(c.section or "")[:3] for c in cited(find("sections"))][2:] == ["Two", "Two"]


def test_cross_references_are_left_to_settle(find: Any) -> None:
    assert {c.key: c.condition for c in cited(find("references"))} == {
        "fig:x": Condition.DEFINED_CROSS_REFERENCE,
        "fig:y": Condition.LIKELY_CROSS_REFERENCE,
        "doi:10.1/x": Condition.ALWAYS,
        "sec-z": Condition.ALWAYS,
    }
    assert [c.condition for c in cited(find("later id"))] == [Condition.DEFINED_CROSS_REFERENCE]


def test_a_marker_behind_it_makes_a_cross_reference_a_citation(find: Any) -> None:
    assert [c.condition for c in cited(find("annotated"))] == [Condition.ALWAYS]


def test_a_lost_locator_is_a_hint(find: Any) -> None:
    in_text, in_span = cited(find("lost"))
    assert in_text.hint is not None
    assert "@a [p. 3]" in in_text.hint.fix.replace("\u00a0", " ")
    assert in_span.hint is not None
    assert "[[@b, p. 3]]{.c}" in in_span.hint.fix.replace("\u00a0", " ")


def test_a_block_of_markers_belongs_to_the_paragraph_behind(find: Any) -> None:
    found = find("block")
    (_, place), *rest = found.citations
    assert rest == []
    assert place.element["t"] == "RawBlock"
    assert stringify(place.block) == "The paragraph behind."


@pytest.mark.parametrize(("name", "key"), [("bare", "smith"), ("url", "https://example.org")])
def test_doubtful_attempts_wait_for_the_keys(name: str, key: str, find: Any) -> None:
    found = find(name)
    assert [(c.key, c.condition) for c in cited(found)] == [(key, Condition.KEY_KNOWN)]
    assert [site.only_if_known for site in found.marker_elements] == [key]


def test_a_site_says_what_is_left_of_its_element(find: Any) -> None:
    (site,) = find("shared").marker_elements
    assert site.rest == "<b></b><!-- note -->"
    assert all(site.rest == "" for site in find("item").marker_elements)


def test_a_place_names_the_list_that_holds_its_element(
    find: Any, documents: dict[str, Document]
) -> None:
    for name in ("heading", "item", "emphasis", "bracket", "modes"):
        for _, place in find(name).citations:
            assert any(element is place.element for element in place.container)
    (_, place), *_ = find("emphasis").citations
    assert stringify(place.container) == "b "
    assert stringify(place.block) == "A b  c."
    (_, place), *_ = find("heading").citations
    assert place.heading is not None
    blocks, header = place.heading
    assert blocks is documents[OTHERS["heading"]]["blocks"]
    assert header["t"] == "Header"


def test_a_trail_leads_from_the_root_to_the_block(
    find: Any, documents: dict[str, Document]
) -> None:
    site = find("item").marker_elements[0]
    (root, member), (items, item), (blocks, block) = site.ancestors
    assert root is documents[OTHERS["item"]]["blocks"]
    assert member["t"] == "BulletList"
    assert items is member["c"]
    assert item is items[1]
    assert blocks is item
    assert block["c"] is site.container


def test_a_marker_inside_brackets_is_shown_behind_them(find: Any) -> None:
    found = find("bracket")
    (_, place), *_ = found.citations
    assert place.element["t"] == "Cite"
    assert [cite["t"] for cite in found.fallbacks] == ["Cite"]
    assert all(site.container is not place.container for site in found.marker_elements)


def test_quote_spans_are_handed_on_for_unwrapping(find: Any) -> None:
    ((container, span),) = find("quote").wrapped
    assert span["t"] == "Span"
    assert any(element is span for element in container)


def test_metadata_that_a_reader_sees_is_searched_in_the_order_of_reading() -> None:
    shown = ["title", "subtitle", "abstract", "abstract-en", "thanks", "dedication",
             "acknowledgements", "description", "author", "include-before", "include-after",
             "reference-section-title"]  # fmt: skip
    hidden = ["keywords", "note", "institute", "references-title"]
    lines = [f"{name}: 'X [@{name.replace('-', '_')}, p. 1]'" for name in [*shown, *hidden]]
    document = read_document("---\n{}\n---\n\nText [@text, p. 2].\n".format("\n".join(lines)))
    found = cited(find_citations(document))
    assert {c.key for c in found} == {*(n.replace("-", "_") for n in shown), "text"}
    assert [c.key for c in found[:2]] == ["title", "subtitle"]
    assert found[-1].key == "text"
    assert [c.section for c in found[:2]] == ["title", "subtitle"]


def test_markers_are_stripped_from_all_metadata() -> None:
    text = f"---\ntitle: 'X <!--ref:a-->{PAGE}'\nkeywords:\n- 'Y <!--ref:b-->{PAGE}'\n---\n"
    found = find_citations(read_document(text))
    assert [c.key for c in cited(found)] == ["a"]
    assert len(found.marker_elements) == 4


@pytest.mark.parametrize("reader", ["gfm", "commonmark"])
def test_a_marker_whose_block_swallows_the_line(reader: str) -> None:
    found = find_citations(read_document(f"<!--ref:a-->{PAGE} The rest.\n", reader))
    (citation,) = cited(found)
    assert citation.fault is not None
    assert "swallows the rest of its line" in citation.fault.reason


def test_an_unclosed_comment_is_named_with_what_it_swallows() -> None:
    text = f"A <!--ref:a some prose that is lost <!--ref:b-->{PAGE} end.\n"
    (citation,) = cited(find_citations(read_document(text)))
    assert citation.key == "a"
    assert citation.fault is not None
    assert "some prose that is lost" in citation.fault.reason


# A law: what stands in one block has no say in another.

texts = st.sampled_from(["word", "Word.", ",", "(x)", "研究"])
keys = st.sampled_from(["smith2024", "jones2023", "fig:x", "doi:10.1/x"])
comments = st.one_of(
    keys.map(lambda key: f"ref:{key}"),
    st.sampled_from(["anchor:page:3", "anchor:none", "anchor:table:3", "note: x", "ref x y"]),
)
NO_ATTRIBUTES: list[Any] = ["", [], []]


@st.composite
def cites(draw: st.DrawFn) -> dict[str, Any]:
    key = draw(keys)
    suffix = draw(st.sampled_from([[], [{"t": "Str", "c": ", 12"}], [{"t": "Str", "c": "’s"}]]))
    mode = draw(st.sampled_from(["AuthorInText", "NormalCitation", "SuppressAuthor"]))
    citation = {"citationId": key, "citationPrefix": [], "citationSuffix": suffix,
                "citationMode": {"t": mode}, "citationNoteNum": 0, "citationHash": 0}  # fmt: skip
    return {"t": "Cite", "c": [[citation], [{"t": "Str", "c": f"@{key}"}]]}


leaves = st.one_of(
    texts.map(lambda text: {"t": "Str", "c": text}),
    st.sampled_from(["Space", "SoftBreak"]).map(lambda kind: {"t": kind}),
    comments.map(lambda text: {"t": "RawInline", "c": ["html", f"<!--{text}-->"]}),
    cites(),
)
inlines = st.recursive(
    st.lists(leaves, max_size=8),
    lambda inner: st.builds(
        lambda before, middle, after: [*before, {"t": "Emph", "c": middle}, *after],
        inner,
        inner,
        inner,
    ),
    max_leaves=4,
)
block_lists = st.lists(inlines.map(lambda inner: {"t": "Para", "c": inner}), max_size=4)


def as_document(blocks: list[Any]) -> Document:
    document: Document = json.loads(json.dumps({"meta": {}, "blocks": blocks}))
    return document


@settings(max_examples=40, deadline=None)
@given(block_lists, block_lists)
def test_finding_in_two_parts_is_finding_in_each(one: list[Any], other: list[Any]) -> None:
    both = cited(find_citations(as_document([*one, *other])))
    apart = [*cited(find_citations(as_document(one))), *cited(find_citations(as_document(other)))]
    assert both == apart


@settings(max_examples=40, deadline=None)
@given(block_lists)
def test_every_cite_is_a_citation_and_nothing_is_changed(blocks: list[Any]) -> None:
    document = as_document(blocks)
    text = json.dumps(document)
    found = find_citations(document)
    native = [c for c in cited(found) if c.form == "native"]
    assert len(native) == text.count('"Cite"')
    assert json.dumps(document) == text
