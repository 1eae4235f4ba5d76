"""Golden folders judged in one process: `make quick`."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.pandoc.executable import Pandoc
from tests import golden_replay
from tests.conftest import PANDOCS, run_pandoc
from tests.golden_cases import GOLDEN, cases, compare_case, run_case
from tests.golden_replay import replay

# One process: the second document must not see what the first one left behind.
pytestmark = pytest.mark.xdist_group("replay")


@pytest.mark.parametrize(("name", "reading"), cases(PANDOCS[:1]))
def test_replay(name: str, reading: Pandoc, tmp_path: Path) -> None:
    compare_case(name, reading, tmp_path, replay)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["matrix", "draft-html", "option-unknown", "passes"])
def test_a_replay_is_what_pandoc_gives_without_running_it_again(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(golden_replay, "KEPT", tmp_path / "kept")
    real, first, second = (
        run_case(PANDOCS[0], GOLDEN / name, tmp_path / place, run)
        for place, run in (("real", run_pandoc), ("first", replay), ("second", replay))
    )
    assert real == first == second


@pytest.mark.slow
def test_an_answer_that_pandoc_has_seen_starts_no_pandoc(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(golden_replay, "KEPT", tmp_path / "kept")
    compare_case("passes", PANDOCS[0], tmp_path / "first", replay)

    def never(*arguments: object, **named: object) -> None:
        raise AssertionError("Pandoc was started")

    monkeypatch.setattr(golden_replay, "run_pandoc", never)
    compare_case("passes", PANDOCS[0], tmp_path / "second", replay)
    with pytest.raises(AssertionError, match="was started"):
        compare_case("matrix", PANDOCS[0], tmp_path / "third", replay)
