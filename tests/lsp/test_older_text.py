"""A place of a text that was changed elsewhere is found in the text as it was judged."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.lsp.older_text import place_before

OLD = "One [@a, p. 3].\n\nTwo [@b, p. 4].\n\nThree [@c, p. 5].\n"


@pytest.mark.parametrize(
    ("new", "word", "there"),
    [
        (OLD, "@b", "@b"),
        (f"More.\n\n{OLD}", "@a", "@a"),
        (OLD.replace("[@b, p. 4]", "then [@b, p. 4]"), "@c", "@c"),
        (OLD.replace("[@b, p. 4]", "then [@b, p. 4]"), "@a", "@a"),
        (OLD.replace("[@b, p. 4]", "then [@b, p. 4]"), "@b", None),
        (OLD.replace("p. 4", "p. 400"), "@b", None),
        (OLD.replace("One [@a, p. 3].\n\n", ""), "@c", "@c"),
        (f"{OLD}\nMore.", "@b", "@b"),
        (OLD.replace("Two [@b, p. 4].\n\n", "[@new]\n\n"), "@new", None),
        (OLD.replace(".\n\nTwo", ". Two"), "@a", None),
        ("", "", None),
    ],
)
def test_a_place_is_found_where_it_was(new: str, word: str, there: str | None) -> None:
    place = place_before(OLD, new, new.index(word) + len(word) // 2)
    assert place == (None if there is None else OLD.index(there) + 1)


TEXT = st.text("ab\n", max_size=12)


@given(TEXT, TEXT, TEXT, TEXT, st.integers(0, 40))
def test_the_paragraph_of_a_place_that_is_given_is_the_same_in_both(
    before: str, taken: str, added: str, behind: str, offset: int
) -> None:
    old, new = before + taken + behind, before + added + behind
    offset = min(offset, len(new))
    place = place_before(old, new, offset)
    if place is not None:
        assert paragraph(old, place) == paragraph(new, offset)


def paragraph(text: str, offset: int) -> tuple[str, str]:
    return text[:offset].rpartition("\n\n")[2], text[offset:].partition("\n\n")[0]
