"""Every command that writes, where the system has no room for another byte."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.signals.servers import Record, serve

if sys.platform == "win32":
    pytest.skip("it takes limits of the system", allow_module_level=True)

from tools.faults import COMMANDS, KEYS, folder_with_paper, left_over, start, whole

# Python tells a file that is over its limit as the system's error, and so does a full disk.
_LIMITED = (
    "import resource, sys; from ars_pandoc.cli import main; "
    "resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64)); sys.exit(main())"
)


@pytest.mark.parametrize("name", COMMANDS)
def test_what_finds_no_room_says_so_and_changes_nothing(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = COMMANDS[name]
    folder = folder_with_paper(tmp_path)
    if command.before is not None:
        command.before(folder)
    before = {path: path.read_bytes() for path in folder.iterdir()}
    limited = tmp_path / "ars"
    limited.write_text(f"#!{sys.executable}\n{_LIMITED}\n", encoding="utf-8")
    limited.chmod(0o755)
    monkeypatch.setattr("tools.faults.ARS", str(limited))
    with serve() as services:
        services.records += [
            Record(f"A long title about {key}", ("Jane Smith",), 2020, f"10.1000/{key}")
            for key in KEYS
        ]
        environment = {**os.environ, **services.environment(tmp_path), "NO_COLOR": "1"}
        environment.pop("ARS_CORPUS", None)
        monkeypatch.chdir(folder)
        ready = replace(command, before=None)
        process = start(folder, ready, 0, environment, subprocess.PIPE)
        try:
            said = process.communicate(timeout=60)[0].decode()
        finally:
            process.kill()
    code = process.returncode
    assert "cannot be written" in said, (code, said)
    assert "make room on the disk" in said
    assert str(folder) not in said  # a relative name serves
    assert "Traceback" not in said
    assert "a fault of ars-pandoc" not in said
    assert not left_over(folder)
    assert {path: path.read_bytes() for path in before} == before
    whole(folder)
    command.told(folder, said)
