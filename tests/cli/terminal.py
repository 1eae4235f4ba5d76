"""Run `ars` on a terminal of its own, as a person would."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

# The new session takes the terminal, so that Ctrl-C reaches it as a signal.
_PROGRAM = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from ars_pandoc.cli import main
sys.exit(main())
"""


def run_on_terminal(arguments: list[str], folder: Path, keys: bytes) -> tuple[int, str]:
    """Start `ars`, press keys once it asks, and give its exit code and all that it showed."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        start_new_session=True,
    )
    shown, press_at, deadline = b"", 0.0, time.monotonic() + 60
    while time.monotonic() < deadline:
        ended = process.poll() is not None
        if select.select([ours], [], [], 0.1)[0]:
            shown += os.read(ours, 4096)
        elif ended:
            break
        # Python can miss a Ctrl-C between showing the prompt and reading: a person presses again.
        if b"[y/N]" in shown and not ended and time.monotonic() > press_at:
            os.write(ours, keys)
            press_at = time.monotonic() + 1
    os.close(theirs)
    os.close(ours)
    return process.wait(timeout=10), shown.decode()
