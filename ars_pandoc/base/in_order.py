"""Work on many things at once, with results in order, that can be stopped at any time."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import active_children
from typing import TypeVar

from ars_pandoc.base.bounded_run import end_all, end_with_us
from ars_pandoc.base.errors import ArsError

_MANY = 4
"""From so many things on a process for each core is worth its start."""

T = TypeVar("T")
R = TypeVar("R")


def in_order(work: Callable[[T], R], things: Sequence[T]) -> Iterator[R]:
    """Do the work on each thing in threads, several at once, and return the results in order.

    For work that waits for another program, such as Pandoc.

    Args:
        work: What to do with a thing.
        things: What it gets.
    """
    end_with_us()
    pool = ThreadPoolExecutor(min(_cores(), len(things)) or 1)
    try:
        for future in [pool.submit(work, thing) for thing in things]:
            yield future.result()
    except KeyboardInterrupt:
        end_all()  # what the threads wait for has a group of its own, which no Ctrl-C reaches
        raise
    finally:  # after an error nobody waits for the rest
        pool.shutdown(cancel_futures=True)


def on_all_cores(work: Callable[[T], R], things: Sequence[T]) -> Iterator[R]:
    """Do the work on each thing, in processes where there are many, and return the results in order.

    Args:
        work: A function of a module: another process must find it by its name.
        things: What it gets; things and results can be pickled.

    Raises:
        ArsError: A process was ended from outside.
    """
    if len(things) < _MANY:
        yield from in_order(work, things)
        return
    pool = ProcessPoolExecutor(min(_cores(), len(things)), initializer=_leave_interrupts)
    try:
        # Not `map`, which cancels what is left: a pool then waits for its processes for ever.
        for future in [pool.submit(work, thing) for thing in things]:
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


def _cores() -> int:
    return os.cpu_count() or 1


def _leave_interrupts() -> None:
    """Leave Ctrl-C to the process that started this one: it says so once, without a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
