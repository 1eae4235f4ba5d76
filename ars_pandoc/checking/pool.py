"""Work on all cores, in order, that can be stopped at any time."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import active_children
from typing import TypeVar

from ars_pandoc.base.errors import ArsError

_MANY = 4
"""From so many documents on a process for each core is worth its start."""

T = TypeVar("T")
R = TypeVar("R")


def on_all_cores(work: Callable[[T], R], jobs: Sequence[T]) -> Iterator[R]:
    """Do each job, several at once, and give the results in the order of the jobs.

    Args:
        work: A function of a module: another process must find it by its name.
        jobs: What it gets; jobs and results can be pickled.

    Raises:
        ArsError: A process was ended from outside.
    """
    pool = _pool(len(jobs))
    try:
        # Not `map`, which cancels what is left: a pool then waits for its processes for ever.
        for future in [pool.submit(work, job) for job in jobs]:
            yield future.result()
    except BrokenExecutor:
        raise ArsError(
            "the check was cut short: one of its processes was ended from outside",
            why="the memory of this machine may not do for so many documents at once",
            steps=["check fewer documents at a time"],
        ) from None
    except BaseException:  # nobody waits for the rest
        for child in active_children():
            child.terminate()
        raise
    finally:
        pool.shutdown()


def _pool(jobs: int) -> Executor:
    cores = os.cpu_count() or 1
    if jobs >= _MANY:
        return ProcessPoolExecutor(min(cores, jobs), initializer=_leave_interrupts)
    # Pandoc is a process of its own in any case, and takes most of the time.
    return ThreadPoolExecutor(min(cores, jobs))


def _leave_interrupts() -> None:
    """Leave Ctrl-C to the process that started this one: it says so once, without a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
