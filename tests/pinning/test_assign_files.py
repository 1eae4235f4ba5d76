"""Which files of a folder are looked at, and which source each is."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.corpus.load_sidecar import load_corpus
from ars_pandoc.pinning.assign_files import assign_files, files_below, in_parallel
from tests.corpus.sidecars import raw_entry, write_sidecar

ARTICLE = (
    "<article><front><article-meta>{doi}<title-group><article-title>{title}</article-title>"
    "</title-group><contrib-group><contrib><name><surname>{author}</surname></name></contrib>"
    "</contrib-group></article-meta></front><body><p>Words.</p></body></article>"
)
TITLE = "Gates and citations in the wild"


def article(title: str = TITLE, author: str = "Smith", doi: str = "") -> str:
    stated = f'<article-id pub-id-type="doi">{doi}</article-id>' if doi else ""
    return ARTICLE.format(title=title, author=author, doi=stated)


def placed(folder: Path, *entries: dict[str, object]) -> dict[str, str]:
    """Give the keys of each file, or why there is none."""
    corpus = load_corpus(write_sidecar(folder / "refs.yaml", *entries))
    found = assign_files(files_below(folder / "papers").files, corpus.entries.values(), {})
    return {
        one.path.name: ", ".join(entry.citation_key for entry in one.entries) or one.why
        for one in found
    }


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    return folder


def test_two_editions_differ_in_the_doi(tmp_path: Path, papers: Path) -> None:
    entries = [
        raw_entry(key, title=TITLE, authors=[{"family": "Smith"}], doi=f"10.1000/{key}")
        for key in ("first", "second")
    ]
    (papers / "1.xml").write_text(article(doi="10.1000/second"))
    (papers / "2.xml").write_text(article())
    assert placed(tmp_path, *entries) == {"1.xml": "second", "2.xml": "it may be first or second"}


def test_title_without_author_is_named_and_not_placed(tmp_path: Path, papers: Path) -> None:
    (papers / "1.xml").write_text(article(author="Lee"))
    (papers / "2.xml").write_text(article(title="Windows"))
    assert placed(tmp_path, raw_entry("k", title=TITLE, authors=[{"family": "Smith"}])) == {
        "1.xml": "it names k, but no author's name stands on its first pages",
        "2.xml": "no entry of the sidecar has its title or DOI",
    }


def test_what_is_looked_at(papers: Path) -> None:
    (papers / "sub").mkdir()
    (papers / ".hidden").mkdir()
    for name in ("b.PDF", "a.pdf", "sub/c.epub", ".d.pdf", ".hidden/e.pdf", "f.png", "g"):
        (papers / name).write_bytes(b"x")
    (papers / "inside.pdf").symlink_to(papers / "sub" / "c.epub")
    (papers / "gone.pdf").symlink_to(papers / "nothing.pdf")
    (papers / "up").symlink_to(papers.parent)
    found = files_below(papers)
    assert [path.name for path in found.files] == ["a.pdf", "b.PDF", "inside.pdf", "c.epub"]
    assert {path.name: why for path, why in found.left} == {
        "up": "a link to a folder is not followed",
        "gone.pdf": "a link that leads nowhere",
    }


def test_what_is_no_folder(papers: Path) -> None:
    (papers / "file").write_bytes(b"")
    for name, why in (
        ("file", "is no folder"),
        ("none", "does not exist"),
        ("\0", "does not exist"),
    ):
        with pytest.raises(ArsError, match=why):
            files_below(papers / name)


def test_whoever_stops_lets_nothing_more_begin() -> None:
    begun: list[int] = []
    lock = threading.Lock()

    def note(number: int) -> int:
        with lock:
            begun.append(number)
        return number

    results = in_parallel(note, range(10_000))
    assert next(results) == (0, 0)
    results.close()
    assert len(begun) < 1000
    assert list(in_parallel(note, range(50))) == [(number, number) for number in range(50)]
