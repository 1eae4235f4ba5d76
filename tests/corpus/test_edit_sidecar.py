from __future__ import annotations

import json
from pathlib import Path

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.corpus.edit_sidecar import append_to_sidecar, create_sidecar, set_fields
from ars_pandoc.corpus.load_sidecar import load_corpus

SIDECAR = """\
# mine
version: 2
literature_corpus:   # the list
  - citation_key: a   # first
    title: 'Kept “quotes” 研究 🎓'
    authors: [{family: "A"}]
    year: 2020
    source_pointer: x
    obtained_at: 2024-01-02

  # between
  - citation_key: b
    title: |
      A title
      of two lines
    authors:
      - literal: B
    year: 2021
    source_pointer: y
# the end
other: [1, 2]
"""
NEW = {
    "citation_key": "c",
    "title": "C: a title",
    "authors": [{"literal": "C"}],
    "year": 2022,
    "source_pointer": "z",
}
NEW_TEXT = """\
# note
- citation_key: c
  title: "C: a title"
  authors: [{literal: C}]
  year: 2022
  source_pointer: z
"""


def write(tmp_path: Path, text: str, name: str = "refs.ars.yaml") -> Path:
    path = tmp_path / name
    path.write_bytes(text.encode("utf-8"))
    return path


def test_fields_are_set_and_all_else_is_kept(tmp_path: Path) -> None:
    path = write(tmp_path, SIDECAR)
    fields = {"source_acquired": True, "source_acquisition_date": "2026-01-02", "obtained_at": None}
    assert set_fields(path, {"a": fields}) == ("a",)
    expected = SIDECAR.replace(
        "    obtained_at: 2024-01-02\n",
        '    source_acquired: true\n    source_acquisition_date: "2026-01-02"\n',
    )
    text = path.read_text("utf-8")
    assert text == expected
    assert load_corpus(path).entries["a"].source_acquired


def test_what_is_set_already_changes_no_byte(tmp_path: Path) -> None:
    path = write(tmp_path, SIDECAR)
    before = path.stat().st_mtime_ns
    assert set_fields(path, {"a": {"year": 2020}, "b": {"tags": None}}) == ()
    assert path.read_text("utf-8") == SIDECAR
    assert path.stat().st_mtime_ns == before


def test_parts_of_a_map_are_set_by_themselves(tmp_path: Path) -> None:
    path = write(tmp_path, SIDECAR)
    signals = {"openalex_unmatched": False}
    assert set_fields(path, {"a": {"contamination_signals": signals}}) == ("a",)
    more = {"crossref_unmatched": True}
    assert set_fields(path, {"a": {"contamination_signals": more}}) == ("a",)
    assert load_corpus(path).entries["a"].contamination_signals == {**signals, **more}


@pytest.mark.parametrize(
    "fields",
    [{"gone": {"year": 2020}}, {"a": {"year": 99}}, {"a": {"source_acquired": "yes"}}],
)
def test_nothing_is_written_that_would_break_a_rule(
    tmp_path: Path, fields: dict[str, dict[str, object]]
) -> None:
    path = write(tmp_path, SIDECAR)
    with pytest.raises(ArsError):
        set_fields(path, {"b": {"year": 2019}, **fields})
    assert path.read_text("utf-8") == SIDECAR


def test_entries_are_added_and_no_byte_before_changes(tmp_path: Path) -> None:
    path = write(tmp_path, SIDECAR)
    append_to_sidecar(path, NEW_TEXT, [NEW])
    text = path.read_text("utf-8")
    block = "".join(f"  {line}" for line in NEW_TEXT.splitlines(keepends=True))
    assert text == SIDECAR.replace("# the end\n", f"{block}# the end\n")
    assert list(load_corpus(path).entries) == ["a", "b", "c"]


@pytest.mark.parametrize(
    "before",
    [
        "literature_corpus: []\n",
        "literature_corpus: [] # none yet\nother: 1\n",
        "literature_corpus: []",
        "literature_corpus:\n- {citation_key: a, title: A, authors: [{literal: A}], year: 2020, "
        "source_pointer: x}",
        "literature_corpus: [{citation_key: a, title: A, authors: [{literal: A}], year: 2020, "
        "source_pointer: x}]\nother: 1\n",
        "literature_corpus:\r\n- citation_key: a\r\n  title: >\r\n    A\r\n  year: 2020\r\n"
        "  authors: [{literal: A}]\r\n  source_pointer: |\r\n    x\r\n\r\n# end\r\n",
    ],
)
def test_every_form_of_a_list_can_be_added_to(tmp_path: Path, before: str) -> None:
    path = write(tmp_path, before)
    keys = list(load_corpus(path).entries)
    append_to_sidecar(path, NEW_TEXT, [NEW])
    corpus = load_corpus(path)
    assert list(corpus.entries) == [*keys, "c"]
    assert corpus.entries["c"].title == "C: a title"
    text = path.read_bytes().decode()
    assert ("other: 1" in before) is ("other: 1" in text)
    assert ("# none yet" in before) is ("# none yet" in text)
    assert text.count("\r\n") == (text.count("\n") if "\r" in before else 0)


def test_json_keeps_its_indentation(tmp_path: Path) -> None:
    entry = {**NEW, "citation_key": "a"}
    before = json.dumps({"x": 1, "literature_corpus": [entry]}, indent="\t") + "\n"
    path = write(tmp_path, before, "refs.ars.json")
    append_to_sidecar(path, NEW_TEXT, [NEW])
    set_fields(path, {"a": {"source_acquired": True}})
    expected = {"x": 1, "literature_corpus": [{**entry, "source_acquired": True}, NEW]}
    assert path.read_text("utf-8") == json.dumps(expected, indent="\t") + "\n"


def test_a_new_sidecar_replaces_none(tmp_path: Path) -> None:
    path = tmp_path / "new" / "refs.ars.yaml"
    create_sidecar(path, f"literature_corpus:\n{NEW_TEXT}")
    assert list(load_corpus(path).entries) == ["c"]
    with pytest.raises(ArsError, match="is there already"):
        create_sidecar(path, "literature_corpus: []\n")
    assert list(load_corpus(path).entries) == ["c"]
    with pytest.raises(ArsError, match="would break a rule"):
        create_sidecar(tmp_path / "bad.yaml", "literature_corpus: [{citation_key: a}]\n")
    assert not (tmp_path / "bad.yaml").exists()


def test_a_read_only_folder_is_told(tmp_path: Path) -> None:
    blocker = write(tmp_path, "a file", "folder")
    with pytest.raises(ArsError, match="cannot be written"):
        create_sidecar(blocker / "refs.ars.yaml", "literature_corpus: []\n")
