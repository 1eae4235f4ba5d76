"""What a defaults file says about reading, and nothing of what it says about writing."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.documents.defaults import read_defaults

READING = {
    "abbreviations": "a", "csl": "c.csl", "citation-abbreviations": "c.json", "data-dir": "d",
    "default-image-extension": "png", "file-scope": True, "from": "markdown",
    "indented-code-classes": ["x"], "ipynb-output": "all", "preserve-tabs": True,
    "reader": "gfm", "resource-path": ["."], "shift-heading-level-by": 1, "strip-comments": True,
    "tab-stop": 2, "track-changes": "all",
}  # fmt: skip


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(name: str, text: str) -> None:
    Path(name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize("name", READING)
def test_each_setting_of_reading_is_kept(name: str) -> None:
    import json

    write("d.yaml", json.dumps({name: READING[name]}))
    assert read_defaults(["d.yaml"]).settings[name] == READING[name]


@pytest.mark.parametrize(
    "line",
    ["filters: [x]", "output-file: o.pdf", "template: t", "to: html", "citeproc: true",
     "verbosity: INFO", "pdf-engine: xelatex"],
)  # fmt: skip
def test_what_is_said_of_writing_is_left_out(line: str) -> None:
    write("d.yaml", line)
    assert read_defaults(["d"]).settings == {"metadata-files": []}


def test_later_files_add_to_lists_and_set_the_rest_anew() -> None:
    write("one.yaml", "input-file: a.md\nfrom: gfm\nbibliography: a.bib\nmetadata: {x: 1, y: 1}\n")
    write("two.yaml", "input-files: [b.md, c.md]\nfrom: org\nbibliography: [b.bib]\nmetadata: {y: 2}\n"
          "metadata-file: m.yaml\n")  # fmt: skip
    found = read_defaults(["one", "two"])
    assert found.inputs == ["a.md", "b.md", "c.md"]
    assert found.reader == "org"
    assert found.settings["bibliography"] == ["a.bib", "b.bib"]
    assert found.settings["metadata"] == {"x": 1, "y": 2}
    assert found.settings["metadata-files"] == ["m.yaml"]


def test_a_parent_is_read_before_its_child() -> None:
    write("parent.yaml", "from: gfm\ninput-file: p.md\n")
    write("child.yaml", "defaults: parent\ninput-file: c.md\n")
    found = read_defaults(["child"])
    assert (found.inputs, found.reader) == (["p.md", "c.md"], "gfm")
    assert read_defaults([]).reader is None


def test_a_circle_and_a_file_that_is_not_there_are_errors() -> None:
    write("a.yaml", "defaults: b\n")
    write("b.yaml", "defaults: [a]\n")
    with pytest.raises(ArsError, match="in a circle"):
        read_defaults(["a"])
    with pytest.raises(ArsError, match="'gone' is not there"):
        read_defaults(["gone"])
