"""Faults, really done: `python -m tools.faults [ROUNDS [NAME]]`, as `make faults`.

Commands that write are killed at random moments, run four at a time, and given a full disk, a
file system that is read-only and a folder of another owner; then every file must hold what was
told as done, and nothing else may lie there. ROUNDS is how often each is killed while it runs. Linux only; what this machine cannot do (mount, another user, libfaketime) is
named and left out. Prints one line a fault, and exits with 1 where something was lost.
"""

from __future__ import annotations

import json
import os
import pty
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from ars_pandoc.corpus.catalog import load_catalog
from ars_pandoc.corpus.ledger import load_ledger
from ars_pandoc.corpus.load_sidecar import load_corpus
from ars_pandoc.corpus.store import store_of
from tests.signals.open_texts.articles import jats
from tests.signals.servers import Record, serve

ARS = str(Path(sys.executable).with_name("ars"))
KEYS = [f"key{number}" for number in range(30)]
ENTRY = (
    "- citation_key: {key}  # mine\n  title: A long title about {key}\n"
    "  authors: [{{family: Smith, given: Jane}}]\n  year: 2020\n  source_pointer: x\n"
    "  doi: 10.1000/{key}\n"
)
SIDECAR = "# kept by hand\nliterature_corpus:\n" + "".join(ENTRY.format(key=k) for k in KEYS)
PAPER = "# T\n\n" + "".join(f"Words [@{key}, p. 3] and more<!--ref:{key}-->.\n\n" for key in KEYS)
BIB = "".join(
    f"@article{{{key}, title={{A long title about {key}}}, author={{Smith, Jane}}, year={{2020}}}}\n"
    for key in KEYS
)


@dataclass(frozen=True, slots=True)
class Command:
    """A command that writes, and what must hold of its folder afterwards.

    Attributes:
        arguments: Of `ars`.
        told: Given the folder and what was printed, raises where what was told is not so.
        answers: What is typed on its terminal; None where it has none.
        before: Makes the folder ready for it, each time.
    """

    arguments: Callable[[Path, int], list[str]]
    told: Callable[[Path, str], None]
    answers: str | None = None
    before: Callable[[Path], None] | None = None


def folder_with_paper(parent: Path) -> Path:
    """Make a folder with a paper, its sidecar and bibliography."""
    folder = Path(tempfile.mkdtemp(dir=parent))
    (folder / "refs.ars.yaml").write_text(SIDECAR, encoding="utf-8")
    (folder / "paper.md").write_text(f"---\nbibliography: refs.bib\n---\n\n{PAPER}", "utf-8")
    (folder / "refs.bib").write_text(BIB, encoding="utf-8")
    (folder / "source.html").write_text(
        "<html><head><title>A long title about key0</title>"
        '<meta name="citation_doi" content="10.1000/key0"></head><body><h1>A long title about key0'
        "</h1><p>Jane Smith</p>" + "<p>Some words of it.</p>" * 2000 + "</body></html>",
        encoding="utf-8",
    )
    return folder


def whole(folder: Path) -> None:
    """Raise where a file of the folder is not whole, or its entries are not all there."""
    corpus = load_corpus(folder / "refs.ars.yaml")
    assert list(corpus.entries) == KEYS, "entries are lost"
    assert (folder / "refs.ars.yaml").read_text("utf-8").startswith("# kept by hand\n")
    load_ledger([folder / "refs.ars.yaml"])
    load_catalog([folder / "refs.ars.yaml"])
    assert "# T" in (folder / "paper.md").read_text("utf-8")
    assert (folder / "paper.md").read_text("utf-8").rstrip().endswith("."), "the paper is cut off"


def _marked(folder: Path, said: str) -> None:
    ledger = load_ledger([folder / "refs.ars.yaml"])
    for key in KEYS:
        if f"{key}: marked" in said or f"marked {key}" in said:
            assert ledger.is_read(key), f"{key} was told as read"


def _verified(folder: Path, said: str) -> None:
    entries = load_corpus(folder / "refs.ars.yaml").entries
    for key in KEYS:
        if f"{key}: held and cross-checked" in said:
            assert entries[key].source_acquired, f"{key} was told as held"


def _pinned(folder: Path, said: str) -> None:
    if "held" in said or "pinned" in said:
        catalog = load_catalog([folder / "refs.ars.yaml"])
        assert catalog.snapshots("key0"), "a file was told as pinned"


def _none_fetched(folder: Path) -> None:
    (folder / "refs.ars.yaml").write_text(SIDECAR, encoding="utf-8")
    (folder / ".ars/catalog.yaml").unlink(missing_ok=True)


def _fetched(folder: Path, said: str) -> None:
    entries = load_corpus(folder / "refs.ars.yaml").entries
    catalog = load_catalog([folder / "refs.ars.yaml"])
    store = store_of([folder / "refs.ars.yaml"])
    for key in KEYS:
        # What is recorded is there, and what was told is recorded.
        assert all(store.is_whole(one.sha256) for one in catalog.snapshots(key)), f"{key} is gone"
        if f"{key}: pinned:" in said:
            assert catalog.snapshots(key), f"{key} was told as pinned"
            assert entries[key].source_acquired, f"{key} was told as pinned"


def _signalled(folder: Path, said: str) -> None:
    if "wrote signals of" in said:
        entries = load_corpus(folder / "refs.ars.yaml").entries
        assert any(entry.contamination_signals for entry in entries.values())


def _acknowledged(folder: Path, said: str) -> None:
    catalog = load_catalog([folder / "refs.ars.yaml"])
    for key in KEYS:
        if f"{key}: other work acknowledged" in said:
            assert catalog.acknowledged(key, "other-work"), f"{key} was told as acknowledged"


def _naked(folder: Path) -> None:
    (folder / "draft.md").write_text("".join(f"{key} [@{key}].\n\n" for key in KEYS), "utf-8")


def _anchored(folder: Path, said: str) -> None:
    draft = (folder / "draft.md").read_text("utf-8")
    assert draft.endswith("].\n\n"), "the draft is cut off"
    told = said.count("written: ")
    # What was typed is written before it is told, so that one more may stand there.
    assert draft.count(", p. 12]") in (told, told + 1), "a locator was told as written"
    assert all(f"[@{key}" in draft for key in KEYS), "a citation is gone"


def _all_read(folder: Path) -> None:
    marks = "".join(f"- citation_key: {key}\n  marked_at: '2020-01-01T00:00:00Z'\n" for key in KEYS)
    (folder / "refs.ars_human_read_log.yaml").write_text(
        f"session_id: one\ncreated_at: '2020-01-01T00:00:00Z'\nhuman_read:\n{marks}", "utf-8"
    )


def _unmarked(folder: Path, said: str) -> None:
    ledger = load_ledger([folder / "refs.ars.yaml"])
    for key in KEYS:
        if f"{key}: no longer marked as read" in said:
            assert not ledger.is_read(key), f"{key} was told as unmarked"


def _none_made(folder: Path) -> None:
    (folder / "new.ars.yaml").unlink(missing_ok=True)


def _made(folder: Path, said: str) -> None:
    new = folder / "new.ars.yaml"
    if new.exists() or "entries written" in said:
        assert list(load_corpus(new).entries) == KEYS, "a sidecar was told as made"


def _reported(folder: Path, said: str) -> None:
    for path in folder.glob("report.*"):
        text = path.read_text("utf-8")
        if path.suffix == ".json":
            assert len(json.loads(text)["documents"]) == 1
        else:
            assert text.rstrip().endswith("</html>"), "a report is cut off"


def _nothing(folder: Path, said: str) -> None:
    pass


def _rotated(n: int) -> list[str]:
    start = n % len(KEYS)
    return [*KEYS[start:], *KEYS[:start]][:6]


_CORPUS = ["--corpus", "refs.ars.yaml"]
_REPORTS = ["--output", "json=report.json", "--output", "html=report.html"]
COMMANDS: dict[str, Command] = {
    "mark-read": Command(lambda f, n: ["mark-read", *_rotated(n), "--yes", *_CORPUS], _marked),
    "unmark-read": Command(
        lambda f, n: ["unmark-read", *_rotated(n), *_CORPUS], _unmarked, before=_all_read
    ),
    "verify": Command(
        lambda f, n: ["verify", *_rotated(n), "--method", "manual_grep", "--yes", *_CORPUS],
        _verified,
    ),
    "pin": Command(lambda f, n: ["pin", "key0", "source.html", *_CORPUS], _pinned),
    "fetch": Command(lambda f, n: ["fetch", *_CORPUS], _fetched, before=_none_fetched),
    "init": Command(
        lambda f, n: ["init", "paper.md", "--output", "new.ars.yaml"], _made, before=_none_made
    ),
    "signals": Command(
        lambda f, n: ["signals", "--index", "crossref", "--update", *_CORPUS], _signalled
    ),
    "acknowledge": Command(
        lambda f, n: [
            *("acknowledge", KEYS[n % 30], "--what", "other-work", "--note", "seen", "--yes"),
            *_CORPUS,
        ],
        _acknowledged,
    ),
    "anchor -i": Command(
        lambda f, n: ["anchor", "--interactive", "draft.md", *_CORPUS],
        _anchored,
        "p 12\n" * 4 + "q\n",
        _naked,
    ),
    "finalize": Command(lambda f, n: ["finalize", "paper.md"], _nothing),
    "audit": Command(
        lambda f, n: ["audit", "paper.md", "--corpus", "refs.ars.yaml", *_REPORTS], _reported
    ),
    "check": Command(lambda f, n: ["check", "paper.md", *_REPORTS], _reported),
}


def left_over(folder: Path) -> list[str]:
    """Name what half-written files lie in a folder."""
    return [str(path.relative_to(folder)) for path in folder.rglob("*.part")]


def start(
    folder: Path, command: Command, number: int, environment: dict[str, str], out: IO[str] | int
) -> subprocess.Popen[bytes]:
    """Start a command, on a terminal of its own where it asks."""
    if command.before is not None:
        command.before(folder)
    ours, theirs = pty.openpty() if command.answers is not None else (None, None)
    process = subprocess.Popen(
        [ARS, *command.arguments(folder, number)],
        cwd=folder,
        # What is told is told at once, so that it counts.
        env={**environment, "PYTHONUNBUFFERED": "1"},
        stdout=out,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL if theirs is None else theirs,
        start_new_session=True,
    )
    if ours is not None and theirs is not None and command.answers is not None:
        os.write(ours, command.answers.encode())
        _TERMINALS.append((ours, theirs))
        while len(_TERMINALS) > 1:
            for end in _TERMINALS.pop(0):
                os.close(end)
    return process


_TERMINALS: list[tuple[int, int]] = []
"""Of the command that runs: closed once the next begins, since it ends with its terminal."""


def run_to_end(
    folder: Path, command: Command, number: int, environment: dict[str, str]
) -> tuple[int, str]:
    """Run a command to its end; its exit code and all that it printed."""
    with tempfile.TemporaryFile("w+") as out:
        code = start(folder, command, number, environment, out).wait(timeout=120)
        out.seek(0)
        return code, out.read()


def kill_one(
    folder: Path, command: Command, number: int, environment: dict[str, str], seconds: float
) -> bool:
    """Kill a command at a random moment; tell if it still ran then."""
    with tempfile.TemporaryFile("w+") as out:
        process = start(folder, command, number, environment, out)
        # Commands take long to start; what they write comes near their end.
        first, last = (0.3, 1.1) if number % 3 == 0 else (0.75, 1.0)
        time.sleep(random.uniform(first, last) * seconds)
        killed = process.poll() is None
        if killed:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        out.seek(0)
        said = out.read()
    whole(folder)
    command.told(folder, said)
    return killed


def kills(parent: Path, name: str, rounds: int, environment: dict[str, str]) -> str:
    """Kill one command many times in one folder, and then run it once to its end."""
    command = COMMANDS[name]
    folder = folder_with_paper(parent)
    run_to_end(folder, command, rounds, environment)
    start = time.monotonic()
    run_to_end(folder, command, rounds, environment)
    seconds = time.monotonic() - start
    hit = number = 0
    while hit < rounds and number < 4 * rounds:
        killed = kill_one(folder, command, number, environment, seconds)
        # A machine is now more, now less busy: most kills shall come near the end.
        seconds *= 1.01 if killed else 0.95
        hit += killed
        number += 1
    for again in range(3):
        if left_over(folder):
            run_to_end(folder, command, again, environment)
    code, said = run_to_end(folder, command, 0, environment)
    command.told(folder, said)
    assert "Traceback" not in said, said
    assert code in (0, 1, 2)
    left = left_over(folder)
    assert not left, f"left over: {left}"
    return f"{number} runs, {hit} killed, nothing lost"


def two_at_once(parent: Path, rounds: int, environment: dict[str, str]) -> str:
    """Run two that mark, verify and pin at the same time."""
    for number in range(rounds):
        folder = folder_with_paper(parent)
        lines = [
            ["mark-read", KEYS[number % 30], "--yes", *_CORPUS],
            ["mark-read", KEYS[(number + 1) % 30], "--yes", *_CORPUS],
            ["verify", KEYS[2], "--method", "manual_grep", "--yes", *_CORPUS],
            ["verify", KEYS[3], "--method", "manual_grep", "--yes", *_CORPUS],
        ]
        running = [
            subprocess.Popen(
                [ARS, *line], cwd=folder, env=environment, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            for line in lines
        ]  # fmt: skip
        assert [process.wait() for process in running] == [0, 0, 0, 0]
        whole(folder)
        ledger = load_ledger([folder / "refs.ars.yaml"])
        assert ledger.is_read(KEYS[number % 30])
        assert ledger.is_read(KEYS[(number + 1) % 30])
        entries = load_corpus(folder / "refs.ars.yaml").entries
        assert entries[KEYS[2]].source_acquired
        assert entries[KEYS[3]].source_acquired
        assert not left_over(folder)
    return f"{4 * rounds} runs, four at a time, nothing lost"


def full_disk(parent: Path, environment: dict[str, str]) -> str:
    """Give each command a disk of 256 kB that is full; and a full temporary folder."""
    place = Path(tempfile.mkdtemp(dir=parent))
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(place)],
        capture_output=True, check=False,
    )  # fmt: skip
    if mounted.returncode:
        return "not tried: this machine lets us mount nothing"
    tried = 0
    try:
        for where in ("folder", "temporary folder"):
            for name, command in COMMANDS.items():
                folder = folder_with_paper(place if where == "folder" else parent)
                known = dict(environment)
                if where != "folder":
                    known["TMPDIR"] = str(place)
                if command.before is not None:
                    command.before(folder)
                before = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
                filler = place / "filler"
                with filler.open("wb") as file:
                    try:
                        while True:
                            os.write(file.fileno(), b"\0" * 4096)
                    except OSError:
                        pass
                code, said = run_to_end(folder, replace(command, before=None), 0, known)
                filler.unlink()
                assert "Traceback" not in said and "a fault of ars-pandoc" not in said, (name, said)
                assert not left_over(folder), (name, left_over(folder))
                whole(folder)
                if where == "folder":
                    assert "make room on the disk" in said, (name, code, said)
                    for path, data in before.items():
                        assert path.read_bytes() == data, (name, path)
                command.told(folder, said)
                shutil.rmtree(folder)
                tried += 1
    finally:
        subprocess.run(["umount", str(place)], capture_output=True, check=False)
    return f"{tried} runs on a full disk or with a full temporary folder, nothing lost"


def read_only(parent: Path, environment: dict[str, str]) -> str:
    """Run each command in a folder of a file system that is mounted read-only."""
    tried = 0
    for name, command in COMMANDS.items():
        place = Path(tempfile.mkdtemp(dir=parent))
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(place)],
            capture_output=True, check=False,
        )  # fmt: skip
        if mounted.returncode:
            return "not tried: this machine lets us mount nothing"
        try:
            folder = folder_with_paper(place)
            if command.before is not None:
                command.before(folder)
            before = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
            subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
            code, said = run_to_end(folder, replace(command, before=None), 0, environment)
            assert "cannot be written" in said and "read-only:" in said, (name, code, said)
            command.told(folder, said)
            assert "Traceback" not in said and "a fault of ars-pandoc" not in said, (name, said)
            for path, data in before.items():
                assert path.read_bytes() == data, (name, path)
            tried += 1
        finally:
            subprocess.run(["umount", str(place)], capture_output=True, check=False)
    return f"{tried} runs on a read-only file system, each of them refused"


def locked_out(parent: Path, environment: dict[str, str]) -> str:
    """Run each command in a folder of another owner, without root's right to write anywhere."""
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        return "not tried: it takes root and setpriv to be somebody else"
    tried = 0
    for name, command in COMMANDS.items():
        folder = folder_with_paper(parent)
        before = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
        for path in (folder, *before):
            os.chown(path, 65534, 65534)
            path.chmod(0o755 if path.is_dir() else 0o644)
        if command.answers is not None:
            continue  # it writes into the file alone, as finalize does
        done = subprocess.run(
            ["setpriv", "--bounding-set=-all", "--inh-caps=-all", ARS,
             *command.arguments(folder, 0)],
            cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
        said = done.stdout + done.stderr
        assert "Traceback" not in said, (name, said)
        for path, data in before.items():
            assert path.read_bytes() == data, (name, path)
        assert not left_over(folder)
        tried += 1
    return f"{tried} runs in a folder of another owner, nothing changed and nothing left"


def clock_set_back(parent: Path, environment: dict[str, str]) -> str:
    """Mark, unmark and mark while the clock goes back a day each time."""
    if shutil.which("faketime") is None:
        return "not tried: there is no faketime here"
    folder = folder_with_paper(parent)
    steps = [("+0d", "mark-read", True), ("-1d", "unmark-read", False), ("-2d", "mark-read", True)]
    for shift, name, is_read in steps:
        line = [name, KEYS[0], *_CORPUS, *(["--yes"] if name == "mark-read" else [])]
        done = subprocess.run(
            ["faketime", "-f", shift, ARS, *line],
            cwd=folder, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        said = done.stdout + done.stderr
        assert "Traceback" not in said, said
        if done.returncode == 0:
            assert load_ledger([folder / "refs.ars.yaml"]).is_read(KEYS[0]) is is_read, said
    return "3 runs, the clock a day earlier each time: what was told is so"


def main(arguments: list[str]) -> int:
    """Do every fault; 1 where something was lost."""
    rounds = int(arguments[0]) if arguments else 300
    chosen = " ".join(arguments[1:])
    lost = 0
    with tempfile.TemporaryDirectory(prefix="ars-faults-") as name, serve() as services:
        parent = Path(name)
        parent.chmod(0o755)
        services.records += [
            Record(
                f"A long title about {key}",
                ("Jane Smith",),
                2020,
                f"10.1000/{key}",
                pmcid=f"PMC{number}",
                jats=jats(f"A long title about {key}"),
            )
            for number, key in enumerate(KEYS, start=1)
        ]
        environment = {**os.environ, **services.environment(parent), "NO_COLOR": "1"}
        faults: list[tuple[str, Callable[[], str]]] = [
            (f"kill {name}", lambda name=name: kills(parent, name, rounds, environment))  # type: ignore[misc]
            for name in COMMANDS
        ]
        faults += [
            ("two at once", lambda: two_at_once(parent, max(rounds // 20, 3), environment)),
            ("disk full", lambda: full_disk(parent, environment)),
            ("read-only", lambda: read_only(parent, environment)),
            ("another owner", lambda: locked_out(parent, environment)),
            ("clock set back", lambda: clock_set_back(parent, environment)),
        ]
        for what, fault in faults:
            if chosen not in what:
                continue
            try:
                said = fault()
            except AssertionError as error:
                lost += 1
                said = f"LOST: {error}"
            sys.stdout.write(f"{what:18} {said}\n")
            sys.stdout.flush()
    return 1 if lost else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
