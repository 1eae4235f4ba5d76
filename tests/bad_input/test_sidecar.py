"""A sidecar that cannot be used: said in a writer's words, in bounded time, and left alone."""

from __future__ import annotations

import json
import os
import time
from itertools import cycle
from pathlib import Path

import pytest

from ars_pandoc.cli import main
from ars_pandoc.pandoc.executable import Pandoc
from tests.bad_input.runs import (
    ARS,
    CITES,
    SECONDS,
    SLOW,
    Outcome,
    contents,
    paper,
    passes,
    render,
    run_ars,
    run_gate,
    run_here,
    run_powerless,
)
from tests.conftest import PANDOCS
from tests.corpus.sidecars import raw_entry
from tests.measured import used

ENTRY = (
    b"- {citation_key: smith2024, title: T, authors: [{family: S}], year: 2024, "
    b"source_pointer: x}\n"
)
GOOD = b"literature_corpus:\n" + ENTRY
MB = 1024 * 1024

LAUGHS = b"a: &a [x,x,x,x,x,x,x,x,x,x]\n" + b"".join(
    b"%c: &%c [%s]\n" % (98 + n, 98 + n, b",".join([b"*%c" % (97 + n)] * 10)) for n in range(9)
)
MANY = b"a: &a [" + b",".join([b"x"] * 20_000) + b"]\n"
FIELDS = b"a: &a {" + b",".join(b"k%d: 1" % n for n in range(2000)) + b"}\n"

# What the file holds, and what must be said of it.
YAML: dict[str, tuple[bytes, tuple[str, ...]]] = {
    "binary": (bytes(range(256)) * 4, ("no text file", "zero bytes")),
    "picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", ("no text file",)),
    "web page": (b"<!DOCTYPE html>\n<html><title>404: Not Found</title>", ("is a web page",)),
    "half a JSON": (b'{"literature_corpus": [{"citation_key": "smi', ("line 1, column", "cut off")),
    "half a list": (b'{"literature_corpus": [{"citation_key": ', ("cut off",)),
    "tabs": (b"literature_corpus:\n\t- citation_key: a\n", ("line 2", "with a tab", "spaces")),
    "a tab further in": (b"literature_corpus:\n- title: a\n\tyear: 2\n", ("line 3", "with a tab")),
    "a field twice": (GOOD.replace(b"title: T", b"title: T, title: U"), ("'title'", "twice")),
    "the list twice": (GOOD + GOOD, ("line 3", "'literature_corpus'", "twice")),
    "a tag of Python's": (
        b"literature_corpus: !!python/object/apply:os.system ['touch pwned']\n",
        ("!!python/object/apply:os.system", "take the tag away"),
    ),
    "a tag of its own": (b"literature_corpus: !mine [1]\n", ("YAML tag !mine",)),
    "Latin-1": (GOOD.replace(b"title: T", b"title: M\xe9"), ("not UTF-8", "line 2")),
    "UTF-16": (GOOD.decode().encode("utf-16"), ("is UTF-16",)),
    "a zero byte": (GOOD + b"\0", ("U+0000", "line 3")),
    "two documents": (GOOD + b"---\n" + GOOD, ("second document",)),
    "an alias of itself": (b"literature_corpus: &a [*a]\n", ("*a stands for nothing",)),
    "a list as a key": (b"? [a]\n: b\n", ("a key is itself a list",)),
    "half a character": (b'literature_corpus: ["\\ud800"]\n', ("names no character",)),
    "deep": (b"literature_corpus: " + b"[" * 100_000, ("too deep", "bracket too many")),
    "deep maps": (b"{a: " * 100_000, ("more than 64 deep",)),
    "deep blocks": (b"".join(b" " * n + b"a:\n" for n in range(500)), ("more than 64 deep",)),
    "a billion laughs": (LAUGHS + b"literature_corpus: *j\n", ("more than a million parts",)),
    "quadratic aliases": (
        MANY + b"literature_corpus: [" + b",".join([b"*a"] * 20_000) + b"]\n",
        ("more than a million parts",),
    ),
    "merged without end": (
        FIELDS + b"literature_corpus:\n- {<<: [" + b",".join([b"*a"] * 900) + b"]}\n",
        ("more than a million parts",),
    ),
}
# These are YAML and break rules: `ars validate` finds problems, the gate cannot judge.
RULES: dict[str, tuple[bytes, tuple[str, ...]]] = {
    "empty": (b"", ("the file is empty", "add the entries")),
    "blank": (b"  \n# only a remark\n", ("the file is empty",)),
    "a list": (ENTRY, ("a bare list", "literature_corpus: in the first line")),
    "a word": (b"hello\n", ("the file is text",)),
    "a number": (b"9" * 100_000, ("the file is text",)),
    "other fields": (b"references: []\n", ("there is no literature_corpus", "the right file?")),
    "a map of entries": (b"literature_corpus: {a: 1}\n", ("line 1", "is a map, not a list")),
    "nothing below": (b"literature_corpus:\n", ("is empty, not a list",)),
    "a key twice": (GOOD + ENTRY, ("line 3", "smith2024", "stands at literature_corpus[0]")),
    "entries of all types": (
        b"literature_corpus: [1, null, [a], text, {}, true]\n",
        ("[0]: the entry is a number", "[1]: the entry is empty", "[4]: year is missing"),
    ),
    "wrong types everywhere": (
        b"literature_corpus:\n- {citation_key: [a], title: {a: b}, authors: 3, year: soon,\n"
        b"   source_pointer: null, venue: [], doi: 4, tags: 5, abstract: {}, obtained_via: [x],\n"
        b"   source_acquired: maybe, source_verified_against_original: 1,\n"
        b"   source_verification_method: {}, contamination_signals: yes, adapter_name: []}\n",
        ("citation_key is a list", "authors is a number", 'year is the text "soon"', "source_acq"),
    ),
    "terminal escapes": (
        b'literature_corpus:\n- {citation_key: "a\\e[31mb", "\\e]0;x\\a": 1}\n',
        ("invisible character", r"a\u001b[31mb"),
    ),
}
JSON: dict[str, tuple[bytes, tuple[str, ...]]] = {
    "half": (b'{"literature_corpus": [{"citation_key": "smi', ("line 1, column 41", "cut off")),
    "half a list": (b'{"literature_corpus": [{"a": 1},', ("cut off",)),
    "empty": (b" \n", ("is empty",)),
    "web page": (b"\n<html lang='en'><body>", ("is a web page",)),
    "YAML": (GOOD, ("no valid JSON", "ending .yaml")),
    "a field twice": (b'{"literature_corpus": [], "literature_corpus": []}', ("twice",)),
    "no number": (b'{"literature_corpus": [{"year": NaN}]}', ("NaN is no JSON value",)),
    "a long number": (b'{"a": ' + b"9" * 100_000 + b"}", ("thousands of digits",)),
    "deep": (b"[" * 100_000, ("more than 64 deep", "bracket too many")),
    "deep but closed": (b'{"a":' + b"[" * 500 + b"]" * 500 + b"}", ("more than 64 deep",)),
}
CASES = [
    *((f"yaml: {name}", "passport.yaml", 2, *case) for name, case in YAML.items()),
    *((f"yaml: {name}", "passport.yaml", 1, *case) for name, case in RULES.items()),
    *((f"json: {name}", "passport.json", 2, *case) for name, case in JSON.items()),
]


@pytest.mark.parametrize(
    ("pandoc", "case"),
    [
        # The file is read by the gate, not by Pandoc: each case has one of them, in turn.
        pytest.param(pandoc, case[1:], id=case[0])
        for pandoc, case in zip(cycle(PANDOCS), CASES, strict=False)
    ],
)
def test_what_cannot_be_used_is_said_and_left_alone(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    pandoc: Pandoc,
    case: tuple[str, int, bytes, tuple[str, ...]],
) -> None:
    name, validates, raw, said = case
    (tmp_path / name).write_bytes(raw)
    before = contents(tmp_path)
    started = time.monotonic()
    # Some go all the way, through Pandoc and the executable.
    behind = validates == 2 and pandoc is PANDOCS[-1]
    outcome = render(tmp_path, pandoc=pandoc) if behind else run_here(tmp_path, passes(pandoc))
    outcome.assert_told(2, f"ars-gate: {name}", *said)
    assert outcome.out == ""
    assert time.monotonic() - started < SECONDS * SLOW
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARS_CORPUS", raising=False)
    code = main(["validate"])
    Outcome(code, *capsys.readouterr()).assert_told(validates, name, *said)
    assert contents(tmp_path) == before


@pytest.mark.parametrize("command", ["mark-read", "unmark-read", "list-read"])
def test_commands_do_not_write_beside_a_broken_sidecar(tmp_path: Path, command: str) -> None:
    paper(tmp_path)
    (tmp_path / "passport.yaml").write_bytes(GOOD + ENTRY)
    before = contents(tmp_path)
    keys = [] if command == "list-read" else ["smith2024"]
    run_ars(tmp_path, command, *keys).assert_told(2, "passport.yaml cannot be used", "line 3")
    assert contents(tmp_path) == before


def test_an_unknown_field_is_a_warning_at_render_and_an_error_in_validate(
    tmp_path: Path, pandoc: Pandoc
) -> None:
    sidecar = paper(tmp_path)
    data = json.loads(sidecar.read_bytes())
    data["literature_corpus"][0]["sourced_acquired"] = True
    sidecar.write_text(json.dumps(data), encoding="utf-8")
    outcome = render(tmp_path, pandoc=pandoc)
    assert outcome.code == 0
    assert "warning: passport.yaml: line 1: smith2024" in outcome.said
    assert "there is no field sourced_acquired; did you mean source_acquired?" in outcome.said
    run_ars(tmp_path, "validate").assert_told(1, "no field sourced_acquired")


def test_a_field_that_every_entry_has_too_many_does_not_flood_the_terminal(tmp_path: Path) -> None:
    sidecar = tmp_path / "passport.json"
    entries = [raw_entry(f"k{n}", rating=5) for n in range(3000)]
    sidecar.write_text(json.dumps({"literature_corpus": entries}), encoding="utf-8")
    outcome = render(tmp_path)
    assert outcome.code == 1
    assert outcome.said.count("there is no field rating") == 20
    assert "warning: and 2980 more; to see them all: ars validate" in outcome.said


LARGE = {
    "50 MB of entries": (b"literature_corpus:\n", ENTRY, 50 * MB, "more than 40 MB"),
    "millions of values": (
        b"literature_corpus: [",
        b"1,",
        8 * MB,
        "more than three million values",
    ),
    "one long text": (b"literature_corpus: ", b"x", 10 * MB, "is text, not a list"),
    "brackets": (b"", b"[", 10 * MB, "too deep"),
}


@pytest.mark.parametrize(("start", "part", "size", "said"), LARGE.values(), ids=LARGE)
def test_a_large_file_takes_little_time_and_memory(
    tmp_path: Path, start: bytes, part: bytes, size: int, said: str
) -> None:
    (tmp_path / "passport.yaml").write_bytes(start + part * ((size - len(start)) // len(part)))
    started = time.monotonic()
    render(tmp_path).assert_told(2, said)
    assert time.monotonic() - started < SECONDS * SLOW
    (tmp_path / "paper.md").write_text(CITES)
    took = used(ARS, "check", "paper.md", folder=tmp_path)
    assert took.code == 2
    assert took.kilobytes < 1024 * 1024


def test_more_entries_than_can_be_checked(tmp_path: Path) -> None:
    raw = b'{"literature_corpus": [' + b"1," * 150_000 + b"1]}"
    (tmp_path / "passport.json").write_bytes(raw)
    started = time.monotonic()
    render(tmp_path).assert_told(2, "there are 150001 entries, more than 100000", "split it")
    run_ars(tmp_path, "validate").assert_told(1, "there are 150001 entries")
    assert time.monotonic() - started < 2 * SECONDS * SLOW


def test_a_folder_a_pipe_and_a_link_to_nothing_are_no_sidecars(tmp_path: Path) -> None:
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "link.yaml").symlink_to("gone.yaml")
    os.mkfifo(tmp_path / "pipe.yaml")
    before = contents(tmp_path)
    for name, said in (
        ("folder.yaml", "is a folder, not a file"),
        ("link.yaml", "it points to gone.yaml"),
        ("pipe.yaml", "is no file but a pipe or a device"),
        ("/dev/zero", "is no file but a pipe or a device"),
        ("/proc/self/mem", "cannot be read"),
        ("gone.yaml", "is not there"),
        ("x" * 300 + ".yaml", "File name too long"),
    ):
        outcome = render(tmp_path, CITES, "-M", f"ars-corpus={name}")
        outcome.assert_told(2, said, name[:40])
        assert outcome.out == ""
    assert contents(tmp_path) == before


@pytest.mark.parametrize("name", ["folder", "link", "pipe"])
def test_what_lies_under_the_sidecar_s_name_is_not_passed_over(tmp_path: Path, name: str) -> None:
    path = tmp_path / "passport.yaml"
    if name == "folder":
        path.mkdir()
    elif name == "link":
        path.symlink_to(tmp_path / "gone")
    else:
        os.mkfifo(path)
    render(tmp_path).assert_told(2, "passport.yaml")
    run_ars(tmp_path, "validate").assert_told(2, "passport.yaml")


def test_an_unreadable_sidecar_is_said(tmp_path: Path) -> None:
    sidecar = paper(tmp_path)
    sidecar.chmod(0)
    outcome = run_powerless(tmp_path, [ARS, "list-read"])
    outcome.assert_told(2, "passport.yaml cannot be read", "no permission")
    command = [str(PANDOCS[0].path), "--filter", ARS + "-gate", "-t", "plain", "p.md"]
    (tmp_path / "p.md").write_text(CITES, encoding="utf-8")
    outcome = run_powerless(tmp_path, command)
    outcome.assert_told(83, "passport.yaml cannot be read", "no permission")
    assert outcome.out == ""


def test_a_sidecar_that_is_named_and_gone_is_said_by_name(tmp_path: Path) -> None:
    paper(tmp_path)
    for variable in ("nowhere.yaml", "no/such/folder/refs.yaml", "a\x1b]0;title\x07b"):
        environment = {"ARS_CORPUS": variable}
        outcome = render(tmp_path, environment=environment)
        outcome.assert_told(2, "($ARS_CORPUS) is not there", "correct the path")
        run_ars(tmp_path, "list-read", **environment).assert_told(2, "$ARS_CORPUS")


def test_no_python_is_run_by_a_tag(tmp_path: Path) -> None:
    raw = b"literature_corpus: !!python/object/apply:os.system ['touch pwned']\n"
    (tmp_path / "passport.yaml").write_bytes(raw)
    run_gate(tmp_path, passes())
    assert list(contents(tmp_path)) == ["passport.yaml"]
