"""Bounds on what a hostile file may take."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ars_pandoc.base.bounded import SECONDS, limits, seconds


@pytest.mark.parametrize(
    ("size", "most"), [(0, 10), (49_999, 10), (50_000, 11), (10**6, 30), (10**12, SECONDS)]
)
def test_a_large_file_may_take_longer_up_to_a_bound(size: int, most: int) -> None:
    assert seconds(size) == most


@pytest.mark.skipif(sys.platform == "win32", reason="no such limits there")
def test_a_bounded_process_writes_no_file_and_has_its_time(tmp_path: object) -> None:
    program = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "print(resource.getrlimit(resource.RLIMIT_CPU)[0])\n"
        f"import pathlib; pathlib.Path({str(tmp_path)!r}, 'x').write_text('x')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, **limits()
    )
    assert done.stdout == f"{SECONDS}\n"
    assert "OSError" in done.stderr
