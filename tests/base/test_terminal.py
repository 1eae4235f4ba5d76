from __future__ import annotations

import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from ars_pandoc.base.terminal import wants_colour
from tests.conftest import ROOT

TELL = "from ars_pandoc.base.terminal import terminal_width as w; print('width', w())"


def told(stdout: int, environment: dict[str, str]) -> None:
    bare = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    subprocess.run(
        [sys.executable, "-c", TELL],
        stdout=stdout,
        env={**bare, **environment},
        cwd=ROOT,
        check=True,
        timeout=60,
    )


@pytest.mark.parametrize("environment", [{}, {"COLUMNS": "40"}])
def test_lines_that_go_to_a_file_have_no_width(tmp_path: Path, environment: dict[str, str]) -> None:
    with (tmp_path / "out").open("wb") as file:
        told(file.fileno(), environment)
    assert (tmp_path / "out").read_text("utf-8").strip() == "width None"


@pytest.mark.parametrize(
    ("columns", "environment", "width"), [(73, {}, 73), (73, {"COLUMNS": "40"}, 40)]
)
def test_a_terminal_has_its_own_unless_the_user_says_another(
    columns: int, environment: dict[str, str], width: int
) -> None:
    pty = pytest.importorskip("pty", reason="a terminal of POSIX")
    import fcntl
    import termios

    ours, theirs = pty.openpty()
    try:
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        told(theirs, environment)
        assert os.read(ours, 200).decode().strip() == f"width {width}"
    finally:
        os.close(ours)
        os.close(theirs)


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({}, None),
        ({"TERM": "xterm"}, None),
        ({"TERM": "dumb"}, False),
        ({"NO_COLOR": "1"}, False),
        ({"NO_COLOR": ""}, None),
        ({"CLICOLOR": "0"}, False),
        ({"CLICOLOR": "1"}, None),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "0"}, False),
        ({"FORCE_COLOR": ""}, None),
        ({"CLICOLOR_FORCE": "1"}, True),
        ({"CLICOLOR_FORCE": "1", "CLICOLOR": "0", "TERM": "dumb"}, True),
        ({"FORCE_COLOR": "3", "NO_COLOR": "1"}, False),
    ],
)
def test_colour_is_as_the_variables_of_the_trade_say(
    environment: dict[str, str], wanted: bool | None
) -> None:
    assert wants_colour(environment) is wanted
