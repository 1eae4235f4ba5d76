"""Files as a forge knows them: by their path from the root of the repository."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import lru_cache
from pathlib import Path


def repository_path(name: str) -> str:
    """Return a file's path from the root of its repository, with `/`, where it lies in one.

    GitHub takes paths in annotations and SARIF from there, not from the working folder.

    Args:
        name: As the user named it.

    Returns:
        The name as it is, with `/`, for a file outside of any repository.
    """
    plain = Path(name)
    root = repository_root(os.environ.get("GITHUB_WORKSPACE"), Path.cwd().resolve())
    if root is not None:
        # A link is a file of the repository, whatever it leads to.
        with suppress(OSError, RuntimeError):  # folders whose links lead in a circle
            path = plain.parent.resolve() / plain.name
            if path.is_relative_to(root):
                return path.relative_to(root).as_posix()
    return plain.as_posix()


@lru_cache
def repository_root(workspace: str | None, folder: Path) -> Path | None:
    """Return the root of the repository of a folder: what the runner says, or where `.git` is."""
    if workspace and folder.is_relative_to(Path(workspace).resolve()):
        return Path(workspace).resolve()
    return next((one for one in (folder, *folder.parents) if (one / ".git").exists()), None)
