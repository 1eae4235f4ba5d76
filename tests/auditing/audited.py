"""The parts of an audit of one small manuscript."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ars_pandoc.auditing.audit_parts import audit_parts
from ars_pandoc.checking.check_documents import Job, check_document
from ars_pandoc.checking.checked import Part
from ars_pandoc.documents.inputs import Source
from tests.conftest import clean_environment
from tests.corpus.sidecars import write_sidecar

HELD: dict[str, Any] = {
    "source_acquired": True,
    "source_verified_against_original": True,
    "source_verification_method": "manual_grep",
}


def audited(folder: Path, text: str, *entries: dict[str, Any], **variables: str) -> dict[str, Part]:
    """Return the parts by their titles."""
    if entries:
        write_sidecar(folder / "literature_corpus.yaml", *entries)
    path = folder / "paper.md"
    path.write_text(text, encoding="utf-8")
    environment = clean_environment({"ARS_CACHE_DIR": str(folder / "cache"), **variables})
    done = check_document(Job(Source((path,), "markdown"), environment, look=audit_parts))
    assert done.error is None, done.error
    return {part.title: part for part in done.audit}
