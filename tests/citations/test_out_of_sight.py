"""Citations that a reader without the extension leaves as plain words (contract §3)."""

from __future__ import annotations

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.citations.found import Found
from ars_pandoc.citations.out_of_sight import check_left, check_unseen, left_as_text
from ars_pandoc.pandoc.executable import Pandoc
from tests.pandoc_documents import Document, read_document, read_documents

LEFT = {
    "As was shown [@smith2024].": "[@smith2024]",
    "As was shown [@smith2024, p. 3].": "[@smith2024, p. 3]",
    "As was shown [see @smith2024].": "[see @smith2024]",
    "As was shown [-@smith2024].": "[-@smith2024]",
    "As was shown [@a; @b].": "[@a; @b]",
    "As was *shown [@smith2024]*.": "[@smith2024]",
    "As was shown [@{smith 2024}].": "[@{smith 2024}]",
    "- One\n- Two [@a]": "[@a]",
    "> Quoted [@a]": "[@a]",
    "# Heading [@a]": "[@a]",
    "Text[^n].\n\n[^n]: A note [@a].": "[@a]",
    "| A | B |\n|---|---|\n| c | [@a] |": "[@a]",
    "It [@a\nb] goes on.": "[@a b]",
}
NONE = [
    "Mail to a@example.org, or [write me](mailto:a@example.org).",
    "`[@a]` is how to cite.",
    "```\n[@a]\n```",
    "$[@a]$",
    "@openai said [so].",
    "[an address: a@b.org]",
    "See [the site](https://example.org/[@a]).",
    "No citation at all.",
    "Escaped \\[ and @.",
]


@pytest.fixture(scope="module")
def documents() -> dict[str, Document]:
    return read_documents([*LEFT, *NONE], "markdown-citations")


@pytest.mark.parametrize("text", LEFT)
def test_what_is_left_as_text_is_shown(text: str, documents: dict[str, Document]) -> None:
    assert (left_as_text(documents[text]) or "").replace("\u00a0", " ") == LEFT[text]


@pytest.mark.parametrize("text", NONE)
def test_what_only_looks_like_it(text: str, documents: dict[str, Document]) -> None:
    assert left_as_text(documents[text]) is None


@pytest.mark.parametrize("reader", ["gfm", "commonmark_x"])
def test_readers_that_see_no_citations(reader: str, pandoc: Pandoc) -> None:
    document = read_document("As was shown [@smith2024].\n", reader, pandoc)
    assert left_as_text(document) == "[@smith2024]"


ESCAPED = {
    "See [Figure \\@ref(fig:a)] and [\\@Component].": None,
    "See [\\@{smith 2024}].": "[@{smith 2024}]",
    "See [@{smith 2024}].": "[@{smith 2024}]",
}


@pytest.mark.parametrize("text", ESCAPED)
def test_where_escapes_are_read_an_at_in_words_was_escaped(text: str, pandoc: Pandoc) -> None:
    document = read_document(text, "markdown", pandoc)
    assert left_as_text(document, escapes=True) == ESCAPED[text]


NOT_ESCAPED = [
    (["citations"], "docx+citations has no escapes"),
    (["all_symbols_escapable"], "ipynb sees no citations"),
    ([], "gfm has neither"),
]


@pytest.mark.parametrize(("extensions", "reader"), NOT_ESCAPED)
def test_only_a_reader_with_citations_and_escapes_is_believed(
    extensions: list[str], reader: str
) -> None:
    document = read_document("See [@smith2024].\n", "gfm")
    with pytest.raises(ArsError, match="stands in the text"):
        check_unseen(document, Found(()), {"extensions": extensions})


def test_an_escaped_at_passes() -> None:
    document = read_document("See [\\@smith2024].\n")
    reader = {"extensions": ["citations", "all_symbols_escapable"]}
    check_unseen(document, Found(()), reader)


def test_markdown_sees_them() -> None:
    assert left_as_text(read_document("As was shown [@smith2024, p. 3].\n")) is None


def test_a_long_one_is_shortened() -> None:
    document = read_document(f"A [@smith2024, {'and so on ' * 20}].\n", "gfm")
    shown = left_as_text(document)
    assert shown is not None
    assert shown.startswith("[@smith2024, and so on")
    assert shown.endswith("…")
    assert len(shown) <= 41


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("As was shown [@smith2024, p. 3].", "[@smith2024, p. 3]"),
        ("As [@user] said; it was shown [see @nobody; -@{smith 2024}].", "[see @nobody; -@{smith"),
        ("Thanks to [@user] and [@smith20244], [@types/smith2024].", None),
        ("`[@smith2024]` is how to cite.", None),
    ],
)
def test_beside_markers_a_known_key_in_plain_words_stops(text: str, shown: str | None) -> None:
    document = read_document(f"{text}\n", "gfm")
    known = {"smith2024", "smith 2024"}.__contains__
    if shown is None:
        check_left(document, {"extensions": ["raw_html"]}, known)
        return
    with pytest.raises(ArsError) as error:
        check_left(document, {"extensions": ["raw_html"]}, known)
    assert shown in error.value.what


def test_beside_citations_an_escaped_at_or_an_unknown_reader_stops_nothing() -> None:
    document = read_document("See [\\@smith2024].\n")
    check_left(document, {"extensions": ["citations", "all_symbols_escapable"]}, lambda _: True)
    check_left(document, {}, lambda _: True)
