"""A paper with findings of several kinds, checked as `ars check` does."""

from __future__ import annotations

from pathlib import Path

from ars_pandoc.checking.check_documents import Job, check_document
from ars_pandoc.checking.checked import Checked
from ars_pandoc.corpus.catalog import Snapshot, catalog_path
from ars_pandoc.corpus.edit_catalog import set_snapshots
from ars_pandoc.corpus.ledger import ledger_path
from ars_pandoc.corpus.store import store_of
from ars_pandoc.documents.inputs import Source
from tests.conftest import clean_environment
from tests.corpus.sidecars import raw_entry, write_sidecar

TEXT = """\
---
title: A paper
---

Before all [@read, p. 1].

# Introduction

As [@read] says, 研究 😀 [@unread, p. 3; @gone, p. 2].

# Results & <b>more</b>

Found.<!--ref:unread--><!--anchor:quote:three%20%3Cb%3Ewords%20here--> An orphan <!--anchor:page:3-->.
"""


def write_paper(folder: Path, text: str = TEXT, name: str = "paper.md") -> Path:
    """Write the paper and its sidecar: `read` may pass, `unread` waits, `gone` is unknown."""
    checked = {
        "source_acquired": True,
        "source_verified_against_original": True,
        "source_verification_method": "manual_grep",
    }
    sidecar = write_sidecar(
        folder / "literature_corpus.yaml",
        raw_entry("read", **checked),
        raw_entry("unread", title="<script>alert(1)</script> of *stars*", **checked),
    )
    ledger_path(sidecar).write_text("human_read: [{citation_key: read, marked_at: 2026-01-01}]\n")
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def check(path: Path, rows: tuple[str, ...] = (), **variables: str) -> Checked:
    """Check one file."""
    return check_document(Job(Source((path,), "markdown"), clean_environment(variables), rows))


def check_text(folder: Path, text: str = TEXT) -> Checked:
    """Check the paper with this text."""
    return check(write_paper(folder, text))


ARTICLE = """\
<article><front><article-meta><title-group><article-title>Gates and citations</article-title>
</title-group><contrib-group><contrib><name><surname>Smith</surname></name></contrib>
</contrib-group><abstract><p>We counted errors in forty reference lists.</p></abstract>
</article-meta></front><body><sec><title>Results</title>
<p>When publishers bypass peer review, the share of wrong references rises to 25.4 per cent within
two years. This was not observed in mathematics or in any of the other sciences.</p></sec></body>
</article>
"""

QUOTES = """\
# Introduction

Found [[@read]]{quote="When publishers bypass peer review"}, altered
[[@read]]{quote="When publishers respect peer review, the share of wrong"}, invented
[[@read]]{quote="Zebras graze quietly on the northern plain"}, in the abstract
[[@read]]{quote="We counted errors in forty"}, a place [@read, sec. Results], and not checked
[[@unread]]{quote="three or more words"}.
"""


def check_quotes(folder: Path) -> Checked:
    """Check quotes of `read`, whose full text is pinned, and one of `unread`, which has none."""
    return check(write_quotes(folder), ARS_CACHE_DIR=str(folder / "cache"))


def write_quotes(folder: Path) -> Path:
    """Write that paper, its sidecar and what is pinned."""
    path = write_paper(folder, QUOTES)
    sidecar = folder / "literature_corpus.yaml"
    sha256 = store_of([sidecar]).write(ARTICLE.encode(), ".xml")
    snapshot = Snapshot(sha256, "application/jats+xml", "a publisher", content_match=True)
    set_snapshots(catalog_path(sidecar), {"read": [snapshot]})
    return path
