"""A wheel alone in an empty environment opens every door: `make test-wheel`, which CI calls.

It builds both wheels and lets pip fetch what they need, so it is no part of `make test`, which needs
no network.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from ars_pandoc.cli import COMMANDS
from ars_pandoc.pandoc.executable import bundled_pandoc, find_pandoc
from tests.conftest import ROOT, clean_environment
from tests.desk.desks import served

pytestmark = [
    pytest.mark.skipif(not os.environ.get("ARS_TEST_WHEEL"), reason="make test-wheel asks for it"),
    pytest.mark.xdist_group("wheel"),
]
WINDOWS = os.name == "nt"
PAPER = "---\nbibliography: refs.bib\n---\n\nA claim [@smith2024, p. 12].\n"
SOURCE = "When publishers bypass peer review, nobody looks at what they print.\n"


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("wheels")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, ".", "./core"],
        cwd=ROOT,
        check=True,
    )
    return {path.name.partition("-")[0]: path for path in folder.glob("*.whl")}


class Installed:
    """An environment with one wheel in it, away from the checkout."""

    def __init__(self, wheel: Path, folder: Path, extras: str = "") -> None:
        venv.create(folder / "env", with_pip=True)
        self.bin = folder / "env" / ("Scripts" if WINDOWS else "bin")
        self.root = folder / "env"
        subprocess.run(
            [self.bin / "python", "-m", "pip", "install", "-q", f"{wheel}{extras}"],
            check=True,
            cwd=folder,
        )
        self.work = folder / "work"
        self.work.mkdir()
        (self.work / "paper.md").write_text(PAPER, encoding="utf-8")
        (self.work / "source.txt").write_text(SOURCE, encoding="utf-8")
        (self.work / "refs.bib").write_text(
            "@article{smith2024, title={How publishers bypass review}, author={Smith, Ada}, "
            "year={2024}, journal={Journal}}\n",
            encoding="utf-8",
        )
        self.tools = folder / "tools"
        self.tools.mkdir()

    def __call__(
        self, *words: str, text: str | None = None, pandoc: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a command with nothing on the PATH but this environment and, if named, a Pandoc."""
        link = self.tools / "pandoc"
        link.unlink(missing_ok=True)
        if pandoc is not None:
            link.symlink_to(pandoc)
        program = shutil.which(words[0], path=f"{self.bin}{os.pathsep}{self.tools}")
        assert program, words[0]
        environment = clean_environment({
            "PATH": f"{self.bin}{os.pathsep}{self.tools}",
            "ARS_CACHE_DIR": str(self.tools.parent / "cache"),
        })  # fmt: skip
        environment.pop("PYTHONPATH", None)
        return subprocess.run(
            [program, *words[1:]],
            cwd=self.work,
            input=text,
            stdin=subprocess.DEVNULL if text is None else None,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=environment,
            check=False,
        )


@pytest.fixture(scope="module")
def whole(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Installed:
    found = Installed(wheels["ars_pandoc"], tmp_path_factory.mktemp("whole"))
    make_ready(found)
    return found


@pytest.fixture(scope="module")
def everything(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Installed:
    found = Installed(wheels["ars_pandoc"], tmp_path_factory.mktemp("everything"), "[desk,lsp]")
    make_ready(found)
    return found


def make_ready(installed: Installed) -> None:
    """Give the paper its sidecar and ledger, with the commands of this environment."""
    for words in (
        ("init", "paper.md"),
        ("verify", "smith2024", "--method", "manual_grep", "--yes"),
        ("mark-read", "smith2024", "--yes"),
    ):
        done = installed("ars", *words)
        assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def core(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(wheels["ars_pandoc_core"], tmp_path_factory.mktemp("core"))


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        listed = archive.namelist()
    return {name for name in listed if ".dist-info/" not in name and ".data/" not in name}


def test_both_hold_the_same_files(wheels: dict[str, Path]) -> None:
    assert names(wheels["ars_pandoc"]) == names(wheels["ars_pandoc_core"])


DOORS: dict[str, tuple[Sequence[str], int, str]] = {
    "version": (["ars", "-V"], 0, "ars"),
    "gate": (["ars-gate", "--version"], 0, "ars-gate"),
    "check": (["ars", "check", "paper.md"], 0, "1 citation"),
    "check-json": (["ars", "check", "paper.md", "--format", "json"], 0, '"schema"'),
    "check-sarif": (["ars", "check", "paper.md", "--format", "sarif"], 0, '"2.1.0"'),
    "check-junit": (["ars", "check", "paper.md", "--format", "junit"], 0, "<testsuite"),
    "check-html": (["ars", "check", "paper.md", "--format", "html"], 0, "<html"),
    "audit": (["ars", "audit", "paper.md", "--corpus", "refs.ars.yaml"], 0, "paper.md"),
    "status": (["ars", "status", "paper.md"], 0, "anchored"),
    "validate": (["ars", "validate", "--format", "json"], 0, '"problems"'),
    "list-read": (["ars", "list-read"], 0, "smith2024"),
    "explain": (["ars", "explain", "LOW-WARN"], 0, "LOW-WARN"),
    "signals": (["ars", "signals", "--offline"], 0, "1 entry"),
    "fetch": (["ars", "fetch", "--offline"], 0, "ars pin smith2024"),
    "pin": (["ars", "pin", "smith2024", "source.txt", "--yes"], 1, "not verified"),
    "read": (["ars", "read", "paper.md"], 0, "no source waits"),
    "anchor": (["ars", "anchor", "smith2024", "--page", "12"], 0, "anchor:page:12"),
    "unmark-read": (["ars", "unmark-read", "nobody"], 2, "nobody"),
    "acknowledge": (
        ["ars", "acknowledge", "smith2024", "--what", "other-work", "--note", "seen", "--yes"],
        0,
        "acknowledged",
    ),
    "retraction": (["ars", "acknowledge-retraction", "nobody", "--note", "seen"], 2, "nobody"),
    "judgements": (["ars", "judgements", "agreement"], 0, "judges"),
    "quote": (["ars", "quote", "source.txt", "When publishers bypass peer review"], 0, "found"),
    "suggest": (["ars", "suggest", "paper.md"], 0, ""),
    "ground": (["ars", "ground", "paper.md"], 0, "smith2024"),
    "finalize": (["ars", "finalize", "paper.md", "--check"], 0, ""),
    "strip": (["ars", "strip", "paper.md", "--check"], 0, ""),
    "bash": (["ars", "completion", "bash"], 0, "_ARS_COMPLETE"),
    "powershell": (["ars", "completion", "powershell"], 0, "Register-ArgumentCompleter"),
    "lua": (["ars", "filter-path", "lua"], 0, "ars-gate.lua"),
    "thesis": (["ars", "init", "--template", "thesis", "thesis"], 0, "Makefile"),
    "quarto": (["ars", "init", "--template", "quarto", "book"], 0, "ars-gate.lua"),
    "agents": (["ars", "init", "--template", "agents", "agents"], 0, "citations.md"),
    "lsp": (["ars", "lsp"], 2, "[lsp]"),
    "desk": (["ars", "desk", "paper.md"], 2, "[desk]"),
    "python": (
        ["python", "-c", "from ars_pandoc import check; print(len(check('paper.md')))"],
        0,
        "",
    ),
}


@pytest.mark.parametrize("door", DOORS)
def test_every_door_opens(whole: Installed, door: str) -> None:
    words, code, said = DOORS[door]
    done = whole(*words)
    assert done.returncode == code, done.stdout + done.stderr
    assert said in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_every_command_has_its_door() -> None:
    tried = {words[1] for words, _, _ in DOORS.values() if words[0] == "ars"}
    tried |= {"doctor", "mark-read", "render", "verify"}  # below
    assert set(COMMANDS) <= tried


def test_the_desk_is_served_and_its_record_written(everything: Installed) -> None:
    done = everything("ars", "desk", "paper.md", "--report", "record.html")
    assert done.returncode == 0, done.stderr
    assert "<html" in (everything.work / "record.html").read_text("utf-8")
    with served(everything.work / "paper.md", ars=str(everything.bin / "ars")) as desk:
        assert b"<html" in desk.send("GET", "/")[2]
        listed = desk.ask("/api/desk", desk.token())
        assert listed["status"] == 200
        assert "smith2024" in json.dumps(listed)


def test_the_language_server_answers(everything: Installed) -> None:
    asked: list[dict[str, object]] = [
        {"id": 1, "method": "initialize", "params": {"capabilities": {}, "processId": None}},
        {"method": "initialized", "params": {}},
        {"id": 2, "method": "shutdown"},
        {"method": "exit"},
    ]
    bodies = [json.dumps({"jsonrpc": "2.0", **one}) for one in asked]
    sent = "".join(f"Content-Length: {len(body)}\r\n\r\n{body}" for body in bodies)
    done = everything("ars", "lsp", text=sent)
    assert done.returncode == 0, done.stderr
    assert '"hoverProvider"' in done.stdout


def test_a_paper_becomes_a_pdf(whole: Installed) -> None:
    done = whole("ars", "render", "paper.md", "--citeproc", "-o", "paper.pdf")
    assert done.returncode == 0, done.stderr
    assert "1 citation ok" in done.stderr
    assert (whole.work / "paper.pdf").read_bytes().startswith(b"%PDF")


def test_pandoc_finds_the_gate_and_the_engine(whole: Installed) -> None:
    engine = whole("ars", "filter-path", "typst").stdout.strip()
    lua = whole("ars", "filter-path", "lua").stdout.strip()
    for option, value in (("--filter", "ars-gate"), ("--lua-filter", lua)):
        words = ["pandoc", option, value, "--pdf-engine", engine, "paper.md", "-o", "again.pdf"]
        done = whole(*words, pandoc=bundled_pandoc().path)
        assert done.returncode == 0, done.stderr
        assert "1 citation ok" in done.stderr
        (whole.work / "again.pdf").unlink()


def test_the_doctor_finds_nothing_missing_but_pandoc_on_the_path(whole: Installed) -> None:
    done = whole("ars", "doctor", "paper.md", "--format", "json")
    assert done.returncode == 0, done.stdout
    checks = {check["name"]: check["state"] for check in json.loads(done.stdout)["checks"]}
    assert checks["Pandoc with ars-gate"] == checks["PDF"] == checks["sidecar"] == "ok"


def test_man_pages_are_installed(whole: Installed, core: Installed) -> None:
    for installed in (whole, core):
        folder = installed.root / "share" / "man" / "man1"
        assert {"ars.1", "ars-gate.1", "ars-filter-path.1"} <= {p.name for p in folder.iterdir()}


def test_the_small_one_without_a_pandoc_says_how_to_get_one(core: Installed) -> None:
    done = core("ars", "check", "paper.md")
    assert done.returncode == 2
    assert "no Pandoc was found" in done.stdout + done.stderr
    assert "[pandoc]" in done.stdout + done.stderr
    assert "https://pandoc.org/installing.html" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    doctor = core("ars", "doctor")
    assert doctor.returncode == 1
    assert "[pandoc]" in doctor.stdout


def test_the_small_one_works_with_a_pandoc_of_ones_own(core: Installed) -> None:
    own = find_pandoc().path
    for words in (
        ("init", "paper.md"),
        ("verify", "smith2024", "--method", "manual_grep", "--yes"),
        ("mark-read", "smith2024", "--yes"),
        ("check", "paper.md"),
        ("render", "paper.md", "-o", "paper.html"),
    ):
        done = core("ars", *words, pandoc=own)
        assert done.returncode == 0, done.stdout + done.stderr
    done = core("pandoc", "--filter", "ars-gate", "paper.md", "-o", "paper.html", pandoc=own)
    assert done.returncode == 0, done.stderr
    done = core("ars", "render", "paper.md", "-o", "paper.pdf", pandoc=own)
    assert done.returncode == 2
    assert "[typst]" in done.stderr or "[pandoc]" in done.stderr
    done = core("ars", "check", "--watch", "paper.md", pandoc=own)
    assert done.returncode == 2
    assert "[watch]" in done.stderr
