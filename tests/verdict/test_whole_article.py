"""`whole-article` is said once, whether the source is pinned, absent or held on paper."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.corpus.catalog import Snapshot, catalog_path
from ars_pandoc.corpus.edit_catalog import set_snapshots
from ars_pandoc.corpus.store import store_of
from tests.checking.papers import ARTICLE, check, write_paper

# Pandoc reads these papers: not among what `make quick` runs.
pytestmark = pytest.mark.pandoc

TEXT = "---\nbibliography: refs.bib\n---\n\nWhole [@read, pp. 217-30] and part [@read, p. 218].\n"


@pytest.mark.parametrize("source", ["not pinned", "pinned", "pinned, and its bytes absent"])
def test_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    monkeypatch.chdir(tmp_path)
    path = write_paper(tmp_path, TEXT)
    (tmp_path / "refs.bib").write_text("@article{read, title={A}, pages={217--230}}\n")
    sidecar = tmp_path / "literature_corpus.yaml"
    if source != "not pinned":
        store = store_of([sidecar])
        sha256 = store.write(ARTICLE.encode(), ".xml")
        snapshot = Snapshot(sha256, "application/jats+xml", "a publisher", content_match=True)
        set_snapshots(catalog_path(sidecar), {"read": [snapshot]})
        if source != "pinned":
            for file in (tmp_path / ".ars" / "sources").iterdir():
                file.unlink()
    checked = check(path, ARS_CACHE_DIR=str(tmp_path / "cache"))
    codes = [[note.code for note in item.notes] for item in checked.items]
    assert [one.count("whole-article") for one in codes] == [1, 0]
    (note,) = (note for note in checked.items[0].notes if note.code == "whole-article")
    assert note.message == "217-30 is the whole article: which page is it?"
