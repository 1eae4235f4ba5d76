"""Units, nuclides and marks of notes: each of them, and a neighbour (contract §8)."""

from __future__ import annotations

import pytest

from ars_pandoc.grounding.match_quote import Matcher, prepare_quote
from ars_pandoc.texts.marks import CLOSE, OPEN, RAISED
from ars_pandoc.texts.normalise import clean
from ars_pandoc.texts.raised import raised
from ars_pandoc.texts.source_text import SourceText
from ars_pandoc.texts.units import NUCLIDES, UNITS

UNIT = "m cm mm km nm um µm μm s h min kg g l L ml mL dl dL ha Hz mol".split()
NUCLIDE = (
    "Ac At Ba Be Bi Br Ca Cl Co Cr Cs Cu Fe Ga Gd Ge Hg Ho In Ir Kr Li Lu Mg Mn Mo Na Ni Pb Pd Pu Ra "
    "Rb Re Ru Se Si Sm Sn Sr Tc Th Tl Xe Zn Zr B C F H I K N O P S U Y"
).split()


def stands(text: str, quote: str) -> bool:
    matcher = Matcher(SourceText("application/pdf", clean(text)))
    [part] = prepare_quote(quote).parts
    return bool(matcher.find(part))


def test_the_lists_are_what_is_tried_here() -> None:
    assert frozenset(UNIT) == UNITS
    assert frozenset(NUCLIDE) == NUCLIDES


@pytest.mark.parametrize("unit", UNIT)
def test_behind_a_unit_stands_an_exponent(unit: str) -> None:
    assert raised("2", f"an area of 5 {unit}") == f"{RAISED}2"
    assert raised("2", f"an area of {unit}ish") == f"{OPEN}2{CLOSE}"


@pytest.mark.parametrize("unit", UNIT)
def test_a_quote_that_leaves_an_exponent_out_is_another_quantity(unit: str) -> None:
    """Two tables disagreed: `0.5 Hz` was found where the source has `0.5 Hz²`."""
    assert not stands(f"it was about 0.5 {unit}² in all of them", f"it was about 0.5 {unit}")
    assert stands(f"it was about 0.5 {unit} in all of them", f"it was about 0.5 {unit}")
    assert stands("it was about 0.5 units² in all of them", "it was about 0.5 units")


@pytest.mark.parametrize("nuclide", NUCLIDE)
def test_a_number_before_a_nuclide_is_its_own(nuclide: str) -> None:
    assert raised("14", "we used ", f"{nuclide} in") == f"{RAISED}14"
    assert raised("14", "we used ", f"{nuclide}xx in") == f"{OPEN}14{CLOSE}"


def test_one_figure_is_a_nuclide_s_before_hydrogen_alone() -> None:
    assert raised("3", "we used ", "H in") == f"{RAISED}3"
    assert raised("2", "we used ", "H in") == f"{OPEN}2{CLOSE}"
    assert raised("3", "we used ", "He in") == f"{OPEN}3{CLOSE}"


@pytest.mark.parametrize("mark", "†‡§¶*")
def test_a_mark_of_a_note_is_a_call_out(mark: str) -> None:
    assert raised(mark, "as was shown") == f"{OPEN}{mark}{CLOSE}"


@pytest.mark.parametrize("sign", "+−#?@a")
def test_another_sign_is_none(sign: str) -> None:
    assert raised(f"2{sign}", "as was shown") == f"{RAISED}2{sign}"
