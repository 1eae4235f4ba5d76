"""Laws of matching: what a typesetter does to words is let pass, what a forger does is not."""

from __future__ import annotations

import time
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ars_pandoc.grounding.match_quote import Doubt, Matcher, count_words, prepare_quote
from ars_pandoc.texts.marks import CLOSE, DOUBTFUL, HARD, OPEN, RAISED, SOFT, UNKNOWN, WILD
from ars_pandoc.texts.normalise import clean, mark_callouts
from ars_pandoc.texts.source_text import SourceText

_VOCABULARY = (
    "the of and in to was with for that by were from this cells patients treatment mortality "
    "significant difference between groups observed increased expression protein analysis data "
    "results showed effect finding influence efficient waffle office baffled affluent two-fold "
    "well-known control mutation tumour response clinical trial reported naïve Müller café "
    "12 3.5 40% −0.42 p53 β-actin don’t “quoted” (n=12) <0.05 10²"
)
WORDS = [word.replace("_", " ") for word in _VOCABULARY.split()]


def source_of(text: str, *, jumps: tuple[tuple[int, int], ...] = ()) -> SourceText:
    return SourceText("application/pdf", text, jumps=jumps)


def stands(text: str, quote: str) -> Doubt | None:
    """The doubt that a quote rests on, or None if it is not in the text."""
    [part] = prepare_quote(quote).parts
    spans = Matcher(source_of(clean(text))).find(part)
    return spans[0].doubt if spans else None


words = st.lists(st.sampled_from(WORDS), min_size=40, max_size=120)


@st.composite
def texts_with_quotes(draw: st.DrawFn) -> tuple[list[str], int, int]:
    """A text's words, and where a quote of 5 to 25 of them begins and ends."""
    text = draw(words)
    size = draw(st.integers(5, 25))
    start = draw(st.integers(0, len(text) - size))
    return text, start, start + size


@given(texts_with_quotes(), st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_a_genuine_quote_survives_typesetting(
    case: tuple[list[str], int, int], dice: Random
) -> None:
    text, start, end = case
    page = "".join(
        # One word of a line is broken at most.
        typeset(word, dice, breaks=number % 5 == 0) + dice.choice([" ", " ", "\n", "  ", "\u2009"])
        for number, word in enumerate(text)
    )
    quote = " ".join(text[start:end])
    found = stands(page, quote)
    assert found == Doubt.NONE, (quote, page)


def typeset(word: str, dice: Random, *, breaks: bool) -> str:
    """What a typesetter may make of a word."""
    choice = dice.random()
    letters = [at for at in range(2, len(word) - 1) if word[at - 2 : at + 2].isalpha()]
    at = dice.choice(letters) if letters else 0
    if choice < 0.6 and breaks:
        if "-" in word:
            return word.replace("-", f"{WILD}\n")
        return f"{word[:at]}{WILD}\n{word[at:]}" if at else word
    if choice < 0.2 and at:
        return f"{word[:at]}\u00ad{word[at:]}"
    if choice < 0.4:
        for plain, one in (("ffi", "\ufb03"), ("ff", "\ufb00"), ("fi", "\ufb01"), ("fl", "\ufb02")):
            word = word.replace(plain, one)
    return f"{word}{OPEN} [12, 14–16]{CLOSE}" if choice > 0.9 else word


@given(texts_with_quotes(), st.data())
@settings(max_examples=150, deadline=None)
def test_a_changed_word_never_passes(case: tuple[list[str], int, int], data: st.DataObject) -> None:
    text, start, end = case
    quote = text[start:end]
    at = data.draw(st.integers(0, len(quote) - 1))
    change = data.draw(st.sampled_from(["drop", "double", "other"]))
    if change == "drop":
        assume(0 < at < len(quote) - 1)
        changed = quote[:at] + quote[at + 1 :]
    elif change == "double":
        changed = [*quote[:at], "never", *quote[at:]]
    else:
        changed = [
            *quote[:at],
            data.draw(st.sampled_from(["never", "0.43", "mice"])),
            *quote[at + 1 :],
        ]
    # The changed words may stand elsewhere, letter for letter.
    bare = prepare_quote(" ".join(changed)).whole.lower()
    assume(bare not in prepare_quote(" ".join(text)).whole.lower())
    assert stands(" ".join(text), " ".join(changed)) is None


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        (f"a two{WILD}\nfactor model of this", "two-factor model of this"),
        (f"a treat{WILD}\nment of the sick", "treatment of the sick"),
        (f"short{WILD}\nand long-term use of it", "short- and long-term use of it"),
        (f"the network{OPEN} [39]{CLOSE} using", "the network using"),
        (f"the network{OPEN} [39]{CLOSE} using", "the network [39] using"),
        (f"the rest{OPEN}43{CLOSE}. We saw", "the rest. We saw"),
        ("a length of 5 m\u00b2 in all", "a length of 5 m² in all"),
        ("H₂O was added to it", "H2O was added to it"),
        ("这项研究的\n结果表明了这一点", "研究的结果表明了"),
        ("이 연구의 결\n과는 다음과 같다", "연구의 결과는 다음과 같다"),
        ("the value p < 0.001 was", "value p<0.001 was"),
        ("at\u00a0a rate of 40\u202f% there", "a rate of 40% there"),
    ],
)
def test_what_typesetters_do(text: str, quote: str) -> None:
    assert stands(text, quote) == Doubt.NONE


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("a two-factor model of this", "twofactor model of this"),
        ("a twofactor model of this", "two-factor model of this"),
        ("values of −0.42 were seen", "0.42 were seen"),
        ("values of − 0.42 were seen", "0.42 were seen"),
        ("values of p < 0.05 were seen", "0.05 were seen"),
        ("values of 10.42 were seen", "0.42 were seen"),
        ("values of 1,042 were seen", "042 were seen"),
        ("it was 10² in number", "it was 10"),
        ("it was 40% of them", "it was 40"),
        ("it was 4.5 of them", "it was 4"),
        ("they do not act on it", "act on i"),
        ("it is unlikely to be so", "likely to be so"),
        ("it is non-significant here", "significant here"),
        (f"the end of one.{HARD}Between.{HARD}The start of two", "end of one. The start of two"),
        ("in mice (but not in rats) it works", "in mice it works"),
        (f"a rate of 5{UNKNOWN}2 there", "rate of 52 there"),
        ("co-operate with them", "cooperate with them"),
    ],
)
def test_what_forgers_do(text: str, quote: str) -> None:
    assert stands(text, quote) is None


def test_a_symbol_that_the_file_does_not_name_is_one_symbol() -> None:
    assert stands(f"at 37 {UNKNOWN}C in the dish", "at 37 °C in the dish") == Doubt.CHARACTER
    assert stands(f"a rate of 5 {UNKNOWN} 2 there", "rate of 5 ± 2 there") == Doubt.CHARACTER
    assert stands(f"{UNKNOWN}so it was said{UNKNOWN} there", "“so it was said” there") == (
        Doubt.SYMBOL
    )
    assert stands(f"the e{UNKNOWN}ect was in{UNKNOWN}uential", "effect was influential") == (
        Doubt.LIGATURE
    )


@pytest.mark.parametrize("read", ["5 ± 2 mg", "5 × 2 mg", "5 6 2 mg"])
def test_a_doubtful_character_may_be_any_one_and_proves_none(read: str) -> None:
    text = f"a rate of 5 {DOUBTFUL}± 2 mg there"
    assert stands(text, f"rate of {read} there") == Doubt.CHARACTER
    assert stands(text, f"a rate of {read} was there") is None


def test_a_number_beside_a_doubtful_character_may_lack_its_sign_or_unit() -> None:
    assert stands(f"a change of {UNKNOWN}0.42 in all", "0.42 in all") == Doubt.CHARACTER
    assert stands(f"they saw {DOUBTFUL},0.05 in all", "0.05 in all") == Doubt.CHARACTER
    assert stands(f"at a dose of 30{UNKNOWN} in all", "at a dose of 30") == Doubt.CHARACTER


def test_a_passage_of_doubtful_characters_matches_nothing() -> None:
    assert stands(f"the {UNKNOWN * 20} of it", "the words that nobody know of it") is None


def test_a_quote_over_a_wall_is_for_a_person_to_see() -> None:
    assert stands(f"the end of one.{HARD}The start of two", "end of one. The start of two") == (
        Doubt.WALL
    )


def test_a_paragraph_may_end_within_a_quote() -> None:
    text = f"the end of one.{SOFT}The start of two"
    [part] = prepare_quote("end of one. The start of two").parts
    assert Matcher(source_of(text)).find(part)


def test_a_quote_goes_on_behind_a_jump() -> None:
    first, between, second = "the words go on", f"{HARD}A running head{HARD}", "over the page there"
    text = first + between + second
    jumps = ((len(first), len(first + between)),)
    [part] = prepare_quote("the words go on over the page there").parts
    [span] = Matcher(source_of(text, jumps=jumps)).find(part)
    assert (span.start, span.end) == (0, len(text))
    assert not Matcher(source_of(text)).find(part)


def test_words_are_counted_as_the_anchors_rule_counts_them() -> None:
    assert count_words("the drug - is not") == 4
    assert count_words("这项研究的结果") == 4
    assert prepare_quote("“The drug […] is sold.”").parts == ("The drug", "is sold")


@pytest.mark.parametrize("length", [10, 400])
def test_lost_ligatures_are_known_by_the_whole_text(length: int) -> None:
    text = "The efect of this infuences them. " + "Other words are all here now. " * length
    source = SourceText("application/pdf", text, raising_lost=True)
    [part] = prepare_quote("effect of this influences them").parts
    # In a short text, as in one that has ligatures, a letter less is another word.
    # Where letters are gone, another word may be the true one: a person has to look.
    found = [span.doubt for span in Matcher(source).find(part)]
    assert found == [Doubt.CHARACTER] * (length == 400)
    assert not Matcher(SourceText("text/html", text)).find(part)


def test_no_text_makes_matching_slow() -> None:
    open_ended = "(A " + "2001 " * 200 + "and so on"
    text = f"some words {open_ended} of this and that"
    assert stands(text, "some words of this and that") is None
    assert mark_callouts("(Fig. 1" + ", a" * 200 + " and others do)")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("a b " * 5000, "a b a b a c a b a b"),
        ("the " * 10_000, "the the the cat the the the the"),
        ("the " * 10_000, "the " * 3000 + "cat"),
        ("\u00ad" * 20_000 + "x", "x y z a b c"),
        ("some words of it", "some" + " " * 20_000 + "words of it [sic]"),
        (f"word {OPEN}[1]{CLOSE} " * 5000, "word word word other word word"),
    ],
)
def test_texts_without_end_of_the_same_are_looked_through_in_bounded_time(
    text: str, quote: str
) -> None:
    started = time.process_time()
    stands(text, quote)
    assert time.process_time() - started < 10, "it takes a second or two"


def test_a_quote_sets_no_marks_of_its_own() -> None:
    assert prepare_quote(f"some {OPEN}words{CLOSE} of{HARD} it").parts == ("some words of it",)


def lost(text: str, quote: str, *, raising_lost: bool = True) -> Doubt | None:
    """The doubt in a source whose file may have lost that a number is raised, or None."""
    [part] = prepare_quote(quote).parts
    source = SourceText("application/pdf", clean(text), raising_lost=raising_lost)
    spans = Matcher(source).find(part)
    return spans[0].doubt if spans else None


@pytest.mark.parametrize("between", ["", ".", ",", ";", ":", ")", "\u201d", "\u2019", '"', "'"])
@pytest.mark.parametrize("numbers", ["1", "12", "123", "1,2", "12,13,14", "12-14", "12–14"])
def test_a_call_out_whose_raising_was_lost_is_for_a_person(between: str, numbers: str) -> None:
    text = f"So the cells{between}{numbers} were counted twice."
    quote = f"So the cells{between} were counted twice"
    assert lost(text, quote) == Doubt.RAISING
    assert lost(text, quote, raising_lost=False) is None


@pytest.mark.parametrize(
    "numbers",
    ["1234", "12%", "12.5", " 12", "12x", "1,2345", "12-", "1;2"],
)
def test_a_number_that_is_no_call_out_is_never_let_pass(numbers: str) -> None:
    text = f"So the cells{numbers} were counted twice."
    assert lost(text, "So the cells were counted twice") is None


UNITS = "m cm mm km nm um µm μm s h min kg g l L ml mL dl dL ha".split()


@pytest.mark.parametrize("unit", UNITS)
def test_a_number_behind_a_unit_is_its_exponent(unit: str) -> None:
    text = f"There a plot of 5 {unit}2 was dug by hand."
    quote = f"There a plot of 5 {unit} was dug by hand"
    assert lost(text, quote) is None
    marked = f"There a plot of 5 {unit}{RAISED}2{CLOSE} was dug by hand."
    assert lost(marked, quote) != Doubt.NONE


@pytest.mark.parametrize("word", ["mass", "xm", "mx", "hab", "Kg", "meter", "mins"])
def test_a_word_that_is_no_unit_may_have_a_call_out(word: str) -> None:
    text = f"There a plot of 5 {word}2 was dug by hand."
    assert lost(text, f"There a plot of 5 {word} was dug by hand") == Doubt.RAISING


@pytest.mark.parametrize(
    ("callout", "passes"),
    [
        ("(Smith et al., 2004)", True),
        ("[Smith et al., 2004]", True),
        ("(see Smith 2004b)", True),
        ("(Šmíd and Li, 1999; Poe 2010)", True),
        ("(Smith, 1499)", False),
        ("(Smith, 12004)", False),
        ("(Smith, 2104)", False),
        ("(in 12 cases of 2004)", False),
        ("(A. B. 2004)", False),
        ("(Smith 2004, p. 3)", False),
        ("(Smith [sic] 2004)", False),
        ("(Smith (ed.) 2004)", False),
        ("(S_x 2004)", False),
        ("{Smith, 2004}", False),
        ("(" + "x" * 41 + " Smith, 2004)", False),
    ],
)
def test_a_parenthesis_that_was_left_out_must_look_like_a_call_out(
    callout: str, passes: bool
) -> None:
    doubt = stands(f"As was shown {callout} the gate holds.", "As was shown the gate holds")
    assert doubt == (Doubt.CALLOUT if passes else None)


@pytest.mark.parametrize(
    ("text", "quote", "doubt"),
    [
        # A number that is cut at its start or its end is another number.
        ("values of 0.42 were seen", "42 were seen", None),
        ("values of 1,000 were seen", "000 were seen", None),
        ("values of 3/4 were seen", "4 were seen", None),
        ("on page,4 were seen", "4 were seen", Doubt.NONE),
        ("values of -42 were seen", "42 were seen", None),
        ("values < 42 were seen", "42 were seen", None),
        ("values of < 42 were seen", "42 were seen", None),
        ("a change of \u2212 42 was seen", "42 was seen", None),
        ("a change of + 42 was seen", "42 was seen", None),
        ("between 40 \u2212 42 was seen", "42 was seen", None),
        ("from (40)\u2212 42 was seen", "42 was seen", Doubt.NONE),
        ("the well-known gate", "known gate", None),
        ("so well - known gate", "known gate", Doubt.NONE),
        ("it rose to 42% of all", "it rose to 42", None),
        ("it rose to 42 % of all", "it rose to 42", None),
        ("it rose to 42\u00a0\u2030 of all", "it rose to 42", None),
        ("it rose to 42 \u00b0 of all", "it rose to 42", None),
        ("it rose to 42.5 of all", "it rose to 42", None),
        ("it rose to 42:5 of all", "it rose to 42", None),
        ("it rose to 42. It fell", "it rose to 42", Doubt.NONE),
        ("it rose to 42 of all", "it rose to 42", Doubt.NONE),
        ("that is the author’s gate", "that is the author", None),
        ("that is the author’ of it", "that is the author", Doubt.NONE),
        ("ends here", "ends here", Doubt.NONE),
    ],
)
def test_a_quote_neither_begins_nor_ends_within_a_number_or_word(
    text: str, quote: str, doubt: Doubt | None
) -> None:
    assert stands(text, quote) == doubt


OPERATORS = "<>=≤≥≈±~≪≫"


@pytest.mark.parametrize("sign", OPERATORS)
@pytest.mark.parametrize("space", ["", " "])
def test_an_operator_before_a_number_is_part_of_it(sign: str, space: str) -> None:
    assert stands(f"values of {sign}{space}42 were seen", "42 were seen") is None
    assert stands(f"values of {sign}{space}42 were seen", f"{sign}{space}42 were seen") == 0


@pytest.mark.parametrize("sign", [*OPERATORS, "-", "+", "×", "÷", "§", "→"])
def test_a_sign_that_the_file_does_not_name_is_for_a_person(sign: str) -> None:
    assert stands(f"the level was 5 {UNKNOWN} 42 of all", f"the level was 5 {sign} 42 of all") == (
        Doubt.CHARACTER
    )


@pytest.mark.parametrize("sign", ["*", "•", "("])
def test_a_symbol_that_decides_nothing_is_only_said(sign: str) -> None:
    assert stands(f"the level {UNKNOWN} of all was 5", f"the level {sign} of all was 5") == (
        Doubt.SYMBOL
    )


@pytest.mark.parametrize(
    "stated",
    ["[sic]", "[sic!]", "[emphasis added]", "[my emphasis]", "[our italics]", "[italics mine]",
     "[emphasis ours]", "[italics in original]", "[!]", "[ sic ]", "[Emphasis added]"],
)  # fmt: skip
def test_what_a_writer_states_in_brackets_is_not_the_source_s(stated: str) -> None:
    assert prepare_quote(f"the gate {stated} holds").parts == ("the gate holds",)


@pytest.mark.parametrize(
    "stated", ["[sick]", "[their emphasis]", "[emphasis lost]", "[?]", "[x y]"]
)
def test_other_words_in_brackets_stay(stated: str) -> None:
    assert prepare_quote(f"the gate {stated} holds").parts != ("the gate holds",)


@pytest.mark.parametrize(
    "dots", ["...", "…", "....", ". . .", "[...]", "[…]", "[ . . . ]", "(...)", "[....]"]
)
def test_each_ellipsis_parts_a_quote(dots: str) -> None:
    if dots == "…":
        return  # a bare one is folded to three dots, which are tried
    assert prepare_quote(f"the gate {dots} holds it").parts == ("the gate", "holds it")


@pytest.mark.parametrize("dots", ["..", ".", "[..]"])
def test_fewer_dots_part_none(dots: str) -> None:
    assert len(prepare_quote(f"the gate {dots} holds it").parts) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 0),
        ("one", 1),
        ("one two", 2),
        ("one - two", 2),
        ("研究", 1),
        ("研究者", 2),
        ("研究 one", 2),
    ],
)
def test_words_are_counted(text: str, words: int) -> None:
    assert count_words(text) == words


@pytest.mark.parametrize("ligature", ["ffi", "ffl", "ff", "fi", "fl"])
@pytest.mark.parametrize("glyph", [UNKNOWN, WILD, '"', "!", "#", "$"])
def test_an_odd_glyph_may_be_a_ligature(ligature: str, glyph: str) -> None:
    text, quote = f"the e{glyph}ect of it all", f"the e{ligature}ect of it all"
    assert stands(text, quote) == Doubt.LIGATURE
    # Not at the end of a word, and not over a space.
    assert stands(f"the e{glyph} of it all", f"the e{ligature} of it all") is None


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        (f"the the the the the two{WILD}\nfold don’t", "the the the two-fold don’t"),
        (f"as it is in the two{WILD}\nfold of it all", "it is in the two-fold of it"),
        (f"as it is of an ef{WILD}\nfect on us so", "it is of an effect on us"),
    ],
)
def test_a_broken_word_that_took_all_telling_pairs_accuses_nobody(text: str, quote: str) -> None:
    assert stands(text, quote) == Doubt.NONE
