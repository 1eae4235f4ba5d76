"""A folder in which the documentation's commands run: a paper, its sources, a thesis, a home."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from ars_pandoc.cli.shared.project_template import write_template
from ars_pandoc.pandoc.executable import bundled_pandoc
from tests.conftest import ROOT, clean_environment
from tests.test_readers import run_of, word, zotero

PAPER = """\
---
title: When publishers bypass peer review
lang: en
bibliography: refs.bib
---

# Introduction

It was shown [@smith2024, p. 12], and @jones2023 [sec. 3.2] disagrees. When publishers bypass
peer review, nobody looks.

# References
"""
DRAFT = PAPER.replace(", p. 12", "")
BIBLIOGRAPHY = """\
@article{smith2024, title={How publishers bypass review}, author={Smith, Ada}, year={2024},
  journal={Journal}, doi={10.1000/example}}
@article{jones2023, title={Words that hold}, author={Jones, Ben}, year={2023}, journal={Journal}}
"""
SIDECAR = """\
literature_corpus:
  - citation_key: smith2024
    title: How publishers bypass review
    authors: [{family: Smith, given: Ada}]
    year: 2024
    source_pointer: https://doi.org/10.1000/example
    obtained_via: manual
    source_acquired: true
    source_verified_against_original: true
    source_verification_method: manual_grep
  - citation_key: jones2023
    title: Words that hold
    authors: [{family: Jones, given: Ben}]
    year: 2023
    source_pointer: https://example.org/jones2023
    obtained_via: manual
    source_acquired: true
    source_verified_against_original: true
    source_verification_method: manual_grep
"""
LEDGER = """\
human_read:
  - {citation_key: smith2024, marked_at: 2026-01-01}
  - {citation_key: jones2023, marked_at: 2026-01-02}
"""
SOURCE = (
    "<title>How publishers bypass review</title><p>Ada Smith</p>"
    "<p>When publishers bypass review, nobody looks at what they print.</p>"
)


def write_world(folder: Path, page: str) -> Path:
    """Write the folder that a page's commands are typed in.

    Args:
        folder: An empty folder.
        page: The README of an example means that example; all other pages share one paper.
    """
    kind, _, rest = page.partition("/")
    if kind == "examples":
        name = rest.split("/")[0]
        shutil.copytree(ROOT / "examples" / name, folder / "examples" / name)
        for shared in ("_extensions", "templates"):
            shutil.copytree(ROOT / shared, folder / shared)
        return folder / "examples" / name
    if kind == "templates":
        write_template(rest.split("/")[0], folder)
        return folder
    (folder / "thesis").mkdir(parents=True)
    write_paper(folder / "thesis")
    shutil.copytree(ROOT / "examples" / "thesis" / "chapters", folder / "chapters")
    write_paper(folder)
    item = {
        "title": "How publishers bypass review",
        "author": [{"family": "Smith", "given": "Ada"}],
        "issued": {"date-parts": [["2024"]]},
    }
    cited = run_of("A claim ") + zotero("3", **item) + run_of(".")
    (folder / "paper.docx").write_bytes(word(cited))
    papers = folder / "home" / "papers"
    papers.mkdir(parents=True)
    shutil.copy(folder / "smith2024.html", papers)
    return folder


def write_paper(folder: Path) -> None:
    """Write the paper and its sources, as they are before a block of commands."""
    for name, text in {
        "paper.md": PAPER,
        "draft.md": DRAFT,
        "refs.bib": BIBLIOGRAPHY,
        "refs.ars.yaml": SIDECAR,
        "refs.ars_human_read_log.yaml": LEDGER,
        "smith2024.html": SOURCE,
    }.items():
        (folder / name).write_text(text, encoding="utf-8")


def environment_of(folder: Path, tools: Path) -> dict[str, str]:
    """Give the environment of a reader's shell: everything is installed, and no network is there.

    Args:
        folder: Where the commands run.
        tools: A folder for the PATH, filled here.
    """
    tools.mkdir()
    programs = Path(sys.executable).parent
    for name in ("ars", "ars-gate", "python", "python3"):
        source = programs / name
        if source.exists():
            # A link to an environment's Python would not be in that environment.
            (tools / name).write_text(f'#!/bin/sh\nexec "{source}" "$@"\n', encoding="utf-8")
            (tools / name).chmod(0o755)
    (tools / "pandoc").symlink_to(bundled_pandoc().path)
    nowhere = "http://127.0.0.1:9"
    indexes = (
        "SEMANTIC_SCHOLAR OPENALEX CROSSREF ARXIV PUBMED DOI EUROPE_PMC BIORXIV UNPAYWALL".split()
    )
    return clean_environment(
        {
            "PATH": f"{tools}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
            "HOME": str(folder / "home"),
            "ARS_CACHE_DIR": str(tools.parent / "cache"),
            "http_proxy": nowhere,
            "https_proxy": nowhere,
            "MAKEFLAGS": "",
            **{f"ARS_{index}_URL": nowhere for index in indexes},
        }
    )
