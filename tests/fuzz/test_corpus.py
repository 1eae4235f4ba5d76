"""Every input that once did harm, tried again; and a few new ones of each kind."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.targets import TARGETS

CORPUS = Path(__file__).parent / "corpus"
KNOWN = sorted(path for path in CORPUS.rglob("*") if path.is_file())
FEW = 5


@pytest.mark.parametrize("path", KNOWN, ids=[f"{path.parent.name}-{path.name}" for path in KNOWN])
def test_what_once_did_harm_does_none(path: Path) -> None:
    TARGETS[path.parent.name].hold(path.read_bytes())


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(TARGETS))
def test_a_few_new_ones_of_each_kind(name: str) -> None:
    target = TARGETS[name]

    @given(target.inputs)
    @settings(max_examples=FEW, database=None, suppress_health_check=list(HealthCheck))
    def hold(data: bytes) -> None:
        target.hold(data)

    hold()


def test_the_strategies_make_bytes() -> None:
    assert all(isinstance(target.inputs, st.SearchStrategy) for target in TARGETS.values())
