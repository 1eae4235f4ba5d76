"""Every command that is printed works as pasted, in the folder where it was printed (contract §4).

The commands of the golden cases are those of `expected.txt`, which `test_golden` holds to what the
gate prints. A word of capitals is filled in with a file or text of its kind.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from ars_pandoc.cli import COMMANDS, main
from tests.corpus.sidecars import raw_entry, write_sidecar
from tests.golden_cases import GOLDEN, NAMES, lines_of

# A word as a shell takes it, up to what ends a command within a sentence.
_WORD = r"""(?:'[^']*'|"[^"]*"|\$'(?:[^'\\]|\\.)*'|[^\s'",;)`…])+"""
_COMMAND = re.compile(
    rf"(?:^|: |`|next: +|do: +|or: +|then: +|fix: +)(ars (?:{'|'.join(COMMANDS)})(?: {_WORD})*)",
    re.M,
)
# What follows a command in a sentence.
_PROSE = re.compile(r" (?:asks|lists|names|judges|shows|explains|records|takes)\b.*")
_FAILS = (
    "No such option",
    "no such option",
    "no such file",
    "unexpected extra argument",
    "Missing argument",
    "Missing option",
    "there is no command",
    "no sidecar was found",
    "no sidecar is named",
    "two sidecars could be meant",
    "not in literature_corpus[]",
    "has no entry of that key",
    "No such command",
    "a fault of ars-pandoc itself",
    "Usage:",
)


def commands_in(text: str) -> Iterator[str]:
    """Return the commands that a text prints to be pasted."""
    for found in _COMMAND.finditer(text):
        yield _PROSE.sub("", found[1]).rstrip(".:")


def paste(command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command as a shell would and return what it says."""
    words = shlex.split(command)[1:]
    document = next((one.name for one in folder.glob("input.*")), "paper.md")
    for place, word in enumerate(words):
        if word == "FILE.docx":
            words[place] = document
        if word != "FILE":
            continue
        (folder / "held.txt").write_text("Words that nobody wrote.\n")
        sidecar = next((one.name for one in folder.glob("*.ars.yaml")), "corpus.yaml")
        before = words[place - 1]
        words[place] = (
            sidecar if before == "--corpus" else "held.txt" if words[0] == "pin" else document
        )
    words = ["a1" if word == "STATUS" else word for word in words]
    if words[0] == "fetch":
        words.append("--offline")  # all but the network is tried
    capsys.readouterr()
    code = main(words)
    said = capsys.readouterr()
    return f"{code}\n{said.out}\n{said.err}"


def works(command: str, said: str) -> bool:
    # What judges a document says anew what the gate has said of it.
    judges = command.startswith(("ars check", "ars status", "ars anchor"))
    return not any(
        sign in said for sign in _FAILS if not (judges and sign.startswith("no sidecar"))
    )


_AFTER_AN_EDIT = {"sidecar-inline"}
_RUN: set[tuple[str, str]] = set()


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_each_command_of_a_golden_case(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    case = GOLDEN / name
    said = (case / "expected.txt").read_text("utf-8").partition("== stderr")[2]
    if name in _AFTER_AN_EDIT:
        pytest.skip("the command follows an edit by hand that the same sentence asks for")
    commands = list(dict.fromkeys(commands_in(said.partition("== output")[0])))
    settings = "".join(
        (case / one).read_text("utf-8")
        for one in ("env", "args", "literature_corpus.yaml")
        if (case / one).exists()
    )
    broken = []
    for number, command in enumerate(commands):
        # Most cases share their sources: what was pasted there once is not pasted again.
        if (command, settings) in _RUN and "FILE" in command:
            continue
        _RUN.add((command, settings))
        folder = tmp_path / str(number)
        if not (case / "bare").exists():
            shutil.copytree(GOLDEN / "_shared", folder)
        shutil.copytree(case, folder, dirs_exist_ok=True)
        monkeypatch.chdir(folder)
        for line in lines_of(case / "env"):
            monkeypatch.setenv(*line.split("=", 1))
        if command.startswith(("ars explain", "ars signals")):
            continue  # a word of the reader's, and the network
        told = paste(command, folder, capsys)
        if not works(command, told):
            broken.append(f"{command}\n{told}")
    assert not broken, "\n".join(broken)


def test_a_sidecar_that_an_option_named_was_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARS_CORPUS", raising=False)
    (tmp_path / "inc").mkdir()
    write_sidecar(tmp_path / "inc" / "named.yaml", raw_entry("a"))
    (tmp_path / "paper.md").write_text("Said [@a, p. 1].\n")
    for arguments in (["check"], ["status"], ["check", "--format", "concise"]):
        capsys.readouterr()
        main([*arguments, "--corpus", "inc/named.yaml", "paper.md"])
        said = capsys.readouterr().out.replace("      ars", "\nars")
        found = [one for one in commands_in(said) if not one.startswith("ars explain")]
        assert found
        for command in found:
            assert "--corpus inc/named.yaml" in command
            told = paste(command, tmp_path, capsys)
            assert works(command, told), f"{command}\n{told}"


def test_a_bibliography_that_an_option_named_was_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARS_CORPUS", raising=False)
    write_sidecar(tmp_path / "my refs.ars.yaml", raw_entry("a"))
    (tmp_path / "my refs.bib").write_text("@book{gone, title={T}, author={A, B}, year={2000}}")
    (tmp_path / "paper.md").write_text("Said [@a, p. 1] and [@gone, p. 2].\n")
    option = ["--bibliography", "my refs.bib"]
    for arguments in (["check"], ["status"], ["check", "--format", "concise"]):
        capsys.readouterr()
        assert main([*arguments, *option, "paper.md"]) == 1
        said = capsys.readouterr().out.replace("      ars", "\nars")
        found = [one for one in commands_in(said) if one.startswith("ars init")]
        assert found
        assert set(found) == {"ars init --update --bibliography 'my refs.bib' paper.md"}
    assert works(found[0], paste(found[0], tmp_path, capsys))
    assert main(["check", *option, "paper.md"]) == 1
    assert "has no entry for it" not in capsys.readouterr().out


ODD = ["my paper.md", "it's.md", 'say "so".md', "-dash.md", "über.md", "a;b&c.md", "$(x).md"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for variable in ("ARS_CORPUS", "ARS_LOCKED", "ARS_MODE", "ARS_SOURCES"):
        monkeypatch.delenv(variable, raising=False)
    return tmp_path


@pytest.mark.parametrize("name", ODD)
def test_odd_names_of_documents_were_not_quoted(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "inc").mkdir()
    write_sidecar(folder / "inc" / "refs.ars.yaml", raw_entry("a"), raw_entry("O'Hara"))
    (folder / "inc" / "refs.bib").write_text("@book{gone, title={T}, author={A, B}, year={2000}}")
    text = "---\nbibliography: inc/refs.bib\n---\n\nSaid [@a], [@{O'Hara}, p. 1], [@gone, p. 2].\n"
    (folder / name).write_text(text)
    word = f"./{name}" if name.startswith("-") else name
    commands: dict[str, None] = {}
    for arguments in (["status"], ["check"], ["check", "--format", "concise"], ["doctor"]):
        capsys.readouterr()
        main([*arguments, word])
        said = capsys.readouterr()
        commands.update(
            dict.fromkeys(commands_in(f"{said.out}\n{said.err}".replace("      ars", "\nars")))
        )
    assert any("init --update" in command for command in commands)
    assert any("--corpus inc/refs.ars.yaml" in command for command in commands)
    for command in commands:
        if command.startswith("ars explain"):
            continue
        told = paste(command, folder, capsys)
        assert works(command, told), f"{command}\n{told}"


@pytest.mark.parametrize("name", ODD)
def test_odd_names_of_documents_without_a_sidecar(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / name).write_text("Said [@a, p. 1].\n")
    word = f"./{name}" if name.startswith("-") else name
    assert main(["check", word]) == 2
    said = capsys.readouterr().out
    (command, *_) = commands_in(said)
    assert main(shlex.split(command)[1:]) == 0
    assert (folder / "literature_corpus.yaml").exists()
    assert main(["check", word]) == 1


@pytest.mark.parametrize("key", ["O'Hara", "-x", "$(x)", "ü"])
def test_odd_keys_were_not_quoted(
    key: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_sidecar(folder / "refs.ars.yaml", raw_entry(key))
    (folder / "paper.md").write_text(
        f"---\nars-corpus: refs.ars.yaml\n---\n\nSaid [@{{{key}}}, p. 1].\n"
    )
    capsys.readouterr()
    main(["check", "paper.md"])
    for command in list(commands_in(capsys.readouterr().out)):
        if not command.startswith("ars explain"):
            told = paste(command, folder, capsys)
            assert works(command, told), f"{command}\n{told}"
