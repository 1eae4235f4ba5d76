from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.base.wording import counted, some


def test_the_first_are_named_and_the_rest_is_counted() -> None:
    assert some(["a", "b"], 2) == "a, b"
    assert some(["a", "b", "c", "d"], 2) == "a, b and 2 more"


def test_of_all_of_many_nobody_needs_the_names() -> None:
    assert counted(["a", "b"], "not read", 4) == "2 not read: a, b"
    assert counted(["a", "b"], "not read", 2) == "2 not read: a, b"
    assert counted(["a", "b", "c", "d"], "not read", 4) == "all 4 not read"


@given(st.lists(st.text(), max_size=20))
def test_a_list_is_one_line_that_a_terminal_can_show(names: list[str]) -> None:
    assert some(names).isprintable()
