"""Processes that do many pieces of work: one that is ended from outside costs its one piece.

A pool of Python's own gives up all that is left when one of its processes dies. Here each piece
is handed to a process by itself, so that it is known which piece was lost; another process takes
its place.
"""

from __future__ import annotations

import pickle
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import monotonic
from typing import Any, Generic, TypeVar

from ars_pandoc.base.bounded_run import end_all, end_with_us
from ars_pandoc.base.interrupts import undivided

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 8
"""So many pieces for each process may be done before their turn: results are not heaped up."""

_GRACE = 10


@dataclass(frozen=True, slots=True)
class Lost:
    """Why there is no result of a piece of work.

    Attributes:
        late: Whether its time was over; else its process was ended from outside, or ended itself.
    """

    late: bool


@dataclass(slots=True)
class _Worker:
    process: BaseProcess
    pipe: Connection
    number: int | None = None
    until: float = 0


class WorkerPool(Generic[T, R]):
    """A bounded number of processes that do one function's work.

    Args:
        work: What to do with a piece: a function that another process finds by its name.
        count: How many processes.
        seconds: How long a piece may take, by the clock, before its process is ended; None for
            any time.
        method: How a process is started, as `multiprocessing` names it: `spawn` where libraries
            with threads of their own were used, which a copy of this process has no hold of.
    """

    def __init__(
        self,
        work: Callable[[T], R],
        count: int,
        seconds: Callable[[T], float] | None = None,
        method: str | None = None,
    ) -> None:
        self._work = work
        self._count = max(1, count)
        self._seconds = seconds
        self._context: Any = get_context(method)
        self._workers: list[_Worker] = []

    def results(self, pieces: Sequence[T]) -> Iterator[R | Lost]:
        """Do the work on each piece, and give the results in their order.

        Raises:
            BaseException: What the work raised on a piece, when it is that piece's turn.
        """
        end_with_us()
        done: dict[int, tuple[bool, Any]] = {}
        given = 0
        try:
            for turn in range(len(pieces)):
                while turn not in done:
                    given = self._hand_out(pieces, given, turn)
                    self._gather(done)
                ok, value = done.pop(turn)
                if not ok:
                    raise value
                yield value
        except BaseException:  # nobody waits for the rest
            for worker in self._workers:
                worker.process.terminate()
            raise
        finally:
            self._end()

    def _hand_out(self, pieces: Sequence[T], given: int, turn: int) -> int:
        """Give work to each process that has none; return how many pieces were given out."""
        most = min(len(pieces), turn + self._count * _AHEAD)
        while given < most:
            worker = next((one for one in self._workers if one.number is None), None)
            if worker is None:
                if len(self._workers) == self._count:
                    break
                worker = self._start()
            piece = pieces[given]
            try:
                worker.pipe.send(piece)
            except OSError:  # it was ended while it waited: no piece is lost
                self._forget(worker)
                continue
            worker.number = given
            worker.until = 0 if self._seconds is None else monotonic() + self._seconds(piece)
            given += 1
        return given

    def _gather(self, done: dict[int, tuple[bool, Any]]) -> None:
        """Wait for a process, and take what it did."""
        busy = {worker.pipe: worker for worker in self._workers if worker.number is not None}
        times = [worker.until for worker in busy.values() if worker.until]
        rest = max(0.0, min(times) - monotonic()) if times else None
        ready = wait(list(busy), rest)
        for pipe in ready:
            worker = busy[pipe]  # type: ignore[index]
            number, worker.number = worker.number, None
            try:
                result = pickle.loads(worker.pipe.recv_bytes())  # noqa: S301 (of our own)
            except (EOFError, OSError):
                result = True, Lost(late=False)
                self._forget(worker)
            done[int(number or 0)] = result
        if not ready:
            for worker in busy.values():
                if worker.until and worker.until <= monotonic():
                    done[int(worker.number or 0)] = True, Lost(late=True)
                    self._forget(worker)

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        # A forked process has copies of our ends: with them no end of the work would be seen.
        copies = [ours, *(worker.pipe for worker in self._workers)]
        if self._context.get_start_method() != "fork":
            copies = []
        process = self._context.Process(
            target=_serve, args=(self._work, theirs, copies), daemon=True
        )
        with undivided():  # a Ctrl-C in between would end it with a traceback
            process.start()
        theirs.close()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        return worker

    def _forget(self, worker: _Worker) -> None:
        """End a process that is late, or take away one that has ended."""
        self._workers.remove(worker)
        worker.pipe.close()
        if worker.process.is_alive():
            worker.process.terminate()  # it ends what it has started
            worker.process.join(_GRACE)
        if worker.process.is_alive():
            worker.process.kill()
        worker.process.join()

    def _end(self) -> None:
        for worker in self._workers:
            worker.pipe.close()  # it sees that nothing more comes
        for worker in list(self._workers):
            worker.process.join(_GRACE)
            self._forget(worker)


def _serve(work: Callable[[T], R], pipe: Connection, copies: Sequence[Connection]) -> None:
    """Do what comes through a pipe, until nothing more can come."""
    # Ctrl-C is for the process that started this one: it says so once, without a traceback.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    end_with_us()
    for copy in copies:
        with suppress(OSError):
            copy.close()
    while True:
        try:
            piece = pipe.recv()
        except (EOFError, OSError):
            break
        try:
            answer = pickle.dumps((True, work(piece)))
        except Exception as error:  # it is raised again where the results are taken
            answer = _as_bytes(error)
        try:
            pipe.send_bytes(answer)
        except OSError:
            break
    end_all()


def _as_bytes(error: Exception) -> bytes:
    """Return an exception as bytes; one that cannot pass between processes by its words."""
    try:
        data = pickle.dumps((False, error))
        pickle.loads(data)  # noqa: S301 (just written)
    except Exception:  # whatever it holds
        return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))
    return data
