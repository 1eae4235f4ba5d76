"""Run a command and find out how long it takes and how much memory its processes hold."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

_PAUSE = 0.005
# An installed package has its bytecode; a machine that forbids to write it would compile the whole
# gate at each start.
_ENVIRONMENT = {name: value for name, value in os.environ.items() if name[:6] != "PYTHON"}


def seconds(command: Sequence[str], folder: Path) -> float:
    """Time one run.

    Raises:
        SystemExit: The command failed, with what it said.
    """
    begin = time.perf_counter()
    done = subprocess.run(
        command, cwd=folder, env=_ENVIRONMENT, capture_output=True, text=True, check=False
    )
    taken = time.perf_counter() - begin
    if done.returncode:
        sys.exit(f"{' '.join(command)}\nended with {done.returncode}:\n{done.stderr}")
    return taken


def processor_seconds(
    command: Sequence[str], folder: Path, environment: Mapping[str, str] | None = None
) -> float:
    """Return the processor time of one run, user and system, its children's too.

    On a machine that others use it tells more than the clock.

    Raises:
        SystemExit: The command failed, with what it said.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        command,
        cwd=folder,
        env={**_ENVIRONMENT, **(environment or {})},
        capture_output=True,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace")
        sys.exit(f"{' '.join(command)}\nended with {done.returncode}:\n{said}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def alternating(commands: Mapping[str, Sequence[str]], folder: Path, runs: int) -> dict[str, float]:
    """Time commands in turn, so that a busy moment of the machine hits all alike.

    Args:
        commands: By name.
        folder: The working directory.
        runs: How often each is timed, after one run of each that is not.

    Returns:
        The median of each in seconds.
    """
    times: dict[str, list[float]] = {name: [] for name in commands}
    for run in range(runs + 1):
        for name, command in commands.items():
            taken = seconds(command, folder)
            if run:
                times[name].append(taken)
    return {name: median(values) for name, values in times.items()}


def peak_megabytes(command: Sequence[str], folder: Path) -> float:
    """Find the most memory that a command and all its children hold at one time.

    The resident sizes of all processes of its session are added up every five milliseconds
    (Linux's /proc); `getrusage` would give the largest single one only.
    """
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=_ENVIRONMENT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    peak = 0
    while process.poll() is None:
        peak = max(peak, sum(_resident_kilobytes(process.pid)))
        time.sleep(_PAUSE)
    return peak / 1024


def _resident_kilobytes(session: int) -> list[int]:
    sizes = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        try:
            # The name of a program may hold spaces and parentheses: read behind the last one.
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            if int(fields[3]) == session:
                status = (entry / "status").read_text()
                sizes += [int(row.split()[1]) for row in status.splitlines() if row[:6] == "VmRSS:"]
        except (OSError, ValueError):
            continue  # it ended meanwhile
    return sizes
