"""The ways around the gate: the documentation names each, and each is as it says."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from ars_pandoc.pandoc.executable import Pandoc
from tests.conftest import GATE, ROOT, clean_environment, run_pandoc
from tests.test_readers import run_of, word

SHARED = ROOT / "tests" / "golden" / "_shared"
PAGE = (ROOT / "docs" / "ways-around.md").read_text(encoding="utf-8")
TEXT = "As was shown [@smith2024, p. 3].\n"
SMUGGLED = "As Nobody (1999) never showed."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(SHARED, tmp_path, dirs_exist_ok=True)
    (tmp_path / "extra.html").write_text(SMUGGLED, encoding="utf-8")
    (tmp_path / "own.html").write_text(f"$body$ {SMUGGLED}", encoding="utf-8")
    later = 'function Pandoc(doc) doc.blocks:insert(pandoc.Para("%s")); return doc end'
    (tmp_path / "later.lua").write_text(later % SMUGGLED, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("named", "arguments"),
    [
        ("`-V`", ["-s", "-V", f"include-after={SMUGGLED}"]),
        ("`--include-after-body`", ["-s", "--include-after-body", "extra.html"]),
        ("Templates", ["--template", "own.html"]),
        ("Filters that run later", ["--lua-filter", "later.lua"]),
    ],
)
def test_what_no_filter_sees_is_named_in_the_docs(
    named: str, arguments: list[str], pandoc: Pandoc, folder: Path
) -> None:
    assert named in PAGE.split("## Open: out")[1]
    options = ["-t", "html", "-M", "ars-corpus=refs.ars.yaml", "-M", "title=T"]
    done = run_pandoc(pandoc, [*options, *arguments], folder=folder, text=TEXT)
    assert done.returncode == 0, done.stderr
    assert "1 citation ok" in done.stderr
    assert SMUGGLED in done.stdout


@pytest.mark.parametrize(("reader", "passes"), [("html", True), ("html+raw_html", False)])
def test_a_reader_without_comments_is_named_in_the_docs(
    reader: str, passes: bool, pandoc: Pandoc, folder: Path
) -> None:
    assert "Plain `html` and `jats` readers" in PAGE.split("## Open: out")[1]
    options = ["-f", reader, "-t", "plain", "-M", "ars-corpus=refs.ars.yaml"]
    done = run_pandoc(pandoc, options, folder=folder, text="<p>Words <!--ref:nobody-->.</p>")
    assert (done.returncode == 0) is passes


@pytest.mark.skipif(os.name == "nt", reason="Windows tells programs by their names")
def test_a_gate_in_the_working_folder_is_named_in_the_docs(pandoc: Pandoc, folder: Path) -> None:
    assert "An executable `ars-gate` in the working folder" in PAGE.split("## Open: out")[1]
    (folder / "ars-gate").write_text("#!/bin/sh\ncat\n", encoding="utf-8")
    (folder / "ars-gate").chmod(0o755)
    done = subprocess.run(
        [str(pandoc.path), "--filter", "ars-gate", "-t", "plain"],
        input=b"Words <!--ref:nobody-->.\n",
        cwd=folder,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""


CLOSED = {
    "A typo in a marker": ("marker-attempts", "HIGH-WARN-MALFORMED-MARKER"),
    "What only looks like a marker": (
        "trap-markers-that-are-no-comments",
        "jones2023 | marker | HIGH-WARN-MALFORMED-MARKER",
    ),
    "A marker in raw TeX": ("trap-markers-in-raw-tex", "would print"),
    "An anchor without value": ("kind-section-paragraph-none", "MED-WARN-NO-LOCATOR"),
    "The same in a locator": ("placeholders-in-locators", "MED-WARN-NO-LOCATOR | section:-"),
    "A key that no source has": ("unknown-keys", "HIGH-WARN-NO-ORIGINAL"),
    "`--strip-comments`": ("strip-comments", "exit 2"),
    "A reader that leaves `[@key]`": ("left-as-text-ipynb", "exit 2"),
    "`[@key]` left as plain text beside markers": ("left-beside-markers", "exit 2"),
    "A reader that drops comments": ("nothing-seen-html", "exit 2"),
    "A paragraph that opens with `@key.`": ("trap-example-list", "exit 2"),
    "Citing in plain words only": ("nothing-seen-callouts", "exit 2"),
    "`[@key]` in a title": ("left-as-text-in-a-title", "exit 2"),
    "A citation in metadata that prints": ("metadata-that-prints", "MED-WARN-NO-LOCATOR"),
    "A citation behind a figure": ("figure-with-text-behind-the-picture", "raw | MED-WARN"),
    "Citing in plain words beside": ("unmarked-callouts-refused", "exit 1"),
    "TeX commands": ("raw-citations", "| raw | MED-WARN-NO-LOCATOR"),
    "What is written as a citation, and": ("text-that-pandoc-takes-for-code", "does not see"),
    "A locator that stands beside": ("lost-locators", "MED-WARN-NO-LOCATOR"),
    "A key that Pandoc cut short": ("cut-keys", "HIGH-WARN-MALFORMED-MARKER"),
    "A known key glued to a word": ("trap-glued-keys-of-all-scripts", "is glued to"),
    "`[ref:key]`, `{ref:key}`": ("trap-signs-that-only-look-alike", "only looks like an @"),
    "A key with a space": ("trap-keys-with-a-space-alone", "has a space"),
    "A wiki": ("trap-wiki-links", "link of a wiki"),
    "A known key without its @": ("keys-without-at", "without its @"),
    "A key in a URL": ("attack-keys-in-urls", "onlybib2020 | native | MED-WARN"),
    "A heading whose id is the key": ("cross-references-hide-no-unread-key", "smith-2020 | native"),
    "Results of an earlier pass": ("key-words-of-an-earlier-pass", "HIGH-WARN-NO-ORIGINAL"),
    "`[UNVERIFIED CITATION": ("literal-markers-without-a-ref", "HIGH-WARN-MALFORMED-MARKER"),
    "A document that sets its own": ("lock-ignores-the-document", "exit 1"),
    "A `bibliography:` that brings a sidecar": ("lock-lets-no-bibliography-choose", "exit 2"),
    "Trust fields that anyone can type": ("trust-pinned", "HIGH-WARN-NO-ORIGINAL"),
}
"""Each closed way with the golden case that both Pandocs go through, and what it must say."""


@pytest.mark.parametrize(
    ("named", "key", "meta"),
    [
        ("A bibliography that gives a good key", "smith2024", "bibliography: other.bib"),
        (
            "`references` in the metadata",
            "ghost",
            "references: [{id: ghost, citation-key: smith2024, type: book, title: Made up}]",
        ),
    ],
)
def test_what_the_bibliography_prints_is_named_in_the_docs_and_by_an_audit(
    named: str, key: str, meta: str, pandoc: Pandoc, folder: Path
) -> None:
    assert named in PAGE.split("## Open: what the bibliography prints")[1].split("##")[0]
    (folder / "other.bib").write_text("@book{smith2024, title = {Made up}}\n", encoding="utf-8")
    text = f"---\n{meta}\n---\n\nAs was shown [@{key}, p. 3].\n"
    options = ["-t", "plain", "-M", "ars-corpus=refs.ars.yaml", "--citeproc"]
    done = run_pandoc(pandoc, options, folder=folder, text=text)
    assert done.returncode == 0, done.stderr
    assert "Made up" in done.stdout
    (folder / "paper.md").write_text(text, encoding="utf-8")
    audit = subprocess.run(
        [Path(GATE).with_name("ars"), "audit", "paper.md", "--corpus", "refs.ars.yaml"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=clean_environment(),
    )
    assert audit.returncode == 0, audit.stderr
    assert "says “Made up”" in audit.stdout


def rows(section: str) -> list[str]:
    table = PAGE.split(f"## {section}")[1].split("##")[0]
    return [line for line in table.splitlines() if line.startswith("| ")][1:]


def test_every_closed_way_has_its_case() -> None:
    listed = rows("Closed")
    assert len(listed) == len(CLOSED) + len(CHECKED)
    listed = listed[: len(CLOSED)]
    for row, (way, (case, verdict)) in zip(listed, CLOSED.items(), strict=True):
        assert row.startswith(f"| {way}")
        expected = ROOT / "tests" / "golden" / case / "expected.txt"
        said = expected.read_text(encoding="utf-8")
        # The filter alone warns of what `ars check` refuses (tests/verdict/test_witness.py).
        assert not said.startswith("exit 0") or way.startswith("What is written as a citation")
        assert verdict in said


CHECKED = {
    "A citation in a chunk": (
        "paper.qmd",
        "```{r}\n#| fig-cap: By [@nobody]\nplot(1)\n```\n\n{{< include _part.qmd >}}\n",
        1,
        "_part.qmd:1",
    ),
    "A cite command under another name": (
        "paper.tex",
        "\\DeclareCiteCommand{\\mc}{a}{b}{c}{d}\nAs \\mc{nobody} says.\n",
        1,
        "paper.tex:2",
    ),
    "A citation in Word": ("paper.docx", "", 2, "1 citation of Citavi"),
}
"""Each closed way that `ars check` sees and the bare filter does not: a file, the code, words."""


@pytest.mark.parametrize("way", CHECKED)
def test_what_check_refuses_is_named_in_the_docs(way: str, pandoc: Pandoc, folder: Path) -> None:
    name, text, code, said = CHECKED[way]
    number = len(CLOSED) + list(CHECKED).index(way)
    assert rows("Closed")[number].startswith(f"| {way}")
    (folder / "_part.qmd").write_text("As @nobody says.\n", encoding="utf-8")
    citavi = '<w:sdt><w:sdtPr><w:tag w:val="CitaviPlaceholder#1"/></w:sdtPr><w:sdtContent>'
    if name.endswith(".docx"):
        content = f"{citavi}{run_of('(Smith 2024)')}</w:sdtContent></w:sdt>"
        (folder / name).write_bytes(word(content))
    else:
        (folder / name).write_text(f"{text}\nSo much.\n", encoding="utf-8")
    programs = folder / "bin"
    programs.mkdir()
    (programs / "pandoc").symlink_to(pandoc.path)
    done = subprocess.run(
        [Path(GATE).with_name("ars"), "check", name, "--corpus", "refs.ars.yaml"],
        cwd=folder,
        env=clean_environment({"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert said in done.stdout


@pytest.mark.parametrize(
    ("named", "text"),
    [
        (
            "`$\\text{\\cite{key}}$`",
            "It is so: $x \\text{ as in \\cite{nobody}}$.\n",
        ),
        (
            "`\\newcommand` in a raw attribute",
            "`\\newcommand{\\mc}[1]{\\csname cite\\endcsname{#1}}`{=latex} As `\\mc{nobody}`{=latex}.\n",
        ),
        (
            "as Smith wrote in 2024",
            "It is so, as Smith wrote in 2024. The famous study shows it.\n",
        ),
        ("`[roe2021]`", "It is so [smith2024], and (smith2024).\n"),
        ("a heading such as References", "# References\n\nSmith (2024) and Jones (2023) say so.\n"),
        ("`::: {#refs}`", "::: {#refs}\nSmith (2024) and Jones (2023) say so.\n:::\n"),
    ],
)
def test_words_that_no_rule_takes_for_a_citation_are_named_in_the_docs(
    named: str, text: str, pandoc: Pandoc, folder: Path
) -> None:
    assert named in PAGE.split("## Open: words")[1]
    options = ["-t", "html", "-M", "ars-corpus=refs.ars.yaml"]
    done = run_pandoc(pandoc, options, folder=folder, text=f"{TEXT}\n{text}")
    assert done.returncode == 0, done.stderr
    assert "1 citation ok" in done.stderr
    assert "call-out" not in done.stderr


def test_the_lock_closes_what_a_document_could_set(pandoc: Pandoc, folder: Path) -> None:
    text = "---\nars: {mode: draft, accept: [LOW-WARN]}\n---\n\nA [@unread2024, p. 3].\n"
    corpus = {"ARS_CORPUS": "refs.ars.yaml"}
    unlocked = run_pandoc(pandoc, ["-t", "html"], folder=folder, text=text, environment=corpus)
    assert unlocked.returncode == 0
    locked = run_pandoc(
        pandoc,
        ["-t", "html", "-M", "ars-accept=LOW-WARN"],
        folder=folder,
        text=text,
        environment={**corpus, "ARS_LOCKED": "1"},
    )
    assert locked.returncode != 0
    assert locked.stdout == ""
    assert "LOW-WARN" in locked.stderr


def test_what_quarto_puts_in_behind_the_gate_is_named_in_the_docs(
    pandoc: Pandoc, folder: Path
) -> None:
    assert "`{{< var x >}}`, `{{< meta x >}}`" in PAGE.split("## Open: out")[1].split("##")[0]
    (folder / "_variables.yml").write_text(f"x: {SMUGGLED}\n", encoding="utf-8")
    options = ["-t", "html", "-M", "ars-corpus=refs.ars.yaml"]
    done = run_pandoc(pandoc, options, folder=folder, text=f"{TEXT}\n{{{{< var x >}}}}\n")
    assert done.returncode == 0, done.stderr
    assert "1 citation ok" in done.stderr
