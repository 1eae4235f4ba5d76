"""A report written to a file, in one step."""

from __future__ import annotations

from pathlib import Path

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.whole_file import after_failed_write, write_whole
from ars_pandoc.base.wording import shown


def write_text(path: Path, text: str) -> None:
    """Write a report in one step: an older one stands until the new one is whole.

    Raises:
        ArsError: The file or its folder cannot be written.
    """
    try:
        write_whole(path, text.encode("utf-8"))
    except OSError as error:
        raise unwritable(path, error) from None


def unwritable(path: Path, error: Exception) -> ArsError:
    """Return the error for a report that cannot be written."""
    step = "name a file in a folder that exists and can be written"
    if isinstance(error, OSError):
        step = after_failed_write(error, step)
    return ArsError(
        f"the report cannot be written to '{shown(str(path), 200)}'",
        why=getattr(error, "strerror", None) or str(error),
        steps=[step],
    )
