"""The real programs on bad input: how they end, what they say, and what they leave behind."""

from __future__ import annotations

import ctypes
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ars_pandoc.gate import run
from ars_pandoc.pandoc.executable import Pandoc
from tests.conftest import GATE, PANDOCS, clean_environment, run_pandoc
from tests.corpus.sidecars import raw_entry
from tests.pandoc_documents import read_document

ARS = str(Path(GATE).with_name("ars"))
CITES = "A claim [@smith2024, p. 12].\n"
SECONDS = 3
"""No answer to bad input takes longer than this on an idle machine."""
SLOW = 5
"""How many times longer a busy machine may take."""

LEDGER = """\
# my reading
session_id: 'a'
human_read:
- citation_key: smith2024
  marked_at: '2024-05-01T10:00:00Z'
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a program ended: the gate's own exit code where Pandoc hides it behind its 83."""

    code: int
    out: str
    said: str

    def assert_told(self, code: int, *parts: str) -> None:
        """Hold an error to contract §1: its code, the words for the user, nothing else."""
        assert self.code == code, self.said + self.out
        told = self.said + self.out
        for part in parts:
            assert part in told, told
        assert "next:" in told or "do:" in told, told
        self.assert_clean()

    def assert_clean(self) -> None:
        """No traceback, no fault of its own, and nothing that a terminal would obey."""
        told = self.said + self.out
        for word in ("Traceback", "fault of ars-pandoc", "bug in ars-pandoc"):
            assert word not in told, told
        assert told.replace("\n", "").isprintable(), repr(told)


def paper(folder: Path, *keys: str, ledger: str | None = LEDGER) -> Path:
    """Make a folder in which `CITES` passes: sidecar and ledger of verified sources."""
    entries = [
        raw_entry(
            key,
            source_acquired=True,
            source_verified_against_original=True,
            source_verification_method="manual_grep",
        )
        for key in keys or ("smith2024",)
    ]
    sidecar = folder / "passport.yaml"
    sidecar.write_text(json.dumps({"literature_corpus": entries}), encoding="utf-8")
    if ledger is not None:
        (folder / "passport_human_read_log.yaml").write_text(ledger, encoding="utf-8")
    return sidecar


def passes(pandoc: Pandoc = PANDOCS[0]) -> bytes:
    """Give the tree that a Pandoc makes of `CITES`."""
    return json.dumps(read_document(CITES, pandoc=pandoc)).encode()


def render(
    folder: Path,
    text: str = CITES,
    *arguments: str,
    pandoc: Pandoc = PANDOCS[0],
    environment: Mapping[str, str] | None = None,
) -> Outcome:
    """Render a text with the gate behind a real Pandoc, to its standard output."""
    done = run_pandoc(
        pandoc, ["-t", "plain", *arguments], folder=folder, text=text, environment=environment
    )
    lines = done.stderr.splitlines(keepends=True)
    said = "".join(
        line for line in lines if not re.match("Error running filter|Filter returned", line)
    )
    status = re.search(r"Filter returned error status (\d+)", done.stderr)
    return Outcome(int(status[1]) if status else done.returncode, done.stdout, said)


def run_gate(folder: Path, tree: bytes, **environment: str) -> Outcome:
    """Give the executable a tree that no Pandoc would hand on."""
    return _run([GATE, "html"], folder, tree, environment)


def run_here(folder: Path, data: bytes, **environment: str) -> Outcome:
    """Do what `run_gate` does in this process, which is what its `main` calls."""
    stdout, stderr = io.BytesIO(), io.StringIO()
    before = Path.cwd()
    os.chdir(folder)
    try:
        code = run(io.BytesIO(data), stdout, stderr, environment, "html")
    finally:
        os.chdir(before)
    return Outcome(code, stdout.getvalue().decode(), stderr.getvalue())


def run_ars(folder: Path, *arguments: str, **environment: str) -> Outcome:
    """Run a command of `ars`."""
    return _run([ARS, *arguments], folder, b"", environment)


def run_powerless(folder: Path, command: Sequence[str]) -> Outcome:
    """Run a program that file permissions bind, root or not."""
    return _run(command, folder, b"", {}, prepare=_bind_by_permissions)


def _run(
    command: Sequence[str],
    folder: Path,
    data: bytes,
    environment: Mapping[str, str],
    prepare: Callable[[], None] | None = None,
) -> Outcome:
    done = subprocess.run(
        command,
        cwd=folder,
        input=data,
        capture_output=True,
        env=clean_environment(environment),
        timeout=60,
        check=False,
        preexec_fn=prepare,
    )
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())


def _bind_by_permissions() -> None:
    """Take the capabilities from a program of root's that let it pass over permissions."""
    if os.geteuid() == 0 and sys.platform == "linux":
        drop, override, search = 24, 1, 2  # PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, …READ_SEARCH
        for capability in (override, search):
            ctypes.CDLL(None).prctl(drop, capability, 0, 0, 0)


def contents(folder: Path) -> dict[str, bytes | str]:
    """Give all that lies in a folder, byte by byte."""
    found: dict[str, bytes | str] = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            found[name] = f"link to {path.readlink()}"
        elif path.is_file():
            found[name] = path.read_bytes()
        else:
            found[name] = "folder" if path.is_dir() else "other"
    return found


def tree(*blocks: Any, version: Any = (1, 23), **meta: Any) -> bytes:
    """Write a tree as JSON."""
    whole = {"pandoc-api-version": version, "meta": meta, "blocks": list(blocks)}
    return json.dumps(whole).encode()


def words(text: str) -> dict[str, Any]:
    """Give a metadata string as Pandoc hands it on, with every character as it is."""
    return {"t": "MetaInlines", "c": [{"t": "Str", "c": text}] if text else []}


def cited(key: str, suffix: str = ", p. 12") -> dict[str, Any]:
    """Give a Cite of one key, as Pandoc would."""
    citation = {
        "citationId": key,
        "citationPrefix": [],
        "citationSuffix": [{"t": "Str", "c": suffix}] if suffix else [],
        "citationMode": {"t": "NormalCitation"},
        "citationNoteNum": 1,
        "citationHash": 0,
    }
    return {"t": "Cite", "c": [[citation], [{"t": "Str", "c": "[?]"}]]}


def para(*inlines: Any) -> dict[str, Any]:
    """Give a paragraph."""
    return {"t": "Para", "c": list(inlines)}
