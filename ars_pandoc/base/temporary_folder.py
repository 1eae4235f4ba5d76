"""A folder for a moment, and an error that names it where it has no room."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.whole_file import after_failed_write, is_full


@contextmanager
def temporary_folder(prefix: str) -> Iterator[Path]:
    """Make a folder in the system's temporary one, and take it away again.

    Args:
        prefix: What its name begins with.

    Raises:
        ArsError: It cannot be made, or has no room for what is written into it.
    """
    try:
        made = tempfile.TemporaryDirectory(prefix=prefix)
    except OSError as error:
        raise _unwritable(error) from None
    with made as name:
        try:
            yield Path(name)
        except OSError as error:
            if not is_full(error):
                raise
            raise _unwritable(error) from None


def _unwritable(error: OSError) -> ArsError:
    place = tempfile.tempdir or "of this system"  # not asked for: to find one may be what failed
    return ArsError(
        f"the temporary folder {place} cannot be written",
        why=error.strerror or str(error),
        steps=[after_failed_write(error, "name another one: export TMPDIR=FOLDER")],
    )
