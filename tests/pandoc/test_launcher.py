"""Private executables run this installation, whatever lies in the working directory."""

from __future__ import annotations

import subprocess
from pathlib import Path

from ars_pandoc.pandoc.launcher import write_launcher


def test_a_launcher_runs_the_module_with_its_arguments(tmp_path: Path) -> None:
    folder = tmp_path / "it's a folder"
    folder.mkdir()
    path = write_launcher(folder, "typst", "ars_pandoc.pandoc.typst_engine")
    done = subprocess.run([path, "compile", "--help"], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "--pdf-standard" in done.stdout


def test_modules_beside_the_document_are_not_imported(tmp_path: Path) -> None:
    for name in ("json.py", "argparse.py", "typst.py", "ars_pandoc.py"):
        (tmp_path / name).write_text("raise SystemExit('imported from the document')\n")
    path = write_launcher(tmp_path, "typst", "ars_pandoc.pandoc.typst_engine")
    done = subprocess.run(
        [path, "compile", "--help"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_only_the_owner_may_run_or_read_it(tmp_path: Path) -> None:
    path = write_launcher(tmp_path, "ars-gate", "ars_pandoc.gate")
    assert path.stat().st_mode & 0o777 == 0o700


def test_a_crash_is_not_taken_for_a_refusal(tmp_path: Path) -> None:
    path = write_launcher(tmp_path, "ars-gate", "ars_pandoc.no_such_module")
    done = subprocess.run([path], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "no_such_module" in done.stderr
