from __future__ import annotations

import pytest

from ars_pandoc.base.et_al import is_et_al

NAMES = [
    "others", "and others", "et al", "et alii", "et alia", "al", "u a", "ua", "und andere", "andere",
    "e a", "et autres", "y otros", "otros", "e altri", "altri", "e outros", "outros", "en anderen",
    "anderen", "m fl", "mfl", "og andre", "i in", "a kol", "и др", "и другие", "等", "ほか", "他", "외",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_each_word_for_authors_who_are_not_named(name: str) -> None:
    assert is_et_al(name)
    assert is_et_al(f" {name.upper()}. ")


@pytest.mark.parametrize("name", ["et al.", "u.a.", "e. a.", "m. fl.", "ET  AL"])
def test_with_full_stops_and_spaces_as_they_are_written(name: str) -> None:
    assert is_et_al(name)


@pytest.mark.parametrize("name", ["", ".", "Al Gore", "Others Inc", "Ander", "Et", "Alii", "Smith"])
def test_a_name_is_somebodys(name: str) -> None:
    assert not is_et_al(name)
