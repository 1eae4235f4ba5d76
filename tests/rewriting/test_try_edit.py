"""A change is tried on the document itself: real Pandoc, real files."""

from __future__ import annotations

from pathlib import Path

from ars_pandoc.documents.inputs import Source
from ars_pandoc.documents.read_source import read_source
from ars_pandoc.rewriting.manuscript_texts import STDIN
from ars_pandoc.rewriting.try_edit import changed_verdicts, try_edit, verdicts
from ars_pandoc.rewriting.write_verdicts import finalize_document
from ars_pandoc.verdict.resolve import resolve_document
from tests.checking.papers import write_paper
from tests.conftest import clean_environment


def test_only_the_verdict_that_a_change_alters_differs(tmp_path: Path) -> None:
    path = write_paper(tmp_path, "Said [@read] and [@unread, p. 2].\n")
    document = read_source(Source((path,), "markdown"), clean_environment())
    judged = resolve_document(document.ast, document.environment)
    tried = try_edit(document, {path: "Said [@read, p. 1] and [@unread, p. 2].\n"})
    assert tried is not None
    assert changed_verdicts(judged, tried.judged) == {0}
    assert verdicts(tried.judged) == [("read", "ok", ()), ("unread", "LOW-WARN", ())]
    assert tried.document.source == document.source
    assert tried.document.environment == document.environment
    assert path.read_text("utf-8") == "Said [@read] and [@unread, p. 2].\n"


def test_more_or_fewer_citations_are_no_comparison(tmp_path: Path) -> None:
    path = write_paper(tmp_path, "Said [@read, p. 1].\n")
    document = read_source(Source((path,), "markdown"), clean_environment())
    judged = resolve_document(document.ast, document.environment)
    tried = try_edit(document, {path: "Said [@read, p. 1] and [@read, p. 2].\n"})
    assert tried is not None
    assert changed_verdicts(judged, tried.judged) is None


def test_what_could_not_be_judged_then_is_not_taken(tmp_path: Path) -> None:
    path = write_paper(tmp_path, "Said [@read, p. 1].\n")
    document = read_source(Source((path,), "markdown"), clean_environment())
    assert try_edit(document, {path: "---\nars: {mode: no}\n---\n\nSaid [@read, p. 1].\n"}) is None
    assert try_edit(document, {path: "---\nbroken: [\n---\n\nSaid [@read, p. 1].\n"}) is None


def test_of_several_files_the_changed_one_alone_is_copied(tmp_path: Path) -> None:
    first = write_paper(tmp_path, "Said [@read, p. 1].\n", "1.md")
    second = write_paper(tmp_path, "Said [@read].\n", "2.md")
    document = read_source(Source((first, second), "markdown"), clean_environment())
    tried = try_edit(document, {second: "Said [@read, p. 2].\n"})
    assert tried is not None
    assert [status for _, status, _ in verdicts(tried.judged)] == ["ok", "ok"]


def test_standard_input_is_tried_too(tmp_path: Path) -> None:
    path = write_paper(tmp_path)
    environment = clean_environment({"ARS_CORPUS": str(path.parent / "literature_corpus.yaml")})
    document = read_source(Source((), "markdown"), environment, b"Said [@read].\n")
    tried = try_edit(document, {STDIN: "Said [@read, p. 1].\n"})
    assert tried is not None
    assert verdicts(tried.judged) == [("read", "ok", ())]


def test_columns_of_what_is_left_hold_behind_many_changes(tmp_path: Path) -> None:
    marker = "A.<!--ref:gone--><!--anchor:page:3--> "
    path = write_paper(tmp_path, f"{marker * 40}[@read, p. 1] {marker * 3}[@read, p. 2].\n")
    source = Source((path,), "markdown")
    texts = {path: path.read_text("utf-8")}
    done = finalize_document(source, texts, clean_environment())
    places = [one.where for one in done.left]
    assert len(places) == 2
    for place, page in zip(places, (1, 2), strict=True):
        assert place is not None
        assert place[:2] == (path, 1)
        assert done.texts[path][place[2] - 1 :].startswith(f"@read, p. {page}")
