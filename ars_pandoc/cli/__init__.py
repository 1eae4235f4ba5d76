"""The executable `ars`: a table of commands, of which only the asked one is imported.

Exit codes (contract §1): 0 clean, 1 something refused or found, 2 usage, configuration or input
error. 130 is the shell's convention for a command stopped by the user.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.terminal import wants_colour
from ars_pandoc.base.version import __version__

INPUT_ERROR = 2
STOPPED = 130

COMMANDS = {
    "init": "Write a sidecar with an entry for each cited key, from the bibliography.",
    "status": "Show how far a document has come, and what helps most next.",
    "read": "Walk the sources that wait for a reader, and record what you say.",
    "suggest": "Show the passages of pinned sources that citations most likely rest on.",
    "anchor": "Write where in a source a citation rests: the marker, encoded and checked.",
    "check": "Judge documents without a render, with the lines of their findings.",
    "audit": "Judge the manuscripts of others, and say what each verdict rests on.",
    "finalize": "Write the verdicts into the markers of the text.",
    "strip": "Take the markers out of the text.",
    "render": "Render with Pandoc behind the gate; PDF without LaTeX too.",
    "validate": "Check a sidecar, its ledger and its catalog.",
    "mark-read": "Record that you have read sources.",
    "unmark-read": "Take marks of reading back.",
    "fetch": "Get the full texts that may be had openly, and pin them.",
    "pin": "Hold a source's full text, so that quotes are looked up in it.",
    "verify": "Record that you hold a source and compared its entry with it.",
    "list-read": "List what was read, when and how far.",
    "signals": "Ask indexes whether sources exist, and whether they were retracted.",
    "acknowledge": "Record that you cite a source knowing what is recorded of it.",
    "acknowledge-retraction": "Record that you cite a retracted source knowingly.",
    "ground": "Show each anchor of a document with the passage in its source.",
    "quote": "Look up whether quotes stand in a file, to the letter.",
    "desk": "Verify citations by looking: the sentence beside the page of its source.",
    "judgements": "Exchange judgements with who judges, and say how far they agree.",
    "lsp": "Serve an editor: findings while you write, sources on hover, keys completed.",
    "doctor": "Look at the installation and the sidecar, and say what is missing.",
    "filter-path": "Print where the Lua filter, the gate or a Typst for PDFs lies.",
    "completion": "Print the script that completes commands and keys in your shell.",
    "explain": "Explain a status of the gate: why, and what to do.",
}
"""The commands; each stands in the module of its name (`-` as `_`) as `command`."""


QUIET = ("check", "audit", "validate", "signals", "quote", "ground", "doctor")
"""Commands whose exit code says what came out, and which ask nobody: they take `-q`."""


class _Commands(click.Group):
    """A group whose commands are imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name in COMMANDS if find_spec(_module(name)) is not None]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(_module(cmd_name)).command
        # Click wants the character backspace before a list of examples; a docstring spells it.
        below = command.commands.values() if isinstance(command, click.Group) else ()
        for one in (command, *below):
            one.help = (one.help or "").replace(r"\b", "\b")
        if cmd_name in QUIET and not any("-q" in param.opts for param in command.params):
            command.params.append(
                click.Option(
                    ["-q", "--quiet"],
                    is_flag=True,
                    expose_value=False,
                    is_eager=True,
                    callback=_be_quiet,
                    help="Print no results; the exit code tells, and errors are said.",
                )
            )
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Name the command that is nearest to a misspelt one, or those that take a document."""
        name = args[0]
        if name.startswith("-") or self.get_command(ctx, name) is not None:
            return super().resolve_command(ctx, args)
        if Path(name).is_file():
            from ars_pandoc.base.wording import shell_path

            word, pdf = shell_path(name), shell_path(f"{Path(name).stem}.pdf")
            steps = [f"ars check {word}", f"ars render {word} -o {pdf}"]
            raise ArsError(f"'{name}' is a file; a command comes first", steps=steps)
        from difflib import get_close_matches

        near = get_close_matches(name.lower().replace("_", "-"), self.list_commands(ctx), 2, 0.6)
        steps = [f"ars {meant}" for meant in near] or ["ars --help lists the commands"]
        raise ArsError(f"there is no command '{name}'", steps=steps)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands from the table, without importing one."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in self.list_commands(ctx)])


def _be_quiet(ctx: click.Context, _param: click.Parameter, quiet: bool) -> None:
    """Let results go nowhere; files of `--output` are written, and stderr stays as it is."""
    if quiet:
        nowhere = ctx.with_resource(Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
        ctx.with_resource(redirect_stdout(nowhere))


def _module(name: str) -> str:
    return f"{__name__}.commands.{name.replace('-', '_')}"


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="`ars COMMAND --help` shows examples. The filter itself is ars-gate: man ars-gate.",
)
@click.version_option(__version__, "-V", "--version", prog_name="ars")
@click.option("--debug", is_flag=True, help="Show the traceback of an unexpected error.")
@click.pass_context
def group(ctx: click.Context, debug: bool) -> None:
    """Citations that hold: sidecars, reading marks, and Pandoc behind the gate."""
    # `main` looks for it itself, since an error may come before it is parsed; but where many
    # documents are judged each has its own errors, in processes of their own too.
    if debug and not os.environ.get("ARS_DEBUG"):
        os.environ["ARS_DEBUG"] = "1"
        ctx.call_on_close(lambda: os.environ.pop("ARS_DEBUG", None))


_COLLECTED_AFTER = 100_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `ars`.

    Args:
        arguments: The command line without the program's name; that of the process by default.

    Returns:
        The exit code. Every error is printed here, in words for the user.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    # The AST of a thesis is a million objects without a cycle: to look for some after each 700
    # new ones, as by default, is a tenth of a run's time.
    gc.set_threshold(_COLLECTED_AFTER, 20, 20)
    given = list(sys.argv[1:] if arguments is None else arguments)
    if os.environ.get("_ARS_COMPLETE", "").startswith("powershell"):
        from click.shell_completion import add_completion_class

        from ars_pandoc.cli.shared.powershell import PowerShellComplete

        add_completion_class(PowerShellComplete)
    try:
        code = group.main(
            given,
            prog_name="ars",
            standalone_mode=False,
            color=wants_colour(os.environ),
        )
    except click.ClickException as error:
        error.show()
        return INPUT_ERROR
    except click.Abort:
        click.echo("\nStopped.", err=True)
        return STOPPED
    except Exception as error:
        from ars_pandoc.base.told import DEBUG, told
        from ars_pandoc.base.wording import printable_lines

        known = {**os.environ, DEBUG: "1"} if _wants_debug(given) else os.environ
        failure = told(error, known)
        click.echo(printable_lines(str(failure)), err=True)
        return failure.exit_code
    return code if isinstance(code, int) else 0


def _wants_debug(arguments: Sequence[str]) -> bool:
    """Return whether `--debug` stands before the command's name."""
    for argument in arguments:
        if not argument.startswith("-"):
            return False
        if argument == "--debug":
            return True
    return False
