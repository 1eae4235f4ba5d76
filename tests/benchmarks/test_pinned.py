"""The trial of pinned sources quotes what stands in them."""

from __future__ import annotations

import subprocess
from pathlib import Path

from benchmarks.pinned import renders, sentence, write


def test_each_quote_is_found_in_its_source_in_the_first_render_and_the_second(
    tmp_path: Path,
) -> None:
    paper = write(tmp_path, 2)
    assert paper.read_text(encoding="utf-8").count("anchor:quote:") == 4
    command = renders(tmp_path, tmp_path / "cache")["ars-gate"]
    for _ in range(2):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert "4 quotes found in their sources" in done.stderr


def test_no_two_sources_share_a_sentence() -> None:
    made = {sentence(number, at) for number in range(40) for at in range(40)}
    assert len(made) == 1600
