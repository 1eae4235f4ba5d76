"""What a command takes: its processor time and memory, and those of the processes it waits for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

# In a process of its own: Linux tells of a child also the memory that its parent once had, and of
# all children together the largest so far, whichever test began it.
_MEASURES = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(done.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss)
"""


class Used(NamedTuple):
    """The exit code of a command, its processor seconds (the clock of a busy machine says nothing)
    and its largest process in kilobytes."""

    code: int
    seconds: float
    kilobytes: int


def used(*command: str, folder: Path | None = None) -> Used:
    """Run a command and return what it took.

    Args:
        command: A program and its arguments.
        folder: Where it runs.
    """
    done = subprocess.run(
        [sys.executable, "-c", _MEASURES, *command],
        cwd=folder,
        stdout=subprocess.PIPE,
        check=True,
    )
    code, seconds, kilobytes = done.stdout.split()
    return Used(int(code), float(seconds), int(kilobytes))
