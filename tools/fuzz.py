"""Fuzzing: `python -m tools.fuzz SECONDS [TARGET…]`, as `make fuzz` and `make fuzz-night`.

Each target of `tests/fuzz/targets.py` gets an equal share of the time. An input that does harm is
made as small as can be and written to `tests/fuzz/corpus/TARGET/`, where every run of the tests
tries it again: fix what it shows, and give the fault a test of its own name too.
"""

from __future__ import annotations

import hashlib
import random
import sys
import time
import traceback
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.fuzz.targets import TARGETS, Target

CORPUS = Path(__file__).resolve().parent.parent / "tests" / "fuzz" / "corpus"
_ROUND = 40
"""Inputs of one target before the clock is looked at."""


def fuzz(name: str, target: Target, until: float) -> tuple[int, Path | None]:
    """Try inputs of a target until a moment.

    Args:
        name: The target's name.
        target: The target.
        until: When to stop, by `time.monotonic`.

    Returns:
        How many were tried, and the file with one that did harm, or None.
    """
    tried = 0
    last = b""

    while time.monotonic() < until:

        @seed(random.getrandbits(64))
        @given(target.inputs)
        @settings(
            max_examples=_ROUND,
            database=None,
            deadline=None,
            phases=(Phase.generate, Phase.target, Phase.shrink),
            suppress_health_check=list(HealthCheck),
        )
        def hold(data: bytes) -> None:
            nonlocal tried, last
            tried += 1
            if time.monotonic() < until + 60:
                last = data
                target.hold(data)

        try:
            hold()
        except Exception:
            traceback.print_exc()
            path = CORPUS / name / hashlib.sha256(last).hexdigest()[:12]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(last)
            return tried, path
    return tried, None


def main(arguments: list[str]) -> int:
    """Fuzz for some seconds; 1 where something was found."""
    seconds = float(arguments[0]) if arguments else 120.0
    names = arguments[1:] or list(TARGETS)
    harm = 0
    for number, name in enumerate(names):
        start = time.monotonic()
        share = seconds / (len(names) - number)
        tried, path = fuzz(name, TARGETS[name], start + share)
        seconds = max(seconds - (time.monotonic() - start), 1.0)
        said = f"harm done by {path}" if path else "no harm"
        sys.stdout.write(f"{name:14} {tried:7} inputs: {said}\n")
        sys.stdout.flush()
        harm += path is not None
    return 1 if harm else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
