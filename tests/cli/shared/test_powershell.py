"""The script is held together by hand, since no PowerShell runs here."""

from __future__ import annotations

import re

from ars_pandoc.cli import group
from ars_pandoc.cli.shared.powershell import PowerShellComplete


def test_the_script_is_balanced_and_names_the_program() -> None:
    completion = PowerShellComplete(group, {}, "ars", "_ARS_COMPLETE")
    script = completion.source()
    for left, right in ("{}", "()", "[]"):
        assert script.count(left) == script.count(right)
    assert "-CommandName ars " in script
    assert set(re.findall(r"\$env:(\w+)", script)) == {"_ARS_COMPLETE", "COMP_WORDS", "COMP_WORD"}
    assert "Remove-Item Env:_ARS_COMPLETE" in script, "else the next `ars` would complete, too"
