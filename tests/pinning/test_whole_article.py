from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.corpus.sidecar_entry import Entry
from ars_pandoc.pinning.pin_file import Opened
from ars_pandoc.pinning.whole_article import article_in
from tests.corpus.sidecars import raw_entry
from tests.signals.open_texts.articles import TITLE, jats, pdf


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARS_CACHE_DIR", str(tmp_path / "cache"))


def looked_at(tmp_path: Path, data: bytes, ending: str, title: str = TITLE) -> str:
    """Why a file is not the article, or "" if it is."""
    path = tmp_path / f"file{ending}"
    path.write_bytes(data)
    found = article_in(Entry.from_valid(raw_entry(title=title)), path)
    return "" if isinstance(found, Opened) else found


@pytest.mark.parametrize(
    ("data", "ending", "says"),
    [
        (jats(), ".xml", ""),
        (pdf(), ".pdf", ""),
        (jats(body=" "), ".xml", "the abstract alone"),
        (pdf(words=3), ".pdf", "hardly more than an abstract"),
        (jats(title="Another title of another work"), ".xml", "another text"),
        (pdf(author="Supplementary Material \n\n Jane Smith"), ".pdf", "the supplement"),
        (pdf(above="Supporting Information to"), ".pdf", "it is about this work"),
        (jats().replace(b"</article>", b"</articl"), ".xml", ""),
        (pdf()[:2000], ".pdf", ""),
        (b"", ".pdf", "empty"),
    ],
)
def test_what_is_the_article(tmp_path: Path, data: bytes, ending: str, says: str) -> None:
    found = looked_at(tmp_path, data, ending)
    if says or data in (jats(), pdf()):
        assert says in found if says else found == ""
    else:
        assert found  # damaged: whatever the reader says of it


def test_an_article_may_point_to_its_supplement(tmp_path: Path) -> None:
    body = "<p>See the Supplementary Information for the whole of it, and the online data.</p>"
    assert looked_at(tmp_path, jats(body=body), ".xml") == ""


def test_a_work_on_supplements_is_none(tmp_path: Path) -> None:
    title = "Who reads supplementary material of articles"
    assert looked_at(tmp_path, pdf(title=title), ".pdf", title) == ""
