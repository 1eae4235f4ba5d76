"""The commands of a README, to be run as its reader would type them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path


def commands(readme: Path, program: str) -> list[list[str]]:
    """Give the commands of a program in the fenced `sh` blocks of a Markdown file.

    Args:
        readme: The file.
        program: The first word of the wanted commands.
    """
    blocks = re.findall(r"^```sh\n(.*?)^```", readme.read_text(encoding="utf-8"), re.M | re.S)
    lines = [line for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    split = [shlex.split(line, comments=True) for line in lines]
    return [words for words in split if words[:1] == [program]]
