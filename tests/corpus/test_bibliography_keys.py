"""The keys that bibliographies name, held against Pandoc's own readers (contract §3)."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ars_pandoc.citations.known_keys import Bibliography
from ars_pandoc.corpus.bibliography_keys import read_bibliography
from ars_pandoc.corpus.named_sources import bibliography_paths
from ars_pandoc.pandoc.executable import Pandoc
from tests.pandoc_documents import read_document

BIBTEX = """\
% A comment with an @ sign
@string{pub = {A Publisher}}
@preamble{"\\newcommand{\\x}{y}"}

@article{smith2024,
  title = {A title with an @ sign},
  author = {Smith, Ada},
  year = 2024,
}
@Book{ doi:10.1000/x , title={T} }
@misc{fig:one,title={T}}
  @inproceedings
  {müller2020,
   title = {T}}
@online{with-dash_and.dot, title = {T}, url = {https://example.org/@me}}
"""

CSL_JSON = json.dumps(
    [
        {"id": "smith2024", "type": "book"},
        {"id": "fig:one", "type": "book"},
        {"id": 12, "type": "book"},
    ]
)
CSL_YAML = """\
---
references:
- id: smith2024
  type: book
- type: book
  id: fig:one
- id: "quoted:key"
  type: book
- 'id': 'other:key'
  type: book
...
"""
RIS = "".join(
    f"TY  - {kind}\nID  - {key}\nTI  - T\nER  - \n\n"
    for kind, key in [("BOOK", "fig:one"), ("JOUR", "smith2024")]
)

FILES = {
    "refs.bib": ("biblatex", BIBTEX),
    "refs.bibtex": ("bibtex", BIBTEX),
    "refs.json": ("csljson", CSL_JSON),
    "refs.yaml": ("markdown", CSL_YAML),
    "refs.yml": ("markdown", CSL_YAML),
    "refs.ris": ("ris", RIS),
}


def read(folder: Path, *names: str, folders: list[Path] | None = None) -> Bibliography:
    return read_bibliography(listing(*names), folders or [folder])


def listing(*names: str) -> dict[str, Any]:
    paths = [{"t": "MetaString", "c": name} for name in names]
    return {"bibliography": {"t": "MetaList", "c": paths}}


def keys_of_pandoc(pandoc: Pandoc, reader: str, text: str) -> set[str]:
    done = subprocess.run(
        [str(pandoc.path), "-f", reader, "-t", "csljson"],
        input=text.encode(),
        capture_output=True,
        check=True,
    )
    return {str(entry["id"]) for entry in json.loads(done.stdout)}


@pytest.mark.parametrize("name", FILES)
def test_no_key_that_pandoc_finds_is_missed(name: str, pandoc: Pandoc, tmp_path: Path) -> None:
    reader, text = FILES[name]
    if reader == "ris" and pandoc.version < (3,):
        reader, text = "biblatex", BIBTEX
        name = "refs.bib"
    (tmp_path / name).write_text(text, encoding="utf-8")
    found = read(tmp_path, name)
    keys = keys_of_pandoc(pandoc, reader, text)
    assert "fig:one" in keys
    assert keys <= set(found.keys)
    assert found.complete
    assert set(found.keys.values()) == {name}


def test_no_bibliography_counts_as_all_read(tmp_path: Path) -> None:
    found = read_bibliography({}, [tmp_path])
    assert (dict(found.keys), found.complete) == ({}, True)


@pytest.mark.parametrize("name", ["absent.bib", "refs.xml", "refs", "broken.json", "text.json", ""])
def test_one_that_cannot_be_read_is_no_proof_of_absence(name: str, tmp_path: Path) -> None:
    for file, text in {
        "refs.xml": "<x/>",
        "refs": BIBTEX,
        "broken.json": "{",
        "text.json": "3",
    }.items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    (tmp_path / "refs.bib").write_text(BIBTEX, encoding="utf-8")
    found = read(tmp_path, *filter(None, [name]), "refs.bib")
    assert found.complete is (name == "")
    assert "smith2024" in found.keys


def test_the_last_that_names_a_key_is_named(tmp_path: Path) -> None:
    for name in ("one.bib", "two.bib"):
        (tmp_path / name).write_text("@book{smith2024, title={T}}\n", encoding="utf-8")
    assert read(tmp_path, "one.bib", "two.bib").keys == {"smith2024": "two.bib"}


def test_folders_are_tried_in_order(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "refs.bib").write_text(f"@book{{{name}, title={{T}}}}\n")
    folders = [tmp_path / "none", tmp_path / "two", tmp_path / "one"]
    assert set(read(tmp_path, "refs.bib", folders=folders).keys) == {"two"}


def test_a_byte_order_mark_and_bad_bytes_hide_no_key(tmp_path: Path) -> None:
    (tmp_path / "refs.bib").write_bytes(b"\xef\xbb\xbf@book{smith2024, title={caf\xe9}}\n")
    assert set(read(tmp_path, "refs.bib").keys) == {"smith2024"}


def test_libraries_that_wrap_their_items(tmp_path: Path) -> None:
    text = json.dumps(
        {"items": [{"citationKey": "smith2024"}, {"id": "x", "citation-key": "y"}, 3]}
    )
    (tmp_path / "refs.json").write_text(text, encoding="utf-8")
    assert set(read(tmp_path, "refs.json").keys) == {"smith2024", "x", "y"}


WRITTEN = """\
---
one: {bibliography: refs.bib}
several: {bibliography: [one.bib, two.bib]}
named: {bibliography: {main: one.bib, other: [two.bib, three.bib]}}
empty: {bibliography: []}
none: {title: A title}
inline:
  references:
  - id: smith2024
    type: book
  - id: '12'
    citation-key: jones2023
  - title: without a key
odd: {references: none}
---
"""


@pytest.fixture(scope="module")
def written() -> dict[str, Any]:
    return {name: value["c"] for name, value in read_document(WRITTEN)["meta"].items()}


@pytest.mark.parametrize(
    ("name", "paths"),
    [
        ("one", ["refs.bib"]),
        ("several", ["one.bib", "two.bib"]),
        ("named", ["one.bib", "two.bib", "three.bib"]),
        ("empty", []),
        ("none", []),
    ],
)
def test_paths_as_written(name: str, paths: list[str], written: dict[str, Any]) -> None:
    assert bibliography_paths(written[name]) == paths


def test_inline_references_are_a_bibliography(written: dict[str, Any], tmp_path: Path) -> None:
    found = read_bibliography(written["inline"], [tmp_path])
    assert dict.fromkeys(found.keys) == dict.fromkeys(["smith2024", "12", "jones2023"])
    assert found.complete
    assert read_bibliography(written["odd"], [tmp_path]).keys == {}


keys = st.from_regex(r"[A-Za-z][A-Za-z0-9:_.-]{0,12}", fullmatch=True)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(keys, min_size=1, unique=True))
def test_every_entry_on_lines_of_its_own_is_read(tmp_path: Path, names: list[str]) -> None:
    text = "".join(f"@misc{{{name},\n  title = {{On {name}, and}},\n}}\n" for name in names)
    (tmp_path / "refs.bib").write_text(text, encoding="utf-8")
    assert list(read(tmp_path, "refs.bib").keys) == names
