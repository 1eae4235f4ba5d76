"""What is done at a desk stands in the files at once, as the commands write it, and is undone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from ars_pandoc.base.errors import ArsError
from ars_pandoc.corpus.judgements import judgements_path
from ars_pandoc.corpus.ledger import ledger_path
from ars_pandoc.desk.acts import Acts
from ars_pandoc.desk.held import Library
from ars_pandoc.desk.on_desk import ChangedError, Documents
from ars_pandoc.desk.view import view
from ars_pandoc.documents.inputs import Source
from tests.checking.papers import check, write_quotes
from tests.conftest import clean_environment

TEXT = """\
# Results

When publishers bypass review, errors grow [@read]. Not read at all [@unread, p. 3]. Both
hold [@read]<!--anchor:page:3-->.
"""
WORDS = "When publishers bypass peer review"


class Table:
    """A desk without its server."""

    def __init__(self, folder: Path) -> None:
        self.paper = write_quotes(folder)
        self.paper.write_text(TEXT, "utf-8")
        self.sidecar = folder / "literature_corpus.yaml"
        environment = clean_environment({"ARS_CACHE_DIR": str(folder / "cache")})
        self.documents = Documents([Source((self.paper,), "markdown")], environment)
        self.library = Library()
        self.acts = Acts(self.documents, self.library, "person:Ada")

    def id(self, number: int) -> str:
        return self.documents.cited[number].identifier

    def status(self, number: int) -> str:
        return self.documents.cited[number].place.finding.status

    def extent(self, words: str) -> dict[str, int]:
        held = self.library.find("read", self.documents.all[0].sources)
        assert not isinstance(held, str)
        (hit, *_) = held.search(words)
        return {"start": hit["start"], "end": hit["end"]}

    def files(self) -> dict[str, str]:
        return {
            path.name: path.read_text("utf-8")
            for path in (self.paper, self.sidecar, ledger_path(self.sidecar))
        }


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    one = Table(tmp_path)
    yield one
    one.library.pages.close()


def test_chosen_words_become_a_quote_that_the_gate_finds(table: Table) -> None:
    before = table.files()
    assert table.status(0) == "MED-WARN-NO-LOCATOR"
    what = {"act": "anchor", "id": table.id(0), "kind": "quote"}
    table.acts.act({**what, **table.extent(WORDS)})
    assert f'[[@read]]{{quote="{WORDS}"}}' in table.paper.read_text("utf-8")
    assert table.status(0) == "ok"
    assert check(table.paper).items[0].finding.status == "ok"
    table.acts.undo()
    assert table.files() == before
    assert table.status(0) == "MED-WARN-NO-LOCATOR"


def test_the_section_and_the_paragraph_of_chosen_words(table: Table) -> None:
    what = {"act": "anchor", "id": table.id(0), **table.extent(WORDS)}
    table.acts.act({**what, "kind": "section"})
    assert "[@read, {sec. Results}]" in table.paper.read_text("utf-8")
    table.acts.undo()
    what["id"] = table.id(0)
    table.acts.act({**what, "kind": "paragraph"})
    assert "[@read, para. 1]" in table.paper.read_text("utf-8")


def test_a_page_that_is_typed(table: Table) -> None:
    table.acts.act({"act": "anchor", "id": table.id(0), "kind": "page", "value": "12-14"})
    assert "[@read, pp. 12-14]" in table.paper.read_text("utf-8")


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ({"kind": "quote", "start": 0, "end": 10_000_000}, "not in the source"),
        ({"kind": "quote", "start": 5, "end": 5}, "not in the source"),
        ({"kind": "quote", "start": True, "end": "x"}, "no words are chosen"),
        ({"kind": "quote"}, "no words are chosen"), ({"kind": "none"}, "a place is"),
        ({"kind": "page", "value": "???"}, "page"), ({}, "lacks its kind"),
        ({"kind": "page", "start": 0, "end": 5}, "which page"),
    ],
)  # fmt: skip
def test_what_is_no_place_is_not_written(table: Table, what: dict[str, Any], why: str) -> None:
    before = table.files()
    with pytest.raises(ArsError, match=why):
        table.acts.act({"act": "anchor", "id": table.id(0), **what})
    assert table.files() == before
    assert table.acts.done == []


def test_a_quote_over_the_cap_is_not_cut_but_refused(table: Table) -> None:
    held = table.library.find("read", table.documents.all[0].sources)
    assert not isinstance(held, str)
    with pytest.raises(ArsError, match="at most 25"):
        table.acts.act(
            {"act": "anchor", "id": table.id(0), "kind": "quote", "start": 0,
             "end": len(held.text.text)}
        )  # fmt: skip


def test_a_page_is_not_written_twice(table: Table) -> None:
    with pytest.raises(ArsError, match="a page already"):
        table.acts.act({"act": "anchor", "id": table.id(1), "kind": "page", "value": "4"})


def test_a_judgement_against_refuses_at_once_and_is_withdrawn_by_undo(table: Table) -> None:
    what = {"act": "judge", "id": table.id(2), "note": "The passage says the contrary."}
    table.acts.act({**what, "verdict": "does-not-support"})
    assert table.status(2) == "HIGH-WARN-CLAIM-NOT-SUPPORTED"
    assert "The passage says the contrary" in check(table.paper).items[2].finding.reason
    table.acts.undo()
    assert table.status(2) == "ok"
    # Nothing is deleted: the line and the one that takes it back.
    assert judgements_path(table.sidecar).read_text("utf-8").count("\n") == 2


def test_until_it_is_judged_here_nobody_elses_verdict_is_shown(table: Table) -> None:
    anothers = Acts(table.documents, table.library, "person:Bob")
    anothers.act({"act": "judge", "id": table.id(2), "verdict": "partly", "note": "hm"})

    def shown() -> Any:
        return view(table.documents, "person:Ada")["citations"][table.id(2)]

    assert (shown()["judged"], shown()["others"]) == (None, [])
    assert "Bob" not in json.dumps(shown())
    table.acts.act({"act": "judge", "id": table.id(2), "verdict": "supports"})
    assert shown()["judged"]["verdict"] == "supports"
    assert [(one["by"], one["verdict"]) for one in shown()["others"]] == [("Bob", "partly")]


@pytest.mark.parametrize("verdict", ["yes", "", None, 3])
def test_what_is_no_verdict(table: Table, verdict: object) -> None:
    with pytest.raises(ArsError):
        table.acts.act({"act": "judge", "id": table.id(2), "verdict": verdict})
    assert not judgements_path(table.sidecar).exists()


def test_read_is_marked_by_an_act_alone_and_unmarked_by_undo(table: Table) -> None:
    assert table.status(1) == "LOW-WARN"
    table.acts.act({"act": "read", "key": "unread", "level": "sections", "locators": ["Methods"]})
    assert table.status(1) == "ok"
    assert "Methods" in ledger_path(table.sidecar).read_text("utf-8")
    table.acts.undo()
    assert table.status(1) == "LOW-WARN"


def test_undo_of_a_second_mark_gives_the_first_one_back(table: Table) -> None:
    table.acts.act({"act": "read", "key": "unread", "level": "sections", "locators": ["Methods"]})
    table.acts.act({"act": "read", "key": "unread", "level": "full_text"})
    table.acts.undo()
    sources = table.documents.all[0].sources
    assert sources is not None
    mark = sources.ledger.mark("unread")
    assert mark is not None
    assert (mark.level, mark.locators) == ("sections", ("Methods",))


@pytest.mark.parametrize(
    "what",
    [{"level": "sections"}, {"level": "all"}, {"level": "full_text", "locators": ["x"]},
     {"level": "full_text", "key": "gone"}, {"level": "sections", "locators": "x"}],
)  # fmt: skip
def test_a_mark_that_does_not_say_enough(table: Table, what: dict[str, Any]) -> None:
    before = table.files()
    with pytest.raises(ArsError):
        table.acts.act({"act": "read", "key": "unread", **what})
    assert table.files() == before


def test_an_entry_that_was_compared_is_as_before_after_undo(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.sidecar.write_text(
        table.sidecar.read_text("utf-8").replace("true", "false").replace("manual_grep", "none"),
        "utf-8",
    )
    text = table.sidecar.read_text("utf-8").replace(
        '"source_acquired": false', '"source_acquired": false, "description_last_audit": "none"'
    )
    table.sidecar.write_text(text, "utf-8")
    table.documents.read_again()
    before = table.files()
    assert table.status(1) == "HIGH-WARN-NO-ORIGINAL"
    table.acts.act({"act": "verify", "key": "unread"})
    assert table.status(1) == "LOW-WARN"
    assert "vision_check" in table.sidecar.read_text("utf-8")
    table.acts.undo()
    assert table.status(1) == "HIGH-WARN-NO-ORIGINAL"
    # JSON is YAML: `none` is written back without its quotes.
    names = ("literature_corpus.yaml",)
    assert [yaml.safe_load(table.files()[name]) for name in names] == [
        yaml.safe_load(before[name]) for name in names
    ]


def test_a_text_that_somebody_else_changed_wins(table: Table) -> None:
    old = table.id(0)
    changed = TEXT.replace("errors grow", "errors grow fast")
    table.paper.write_text(changed, "utf-8")
    what = {"act": "anchor", "kind": "page", "value": "12"}
    with pytest.raises(ChangedError):
        table.acts.act({**what, "id": old})
    assert table.paper.read_text("utf-8") == changed
    # It was read again, and the same act is taken now.
    assert table.id(0) != old
    table.acts.act({**what, "id": table.id(0)})
    assert table.paper.read_text("utf-8") == changed.replace("fast [@read]", "fast [@read, p. 12]")


def test_undo_does_not_undo_what_somebody_else_wrote(table: Table) -> None:
    table.acts.act({"act": "anchor", "id": table.id(0), "kind": "page", "value": "12"})
    written = table.paper.read_text("utf-8") + "\nMore of it.\n"
    table.paper.write_text(written, "utf-8")
    with pytest.raises(ArsError, match="changed by another program"):
        table.acts.undo()
    assert table.paper.read_text("utf-8") == written


def test_two_desks_on_one_folder_lose_nothing(tmp_path: Path) -> None:
    one = Table(tmp_path)
    environment = clean_environment({"ARS_CACHE_DIR": str(tmp_path / "cache")})
    documents = Documents([Source((one.paper,), "markdown")], environment)
    other = Acts(documents, Library(), "person:Bob")
    one.acts.act({"act": "judge", "id": one.id(2), "verdict": "supports"})
    with pytest.raises(ChangedError):
        other.act({"act": "judge", "id": documents.cited[2].identifier, "verdict": "partly"})
    other.act({"act": "judge", "id": documents.cited[2].identifier, "verdict": "partly"})
    assert judgements_path(one.sidecar).read_text("utf-8").count("\n") == 2


def test_there_is_nothing_to_undo(table: Table) -> None:
    with pytest.raises(ArsError, match="nothing to undo"):
        table.acts.undo()


@pytest.mark.parametrize("asked", [{}, {"act": "delete"}, {"act": ["anchor"]}, {"act": "anchor"}])
def test_no_such_act(table: Table, asked: dict[str, Any]) -> None:
    with pytest.raises(ArsError):
        table.acts.act(asked)
