"""Golden folders without a run of Pandoc: what it read is kept, and so is what it then wrote.

The first time, a filter in the gate's place keeps the AST that Pandoc gives; afterwards the gate
judges it in this process. What Pandoc makes of the gate's answer is kept by that answer, so that
Pandoc runs again only for an answer that it has not seen. All is kept in `build/replay`, by a
digest of the case and of Pandoc's version.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import stat
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory

from ars_pandoc.gate import run
from ars_pandoc.pandoc.command_line import PandocOptions, read_options
from ars_pandoc.pandoc.executable import Pandoc
from ars_pandoc.pandoc.filter_arguments import read_arguments
from tests.conftest import ROOT, clean_environment, run_pandoc

KEPT = ROOT / "build" / "replay"
TOLD = ("PANDOC_VERSION", "PANDOC_READER_OPTIONS")
"""The variables in which Pandoc tells its filters what it does."""

# Stands in the gate's place: keeps what Pandoc says, or says what the gate has said.
_STAND_IN = """\
#!{python} -IS
import json, os, sys
folder = os.environ["REPLAY_FOLDER"]
data = sys.stdin.buffer.read()
if "REPLAY_ANSWER" not in os.environ:
    told = {{name: os.environ[name] for name in {told!r} if name in os.environ}}
    with open(folder + "/call.json", "w") as file:
        json.dump({{"arguments": sys.argv[1:], "told": told}}, file)
    with open(folder + "/ast.json", "wb") as file:
        file.write(data)
    sys.exit(1)
answer = os.environ["REPLAY_ANSWER"]
for name, stream in (("stderr", sys.stderr), ("stdout", sys.stdout)):
    with open(answer + "." + name, "rb") as file:
        stream.buffer.write(file.read())
sys.exit(int(os.environ["REPLAY_CODE"]))
"""


def replay(
    pandoc: Pandoc,
    arguments: Sequence[str],
    *,
    folder: Path,
    environment: Mapping[str, str],
) -> CompletedProcess[str]:
    """Give what `run_pandoc` gives; the gate runs in this process, Pandoc only if it must."""
    kept = KEPT / _digest(pandoc, arguments, folder, environment)
    kept.mkdir(parents=True, exist_ok=True)
    stand_in = _stand_in(kept)

    def ask_pandoc(extra: Mapping[str, str]) -> CompletedProcess[str]:
        extra = {**environment, "REPLAY_FOLDER": str(kept), **extra}
        return run_pandoc(pandoc, arguments, folder=folder, environment=extra, gate=str(stand_in))

    if not (kept / "ast.json").exists():
        failed = ask_pandoc({})
        if not (kept / "ast.json").exists():
            return failed  # Pandoc stops before any filter
    code, out, err = _judge(kept, arguments, folder, environment)
    answer = kept / hashlib.sha256(b"%d\0%b\0%b" % (code, err, out)).hexdigest()[:32]
    done = answer.with_suffix(".json")
    if not done.exists():
        with TemporaryDirectory() as spare:
            told = Path(spare, "answer")
            told.with_suffix(".stdout").write_bytes(out)
            told.with_suffix(".stderr").write_bytes(err)
            result = ask_pandoc({"REPLAY_ANSWER": str(told), "REPLAY_CODE": str(code)})
            # In one step: another process may be at the same case.
            whole = json.dumps([result.returncode, result.stdout, result.stderr])
            told.write_text(whole, "utf-8")
            shutil.move(told, done)
    return CompletedProcess(arguments, *json.loads(done.read_bytes()))


def _judge(
    kept: Path, arguments: Sequence[str], folder: Path, environment: Mapping[str, str]
) -> tuple[int, bytes, bytes]:
    """Run the gate in this process, where Pandoc would start it; return code and streams."""
    call = json.loads((kept / "call.json").read_bytes())
    out, err = io.BytesIO(), io.BytesIO()
    stderr = io.TextIOWrapper(err, encoding="utf-8", errors="replace", newline="")
    output_format, known = read_arguments(
        call["arguments"], {**clean_environment(environment), **call["told"]}
    )

    def asked() -> PandocOptions:
        return read_options(arguments)

    here = Path.cwd()
    os.chdir(folder)
    try:
        with (kept / "ast.json").open("rb") as stdin:
            code = run(stdin, out, stderr, known, output_format, asked=asked)
    finally:
        os.chdir(here)
    stderr.flush()
    return code, out.getvalue(), err.getvalue()


def _digest(
    pandoc: Pandoc, arguments: Sequence[str], folder: Path, environment: Mapping[str, str]
) -> str:
    """Name a case by all that Pandoc's reading of it depends on."""
    told = [pandoc.version_text, list(arguments), dict(environment)]
    digest = hashlib.sha256(json.dumps(told, sort_keys=True).encode())
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        if not path.name.startswith("expected"):
            data = path.read_bytes()
            digest.update(f"\0{path.relative_to(folder).as_posix()}\0{len(data)}\0".encode() + data)
    return digest.hexdigest()[:32]


def _stand_in(kept: Path) -> Path:
    path = kept / "stand-in"
    text = _STAND_IN.format(python=sys.executable, told=TOLD)
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path
