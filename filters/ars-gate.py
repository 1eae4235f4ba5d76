#!/usr/bin/env python3
"""The citation gate from a checkout, without installing it.

    pandoc --filter path/to/filters/ars-gate.py paper.md -o paper.pdf

It needs Python 3.10 and PyYAML, and JSON reports need boltons; where this Python lacks
one of them, that of the checkout's own `.venv` (made by `make setup`) is taken.
"""

import importlib.util
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULES = ("yaml", "boltons")
OWN_PYTHON = ROOT / ".venv" / "bin" / "python"


def main() -> None:
    """Start the gate, or say what is missing."""
    missing = [name for name in MODULES if importlib.util.find_spec(name) is None]
    usable = sys.version_info >= (3, 10) and "yaml" not in missing
    if (
        (missing or not usable)
        and OWN_PYTHON.exists()
        and Path(sys.prefix) != OWN_PYTHON.parent.parent
    ):
        os.execv(OWN_PYTHON, [str(OWN_PYTHON), __file__, *sys.argv[1:]])
    if not usable:
        sys.stderr.write(
            f"ars-gate: {sys.executable} cannot run it: Python 3.10 or later with PyYAML is needed\n"
            f"  next: {sys.executable} -m pip install ars-pandoc, or make setup in the checkout\n"
        )
        sys.exit(2)
    sys.path.insert(0, str(ROOT))
    from ars_pandoc.gate import main as run_gate

    run_gate()


if __name__ == "__main__":
    main()
