"""All commands see the same text of a Quarto document, and name the file of each finding."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from ars_pandoc.citations.citation import Anchor
from ars_pandoc.cli import main
from ars_pandoc.documents.inputs import expand_inputs
from ars_pandoc.lsp.state import judge_text
from ars_pandoc.rewriting.insert_anchor import read, write_anchor
from tests.documents.test_inputs import write

SIDECAR = """\
literature_corpus:
- citation_key: roe2021
  title: A title
  authors: [{family: Roe}]
  year: 2021
  source_pointer: https://example.org/roe
"""
PAPER = """\
---
bibliography: refs.bib
---

First [@roe2021, p. 3].

```{r fig-one, echo=FALSE}
#| fig-cap: "A figure<!--ref:roe2021--><!--anchor:page:3-->."
x

y
```

Then Roe<!--ref:roe2021--><!--anchor:page:4--> and [@ghost2020].

{{< include _part.qmd >}}
"""
PART = "A part, Roe<!--ref:roe2021--><!--anchor:page:5-->, and [@ghost2021].\n"
BIB = "@book{roe2021, title={A title}, author={Roe, Jo}, year={2021}}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    files = {"x.qmd": PAPER, "_part.qmd": PART, "refs.bib": BIB, "refs.ars.yaml": SIDECAR}
    write(tmp_path, files)
    return tmp_path


@dataclass
class Done:
    """What a command gave."""

    exit_code: int
    stdout: str
    stderr: str

    @property
    def output(self) -> str:
        return self.stdout + self.stderr


Ars = Callable[..., Done]


@pytest.fixture
def ars(capsys: pytest.CaptureFixture[str]) -> Ars:
    """Run a command."""

    def run(*arguments: str) -> Done:
        code = main(arguments)
        said = capsys.readouterr()
        return Done(code, said.out, said.err)

    return run


@pytest.mark.usefixtures("folder")
def test_check_names_the_file_of_each_finding(ars: Ars) -> None:
    done = ars("check", "--format", "json", "x.qmd")
    [document] = json.loads(done.stdout)["documents"]
    assert [
        (one["key"], one.get("file"), one["line"], one["column"]) for one in document["citations"]
    ] == [
        ("roe2021", None, 5, 8),
        ("roe2021", None, 8, 22),
        ("roe2021", None, 14, 9),
        ("ghost2020", None, 14, 53),
        ("roe2021", "_part.qmd", 1, 12),
        ("ghost2021", "_part.qmd", 1, 57),
    ]
    assert "_part.qmd:1:57" in ars("check", "x.qmd").output
    [run] = json.loads(ars("check", "--format", "sarif", "x.qmd").stdout)["runs"]
    files = {
        one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for one in run["results"]
    }
    assert {file.rpartition("/")[2] for file in files} == {"x.qmd", "_part.qmd"}


def test_what_is_not_read_is_said(ars: Ars, folder: Path) -> None:
    (folder / "_part.qmd").unlink()
    said = "x.qmd:16: _part.qmd is not there, so what it cites is not judged"
    for command in (("check", "x.qmd"), ("status", "x.qmd"), ("finalize", "--check", "x.qmd")):
        assert said in ars(*command).output, command


def test_init_takes_the_sources_of_all(ars: Ars, folder: Path) -> None:
    (folder / "refs.ars.yaml").unlink()
    ghosts = "".join(BIB.replace("roe2021", key) for key in ("ghost2020", "ghost2021"))
    (folder / "refs.bib").write_text(BIB + ghosts)
    done = ars("init", "x.qmd")
    assert done.exit_code == 0, done.output
    written = (folder / "refs.ars.yaml").read_text()
    assert all(key in written for key in ("roe2021", "ghost2020", "ghost2021"))


def test_finalize_writes_the_markers_of_the_file_alone(ars: Ars, folder: Path) -> None:
    done = ars("finalize", "x.qmd")
    after = (folder / "x.qmd").read_text()
    lines = zip(PAPER.splitlines(), after.splitlines(), strict=True)
    changed = [number for number, (old, new) in enumerate(lines, 1) if old != new]
    assert changed == [8, 14]
    assert "[UNVERIFIED CITATION — " in after.splitlines()[7]
    # The part is judged along with it, and is another file.
    assert (folder / "_part.qmd").read_text() == PART
    assert "_part.qmd:1:12: roe2021" in done.output
    assert "finalize that file" in done.output
    # Twice is once.
    ars("finalize", "x.qmd")
    assert (folder / "x.qmd").read_text() == after
    ars("finalize", "--bibliography", "refs.bib", "_part.qmd")
    assert (folder / "_part.qmd").read_text() != PART


def test_strip_sees_the_markers_that_check_sees(ars: Ars, folder: Path) -> None:
    assert ars("strip", "--check", "x.qmd").stdout.splitlines() == [
        "x.qmd: has markers",
        "_part.qmd: has markers",
    ]
    done = ars("strip", "x.qmd")
    after = (folder / "x.qmd").read_text()
    assert after == PAPER.replace("<!--ref:roe2021--><!--anchor:page:3-->", "").replace(
        "<!--ref:roe2021--><!--anchor:page:4-->", ""
    )
    assert "_part.qmd: has markers, and x.qmd reads it in: strip that file too" in done.stderr
    assert (folder / "_part.qmd").read_text() == PART
    assert ars("strip", "--check", "x.qmd").exit_code == 1
    ars("strip", "_part.qmd")
    assert ars("strip", "--check", "x.qmd").exit_code == 0


def test_strip_leaves_code_alone(ars: Ars, folder: Path) -> None:
    code = "Words.\n\n```{r x, echo=FALSE}\n'<!--ref:roe2021-->'\n\ny\n```\n\nMore.\n"
    (folder / "x.qmd").write_text(code)
    assert ars("strip", "x.qmd").exit_code == 0
    assert (folder / "x.qmd").read_text() == code


def test_an_editor_sees_its_own_file(folder: Path) -> None:
    path = folder / "x.qmd"
    state = judge_text(path, PAPER.replace("First", "Changed"))
    assert state.error is None
    assert [
        (one.finding.citation.key, one.position and one.position.line) for one in state.cited
    ] == [
        ("roe2021", 5),
        ("roe2021", 8),
        ("roe2021", 14),
        ("ghost2020", 14),
    ]
    new = judge_text(folder / "new.qmd", "```{r x, echo=TRUE}\na\n\nb\n```\n\nSee [@ghost2020].\n")
    assert [one.position and one.position.line for one in new.cited] == [7]


def test_plain_markdown_costs_nothing(
    ars: Ars, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ars_pandoc.documents.assemble.Included", None)
    write(folder, {"a.md": "Words [@roe2021, p. 3].\n"})
    assert ars("check", "--bibliography", "refs.bib", "a.md").exit_code in (0, 1)


def test_a_locator_is_written_into_the_part_that_cites(folder: Path) -> None:
    (folder / "_part.qmd").write_text("A part [@roe2021].\n")
    [source] = expand_inputs(["x.qmd"])
    reading = read(source)
    [placed] = [
        one for one in reading.unanchored if one.position and one.position.path.name == "_part.qmd"
    ]
    path, before, after = write_anchor(reading, placed, Anchor("page", "7"))
    assert (path, before) == (Path("_part.qmd"), "A part [@roe2021].\n")
    assert (folder / "_part.qmd").read_text() == "A part [@roe2021, p. 7].\n"
    assert (folder / "x.qmd").read_text() == PAPER
    assert len(after.unanchored) == len(reading.unanchored) - 1
