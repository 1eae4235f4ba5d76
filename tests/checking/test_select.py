from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.checking.baseline import read_baseline, write_baseline
from ars_pandoc.checking.select import Selection, select, without_known
from tests.checking.papers import check_text


@pytest.mark.parametrize(
    ("selection", "keys"),
    [
        (Selection(), ["read", "read", "unread", "gone", "unread", None]),
        (Selection(sections=("introd",)), ["read", "unread", "gone"]),
        (Selection(keys=("un*",)), ["unread", "unread"]),
        (Selection(sections=("Results",), keys=("unread",)), ["unread"]),
        (Selection(files=("paper.md",)), ["read", "read", "unread", "gone", "unread", None]),
        (Selection(files=("other.md",)), []),
    ],
)
def test_select(tmp_path: Path, selection: Selection, keys: list[str | None]) -> None:
    chosen = select(check_text(tmp_path), selection)
    assert [item.finding.citation.key for item in chosen.items] == keys


def test_a_baseline_leaves_new_findings_alone(tmp_path: Path) -> None:
    old = check_text(tmp_path)
    path = tmp_path / "baseline.json"
    assert write_baseline(path, [old]) == 5
    known = read_baseline(path)
    assert without_known(old, known).verdict == "passed"
    new = check_text(tmp_path, "New words [@read] here.\n\nBefore all [@read, p. 1].\n")
    left = without_known(new, known)
    assert [item.position and item.position.line for item in left.refused] == [1]


def test_a_baseline_replaces_no_other_file(tmp_path: Path) -> None:
    path = tmp_path / "notes.json"
    path.write_text("{}")
    with pytest.raises(ArsError, match="no baseline"):
        write_baseline(path, [])
    assert path.read_text() == "{}"
