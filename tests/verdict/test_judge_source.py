"""One way for every command to read documents and judge them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.documents.inputs import Source
from ars_pandoc.verdict.judge_source import judge_source, judge_sources, with_corpus
from tests.corpus.sidecars import raw_entry, write_sidecar

# Pandoc reads these papers: not among what `make quick` runs.
pytestmark = pytest.mark.pandoc


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("ARS_CORPUS", "ARS_LOCKED", "ARS_MODE", "ARS_INPUT", "ARS_READER"):
        monkeypatch.delenv(name, raising=False)
    write_sidecar(tmp_path / "literature_corpus.yaml", raw_entry("smith2024"))
    return tmp_path


def source(text: str, name: str = "paper.md", **settings: object) -> Source:
    Path(name).write_text(text, "utf-8")
    return Source((Path(name),), "markdown", settings)


def test_a_document_is_read_and_judged() -> None:
    document, judged = judge_source(source("A [@smith2024] and [@ghost2020, p. 3].\n"), {})
    assert document.source.name == "paper.md"
    assert [(one.citation.key, one.status) for one, _ in judged.findings] == [
        ("smith2024", "MED-WARN-NO-LOCATOR"),
        ("ghost2020", "HIGH-WARN-NO-ORIGINAL"),
    ]


def test_its_text_is_held_against_what_was_found() -> None:
    _, judged = judge_source(source("A [@smith2024, p. 1].\n"), {})
    assert judged.is_compared
    assert judged.unseen == ()


def test_a_text_that_is_given_counts_and_not_the_file() -> None:
    one = source("A [@smith2024, p. 1].\n")
    texts = {Path("paper.md"): "A [@other, p. 1].\n"}
    _, judged = judge_source(one, {}, texts=texts)
    assert [finding.citation.key for finding, _ in judged.findings] == ["other"]


def test_standard_input_is_what_it_is_given() -> None:
    _, judged = judge_source(Source((), "markdown"), {}, b"A [@other, p. 1].\n")
    assert [finding.citation.key for finding, _ in judged.findings] == ["other"]


def test_without_a_sidecar_nothing_is_judged_unless_none_is_needed(folder: Path) -> None:
    (folder / "literature_corpus.yaml").unlink()
    one = source("A [@smith2024, p. 1].\n")
    with pytest.raises(ArsError):
        judge_source(one, {})
    _, judged = judge_source(one, {}, need_sidecar=False)
    assert judged.sources is not None
    assert not judged.sources.keys.sidecar


def test_several_are_judged_in_their_order() -> None:
    many = [source(f"A [@k{number}, p. 1].\n", f"{number}.md") for number in range(5)]
    found = [
        (document.source.name, [one.citation.key for one, _ in judged.findings])
        for document, judged in judge_sources(many, {})
    ]
    assert found == [(f"{number}.md", [f"k{number}"]) for number in range(5)]


def test_an_error_comes_when_it_is_that_documents_turn() -> None:
    many = [source("A [@smith2024, p. 1].\n", "1.md"), Source((Path("none.md"),), "markdown")]
    judging = judge_sources(many, {})
    assert next(judging)[0].source.name == "1.md"
    with pytest.raises(ArsError, match=r"none\.md"):
        next(judging)


def test_a_named_sidecar_beats_the_documents_own() -> None:
    one = source("A\n", metadata={"ars-corpus": "own.yaml", "title": "T"})
    changed, environment = with_corpus(one, "named.yaml", {"HOME": "x", "ARS_CORPUS": "old.yaml"})
    assert changed.settings["metadata"] == {"ars-corpus": "named.yaml", "title": "T"}
    assert environment == {"HOME": "x", "ARS_CORPUS": "named.yaml"}
    assert one.settings["metadata"]["ars-corpus"] == "own.yaml"


def test_locked_the_variable_alone_names_it() -> None:
    one = source("A\n", metadata={"ars-corpus": "own.yaml"})
    changed, environment = with_corpus(one, "named.yaml", {"ARS_LOCKED": "1"})
    assert changed is one
    assert environment == {"ARS_LOCKED": "1", "ARS_CORPUS": "named.yaml"}


def test_without_a_name_the_documents_own_counts() -> None:
    one = source("A\n", metadata={"ars-corpus": "own.yaml"})
    before = {"ARS_CORPUS": "old.yaml"}
    changed, environment = with_corpus(one, None, before)
    assert (changed, environment) == (one, before)
    assert environment is not before
