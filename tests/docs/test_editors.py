"""What docs/editors.md says of other writers is tried: its own settings, in the programs that are here."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from ars_pandoc.pandoc.executable import Pandoc, bundled_pandoc
from tests.conftest import GATE, ROOT, clean_environment
from tests.docs.world import write_paper

PAGE = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
ARS = str(Path(GATE).with_name("ars"))
SECTIONS = ("Obsidian", "Zettlr", "RStudio and Jupyter", "Overleaf", "Emacs", "Helix")


def section(title: str) -> str:
    found = re.search(rf"^### {re.escape(title)}\n(.*?)(?=^##|\Z)", PAGE, re.M | re.S)
    assert found is not None, title
    return found[1]


def block(title: str, language: str) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```", section(title), re.M | re.S)
    assert found is not None, (title, language)
    return found[1]


def environment(folder: Path, pandoc: Pandoc | None = None) -> dict[str, str]:
    tools = folder / "tools"
    tools.mkdir(exist_ok=True)
    (tools / "pandoc").unlink(missing_ok=True)
    (tools / "pandoc").symlink_to((pandoc or bundled_pandoc()).path)
    path = os.pathsep.join([str(tools), str(Path(ARS).parent), os.environ["PATH"]])
    return clean_environment({"PATH": path, "HOME": str(folder)})


def ars(folder: Path, *words: str, pandoc: Pandoc | None = None) -> tuple[int, str]:
    done = subprocess.run(
        [ARS, *words], cwd=folder, env=environment(folder, pandoc),
        capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("title", SECTIONS)
def test_each_section_says_what_was_tried_and_what_was_not(title: str) -> None:
    text = section(title)
    assert "*Tried:*" in text
    assert "*Not tried:*" in text


def test_obsidian_s_links_beside_citations_hide_and_invent_none(
    pandoc: Pandoc, tmp_path: Path
) -> None:
    write_paper(tmp_path)
    note = block("Obsidian", "markdown")
    (tmp_path / "My note.md").write_text(note, encoding="utf-8")
    code, said = ars(tmp_path, "check", "My note.md", "--format", "json", pandoc=pandoc)
    document = json.loads(said)["documents"][0]
    found = {(one["key"], one["status"]) for one in document["citations"]}
    assert code == 1
    assert found == {("smith2024", "ok"), ("jones2023", "MED-WARN-NO-LOCATOR")}


def test_zettlr_s_profile_exports_through_the_gate(pandoc: Pandoc, tmp_path: Path) -> None:
    write_paper(tmp_path)
    profile = block("Zettlr", "yaml").replace("/full/path/to/ars-gate", GATE)
    assert GATE in profile
    yaml.safe_load(profile)
    (tmp_path / "profile.yaml").write_text(profile, encoding="utf-8")
    for name, code in (("paper.md", 0), ("draft.md", 83)):
        done = subprocess.run(
            [str(pandoc.path), "-d", "profile.yaml", name, "-o", f"{name}.html"],
            cwd=tmp_path, env=clean_environment(), capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == code, done.stderr
    assert "Smith" in (tmp_path / "paper.md.html").read_text("utf-8"), "citeproc ran behind it"


def test_a_notebook_is_checked_before_it_is_run(tmp_path: Path) -> None:
    write_paper(tmp_path)
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": ["A claim [@smith2024]."]},
        {
            "cell_type": "code",
            "metadata": {},
            "source": ["print('[@x]')"],
            "outputs": [],
            "execution_count": None,
        },
    ]
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "analysis.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    code, said = ars(tmp_path, *block("RStudio and Jupyter", "sh").split()[1:])
    assert code == 1
    assert "smith2024" in said
    assert "[@x]" not in said


def test_overleaf_s_project_is_checked_as_in_its_workflow(tmp_path: Path) -> None:
    write_paper(tmp_path)
    (tmp_path / "chapters").mkdir()
    (tmp_path / "main.tex").write_text(
        "\\documentclass{article}\\usepackage{biblatex}\\addbibresource{refs.bib}\n"
        "\\begin{document}\n\\input{chapters/one}\n\\end{document}\n",
        encoding="utf-8",
    )
    chapter = tmp_path / "chapters" / "one.tex"
    chapter.write_text("A claim \\parencite[12]{smith2024}.\n", encoding="utf-8")
    job = yaml.safe_load(block("Overleaf", "yaml"))
    (line,) = [
        step["run"] for step in job["jobs"]["check"]["steps"] if "ars check" in step.get("run", "")
    ]
    words = line.split()[1:]
    assert ars(tmp_path, *words)[0] == 0
    chapter.write_text("A claim \\parencite{smith2024}.\n", encoding="utf-8")
    code, said = ars(tmp_path, *words)
    assert code == 1
    assert "chapters/one.tex" in said
    assert "line=1" in said


def test_the_settings_for_helix_are_toml_with_what_helix_wants() -> None:
    tomllib = pytest.importorskip("tomllib")
    settings = tomllib.loads(block("Helix", "toml"))
    assert settings["language-server"]["ars"] == {"command": "ars", "args": ["lsp"]}
    assert {one["name"] for one in settings["language"]} == {"markdown", "latex"}
    assert all("ars" in one["language-servers"] for one in settings["language"])


EMACS = """
(require 'package)
(package-initialize)
(require 'eglot)
(require 'markdown-mode)
%s
(setq eglot-sync-connect 60)
(find-file "my paper.md")
(call-interactively 'eglot)
(let ((end (+ (float-time) 60)))
  (flymake-start)
  (while (and (< (float-time) end) (null (flymake-diagnostics)))
    (accept-process-output nil 0.2)))
(dolist (one (flymake-diagnostics))
  (princ (format "FOUND %%s %%s\\n" (line-number-at-pos (flymake-diagnostic-beg one))
                 (flymake-diagnostic-text one))))
(goto-char (point-min))
(search-forward "@smith")
(princ (format "HOVER %%s\\n" (jsonrpc-request (eglot-current-server) :textDocument/hover
                                           (eglot--TextDocumentPositionParams))))
"""


@pytest.mark.slow
def test_emacs_shows_findings_and_hover_with_the_settings_of_the_page(tmp_path: Path) -> None:
    emacs = shutil.which("emacs")
    if emacs is None:
        pytest.skip("no Emacs is here")
    write_paper(tmp_path)
    (tmp_path / "draft.md").rename(tmp_path / "my paper.md")
    program = tmp_path / "try.el"
    program.write_text(EMACS % block("Emacs", "elisp"), encoding="utf-8")
    known = environment(tmp_path)
    # Emacs's own site files have the packages of the system; -Q would leave them out.
    check = (
        "(progn (require 'package) (package-initialize) (require 'eglot) (require 'markdown-mode))"
    )
    probe = subprocess.run(
        [emacs, "-q", "--batch", "--eval", check], env=known, capture_output=True, check=False
    )
    if probe.returncode:
        pytest.skip("this Emacs has no eglot or no markdown-mode")
    done = subprocess.run(
        [emacs, "-q", "--batch", "-l", str(program)],
        cwd=tmp_path, env=known, capture_output=True, text=True, check=False, timeout=180,
    )  # fmt: skip
    assert re.search(r"^FOUND \d+ .*MED-WARN-NO-LOCATOR", done.stdout, re.M), (
        done.stdout + done.stderr
    )
    assert "How publishers bypass review" in done.stdout.partition("HOVER")[2]
