"""`ars completion`: the script that completes commands, options and citation keys in a shell."""

from __future__ import annotations

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

_SHELLS: dict[str, type[ShellComplete]] = {
    "bash": BashComplete,
    "zsh": ZshComplete,
    "fish": FishComplete,
}
_PROGRAM = "ars"
_VARIABLE = "_ARS_COMPLETE"


@click.command("completion")
@click.argument("shell", type=click.Choice(list(_SHELLS)))
@click.pass_context
def command(ctx: click.Context, /, shell: str) -> None:
    r"""Print the script that completes commands, options, files and citation keys.

    \b
    Examples:
      eval "$(ars completion bash)"                               in ~/.bashrc
      eval "$(ars completion zsh)"                                in ~/.zshrc
      ars completion fish > ~/.config/fish/completions/ars.fish   once
    """
    completion = _SHELLS[shell](ctx.find_root().command, {}, _PROGRAM, _VARIABLE)
    # `source` of bash would start a shell to ask for its version, and complain below 4.4.
    click.echo(completion.source_template % completion.source_vars())
