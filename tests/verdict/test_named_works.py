"""Call-outs that name a work of the sources, and those that only look alike (contract §3)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.corpus.bibliography_keys import read_entries
from ars_pandoc.corpus.load_sidecar import load_corpus
from ars_pandoc.verdict.named_works import NamedWorks
from tests.conftest import ROOT

CORPUS = load_corpus(ROOT / "tests" / "golden" / "_shared" / "refs.ars.yaml")


@pytest.mark.parametrize(
    ("callout", "names"),
    [
        ("Smith (2024)", True),
        ("(see Smith et al. 2024, 12)", True),
        ("Smith’s (2024)", True),
        ("SMITH (2024)", True),
        ("Smith (1999)", False),
        ("Jaws (2024)", False),
        ("[12]", False),
        ("10.1000/smith", False),
    ],
)
def test_a_name_and_its_year_in_the_sidecar(callout: str, names: bool) -> None:
    assert NamedWorks(CORPUS, list).has(callout) is names


ENTRIES = {
    "a.bib": "@book{k, author = {Müller-Lüdenscheidt, Ada}, year = {1978}}\n"
    "@book{l, author = {Other, Bo}, date = {1999-03}}\n",
    "a.ris": "TY  - BOOK\nAU  - Müller-Lüdenscheidt, A.\nPY  - 1978\nER  -\n\nTY  - BOOK\n"
    "AU  - Other, B.\nPY  - 1999\nER  -\n",
    "a.json": json.dumps(
        [
            {
                "id": "k",
                "author": [{"family": "Müller-Lüdenscheidt"}],
                "issued": {"date-parts": [[1978]]},
            },
            {"id": "l", "author": [{"family": "Other"}], "issued": {"date-parts": [[1999]]}},
        ],
        ensure_ascii=False,
    ),
    "a.yaml": "references:\n- id: k\n  author: [{family: Müller-Lüdenscheidt}]\n  issued: 1978\n"
    "- id: l\n  author: [{family: Other}]\n  issued: 1999\n",
}


@pytest.mark.parametrize("name", ENTRIES)
def test_a_name_and_its_year_in_one_entry_of_a_bibliography(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(ENTRIES[name], encoding="utf-8")
    meta: dict[str, Any] = {"bibliography": {"t": "MetaString", "c": name}}
    works = NamedWorks(None, lambda: read_entries(meta, [tmp_path]))
    assert works.has("Lüdenscheidt (1978)")
    assert works.has("(Other 1999)")
    assert not works.has("Other (1978)"), "the year of another entry"
    assert not works.has("Smith (2024)")


@pytest.mark.parametrize("name", ["gone.bib", "refs.enw"])
def test_a_bibliography_that_is_unread_may_name_anybody(name: str, tmp_path: Path) -> None:
    (tmp_path / "refs.enw").write_text("%A Nobody\n", encoding="utf-8")
    meta: dict[str, Any] = {"bibliography": {"t": "MetaString", "c": name}}
    assert read_entries(meta, [tmp_path]) is None
    works = NamedWorks(CORPUS, lambda: None)
    assert works.has("Jaws (1975)")
    assert not works.has("[12]")
