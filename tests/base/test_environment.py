from __future__ import annotations

import pytest

from ars_pandoc.base.environment import is_locked


@pytest.mark.parametrize("value", ["1", "true", "yes", "00", " ", "no", "false"])
def test_anything_but_empty_and_0_locks(value: str) -> None:
    assert is_locked({"ARS_LOCKED": value})


@pytest.mark.parametrize("value", ["", "0"])
def test_empty_and_0_do_not(value: str) -> None:
    assert not is_locked({"ARS_LOCKED": value})


def test_without_the_variable_nothing_is_locked() -> None:
    assert not is_locked({"ARS_LOCK": "1", "LOCKED": "1"})
