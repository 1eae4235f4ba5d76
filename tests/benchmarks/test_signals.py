from __future__ import annotations

import pytest

from benchmarks import signals


def test_a_small_one_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(signals, "ENTRIES", 3)
    monkeypatch.setattr(signals, "ROWS", 5)
    signals.main(1)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("3 entries, median of 1 runs")
    assert [line[:50].strip() for line in lines[1:]] == [
        "first run",
        "second run",
        "the sidecar without signals again, from the cache",
        "the same, 5 retractions read the first time",
        "the same, the second time",
    ]
