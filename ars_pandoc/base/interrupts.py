"""Ctrl-C held back while what belongs together is done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def undivided() -> Iterator[None]:
    """Hold Ctrl-C back until the block has ended: it is done as a whole, or was not begun.

    Raises:
        KeyboardInterrupt: Behind the block, if Ctrl-C was pressed within it.
    """
    before = signal.getsignal(signal.SIGINT)
    in_main = threading.current_thread() is threading.main_thread()
    if not in_main or before is None or before == signal.SIG_IGN:
        yield
        return
    pressed: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt
