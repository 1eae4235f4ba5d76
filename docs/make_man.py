"""Write the man pages of `ars` and of each of its commands, from their own help: `make man`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click
from click_man.core import generate_man_page

from ars_pandoc import __version__
from ars_pandoc.cli import COMMANDS, group
from ars_pandoc.gate import HELP

FOLDER = Path(__file__).parent / "man"


def man_pages() -> dict[str, str]:
    """Return each man page by its file name, such as `ars-mark-read.1`."""
    root = click.Context(group, info_name="ars")
    pages = {"ars.1": _page(root)}
    listed = []
    for name in group.list_commands(root):
        command = group.get_command(root, name)
        if command is None:
            raise LookupError(name)
        command.short_help = COMMANDS[name]  # click would cut it short
        pages[f"ars-{name}.1"] = _page(click.Context(command, info_name=name, parent=root))
        listed.append(f".TP\n\\fBars {name}\\fP\n{COMMANDS[name]}\n")
        listed.append(f"See \\fBars-{name}\\fP(1).\n")
    pages["ars.1"] += ".SH COMMANDS\n" + "".join(listed)
    pages["ars.1"] += ".SH SEE ALSO\n\\fBpandoc\\fP(1). The filter itself is \\fBars-gate\\fP(1).\n"
    pages["ars-gate.1"] = _gate_page()
    return pages


def _gate_page() -> str:
    """Return the page of the filter, which click does not know, from its own help."""
    title, _, rest = HELP.strip().partition("\n")
    what = title.split(": ", 1)[1]
    lines = [
        f'.TH "ARS-GATE" "1" " " "{__version__}" "ars-gate Manual"',
        ".SH NAME",
        f"ars-gate \\- {what.rstrip('.')}",
        ".SH SYNOPSIS",
        ".B pandoc --filter ars-gate",
        "[\\fIoption\\fR...] \\fIfile\\fR...",
        ".SH DESCRIPTION",
        ".nf",
        *(_roff(line) for line in rest.strip("\n").splitlines()),
        ".fi",
        ".SH SEE ALSO",
        "\\fBars\\fP(1), \\fBars-render\\fP(1), \\fBars-explain\\fP(1), \\fBpandoc\\fP(1)",
    ]
    return "\n".join(lines) + "\n"


def _roff(line: str) -> str:
    """Return a line that troff prints as it stands."""
    text = line.replace("\\", "\\\\").replace("-", "\\-")
    return f"\\&{text}" if text[:1] in (".", "'") else text


def _page(context: click.Context) -> str:
    # Without a date: a page changes when the help does, not from day to day.
    page: str = generate_man_page(context, version=__version__, date=" ")
    # Click's mark for lines that are not to be wrapped.
    return re.sub(r"\n*\x08\n", "\n.nf\n", page)


def main() -> int:
    """Write them all."""
    for old in FOLDER.glob("*.1"):
        old.unlink()
    for name, text in man_pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
