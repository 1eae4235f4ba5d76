"""Faults, really done: `python -m tools.faults [ROUNDS]`, as `make faults`.

Commands that write are killed at random moments, run two at a time, and given a full disk, a
read-only folder and another owner's; then every file must hold what was told as done, and nothing
else may lie there. Linux only; what this machine cannot do (mount, another user, libfaketime) is
named and left out. Prints one line a fault, and exits with 1 where something was lost.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ars_pandoc.corpus.catalog import load_catalog
from ars_pandoc.corpus.ledger import load_ledger
from ars_pandoc.corpus.load_sidecar import load_corpus
from tests.signals.servers import Record, serve

ARS = str(Path(sys.executable).with_name("ars"))
KEYS = [f"key{number}" for number in range(30)]
ENTRY = (
    "- citation_key: {key}  # mine\n  title: A long title about {key}\n"
    "  authors: [{{family: Smith, given: Jane}}]\n  year: 2020\n  source_pointer: x\n"
    "  doi: 10.1000/{key}\n"
)
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
    """

    arguments: Callable[[Path, int], list[str]]
    told: Callable[[Path, str], None]


def folder_with_paper(parent: Path) -> Path:
    """Make a folder with a paper, its sidecar and bibliography."""
    folder = Path(tempfile.mkdtemp(dir=parent))
    sidecar = "# kept by hand\nliterature_corpus:\n" + "".join(ENTRY.format(key=k) for k in KEYS)
    (folder / "refs.ars.yaml").write_text(sidecar, encoding="utf-8")
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


def _signalled(folder: Path, said: str) -> None:
    if "wrote signals of" in said:
        entries = load_corpus(folder / "refs.ars.yaml").entries
        assert any(entry.contamination_signals for entry in entries.values())


def _nothing(folder: Path, said: str) -> None:
    pass


def _rotated(n: int) -> list[str]:
    start = n % len(KEYS)
    return [*KEYS[start:], *KEYS[:start]][:6]


_CORPUS = ["--corpus", "refs.ars.yaml"]
COMMANDS: dict[str, Command] = {
    "mark-read": Command(lambda f, n: ["mark-read", *_rotated(n), "--yes", *_CORPUS], _marked),
    "unmark-read": Command(lambda f, n: ["unmark-read", *_rotated(n), *_CORPUS], _nothing),
    "verify": Command(
        lambda f, n: ["verify", *_rotated(n), "--method", "manual_grep", "--yes", *_CORPUS],
        _verified,
    ),
    "pin": Command(lambda f, n: ["pin", "key0", "source.html", *_CORPUS], _pinned),
    "init": Command(lambda f, n: ["init", "paper.md", "--output", f"new{n}.ars.yaml"], _nothing),
    "signals": Command(
        lambda f, n: ["signals", "--index", "crossref", "--update", *_CORPUS], _signalled
    ),
    "finalize": Command(lambda f, n: ["finalize", "paper.md"], _nothing),
    "audit": Command(lambda f, n: ["audit", "paper.md", "--output", f"audit{n}.txt"], _nothing),
    "check": Command(
        lambda f, n: ["check", "paper.md", "--output", f"json:report{n}.json"], _nothing
    ),
}


def run(folder: Path, arguments: list[str], environment: dict[str, str]) -> tuple[int, str]:
    """Run `ars` in a folder; its exit code and all that it printed."""
    done = subprocess.run(
        [ARS, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    return done.returncode, done.stdout + done.stderr


def left_over(folder: Path) -> list[str]:
    """Name what half-written files lie in a folder."""
    return [str(path.relative_to(folder)) for path in folder.rglob("*.part")]


def kill_one(
    folder: Path, command: Command, number: int, environment: dict[str, str], seconds: float
) -> bool:
    """Kill a command at a random moment; tell if it still ran then."""
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen(
            [ARS, *command.arguments(folder, number)],
            cwd=folder,
            env=environment,
            stdout=out,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        # Commands take long to start; what they write comes near their end.
        time.sleep(random.uniform(0.3, 1.1) * seconds)
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
    if name == "unmark-read":
        run(folder, ["mark-read", *KEYS, "--yes", *_CORPUS], environment)
    start = time.monotonic()
    run(folder, command.arguments(folder, rounds), environment)
    seconds = time.monotonic() - start
    hit = sum(kill_one(folder, command, number, environment, seconds) for number in range(rounds))
    for number in range(rounds):
        if left_over(folder) and number < 3:
            run(folder, command.arguments(folder, number), environment)
    for _ in range(2):
        code, said = run(folder, command.arguments(folder, 0), environment)
    assert "Traceback" not in said, said
    assert code in (0, 1, 2)
    left = [
        path for path in left_over(folder) if not path.startswith((".new", ".audit", ".report"))
    ]
    assert not left, f"left over: {left}"
    return f"{rounds} runs, {hit} killed, nothing lost"


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
                before = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
                filler = place / "filler"
                with filler.open("wb") as file:
                    try:
                        while True:
                            os.write(file.fileno(), b"\0" * 4096)
                    except OSError:
                        pass
                code, said = run(folder, command.arguments(folder, 0), known)
                filler.unlink()
                assert "Traceback" not in said and "a fault of ars-pandoc" not in said, (name, said)
                assert not left_over(folder), (name, left_over(folder))
                whole(folder)
                if code == 2 and where == "folder":
                    for path, data in before.items():
                        assert path.read_bytes() == data, (name, path)
                command.told(folder, said)
                shutil.rmtree(folder)
                tried += 1
    finally:
        subprocess.run(["umount", str(place)], capture_output=True, check=False)
    return f"{tried} runs on a full disk or with a full temporary folder, nothing lost"


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
    lost = 0
    with tempfile.TemporaryDirectory(prefix="ars-faults-") as name, serve() as services:
        parent = Path(name)
        parent.chmod(0o755)
        services.records += [
            Record(f"A long title about {key}", ("Jane Smith",), 2020, f"10.1000/{key}")
            for key in KEYS
        ]
        environment = {**os.environ, **services.environment(parent), "NO_COLOR": "1"}
        faults: list[tuple[str, Callable[[], str]]] = [
            (f"kill {name}", lambda name=name: kills(parent, name, rounds, environment))  # type: ignore[misc]
            for name in COMMANDS
        ]
        faults += [
            ("two at once", lambda: two_at_once(parent, max(rounds // 20, 3), environment)),
            ("disk full", lambda: full_disk(parent, environment)),
            ("another owner", lambda: locked_out(parent, environment)),
            ("clock set back", lambda: clock_set_back(parent, environment)),
        ]
        for what, fault in faults:
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
