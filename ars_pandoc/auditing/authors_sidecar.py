"""The sidecar of a manuscript whose judge named none: the one in its folder, its author's own."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path

from ars_pandoc.auditing.audit_parts import audit_parts
from ars_pandoc.base.environment import is_locked
from ars_pandoc.base.errors import ArsError
from ars_pandoc.checking.check_documents import Job
from ars_pandoc.corpus.find_sidecar import find_without_document


@lru_cache(maxsize=1024)
def _found(folder: Path, _changed: int, _from: Path) -> tuple[Path, ...]:
    """Look into a folder once, for all its manuscripts, until it changes."""
    return find_without_document(folder, {}).paths


def with_authors_sidecar(job: Job) -> Job | str:
    """Return a locked job without a sidecar with its author's; a text why it cannot be chosen.

    No bibliography chooses among several (contract §7). The text is the document's name and the
    error, with a null character between.
    """
    if job.environment.get("ARS_CORPUS") or not is_locked(job.environment):
        return job
    folder = job.source.paths[0].parent if job.source.paths else Path()
    try:
        changed = folder.stat().st_mtime_ns if folder.is_dir() else 0
        found = _found(folder, changed, Path.cwd())
    except ArsError as error:
        return f"{job.source.name}\0{error}"
    if not found:
        return job
    look = None if job.look is None else partial(audit_parts, authors_own=True)
    return replace(job, environment={**job.environment, "ARS_CORPUS": str(found[0])}, look=look)
