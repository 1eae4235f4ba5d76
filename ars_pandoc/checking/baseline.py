"""Baselines: the findings of today, so that a check fails on new ones only."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.json_text import to_text
from ars_pandoc.base.version import __version__
from ars_pandoc.base.whole_file import after_failed_write, write_whole
from ars_pandoc.checking.checked import Checked
from ars_pandoc.checking.select import named_callouts


def write_baseline(path: Path, documents: Sequence[Checked]) -> int:
    """Record the findings of documents, in one step; an older baseline is replaced.

    Returns:
        How many were recorded.

    Raises:
        ArsError: The file cannot be written, or is something else than a baseline.
    """
    if path.exists():
        read_baseline(path)
    findings = [
        {
            "fingerprint": item.fingerprint,
            "path": document.path or document.name,
            "key": item.finding.citation.key,
            "status": item.finding.status,
        }
        for document in documents
        for item in document.refused
    ]
    callouts = [
        {"fingerprint": name, "path": document.path or document.name, "callout": one.text}
        for document in documents
        if document.refuse_unmarked
        for one, name in named_callouts(document)
    ]
    known = [*findings, *callouts]
    data = {
        "schema": 1,
        "tool": {"name": "ars-pandoc", "version": __version__},
        "baseline": known,
    }
    try:
        write_whole(path, (to_text(data) + "\n").encode())
    except OSError as error:
        raise ArsError(
            f"the baseline cannot be written to {path}",
            why=error.strerror or str(error),
            steps=[
                after_failed_write(error, "name a file in a folder that exists and can be written")
            ],
        ) from None
    return len(known)


def read_baseline(path: Path) -> frozenset[str]:
    """Read the fingerprints of a baseline.

    Raises:
        ArsError: It cannot be read, or is none.
    """
    try:
        data: Any = json.loads(path.read_bytes())
    except OSError as error:
        raise ArsError(
            f"the baseline {path} cannot be read",
            why=error.strerror or str(error),
            steps=[f"write one: ars check --write-baseline {path} FILE…"],
        ) from None
    except (ValueError, RecursionError):
        data = None
    known = data.get("baseline") if isinstance(data, dict) else None
    if not isinstance(known, list) or not all(
        isinstance(one, dict) and isinstance(one.get("fingerprint"), str) for one in known
    ):
        raise ArsError(
            f"{path} is no baseline of ars check",
            steps=["name the file that --write-baseline wrote, or another new file"],
        )
    return frozenset(one["fingerprint"] for one in known)
