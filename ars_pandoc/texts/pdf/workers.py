"""Shares the pages of a long PDF among processes, where the system can fork."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from itertools import pairwise
from typing import Any, TypeVar

import orjson

from ars_pandoc.base.bounded import SECONDS

_FEW_PAGES = 40
_MOST_WORKERS = 4

T = TypeVar("T")


def processors() -> int:
    """Return how many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def shared(
    read: Callable[[int], T], decode: Callable[[Any], T], count: int, workers: int
) -> list[T]:
    """Read pages, the parts of a long file at the same time.

    Args:
        read: Reads the page of a number, into dataclasses that JSON can hold.
        decode: Makes a page of its JSON.
        count: How many pages there are.
        workers: So many processes may work.
    """
    workers = min(workers, _MOST_WORKERS, count // (_FEW_PAGES // 2))
    if workers < 2 or not hasattr(os, "fork"):
        return [read(number) for number in range(count)]
    bounds = [count * part // workers for part in range(workers + 1)]
    parts = list(pairwise(bounds[1:]))
    helpers = [_start(read, low, high) for low, high in parts]
    pages = [read(number) for number in range(bounds[1])]
    for (process, pipe), (low, high) in zip(helpers, parts, strict=True):
        with os.fdopen(pipe, "rb") as written:
            data = written.read()
        _, status = os.waitpid(process, 0)
        # A helper that came to grief leaves its pages to this process, which fares alike or better.
        if status == 0:
            pages += map(decode, orjson.loads(data))
        else:
            pages += [read(number) for number in range(low, high)]
    return pages


def _start(read: Callable[[int], T], low: int, high: int) -> tuple[int, int]:
    ours, theirs = os.pipe()
    process = os.fork()
    if process:
        os.close(theirs)
        return process, ours
    try:
        signal.alarm(SECONDS)  # it must not outlive the one that started it
        os.close(ours)
        data = orjson.dumps([read(number) for number in range(low, high)])
        with os.fdopen(theirs, "wb") as pipe:
            pipe.write(data)
        os._exit(0)
    except BaseException:  # nothing of this process may run on in a helper
        os._exit(1)
