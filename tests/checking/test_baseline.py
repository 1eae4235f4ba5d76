"""A baseline holds the findings of today, and nothing else is taken for one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.checking.baseline import read_baseline, write_baseline
from tests.checking.papers import check_text


def test_what_is_refused_is_recorded_and_read_back(tmp_path: Path) -> None:
    checked = check_text(tmp_path)
    path = tmp_path / "known.json"
    count = write_baseline(path, [checked])
    assert count == len(checked.refused) > 1
    assert read_baseline(path) == {item.fingerprint for item in checked.refused}
    (first, *_) = json.loads(path.read_bytes())["baseline"]
    assert set(first) == {"fingerprint", "path", "key", "status"}


def test_an_older_baseline_is_replaced_and_another_file_is_not(tmp_path: Path) -> None:
    path = tmp_path / "known.json"
    write_baseline(path, [check_text(tmp_path)])
    write_baseline(path, [])
    assert read_baseline(path) == frozenset()
    paper = tmp_path / "paper.md"
    before = paper.read_bytes()
    with pytest.raises(ArsError, match="is no baseline"):
        write_baseline(paper, [])
    assert paper.read_bytes() == before


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"baseline": {}}', '{"baseline": [1]}', '{"baseline": [{}]}',
     '{"baseline": [{"fingerprint": 1}]}', "[" * 100_000, "\ufffe"],
)  # fmt: skip
def test_what_is_no_baseline_is_said_to_be_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / "known.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ArsError, match="is no baseline of ars check"):
        read_baseline(path)


def test_one_that_is_not_there_is_said_how_to_write(tmp_path: Path) -> None:
    with pytest.raises(ArsError, match="cannot be read") as caught:
        read_baseline(tmp_path / "gone.json")
    assert "--write-baseline" in str(caught.value)
    with pytest.raises(ArsError, match="cannot be written"):
        write_baseline(tmp_path / "gone" / "known.json", [])
