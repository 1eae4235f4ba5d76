"""`filters/ars-gate.py` runs from a checkout, through a real Pandoc, with the Python it meets."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Mapping
from pathlib import Path

import pytest

from ars_pandoc.pandoc.executable import Pandoc
from tests.conftest import PANDOCS, ROOT, clean_environment

SHARED = Path(__file__).parent / "golden" / "_shared" / "refs.ars.yaml"
PASSES = "A claim [@smith2024, p. 12]<!-- note: mine --><!--ref:smith2024-->.\n"
REFUSED = "A claim [@smith2024].\n"
PATH = str(Path(sys.executable).parent)


def render(
    pandoc: Pandoc,
    checkout: Path,
    text: str,
    folder: Path,
    *,
    path: str = PATH,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run Pandoc elsewhere than in the checkout, with the `python3` of a folder first on PATH."""
    variables = clean_environment({"ARS_CORPUS": str(SHARED), **(environment or {})})
    variables["PATH"] = os.pathsep.join([path, variables.get("PATH", os.defpath)])
    return subprocess.run(
        [str(pandoc.path), "--filter", str(checkout / "filters" / "ars-gate.py"), "-t", "html"],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env=variables,
        timeout=120,
        check=False,
    )


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the `bin` of a Python that has nothing but its own library."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder, with_pip=False, symlinks=True)
    return folder / "bin"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Give a checkout without `.venv`, below a folder with a space in its name."""
    folder = tmp_path / "a checkout"
    for name in ("filters", "ars_pandoc"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    return folder


def test_it_renders_and_refuses_as_the_installed_one(pandoc: Pandoc, tmp_path: Path) -> None:
    done = render(pandoc, ROOT, PASSES, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "smith2024" in done.stdout
    assert "<!-- note: mine -->" in done.stdout
    assert "ref:" not in done.stdout
    assert done.stderr.startswith("ars-gate: 1 citation ok")
    refused = render(pandoc, ROOT, REFUSED, tmp_path)
    assert (refused.returncode, refused.stdout) == (83, "")
    assert "Filter returned error status 1" in refused.stderr
    assert "MED-WARN-NO-LOCATOR" in refused.stderr


def test_a_file_of_the_document_s_folder_is_not_imported(tmp_path: Path) -> None:
    for name in ("yaml.py", "json.py", "ars_pandoc.py"):
        (tmp_path / name).write_text("raise SystemExit('imported')\n", encoding="utf-8")
    done = render(PANDOCS[0], ROOT, PASSES, tmp_path)
    assert done.returncode == 0, done.stderr


def test_the_checkout_s_own_code_runs_and_no_installed_one(checkout: Path, tmp_path: Path) -> None:
    (checkout / "ars_pandoc" / "gate.py").write_text(
        "def main():\n    raise SystemExit('the code of the checkout')\n", encoding="utf-8"
    )
    done = render(PANDOCS[0], checkout, PASSES, tmp_path)
    assert done.returncode == 83
    assert "the code of the checkout" in done.stderr


def test_a_python_without_pyyaml_is_told_what_is_missing(
    bare: Path, checkout: Path, tmp_path: Path, pandoc: Pandoc
) -> None:
    done = render(pandoc, checkout, PASSES, tmp_path, path=str(bare))
    assert (done.returncode, done.stdout) == (83, "")
    assert "Filter returned error status 2" in done.stderr
    first, second = done.stderr.splitlines()[:2]
    assert first.startswith("ars-gate: ")
    assert str(bare) in first
    assert "PyYAML" in first
    assert "next:" in second
    assert "pip install" in second
    assert "make setup" in second
    assert "Traceback" not in done.stderr


def test_the_checkout_s_own_python_helps_one_without_pyyaml(
    bare: Path, checkout: Path, tmp_path: Path
) -> None:
    own = checkout / ".venv" / "bin"
    own.mkdir(parents=True)
    script = own / "python"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    done = render(PANDOCS[0], checkout, PASSES, tmp_path, path=str(bare))
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("ars-gate: 1 citation ok")


def test_an_own_python_that_is_no_venv_is_asked_once(
    bare: Path, checkout: Path, tmp_path: Path
) -> None:
    """A launcher in its place that starts the Python which lacks PyYAML was started for ever."""
    own = checkout / ".venv" / "bin"
    own.mkdir(parents=True)
    script = own / "python"
    script.write_text(f'#!/bin/sh\nexec "{bare / "python3"}" "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    done = render(PANDOCS[0], checkout, PASSES, tmp_path, path=str(bare))
    assert done.returncode == 83
    assert "PyYAML" in done.stderr


def test_an_own_python_without_pyyaml_is_asked_once(checkout: Path, tmp_path: Path) -> None:
    venv.create(checkout / ".venv", with_pip=False, symlinks=True)
    path = str(checkout / ".venv" / "bin")
    done = render(PANDOCS[0], checkout, PASSES, tmp_path, path=path)
    assert done.returncode == 83
    assert "Filter returned error status 2" in done.stderr
    assert "PyYAML" in done.stderr


def test_to_pass_a_document_it_needs_nothing_but_pyyaml(checkout: Path, tmp_path: Path) -> None:
    own = tmp_path / "python"
    venv.create(own, with_pip=False, symlinks=True)
    (packages,) = (own / "lib").glob("python*/site-packages")
    for name in ("yaml", "_yaml"):
        spec = importlib.util.find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        (packages / name).symlink_to(Path(spec.origin).parent)
    done = render(PANDOCS[0], checkout, PASSES, tmp_path, path=str(own / "bin"))
    assert done.returncode == 0, done.stderr
    assert "ref:" not in done.stdout


def test_large_documents_need_no_more(checkout: Path, tmp_path: Path) -> None:
    """A checkout may lack orjson, which takes the large ones elsewhere."""
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from ars_pandoc.pandoc.ast_json import LARGE, dumps, loads\n"
        "value = ['word' * LARGE]; assert loads(dumps(value, size=LARGE * 4)) == value\n"
        "print('orjson' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, str(checkout)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "False\n"
