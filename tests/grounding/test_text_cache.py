"""What is kept from one render to the next, and what is never believed."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.citations.citation import Anchor
from ars_pandoc.corpus.catalog import Snapshot
from ars_pandoc.corpus.store import store_of
from ars_pandoc.grounding import text_cache
from ars_pandoc.grounding.check_anchors import GroundedAnchors
from ars_pandoc.grounding.text_cache import TextCache
from ars_pandoc.texts.source_text import SourceText
from ars_pandoc.texts.unreadable import Unreadable

ARTICLE = (
    b"<article><body><p>Mortality fell by a third in the treated group of the trial, and rose in "
    b"none of the others.</p></body></article>"
)
TRUE = Anchor("quote", "Mortality fell by a third in the treated group")
FALSE = Anchor("quote", "Mortality rose by a third in the treated group")


@pytest.fixture
def snapshot(tmp_path: Path) -> Snapshot:
    sha256 = store_of([tmp_path / "refs.yaml"]).write(ARTICLE, ".xml")
    return Snapshot(sha256, "application/jats+xml", content_match=True)


def cache(folder: Path, *, refresh: bool = False) -> TextCache:
    store = store_of([folder / "refs.yaml"])
    return TextCache(store, {"ARS_CACHE_DIR": str(folder / "cache")}, refresh=refresh)


def results(folder: Path) -> Path:
    [found] = (folder / "cache").rglob("*.results")
    return found


def checked(cache: TextCache, snapshot: Snapshot, anchor: Anchor) -> GroundedAnchors:
    found = cache.check(snapshot, [anchor], "")
    assert found is not None
    return found


def test_a_second_render_looks_nothing_up(
    tmp_path: Path, snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = [checked(cache(tmp_path), snapshot, anchor) for anchor in (TRUE, FALSE)]
    assert [one.groundings[0].result for one in first if one.groundings[0]] == [
        "found",
        "not-found",
    ]

    def never(*_: object) -> None:
        raise AssertionError("it is looked up again")

    monkeypatch.setattr(TextCache, "_look", never)
    assert [checked(cache(tmp_path), snapshot, anchor) for anchor in (TRUE, FALSE)] == first


def test_each_quote_adds_one_line(tmp_path: Path, snapshot: Snapshot) -> None:
    kept = cache(tmp_path)
    sizes = []
    for number in range(10, 30):
        checked(kept, snapshot, Anchor("quote", f"{FALSE.value} of {number} people"))
        sizes.append(results(tmp_path).stat().st_size)
    added = [two - one for one, two in pairwise(sizes)]
    assert max(added) - min(added) < 50


@pytest.mark.parametrize("damage", [b'["cut o', b"\xff\xfe", b"[1, 2, 3]", b"null"])
def test_a_damaged_line_costs_its_own_result_alone(
    tmp_path: Path, snapshot: Snapshot, damage: bytes
) -> None:
    first = checked(cache(tmp_path), snapshot, TRUE)
    path = results(tmp_path)
    path.write_bytes(damage + b"\n" + path.read_bytes() + damage)
    assert checked(cache(tmp_path), snapshot, TRUE) == first
    assert checked(cache(tmp_path), snapshot, FALSE).groundings[0] is not None


def test_what_is_looked_up_anew_counts(tmp_path: Path, snapshot: Snapshot) -> None:
    checked(cache(tmp_path), snapshot, TRUE)
    path = results(tmp_path)
    path.write_bytes(path.read_bytes().replace(b'"found"', b'"review"'))
    [old] = checked(cache(tmp_path), snapshot, TRUE).groundings
    [new] = checked(cache(tmp_path, refresh=True), snapshot, TRUE).groundings
    [again] = checked(cache(tmp_path), snapshot, TRUE).groundings
    assert old is not None
    assert new is not None
    assert (old.result, new.result) == ("review", "found")
    assert again == new


def test_changed_bytes_are_seen_although_their_time_is_set_back(
    tmp_path: Path, snapshot: Snapshot
) -> None:
    checked(cache(tmp_path), snapshot, TRUE)
    path = store_of([tmp_path / "refs.yaml"]).find(snapshot.sha256)
    assert path is not None
    before = path.stat()
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    with path.open("r+b") as file:
        file.write(data)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    with pytest.raises(ArsError):
        cache(tmp_path).check(snapshot, [TRUE], "")


def test_another_version_of_the_matcher_looks_again(
    tmp_path: Path, snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked(cache(tmp_path), snapshot, TRUE)
    monkeypatch.setattr(text_cache, "MATCHER_VERSION", text_cache.MATCHER_VERSION + 1)
    checked(cache(tmp_path), snapshot, TRUE)
    assert len(list((tmp_path / "cache").rglob("*.results"))) == 2


@pytest.mark.parametrize(("lasting", "times"), [(True, 1), (False, 2)])
def test_what_took_too_long_is_tried_once_in_a_run_and_again_in_the_next(
    tmp_path: Path, snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch, lasting: bool, times: int
) -> None:
    tried = []

    def too_long(*_: object) -> SourceText:
        tried.append(1)
        raise Unreadable("it takes more than 60 s to read", lasting=lasting)

    monkeypatch.setattr(TextCache, "text", too_long)
    for _ in range(2):
        kept = cache(tmp_path)
        for anchor in (TRUE, FALSE):
            [found] = checked(kept, snapshot, anchor).groundings
            assert found is not None
            assert found.result == "unreadable"
    assert len(tried) == times


def test_the_words_of_a_snapshot_and_none_where_its_bytes_are_not(
    tmp_path: Path, snapshot: Snapshot
) -> None:
    found = cache(tmp_path).words(snapshot)
    assert found is not None
    assert "Mortality fell" in found.text
    assert cache(tmp_path).words(Snapshot("0" * 64, "application/jats+xml")) is None
