"""What all tests share: the Pandocs of this machine, and the gate behind a real one."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import settings

from ars_pandoc.pandoc.executable import Pandoc, bundled_pandoc, find_pandoc

ROOT = Path(__file__).resolve().parent.parent
GATE = shutil.which("ars-gate", path=str(Path(sys.executable).parent)) or "ars-gate"

# A busy machine has no steady clock. By day the examples are always the same, so that a change is
# judged by what it changed; `make fuzz` and `make fuzz-night` look for new ones.
settings.register_profile("day", deadline=None, derandomize=True)
settings.register_profile("night", deadline=None, max_examples=10_000)
NIGHT = os.environ.get("HYPOTHESIS_PROFILE") == "night"
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "day"))

# A shell starts what runs in its background with Ctrl-C ignored, and programs inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


# What a run keeps is its own: nothing outside decides, and nothing is left behind.
_CACHE = tempfile.TemporaryDirectory(prefix="ars-tests-", ignore_cleanup_errors=True)
os.environ["ARS_CACHE_DIR"] = _CACHE.name


def examples(by_day: int) -> int:
    """Return how many examples a law is tried on that takes long for each: all at night."""
    return settings.default.max_examples if NIGHT and settings.default else by_day


def all_pandocs() -> list[Pandoc]:
    """Give the bundled Pandoc and the one on PATH, if that is another version."""
    pandocs = [bundled_pandoc()]
    if (other := find_pandoc()).version != pandocs[0].version:
        pandocs.append(other)
    return pandocs


PANDOCS = all_pandocs()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what starts a real Pandoc for each test, so that `make quick` can leave it out."""
    for item in items:
        if "pandoc" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.pandoc)


@pytest.fixture(params=PANDOCS, ids=lambda pandoc: f"pandoc-{pandoc.version_text}")
def pandoc(request: pytest.FixtureRequest) -> Pandoc:
    """Each Pandoc of this machine in turn."""
    chosen: Pandoc = request.param
    return chosen


def clean_environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """Give the environment without what a developer may have set for ars-pandoc."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("ARS_", "QUARTO_")) and name not in ("NO_COLOR", "FORCE_COLOR")
    }
    return {**kept, **(extra or {})}


def run_pandoc(
    pandoc: Pandoc,
    arguments: Sequence[str],
    *,
    folder: Path,
    text: str | None = None,
    environment: Mapping[str, str] | None = None,
    gate: str = GATE,
) -> subprocess.CompletedProcess[str]:
    """Run Pandoc with the gate as its first filter, in a folder."""
    return subprocess.run(
        [str(pandoc.path), "--filter", gate, *arguments],
        cwd=folder,
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=clean_environment(environment),
        timeout=120,
        check=False,
    )
