"""Completion in PowerShell, which click does not know: a script, and the answers that it asks for."""

from __future__ import annotations

import os
from typing import ClassVar

from click.shell_completion import CompletionItem, ShellComplete, split_arg_string

_SCRIPT = """\
Register-ArgumentCompleter -Native -CommandName %(prog_name)s -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $line = $commandAst.ToString()
    $line = $line.PadRight($cursorPosition).Substring(0, $cursorPosition)
    $env:%(complete_var)s = "powershell_complete"
    $env:COMP_WORDS = $line
    $env:COMP_WORD = $wordToComplete
    try {
        %(prog_name)s | ForEach-Object {
            $kind, $value, $help = $_ -split "`t", 3
            if ($kind -eq "plain") {
                if (-not $help) { $help = $value }
                [System.Management.Automation.CompletionResult]::new(
                    $value, $value, "ParameterValue", $help)
            } else {
                Get-ChildItem -Name "$wordToComplete*" | ForEach-Object {
                    [System.Management.Automation.CompletionResult]::new($_)
                }
            }
        }
    } finally {
        Remove-Item Env:%(complete_var)s, Env:COMP_WORDS, Env:COMP_WORD -ErrorAction SilentlyContinue
    }
}
"""


class PowerShellComplete(ShellComplete):
    """Shell completion for PowerShell 5 and 7."""

    name: ClassVar[str] = "powershell"
    source_template: ClassVar[str] = _SCRIPT

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the one that is written, and that one."""
        words = split_arg_string(os.environ["COMP_WORDS"])
        incomplete = os.environ.get("COMP_WORD", "")
        if incomplete and words and words[-1] == incomplete:
            words.pop()
        return words[1:], incomplete

    def format_completion(self, item: CompletionItem) -> str:
        """Return an answer as a line: its kind, the word, and what it is."""
        told = " ".join((item.help or "").split())
        return f"{item.type}\t{item.value}\t{told}"
