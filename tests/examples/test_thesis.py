"""The thesis builds with make as its README says, and leaves nothing stale behind a refusal."""

from __future__ import annotations

import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import pypdfium2
import pytest

from ars_pandoc.cli.shared.project_template import write_template
from ars_pandoc.pandoc.executable import Pandoc
from tests.conftest import GATE, ROOT, clean_environment
from tests.examples.readme import commands

EXAMPLE = ROOT / "examples" / "thesis"
CHAPTER = Path("chapters", "03-desk.md")


@pytest.fixture
def thesis(tmp_path: Path) -> Path:
    """Give a copy of the example, at the same place in a copy of the repository."""
    shutil.copytree(EXAMPLE, tmp_path / "examples" / "thesis")
    shutil.copytree(ROOT / "templates", tmp_path / "templates")
    return tmp_path / "examples" / "thesis"


def make(
    folder: Path, *arguments: str, path: tuple[Path, ...] = ()
) -> subprocess.CompletedProcess[str]:
    places = [*path, Path(GATE).parent, *os.environ.get("PATH", os.defpath).split(os.pathsep)]
    return subprocess.run(
        ["make", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=clean_environment({"PATH": os.pathsep.join(map(str, places)), "MAKEFLAGS": ""}),
    )


def stamps(thesis: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in (thesis / "build").glob("thesis.*")}


def text_of(pdf: Path) -> str:
    document = pypdfium2.PdfDocument(pdf)
    return "".join(page.get_textpage().get_text_range() for page in document)


def pandoc_first(pandoc: Pandoc, folder: Path) -> Path:
    """Give a folder for PATH whose `pandoc` is this one."""
    folder.mkdir()
    (folder / "pandoc").symlink_to(pandoc.path)
    return folder


def test_the_readme_builds_all_formats(pandoc: Pandoc, thesis: Path, tmp_path: Path) -> None:
    path = (pandoc_first(pandoc, tmp_path / "bin"),)
    for command in commands(EXAMPLE / "README.md", "make"):
        done = make(thesis, *command[1:], path=path)
        assert done.returncode == 0, done.stderr
    built = stamps(thesis)
    assert set(built) == {"thesis.pdf", "thesis.html", "thesis.docx"}
    text = text_of(thesis / "build" / "thesis.pdf")
    assert "Bacon, Francis. 1625" in text
    assert "Bibliography" not in text, "Typst's own list beside that of citeproc"
    page = (thesis / "build" / "thesis.html").read_text(encoding="utf-8")
    assert "<!--ref" not in page
    assert "Bacon, Francis" in page
    with zipfile.ZipFile(thesis / "build" / "thesis.docx") as docx:
        assert "Simkin" in docx.read("word/document.xml").decode()
    again = make(thesis, "-j3", "pdf", "html", "docx", path=path)
    assert again.returncode == 0
    assert "ars render" not in again.stdout
    assert stamps(thesis) == built


def test_after_a_refusal_nothing_old_is_left(thesis: Path) -> None:
    assert make(thesis, "-j2", "html", "docx").returncode == 0
    chapter = thesis / CHAPTER
    text = chapter.read_text(encoding="utf-8")
    assert ", p. 2195" in text
    chapter.write_text(text.replace(", p. 2195", ""), encoding="utf-8")
    done = make(thesis, "-k", "-j2", "html", "docx")
    assert done.returncode == 2
    assert "MED-WARN-NO-LOCATOR" in done.stderr
    assert stamps(thesis) == {}
    chapter.write_text(text, encoding="utf-8")
    assert make(thesis, "html").returncode == 0


def test_check_and_report_tell_the_verdict_without_a_build(thesis: Path) -> None:
    assert make(thesis, "-j2", "check", "report").returncode == 0
    chapter = thesis / CHAPTER
    chapter.write_text(
        chapter.read_text(encoding="utf-8").replace(", p. 2195", ""), encoding="utf-8"
    )
    refused = make(thesis, "check")
    assert refused.returncode == 2
    assert "MED-WARN-NO-LOCATOR" in refused.stdout
    done = make(thesis, "report")
    assert done.returncode == 0, done.stderr
    page = (thesis / "build" / "report.html").read_text(encoding="utf-8")
    assert "MED-WARN-NO-LOCATOR" in page
    assert stamps(thesis) == {}
    (thesis / "metadata.yaml").write_text("ars: {mode: nonsense}\n", encoding="utf-8")
    assert make(thesis, "report").returncode == 2


@pytest.mark.parametrize(
    "name",
    [
        "references.ars.yaml",
        "references.ars_human_read_log.yaml",
        "references.bib",
        "metadata.yaml",
        "chapters/02-losses.md",
        ".ars/catalog.yaml",
    ],
)
def test_what_a_build_rests_on_builds_it_again(name: str, thesis: Path) -> None:
    assert make(thesis, "html").returncode == 0
    file = thesis / name
    file.parent.mkdir(exist_ok=True)
    if not file.exists():
        file.write_text("schema: 1\nentries: {}\n", encoding="utf-8")
    os.utime(file, (file.stat().st_atime + 10, file.stat().st_mtime + 10))
    assert "ars render" in make(thesis, "-n", "html").stdout


def test_a_ledger_that_is_gone_refuses_the_next_build(thesis: Path) -> None:
    assert make(thesis, "html").returncode == 0
    (thesis / "references.ars_human_read_log.yaml").unlink()
    done = make(thesis, "html")
    assert done.returncode == 2
    assert "LOW-WARN" in done.stderr
    assert stamps(thesis) == {}


def test_a_missing_sidecar_is_made_by_the_command_that_make_names(thesis: Path) -> None:
    sidecar = thesis / "references.ars.yaml"
    sidecar.unlink()
    done = make(thesis, "html")
    assert done.returncode == 2
    command = done.stderr.partition("next: ")[2].partition(".  Stop")[0].split()
    made = subprocess.run(
        [str(Path(GATE).with_name(command[0])), *command[1:]],
        cwd=thesis,
        capture_output=True,
        text=True,
        check=False,
        env=clean_environment(),
    )
    assert made.returncode == 0, made.stderr
    assert sidecar.exists()
    refused = make(thesis, "html")
    assert refused.returncode == 2
    assert "HIGH-WARN-NO-ORIGINAL" in refused.stderr


def test_a_chapter_that_is_gone_builds_it_again(thesis: Path) -> None:
    assert make(thesis, "html").returncode == 0
    (thesis / "chapters" / "02-losses.md").unlink()
    done = make(thesis, "html")
    assert done.returncode == 0, done.stderr
    page = (thesis / "build" / "thesis.html").read_text(encoding="utf-8")
    assert "Citing unread" not in page


def test_pandoc_crossref_comes_before_the_gate(thesis: Path, tmp_path: Path) -> None:
    """A stand-in that writes down when it ran: the real one is not installed here."""
    programs = tmp_path / "bin"
    programs.mkdir()
    log = tmp_path / "order"
    for name, then in (("pandoc-crossref", "cat"), ("ars-gate", f'exec "{GATE}" "$@"')):
        program = programs / name
        program.write_text(f'#!/bin/sh\necho {name} >> "{log}"\n{then}\n', encoding="utf-8")
        program.chmod(0o755)
    done = make(thesis, "html", path=(programs,))
    assert done.returncode == 0, done.stderr
    assert log.read_text(encoding="utf-8").split() == ["pandoc-crossref", "ars-gate"]


def test_the_gate_of_another_installation_is_named_with_its_ars(
    thesis: Path, tmp_path: Path
) -> None:
    done = make(thesis, "-n", f"ARS={tmp_path}/no/ars", "html")
    assert done.returncode == 2
    assert "install ars-pandoc" in done.stderr
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("ars", "pandoc-crossref"):
        (programs / name).write_text("#!/bin/sh\n", encoding="utf-8")
        (programs / name).chmod(0o755)
    done = make(thesis, "-n", f"ARS={programs}/ars", "html", path=(programs,))
    assert f"--filter pandoc-crossref --filter {programs}/ars-gate" in done.stdout


def test_a_new_thesis_is_refused_until_its_source_is_held_compared_and_read(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "my thesis"
    write_template("thesis", folder)
    done = make(folder, "html")
    assert done.returncode == 2
    assert "HIGH-WARN-NO-ORIGINAL" in done.stderr
    assert stamps(folder) == {}
    draft = make(folder, "draft")
    assert draft.returncode == 0, draft.stderr
    assert (folder / "build" / "draft.docx").exists()
    sidecar = folder / "references.ars.yaml"
    text = sidecar.read_text(encoding="utf-8")
    held = text.replace(
        "source_acquired: false\n    description_last_audit: none",
        "source_acquired: true\n    source_verified_against_original: true\n"
        "    source_verification_method: manual_grep",
    )
    sidecar.write_text(held, encoding="utf-8")
    marked = subprocess.run(
        [Path(GATE).with_name("ars"), "mark-read", "bacon1625", "--yes"],
        cwd=folder,
        capture_output=True,
        check=False,
        env=clean_environment(),
    )
    assert marked.returncode == 0, marked.stderr
    assert make(folder, "html").returncode == 0
    assert make(folder, "clean").returncode == 0
    assert not (folder / "build").exists()


def test_another_makefile_needs_the_line_that_the_docs_show(thesis: Path) -> None:
    docs = (ROOT / "docs" / "thesis.md").read_text(encoding="utf-8")
    rule, line = (block.split("```")[0] for block in docs.split("```make\n")[1:])
    makefile = thesis / "Makefile"
    chapter = thesis / CHAPTER
    text = chapter.read_text(encoding="utf-8")
    chapter.write_text(text.replace(", p. 2195", ""), encoding="utf-8")
    makefile.write_text(rule, encoding="utf-8")
    assert make(thesis, "html").returncode == 0
    makefile.write_text(rule.replace("\t--citeproc", f"{line}\t--citeproc"), encoding="utf-8")
    refused = make(thesis, "html")
    assert refused.returncode == 2
    assert "MED-WARN-NO-LOCATOR" in refused.stderr
    chapter.write_text(text, encoding="utf-8")
    assert make(thesis, "html").returncode == 0
