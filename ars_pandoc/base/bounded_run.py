"""Programs run within bounds, in a process group of their own, that is ended as a whole (contract §7)."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import IO

from ars_pandoc.base.bounded import STOPPED, limits
from ars_pandoc.base.interrupts import undivided

_PIECE = 1 << 16
_OF_THE_CLOCK = 2
"""On a busy machine the clock runs ahead of the processor."""


class OverTimeError(Exception):
    """A program did not come to an end in its time, and was ended."""


class OverSizeError(Exception):
    """A program wrote more than it may, and was ended."""


class Group:
    """A program and all that it starts, to be ended together.

    Args:
        command: The program and its arguments.
        environment: Its environment; that of this process by default.
        stdin: Whether something is written to it.
        keep_errors: Whether what it says on stderr is read.
        processor: Seconds of the processor that it may take at most, or None.
        leave_files: Whether it may write no file at all.

    Raises:
        OSError: It cannot be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        environment: Mapping[str, str] | None = None,
        stdin: bool = False,
        keep_errors: bool = True,
        processor: float | None = None,
        leave_files: bool = False,
    ) -> None:
        end_with_us()
        # From outside where that can be done: what runs between fork and exec may hang in threads.
        inside = processor is not None and sys.platform != "linux"
        bounds = limits(math.ceil(processor or 0), files=not leave_files) if inside else {}
        self.late = False
        # Nobody who ends all may come between its start and its name in the list.
        with _lock, undivided(), _undivided_end():
            self.process = subprocess.Popen(
                command,
                env=environment,
                stdin=subprocess.PIPE if stdin else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE if keep_errors else subprocess.DEVNULL,
                start_new_session=os.name != "nt",
                **bounds,
            )
            _all[id(self)] = self
        if leave_files:
            self._limit("RLIMIT_FSIZE", 0, 0)

    def clock(self, seconds: float) -> threading.Timer:
        """Give the program its time, and start the clock that ends it; cancel it when it is done.

        Args:
            seconds: Of the processor, from now on; of the clock twice as many.
        """
        timer = threading.Timer(_OF_THE_CLOCK * seconds, self._end_late)
        timer.daemon = True
        timer.start()
        # The system counts too: a program whose parent is gone does not run for ever.
        most = math.ceil(self._used() + seconds)
        self._limit("RLIMIT_CPU", most, most + 5)
        return timer

    def _end_late(self) -> None:
        self.late = True
        self.kill()

    def _limit(self, name: str, soft: int, hard: int) -> None:
        """Set a limit of the system for the program, where the system can from outside."""
        if sys.platform != "linux":
            return
        import resource

        with suppress(OSError, ValueError):
            _, highest = resource.prlimit(self.process.pid, getattr(resource, name))
            if highest != resource.RLIM_INFINITY and highest < hard:
                hard = highest
            resource.prlimit(self.process.pid, getattr(resource, name), (min(soft, hard), hard))

    def _used(self) -> float:
        """Return the seconds of the processor that the program has taken, where the system tells."""
        if sys.platform != "linux":
            return 0
        try:
            told = Path(f"/proc/{self.process.pid}/stat").read_bytes()
            fields = told.rpartition(b")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, ValueError, IndexError):
            return 0

    def kill(self) -> None:
        """Have the program and all that it started ended; who waits for it takes it away."""
        kill_group(self.process)

    def end(self) -> int:
        """End the program and all that it started; return how the program itself ended."""
        self.kill()
        return self.ended()

    def ended(self) -> int:
        """Wait for the program, which is at its end, and return its status."""
        status = self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        with _lock:
            _all.pop(id(self), None)
        return status


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """End a program that leads a group of its own, with all that it started."""
    if os.name != "nt":
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        return
    with suppress(OSError):
        # Its children too, which Windows keeps in no group.
        command = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
        subprocess.run(command, capture_output=True, check=False)
    with suppress(OSError):
        process.kill()


def run_bounded(
    command: Sequence[str],
    seconds: float,
    *,
    data: bytes | None = None,
    environment: Mapping[str, str] | None = None,
    largest: int | None = None,
    leave_files: bool = False,
) -> subprocess.CompletedProcess[bytes]:
    """Run a program and return what it says, or end it with all that it started.

    Args:
        command: The program and its arguments.
        seconds: Of the processor that it may take; of the clock twice as many.
        data: What it gets on standard input; nothing if None.
        environment: Its environment; that of this process by default.
        largest: So many bytes it may write to standard output.
        leave_files: Whether it may write no file at all, where the system can hold it to that.

    Raises:
        OverTimeError: It did not come to an end in its time.
        OverSizeError: It wrote more.
        OSError: It cannot be started.
    """
    group = Group(
        command,
        environment=environment,
        stdin=data is not None,
        processor=seconds,
        leave_files=leave_files,
    )
    until = time.monotonic() + _OF_THE_CLOCK * seconds
    timer = group.clock(seconds)
    said: list[bytes] = []
    helpers = [threading.Thread(target=_drain, args=(group.process.stderr, said), daemon=True)]
    if data is not None:
        helpers.append(
            threading.Thread(target=_feed, args=(group.process.stdin, data), daemon=True)
        )
    try:
        for helper in helpers:
            helper.start()
        written = _read(group.process.stdout, largest)
        for helper in helpers:
            helper.join()
        status = group.process.wait(max(0.0, until - time.monotonic()) + 1)
    except subprocess.TimeoutExpired:
        group.late = True
    finally:
        timer.cancel()
        if group.process.returncode is None:
            group.end()  # Ctrl-C too: nobody waits for it
        else:
            group.ended()
    if group.late or -group.process.returncode in STOPPED_BY_TIME:
        raise OverTimeError
    return subprocess.CompletedProcess(command, status, written, b"".join(said))


STOPPED_BY_TIME = tuple(number for number in STOPPED if number != getattr(signal, "SIGKILL", None))
"""How the system ends a process whose time is over."""


def _read(pipe: IO[bytes] | None, largest: int | None) -> bytes:
    pieces: list[bytes] = []
    size = 0
    while pipe is not None and (piece := pipe.read1(_PIECE)):  # type: ignore[attr-defined]
        pieces.append(piece)
        size += len(piece)
        if largest is not None and size > largest:
            raise OverSizeError
    return b"".join(pieces)


def _drain(pipe: IO[bytes] | None, said: list[bytes]) -> None:
    with suppress(OSError, ValueError):
        if pipe is not None:
            said.append(pipe.read())


def _feed(pipe: IO[bytes] | None, data: bytes) -> None:
    # A program that has read enough closes its end.
    with suppress(OSError, ValueError):
        if pipe is not None:
            pipe.write(data)
    with suppress(OSError, ValueError):
        if pipe is not None:
            pipe.close()


_lock = threading.RLock()  # a signal may come to the thread that holds it
_all: dict[int, Group] = {}


def end_all() -> None:
    """End all programs that run within bounds: whoever waits for one is told that it was ended."""
    with _lock:
        groups = list(_all.values())
    for group in groups:
        group.kill()


def end_with_us() -> None:
    """Have the programs ended too where this process is asked to end.

    They have groups of their own, so that no terminal's signal reaches them. Only the main thread
    can say so: who starts programs in others calls this before.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _end)


def _end(number: int, _frame: FrameType | None) -> None:
    if _held is not None:
        _held.append(number)
        return
    end_all()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


_held: list[int] | None = None
"""The signals that came while the main thread starts a program; None while it starts none."""


@contextmanager
def _undivided_end() -> Iterator[None]:
    """Hold back the signals that ask us to end, which come to the main thread."""
    global _held  # noqa: PLW0603 (a signal knows no other place)
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    _held = []
    try:
        yield
    finally:
        held, _held = _held, None
        for number in held:
            _end(number, None)


def _forget() -> None:
    """Leave the programs to the process that this one was forked from: they are its own."""
    global _lock  # noqa: PLW0603 (a thread of the other may hold it)
    _lock = threading.RLock()
    _all.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
