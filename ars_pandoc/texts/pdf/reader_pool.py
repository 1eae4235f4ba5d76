"""Processes that read PDFs, kept from one PDF to the next: their start takes longer than most PDFs.

As many as read at the same time are kept, and end with this process. Where the system cannot fork,
each PDF has a process of its own.
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress

from ars_pandoc.base.bounded import STOPPED, limits
from ars_pandoc.texts.pdf.child import ANSWERED, ASKED

_MODULE = "ars_pandoc.texts.pdf.child"
_PIECE = 1 << 16
_STOPPED = -9


class TooSlowError(Exception):
    """A PDF takes longer than it may."""


def read_pdf(data: bytes, password: str, most: int) -> tuple[int, bytes]:
    """Have a PDF read by a process that is bounded in time and memory.

    Args:
        data: The PDF.
        password: Of an encrypted one, or "".
        most: So many seconds of the processor it may take; of the clock, which runs ahead of it on
            a busy machine, twice as many.

    Returns:
        The exit code of `child` (negative where the process was ended) and what it wrote.

    Raises:
        TooSlowError: It took longer; the process was ended.
    """
    if not hasattr(os, "fork"):
        return _once(data, password, most)
    with _lock:
        reader = _idle.pop() if _idle else None
    fresh = reader is None
    reader = reader or _Reader()
    answer = reader.ask(data, password.encode(), most)
    if answer is None and not fresh:
        # It may have ended while nothing was asked of it: that is not this PDF's fault.
        reader = _Reader()
        answer = reader.ask(data, password.encode(), most)
    if answer is None:
        return _STOPPED, b""
    with _lock:
        _idle.append(reader)
    return _in_time(*answer)


def _in_time(code: int, written: bytes) -> tuple[int, bytes]:
    if -code in STOPPED:
        raise TooSlowError
    return code, written


class _Reader:
    """One process."""

    def __init__(self) -> None:
        # A session of its own: all that it forks ends with it, and Ctrl-C comes to us alone.
        self._process = subprocess.Popen(
            [sys.executable, "-m", _MODULE, "--serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            **limits(),
        )
        with _lock:
            _all.append(self)

    def ask(self, data: bytes, password: bytes, most: int) -> tuple[int, bytes] | None:
        """Return the answer about a PDF; None if the process is gone.

        Raises:
            TooSlowError: It did not come in time.
        """
        until = time.monotonic() + 2 * most
        late = threading.Timer(2 * most, self.end)
        late.daemon = True
        late.start()
        try:
            pipe = self._process.stdin
            if pipe is None:
                return None
            # Not among the arguments, which everybody on the machine can see.
            pipe.write(ASKED.pack(most, len(password), len(data)) + password)
            pipe.write(data)
            pipe.flush()
            head = self._read(ANSWERED.size)
            code, length = ANSWERED.unpack(head)
            return code, self._read(length)
        except (OSError, ValueError, EOFError):
            self.end()
            if time.monotonic() >= until:
                raise TooSlowError from None
            return None
        except BaseException:  # Ctrl-C: what it would still answer belongs to nobody
            self.end()
            raise
        finally:
            late.cancel()

    def _read(self, length: int) -> bytes:
        pipe = self._process.stdout
        got = b"" if pipe is None else pipe.read(length)
        if len(got) < length:
            raise EOFError
        return got

    def end(self) -> None:
        """End the process and all that it forked."""
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        with _lock, suppress(ValueError):
            _all.remove(self)


_lock = threading.Lock()
_idle: list[_Reader] = []
_all: list[_Reader] = []


@atexit.register
def end_all() -> None:
    """End all processes that were kept."""
    with _lock:
        readers = list(_all)
        _idle.clear()
    for reader in readers:
        reader.end()


def _forget() -> None:
    """Leave the processes to the one that this one was forked from: they are its own."""
    global _lock  # noqa: PLW0603 (a thread of the other may hold it)
    _lock = threading.Lock()
    _idle.clear()
    _all.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def _once(data: bytes, password: str, most: int) -> tuple[int, bytes]:
    try:
        done = subprocess.run(
            [sys.executable, "-m", _MODULE],
            input=password.encode().replace(b"\n", b"") + b"\n" + data,
            capture_output=True,
            check=False,
            timeout=2 * most,
            **limits(most),
        )
    except subprocess.TimeoutExpired:
        raise TooSlowError from None
    if done.returncode == 1:
        return 1, done.stderr.strip().rpartition(b"\n")[2]
    return _in_time(done.returncode, done.stdout)
