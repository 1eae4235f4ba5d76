"""Manuscripts that keep Pandoc without end, or swell: they cost themselves alone, in each command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from ars_pandoc.lsp.state import judge_text
from ars_pandoc.pandoc.executable import Pandoc
from tests.bad_input.runs import ARS, Outcome, run_ars
from tests.base.test_bounded_run import posix
from tests.conftest import clean_environment

ENDLESS = {
    "twenty": "[" * 20 + "a",
    "hundreds": "A word.\n\n" + "[" * 500 + "\n",
    "pictures": "> " + "![" * 30 + "a\n",
    "notes": "^[" * 30 + "a\n",
    "citations": "[@a " * 30 + "\n",
    "spans": "<span>" * 40 + "a\n",
}
TEXT = "---\nbibliography: refs.bib\n---\n\nWords [@poe2020, p. 3].\n"
BIB = "@article{poe2020, author={Poe, A.}, title={On Long Works}, journal={J}, year={2020}}\n"
NOT_JUDGED = "is not judged: Pandoc did not come to an end within 1 s"


@pytest.fixture
def folder(tmp_path: Path, pandoc: Pandoc, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three honest papers, one that has no end between them, and one Pandoc on PATH."""
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "pandoc").symlink_to(pandoc.path)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    papers = tmp_path / "papers"
    papers.mkdir()
    for name in ("1.md", "2.md", "4.md"):
        (papers / name).write_text(TEXT, "utf-8")
    (papers / "refs.bib").write_text(BIB, "utf-8")
    (papers / "3.md").write_text(ENDLESS["twenty"], "utf-8")
    return papers


def judged(folder: Path, command: str, *arguments: str) -> dict[str, str]:
    done = run_ars(folder, command, "--time-limit", "1", "--format", "json", ".", *arguments)
    done.assert_clean()
    assert done.code == 2
    found = {one["path"]: one for one in json.loads(done.out)["documents"]}
    assert NOT_JUDGED in found["3.md"]["error"]
    assert "3.md (line 1, column 1): 20 open brackets in one paragraph" in found["3.md"]["error"]
    return {path: one["verdict"] for path, one in found.items()}


@pytest.mark.parametrize("command", ["check", "audit"])
def test_the_other_documents_of_a_folder_are_judged(folder: Path, command: str) -> None:
    assert run_ars(folder, "init", "1.md").code == 0
    verdicts = judged(folder, command)
    assert verdicts.pop("3.md") == "not-judged"
    assert verdicts == dict.fromkeys(["1.md", "2.md", "4.md"], "refused")
    assert no_pandoc_is_left(folder)


def test_init_takes_what_the_others_cite_and_ends_with_2(folder: Path) -> None:
    done = run_ars(folder, "init", "--time-limit", "1", ".")
    done.assert_told(2, NOT_JUDGED, "what 3.md cites is not known", "refs.ars.yaml: 1 entry")
    assert "poe2020" in (folder / "refs.ars.yaml").read_text("utf-8")


def test_status_counts_the_others_and_ends_with_2(folder: Path) -> None:
    assert run_ars(folder, "init", "1.md").code == 0
    done = run_ars(folder, "status", "--time-limit", "1", ".")
    done.assert_told(2, NOT_JUDGED, "3 citations of 1 source", "not counted: 1 document: 3.md")
    as_json = run_ars(folder, "status", "--time-limit", "1", "--format", "json", ".")
    data = json.loads(as_json.out)
    assert data["total"]["cited"] == 3
    assert [one["name"] for one in data["not_judged"]] == ["3.md"]


def test_a_document_by_itself_is_an_error_in_every_command(folder: Path) -> None:
    for command in (["init"], ["finalize"], ["ground"]):
        done = run_ars(folder, *command, "--time-limit", "1", "3.md")
        done.assert_told(2, NOT_JUDGED, "line 1, column 1", "--time-limit 4", "ARS_TIME_LIMIT")
    assert (folder / "3.md").read_text("utf-8") == ENDLESS["twenty"]


def test_the_next_command_names_the_limit_again(folder: Path) -> None:
    done = run_ars(folder, "init", "--time-limit", "50", "--memory-limit", "3G", "1.md")
    assert "next: ars status --time-limit 50 --memory-limit 3G 1.md" in done.out.replace("\\", "")


@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS.keys())
def test_no_text_is_without_end(folder: Path, text: str) -> None:
    (folder / "3.md").write_text(text, "utf-8")
    done = run_ars(folder, "check", "3.md", ARS_TIME_LIMIT="1")
    done.assert_told(2, NOT_JUDGED, "in one paragraph", "where: 3.md (line ")


def test_standard_input_is_bounded_too(folder: Path) -> None:
    done = subprocess.run(
        [ARS, "check", "--time-limit", "1"],
        input=b"[" * 30,
        cwd=folder,
        env=clean_environment(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    Outcome(done.returncode, done.stdout.decode(), done.stderr.decode()).assert_told(
        2, "standard input is not judged", "- (line 1, column 1): 30 open brackets"
    )


def test_a_text_that_swells_is_named_with_the_memory_it_may_take(folder: Path) -> None:
    (folder / "3.md").write_text("A *word* and [another](x).\n\n" * 60_000, "utf-8")
    done = run_ars(folder, "check", "--memory-limit", "64M", "3.md", "1.md")
    done.assert_told(2, "3.md is not judged: Pandoc needs more memory than 64 MB")
    assert "--memory-limit 128M" in done.out
    assert "1.md" in done.out


def test_fifty_megabytes_are_ended_by_time_or_memory(folder: Path) -> None:
    with (folder / "3.md").open("w", encoding="utf-8") as file:
        for _ in range(50):
            file.write("A *word*, [a link](x) and one more.\n\n" * (1_000_000 // 37))
    started = time.monotonic()
    limits = ("--time-limit", "2", "--memory-limit", "300M")
    done = run_ars(folder, "check", *limits, "3.md")
    done.assert_told(2, "3.md is not judged: Pandoc ")
    assert time.monotonic() - started < 30


def test_deep_nesting_ends(folder: Path) -> None:
    (folder / "3.md").write_text(">" * 20_000 + " a\n\n" + "- " * 3_000 + "b\n", "utf-8")
    run_ars(folder, "check", "--time-limit", "2", "3.md").assert_told(2)


def test_a_bibliography_without_end_is_bounded(folder: Path) -> None:
    (folder / "refs.bib").write_text(
        f"@article{{poe2020, author={{Poe, A.}}, title={{{'{' * 30_000}{'}' * 30_000}}}, year={{2020}}}}",
        "utf-8",
    )
    started = time.monotonic()
    done = run_ars(folder, "init", "--time-limit", "2", "1.md")
    done.assert_clean()
    assert time.monotonic() - started < 30


def test_an_editor_gets_an_error_and_the_next_text_its_verdicts(folder: Path) -> None:
    assert run_ars(folder, "init", "1.md").code == 0
    environment = {
        **clean_environment(),
        "ARS_TIME_LIMIT": "1",
        "ARS_CORPUS": str(folder / "refs.ars.yaml"),
    }
    state = judge_text(folder / "3.md", ENDLESS["hundreds"], environment)
    assert state.error is not None
    assert "3.md is not judged: Pandoc did not come to an end" in state.error
    assert "line 3, column 1" in state.error
    after = judge_text(folder / "3.md", TEXT, environment)
    assert [one.finding.citation.key for one in after.cited] == ["poe2020"]


def test_a_render_has_the_limits_that_are_given(folder: Path) -> None:
    for given in (["--time-limit", "1"], ["--memory-limit", "64M"]):
        text = ENDLESS["twenty"] if given[0] == "--time-limit" else "A *word*.\n\n" * 80_000
        (folder / "3.md").write_text(text, "utf-8")
        done = run_ars(folder, "render", *given, "3.md", "-o", "out.html")
        assert done.code == 2
        assert not (folder / "out.html").exists()
        if given[0] == "--time-limit":
            done.assert_told(2, "Pandoc did not come to an end within 1 s", "--time-limit 4")
    assert no_pandoc_is_left(folder)


def test_wrong_limits_are_told(folder: Path) -> None:
    for command in ("check", "render"):
        run_ars(folder, command, "--time-limit", "soon", "1.md").assert_told(
            2, "--time-limit is no number of seconds: 'soon'"
        )
        run_ars(folder, command, "--memory-limit", "tiny", "1.md").assert_told(
            2, "--memory-limit is no size: 'tiny'"
        )
    run_ars(folder, "check", "1.md", ARS_MEMORY_LIMIT="1M").assert_told(
        2, "ARS_MEMORY_LIMIT is too small", "Pandoc takes 64M to start"
    )


@posix
@pytest.mark.parametrize("command", ["check", "audit", "status", "init"])
def test_ctrl_c_leaves_no_pandoc(folder: Path, command: str) -> None:
    for number in range(6):
        (folder / f"{number}.md").write_text(ENDLESS["hundreds"], "utf-8")
    running = subprocess.Popen(
        [ARS, command, "--time-limit", "50", "."],
        cwd=folder,
        env=clean_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    until = time.monotonic() + 30
    while no_pandoc_is_left(folder) and time.monotonic() < until:
        time.sleep(0.05)
    os.killpg(running.pid, 2)
    _, said = running.communicate(timeout=30)
    assert running.returncode == 130, said
    assert "Traceback" not in said
    assert no_pandoc_is_left(folder, wait=10)


def no_pandoc_is_left(folder: Path, wait: float = 0) -> bool:
    """Return whether no Pandoc runs that was started in this folder, after a while at most."""
    until = time.monotonic() + wait
    while (found := pandocs_in(folder)) and time.monotonic() < until:
        time.sleep(0.1)
    return not found


def pandocs_in(folder: Path) -> list[str]:
    if sys.platform != "linux":
        return []
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (process / "cwd").readlink() == folder.resolve():
                found.append((process / "cmdline").read_bytes().decode("utf-8", "replace"))
    return [command for command in found if "+RTS" in command]
