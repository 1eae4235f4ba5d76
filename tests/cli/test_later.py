"""Commands of later versions are named as such, not taken for typing errors."""

from __future__ import annotations

import pytest

from ars_pandoc.cli import COMMANDS, LATER, main


@pytest.mark.parametrize("name", sorted(LATER))
def test_a_later_command_says_so(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "paper.md"]) == 2
    said = capsys.readouterr()
    assert f"ars {name} is not in this version" in said.err
    assert said.out == ""


def test_no_command_is_both_here_and_later() -> None:
    assert not LATER & set(COMMANDS)
