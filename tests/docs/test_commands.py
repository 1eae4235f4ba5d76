"""Every command that the documentation shows: it is run, or a list says why it is not.

What stands in running text, in the help of a command or on a status's page is at least parsed by
the command itself: the command exists, and so does each option.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from pathlib import Path

import click
import pytest

from ars_pandoc.cli import group
from ars_pandoc.verdict.explanations import NOTES, SUFFIXES
from ars_pandoc.verdict.matrix import ROWS
from tests.cli.terminal import converse
from tests.conftest import ROOT
from tests.docs.blocks import blocks, example_lines, mentions, pages, prompted, read
from tests.docs.world import environment_of, write_paper, write_world

NOT_RUN = {
    "pip install": "it fetches packages",
    "pip uninstall": "it would take the tested package away",
    "docker ": "it needs Docker",
    "quarto ": "it needs Quarto",
    "ars desk paper.md": "it serves a browser until it is stopped",
    "make demo": "CI calls it, and it makes an environment of its own",
    "make test": "it is this very run",
    "make bench": "it takes minutes",
    "make vscode": "it needs Node.js and npm; make test-vscode calls it",
    "code --install-extension": "it needs VS Code; make test-vscode installs the package",
    "python3 -m venv build/grounding": "part of a benchmark of minutes",
    "build/grounding/seed-venv/bin/python": "part of a benchmark of minutes",
    ".venv/bin/python -m benchmarks.": "part of a benchmark of minutes",
}
"""Commands that are not run, by how they begin, with the reason."""

TRANSCRIPTS = {
    "docs/sources.md": "tests/test_sources_page.py",
    "docs/tutorial.md": "tests/test_tutorial.py",
    "docs/way-out.md": "tests/test_way_out.py",
}
"""Pages whose blocks are compared, with what they print, by a test of their own."""

STANDS_FOR = {
    "KEY": "smith2024",
    "FILE": "smith2024.html",
    "STATUS": "LOW-WARN",
    "FOLDER": "new-folder",
    "path/to/ars-pandoc": str(ROOT),
    "path/to/filters": str(ROOT / "filters"),
    "| source": "> completion.fish",  # fish is seldom there
    'eval "$(ars completion zsh)"': "ars completion zsh > completion.zsh",
}
"""What a reader puts for a word of the documentation."""

BEFORE = {
    "ars init --bibliography refs.bib main.tex": "rm -f refs.ars*.yaml && "
    "pandoc paper.md -s -t latex --biblatex -o main.tex",
    "ars init paper.docx": "rm -f refs.ars*.yaml literature_corpus.yaml",
    "ars check manuscript.docx --rows": "cp paper.docx manuscript.docx",
    "ars audit submissions/": "mkdir -p submissions && cp paper.md refs.* submissions",
    "ars audit theses/ --dataset": "mkdir -p theses && cp paper.md refs.* theses",
    "ars check --bibliography refs.bib analysis": "pandoc paper.md -t ipynb -o analysis.ipynb",
    "ars init paper.md": "rm -f refs.ars.yaml refs.ars_human_read_log.yaml",
    "ars check thesis/ --baseline": "ars check thesis/ --write-baseline known.json",
    "ars judgements import": "ars judgements export paper.md | "
    """sed 's/"packet": 1/"packet": 1, "verdict": "supports"/' > judged.jsonl""",
    "ars quote paper.pdf": "ars render paper.md --citeproc -o paper.pdf",
    "pandoc -f docx+citations": "mv refs.ars.yaml literature_corpus.yaml && "
    "mv refs.ars_human_read_log.yaml literature_corpus_human_read_log.yaml",
}
"""What a reader has done before, by how a command begins."""

ANSWERS: dict[str, list[tuple[str, bytes]]] = {
    "ars anchor --interactive": [],
    "ars read": [("f/s/a/k/q:", b"q\n")],
    "ars mark-read": [("[y/N]", b"y\n")],
    "ars verify": [("[y/N]", b"y\n")],
}
"""Commands that ask a person, and what is answered, by how they begin."""

REFUSED = ("cd my-thesis && make pdf", "make pdf  ", "make check  ", "make status  ")
"""A new thesis is refused until its writer has said what is held, compared and read."""

FOUND = 1
LONGEST = 120


def reason_not_to_run(command: str) -> str | None:
    return next((why for start, why in NOT_RUN.items() if command.startswith(start)), None)


def typed(command: str) -> str:
    """Give what a reader types for a command of the documentation."""
    for word, value in STANDS_FOR.items():
        parts = re.split(rf"(?<![\w-]){re.escape(word)}(?![\w-])", command)
        command = value.join(parts)
    if command.startswith("pandoc "):
        # A PDF of Pandoc's own takes LaTeX, which not every machine has.
        command = re.sub(r"(-o \S+)\.pdf\b", r"\1.html", command)
    return command


def run(command: str, folder: Path, environment: dict[str, str]) -> None:
    """Run one line; what it finds may make it exit with 1, but nothing may be wrong with it."""
    asked = next((turns for start, turns in ANSWERS.items() if command.startswith(start)), None)
    if asked is not None and "--yes" not in command:
        words = shlex.split(command, comments=True)[1:]
        code, shown = converse(words, folder, asked)
    elif "--watch" in command:
        process = subprocess.Popen(
            ["bash", "-c", f"exec {command}"],
            cwd=folder,
            env={**environment, "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert process.stdout is not None
        late = threading.Timer(LONGEST, process.kill)
        late.start()
        shown = ""
        # What was found comes first, and then that it goes on: a busy machine takes its time.
        while "watching" not in shown and (line := process.stdout.readline()):
            shown += line
        assert process.poll() is None, shown
        process.send_signal(signal.SIGINT)
        shown += process.communicate(timeout=LONGEST)[0]
        late.cancel()
        code = 0 if "citation" in shown else 2
    else:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=False,
        )
        code, shown = done.returncode, done.stdout + done.stderr
    if command.startswith(REFUSED):
        assert code != 0, shown
        assert "ars pin bacon1625 FILE" in shown
        return
    expected = (0, FOUND) if command.startswith(("ars ", "ARS_")) else (0,)
    assert code in expected, f"{command}\nexit {code}\n{shown}"


SHOWN = [page for page in pages() if blocks(page)]


@pytest.mark.skipif(sys.platform == "win32", reason="the blocks are for the shells of Unix")
@pytest.mark.parametrize("page", SHOWN)
def test_the_commands_of_a_page_run(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if page in TRANSCRIPTS:
        held_by = (ROOT / TRANSCRIPTS[page]).read_text(encoding="utf-8")
        assert Path(page).name in held_by
        return
    folder = write_world(tmp_path / "world", page)
    environment = environment_of(folder, tmp_path / "tools")
    for name in [name for name in os.environ if name.startswith("ARS_")]:
        monkeypatch.delenv(name)
    for name in ("PATH", "HOME"):
        monkeypatch.setenv(name, environment[name])
    for block in blocks(page):
        if (folder / "paper.docx").exists():
            write_paper(folder)
        assert not block.transcript, f"{page} shows a transcript that no test compares"
        for command in block.commands:
            if reason_not_to_run(command) is not None:
                continue
            for start, before in BEFORE.items():
                if command.startswith(start):
                    run(before, folder, environment)
            run(typed(command), folder, environment)


def test_every_reason_is_needed() -> None:
    shown = [command for page in pages() for block in blocks(page) for command in block.commands]
    assert all(any(command.startswith(start) for command in shown) for start in NOT_RUN)
    assert set(TRANSCRIPTS) <= set(pages())


@pytest.mark.parametrize("page", pages())
def test_every_target_of_make_exists(page: str) -> None:
    makefile = "templates/thesis/Makefile" if "thesis" in page else "Makefile"
    targets = set(re.findall(r"^([a-z-]+):", read(makefile), re.M))
    for block in blocks(page):
        for command in block.commands:
            if command.startswith("make "):
                words = shlex.split(command, comments=True)[1:]
                assert {word for word in words if re.fullmatch("[a-z-]+", word)} - {"-j"} <= targets


_COMMAND = re.compile(
    r"\bars [a-z]+(?:-[a-z]+)*(?: (?:[A-Z]+|[a-z]|\w*\d[\w.]*)\b"
    r'| --what [a-z-]+| --[a-z-]+(?: (?:[a-z]+_[a-z]+|"[^"]*"))?)*'
)
"""A command in a sentence: words of the sentence end it."""


def misfit(line: str) -> str | None:
    """Say what `ars` would not understand of a command line, if anything."""
    words = shlex.split(line.replace("…", " "), comments=True)
    pipes = [n for n, word in enumerate(words) if word in ("|", ">", "2>", "&&", ";")]
    words = words[1 : min(pipes, default=len(words))]
    root = click.Context(group, info_name="ars")
    if not words or words[0].startswith("-"):
        group.make_parser(root).parse_args(list(words))
        return None
    command = group.get_command(root, words[0])
    if command is None:
        return f"no command {words[0]}"
    if command.context_settings.get("ignore_unknown_options"):
        return None
    context = click.Context(command, info_name=words[0], parent=root)
    try:
        given, _, _ = command.make_parser(context).parse_args(list(words[1:]))
    except click.UsageError as error:
        return error.format_message()
    for param in command.params:
        for value in _values(given.get(param.name or "")):
            if isinstance(param.type, click.Choice) and value != value.upper():
                try:
                    param.type.convert(value, param, context)
                except click.UsageError as error:
                    return error.format_message()
    return None


def _values(value: object) -> list[str]:
    given = value if isinstance(value, list | tuple) else [value]
    return [one for one in given if isinstance(one, str)]


@pytest.mark.parametrize("page", pages())
def test_a_command_in_running_text_exists(page: str) -> None:
    for line in mentions(read(page)) + prompted(read(page)):
        if line.startswith("ars "):
            assert misfit(line) is None, f"{line}: {misfit(line)}"


def test_the_help_of_each_command_shows_commands_that_exist() -> None:
    root = click.Context(group, info_name="ars")
    for name in group.list_commands(root):
        command = group.get_command(root, name)
        assert command is not None
        for line in example_lines(command.help or ""):
            assert misfit(line) is None, f"ars {name} --help: {line}: {misfit(line)}"


@pytest.mark.parametrize("one", (*ROWS, *SUFFIXES, *NOTES), ids=lambda one: one.short)
def test_the_remedies_name_commands_that_exist(one: object) -> None:
    text = f"{getattr(one, 'remedy', '')}\n{getattr(one, 'example', '')}"
    for line in re.findall(_COMMAND, text):
        assert misfit(line) is None, line


def test_what_does_not_exist_is_noticed() -> None:
    assert misfit("ars check --no-such-option paper.md") is not None
    assert misfit("ars frobnicate") == "no command frobnicate"
    assert misfit("ars mark-read a --scope some") is not None
    assert misfit("ars mark-read KEY --scope sections") is None
