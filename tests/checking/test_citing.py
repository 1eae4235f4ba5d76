"""A hook judges manuscripts, and leaves the other texts of a repository alone."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
import yaml

from ars_pandoc.checking.citing import is_manuscript
from ars_pandoc.documents.inputs import expand_inputs
from tests.conftest import GATE, ROOT, clean_environment
from tests.corpus.sidecars import raw_entry, write_sidecar

(HOOK,) = [
    hook
    for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    if hook["id"] == "ars-check"
]


def judged(path: Path, text: str, environment: dict[str, str] | None = None) -> bool:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    (source,) = expand_inputs([str(path)])
    return is_manuscript(source, environment or {})


@pytest.mark.parametrize(
    "text",
    [
        "Thanks to @alice!\n",
        "- @alice and [@bob](https://example.org/bob)\n",
        "Install `@types/node`, decorate with @Override, write to me@example.org.\n",
        "```\nAs shown [@smith2024].\n```\n",
        "---\ntitle: The bibliography of @alice\n---\n\nWords.\n",
        "",
    ],
)
def test_what_cites_nobody_is_left_alone(text: str, tmp_path: Path) -> None:
    write_sidecar(tmp_path / "refs.ars.yaml", raw_entry("smith2024"))
    assert not judged(tmp_path / "README.md", text)


@pytest.mark.parametrize(
    "text",
    [
        "As shown [@nobody2024, p. 3].\n",
        "As shown by @smith2024.\n",
        "Smith (2024) <!--ref:smith2024-->\n",
        "As shown \\cite{nobody2024}.\n",
        "---\nbibliography: refs.bib\n---\n\nSmith (2024) says.\n",
        "---\nars: {mode: draft}\n---\n\nWords.\n",
    ],
)
def test_what_cites_is_judged(text: str, tmp_path: Path) -> None:
    write_sidecar(tmp_path / "refs.ars.yaml", raw_entry("smith2024"))
    assert judged(tmp_path / "paper.md", text)


def test_a_chapter_of_a_project_is_judged(tmp_path: Path) -> None:
    (tmp_path / "_quarto.yml").write_text(
        "project: {type: book}\nbook: {chapters: [one.qmd]}\nbibliography: refs.bib\n",
        encoding="utf-8",
    )
    assert judged(tmp_path / "one.qmd", "Smith (2024) says.\n")
    assert not judged(tmp_path / "notes.md", "Thanks to @alice.\n")


def test_what_cannot_be_told_is_judged(tmp_path: Path) -> None:
    (tmp_path / "a" / "refs.ars.yaml").parent.mkdir()
    (tmp_path / "a" / "refs.ars.yaml").write_text("a: [", encoding="utf-8")
    assert judged(tmp_path / "a" / "README.md", "Thanks to @alice.\n")
    assert judged(tmp_path / "b" / "paper.docx", "no Word document")


def hook(folder: Path, *names: str) -> subprocess.CompletedProcess[str]:
    words = [str(Path(GATE).with_name("ars")), *HOOK["entry"].split()[1:], *names]
    return subprocess.run(
        words, cwd=folder, capture_output=True, text=True, check=False, env=clean_environment()
    )


def test_the_hook_lets_a_readme_pass_that_thanks_somebody(tmp_path: Path) -> None:
    """Without any sidecar, and beside a paper that is refused."""
    (tmp_path / "README.md").write_text("Thanks to @alice.\n", encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text("- fixed by @bob\n", encoding="utf-8")
    done = hook(tmp_path, "README.md", "CHANGELOG.md")
    assert done.returncode == 0, done.stdout + done.stderr
    (tmp_path / "paper.md").write_text("A claim [@smith2024].\n", encoding="utf-8")
    write_sidecar(tmp_path / "literature_corpus.yaml", raw_entry("smith2024"))
    done = hook(tmp_path, "README.md", "paper.md")
    assert done.returncode == 1
    assert "smith2024" in done.stdout
    assert "alice" not in done.stdout + done.stderr
