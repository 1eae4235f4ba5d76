"""An error for the user: what, where, why, and what to do next."""

from __future__ import annotations

import pytest

from ars_pandoc.base.errors import ArsError


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ArsError("it broke"), "it broke"),
        (ArsError("it broke", where="a.md"), "it broke\n  where: a.md"),
        (ArsError("it broke", why="so"), "it broke\n  why: so"),
        (
            ArsError("it broke", where="a", why="so", steps=["mend it", "or leave it"]),
            "it broke\n  where: a\n  why: so\n  next: mend it\n  or:   or leave it",
        ),
    ],
)
def test_what_is_known_is_said_line_by_line(error: ArsError, said: str) -> None:
    assert str(error) == said
    assert error.exit_code == 2
