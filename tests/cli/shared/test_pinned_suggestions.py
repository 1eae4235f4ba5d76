from __future__ import annotations

import os
from pathlib import Path

import pytest

from ars_pandoc.citations.claim import ClaimInContext
from ars_pandoc.cli.shared.pinned_suggestions import Offer, offer, offers, source_in
from ars_pandoc.corpus.catalog import Snapshot, catalog_path, load_catalog
from ars_pandoc.corpus.edit_catalog import set_snapshots
from ars_pandoc.corpus.store import store_of
from ars_pandoc.grounding.text_cache import TextCache
from ars_pandoc.suggesting.suggest import Suggester
from tests.corpus.sidecars import raw_entry, write_sidecar
from tests.suggesting.articles import JATS, NIGHT

CONTEXT = ClaimInContext("Tagged seals slept under water at night.", "", "", None)


@pytest.fixture
def sidecar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ARS_CACHE_DIR", str(tmp_path / "cache"))
    return write_sidecar(tmp_path / "literature_corpus.yaml", raw_entry("a"))


def source(sidecar: Path) -> Suggester | Offer:
    texts = TextCache(store_of([sidecar]), os.environ)
    return source_in(load_catalog([sidecar]), texts, os.environ, "a", "en")


def hold(sidecar: Path, *files: tuple[bytes, bool]) -> None:
    store = store_of([sidecar])
    set_snapshots(
        catalog_path(sidecar),
        {
            "a": [
                Snapshot(store.write(data, ".xml"), "application/jats+xml", content_match=match)
                for data, match in files
            ]
        },
    )


def test_of_several_files_what_is_surely_the_source_is_looked_at(sidecar: Path) -> None:
    other = JATS.replace("slept under water", "sat in trees")
    hold(sidecar, (JATS.encode(), True), (other.encode(), False))
    found = offer(source(sidecar), CONTEXT, 3)
    assert found.suggestions is not None
    assert found.suggestions.passages[0].quote == NIGHT


def test_one_that_cannot_be_read_gives_way_to_the_next(sidecar: Path) -> None:
    hold(sidecar, (JATS.encode(), False), (b"<article>", True))
    assert isinstance(source(sidecar), Suggester)
    hold(sidecar, (b"<article>", True))
    found = source(sidecar)
    assert isinstance(found, Offer)
    assert found.outcome == "unreadable"


def test_nothing_is_pinned(sidecar: Path) -> None:
    assert source(sidecar) == Offer("not-pinned", "no full text of the source is pinned")
    assert [one.outcome for one in offers(None, [("a", CONTEXT), (None, CONTEXT)], "en", 3)] == [
        "not-pinned",
        "not-pinned",
    ]
