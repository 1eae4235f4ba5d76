"""`ars completion`: the script that completes commands, options and citation keys in a shell."""

from __future__ import annotations

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

from ars_pandoc.cli.shared.powershell import PowerShellComplete
from ars_pandoc.pandoc.filter_arguments import OPTIONS

_SHELLS: dict[str, type[ShellComplete]] = {
    "bash": BashComplete,
    "zsh": ZshComplete,
    "fish": FishComplete,
    "powershell": PowerShellComplete,
}
_PROGRAM = "ars"
_VARIABLE = "_ARS_COMPLETE"


@click.command("completion")
@click.argument("shell", type=click.Choice(list(_SHELLS)))
@click.pass_context
def command(ctx: click.Context, /, shell: str) -> None:
    r"""Print the script that completes commands, options, files and citation keys.

    It completes the options of ars-gate as well.

    \b
    Examples:
      eval "$(ars completion bash)"                               in ~/.bashrc
      eval "$(ars completion zsh)"                                in ~/.zshrc
      ars completion fish > ~/.config/fish/completions/ars.fish   once
      ars completion powershell | Out-String | Invoke-Expression  in $PROFILE
    """
    completion = _SHELLS[shell](ctx.find_root().command, {}, _PROGRAM, _VARIABLE)
    # `source` of bash would start a shell to ask for its version, and complain below 4.4.
    click.echo(completion.source_template % completion.source_vars())
    click.echo(_of_gate(shell))


def _of_gate(shell: str) -> str:
    """Return the lines that complete the filter's own options, which are few and never change."""
    options = sorted({"--help", "--version", *OPTIONS})
    if shell == "bash":
        return f'complete -o default -W "{" ".join(options)}" ars-gate'
    if shell == "zsh":
        # As a function that compdef is given: the script may be evaluated or be a file of $fpath.
        names = " ".join(options)
        return f"_ars_gate_completion() {{ compadd -- {names}; _files }}; compdef _ars_gate_completion ars-gate"
    if shell == "fish":
        return "\n".join(f"complete -c ars-gate -l {name.removeprefix('--')}" for name in options)
    names = ", ".join(f'"{name}"' for name in options)
    return (
        "Register-ArgumentCompleter -Native -CommandName ars-gate -ScriptBlock {\n"
        "    param($wordToComplete)\n"
        f'    {names} | Where-Object {{ $_ -like "$wordToComplete*" }}\n'
        "}"
    )
