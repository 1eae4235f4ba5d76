from __future__ import annotations

import signal
import threading

import pytest

from ars_pandoc.base.interrupts import undivided


def test_a_block_is_done_as_a_whole_and_then_stopped() -> None:
    done: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        with undivided():
            signal.raise_signal(signal.SIGINT)
            done.append(1)
            signal.raise_signal(signal.SIGINT)
            done.append(2)
        done.append(3)
    assert done == [1, 2]


def test_the_handler_comes_back_whatever_happens() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(ValueError, match="x"), undivided():
        assert signal.getsignal(signal.SIGINT) != before
        raise ValueError("x")
    assert signal.getsignal(signal.SIGINT) == before


def test_who_ignores_ctrl_c_goes_on_ignoring_it() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with undivided():
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


def test_another_thread_has_no_signals_to_hold() -> None:
    done: list[bool] = []

    def work() -> None:
        with undivided():
            done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [True]
