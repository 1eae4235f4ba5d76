"""`ars render`: Pandoc with the gate, and a PDF also where no LaTeX is installed."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import FrameType
from typing import NoReturn

import click

from ars_pandoc.base.bounded_run import kill_group
from ars_pandoc.base.environment import is_locked
from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.temporary_folder import temporary_folder
from ars_pandoc.base.wording import printable
from ars_pandoc.pandoc.bounded_pandoc import (
    MEMORY,
    MEMORY_OPTION,
    TIME,
    TIME_OPTION,
    Limits,
    read_memory,
    read_seconds,
    too_slow,
)
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
@click.option(
    "--time-limit",
    metavar="SECONDS",
    help="End Pandoc and all that it started after so long. Default: $ARS_TIME_LIMIT, else none.",
)
@click.option(
    "--memory-limit",
    metavar="SIZE",
    help="What Pandoc may take, such as 4G. Default: $ARS_MEMORY_LIMIT, else no limit.",
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="INPUT... -o OUT")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    *,
    corpus: str | None,
    draft: bool,
    time_limit: str | None,
    memory_limit: str | None,
    arguments: tuple[str, ...],
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
    bounds = _Bounds.of(time_limit, memory_limit, os.environ)
    ctx.exit(render([*extra, *arguments], corpus, bounds))


@dataclass(frozen=True, slots=True)
class _Bounds:
    """What a render may take; None is no limit: how long an engine for PDF takes nobody knows.

    Attributes:
        seconds: Of the clock.
        memory: Bytes of Pandoc's own heap.
    """

    seconds: float | None = None
    memory: int | None = None

    @classmethod
    def of(
        cls, time_limit: str | None, memory_limit: str | None, environment: Mapping[str, str]
    ) -> _Bounds:
        """Return the bounds that options give, or else the environment.

        Raises:
            ArsError: One has no such value.
        """
        seconds = time_limit or environment.get(TIME)
        memory = memory_limit or environment.get(MEMORY)
        return cls(
            read_seconds(seconds, TIME_OPTION if time_limit else TIME) if seconds else None,
            read_memory(memory, MEMORY_OPTION if memory_limit else MEMORY) if memory else None,
        )

    @property
    def of_memory(self) -> list[str]:
        """The arguments that bound Pandoc's memory."""
        return ["+RTS", f"-M{self.memory >> 20}m", "-RTS"] if self.memory else []


def render(
    arguments: Sequence[str], corpus: str | None = None, bounds: _Bounds | None = None
) -> int:
    """Run Pandoc with the gate.

    Args:
        arguments: Pandoc's command line.
        corpus: The sidecar that `--corpus` names, or None; it counts for a locked gate too, which
            takes its options from the environment alone (contract §7).
        bounds: What Pandoc may take; anything by default.

    Returns:
        The exit status: 0 rendered, 1 refused, 2 cannot judge or Pandoc failed, 130 interrupted.

    Raises:
        ArsError: There is no Pandoc, or it cannot be started.
    """
    bounds = bounds or _Bounds()
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
        command_line = [str(pandoc.path), *bounds.of_memory, *added, *arguments]
        status = _run(command_line, environment, bounds)
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


def _run(command_line: Sequence[str], environment: Mapping[str, str], bounds: _Bounds) -> int:
    """Run Pandoc, pass on what it says as it says it, and tell how it ended.

    With a time limit Pandoc and what it starts are a group of their own, which is ended together;
    Ctrl-C is handed on to it.

    Returns:
        As `render`; `_PDF_FAILED` where the engine for PDF made none.
    """
    try:
        process = subprocess.Popen(
            command_line,
            env=environment,
            stderr=subprocess.PIPE,
            start_new_session=bounds.seconds is not None and os.name != "nt",
        )
    except OSError as error:
        raise ArsError("Pandoc cannot be started", where=command_line[0], why=str(error)) from None

    def on_terminate(_signal: int, _frame: FrameType | None) -> NoReturn:
        _interrupt(process)
        raise KeyboardInterrupt

    shown = sys.stderr.buffer
    gate_status: list[int] = []
    clock = _Clock(process, bounds.seconds)
    previous = signal.signal(signal.SIGTERM, on_terminate)
    try:
        with process:
            said = without_backtraces(process.stderr or ())
            for line in _without_gate_status(said, gate_status):
                shown.write(_harmless(line))
                shown.flush()
    except KeyboardInterrupt:
        if bounds.seconds is not None:
            _interrupt(process)  # no terminal's Ctrl-C reaches another group
        _stop(process)
        return INTERRUPTED
    finally:
        clock.cancel()
        signal.signal(signal.SIGTERM, previous)
    if clock.is_over:
        limit = Limits(bounds.seconds or 0)
        click.echo(
            f"ars render: {too_slow(limit)}; it was ended\n  next: {too_slow(limit).remedy}",
            err=True,
        )
        return CANNOT_JUDGE
    if process.returncode == 0:
        return 0
    if process.returncode == _PDF_FAILED:
        return _PDF_FAILED
    refused = process.returncode == _FILTER_FAILED and gate_status == [REFUSED]
    return REFUSED if refused else CANNOT_JUDGE


class _Clock:
    """Ends Pandoc with all that it started when its time is over.

    Attributes:
        is_over: Whether it was.
    """

    def __init__(self, process: subprocess.Popen[bytes], seconds: float | None) -> None:
        self.is_over = False
        self._process = process
        self._timer = None if seconds is None else threading.Timer(seconds, self._end)
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()

    def _end(self) -> None:
        self.is_over = True
        kill_group(self._process)

    def cancel(self) -> None:
        """Let it run."""
        if self._timer is not None:
            self._timer.cancel()


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
