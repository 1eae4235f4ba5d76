"""Every Pandoc that reads something is started here: bounded in time and memory (contract §7).

A manuscript of 21 bytes, twenty `[` and a letter, keeps Pandoc for minutes, and one of some
megabytes can take all memory. The defaults are such that no honest book meets them.
"""

from __future__ import annotations

import math
import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ars_pandoc.base.bounded import seconds
from ars_pandoc.base.bounded_run import OverSizeError, OverTimeError, run_bounded
from ars_pandoc.base.errors import ArsError
from ars_pandoc.pandoc.executable import Pandoc

TIME = "ARS_TIME_LIMIT"
MEMORY = "ARS_MEMORY_LIMIT"
TIME_OPTION = "--time-limit"
MEMORY_OPTION = "--memory-limit"

LONGEST = 300
"""So many seconds of the processor the largest document may take, where nobody says otherwise."""

DEFAULT_MEMORY = 2 << 30
"""So much heap Pandoc may take for a document: a text of 5 MB, the size of a Bible, takes 0.6 GB."""

_LEAST_MEMORY = 64 << 20  # Pandoc's own start
_UNITS = {"": 20, "M": 20, "MB": 20, "G": 30, "GB": 30}
_EXHAUSTED = 251
"""The exit status of a program of Haskell that has no memory left."""
_KILLED = 9


@dataclass(frozen=True, slots=True)
class Limits:
    """What one Pandoc may take.

    Attributes:
        seconds: Of the processor; of the clock twice as many.
        memory: Bytes of heap.
    """

    seconds: float
    memory: int = DEFAULT_MEMORY

    @property
    def memory_text(self) -> str:
        """The memory in words."""
        megabytes = self.memory >> 20
        return f"{megabytes >> 10} GB" if megabytes % 1024 == 0 else f"{megabytes} MB"


QUESTION = Limits(30)
"""For what reads no document: a version, a list of extensions."""


class LimitError(Exception):
    """Pandoc met a limit and was ended.

    Attributes:
        says: What happened, as a clause: `did not come to an end within 10 s`.
        remedy: What allows more.
        slow: Whether it was the time.
    """

    def __init__(self, says: str, remedy: str, *, slow: bool) -> None:
        super().__init__(f"Pandoc {says}")
        self.says = says
        self.remedy = remedy
        self.slow = slow


def limits_of(environment: Mapping[str, str], size: int = 0) -> Limits:
    """Return the limits for reading a document: those of the environment, else the defaults.

    Args:
        environment: With `ARS_TIME_LIMIT` and `ARS_MEMORY_LIMIT`, which the options set.
        size: Of what is read, in bytes: large texts may take longer.

    Raises:
        ArsError: A variable has no such value.
    """
    given, memory = environment.get(TIME, "").strip(), environment.get(MEMORY, "").strip()
    return Limits(
        read_seconds(given, TIME) if given else seconds(size, LONGEST),
        read_memory(memory, MEMORY) if memory else DEFAULT_MEMORY,
    )


def read_seconds(text: str, name: str = TIME_OPTION) -> float:
    """Read a time limit.

    Args:
        text: Seconds, such as `30`.
        name: The option or variable that gives it.

    Raises:
        ArsError: It is none.
    """
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise ArsError(f"{name} is no number of seconds: '{text}'", steps=[f"write {name}=30"])
    return value


def read_memory(text: str, name: str = MEMORY_OPTION) -> int:
    """Read a memory limit and return it in bytes; Pandoc itself needs 64 MB.

    Args:
        text: Such as `500M` or `2G`; a number alone is megabytes.
        name: The option or variable that gives it.

    Raises:
        ArsError: It is none, or too small for any Pandoc.
    """
    found = re.fullmatch(r"(\d{1,9}(?:\.\d{1,3})?)\s*([A-Za-z]{0,2})", text.strip())
    unit = _UNITS.get(found[2].upper()) if found else None
    if found is None or unit is None:
        raise ArsError(f"{name} is no size: '{text}'", steps=[f"write {name}=2G or 500M"])
    size = int(float(found[1]) * (1 << unit))
    if size < _LEAST_MEMORY:
        least = f"{_LEAST_MEMORY >> 20}M"
        raise ArsError(
            f"{name} is too small: '{text}'",
            why=f"Pandoc takes {least} to start",
            steps=[f"write {name}={least} or more"],
        )
    return size


def pandoc_command(pandoc: Pandoc, memory: int, arguments: Sequence[str]) -> list[str]:
    """Return a command line of Pandoc with its memory bounded.

    Args:
        pandoc: The Pandoc.
        memory: Bytes of heap.
        arguments: Its own arguments; behind `--RTS` none of them, nor a file's name, speaks to
            the program's runtime.
    """
    return [str(pandoc.path), "+RTS", f"-M{memory >> 20}m", "--RTS", *arguments]


def run_pandoc(
    pandoc: Pandoc,
    arguments: Sequence[str],
    limits: Limits,
    *,
    data: bytes | None = None,
    **more: Any,
) -> subprocess.CompletedProcess[bytes]:
    """Run Pandoc and return what it says, or end it with all that it started.

    Args:
        pandoc: The Pandoc.
        arguments: Its arguments.
        limits: What it may take.
        data: What it gets on standard input; nothing if None.
        more: As for `run_bounded`.

    Raises:
        LimitError: It met a limit.
        ArsError: It cannot be started.
    """
    command = pandoc_command(pandoc, limits.memory, arguments)
    try:
        done = run_bounded(command, limits.seconds, data=data, **{"largest": limits.memory, **more})
    except OverTimeError:
        raise too_slow(limits) from None
    except OverSizeError:
        raise too_large(limits) from None
    except OSError as error:
        raise ArsError(
            "Pandoc cannot be started", where=str(pandoc.path), why=error.strerror or str(error)
        ) from None
    if done.returncode in (_EXHAUSTED, -_KILLED):
        raise too_large(limits)
    return done


def ask_pandoc(
    pandoc: Pandoc, arguments: Sequence[str], limits: Limits = QUESTION, **more: Any
) -> subprocess.CompletedProcess[bytes]:
    """Run Pandoc as `run_pandoc` does, where a limit that is met is an error for the user.

    Raises:
        ArsError: It met a limit, or cannot be started.
    """
    try:
        return run_pandoc(pandoc, arguments, limits, **more)
    except LimitError as error:
        raise ArsError(
            str(error),
            where=f"{pandoc.path} {' '.join(arguments)}",
            steps=["try again: this machine may be too busy", error.remedy],
        ) from None


def too_slow(limits: Limits) -> LimitError:
    """Return the error for a Pandoc whose time was over."""
    return LimitError(
        f"did not come to an end within {limits.seconds:g} s",
        f"allow it more time: {TIME_OPTION} {4 * limits.seconds:g}, or {TIME}",
        slow=True,
    )


def too_large(limits: Limits) -> LimitError:
    """Return the error for a Pandoc that took, or wrote, more than it may."""
    return LimitError(
        f"needs more memory than {limits.memory_text}",
        f"allow it more memory: {MEMORY_OPTION} {2 * limits.memory >> 20}M, or {MEMORY}",
        slow=False,
    )
