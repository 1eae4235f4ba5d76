#!/usr/bin/env python3
"""The citation gate from a checkout, without installing it.

    pandoc --filter path/to/filters/ars-gate.py paper.md -o paper.pdf

It needs Python 3.10 and PyYAML; where this Python lacks one of them, that of the
checkout's own `.venv` (made by `make setup`) is taken.
"""

import importlib.util
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OWN_PYTHON = ROOT / ".venv" / "bin" / "python"
# Set for the Python that is handed on to, so that one which lacks something too hands on to none.
HANDED_ON = "ARS_GATE_HANDED_ON"


def main() -> None:
    """Start the gate, or say what is missing."""
    usable = sys.version_info >= (3, 10) and importlib.util.find_spec("yaml") is not None
    handed_on = os.environ.pop(HANDED_ON, None) is not None
    if not usable and OWN_PYTHON.exists() and not handed_on:
        os.environ[HANDED_ON] = "1"
        os.execv(OWN_PYTHON, [str(OWN_PYTHON), __file__, *sys.argv[1:]])
    if not usable:
        sys.stderr.write(
            f"ars-gate: {sys.executable} cannot run it: Python 3.10 or later with PyYAML is needed\n"
            f"  next: make setup in {ROOT}, or {sys.executable} -m pip install {ROOT}\n"
        )
        sys.exit(2)
    sys.path.insert(0, str(ROOT))
    from ars_pandoc.gate import main as run_gate

    run_gate()


if __name__ == "__main__":
    main()
