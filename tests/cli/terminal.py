"""Run `ars` on a terminal of its own, as a person would."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Sequence
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


def converse(
    arguments: list[str],
    folder: Path,
    turns: Sequence[tuple[str, bytes | Callable[[str], bytes]]],
    rows: int = 50,
    columns: int = 100,
    *,
    seconds: float = 60,
) -> tuple[int, str]:
    """Start `ars` on a terminal and answer it.

    Args:
        arguments: The command line behind `ars`.
        folder: Where it runs.
        turns: What to wait for in what it shows since the last turn, and the keys to press then;
            or what says which, by what is shown since.
        rows: The terminal's height.
        columns: Its width, whatever the environment says.
        seconds: So long it may take.

    Returns:
        The exit code and all that was shown, with plain line ends.
    """
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=folder,
        env={
            # These would count before the terminal's own size.
            **{k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")},
            "PYTHONPATH": str(Path(__file__).parents[2]),
            "TERM": "xterm-256color",
        },
        start_new_session=True,
    )
    left = list(turns)
    shown, seen, deadline = b"", 0, time.monotonic() + seconds
    while time.monotonic() < deadline:
        ended = process.poll() is not None
        if select.select([ours], [], [], 0.1)[0]:
            shown += os.read(ours, 4096)
        elif ended:
            break
        if left and not ended and left[0][0].encode() in shown[seen:]:
            keys = left.pop(0)[1]
            pressed = keys if isinstance(keys, bytes) else keys(shown[seen:].decode())
            seen = len(shown)
            # Python can miss a Ctrl-C between showing the prompt and reading, and a terminal drops
            # what was pressed before it reads single keys.
            time.sleep(0.2)
            os.write(ours, pressed)
    os.close(theirs)
    os.close(ours)
    assert not left, f"never asked: {left[0][0]!r}\n{shown.decode()}"
    return process.wait(timeout=10), shown.decode().replace("\r\n", "\n")
