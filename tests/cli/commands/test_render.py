"""`ars render` end to end: real Pandoc, real Typst, the gate or a filter in its place."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from ars_pandoc.base.errors import ArsError
from ars_pandoc.cli.commands import render as render_module
from ars_pandoc.cli.commands.render import command, render
from ars_pandoc.pandoc import executable, pdf_engine
from ars_pandoc.pandoc.executable import bundled_pandoc
from ars_pandoc.pandoc.launcher import write_launcher
from tests.conftest import clean_environment

EXAMPLE = Path(__file__).parents[3] / "examples" / "paper"
SIDECAR = """\
literature_corpus:
  - citation_key: a
    title: A
    authors: [{family: Smith}]
    year: 2020
    source_pointer: https://example.org/a
    source_acquired: true
    source_verified_against_original: true
    source_verification_method: manual_grep
"""
LEDGER = """\
session_id: s
created_at: "2026-01-01T00:00:00Z"
human_read:
  - citation_key: a
    marked_at: "2026-01-01T00:00:00Z"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a sidecar, and the bundled Pandoc as the only one: no LaTeX, no Typst."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    for variable in [name for name in os.environ if name.startswith("ARS_")]:
        monkeypatch.delenv(variable)
    Path("passport.yaml").write_text(SIDECAR, encoding="utf-8")
    Path("passport_human_read_log.yaml").write_text(LEDGER, encoding="utf-8")
    Path("good.md").write_text("Known [@a, p. 3].\n", encoding="utf-8")
    Path("bare.md").write_text("Known [@a].\n", encoding="utf-8")
    return tmp_path


def _program(path: Path, script: str) -> Path:
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def _stand_in(folder: Path, script: str) -> str:
    """A filter that has the gate's name."""
    (folder / "other").mkdir(exist_ok=True)
    return str(_program(folder / "other" / "ars-gate", script))


def test_what_passes_is_rendered(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert render(["good.md", "-o", "good.html"]) == 0
    assert "Known" in (folder / "good.html").read_text(encoding="utf-8")
    assert "1 citation" in capfd.readouterr().err


def test_what_is_refused_writes_nothing_and_exits_1(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert render(["bare.md", "-o", "bare.html"]) == 1
    said = capfd.readouterr().err
    assert "MED-WARN-NO-LOCATOR" in said
    assert said.endswith("nothing was written.\n")
    assert "Error running filter" not in said
    assert "error status" not in said
    assert not (folder / "bare.html").exists()


def test_after_a_refusal_an_older_file_is_said_to_be_old(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    old = folder / "bare.html"
    old.write_text("old", encoding="utf-8")
    noon = time.mktime((2026, 3, 4, 12, 30, 0, 0, 0, -1))
    os.utime(old, (noon, noon))
    assert render(["bare.md", "-o", "bare.html"]) == 1
    assert capfd.readouterr().err.endswith(
        "bare.html is from an earlier build (2026-03-04 12:30:00, local time); "
        "nothing was written.\n"
    )
    assert old.read_text(encoding="utf-8") == "old"


def test_without_a_sidecar_it_cannot_judge(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "passport.yaml").unlink()
    assert render(["good.md", "-o", "good.html"]) == 2
    said = capfd.readouterr().err
    assert "ars init" in said
    assert "Error running filter" not in said


def test_a_draft_is_rendered_with_its_marks(folder: Path) -> None:
    done = CliRunner().invoke(command, ["bare.md", "--draft", "-o", "bare.html"])
    assert done.exit_code == 0
    text = (folder / "bare.html").read_text(encoding="utf-8")
    assert "[UNVERIFIED CITATION — NO QUOTE OR PAGE LOCATOR]" in " ".join(text.split())


def test_another_sidecar_can_be_named(folder: Path) -> None:
    (folder / "passport.yaml").rename(folder / "my--other.yaml")
    Path("passport_human_read_log.yaml").rename("my--other_human_read_log.yaml")
    done = CliRunner().invoke(command, ["good.md", "--corpus", "my--other.yaml", "-o", "x.html"])
    assert done.exit_code == 0, done.stderr
    assert (folder / "x.html").exists()


def test_draft_says_that_a_locked_gate_ignores_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARS_LOCKED", "1")
    done = CliRunner().invoke(command, ["good.md", "--draft", "-o", "x.html"])
    assert "ARS_MODE" in str(done.exception)
    assert not (folder / "x.html").exists()


def test_standard_input_is_rendered_to_standard_output(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ars_pandoc.cli.commands.render", "-t", "plain"],
        input="Known [@a, p. 3].\n", capture_output=True, text=True, check=False, cwd=folder,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "Known [@a, p. 3].\n")


def test_files_behind_two_dashes_reach_pandoc_as_files(folder: Path) -> None:
    (folder / "-o.md").write_text("# Dash\n", encoding="utf-8")
    done = CliRunner().invoke(command, ["-o", "x.html", "--", "-o.md"])
    assert done.exit_code == 0, done.stderr
    assert "Dash" in (folder / "x.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("named", [["--filter"], ["-L"], ["-F"]])
def test_a_gate_that_is_named_is_not_named_twice(
    folder: Path, capfd: pytest.CaptureFixture[str], named: list[str]
) -> None:
    lua = folder / "ars-gate.lua"
    lua.write_text("io.stderr:write('lua gate\\n') return {}\n", encoding="utf-8")
    gate = str(lua) if named == ["-L"] else _stand_in(folder, "echo lua gate >&2; exec /bin/cat")
    assert render(["bare.md", *named, gate, "-o", "x.html"]) == 0
    assert capfd.readouterr().err == "lua gate\n"


def test_the_gate_comes_before_all_other_filters_and_citeproc(folder: Path) -> None:
    seen = folder / "seen.json"
    spy = _program(folder / "spy", f"/usr/bin/tee '{seen}'")
    Path("good.md").write_text("Known<!--ref:a--><!--anchor:page:3-->.\n", encoding="utf-8")
    assert render(["good.md", "-C", "-F", str(spy), "-o", "x.html"]) == 0
    assert "anchor" not in seen.read_text(encoding="utf-8")


@pytest.mark.parametrize(("status", "expected"), [(1, 1), (2, 2), (3, 2), (83, 2)])
def test_the_gates_status_is_ours(
    folder: Path, capfd: pytest.CaptureFixture[str], status: int, expected: int
) -> None:
    gate = _stand_in(folder, f"echo report >&2; exit {status}")
    assert render(["good.md", "-F", gate, "-o", "x.html"]) == expected
    assert capfd.readouterr().err == "report\nnothing was written.\n"


def test_a_gate_that_is_killed_is_no_refusal(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    gate = _stand_in(folder, "kill -9 $$")
    assert render(["good.md", "-F", gate, "-o", "x.html"]) == 2
    assert "Filter returned error status -9" in capfd.readouterr().err


def test_another_filters_failure_is_shown_and_is_no_refusal(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    other = _program(folder / "other-filter", "exit 1")
    assert render(["good.md", "-F", str(other), "-o", "x.html"]) == 2
    said = capfd.readouterr().err
    assert f"Error running filter {other}:" in said
    assert "Filter returned error status 1" in said


def test_pandocs_own_failure_is_shown_and_exits_2(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert render(["nowhere.md", "-o", "x.html"]) == 2
    said = capfd.readouterr().err
    assert "nowhere.md" in said
    assert "backtrace" not in said
    assert render(["good.md", "--no-such-option"]) == 2
    assert "no-such-option" in capfd.readouterr().err


def test_a_pdf_needs_no_latex(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "plot.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    )
    Path("good.md").write_text("![Plot](plot.svg)\n\nKnown [@a, p. 3].\n", encoding="utf-8")
    Path("refs.json").write_text('[{"id": "a", "type": "book", "title": "A"}]', encoding="utf-8")
    assert render(["good.md", "--citeproc", "--bibliography=refs.json", "-o", "good.pdf"]) == 0
    assert (folder / "good.pdf").read_bytes().startswith(b"%PDF-")
    assert "[WARNING]" not in capfd.readouterr().err
    assert not list(folder.glob("toPdf*"))


@pytest.mark.parametrize("options", [["--pdf-engine=typst"], ["-t", "typst"], ["-t", "pdf"]])
def test_typst_named_without_a_typst_on_path_is_ours(folder: Path, options: list[str]) -> None:
    Path("good.md").write_text("Text\n", encoding="utf-8")
    assert render(["good.md", *options, "-o", "good.pdf"]) == 0
    assert (folder / "good.pdf").exists()


def test_without_any_engine_the_way_to_one_is_said_before_pandoc_runs(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf_engine, "has_own_typst", lambda: False)
    with pytest.raises(ArsError, match="nothing here makes a PDF"):
        render(["good.md", "-o", "good.pdf"])
    assert not (folder / "good.pdf").exists()
    assert render(["good.md", "-o", "good.html"]) == 0


def test_the_writer_s_own_typst_makes_the_pdf_where_none_came_along(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(render_module, "has_own_typst", lambda: False)
    own = write_launcher(folder / "bin", "typst", "ars_pandoc.pandoc.typst_engine")
    assert own.exists()
    assert render(["good.md", "-o", "good.pdf"]) == 0
    assert (folder / "good.pdf").read_bytes().startswith(b"%PDF-")


def test_an_old_pandoc_and_no_bundled_one_is_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _program(folder / "bin" / "pandoc", "echo pandoc 2.17.1.1; exit 0")
    monkeypatch.setattr(executable, "find_spec", lambda _: None)
    with pytest.raises(ArsError, match=r"Pandoc 2\.17\.1\.1 is too old for this") as told:
        render(["good.md", "-o", "good.pdf"])
    assert "[pandoc]" in told.value.steps[0]
    assert "https://pandoc.org/installing.html" in told.value.steps[1]


def test_a_document_that_typst_cannot_set_exits_2(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    Path("good.md").write_text("`#unknown`{=typst}\n", encoding="utf-8")
    assert render(["good.md", "-o", "good.pdf"]) == 2
    said = capfd.readouterr().err
    assert "unknown variable: unknown" in said
    assert "--pdf-engine" not in said
    assert "Traceback" not in said
    assert not (folder / "good.pdf").exists()


def test_an_unknown_source_does_not_keep_a_draft_from_its_pdf(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    Path("refs.json").write_text('[{"id": "a", "type": "book", "title": "A"}]', encoding="utf-8")
    Path("draft.md").write_text("Known [@a, p. 3; @ghost, p. 4].\n", encoding="utf-8")
    options = ["-M", "ars-mode=draft", "-M", "link-citations", "--bibliography=refs.json"]
    assert render(["draft.md", *options, "--citeproc", "-o", "draft.pdf"]) == 0
    assert "ref-ghost" in capfd.readouterr().err
    assert (folder / "draft.pdf").exists()


def test_latex_is_used_where_it_is_installed(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    called = folder / "called"
    _program(folder / "bin" / "pdflatex", f"echo yes > '{called}'; exit 1")
    assert render(["good.md", "-o", "good.pdf"]) == 2
    assert called.exists()
    assert "next: add --pdf-engine=typst" in capfd.readouterr().err
    assert render(["good.md", "--pdf-engine=typst", "-o", "good.pdf"]) == 0


def test_an_engine_that_the_writer_names_is_used(folder: Path) -> None:
    called = folder / "called"
    _program(folder / "bin" / "tectonic", f"echo yes > '{called}'; exit 1")
    assert render(["good.md", "--pdf-engine", "tectonic", "-o", "good.pdf"]) == 2
    assert called.exists()


def test_a_pandoc_without_typst_gives_way_to_the_bundled_one(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    _program(folder / "bin" / "pandoc", "echo pandoc 2.17.1.1; exit 0")
    assert render(["good.md", "-o", "good.pdf"]) == 0
    said = capfd.readouterr().err.splitlines()
    version = bundled_pandoc().version_text
    assert [line for line in said if "2.17.1.1" in line] == [
        "ars render: Pandoc 2.17.1.1 cannot make a PDF without LaTeX; "
        f"the bundled Pandoc {version} renders."
    ]
    assert (folder / "good.pdf").exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_an_interrupted_render_leaves_nothing_behind(folder: Path, number: int) -> None:
    started, temporary = folder / "started", folder / "tmp"
    temporary.mkdir()
    gate = _stand_in(folder, f"echo yes > '{started}'; exec /bin/sleep 60")
    process = subprocess.Popen(
        [sys.executable, "-m", "ars_pandoc.cli.commands.render", "good.md", "-F", gate, "-o", "x.html"],
        cwd=folder, env={**os.environ, "TMPDIR": str(temporary)}, stderr=subprocess.PIPE,
        start_new_session=True,
    )  # fmt: skip
    while not started.exists():
        time.sleep(0.02)
    if number == signal.SIGINT:
        os.killpg(process.pid, number)  # as a terminal does
    else:
        process.send_signal(number)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"Traceback" not in said
    assert not (folder / "x.html").exists()
    assert list(temporary.iterdir()) == []


def test_no_arguments_at_a_terminal_show_the_help(folder: Path) -> None:
    primary, secondary = os.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "ars_pandoc.cli.commands.render"],
        stdin=secondary, capture_output=True, text=True, check=False, timeout=30, cwd=folder,
    )  # fmt: skip
    os.close(primary)
    os.close(secondary)
    assert done.returncode == 2
    assert "INPUT... -o OUT" in done.stderr


def test_the_mended_example_becomes_a_pdf(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(EXAMPLE)
    result = folder / "paper.pdf"
    assert render(["paper.md", "--citeproc", "-o", str(result)]) == 0, capfd.readouterr().err
    assert result.read_bytes().startswith(b"%PDF-")
    assert stat.S_ISREG(result.stat().st_mode)


def test_the_examples_draft_is_refused_for_a_variety_of_reasons(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(EXAMPLE)
    assert render(["draft.md", "--citeproc", "-o", str(folder / "draft.pdf")]) == 1
    said = capfd.readouterr().err
    for status in (
        "HIGH-WARN-MALFORMED-MARKER",
        "MED-WARN-NO-LOCATOR",
        "HIGH-WARN-NO-ORIGINAL",
        "MED-WARN-NOT-CROSS-CHECKED",
        "LOW-WARN",
    ):
        assert status in said


def test_an_option_is_no_sidecar(tmp_path: Path) -> None:
    done = subprocess.run(
        [Path(sys.executable).parent / "ars", "render", "a.md", "--corpus", "-o", "a.html"],
        cwd=tmp_path,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "--corpus names no file" in done.stderr


def test_the_sidecar_is_found_beside_the_input_from_another_folder(tmp_path: Path) -> None:
    paper = tmp_path / "chapters"
    shutil.copytree(Path(__file__).parents[2] / "golden" / "_shared", paper)
    text = "---\nbibliography: refs.bib\n---\n\nAs was shown [@smith2024, p. 3].\n"
    (paper / "paper.md").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [Path(sys.executable).parent / "ars", "render", "chapters/paper.md", "-t", "plain"],
        cwd=tmp_path,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "1 citation ok" in done.stderr


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (b"plain\n", b"plain\n"),
        (b"a\tb\r\n", b"a\tb\n"),
        (b"\x1b[31mred\x1b[0m\n", b"\x1b[31mred\x1b[0m\n"),
        (b"\x1b[8mhidden\n", "\ufffd[8mhidden\n".encode()),
        (b"\x1b]0;title\x07\n", "\ufffd]0;title\ufffd\n".encode()),
        ("\u202egnp.x\n".encode(), "\ufffdgnp.x\n".encode()),
        (b"\xff\x1b[2J\n", "\ufffd\ufffd[2J\n".encode()),
    ],
)
def test_what_pandoc_says_was_obeyed_by_the_terminal(said: bytes, shown: bytes) -> None:
    from ars_pandoc.cli.commands.render import _harmless

    assert _harmless(said) == shown


def test_an_escape_in_a_document_does_not_come_out_of_pandocs_own_warning(tmp_path: Path) -> None:
    (tmp_path / "p.md").write_bytes(b"# T\n\n![x](no\x1b]0;X\x07ne.png)\n")
    done = subprocess.run(
        [str(Path(sys.executable).with_name("ars")), "render", "p.md", "-o", "p.docx"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert b"\x1b" not in done.stderr
    assert b"\x07" not in done.stderr
