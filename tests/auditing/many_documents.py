"""A folder of many small manuscripts, of which some are hostile, and what is right to say of each."""

from __future__ import annotations

import io
import os
import zipfile
from collections import Counter
from pathlib import Path

from ars_pandoc.auditing.dataset_job import DatasetJob
from ars_pandoc.auditing.dataset_rows import Rows
from ars_pandoc.documents.formats import reader_of
from ars_pandoc.documents.inputs import Source
from tests.conftest import clean_environment
from tests.corpus.sidecars import raw_entry, write_sidecar

HELD = {
    "source_acquired": True,
    "source_verified_against_original": True,
    "source_verification_method": "manual_grep",
}
LIMIT = {"ARS_TIME_LIMIT": "2", "ARS_LOCKED": "1"}


def _bomb() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b" " * 50_000_000)
    return packed.getvalue()


HOSTILE = {
    "brackets.md": b"[" * 20 + b"a",
    "nested.md": b"> " * 20_000 + b"a",
    "bytes.md": bytes(range(256)) * 20,
    "bomb.docx": _bomb(),
}
"""No verdict can be given on them."""


def write_folder(folder: Path, number: int, *, large: bool = False) -> Counter[str]:
    """Write manuscripts, one in a hundred of them hostile, with a sidecar for all.

    Args:
        folder: A new folder.
        number: How many manuscripts.
        large: Whether one hostile of five is a text of 50 MB.

    Returns:
        How many have each verdict.
    """
    folder.mkdir()
    write_sidecar(
        folder / "literature_corpus.yaml",
        raw_entry("held", title="A held work", venue="Journal", year=1999, **HELD),
        raw_entry("other", title="Another work", venue="Press", year=2021),
    )
    (folder / "literature_corpus_human_read_log.yaml").write_text(
        "session_id: one\ncreated_at: '2020-01-01T00:00:00Z'\nhuman_read:\n"
        "- citation_key: held\n  marked_at: '2020-01-01T00:00:00Z'\n",
        encoding="utf-8",
    )
    kinds = list(HOSTILE.items())
    right: Counter[str] = Counter()
    for n in range(number):
        if n % 100 == 7 if number >= 100 else n < len(kinds):
            name, data = kinds[(n // 100 if number >= 100 else n) % len(kinds)]
            if large and n // 100 % 5 == 4:
                name, data = "large.md", b"word *a _b " * 4_600_000
            (folder / f"p{n:05}-{name}").write_bytes(data)
            right["not-judged"] += 1
        elif n % 3:
            (folder / f"p{n:05}.md").write_text(f"A claim {n} [@held, p. {n + 1}].\n", "utf-8")
            right["passed"] += 1
        else:
            (folder / f"p{n:05}.md").write_text(f"A claim {n} [@other] [@held, p. 3].\n", "utf-8")
            right["refused"] += 1
    return right


def jobs_of(folder: Path) -> list[DatasetJob]:
    """Return a job for each manuscript of a folder."""
    environment = {**clean_environment(), **LIMIT, "ARS_CACHE_DIR": os.environ["ARS_CACHE_DIR"]}
    return [
        DatasetJob(str(path), Source((path,), reader_of(path)), environment)
        for path in sorted(folder.iterdir())
        if path.suffix in (".md", ".docx")
    ]


def comparable(rows: Rows) -> tuple[object, ...]:
    """Return rows without the moment at which they were made."""
    document = {name: value for name, value in rows.document.items() if name != "judged_at"}
    return document, rows.citations
