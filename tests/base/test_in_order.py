"""Results in order whatever is done first, and an end whatever stops it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import active_children
from pathlib import Path

import pytest

from ars_pandoc.base.in_order import in_order, on_all_cores


def lost(number: int) -> int:
    return -number


def with_processes(work: Callable[[int], int], things: Sequence[int]) -> Iterator[int]:
    return on_all_cores(work, things, lost)


Way = Callable[[Callable[[int], int], Sequence[int]], Iterator[int]]


def slow_if_even(number: int) -> int:
    time.sleep(0.02 if number % 2 == 0 else 0)
    return number * 10


def process_of(number: int) -> int:
    return os.getpid() if number else 0


def fail_at_two(number: int) -> int:
    if number == 2:
        raise ValueError("two")
    return number


def ends_its_process(number: int) -> int:
    if number == 2:
        os._exit(9)
    return number


@pytest.mark.parametrize("way", [in_order, with_processes])
@pytest.mark.parametrize("count", [0, 1, 3, 7])
def test_results_come_in_order(way: Way, count: int) -> None:
    assert list(way(slow_if_even, range(count))) == [number * 10 for number in range(count)]


@pytest.mark.parametrize("way", [in_order, with_processes])
@pytest.mark.parametrize("count", [3, 6])
def test_an_error_comes_in_its_turn(way: Way, count: int) -> None:
    results = way(fail_at_two, range(count))
    assert [next(results), next(results)] == [0, 1]
    with pytest.raises(ValueError, match="two"):
        next(results)


def test_after_an_error_what_has_not_begun_is_not_done() -> None:
    begun: list[int] = []
    stop = threading.Event()

    def work(number: int) -> int:
        begun.append(number)
        if number == 0:
            raise ValueError("none")
        stop.wait(0.05)
        return number

    many = 40 * (os.cpu_count() or 1)
    with pytest.raises(ValueError, match="none"):
        list(in_order(work, range(many)))
    stop.set()
    assert len(begun) < many


def test_few_things_start_no_process_and_many_do() -> None:
    assert set(on_all_cores(process_of, [1, 1, 1], lost)) == {os.getpid()}
    assert os.getpid() not in set(on_all_cores(process_of, [1, 1, 1, 1], lost))


def test_a_process_that_was_ended_costs_its_one_thing_and_the_others_go_on() -> None:
    assert list(on_all_cores(ends_its_process, range(9), lost)) == [0, 1, -2, 3, 4, 5, 6, 7, 8]
    assert not active_children()


STOPPED = """\
import os, time
from ars_pandoc.base.in_order import on_all_cores

def work(number):
    os.write(1, b"begun\\n")  # as one, beside the other processes
    time.sleep(30)

if __name__ == "__main__":
    try:
        list(on_all_cores(work, range(4), print))
    except KeyboardInterrupt:
        print("stopped", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent as a POSIX signal")
def test_ctrl_c_ends_all_processes_at_once_and_is_said_once(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(STOPPED, "utf-8")
    started = time.monotonic()
    running = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "begun\n"
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does, to all of them
    out, err = running.communicate(timeout=25)
    assert out.splitlines().count("stopped") == 1
    assert "Traceback" not in err
    assert time.monotonic() - started < 25
