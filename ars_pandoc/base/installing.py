"""How ars-pandoc is installed, for every message that says so.

No registry has the name yet: pip is given a checkout of the repository or a wheel. What a person is
told is where this very installation came from, if that is still there. The words for people who
have none yet stand in `docs/install.md` alone; all other pages lead there.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from ars_pandoc.base.wording import shell_word

SOURCE = "path/to/ars-pandoc"
"""What pip is given where nothing else is known: the repository's folder or a wheel. Once a registry
has the name, it is this one word that changes."""

HOMEPAGE = "https://example.org/ars-pandoc"
"""Where the repository is kept; the same stands in the docs."""

DISTRIBUTIONS = ("ars-pandoc", "ars-pandoc-core")
"""With a Pandoc and Typst, and without."""


def install_step(extra: str = "") -> str:
    """Return the command that installs ars-pandoc, or one of its extras.

    Args:
        extra: A name of `[project.optional-dependencies]`, such as `pandoc`, or nothing.
    """
    source, editable = _origin()
    wanted = f"{source}[{extra}]" if extra else source
    if extra and "://" in source:  # pip takes extras of an address with the name in front alone
        wanted = f"{DISTRIBUTIONS[0]}[{extra}] @ {source}"
    words = [sys.executable, "-m", "pip", "install", *(["--editable"] if editable else []), wanted]
    return " ".join(map(shell_word, words))


def homepage() -> str:
    """Return the address of the repository: the one that this was installed from, if it has one."""
    source, _ = _origin()
    _, separator, address = source.partition("+")
    return address if separator and address.startswith("https://") else HOMEPAGE


def _origin() -> tuple[str, bool]:
    """Return what pip was given when this was installed, and whether it is a checkout in use."""
    found = _installed()
    text = found.read_text("direct_url.json") if found is not None else None
    try:
        told = json.loads(text or "{}")
        url = told.get("url", "")
        parts = urlsplit(url)
        if parts.scheme == "file":
            path = Path(url2pathname(parts.path))
            if path.exists():
                return str(path), bool(told.get("dir_info", {}).get("editable"))
        elif "vcs_info" in told:
            return f"{told['vcs_info']['vcs']}+{url}", False
    except (ValueError, KeyError, AttributeError, TypeError):
        pass  # another installer's file
    return SOURCE, False


def _installed() -> Distribution | None:
    for name in DISTRIBUTIONS:
        with suppress(PackageNotFoundError):
            return distribution(name)
    return None
