"""What the text holds and Pandoc does not see is refused by every command that has the text."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from ars_pandoc.cli import main
from ars_pandoc.lsp.state import judge_text
from ars_pandoc.pandoc.executable import Pandoc
from tests.checking.papers import check, write_paper
from tests.conftest import GATE, PANDOCS, ROOT, clean_environment

# Pandoc reads these papers: not among what `make quick` runs.
pytestmark = pytest.mark.pandoc

SWALLOWED = """\
Known [@read, p. 1].

```{r one, echo=FALSE}
x

y
```

Nobody can check this [@unread], and [see @ghost2020].

```{r two, echo=FALSE}
z

z
```
"""
"""To Pandoc the first closing fence opens code that swallows the prose up to the next one."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("ARS_CORPUS", "ARS_LOCKED", "ARS_MODE", "ARS_INPUT", "ARS_READER"):
        monkeypatch.delenv(name, raising=False)
    write_paper(tmp_path, SWALLOWED, "paper.md")
    return tmp_path


def test_each_unseen_citation_is_row_0_at_its_line(folder: Path) -> None:
    checked = check(folder / "paper.md")
    unseen = [item for item in checked.items if item.finding.citation.form == "text"]
    assert [(item.finding.citation.key, item.finding.status) for item in unseen] == [
        ("unread", "HIGH-WARN-MALFORMED-MARKER"),
        ("ghost2020", "HIGH-WARN-MALFORMED-MARKER"),
    ]
    assert [(item.position.line, item.position.column) for item in unseen if item.position] == [
        (9, 24),
        (9, 43),
    ]
    assert unseen[0].finding.reason == "it is written as a citation, and Pandoc does not see it"
    assert unseen[0].finding.also == ()
    assert "Nobody can check this" in unseen[0].context
    assert len({item.fingerprint for item in checked.items}) == len(checked.items)
    assert checked.verdict == "refused"


def test_what_was_found_is_not_counted_again(folder: Path) -> None:
    text = "A [@read, p. 1; @read, p. 2], @read [p. 3] and <!--ref:read--><!--anchor:page:3-->.\n"
    checked = check(write_paper(folder, text))
    assert [item.finding.citation.form for item in checked.items] == ["native"] * 3 + ["marker"]


def test_an_unknown_name_in_running_text_is_no_citation(folder: Path) -> None:
    path = folder / "paper.md"
    path.write_text("Known <!--ref:read--><!--anchor:page:1-->. Thanks to @alice.\n")
    from ars_pandoc.checking.check_documents import Job, check_document
    from ars_pandoc.documents.inputs import Source

    checked = check_document(Job(Source((path,), "gfm"), clean_environment()))
    assert [item.finding.citation.key for item in checked.items] == ["read"]


def test_citations_stand_in_the_order_of_the_text(folder: Path) -> None:
    text = SWALLOWED + "\nAt last [@read, p. 4].\n"
    checked = check(write_paper(folder, text))
    assert [item.finding.citation.key for item in checked.items] == [
        "read", "unread", "ghost2020", "read",
    ]  # fmt: skip


def test_chosen_rows_are_without_it_unless_they_hold_row_0(folder: Path) -> None:
    forms = {
        rows: [item.finding.citation.form for item in check(folder / "paper.md", rows).items]
        for rows in (("locator",), ("quote",))
    }
    assert forms[("locator",)].count("text") == 2
    assert forms[("quote",)].count("text") == 0


def test_the_report_for_machines_has_the_form_text(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "--from", "markdown", "--format", "json", "paper.md"]) == 1
    [document] = json.loads(capsys.readouterr().out)["documents"]
    assert [(one["form"], one["line"]) for one in document["citations"]] == [
        ("native", 1), ("text", 9), ("text", 9),
    ]  # fmt: skip


def test_init_takes_the_source_that_only_the_text_names(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "refs.bib").write_text(
        "@book{unread, title={A title}, author={Roe, Jo}, year={2021}}\n"
        "@book{read, title={Other}, author={Poe, Al}, year={2020}}\n"
        "@book{ghost2020, title={Third}, author={Gho, St}, year={2020}}\n"
    )
    (folder / "literature_corpus.yaml").unlink()
    (folder / "literature_corpus_human_read_log.yaml").unlink()
    assert main(["init", "--bibliography", "refs.bib", "paper.md"]) == 0, capsys.readouterr()
    written = (folder / "refs.ars.yaml").read_text()
    assert all(f"citation_key: {key}" in written for key in ("read", "unread", "ghost2020"))


@pytest.mark.slow
def test_status_counts_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["status", "paper.md"]) == 1
    said = capsys.readouterr().out
    assert "3 citations" in said
    assert "2 citations cannot be read" in said


def test_finalize_lists_it_and_writes_nothing_there(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["finalize", "paper.md"]) == 1
    said = capsys.readouterr().err
    assert "paper.md:9:24: unread" in said
    assert "Pandoc does not see it" in said
    assert (folder / "paper.md").read_text() == SWALLOWED


def test_an_editor_underlines_it(folder: Path) -> None:
    state = judge_text(folder / "paper.md", SWALLOWED, clean_environment())
    assert [
        (one.finding.citation.form, one.position.line) for one in state.cited if one.position
    ] == [("native", 1), ("text", 9), ("text", 9)]


@pytest.mark.slow
def test_a_render_refuses_it(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["render", "paper.md", "-o", "paper.html"]) == 1
    said = capfd.readouterr().err
    assert "refused: 2 of 3 citations" in said
    assert "where: paper.md:9: " in said
    assert not (folder / "paper.html").exists()


@pytest.mark.parametrize("pandoc", PANDOCS, ids=lambda pandoc: pandoc.version_text)
def test_the_bare_filter_warns_where_it_can_read_the_text(folder: Path, pandoc: Pandoc) -> None:
    done = filtered(pandoc, folder, "paper.md", "-t", "plain")
    assert done.returncode == 0
    [warning, passed] = done.stderr.splitlines()
    assert warning.startswith(
        "ars-gate: warning: 2 citations in the text that Pandoc does not see and nobody judged: "
        "@unread (paper.md:9), @ghost2020 (paper.md:9)"
    )
    assert "not compared" not in passed


@pytest.mark.parametrize("pandoc", PANDOCS, ids=lambda pandoc: pandoc.version_text)
def test_the_bare_filter_says_that_it_could_not(folder: Path, pandoc: Pandoc) -> None:
    done = filtered(pandoc, folder, "-t", "plain", text=SWALLOWED)
    assert done.returncode == 0
    [passed] = done.stderr.splitlines()
    assert "the text was not compared" in passed


def filtered(
    pandoc: Pandoc, folder: Path, *arguments: str, text: str | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(pandoc.path), "--filter", str(GATE), *arguments],
        cwd=folder,
        env=clean_environment({"PYTHONPATH": str(ROOT)}),
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
