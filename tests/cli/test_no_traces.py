"""No command leaves a lock, a half-written file or a cache in the author's folder.

Every command is run, those that write with something to write; then all that lies in the folder is
something that a person keeps.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from ars_pandoc.cli import COMMANDS
from ars_pandoc.corpus.catalog import Fact
from ars_pandoc.corpus.edit_catalog import record_facts
from ars_pandoc.pandoc.executable import bundled_pandoc
from tests.conftest import GATE, clean_environment
from tests.docs.world import write_paper

ARS = str(Path(GATE).with_name("ars"))
BEFORE = {
    "paper.md",
    "draft.md",
    "refs.bib",
    "refs.ars.yaml",
    "refs.ars_human_read_log.yaml",
    "smith2024.html",
}
STORE = {".ars/.gitignore", ".ars/catalog.yaml", ".ars/log.jsonl", ".ars/sources/*"}
RUNS: dict[str, tuple[tuple[str, ...], set[str]]] = {
    "init": (("draft.md", "--output", "new.ars.yaml"), {"new.ars.yaml"}),
    "status": (("paper.md",), set()),
    "read": (("paper.md",), set()),
    "suggest": (("paper.md",), set()),
    "anchor": (("smith2024", "--page", "12"), set()),
    "check": (
        ("draft.md", "--output", "html=out.html", "--write-baseline", "known.json"),
        {"out.html", "known.json"},
    ),
    "audit": (("draft.md", "--corpus", "refs.ars.yaml", "--output", "html=a.html"), {"a.html"}),
    "finalize": (("paper.md",), set()),
    "strip": (("paper.md",), set()),
    "render": (("paper.md", "--citeproc", "-o", "paper.pdf"), {"paper.pdf"}),
    "validate": ((), set()),
    "mark-read": (("jones2023", "--yes"), set()),
    "unmark-read": (("jones2023",), set()),
    "pin": (("smith2024", "smith2024.html"), STORE),
    "verify": (("jones2023", "--method", "vision_check", "--yes"), set()),
    "list-read": ((), set()),
    "signals": (("--offline",), set()),
    "fetch": (("--offline",), set()),
    "acknowledge": (
        ("smith2024", "--what", "retraction", "--note", "known", "--yes"),
        STORE,
    ),
    "acknowledge-retraction": (("smith2024", "--note", "known", "--yes"), STORE),
    "ground": (("paper.md",), set()),
    "quote": (("smith2024.html", "When publishers bypass review"), set()),
    "desk": (("paper.md", "--report", "record.html"), {"record.html"}),
    "judgements": (("export", "paper.md"), set()),
    "lsp": ((), set()),
    "doctor": (("paper.md",), set()),
    "filter-path": (("typst",), set()),
    "completion": (("bash",), set()),
    "explain": (("LOW-WARN",), set()),
}


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    nowhere = "http://127.0.0.1:9"
    home = tmp_path / "home"
    home.mkdir()
    return clean_environment({
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / "cache"),
        "XDG_STATE_HOME": str(home / "state"),
        "http_proxy": nowhere,
        "https_proxy": nowhere,
    })  # fmt: skip


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def unexpected(found: set[str], allowed: set[str]) -> set[str]:
    """Give what lies there and is neither named nor in a folder that is named."""
    folders = tuple(name.removesuffix("*") for name in allowed if name.endswith("*"))
    return {name for name in found - allowed if not (folders and name.startswith(folders))}


def test_every_command_is_tried() -> None:
    assert set(COMMANDS) <= set(RUNS)


@pytest.mark.parametrize("name", [name for name in RUNS if name in COMMANDS])
def test_nothing_is_left_beside_the_paper(
    name: str, tmp_path: Path, environment: dict[str, str]
) -> None:
    folder = tmp_path / "paper"
    folder.mkdir()
    write_paper(folder)
    if name.startswith("acknowledge"):
        fact = Fact("retracted", value=True, service="crossref", at="2026-01-01T00:00:00Z")
        record_facts(folder / ".ars" / "catalog.yaml", {"smith2024": [fact]})
    words, new = RUNS[name]
    for _ in range(2):  # what is there already is written again
        done = subprocess.run(
            [ARS, name, *words],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert "Traceback" not in done.stderr
    assert unexpected(files(folder), BEFORE | new) == set(), done.stdout + done.stderr
    assert {one for one in new if "*" not in one} <= files(folder), done.stdout + done.stderr


def test_the_filter_leaves_nothing(tmp_path: Path, environment: dict[str, str]) -> None:
    folder = tmp_path / "paper"
    folder.mkdir()
    write_paper(folder)
    for name, code in (("paper.md", 0), ("draft.md", 83)):
        done = subprocess.run(
            [str(bundled_pandoc().path), "--filter", GATE, name, "-o", "out.html"],
            cwd=folder, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == code, done.stderr
    assert files(folder) == BEFORE | {"out.html"}


@pytest.mark.parametrize("name", ["thesis", "quarto"])
def test_version_control_sees_what_belongs_there(
    name: str, tmp_path: Path, environment: dict[str, str]
) -> None:
    """The texts of pinned sources and what is built do not; all that a verdict rests on does."""
    folder = tmp_path / "work"
    source = tmp_path / "bacon.html"
    source.write_text(
        "<title>The Essays or Counsels, Civil and Moral</title><p>Francis Bacon</p><p>Some books "
        "are to be tasted, others to be swallowed.</p>",
        encoding="utf-8",
    )
    for words in (
        ["init", "--template", name, str(folder)],
        ["pin", "bacon1625", str(source)],
        ["mark-read", "bacon1625", "--yes"],
    ):
        subprocess.run(
            [ARS, *words], cwd=folder if folder.exists() else tmp_path, env=environment,
            capture_output=True, check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    for built in ("build/thesis.pdf", ".quarto/x", "_book/index.html"):
        (folder / built).parent.mkdir(parents=True, exist_ok=True)
        (folder / built).write_text("built", encoding="utf-8")
    git = ["git", "-c", "core.excludesFile=/dev/null"]
    subprocess.run([*git, "init", "-q", "."], cwd=folder, env=environment, check=True)
    seen = subprocess.run(
        [*git, "ls-files", "-o", "--exclude-standard"],
        cwd=folder, env=environment, capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    assert {".ars/catalog.yaml", "references.ars_human_read_log.yaml", ".gitignore"} <= set(seen)
    assert not any(one.startswith(".ars/sources") for one in seen)
    folders = {"thesis": ("build/",), "quarto": ("_book/", ".quarto/")}[name]
    assert not any(one.startswith(folders) for one in seen)
