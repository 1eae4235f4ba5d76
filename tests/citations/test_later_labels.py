"""A number that citeproc takes for a page, and a label behind it that says what it is."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.anchor_values import judge_anchor
from ars_pandoc.citations.citation import Anchor
from ars_pandoc.citations.labels import labels_for, printed_label
from ars_pandoc.citations.locators import citeproc_locator, parse_suffix
from ars_pandoc.citations.writing_anchors import locator_words, native_citation, read_answer


@pytest.mark.parametrize(
    ("suffix", "lang", "label", "value"),
    [
        (", 3rd ed., p. 4", None, "page", "4"),
        (", 2nd edn, pp. 4-5", None, "page", "4-5"),
        (", 3. Aufl., S. 4", "de", "page", "4"),
        (", 2e éd., p. 4", "fr", "page", "4"),
        (", 1984, p. 3", None, "page", "3"),
        (", 1984, S. 3", "de", "page", "3"),
        (", A.3, p. 4", None, "page", "4"),
        (", 1. Akt, 2. Szene", None, "scene", "2"),
        (", 1. Akt, 2. Szene", "de", "scene", "2"),
        (", 3. Kapitel", "de", "chapter", "3"),
        (", Lemma A.3", None, "lemma", "A.3"),
        (", Theorem B.1.2", None, "theorem", "B.1.2"),
        (", app. B.2", None, "appendix", "B.2"),
        # What stays as it was.
        (", 12", None, "page", "12"),
        (", 12, sec. 3", None, "page", "12"),
        (", p. 4, n. 3", None, "page", "4"),
        (", 12, and passim", None, "page", "12"),
        (", 12. See below", None, "page", "12"),
        (", 1984", None, "page", "1984"),
    ],
)
def test_the_later_label_wins(suffix: str, lang: str | None, label: str, value: str) -> None:
    found = parse_suffix(suffix, lang)
    assert found is not None
    assert (found.label, found.value) == (label, value)


@pytest.mark.parametrize(("suffix", "lang"), [(", 3rd ed.", None), (", 3. Aufl.", "de")])
def test_an_edition_alone_is_no_place(suffix: str, lang: str | None) -> None:
    assert parse_suffix(suffix, lang) is None


@pytest.mark.parametrize("quote", ["the -- dash", "p %3C 0.05", "the%20%E2%80%94%20dash", "a & b"])
def test_a_sign_between_spaces_is_a_word_of_the_quote(quote: str) -> None:
    assert judge_anchor("quote", quote, "k").fault is None


@pytest.mark.parametrize("quote", ["-- -- --", "word -- --", "a b", ". . . ."])
def test_signs_alone_are_no_quote(quote: str) -> None:
    assert judge_anchor("quote", quote, "k").fault is not None


@pytest.mark.parametrize(
    ("kind", "value", "lang", "words"),
    [
        ("section", "Section 3", None, "sec. 3"),
        ("section", "sec. 3.2", None, "sec. 3.2"),
        ("section", "Chapter 2", None, "chap. 2"),
        ("section", "Table 3", None, None),
        ("section", "Results", None, "{sec. Results}"),
        ("page", "12", "de", "S. 12"),
        ("page", "12-14", "de", "S. 12-14"),
        ("page", "12-14", "fr", "p. 12-14"),
        ("page", "12", "ru", "с. 12"),
        ("page", "12-14", None, "pp. 12-14"),
        ("section", "Kapitel 3", "de", "Kap. 3"),
        ("section", "3", "de", "Abschn. 3"),
        ("paragraph", "3", "de", "Abs. 3"),
        ("paragraph", "3", None, "para. 3"),
    ],
)
def test_a_locator_has_the_label_of_the_document(
    kind: str, value: str, lang: str | None, words: str | None
) -> None:
    assert locator_words(Anchor(kind, value), lang) == words  # type: ignore[arg-type]


def test_a_name_that_no_label_of_citeproc_fits_is_a_comment() -> None:
    assert (
        native_citation("k", Anchor("section", "Table 3")) == "[@k]<!--anchor:section:Table%203-->"
    )


@pytest.mark.parametrize("lang", ["de", "fr", "es", "it", "sv", "ru", "ja", "zh", "pl", "nl", None])
@pytest.mark.parametrize("term", ["page", "section", "paragraph", "chapter"])
def test_what_is_printed_is_read_back(lang: str | None, term: str) -> None:
    label = printed_label(term, lang)
    found = citeproc_locator(f", {label} 12", labels_for(lang))
    assert found is not None
    assert (found.label, found.value) == (term, "12")


@pytest.mark.parametrize(
    ("answer", "lang", "read"),
    [
        ("S. 12", "de", ("page", "12")),
        ("Kap. 3", "de", ("section", "chapter 3")),
        ("p. 12", "de", ("page", "12")),
        ("p. 12-14", None, ("page", "12-14")),
        ("Section 3", None, ("section", "3")),
        ("hello", None, None),
    ],
)
def test_an_answer_is_read_in_the_language_of_the_document(
    answer: str, lang: str | None, read: tuple[str, str] | None
) -> None:
    assert read_answer(answer, lang) == read
