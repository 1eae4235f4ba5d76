"""The quick way to write a catalog gives what the editor gives, and only where it may."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ars_pandoc.base.strict_yaml import parse_yaml
from ars_pandoc.base.yaml_editor import dumped, round_trip
from ars_pandoc.corpus import edit_catalog
from ars_pandoc.corpus.catalog import Acknowledgement, Fact, Snapshot, load_catalog
from ars_pandoc.corpus.catalog_text import catalog_text
from ars_pandoc.corpus.edit_catalog import acknowledge, add_snapshots, record_facts

WORDS = st.text(min_size=1, max_size=20).filter(lambda text: text.strip() == text and text)
KEYS = st.sampled_from(["smith2024", "a:b", "10.1/x", "true", "2024", "müller", "k'"])
DATE = "2026-01-01T00:00:00Z"
SNAPSHOTS = st.builds(
    Snapshot,
    st.sampled_from(["a" * 64, "0" * 64, "1e" * 32]),
    st.just("application/pdf"),
    st.none() | WORDS,
    st.none() | WORDS,
    st.just(DATE),
    st.booleans(),
)
FACTS = st.builds(
    Fact,
    st.sampled_from(["retracted", "exists"]),
    st.booleans(),
    st.sampled_from(["pubmed", "doi"]),
    st.just(DATE),
    st.none() | st.sampled_from(["10.1000/x", "12345678"]),
    st.none() | WORDS,
)
NOTES = st.builds(Acknowledgement, st.just("retraction"), st.just(DATE), st.none() | WORDS)
CHANGES = st.lists(
    st.tuples(KEYS, SNAPSHOTS | FACTS | NOTES),
    min_size=1,
    max_size=6,
)


def apply(path: Path, changes: list[tuple[str, object]]) -> None:
    for key, what in changes:
        if isinstance(what, Snapshot):
            add_snapshots(path, {key: [what]})
        elif isinstance(what, Fact):
            record_facts(path, {key: [what]})
        elif isinstance(what, Acknowledgement):
            acknowledge(path, key, what)


@settings(deadline=None, max_examples=40)
@given(CHANGES)
def test_both_ways_write_the_same(
    tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[str, object]]
) -> None:
    quick, slow = (tmp_path_factory.mktemp(name) / "catalog.yaml" for name in ("a", "b"))
    apply(quick, changes)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(edit_catalog, "catalog_text", lambda data: None)
        apply(slow, changes)
    assert load_catalog((), quick.parent) == load_catalog((), slow.parent)
    assert quick.read_bytes() == slow.read_bytes()


@settings(deadline=None, max_examples=40)
@given(CHANGES)
def test_what_it_writes_the_editor_keeps(
    tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[str, object]]
) -> None:
    path = tmp_path_factory.mktemp("c") / "catalog.yaml"
    apply(path, changes)
    text = path.read_text("utf-8")
    yaml = round_trip(text)
    assert dumped(yaml, yaml.load(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "# mine\nschema: 1\nentries:\n  k:\n    facts: []\n",
        "schema: 1\nentries:\n  k:\n    later: []\n",
        "schema: 1\nentries:\n  k: {}\n",
        "schema: 1\nentries: {}\n",
        "entries: {}\nschema: 1\n",
        "schema: 1\nentries:\n  'k':\n    facts: []\n",
        "schema: 1\nentries:\n  k:\n    facts:\n    - {what: retracted}\n",
    ],
)
def test_what_somebody_else_wrote_is_not_written_so(text: str) -> None:
    assert catalog_text(parse_yaml(text, "catalog")) != text


def test_a_comment_stays(tmp_path: Path) -> None:
    path = tmp_path / "catalog.yaml"
    add_snapshots(path, {"k": [Snapshot("a" * 64, "application/pdf")]})
    path.write_text("# kept by hand\n" + path.read_text("utf-8"), encoding="utf-8")
    add_snapshots(path, {"l": [Snapshot("b" * 64, "application/pdf")]})
    assert path.read_text("utf-8").startswith("# kept by hand\nschema: 1\n")
    assert sorted(load_catalog((), tmp_path).records) == ["k", "l"]
