"""A real Pandoc that runs without end, or takes all memory."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.pandoc.bounded_pandoc import (
    DEFAULT_MEMORY,
    LONGEST,
    LimitError,
    Limits,
    ask_pandoc,
    limits_of,
    read_memory,
    read_seconds,
    run_pandoc,
)
from ars_pandoc.pandoc.executable import Pandoc
from tests.base.test_bounded_run import posix, wait_for_end

BRACKETS = b"[" * 40 + b"a"
JSON = ["-f", "markdown", "-t", "json"]


def test_what_pandoc_says_is_given_back(pandoc: Pandoc) -> None:
    done = run_pandoc(pandoc, ["-t", "plain"], Limits(20), data=b"*word*\n")
    assert (done.returncode, done.stdout) == (0, b"word\n")
    assert run_pandoc(pandoc, ["--no-such-option"], Limits(20)).returncode not in (0, 251)


def test_open_brackets_are_ended_in_their_time(pandoc: Pandoc) -> None:
    with pytest.raises(LimitError, match="Pandoc did not come to an end within 1 s") as caught:
        run_pandoc(pandoc, JSON, Limits(1), data=BRACKETS)
    assert caught.value.slow
    assert "--time-limit 4" in caught.value.remedy


def test_what_needs_too_much_memory_is_ended(pandoc: Pandoc) -> None:
    text = b"A word and *another* one.\n\n" * 100_000
    with pytest.raises(LimitError, match="Pandoc needs more memory than 100 MB") as caught:
        run_pandoc(pandoc, JSON, Limits(60, 100 << 20), data=text)
    assert not caught.value.slow
    assert "--memory-limit 200M" in caught.value.remedy


def test_output_is_bounded_too(pandoc: Pandoc) -> None:
    with pytest.raises(LimitError, match="needs more memory"):
        run_pandoc(pandoc, JSON, Limits(20), data=b"a b c\n\n" * 1000, largest=10_000)


def test_a_limit_that_is_met_can_be_an_error_for_the_user(pandoc: Pandoc) -> None:
    with pytest.raises(ArsError, match="did not come to an end"):
        ask_pandoc(pandoc, JSON, Limits(1), data=BRACKETS)


@posix
def test_a_filter_that_pandoc_started_is_ended_with_it(pandoc: Pandoc, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    program = tmp_path / "filter.py"
    program.write_text(
        f"#!{sys.executable}\nimport os, pathlib, time\n"
        f"pathlib.Path({str(note)!r}).write_text(str(os.getpid()))\ntime.sleep(60)\n"
    )
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    with pytest.raises(LimitError):
        run_pandoc(pandoc, ["--filter", str(program), *JSON], Limits(1), data=b"a")
    assert wait_for_end(int(note.read_text()))


def test_a_file_that_is_named_like_an_option_of_the_runtime_is_a_file(
    pandoc: Pandoc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("+RTS").write_text("*word*\n")
    done = run_pandoc(pandoc, ["-f", "markdown", "-t", "plain", "--", "+RTS"], Limits(20))
    assert (done.returncode, done.stdout) == (0, b"word\n")


def test_a_pandoc_that_is_gone_is_told(tmp_path: Path) -> None:
    gone = Pandoc(tmp_path / "pandoc", (3, 9), "PATH")
    with pytest.raises(ArsError, match="Pandoc cannot be started"):
        run_pandoc(gone, ["--version"], Limits(20))


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("2G", 2 << 30),
        ("500M", 500 << 20),
        ("500", 500 << 20),
        ("1.5 gb", 3 << 29),
        ("64M", 1 << 26),
    ],
)
def test_sizes(text: str, size: int) -> None:
    assert read_memory(text) == size


@pytest.mark.parametrize("text", ["", "much", "-1", "2T", "1k", "63M", "0", "1e3", "nan"])
def test_what_is_no_size_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ArsError) as caught:
        read_memory(text)
    assert caught.value.steps[0].startswith("write --memory-limit=")


@pytest.mark.parametrize("text", ["", "long", "0", "-3", "inf", "nan", "1m"])
def test_what_is_no_time_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ArsError, match="--time-limit") as caught:
        read_seconds(text)
    assert caught.value.steps == ("write --time-limit=30",)


def test_large_texts_may_take_longer_unless_somebody_says_how_long() -> None:
    assert limits_of({}) == Limits(10, DEFAULT_MEMORY)
    assert limits_of({}, 5_000_000) == Limits(110, DEFAULT_MEMORY)
    assert limits_of({}, 10**12) == Limits(LONGEST, DEFAULT_MEMORY)
    given = {"ARS_TIME_LIMIT": "2.5", "ARS_MEMORY_LIMIT": "300M"}
    assert limits_of(given, 10**12) == Limits(2.5, 300 << 20)
    with pytest.raises(ArsError, match="ARS_TIME_LIMIT is no number of seconds"):
        limits_of({"ARS_TIME_LIMIT": "soon"})
