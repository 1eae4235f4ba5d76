"""The files that reference managers name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ars_pandoc.errors import ArsError
from ars_pandoc.ingest.attachments import attachments


@pytest.mark.parametrize(
    ("value", "paths"),
    [
        ("{files/12/a.pdf}", ["files/12/a.pdf"]),
        ("{:files/a.pdf:PDF}", ["files/a.pdf"]),
        ("{Full Text:a.pdf:application/pdf;Snapshot:b.html:text/html}", ["a.pdf", "b.html"]),
        ("{a.pdf;b.pdf}", ["a.pdf", "b.pdf"]),
        (r"{A\: B:x\;y.pdf:application/pdf}", ["x;y.pdf"]),
        (r"{C:\\Users\\me\\a.pdf}", [r"C:\Users\me\a.pdf"]),
        ("{a {nested} name.pdf}", ["a {nested} name.pdf"]),
        ('"a.pdf"', ["a.pdf"]),
        ("{}", []),
    ],
)
def test_the_field_of_bibtex(tmp_path: Path, value: str, paths: list[str]) -> None:
    bib = tmp_path / "refs.bib"
    bib.write_text(f"@article{{k,\n  title = {{T}},\n  file = {value}\n}}\n", encoding="utf-8")
    assert attachments(bib) == ({"k": [tmp_path / path for path in paths]} if paths else {})


def test_better_bibtex_json(tmp_path: Path) -> None:
    item = {
        "itemType": "journalArticle",
        "citationKey": "k",
        "title": "T",
        "attachments": [{"path": "storage/A/a.pdf"}, {"title": "a link"}],
    }
    library = tmp_path / "refs.json"
    library.write_text(json.dumps({"items": [item]}), encoding="utf-8")
    assert attachments(library) == {"k": [tmp_path / "storage/A/a.pdf"]}


def test_a_bibliography_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ArsError, match="cannot be read"):
        attachments(tmp_path / "refs.bib")
