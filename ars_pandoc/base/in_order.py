"""Work on many things at once, with results in order, that can be stopped at any time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TypeVar

from ars_pandoc.base.bounded_run import end_all, end_with_us

_MANY = 4
"""From so many things on a process for each core is worth its start."""

_MOMENT = 0.1

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
    futures = [pool.submit(work, thing) for thing in things]
    try:
        for future in futures:
            yield future.result()
    except KeyboardInterrupt:
        pool.shutdown(wait=False, cancel_futures=True)
        # What the threads wait for has a group of its own, which no Ctrl-C reaches.
        while not all(future.done() for future in futures):
            end_all()
            wait(futures, _MOMENT)
        raise
    finally:  # after an error nobody waits for the rest
        pool.shutdown(cancel_futures=True)


def on_all_cores(
    work: Callable[[T], R],
    things: Sequence[T],
    lost: Callable[[T], R],
    *,
    most: int | None = None,
) -> Iterator[R]:
    """Do the work on each thing, in processes where there are many, and return the results in order.

    Args:
        work: A function of a module: another process must find it by its name.
        things: What it gets; things and results can be pickled.
        lost: Gives the result for a thing whose process was ended from outside; the others go on.
        most: How many processes at most; one for each core by default.
    """
    if len(things) < _MANY:
        yield from in_order(work, things)
        return
    from ars_pandoc.base.worker_pool import Lost, WorkerPool

    pool = WorkerPool(work, min(most or _cores(), len(things)))
    for thing, result in zip(things, pool.results(things), strict=True):
        yield lost(thing) if isinstance(result, Lost) else result


def _cores() -> int:
    return os.cpu_count() or 1
