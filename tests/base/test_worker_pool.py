"""Processes that work: each result in its turn, and what becomes of those that are lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from multiprocessing import active_children
from pathlib import Path

import pytest

from ars_pandoc.base.worker_pool import Lost, WorkerPool


def twice(number: int) -> int:
    return 2 * number


def with_trouble(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 4:
        time.sleep(60)
    return number


def raises(number: int) -> int:
    if number == 2:
        raise ValueError("two")
    if number == 3:
        raise _OddError(lambda: number)
    return number


class _OddError(Exception):
    """An exception that cannot pass between processes."""

    def __init__(self, held: Callable[[], int]) -> None:
        super().__init__("odd")
        self.held = held


def second(number: int) -> float:
    return 1 if number == 4 else 50


def test_results_come_in_order_and_no_process_is_left() -> None:
    assert list(WorkerPool(twice, 2).results(range(50))) == [2 * n for n in range(50)]
    assert not active_children()


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
def test_a_killed_and_a_late_process_cost_their_one_piece_each() -> None:
    got = list(WorkerPool(with_trouble, 2, second).results(range(8)))
    assert got == [0, 1, 2, Lost(late=False), Lost(late=True), 5, 6, 7]
    assert not active_children()


def test_what_the_work_raises_is_raised_in_its_turn() -> None:
    results = WorkerPool(raises, 2).results(range(8))
    assert [next(results), next(results)] == [0, 1]
    with pytest.raises(ValueError, match="two"):
        next(results)
    assert not active_children()


def test_an_exception_that_cannot_be_sent_is_told_in_words() -> None:
    results = WorkerPool(raises, 1).results([3])
    with pytest.raises(RuntimeError, match="_OddError: odd"):
        next(results)


def test_results_are_not_heaped_up_before_their_turn(tmp_path: Path) -> None:
    done = tmp_path / "done"
    done.mkdir()
    results = WorkerPool(_Marks(done), 2).results(range(200))
    next(results)
    time.sleep(0.3)
    assert len(list(done.iterdir())) < 30
    results.close()  # type: ignore[attr-defined]
    assert not active_children()


class _Marks:
    """Work that leaves a trace."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, number: int) -> int:
        (self.folder / str(number)).touch()
        return number


KILLED = """\
import os, sys, time
from ars_pandoc.base.worker_pool import WorkerPool

def work(number):
    os.write(1, b"%d\\n" % os.getpid())
    time.sleep(2)

if __name__ == "__main__":
    list(WorkerPool(work, 2).results(range(9)))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
def test_the_processes_end_when_the_one_that_started_them_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(KILLED, "utf-8")
    running = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    workers = [int(running.stdout.readline()) for _ in range(2)]
    running.kill()
    running.wait()
    until = time.monotonic() + 20
    while any(Path(f"/proc/{pid}").exists() for pid in workers) and time.monotonic() < until:
        time.sleep(0.1)
    for pid in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    running.stdout.close()
