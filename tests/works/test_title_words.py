"""Closed lists of words in titles and names: each of them, and a neighbour."""

from __future__ import annotations

import unicodedata

import pytest

from ars_pandoc.works.author_names import Name, surnames_agree
from ars_pandoc.works.title_similarity import are_siblings, plain, similarity

LABELS = (
    "study part volume vol experiment paper chapter phase trial report case book section".split()
)
NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
PARTICLES = (
    "van von der den de del della di da do dos das du la le les los ter ten te zu zum zur af av al "
    "el ibn bin y e o of the and und et"
).split()
GROUPS = "collaboration consortium group team project network initiative".split()
GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau "
    "upsilon phi chi psi omega"
).split()


@pytest.mark.parametrize("label", LABELS)
def test_a_label_with_another_number_is_a_sibling(label: str) -> None:
    assert are_siblings(f"Gates {label} 1: walls of Rome", f"Gates {label} 2: doors")
    assert not are_siblings(f"Gates {label}s 1: walls of Rome", f"Gates {label}s 2: doors")


@pytest.mark.parametrize(("number", "word"), list(enumerate(NUMBERS, 1)))
def test_a_number_in_words_is_the_number(number: int, word: str) -> None:
    assert not are_siblings(f"Gates part {word}", f"Gates part {number}")
    assert are_siblings(f"Gates part {word}", f"Gates part {number + 1}")


@pytest.mark.parametrize("state", ["retracted", "retracted article", "withdrawn", "removed"])
def test_what_an_index_puts_before_a_title_is_no_part_of_it(state: str) -> None:
    assert similarity(f"{state.upper()}: Gates and walls", "Gates and walls") == 1
    assert similarity(f"[{state}] Gates and walls", "Gates and walls") == 1
    assert similarity(f"{state}s: Gates and walls", "Gates and walls") < 1


@pytest.mark.parametrize("name", GREEK)
def test_a_command_for_a_greek_letter_is_read_as_its_name(name: str) -> None:
    assert plain(rf"The \{name} gate").replace(" ", "") == f"The{name}gate"
    assert plain(rf"The \{name}x gate").replace(" ", "") == "Thegate"


@pytest.mark.parametrize(
    ("code", "mark", "letter"),
    [
        ('"', "\u0308", "u"), ("'", "\u0301", "e"), ("`", "\u0300", "e"), ("^", "\u0302", "e"),
        ("~", "\u0303", "n"), ("=", "\u0304", "a"), (".", "\u0307", "z"), ("u", "\u0306", "g"),
        ("v", "\u030c", "c"), ("H", "\u030b", "o"), ("c", "\u0327", "c"), ("k", "\u0328", "a"),
        ("r", "\u030a", "a"), ("b", "\u0331", "d"), ("d", "\u0323", "s"),
    ],
)  # fmt: skip
def test_an_accent_of_tex(code: str, mark: str, letter: str) -> None:
    read = unicodedata.normalize("NFC", plain(rf"x\{code}{{{letter}}}x"))
    assert read == unicodedata.normalize("NFC", f"x{letter}{mark}x")


@pytest.mark.parametrize(
    ("code", "letter"),
    [
        ("ss", "ß"), ("o", "ø"), ("O", "Ø"), ("l", "ł"), ("L", "Ł"), ("ae", "æ"), ("AE", "Æ"),
        ("oe", "œ"), ("OE", "Œ"), ("aa", "å"), ("AA", "Å"), ("i", "i"), ("j", "j"), ("dh", "ð"),
        ("DH", "Ð"), ("th", "þ"), ("TH", "Þ"), ("dj", "đ"), ("textendash", "-"),
        ("textemdash", "-"), ("textquoteright", "'"),
    ],
)  # fmt: skip
def test_a_letter_of_tex(code: str, letter: str) -> None:
    assert plain(rf"x\{code}{{}}x") == f"x{letter}x"
    assert plain(r"x\emph{}x") == "xx"


@pytest.mark.parametrize("particle", PARTICLES)
def test_a_particle_may_be_left_out_of_a_name(particle: str) -> None:
    author = {"family": f"{particle} Tann", "given": "Clara"}
    assert surnames_agree([author], [Name("Clara Tann", "Tann")])
    assert not surnames_agree([author], [Name("Clara Poe", f"{particle} Poe")])


@pytest.mark.parametrize("word", GROUPS)
def test_the_kind_of_a_body_is_no_part_of_its_name(word: str) -> None:
    assert surnames_agree([{"literal": f"Atlas {word.capitalize()}"}], [Name("Atlas")])
    assert not surnames_agree([{"literal": f"Atlas {word}"}], [Name(f"Hera {word}")])
