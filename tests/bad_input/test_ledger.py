"""A ledger that is damaged is never taken for an empty one, and no mark is ever lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from itertools import cycle
from pathlib import Path

import pytest

from ars_pandoc.cli import main
from ars_pandoc.corpus.ledger import load_ledger
from ars_pandoc.pandoc.executable import Pandoc
from tests.bad_input.runs import (
    ARS,
    LEDGER,
    Outcome,
    contents,
    paper,
    passes,
    render,
    run_ars,
    run_here,
    run_powerless,
)
from tests.conftest import PANDOCS, ROOT, clean_environment

NAME = "passport_human_read_log.yaml"
RAW = LEDGER.encode()
FLOW = b"human_read: [{citation_key: smith2024, marked_at: '2024-05-01'}, {citation_key: lee"

DAMAGED: dict[str, tuple[bytes, str]] = {
    "cut off in a value": (RAW[:-9], "cut off (line 5"),
    "cut off in a record": (RAW[: RAW.index(b"  marked_at")], "no marked_at (line 4)"),
    "cut off behind the list's name": (RAW[: RAW.index(b"- cit")], "no list human_read (line 3)"),
    "cut off in a flow list": (FLOW, "closing bracket is missing (line 1"),
    "empty": (b"", "the file is empty"),
    "blank": (b"\n\n", "the file is empty"),
    "filled with zero bytes": (RAW[:40] + b"\0" * 80, "U+0000"),
    "binary": (bytes(range(256)) * 4, "no text file"),
    "web page": (b"<html><body>", "is a web page"),
    "a list": (b"- a\n", "no list human_read"),
    "a key twice": (RAW + b"human_read: []\n", "'human_read' is given twice"),
    "tabs": (b"human_read:\n\t- citation_key: a\n", "with a tab (line 2"),
    "Latin-1": (RAW + b"# M\xe9\n", "not UTF-8"),
    "no date": (RAW.replace(b"2024-05-01T10:00:00Z", b"yesterday"), "no ISO date: yesterday"),
    "records of all types": (b"human_read: [1, null, [a], {}]\n", "a record is a number"),
    "wrong types": (
        b"human_read:\n- {citation_key: [a], marked_at: {b: c}, rescinded_at: [],\n"
        b"   read_scope: {level: [x], locators: {a: b}, note: []}}\n",
        "no such level: ['x']",
    ),
}


@pytest.mark.parametrize(
    ("pandoc", "case"),
    [
        pytest.param(pandoc, case, id=name)
        for pandoc, (name, case) in zip(cycle(PANDOCS), DAMAGED.items(), strict=False)
    ],
)
def test_a_damaged_ledger_stops_everything_and_is_left_alone(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    pandoc: Pandoc,
    case: tuple[bytes, str],
) -> None:
    raw, said = case
    paper(tmp_path, "smith2024", "lee2023", ledger=None)
    (tmp_path / NAME).write_bytes(raw)
    before = contents(tmp_path)
    outcome = run_here(tmp_path, passes(pandoc))
    outcome.assert_told(
        2, f"the ledger {NAME} is damaged", said, "not taken for an empty one", "backup"
    )
    assert outcome.out == ""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARS_CORPUS", raising=False)
    for command in (
        ["mark-read", "lee2023", "--yes"],
        ["unmark-read", "smith2024"],
        ["list-read"],
    ):
        outcome = Outcome(main(command), *capsys.readouterr())
        outcome.assert_told(2, "is damaged", said)
    outcome = Outcome(main(["validate"]), *capsys.readouterr())
    assert outcome.code in (1, 2)
    outcome.assert_told(outcome.code, NAME)
    assert contents(tmp_path) == before


@pytest.mark.parametrize("kind", ["folder", "link", "pipe"])
def test_what_lies_in_the_ledger_s_place_is_no_ledger(tmp_path: Path, kind: str) -> None:
    paper(tmp_path, ledger=None)
    path = tmp_path / NAME
    if kind == "folder":
        path.mkdir()
    elif kind == "link":
        path.symlink_to("gone.yaml")
    else:
        os.mkfifo(path)
    before = contents(tmp_path)
    render(tmp_path).assert_told(2, NAME, "is damaged")
    run_ars(tmp_path, "mark-read", "smith2024", "--yes").assert_told(2, NAME, "is damaged")
    assert contents(tmp_path) == before


OWN = """\
# my reading
session_id: 'a'
mood: calm  # stays
human_read:
  # the first
  - citation_key: smith2024
    marked_at: '2024-05-01T10:00:00Z'
    stars: 5
extra:
  deep: [1, two]
"""


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_what_a_ledger_has_more_is_kept(tmp_path: Path, line_end: str, bom: str) -> None:
    paper(tmp_path, "smith2024", "lee2023", ledger=None)
    path = tmp_path / NAME
    before = (bom + OWN.replace("\n", line_end)).encode()
    path.write_bytes(before)
    outcome = run_ars(tmp_path, "mark-read", "lee2023", "--yes")
    assert outcome.code == 0, outcome.said
    lines = path.read_bytes().decode().split(line_end)
    added = [line for line in lines if line not in before.decode().split(line_end)]
    assert [line.split(":")[0].strip() for line in added] == ["- citation_key", "marked_at"]
    assert [line for line in lines if line not in added] == before.decode().split(line_end)
    assert load_ledger([tmp_path / "passport.yaml"]).is_read("smith2024")


def test_a_read_only_folder(tmp_path: Path) -> None:
    paper(tmp_path, "smith2024", "lee2023")
    before = contents(tmp_path)
    tmp_path.chmod(0o555)
    try:
        outcome = run_powerless(tmp_path, [ARS, "mark-read", "lee2023", "--yes"])
        outcome.assert_told(2, f"the ledger {NAME} cannot be written", "nothing was changed")
        outcome = run_powerless(tmp_path, [ARS, "unmark-read", "smith2024"])
        outcome.assert_told(2, "cannot be written", "writable")
        # Reading needs no permission to write.
        assert run_powerless(tmp_path, [ARS, "list-read"]).code == 0
    finally:
        tmp_path.chmod(0o755)
    assert contents(tmp_path) == before


@pytest.mark.parametrize("place", [f".{NAME}.part"])
def test_a_folder_where_a_file_must_be_written(tmp_path: Path, place: str) -> None:
    paper(tmp_path, "smith2024", "lee2023")
    (tmp_path / place).mkdir()
    before = contents(tmp_path)
    outcome = run_ars(tmp_path, "mark-read", "lee2023", "--yes")
    outcome.assert_told(2, f"the ledger {NAME} cannot be written", "nothing was changed")
    assert contents(tmp_path) == before


def start(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [ARS, *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=clean_environment(),
    )


def test_many_at_once_lose_no_mark(tmp_path: Path) -> None:
    keys = [f"key{n}" for n in range(12)]
    sidecar = paper(tmp_path, "smith2024", *keys)
    marking = [start(tmp_path, "mark-read", key, "--yes") for key in keys]
    marking.append(start(tmp_path, "unmark-read", "smith2024"))
    for process in marking:
        _, said = process.communicate(timeout=60)
        assert process.returncode == 0, said
    log = load_ledger([sidecar])
    assert all(map(log.is_read, keys))
    assert not log.is_read("smith2024")
    assert (tmp_path / NAME).read_text(encoding="utf-8").count("citation_key") == 13
    assert list(contents(tmp_path)) == ["passport.yaml", NAME]


# The process ends itself at the worst of all moments, as `kill -9` would.
KILLED = """
import os, signal, sys
from ars_pandoc.cli import main
# What is read is kept in the cache, which is written as files are: it must be there before.
main(["validate"])
main(["list-read"])
die = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
for name in sys.argv[1].split(","):
    setattr(os, name, die)
main(["mark-read", "lee2023", "--yes"])
"""


@pytest.mark.parametrize("moment", ["replace,rename", "fsync"])
def test_a_kill_in_the_middle_loses_nothing(tmp_path: Path, moment: str) -> None:
    sidecar = paper(tmp_path, "smith2024", "lee2023")
    before = contents(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", KILLED, moment],
        cwd=tmp_path,
        env={
            **clean_environment(),
            "PYTHONPATH": str(ROOT),
            "ARS_CACHE_DIR": str(tmp_path.parent / f"cache-{tmp_path.name}"),
        },
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert f".{NAME}.part" in contents(tmp_path)
    assert contents(tmp_path).items() >= before.items()
    assert render(tmp_path).code == 0
    # What the crash left is no hindrance, and is cleared away.
    assert run_ars(tmp_path, "mark-read", "lee2023", "--yes").code == 0
    log = load_ledger([sidecar])
    assert log.is_read("smith2024")
    assert log.is_read("lee2023")
    assert f".{NAME}.part" not in contents(tmp_path)


def test_a_ledger_of_many_marks_takes_no_quadratic_time(tmp_path: Path) -> None:
    record = "- {citation_key: smith2024, marked_at: 2024-05-01}\n"
    paper(tmp_path, ledger="human_read:\n" + record * 40_000)
    assert render(tmp_path).code == 0
