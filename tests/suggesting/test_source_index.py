from __future__ import annotations

from pathlib import Path

from ars_pandoc.suggesting.source_index import build_index, index_of
from ars_pandoc.texts.source_text import shown
from tests.grounding.sources import written
from tests.suggesting.articles import CLAIM, NIGHT, article


def test_what_is_kept_is_what_was_made(tmp_path: Path) -> None:
    environment = {"ARS_CACHE_DIR": str(tmp_path)}
    source = article()
    made = index_of(source, "english", "0" * 64, environment)
    [kept] = (tmp_path / "suggestions").iterdir()
    assert "english" in kept.name
    before = kept.stat().st_mtime_ns
    assert (
        index_of(source, "english", "0" * 64, environment) == made == build_index(source, "english")
    )
    assert kept.stat().st_mtime_ns == before


def test_a_damaged_or_foreign_cache_is_made_anew(tmp_path: Path) -> None:
    environment = {"ARS_CACHE_DIR": str(tmp_path)}
    made = index_of(article(), "english", "0" * 64, environment)
    [kept] = (tmp_path / "suggestions").iterdir()
    for damage in (b"", b"[]", b'[1, 2, "x"]', b"{}", kept.read_bytes()[:-40]):
        kept.write_bytes(damage)
        assert index_of(article(), "english", "0" * 64, environment) == made
    other = written("Another text under the same name, which cannot be and is not believed.")
    assert len(index_of(other, "english", "0" * 64, environment).sentences) == 1


def test_without_a_cache_it_is_only_slower(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    environment = {"ARS_CACHE_DIR": str(tmp_path / "file")}
    assert index_of(article(), "english", "0" * 64, environment).sentences


def test_what_is_known_of_a_sentence() -> None:
    source = article()
    index = build_index(source, "english")
    places = {
        shown(source.text[one.start : one.end]): number
        for number, one in enumerate(index.sentences)
    }
    assert index.claims[places[CLAIM]]
    assert not index.claims[places[NIGHT]]
    assert index.about[places[CLAIM]] > index.about[places[NIGHT]]
    cited = next(number for words, number in places.items() if words.startswith("Many animals"))
    assert index.cites[cited]
    assert not index.cites[places[NIGHT]]


def test_a_text_without_sentences_has_an_index() -> None:
    assert build_index(written("Too short."), "english").sentences == ()
