"""`ars audit --dataset` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.cli import main
from ars_pandoc.cli.shared import dataset_audit
from ars_pandoc.cli.shared.dataset_audit import dataset_jobs
from tests.auditing.many_documents import write_folder


@pytest.fixture
def theses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_folder(Path("theses"), 9)
    return Path("theses")


@pytest.mark.slow
def test_the_report_is_on_the_whole_and_the_code_on_what_was_named(
    theses: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["audit", "--dataset", "out", "--jobs", "1", "--time-limit", "2"]
    assert main([*line, "theses/p00004.md"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("1 document, 1 citation, 0 refused\n")
    assert "1 of 1: 1 passed" in err
    assert main([*line, "theses/p00006.md", "--format", "json", "--output", "html=r.html"]) == 1
    out, _ = capsys.readouterr()
    assert json.loads(out)["documents"] == 2
    assert "<h1>2 documents, 3 citations</h1>" in Path("r.html").read_text("utf-8")
    assert main([*line, "theses"]) == 2
    out, err = capsys.readouterr()
    assert "9 documents, 2 of them judged before" in err
    # What was named before is not judged again, and counts for nothing now.
    assert main([*line, "theses/p00004.md"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("9 documents")
    assert "1 document, 1 of them judged before" in err


@pytest.mark.slow
def test_a_file_that_is_not_there_is_one_row(
    theses: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["audit", "--dataset", "out", "theses/p00004.md", "gone.md"]
    assert main(line) == 2
    out, _ = capsys.readouterr()
    assert "gone.md" in out.partition("Not judged")[2]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--jobs", "2"], "go with --dataset"),
        (["--dask", "tcp://h:1"], "go with --dataset"),
        (["--dataset", "out", "--jobs", "2", "--dask", "tcp://h:1"], "give one"),
        (["--dataset", "out", "--format", "sarif"], "not sarif"),
        (["--dataset", "out", "--output", "junit=a.xml"], "not junit"),
        (["--dataset", "out", "--output", "html=theses/p00004.md"], "files that are audited"),
        (["--dataset", "theses"], "something else than a dataset"),
    ],
)
def test_what_does_not_go_together_is_said(
    theses: Path, capsys: pytest.CaptureFixture[str], more: list[str], said: str
) -> None:
    before = (theses / "p00004.md").read_bytes()
    assert main(["audit", "theses/p00004.md", *more]) == 2
    assert said in capsys.readouterr().err
    assert (theses / "p00004.md").read_bytes() == before


def test_standard_input_has_no_name_in_a_dataset() -> None:
    with pytest.raises(ArsError, match="standard input has no name"):
        dataset_jobs({"files": ("-",), "defaults": ()}, {})


def test_the_documents_at_an_address() -> None:
    import fsspec

    system = fsspec.filesystem("memory")
    for name in ("a.md", "b/c.tex", "b/d.png", "_drafts/e.md", ".git/f.md", "refs.bib"):
        system.pipe_file(f"/listed/{name}", b"words")
    given = {"files": ("memory://listed",), "defaults": ()}
    jobs = dataset_jobs(given, {})
    assert [(job.name, job.source.reader) for job in jobs] == [
        ("memory://listed/a.md", "markdown"),
        ("memory://listed/b/c.tex", "latex+raw_tex"),
    ]
    one = dataset_jobs({**given, "files": ("memory://listed/a.md",)}, {})
    assert [job.address for job in one] == ["memory://listed/a.md"]
    with pytest.raises(ArsError, match="no document was found at"):
        dataset_jobs({**given, "files": ("memory://listed/_drafts/x",)}, {})
    with pytest.raises(ArsError, match="cannot be read"):
        dataset_jobs({**given, "files": ("nosuch://a/b",)}, {})


def test_a_folder_that_is_named_twice_is_audited_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "theses").mkdir()
    (tmp_path / "theses" / "a.md").write_text("Nobody is cited.\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    given = {
        **dict.fromkeys(("reader", "corpus")),
        **dict.fromkeys(("defaults", "metadata", "metadata_file", "bibliography"), ()),
        "files": ("theses", str(tmp_path / "theses")),
    }
    assert [job.name for job in dataset_audit.dataset_jobs(given, {})] == ["theses/a.md"]
