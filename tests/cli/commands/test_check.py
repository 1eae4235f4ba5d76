from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from ars_pandoc.cli import main
from ars_pandoc.pandoc.executable import bundled_pandoc
from tests.checking.papers import TEXT, write_paper
from tests.cli.terminal import converse, run_on_terminal
from tests.conftest import clean_environment


@pytest.fixture(autouse=True)
def paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("ARS_CORPUS", "ARS_LOCKED", "ARS_MODE", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return write_paper(tmp_path)


def _report(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    schema = json.loads(
        files("ars_pandoc").joinpath("report/schema/report.schema.json").read_bytes()
    )
    jsonschema.validate(report, schema)
    return report


def test_json_keeps_its_schema_and_tells_places(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "paper.md", "missing.md", "--format", "json"]) == 2
    paper, missing = _report(capsys)["documents"]
    assert (paper["path"], paper["rendered"], paper["verdict"]) == ("paper.md", None, "refused")
    assert paper["citations"][1]["line"] == 9
    assert (missing["verdict"], missing["error"].split("\n")[0]) == (
        "not-judged",
        "missing.md: no such file",
    )


def test_several_reports_at_once(tmp_path: Path) -> None:
    forms = ["json", "sarif", "junit", "github", "markdown", "html", "text", "concise"]
    outputs = [word for form in forms for word in ("--output", f"{form}=out.{form}")]
    assert main(["check", "paper.md", *outputs]) == 1
    assert all((tmp_path / f"out.{form}").stat().st_size for form in forms)
    assert "\x1b" not in (tmp_path / "out.text").read_text()


def test_a_report_never_replaces_what_is_checked(paper: Path) -> None:
    for name in ("paper.md", "literature_corpus.yaml"):
        assert main(["check", "paper.md", "--output", f"json={name}"]) == 2
    assert paper.read_text() == TEXT


def test_a_report_replaces_no_chapter_of_a_defaults_file(tmp_path: Path) -> None:
    (tmp_path / "thesis.yaml").write_text("input-files: [one.md, two.md]\n")
    for name in ("one.md", "two.md"):
        (tmp_path / name).write_text("See [@read, p. 1].\n")
    for name in ("one.md", "two.md", "literature_corpus.yaml"):
        assert main(["check", "-d", "thesis.yaml", "--output", f"json={name}"]) == 2
    assert (tmp_path / "two.md").read_text() == "See [@read, p. 1].\n"
    assert main(["check", "-d", "thesis.yaml", "--output", "json=new.json"]) == 0


def test_the_citations_of_a_book_name_their_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "thesis.yaml").write_text("input-files: [one.md, two.md]\n")
    for name in ("one.md", "two.md"):
        (tmp_path / name).write_text(f"{name} said [@read, p. 1].\n")
    assert main(["check", "-d", "thesis.yaml", "--format", "json"]) == 0
    (document,) = _report(capsys)["documents"]
    assert document["path"] is None
    places = [(one["file"], one["line"], one["column"]) for one in document["citations"]]
    assert places == [("one.md", 1, 14), ("two.md", 1, 14)]
    (tmp_path / "two.md").write_text("See @gone.\n\nSmith (2020) said.\n")
    arguments = ["check", "-d", "thesis.yaml", "-M", "ars-unmarked=refuse", "--format"]
    for form, words in (
        ("sarif", '"uri": "two.md"'),
        ("github", "::warning file=two.md,line=3,"),
        ("junit", 'classname="two.md"'),
    ):
        assert main([*arguments, form]) == 1
        assert words in capsys.readouterr().out
    assert main(["check", "one.md", "--format", "json"]) == 0
    assert "file" not in _report(capsys)["documents"][0]["citations"][0]


def test_bad_input_is_named_and_the_other_files_are_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "good.md").write_text("See [@read, p. 1].\n")
    (tmp_path / "binary.md").write_bytes(bytes(range(256)) * 40)
    with (tmp_path / "big.md").open("wb") as big:
        big.truncate(100 * 2**20)
    (tmp_path / "loop.md").symlink_to("loop.md")
    (tmp_path / "word.docx").write_text("no container")
    (tmp_path / "empty").mkdir()
    (tmp_path / "gfm.md").write_text("<!--ref:read--><!--anchor:page:3--> Words.\n")
    names = "binary.md big.md loop.md word.docx empty gone.md refs.bib good.md".split()
    (tmp_path / "refs.bib").write_text("")
    assert main(["check", *names, "--format", "json"]) == 2
    documents = _report(capsys)["documents"]
    assert [one["verdict"] for one in documents] == ["not-judged"] * 7 + ["passed"]
    said = dict(zip(names, (one["error"] for one in documents), strict=True))
    for name, words in {
        "binary.md": "no text, and so no manuscript",
        "big.md": "too large to be judged (100 MB)",
        "loop.md": "loop.md",
        "word.docx": "cannot read word.docx",
        "empty": "no document was found in the folder empty",
        "gone.md": "no such file",
        "refs.bib": "is a bibliography and no manuscript",
    }.items():
        assert words in said[name]
    # Where Pandoc keeps no marker in its place, nothing passes.
    assert main(["check", "-f", "gfm", "gfm.md"]) == 1
    assert "swallows the rest of its line" in capsys.readouterr().out


@pytest.mark.parametrize("text", [": [", "input-files: [gone.md]", "- a list"])
def test_a_defaults_file_that_cannot_be_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    (tmp_path / "broken.yaml").write_text(text)
    assert main(["check", "-d", "broken.yaml"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert ("broken.yaml" in said.err or "gone.md" in said.err) and "next: " in said.err


def test_parts_of_a_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "paper.md", "--key", "read", "--section", "Intro"]) == 1
    assert "refused: 1 of 1 citation cannot pass" in capsys.readouterr().out
    assert main(["check", "paper.md", "--rows", "retraction,identifier"]) == 0
    assert main(["check", "paper.md", "--rows", "pages"]) == 2


def test_baselines(paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "paper.md", "--write-baseline", "known.json"]) == 0
    assert main(["check", "paper.md", "--baseline", "known.json"]) == 0
    paper.write_text("New [@read] claim.\n\n" + TEXT.split("---\n\n")[1])
    capsys.readouterr()
    assert main(["check", "paper.md", "--baseline", "known.json"]) == 1
    assert "1 of 2 citations cannot pass; 5 findings known" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("variables", "coloured"),
    [({"TERM": "xterm"}, True), ({"TERM": "dumb"}, False), ({"NO_COLOR": "1"}, False)],
)
def test_colour_only_where_it_is_wanted(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], *, coloured: bool
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    code, said = run_on_terminal(["check", "paper.md"], Path.cwd(), b"")
    assert code == 1
    assert "MED-WARN-NO-LOCATOR" in said
    assert ("\x1b[" in said) is coloured


def test_no_colour_in_a_pipe() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from ars_pandoc.cli import main; main(['check', 'paper.md'])"],
        capture_output=True,
        text=True,
        check=False,
        env=clean_environment(),
    )
    assert "MED-WARN-NO-LOCATOR" in done.stdout
    assert "\x1b[" not in done.stdout


def test_watch_checks_again_at_each_save(paper: Path) -> None:
    code = "from ars_pandoc.cli import main; main(['check', '--watch', 'paper.md'])"
    with Path("out.txt").open("w+") as out:
        process = subprocess.Popen(
            [sys.executable, "-u", "-c", code], stdout=out, stderr=subprocess.STDOUT,
            env=clean_environment({"PYTHONUNBUFFERED": "1"}),
        )  # fmt: skip
        try:
            assert _appears("watching")
            paper.write_text("Good [@read, p. 1].\n")
            assert _appears("passed: 1 citation ok")
        finally:
            process.terminate()
            process.wait(10)


def _appears(words: str) -> bool:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if words in Path("out.txt").read_text():
            return True
        time.sleep(0.05)
    return False


def test_an_interrupt_ends_all_processes_without_a_traceback(tmp_path: Path) -> None:
    names = [f"{number}.md" for number in range(20)]
    os.mkfifo(tmp_path / names[0])
    for name in names[1:]:
        (tmp_path / name).write_text("See [@read, p. 1].\n")
    code = "import sys; from ars_pandoc.cli import main; sys.exit(main(['check', *sys.argv[1:]]))"
    process = subprocess.Popen(
        [sys.executable, "-c", code, *names],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=clean_environment(),
    )
    with (tmp_path / names[0]).open("wb"):
        # Here one of its processes has opened the pipe and waits for words.
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
    assert "Traceback" not in said
    assert "Stopped." in said
    assert process.returncode == 130


def test_more_than_twenty_findings_take_a_line_each_on_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "my paper.md").write_text("Said [@read] so.\n\n" * 21)
    code, shown = converse(["check", "my paper.md"], tmp_path, [], columns=60)
    assert code == 1
    assert "21 citations without a locator:" in shown
    assert "ars anchor --interactive 'my paper.md'" in shown
    assert "my paper.md" in shown
    assert "  -->" not in shown
    assert main(["check", "my paper.md"]) == 1
    assert "  -->" in capsys.readouterr().out, "what goes elsewhere keeps its form"
    code, shown = converse(["check", "my paper.md", "--format", "terminal"], tmp_path, [])
    assert "-->" in shown
    assert main(["check", "my paper.md", "--group-by", "source"]) == 1
    assert capsys.readouterr().out.startswith("read  21 findings\n")
    assert main(["check", "my paper.md", "--group-by", "source", "--format", "json"]) == 2


@pytest.mark.parametrize("reader", ["docx", "docx+citations"])
def test_markers_typed_in_word_were_sent_to_a_reader_of_markdown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], reader: str
) -> None:
    text = "Text of \\<!--ref:read--\\>\\<!--anchor:page:3--\\> here.\n"
    pandoc = bundled_pandoc().path
    subprocess.run(
        [str(pandoc), "-f", "markdown", "-t", "docx", "-o", "typed.docx"],
        input=text.encode(),
        check=True,
    )
    assert main(["check", "-f", reader, "typed.docx"]) == 1
    said = capsys.readouterr().out
    assert "markdown-raw_html" not in said
    assert "Zotero's or EndNote's" in said
    # The reader that is in use is not recommended.
    assert ("docx+citations" in said) == (reader == "docx")
    main(["status", "typed.docx"])
    assert "ars anchor" not in capsys.readouterr().out, "it cannot write there"


@pytest.mark.parametrize(
    ("key", "written", "right"),
    [
        ("O'hara2011", "[@O'hara2011, p. 2]", "@{O'hara2011}"),
        ("share--income_2019", "[@share--income_2019, p. 4]", "@{share--income_2019}"),
        ("wang2020", "[@wang2020所示]", "[@wang2020, p. 12]"),
    ],
)
def test_a_known_key_that_pandoc_cuts_short_was_to_be_escaped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], key: str, written: str, right: str
) -> None:
    (tmp_path / "refs.bib").write_text(f"@book{{{key}, title={{T}}, author={{A, B}}, year=2000}}")
    (tmp_path / "cut.md").write_text(f"---\nbibliography: refs.bib\n---\n\nSaid {written}.\n")
    assert main(["check", "cut.md"]) == 1
    said = capsys.readouterr().out
    assert right in said
    assert "\\@" not in said


def test_a_key_that_no_marker_can_hold_was_to_be_added_to_the_sidecar(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "refs.bib").write_text("@book{a--b, title={T}, author={A, B}, year=2000}")
    (tmp_path / "cut.md").write_text("---\nbibliography: refs.bib\n---\n\nSaid [@{a--b}, p. 1].\n")
    assert main(["check", "cut.md"]) == 1
    said = capsys.readouterr().out
    assert "give it another key in refs.bib and in the text" in said
    assert "ars init" not in said
