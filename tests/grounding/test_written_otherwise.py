"""What files and keyboards write in another way is found; what means another thing is not."""

from __future__ import annotations

import pytest

from ars_pandoc.grounding.check_quote import check_quote
from ars_pandoc.texts.extract import extract
from ars_pandoc.texts.marks import HARD
from ars_pandoc.texts.source_text import SourceText
from tests.grounding.sources import written

BROKEN = (
    "The reports were trun-{0}cated by vulnera\u00ad{0}bilities of the two-{0}factor model{0}here."
)


def _source(kind: str, text: str) -> tuple[bytes, str]:
    if kind == "html":
        return f"<html><body><p>{text}</p></body></html>".encode(), "a.html"
    return text.encode(), f"a.{kind}"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("kind", ["txt", "md", "html"])
def test_words_broken_at_line_ends_are_whole(kind: str, end: str) -> None:
    source = extract(*_source(kind, BROKEN.format(end)))
    quote = "The reports were truncated by vulnerabilities of the two-factor model here"
    assert check_quote(source, quote).result == "found", source.text
    other = "The reports were truncated by vulnerabilities of the three-factor model here"
    found = check_quote(source, other)
    assert found.result == "not-found"
    assert "trun-cated" in (found.nearest or "")


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("the rate was ≥ 0.42 in all of them", "the rate was >= 0.42 in all of them"),
        ("the rate was ≥0.42 in all of them", "the rate was >= 0.42 in all of them"),
        ("the rate was ≤ 0.42 in all of them", "the rate was <= 0.42 in all of them"),
        ("a rate of 4 ± 2 in all of them", "a rate of 4 +/- 2 in all of them"),
        ("a rate of 4 ± 2 in all of them", "a rate of 4+/-2 in all of them"),
        ("a rate that is ≠ 2 in all of them", "a rate that is != 2 in all of them"),
        ("a box of 4 × 2 metres for each", "a box of 4 x 2 metres for each"),
        ("a box of 4×2 metres for each", "a box of 4x2 metres for each"),
        ("a change of −2 in all of them", "a change of -2 in all of them"),
        ("the rate was >= 0.42 in all of them", "the rate was ≥ 0.42 in all of them"),
    ],
)
def test_signs_are_written_in_ascii_too(text: str, quote: str) -> None:
    assert check_quote(written(text), quote).result == "found"


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("the rate was ≥ 0.42 in all of them", "the rate was <= 0.42 in all of them"),
        ("the rate was > 0.42 in all of them", "the rate was >= 0.42 in all of them"),
        ("a rate of 4 ± 2 in all of them", "a rate of 4 + 2 in all of them"),
        ("a box of x 2 metres for each", "a box of × 2 metres for each"),
        ("a change of 2 in all of them", "a change of -2 in all of them"),
    ],
)
def test_another_sign_is_not_found(text: str, quote: str) -> None:
    assert check_quote(written(text), quote).result == "not-found"


@pytest.mark.parametrize(
    "quote",
    [
        "... permitted to terminate this lease",
        "… permitted to terminate this lease",
        "[...] permitted to terminate this lease",
        "permitted to terminate this lease ...",
        "“… permitted to terminate this lease …”",
        ". . . permitted to terminate this lease [...].",
    ],
)
def test_an_ellipsis_at_an_end_leaves_nothing_out(quote: str) -> None:
    text = "The tenant is not permitted to terminate this lease before the end of it."
    found = check_quote(written(text), quote)
    assert found.result == "found"
    assert [note.code for note in found.notes] == ["negated-context"]


def test_an_ellipsis_in_the_middle_still_hides_no_negation() -> None:
    text = "The tenant is not permitted to terminate this lease before the end of it."
    found = check_quote(written(text), "The tenant is ... permitted to terminate this lease")
    assert found.result != "found"


@pytest.mark.parametrize("first", ["[I]t", "It", "it"])
def test_brackets_of_the_source_around_a_letter_may_be_quoted_or_not(first: str) -> None:
    text = "As was held: “[I]t is the duty of the court to say what the law is” (p. 3)."
    quote = f"{first} is the duty of the court to say what the law is"
    assert check_quote(written(text), quote).result == "found"


def test_other_brackets_of_the_source_are_text() -> None:
    text = "the clusters [2Fe-2S] and [A] were seen in all of them"
    assert check_quote(written(text), "the clusters 2Fe-2S and [A] were seen").result == "not-found"


@pytest.mark.parametrize(
    ("text", "quote", "change"),
    [
        (
            "as The Discrete Noiseless Channel has it here",
            "as the discrete noiseless channel has it",
            "case",
        ),
        (
            "as the Discrete Noiseless Channel has it here",
            "the DISCRETE NOISELESS CHANNEL has it here",
            "case",
        ),
        ("בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם", "בראשית ברא אלהים את השמים", "marks"),
        ("بِسْمِ اللَّهِ الرَّحْمَٰنِ الرَّحِيمِ هنا", "بسم الله الرحمن الرحيم هنا", "marks"),
        (
            "the naïve café of Müller was closed then",
            "the naive cafe of Muller was closed",
            "marks",
        ),
        (
            "1 It was the first of all lines 2 that a hand had written 3 in this book of ours 4 then",
            "It was the first of all lines that a hand had written in this book of ours",
            "line-numbers",
        ),
    ],
)
def test_the_kind_of_difference_is_named(text: str, quote: str, change: str) -> None:
    found = check_quote(written(text), quote)
    assert (found.result, found.change) == ("not-found", change)
    assert "may be from another paper" not in found.reason


def test_numbers_that_do_not_count_on_are_no_line_numbers() -> None:
    text = "It was 7 the first of all 12 lines that a hand had written in it"
    quote = "It was the first of all lines that a hand had written in it"
    assert check_quote(written(text), quote).change == "number"


def test_what_lies_between_two_pages_is_not_shown_as_the_sources_words() -> None:
    first, head, second = "the first half of it", "TABLE 1 a b c", "and the second half of it"
    text = f"It was {first}{HARD}{head}{HARD}{second} all."
    jump = (text.index(HARD), text.index(second))
    source = SourceText("application/pdf", text, jumps=(jump,), raising_lost=True)
    found = check_quote(source, f"{first} {second}")
    assert found.result == "found"
    assert found.passage is not None
    assert found.passage.text == f"{first} {second}"


@pytest.mark.parametrize("there", ["می کند", "می\u200cکند", "میکند"])
def test_a_persian_word_is_found_however_its_parts_are_joined(there: str) -> None:
    source = written(f"ساختار متن حتی به داخل جملات نیز رسوخ {there} و نه")
    assert check_quote(source, "متن حتی به داخل جملات نیز رسوخ می\u200cکند").result == "found"
    assert check_quote(source, "متن حتی به داخل جملات نیز نفوذ می\u200cکند").result == "not-found"


@pytest.mark.parametrize("there", ["Pythonميزات", "Python ميزات"])
def test_between_two_scripts_of_different_direction_a_space_is_there_or_not(there: str) -> None:
    source = written(f"يمتلك كل من R و {there} فريدة تجعلها مثالية لتحليل البيانات")
    quote = "يمتلك كل من R و Python ميزات فريدة تجعلها مثالية"
    assert check_quote(source, quote).result == "found"
    assert check_quote(source, quote.replace("Python", "Pascal")).result == "not-found"


def test_words_that_differ_in_spaces_alone_differ_in_no_case() -> None:
    source = written("Our sample was fixed (n=63259 manuscripts, and 34222 of them)")
    found = check_quote(source, "Our sample was fixed (n=63 259 manuscripts, and 34 222 of them)")
    assert (found.result, found.change == "case") == ("not-found", False)
