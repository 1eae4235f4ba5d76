"""The store: bytes under their own name, and nothing else under it."""

from __future__ import annotations

import gzip
import hashlib
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.base.errors import ArsError
from ars_pandoc.corpus import store as store_module
from ars_pandoc.corpus.store import Store, store_of


@given(st.binary(max_size=2000))
def test_what_is_written_is_read(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    store = Store((tmp_path_factory.mktemp("ars"),))
    sha256 = store.write(data, ".pdf")
    assert sha256 == hashlib.sha256(data).hexdigest()
    assert store.read(sha256) == data


def test_the_same_bytes_make_the_same_file(tmp_path: Path) -> None:
    one, other = Store((tmp_path / "a",)), Store((tmp_path / "b",))
    paths = [store.find(store.write(b"words", ".txt")) for store in (one, other)]
    assert paths[0] is not None
    assert paths[1] is not None
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert paths[0].name == f"{hashlib.sha256(b'words').hexdigest()}.txt.gz"


def test_absent_bytes_are_none(tmp_path: Path) -> None:
    assert store_of([tmp_path / "refs.yaml"]).read("0" * 64) is None


@pytest.mark.parametrize(
    "content",
    [gzip.compress(b"other words"), gzip.compress(b"words")[:-4], b"words", b""],
    ids=["changed", "cut", "no gzip", "empty"],
)
def test_other_bytes_are_refused(tmp_path: Path, content: bytes) -> None:
    store = Store((tmp_path,))
    sha256 = store.write(b"words", ".txt")
    path = store.find(sha256)
    assert path is not None
    path.write_bytes(content)
    with pytest.raises(ArsError, match="cannot be used") as caught:
        store.read(sha256)
    assert caught.value.exit_code == 2


@pytest.mark.slow
def test_a_gzip_bomb_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "LARGEST", 3_000_000)
    store = Store((tmp_path,))
    sha256 = store.write(bytes(20_000_000), ".pdf")
    with pytest.raises(ArsError, match="it unpacks to more than 3 MB"):
        store.read(sha256)


@pytest.mark.parametrize("name", ["{}.txt.gz", "{}.aaa.gz"])
def test_a_damaged_file_is_mended_by_storing_it_again(tmp_path: Path, name: str) -> None:
    store = Store((tmp_path,))
    sha256 = hashlib.sha256(b"words").hexdigest()
    (tmp_path / "sources").mkdir()
    damaged = tmp_path / "sources" / name.format(sha256)
    damaged.write_bytes(b"no gzip")
    assert not store.is_whole(sha256)
    store.write(b"words", ".txt")
    assert store.read(sha256) == b"words"
    assert list((tmp_path / "sources").iterdir()) == [damaged]


def test_a_link_in_the_store_is_not_written_through(tmp_path: Path) -> None:
    """Somebody else's archive may bring a store that leads elsewhere."""
    store = Store((tmp_path / "ars",))
    victim = tmp_path / "victim"
    victim.write_bytes(b"mine")
    sha256 = hashlib.sha256(b"words").hexdigest()
    (tmp_path / "ars" / "sources").mkdir(parents=True)
    (tmp_path / "ars" / "sources" / f"{sha256}.txt.gz").symlink_to(victim)
    store.write(b"words", ".txt")
    assert victim.read_bytes() == b"mine"
    assert store.read(sha256) == b"words"


def test_what_a_killed_process_left_is_swept(tmp_path: Path) -> None:
    store = Store((tmp_path,))
    store.write(b"words", ".txt")
    old, new = (tmp_path / "sources" / f".{n}.9.part" for n in "ab")
    for path in (old, new):
        path.write_bytes(b"half")
    os.utime(old, (0, 0))
    store.write(b"other words", ".txt")
    assert not old.exists()
    assert new.exists(), "somebody may be writing it"
