"""Small private executables that run a function of this very installation.

Pandoc starts filters and PDF engines as programs with a name and a path. What is on `PATH` may be
another installation or none, so a render writes its own launchers into a private folder.
"""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

# The working directory is the document's: a json.py lying there must not be imported (§7: a
# document must not disarm its judge). The package's own folder comes last, for checkouts.
# And status 1 means "refused": a crash must not look like a verdict.
_CODE = (
    "import os, sys; sys.excepthook = lambda *e: (sys.__excepthook__(*e), os._exit(2)); "
    "sys.path[:] = [p for p in sys.path if p] + [{root!r}]; "
    "from {module} import main; sys.exit(main())"
)


def write_launcher(folder: Path, name: str, module: str) -> Path:
    """Write an executable that calls `main()` of a module with this interpreter.

    Args:
        folder: A private folder; it must exist.
        name: The executable's name; Pandoc knows PDF engines by it.
        module: The dotted name of the module, importable beside this one.

    Returns:
        The executable's path.
    """
    code = _CODE.format(root=str(Path(__file__).resolve().parents[2]), module=module)
    if os.name == "nt":
        path = folder / f"{name}.cmd"
        quoted = code.replace("%", "%%")
        path.write_text(f'@"{sys.executable}" -c "{quoted}" %*\r\n', encoding="utf-8")
        return path
    path = folder / name
    # A shell script, not a shebang with the interpreter: those cannot hold spaces or long paths.
    path.write_text(
        f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -c {shlex.quote(code)} "$@"\n',
        encoding="utf-8",
        errors="surrogateescape",
    )
    path.chmod(0o700)
    return path
