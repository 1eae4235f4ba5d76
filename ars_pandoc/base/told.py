"""Any exception in words for the user: one ladder for the filter, the commands and the editor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TextIO

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.whole_file import after_failed_write

DEBUG = "ARS_DEBUG"
"""The variable that asks for the traceback of what was not expected."""


class OwnFaultError(ArsError):
    """What no user can mend: an exception that nothing in ars-pandoc expects."""


def told(
    error: Exception,
    environment: Mapping[str, str],
    *,
    file: object | None = None,
    stderr: TextIO | None = None,
) -> ArsError:
    """Return an exception as an error for the user (contract §1).

    With `ARS_DEBUG` the traceback of what was not expected is printed to stderr. It is never
    raised: Python's own exit status 1 would say "refused".

    Args:
        error: What was raised.
        environment: The environment, for `ARS_DEBUG`.
        file: What was worked on, to be named where the system does not say which file it means.
        stderr: Where the traceback goes; that of the process by default.
    """
    if isinstance(error, ArsError):
        return error
    if environment.get(DEBUG):
        import traceback

        traceback.print_exception(error, file=stderr)
    if isinstance(error, ModuleNotFoundError):
        from ars_pandoc.base.installing import install_step

        return ArsError(f"the Python module '{error.name}' is missing", steps=[install_step()])
    if isinstance(error, RecursionError):
        return ArsError(
            "the document is nested too deeply to be judged",
            steps=["look for lists or quotes inside each other by the hundred"],
        )
    if isinstance(error, OSError):
        said = error.strerror or str(error) or type(error).__name__
        named = error.filename or file
        if named is None:
            return ArsError(
                f"the system refused: {said}",
                steps=[
                    after_failed_write(
                        error,
                        "look whether the working folder is there, and whether the disk has room",
                    )
                ],
            )
        step = after_failed_write(error, "")
        return ArsError(f"{named}: {said}", steps=[step] if step else [])
    return OwnFaultError(
        f"a fault of ars-pandoc itself: {type(error).__name__}: {error}",
        steps=[f"run it again with {DEBUG}=1 set, and report what it prints"],
    )
