"""A file becomes the text of a source: what is stored, and what the records say of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.corpus.catalog import load_catalog
from ars_pandoc.corpus.load_sidecar import load_corpus
from ars_pandoc.corpus.sidecar_entry import Entry
from ars_pandoc.corpus.store import Store
from ars_pandoc.pinning.pin_file import Opened, Pinned, Pinning, open_file, pin
from ars_pandoc.texts.unreadable import Unreadable
from tests.corpus.sidecars import raw_entry, write_sidecar

ARTICLE = """<article><front><article-meta><title-group><article-title>{title}</article-title>
</title-group><contrib-group><contrib contrib-type='author'><name><surname>Smith</surname>
<given-names>Jane</given-names></name></contrib></contrib-group>{more}</article-meta></front>
<body><p>The gate refused every third citation at once, and nobody asked why.</p></body></article>"""
RETRACTED = '<related-article related-article-type="retraction-forward"/>'


def article(path: Path, title: str = "Gates and citations", more: str = "") -> Path:
    path.write_text(ARTICLE.format(title=title, more=more), encoding="utf-8")
    return path


@pytest.fixture
def sidecar(tmp_path: Path) -> Path:
    return write_sidecar(tmp_path / "refs.ars.yaml", raw_entry(), raw_entry("other"))


def entry(sidecar: Path, key: str = "smith2024") -> Entry:
    return load_corpus(sidecar).entries[key]


def pinned(sidecar: Path, path: Path, **more: str) -> Pinned:
    folder = sidecar.parent / ".ars"
    return pin(entry(sidecar), open_file(path), sidecar=sidecar, folder=folder, **more)


def test_a_file_that_is_the_source_makes_it_held_and_compared(sidecar: Path) -> None:
    path = article(sidecar.parent / "papers.xml")
    outcome = pinned(sidecar, path, licence="CC-BY-4.0")
    assert outcome.match
    assert not outcome.known
    assert not outcome.retracted
    fields = entry(sidecar).fields
    assert fields["source_acquired"] is True
    assert fields["source_acquisition_path"] == "papers.xml"
    assert len(str(fields["source_acquisition_date"])) == 10
    # The gate takes the snapshot for the comparison; nobody typed that he compared.
    assert "source_verified_against_original" not in fields
    (snapshot,) = load_catalog((), sidecar.parent / ".ars").snapshots("smith2024")
    assert snapshot.content_match
    assert (snapshot.origin, snapshot.licence) == ("papers.xml", "CC-BY-4.0")
    assert Store((sidecar.parent / ".ars",)).read(outcome.sha256) == path.read_bytes()


def test_a_file_that_is_another_work_is_held_and_proves_nothing(sidecar: Path) -> None:
    outcome = pinned(sidecar, article(sidecar.parent / "a.xml", "Quite another piece of work"))
    assert not outcome.match
    assert "source_acquired" not in entry(sidecar).fields
    (snapshot,) = load_catalog((), sidecar.parent / ".ars").snapshots("smith2024")
    assert not snapshot.content_match


def test_what_was_written_before_stays(sidecar: Path) -> None:
    path = article(sidecar.parent / "a.xml")
    first = pinned(sidecar, path, licence="CC0", origin="https://example.org/a")
    before = load_catalog((), sidecar.parent / ".ars").snapshots("smith2024")
    second = pinned(sidecar, path)
    assert (first.sha256, second.known) == (second.sha256, True)
    assert load_catalog((), sidecar.parent / ".ars").snapshots("smith2024") == before
    third = pinned(sidecar, path, licence="CC-BY-4.0")
    assert third.known
    (now,) = load_catalog((), sidecar.parent / ".ars").snapshots("smith2024")
    assert (now.licence, now.origin) == ("CC-BY-4.0", "https://example.org/a")
    assert now.retrieved_at == before[0].retrieved_at


def test_a_date_that_stands_there_is_not_written_over(tmp_path: Path) -> None:
    held: dict[str, Any] = {"source_acquired": True, "source_acquisition_date": "2020-01-02"}
    sidecar = write_sidecar(tmp_path / "refs.ars.yaml", raw_entry(**held))
    pinned(sidecar, article(tmp_path / "a.xml"))
    assert entry(sidecar).fields["source_acquisition_date"] == "2020-01-02"
    dateless = write_sidecar(tmp_path / "b.ars.yaml", raw_entry(source_acquired=True))
    pinned(dateless, article(tmp_path / "a.xml"))
    assert "source_acquisition_date" not in entry(dateless).fields


def test_a_file_elsewhere_is_named_in_full(
    sidecar: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = article(tmp_path_factory.mktemp("elsewhere") / "a.xml")
    pinned(sidecar, path)
    assert entry(sidecar).fields["source_acquisition_path"] == str(path.resolve())


def test_a_retraction_that_the_file_tells_is_recorded_if_it_is_the_source(sidecar: Path) -> None:
    folder = sidecar.parent / ".ars"
    other = article(sidecar.parent / "b.xml", "Quite another piece of work", RETRACTED)
    assert not pinned(sidecar, other).retracted
    assert load_catalog((), folder).retracted("smith2024") is None
    assert pinned(sidecar, article(sidecar.parent / "a.xml", more=RETRACTED)).retracted
    assert load_catalog((), folder).retracted("smith2024") is not None


def test_of_two_files_of_one_source_the_first_is_named(sidecar: Path) -> None:
    pinning = Pinning(sidecar, sidecar.parent / ".ars")
    for name in ("first.xml", "second.xml"):
        pinning.add(
            entry(sidecar), open_file(article(sidecar.parent / name, more=f"<!--{name}-->"))
        )
    pinning.record()
    assert entry(sidecar).fields["source_acquisition_path"] == "first.xml"
    assert len(load_catalog((), sidecar.parent / ".ars").snapshots("smith2024")) == 2


def test_what_is_pinned_already_is_not_read_again(sidecar: Path) -> None:
    path = article(sidecar.parent / "a.xml")
    outcome = pinned(sidecar, path)
    pinning = Pinning(sidecar, sidecar.parent / ".ars")
    assert pinning.held == {outcome.sha256: frozenset({"smith2024"})}
    opened = open_file(path, pinning.held)
    assert opened.found is None
    assert opened.matched == {"smith2024"}
    assert pinning.add(entry(sidecar), opened).match
    # For another source its words must be looked at.
    assert not pinning.add(entry(sidecar, "other"), opened).match


def test_bytes_that_the_store_has_lost_are_not_held(sidecar: Path) -> None:
    outcome = pinned(sidecar, article(sidecar.parent / "a.xml"))
    (stored,) = (sidecar.parent / ".ars" / "sources").glob(f"{outcome.sha256}*")
    stored.unlink()
    assert Pinning(sidecar, sidecar.parent / ".ars").held == {}


def test_a_file_that_changes_meanwhile_is_not_stored(sidecar: Path) -> None:
    path = article(sidecar.parent / "a.xml")
    opened = open_file(path)
    article(path, more="<x/>")
    with pytest.raises(ArsError, match="was changed while it was being pinned"):
        pin(entry(sidecar), opened, sidecar=sidecar, folder=sidecar.parent / ".ars")
    assert load_catalog((), sidecar.parent / ".ars").snapshots("smith2024") == ()


def test_a_scan_is_held_for_a_person_to_read(sidecar: Path) -> None:
    path = sidecar.parent / "scan.pdf"
    path.write_bytes(b"%PDF-1.4\nno pages at all")
    opened = open_file(path)
    assert opened.found is None
    assert opened.unreadable
    outcome = pin(entry(sidecar), opened, sidecar=sidecar, folder=sidecar.parent / ".ars")
    assert not outcome.match
    assert outcome.identified is None
    assert outcome.unreadable == opened.unreadable
    assert load_catalog((), sidecar.parent / ".ars").pinned("smith2024")


@pytest.mark.parametrize(("data", "said"), [(b"", "empty"), (b"\x89PNG....", "image")])
def test_what_can_be_no_source_is_refused(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    with pytest.raises(Unreadable) as caught:
        open_file(path)
    assert said in caught.value.reason


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ArsError, match="does not exist"):
        open_file(tmp_path / "gone.pdf")


def test_nothing_is_recorded_before_it_is_asked(sidecar: Path) -> None:
    pinning = Pinning(sidecar, sidecar.parent / ".ars")
    opened: Opened = open_file(article(sidecar.parent / "a.xml"))
    pinning.add(entry(sidecar), opened)
    assert not pinning.is_due
    assert "source_acquired" not in entry(sidecar).fields
    pinning.record()
    assert entry(sidecar).fields["source_acquired"] is True
