"""The processes that read PDFs stay, and no PDF harms the next one, or this process."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ars_pandoc.texts.pdf import reader_pool
from ars_pandoc.texts.pdf.child import READ, UNREADABLE
from ars_pandoc.texts.pdf.reader_pool import TooSlowError, end_all, read_pdf
from tests.texts.pdf.pdfs import by_hand, typeset

PAGE = by_hand(b"BT /F1 12 Tf 50 700 Td (some words of it) Tj ET")

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the system cannot fork")


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    end_all()
    yield
    end_all()


def pids() -> list[int]:
    return [one._process.pid for one in reader_pool._idle]


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def harm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: str) -> None:
    """Have each reader run a line where it begins to read a PDF that holds the word `harm`."""
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\n"
        "if '--serve' in sys.orig_argv:\n"
        "    import os, time, signal\n"
        "    import ars_pandoc.texts.pdf.extract_pdf as there\n"
        "    sound = there.extract_pdf\n"
        "    def extract_pdf(data, **more):\n"
        "        if b'harm' in data:\n"
        f"            {line}\n"
        "        return sound(data, **more)\n"
        "    there.extract_pdf = extract_pdf\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


HARM = by_hand(b"BT /F1 12 Tf 50 700 Td (harm) Tj ET")


def test_one_process_reads_one_pdf_after_another() -> None:
    first = read_pdf(PAGE, "", 30)
    (pid,) = pids()
    assert first[0] == READ
    assert read_pdf(PAGE, "", 30) == first
    assert pids() == [pid]
    assert read_pdf(b"%PDF-1.4 no more", "", 30)[0] == UNREADABLE
    assert pids() == [pid]


def test_what_a_kept_process_reads_is_what_one_of_its_own_reads() -> None:
    for data in (PAGE, typeset("Some words of it, set in columns.", columns=2), b"%PDF-", b""):
        assert read_pdf(data, "", 30) == reader_pool._once(data, "", 30)


def test_a_pdf_that_stops_its_program_does_not_stop_the_next(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    harm(monkeypatch, tmp_path, "os.kill(os.getpid(), signal.SIGSEGV)")
    assert read_pdf(HARM, "", 30)[0] == -signal.SIGSEGV
    (pid,) = pids()
    assert read_pdf(PAGE, "", 30)[0] == READ
    assert pids() == [pid]


def test_a_pdf_that_never_ends_is_left_in_time_and_nothing_of_it_runs_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    told = tmp_path / "told"
    told.mkdir()
    # It may write nothing to files, but make one: the name tells its number.
    line = f"open(os.path.join({str(told)!r}, str(os.getpid())), 'w').close(); time.sleep(90)"
    harm(monkeypatch, tmp_path, line)
    read_pdf(PAGE, "", 30)
    started = time.monotonic()
    with pytest.raises(TooSlowError):
        read_pdf(HARM, "", 3)
    assert time.monotonic() - started < 30
    assert pids() == []
    (pid,) = (int(one.name) for one in told.iterdir())
    deadline = time.monotonic() + 10
    while is_running(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    # Who takes the dead away is not ours to say.
    assert not is_running(pid) or ") Z " in Path(f"/proc/{pid}/stat").read_text()
    assert read_pdf(PAGE, "", 30)[0] == READ


def test_what_one_pdf_left_behind_is_gone_for_the_next(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    harm(monkeypatch, tmp_path, "there.extract_pdf = lambda *_, **__: 1 / 0")
    read_pdf(HARM, "", 30)
    assert read_pdf(PAGE, "", 30)[0] == READ


def test_a_process_that_was_ended_from_outside_is_replaced() -> None:
    first = read_pdf(PAGE, "", 30)
    (pid,) = pids()
    os.kill(pid, signal.SIGKILL)
    assert read_pdf(PAGE, "", 30) == first
    assert pids() != [pid]


def test_as_many_processes_stay_as_read_at_the_same_time() -> None:
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda _: read_pdf(PAGE, "", 30)[0], range(8)))
    assert answers == [READ] * 8
    assert 1 <= len(pids()) <= 2
    running = pids()
    end_all()
    assert not any(map(is_running, running))
