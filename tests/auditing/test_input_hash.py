"""What makes a document a new one, and what does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ars_pandoc.auditing import input_hash
from ars_pandoc.auditing.input_hash import (
    fingerprint_of,
    inputs_of,
    is_url,
    look_again,
    remote_files,
)

READER = {"reader": "markdown"}


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    path = tmp_path / "paper.md"
    path.write_text("A claim.", "utf-8")
    return path


def of(paper: Path, **environment: str) -> str:
    look_again()
    return inputs_of([str(paper)], environment, READER)


def _text(paper: Path) -> None:
    paper.write_text("Another claim.", "utf-8")


def _sidecar(paper: Path) -> None:
    paper.with_name("passport.yaml").write_text("literature_corpus: []", "utf-8")


def _bibliography(paper: Path) -> None:
    paper.with_name("REFS.BIB").write_text("@book{a}", "utf-8")


def _judgements(paper: Path) -> None:
    paper.with_name("a_judgements.jsonl").write_text("{}", "utf-8")


def _catalog(paper: Path) -> None:
    paper.with_name(".ars").mkdir()
    (paper.with_name(".ars") / "catalog.yaml").write_text("records: {}", "utf-8")


@pytest.mark.parametrize("change", [_text, _sidecar, _bibliography, _judgements, _catalog])
def test_what_a_verdict_rests_on_makes_it_new(paper: Path, change: Callable[[Path], None]) -> None:
    before = of(paper)
    change(paper)
    after = of(paper)
    assert after != before
    assert of(paper) == after


def test_another_manuscript_in_the_folder_does_not(paper: Path) -> None:
    before = of(paper)
    paper.with_name("other.md").write_text("Words.", "utf-8")
    paper.with_name("picture.png").write_bytes(b"1")
    assert of(paper) == before


def test_a_file_that_is_gone_is_another_than_an_empty_one(paper: Path) -> None:
    part = paper.with_name("part.qmd")
    files = [str(paper), str(part)]
    gone = inputs_of(files, {}, READER)
    part.write_bytes(b"")
    assert inputs_of(files, {}, READER) != gone


def test_options_and_readers_make_it_new_and_other_variables_do_not(paper: Path) -> None:
    before = of(paper)
    assert of(paper, ARS_TRUST="pinned") != before
    assert of(paper, HOME="/elsewhere", ARS_CACHE_DIR="/cache", ARS_MAILTO="a@b.org") == before
    assert inputs_of([str(paper)], {}, {"reader": "latex"}) != before


def test_a_limit_makes_new_only_what_has_no_verdict(paper: Path) -> None:
    limit = {"ARS_TIME_LIMIT": "3"}
    files = [str(paper)]
    assert inputs_of(files, limit, READER) == inputs_of(files, {}, READER)
    assert inputs_of(files, {}, READER, judged=False) != inputs_of(
        files, limit, READER, judged=False
    )


def test_a_file_that_was_written_meanwhile_is_seen(paper: Path) -> None:
    before = fingerprint_of([paper])
    paper.write_text("Longer than it was.", "utf-8")
    assert fingerprint_of([paper]) != before
    assert fingerprint_of([paper.with_name("gone")]) == (None,)


@pytest.mark.parametrize("name", ["s3://bucket/a.md", "memory://a", "gs://b/c", "file:///a.md"])
def test_addresses(name: str) -> None:
    assert is_url(name)


@pytest.mark.parametrize("name", ["a.md", "C://a.md", "folder/a", "a:b", "//host/a"])
def test_paths(name: str) -> None:
    assert not is_url(name)


def test_what_stands_around_a_document_at_an_address() -> None:
    import fsspec

    system = fsspec.filesystem("memory")
    system.pipe_file("/around/paper.md", b"A claim.")
    address = "memory://around/paper.md"
    before = inputs_of([address], {}, READER)
    assert inputs_of([address], {}, READER) == before
    system.pipe_file("/around/passport.yaml", b"literature_corpus: []")
    assert remote_files("memory://around") == ("memory://around/passport.yaml",)
    assert remote_files("memory://nowhere") == ()
    look_again()
    assert inputs_of([address], {}, READER) != before


def test_a_folder_with_a_bibliography_for_each_document_is_not_looked_through_for_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = 300
    for n in range(number):
        (tmp_path / f"p{n}.md").write_text("Words.\n", "utf-8")
        (tmp_path / f"p{n}.bib").write_text(f"@book{{k{n}}}\n", "utf-8")
    asked: list[str] = []
    real = input_hash._digest

    def digest(name: str) -> str:
        asked.append(name)
        return real(name)

    monkeypatch.setattr(input_hash, "_digest", digest)
    monkeypatch.setattr(input_hash, "_MOMENT", 600.0)
    input_hash.look_again()
    for n in range(number):
        input_hash.inputs_of([str(tmp_path / f"p{n}.md")], {}, {})
    assert len(asked) == 2 * number
    # What comes into the folder counts as soon as one looks again.
    before = input_hash.inputs_of([str(tmp_path / "p0.md")], {}, {})
    (tmp_path / "new.ars.yaml").write_text("literature_corpus: []\n", "utf-8")
    input_hash.look_again()
    assert input_hash.inputs_of([str(tmp_path / "p0.md")], {}, {}) != before
