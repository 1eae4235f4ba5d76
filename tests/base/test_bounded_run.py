"""Programs that run without end, swell or leave children: what becomes of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from ars_pandoc.base.bounded_run import (
    Group,
    OverSizeError,
    OverTimeError,
    end_all,
    run_bounded,
)

posix = pytest.mark.skipif(sys.platform == "win32", reason="process groups as POSIX has them")
linux = pytest.mark.skipif(sys.platform != "linux", reason="limits set from outside")


def python(program: str, *arguments: str) -> list[str]:
    return [sys.executable, "-IS", "-c", program, *arguments]


def is_there(pid: int) -> bool:
    """Return whether a process runs: one that has ended and that nobody waited for does not."""
    told = Path(f"/proc/{pid}/stat")
    if told.parent.parent.exists():
        return told.exists() and told.read_text().rpartition(")")[2].split()[0] != "Z"
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for_end(pid: int, seconds: float = 20) -> bool:
    until = time.monotonic() + seconds
    while is_there(pid) and time.monotonic() < until:
        time.sleep(0.05)
    return not is_there(pid)


def test_what_a_program_says_and_how_it_ends_is_given_back() -> None:
    program = "import sys; print(sys.stdin.read()); print('odd', file=sys.stderr); sys.exit(3)"
    done = run_bounded(python(program), 20, data=b"text")
    assert (done.returncode, done.stdout.split(), done.stderr.split()) == (3, [b"text"], [b"odd"])


def test_without_data_standard_input_is_empty() -> None:
    done = run_bounded(python("import sys; print(repr(sys.stdin.read()))"), 20)
    assert done.stdout.strip() == b"''"


def test_a_program_that_does_not_read_its_input_does_not_hang_us() -> None:
    done = run_bounded(python("print('done')"), 20, data=b"x" * 10_000_000)
    assert done.stdout.strip() == b"done"


def test_a_program_that_computes_without_end_is_ended() -> None:
    with pytest.raises(OverTimeError):
        run_bounded(python("while True: pass"), 0.5)


def test_a_program_that_waits_without_end_is_ended() -> None:
    started = time.monotonic()
    with pytest.raises(OverTimeError):
        run_bounded(python("import time; time.sleep(60)"), 0.5)
    assert time.monotonic() - started < 20


def test_a_program_that_closes_its_output_and_goes_on_is_ended() -> None:
    program = "import os, time; os.close(1); os.close(2); time.sleep(60)"
    started = time.monotonic()
    with pytest.raises(OverTimeError):
        run_bounded(python(program), 0.5)
    assert time.monotonic() - started < 20


def test_a_program_that_writes_without_end_is_ended() -> None:
    program = "import sys\nwhile True: sys.stdout.write('x' * 65536)"
    with pytest.raises(OverSizeError):
        run_bounded(python(program), 20, largest=1_000_000)


@posix
def test_the_children_of_a_program_are_ended_with_it(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    program = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "open(sys.argv[1], 'w').write(str(child.pid))\n"
        "time.sleep(60)"
    )
    with pytest.raises(OverTimeError):
        run_bounded(python(program, str(note)), 1)
    assert wait_for_end(int(note.read_text()))


@linux
def test_a_program_may_be_kept_from_writing_files(tmp_path: Path) -> None:
    program = (
        "import os, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "sys.stdin.read()\n"
        "os.write(os.open(sys.argv[1], os.O_CREAT | os.O_WRONLY), b'x')"
    )
    path = tmp_path / "written"
    done = run_bounded(python(program, str(path)), 20, data=b"", leave_files=True)
    assert done.returncode == 1
    assert path.read_bytes() == b""


def test_all_programs_can_be_ended_at_once() -> None:
    timer = threading.Timer(0.3, end_all)
    timer.start()
    done = run_bounded(python("import time; time.sleep(60)"), 30)
    assert done.returncode != 0


@linux
def test_each_piece_of_work_of_a_lasting_program_has_its_own_time() -> None:
    program = "import sys\nfor line in sys.stdin:\n  exec(line); print('ok', flush=True)"
    group = Group(python(program), stdin=True)
    pipes = group.process.stdin, group.process.stdout
    assert pipes[0] is not None
    assert pipes[1] is not None
    busy = "import time; until = time.process_time() + 0.8\nwhile time.process_time() < until: pass"
    for _ in range(4):  # together more than one may take
        clock = group.clock(2)
        pipes[0].write(f"exec({busy!r})\n".encode())
        pipes[0].flush()
        assert pipes[1].readline() == b"ok\n"
        clock.cancel()
    clock = group.clock(1)
    pipes[0].write(b"while True: pass\n")
    pipes[0].flush()
    assert pipes[1].readline() == b""
    clock.cancel()
    assert group.end() != 0


STARTER = """\
import sys
from ars_pandoc.base.bounded_run import run_bounded
child = [sys.executable, "-c", "import os, sys; open(sys.argv[1], 'w').write(str(os.getpid()) + chr(10))\\nwhile True: pass", sys.argv[1]]
run_bounded(child, float(sys.argv[2]))
"""


@posix
@pytest.mark.parametrize(
    ("number", "seconds"),
    [(signal.SIGTERM, 50), (signal.SIGINT, 50), pytest.param(signal.SIGKILL, 2, marks=linux)],
    ids=lambda value: getattr(value, "name", None),
)
def test_no_orphan_is_left_when_we_are_ended(
    tmp_path: Path, number: signal.Signals, seconds: float
) -> None:
    """Killed outright we cannot end it; then the system does, when its time is over."""
    note = tmp_path / "pid"
    running = subprocess.Popen(
        [sys.executable, "-c", STARTER, str(note), str(seconds)], stderr=subprocess.DEVNULL
    )
    until = time.monotonic() + 20
    while not (note.exists() and note.read_text().endswith("\n")) and time.monotonic() < until:
        time.sleep(0.02)
    time.sleep(0.2)
    running.send_signal(number)
    running.wait(timeout=20)
    assert wait_for_end(int(note.read_text()))
