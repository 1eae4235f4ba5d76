"""`ars render`: Pandoc with the gate, and a PDF also where no LaTeX is installed."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import FrameType
from typing import NoReturn

import click

from ars_pandoc.base.environment import is_locked
from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.temporary_folder import temporary_folder
from ars_pandoc.base.wording import printable
from ars_pandoc.pandoc.command_line import PandocOptions, is_gate, read_options
from ars_pandoc.pandoc.executable import (
    TYPST_VERSION,
    Pandoc,
    bundled_pandoc,
    find_pandoc,
    without_backtraces,
)
from ars_pandoc.pandoc.launcher import write_launcher
from ars_pandoc.pandoc.pdf_engine import TYPST, has_own_typst, require_own_typst, write_own_typst

REFUSED = 1
CANNOT_JUDGE = 2
INTERRUPTED = 130
# Pandoc's exit status when a filter fails, whatever the filter's own was.
_FILTER_FAILED = 83
# And when the engine for PDF does.
_PDF_FAILED = 43
_TO_PDF = (None, "pdf")
_WITHOUT_LATEX = (
    "ars render: LaTeX made no PDF\n"
    "  next: add --pdf-engine=typst, which needs no LaTeX, or mend what LaTeX says above"
)
_OBEYED = re.compile(
    rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]"
)
# Colour and weight; what hides text is none.
_COLOUR = re.compile(r"(\x1b\[(?:(?:0|1|22|3[0-79]|9[0-7])(?:;(?:0|1|22|3[0-79]|9[0-7]))*)?m)")
_GRACE_SECONDS = 5


class _PassThrough(click.Command):
    """A command that keeps `--` for Pandoc, where click would take it away."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse our own options up to `--`, and hand on the rest as it stands."""
        cut = args.index("--") if "--" in args else len(args)
        rest = args[cut:]
        left = super().parse_args(ctx, args[:cut])
        ctx.params["arguments"] = (*ctx.params.get("arguments", ()), *rest)
        return left


@click.command(
    "render",
    cls=_PassThrough,
    context_settings={"ignore_unknown_options": True, "help_option_names": ["-h", "--help"]},
)
@click.option("--corpus", metavar="FILE", help="The sidecar to judge by (-M ars-corpus=FILE).")
@click.option("--draft", is_flag=True, help="Mark what is refused and render (-M ars-mode=draft).")
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="INPUT... -o OUT")
@click.pass_context
def command(
    ctx: click.Context, corpus: str | None, draft: bool, arguments: tuple[str, ...]
) -> None:
    r"""Render with Pandoc, behind the gate.

    Takes every option of Pandoc (pandoc --help lists them) and adds what is missing: the filter ars-gate in front of all
    others, and for PDF a Typst engine where no LaTeX is installed.

    Exit status: 0 rendered, 1 refused, 2 cannot judge or Pandoc failed.

    \b
    Examples:
      ars render paper.md --citeproc -o paper.pdf
      ars render paper.md --citeproc -o paper.docx --draft
    """
    if not arguments and sys.stdin.isatty():
        click.echo(ctx.get_help(), err=True)
        ctx.exit(CANNOT_JUDGE)
    if corpus is not None and corpus.startswith("-"):
        # Pandoc would read the name of the output as one more input.
        raise ArsError(
            "--corpus names no file",
            where=f"--corpus {corpus}",
            steps=["write --corpus refs.ars.yaml, or leave it away"],
        )
    if draft and is_locked(os.environ):
        raise ArsError(
            "--draft has no effect while ARS_LOCKED is set",
            why="a locked gate takes its options from the environment alone",
            steps=("set ARS_MODE instead", "unset ARS_LOCKED"),
        )
    extra = [f"--metadata=ars-corpus:{corpus}"] if corpus else []
    extra += ["--metadata=ars-mode:draft"] if draft else []
    ctx.exit(render([*extra, *arguments], corpus))


def render(arguments: Sequence[str], corpus: str | None = None) -> int:
    """Run Pandoc with the gate.

    Args:
        arguments: Pandoc's command line.
        corpus: The sidecar that `--corpus` names, or None; it counts for a locked gate too, which
            takes its options from the environment alone (contract §7).

    Returns:
        The exit status: 0 rendered, 1 refused, 2 cannot judge or Pandoc failed, 130 interrupted.

    Raises:
        ArsError: There is no Pandoc, or it cannot be started.
    """
    options = read_options(arguments)
    pandoc = find_pandoc()
    environment = dict(os.environ)
    if corpus is not None:
        environment["ARS_CORPUS"] = corpus
    if options.inputs:
        # Pandoc tells a filter no file names; the gate looks for the sidecar beside the input.
        environment["ARS_INPUT"] = os.pathsep.join(map(str, options.inputs))
        # With the reader it can compare the document with the text itself.
        environment["ARS_READER"] = options.reader or ""
    added: list[str] = []
    with temporary_folder("ars-render-") as folder:
        if not options.names_gate:
            # In front of every other filter, and of citeproc (contract §3).
            added += ["--filter", str(write_launcher(folder, "ars-gate", "ars_pandoc.gate"))]
        if _uses_typst(options):
            pandoc = _with_typst(pandoc)
            on_path = shutil.which(TYPST)
            if not on_path:
                require_own_typst()
            if options.pdf_engine is None and options.to != "typst":
                own = has_own_typst()
                added += ["--pdf-engine", str(write_own_typst(folder) if own else on_path)]
            elif not on_path:
                # Named as plain `typst`: Pandoc looks for it on PATH.
                write_own_typst(folder)
                environment["PATH"] = os.pathsep.join([str(folder), environment.get("PATH", "")])
        before = _Output.of(options)
        status = _run([str(pandoc.path), *added, *arguments], environment)
    if status == _PDF_FAILED:
        if options.pdf_engine is None and options.to in _TO_PDF and not _uses_typst(options):
            click.echo(_WITHOUT_LATEX, err=True)
        status = CANNOT_JUDGE
    if status:
        before.report()
    return status


@dataclass(frozen=True, slots=True)
class _Output:
    """The output file as it was before the run."""

    path: Path | None
    stamp: tuple[int, int] | None

    @classmethod
    def of(cls, options: PandocOptions) -> _Output:
        path = Path(options.output) if options.output else None
        return cls(path, _stamp(path))

    def report(self) -> None:
        """After a failure, say what lies at the output path: it may be an earlier build."""
        if _stamp(self.path) != self.stamp:
            return
        if self.path is None or self.stamp is None:
            click.echo("nothing was written.", err=True)
            return
        built = datetime.fromtimestamp(self.path.stat().st_mtime).astimezone()
        click.echo(
            f"{self.path} is from an earlier build ({built:%Y-%m-%d %H:%M:%S}, local time); "
            "nothing was written.",
            err=True,
        )


def _stamp(path: Path | None) -> tuple[int, int] | None:
    try:
        found = path.stat() if path else None
    except OSError:
        return None
    return (found.st_mtime_ns, found.st_size) if found else None


def _uses_typst(options: PandocOptions) -> bool:
    """Return whether Typst makes this PDF: where it was named, or nothing was and there is no LaTeX."""
    if not options.makes_pdf:
        return False
    if options.pdf_engine is not None:
        return Path(options.pdf_engine).stem == "typst"
    # Pandoc's default for PDF is pdflatex alone; a writer who named another format (beamer,
    # html …) chose another way to PDF.
    return options.to == "typst" or (options.to in _TO_PDF and not shutil.which("pdflatex"))


def _with_typst(pandoc: Pandoc) -> Pandoc:
    if pandoc.version >= TYPST_VERSION:
        return pandoc
    bundled = bundled_pandoc()
    click.echo(
        f"ars render: Pandoc {pandoc.version_text} cannot make a PDF without LaTeX; "
        f"the bundled Pandoc {bundled.version_text} renders.",
        err=True,
    )
    return bundled


def _run(command_line: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run Pandoc, pass on what it says as it says it, and tell how it ended.

    Returns:
        As `render`; `_PDF_FAILED` where the engine for PDF made none.
    """
    try:
        process = subprocess.Popen(command_line, env=environment, stderr=subprocess.PIPE)
    except OSError as error:
        raise ArsError("Pandoc cannot be started", where=command_line[0], why=str(error)) from None

    def on_terminate(_signal: int, _frame: FrameType | None) -> NoReturn:
        _interrupt(process)
        raise KeyboardInterrupt

    shown = sys.stderr.buffer
    gate_status: list[int] = []
    previous = signal.signal(signal.SIGTERM, on_terminate)
    try:
        with process:
            said = without_backtraces(process.stderr or ())
            for line in _without_gate_status(said, gate_status):
                shown.write(_harmless(line))
                shown.flush()
    except KeyboardInterrupt:
        _stop(process)
        return INTERRUPTED
    finally:
        signal.signal(signal.SIGTERM, previous)
    if process.returncode == 0:
        return 0
    if process.returncode == _PDF_FAILED:
        return _PDF_FAILED
    refused = process.returncode == _FILTER_FAILED and gate_status == [REFUSED]
    return REFUSED if refused else CANNOT_JUDGE


def _harmless(line: bytes) -> bytes:
    """Return a line of Pandoc's or a filter's without what a terminal would obey, but for colours."""
    if not _OBEYED.search(line):
        return line
    text = line.decode("utf-8", "replace")
    parts = _COLOUR.split(text.rstrip("\r\n"))
    safe = "".join(part if _COLOUR.fullmatch(part) else _tabs(part) for part in parts if part)
    return (safe + "\n").encode()


def _tabs(text: str) -> str:
    return "\t".join(map(printable, text.split("\t")))


def _without_gate_status(lines: Iterable[bytes], gate_status: list[int]) -> Iterator[bytes]:
    """Drop Pandoc's two lines on the gate's exit status, and keep the status.

    The gate has said all; "Filter returned error status 1" reads like a crash. Other filters'
    failures are shown as they are, and so is a gate that was killed or could not start.
    """
    held: bytes | None = None
    for line in lines:
        if held is not None:
            status = re.fullmatch(rb"Filter returned error status (\d+)\s*", line)
            if status:
                gate_status.append(int(status[1]))
                held = None
                continue
            yield held
            held = None
        name = re.fullmatch(rb"Error running filter (.+):\s*", line)
        if name and is_gate(name[1].decode("utf-8", "replace")):
            held = line
        else:
            yield line
    if held is not None:
        yield held


def _interrupt(process: subprocess.Popen[bytes]) -> None:
    """Ask Pandoc to stop; on its first interrupt it removes its own temporary files."""
    if os.name == "nt":
        process.terminate()
    else:
        process.send_signal(signal.SIGINT)


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Let Pandoc end, whom a terminal's Ctrl-C has reached too.

    A second interrupt would make it leave its files, so it only gets one if it does not end.
    """
    try:
        process.wait(timeout=_GRACE_SECONDS)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        _interrupt(process)
    try:
        process.wait(timeout=_GRACE_SECONDS)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        process.kill()
    process.wait()


if __name__ == "__main__":
    command()
