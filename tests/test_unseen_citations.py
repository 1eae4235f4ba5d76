"""Words that a reader sees as a citation and that no judge saw: each kind with several members.

Every member holds keys that must be refused, beside a good citation that would let it pass. The
golden folders hold the inputs that showed a kind first; here stand others of it, each through
`ars check`, and through the bare filter where the citation stands in Pandoc's AST.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from ars_pandoc.cli import main
from ars_pandoc.pandoc.executable import Pandoc
from tests.conftest import ROOT, clean_environment, run_pandoc

SHARED = ROOT / "tests" / "golden" / "_shared"
KNOWN, UNKNOWN = "jones2023", "ghost2020"
GOOD = {
    ".md": ("Known [@smith2024, p. 1].\n\n", "\n\nAnd so [@smith2024, p. 3].\n"),
    ".tex": (
        "\\documentclass{article}\n\\begin{document}\nKnown \\cite[3]{smith2024}.\n\n",
        "\n\nAnd so.\n\\end{document}\n",
    ),
    ".org": ("Known [cite:@smith2024 p. 3].\n\n", "\n\nAnd so.\n"),
    ".rst": ("", "\n\nAnd so.\n"),
    ".typ": ("Words.\n\n", "\n\nAnd so.\n"),
}
NOTEBOOK = json.dumps(
    {
        "cells": [{"cell_type": "markdown", "metadata": {}, "source": ["By [@ghost2020]."]}],
        "metadata": {},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
)


@dataclass(frozen=True)
class Kind:
    """Ways in which a citation can stay unseen, for one and the same reason.

    Attributes:
        ending: Of the files.
        members: The texts, each with one citation of `KEY`.
        keys: What `KEY` may be: a key that a source has, and one that none has.
        files: What lies beside the texts.
        seen_by_filter: Pandoc's AST holds the citation, so the bare filter refuses it too.
    """

    ending: str
    members: tuple[str, ...]
    keys: tuple[str, ...] = (KNOWN, UNKNOWN)
    files: Mapping[str, str] = field(default_factory=dict)
    seen_by_filter: bool = False


def chunks(*heads: str) -> tuple[str, ...]:
    """Return a text for each chunk: prose between two of its kind, which hold an empty line."""
    return tuple(
        f"{fence}{head}\nx\n\ny\n{fence}\n\nNobody can check [@KEY].\n\n{fence}{head}\nz\n\nz\n{fence}"
        for head in heads
        for fence in ("```", "~~~~")
    )


def options(language: str, *lines: str) -> tuple[str, ...]:
    """Return a chunk with each of the options."""
    return tuple(f"```{{{language}}}\n{line}\nplot(1)\n\nplot(2)\n```" for line in lines)


def headers(*heads: str) -> tuple[str, ...]:
    return tuple(f"```{{{head}}}\nplot(1)\n\nplot(2)\n```" for head in heads)


PART = "By [@KEY] here.\n"
KINDS: dict[str, Kind] = {
    "chunks of every engine": Kind(
        ".Rmd",
        chunks(
            "{r x, echo=FALSE}",
            "{julia}",
            "{stan output.var='m'}",
            "{Rcpp, cache=TRUE}",
            "{bash eval=FALSE}",
            '{sql connection=con, output.var="d"}',
            "{tikz, fig.ext='png'}",
            "{webr-r}",
            "{pyodide-python}",
            "{ r }",
            '{r echo=c(1,2), fig.cap="}"}',
            "{octave}",
            "{shinylive-python}",
        ),
        (UNKNOWN,),
    ),
    "captions among the options of a chunk": Kind(
        ".qmd",
        (
            *options(
                "r",
                '#| fig-cap: "From [@KEY]."',
                "#| tbl-cap: >\n#|   From\n#|   [@KEY]",
                '#| tbl-subcap: ["a [@KEY]", b]',
                "#| fig-subcap:\n#|   - a [@KEY]",
                "#| lst-cap: By @KEY",
                "#| code-summary: By @KEY",
                "#|   fig-cap: By @KEY, with its line indented",
                "#| fig.cap: By @KEY",
                "#| apa-note: By [@KEY], below the table",
                "#| tbl-notes: '[@KEY]'",
                '#| echo=FALSE, fig.cap="By [@KEY]"',
            ),
            *options("dot", "//| fig-cap: By [@KEY]"),
            *options("mermaid", "%%| fig-cap: By [@KEY]"),
            *options("stata", "*| fig-cap: By [@KEY]"),
            *options("fortran", "!| fig-cap: By [@KEY]"),
            *options("c", "/*| fig-cap: By [@KEY] */"),
            *options("scheme", ";| fig-cap: By [@KEY]"),
        ),
    ),
    "captions in the head of a chunk": Kind(
        ".Rmd",
        headers(
            'r a, fig.cap="By [@KEY]"',
            "r a,fig.cap = 'By [@KEY]'",
            'r, fig.cap=c("a","By [@KEY]")',
            'r fig.cap=r"(By [@KEY])"',
            'r, tab.cap="By [@KEY]"',
            'r, fig.cap=if (x) "a" else "By [@KEY]"',
            'r, fig.cap=sprintf("%s [@KEY]", a)',
            "python, fig.cap='By [@KEY]'",
            'r, tab.note="[@KEY]"',
        ),
    ),
    "attributes and titles that print": Kind(
        ".Rmd",
        (
            '![](a.png){fig-cap="By [@KEY]."}',
            '::: {.callout-note title="By [@KEY]"}\nx\n:::',
            '::: {#tbl-x tbl-cap="By [@KEY]"}\nx\n:::',
            '::: {#thm-a name="By [@KEY]"}\nx\n:::',
            '::: {.theorem #a name="By [@KEY]"}\nx\n:::',
            '::: {.example name="By @KEY"}\nx\n:::',
            '::: {.note data-latex="{By \\citep{KEY}}"}\nx\n:::',
            '::: {#tbl-y apa-note="By [@KEY]"}\nx\n:::',
            '```{.python lst-cap="By [@KEY]"}\nx\n```',
            '```{theorem, name="By [@KEY]"}\nx\n```',
            '```{details, summary="By [@KEY]"}\nx\n```',
            "```{details}\nBy [@KEY]\n```",
            "```{block2, type='x'}\nBy [@KEY]\n```",
            "<figure><img src='a.png'><figcaption>By [@KEY]</figcaption></figure>",
        ),
    ),
    "parts of quarto's": Kind(
        ".qmd",
        (
            "{{< include _PART.qmd >}}",
            "{{< include 'a PART.qmd' >}}",
            "::: {.x}\n{{< include sub/_PART.md >}}\n:::",
            "> {{< include _PART.qmd >}}",
            "{{< include _outer.qmd >}}",
            "{{< include _PART.ipynb >}}",
        ),
        (UNKNOWN,),
        {
            "_PART.qmd": PART,
            "a PART.qmd": PART,
            "sub/_PART.md": PART,
            "_outer.qmd": "{{< include _PART.qmd >}}\n",
            "_PART.ipynb": NOTEBOOK,
        },
    ),
    "children of knitr's": Kind(
        ".Rmd",
        (
            "```{r child='PART.Rmd'}\n```",
            '```{r, child=c("other.Rmd", "sub/PART.Rmd")}\n```',
            "```{r}\n#| child: [other.Rmd, PART.Rmd]\n```",
            '`r knitr::knit_child("PART.Rmd")`',
            "```{r, results='asis'}\ncat(knitr::knit_child('PART.Rmd', quiet=TRUE))\n```",
        ),
        (UNKNOWN,),
        {"PART.Rmd": PART, "sub/PART.Rmd": PART, "other.Rmd": "Other words.\n"},
    ),
    "files of latex": Kind(
        ".tex",
        (
            "\\input{PART}",
            "\\input PART ",
            "\\include{sub/PART}",
            "\\subimport*{sub/}{PART}",
            "\\subincludefrom{sub/}{PART}",
            "\\software{\\input{PART}}",
            "\\InputIfFileExists{PART}{}{}",
            "\\includestandalone[mode=tex]{PART}",
            "\\makeatletter\\@input{PART}\\makeatother",
        ),
        (UNKNOWN,),
        {"PART.tex": "By \\cite{KEY}.\n", "sub/PART.tex": "By \\cite{KEY}.\n"},
    ),
    "files of org": Kind(
        ".org",
        (
            '#+include: "PART.org"',
            "#+INCLUDE: ./PART.org",
            '#+include: "PART.org::*Head"',
            '#+include: "sub/PART.org" :minlevel 1',
            '#+include: "PART.md"',
        ),
        (UNKNOWN,),
        {
            "PART.org": "* Head\nBy cite:KEY.\n",
            "sub/PART.org": "By [cite:@KEY].\n",
            "PART.md": PART,
        },
    ),
    "commands of latex that pandoc drops": Kind(
        ".tex",
        (
            *(
                f"By \\{command}{{KEY}} x."
                for command in (
                    "Citet Citep citeA shortciteA fullcite footfullcite citetitle citeurl citedate "
                    "citenum onlinecite notecite pnotecite bibentry citeasnoun possessivecite "
                    "fullciteauthorNP shortciteauthorNP maskciteA footcitetitle inlinecite "
                    "textciteonline citeonline supercites Footcitetexts citefullauthor"
                ).split()
            ),
            "\\volcite{2}[3]{KEY}",
            "\\Pvolcite[see]{2}[3]{KEY}",
            "\\avolcites{1}[2]{KEY}",
            "\\apudonline{KEY}{smith2024}",
            "\\textcquote[3]{KEY}{words}",
            "\\hybridblockcquote{german}{KEY}{words}",
            "\\begin{foreigndisplaycquote}{german}[3]{KEY}\nwords\n\\end{foreigndisplaycquote}",
            "\\software{numpy \\citep{KEY}}",
            "\\added[id=x]{\\cite{KEY}}",
            "\\tablecomments{By \\citet{KEY}}",
            "\\nomenclature{a}{By \\cite{KEY}}",
            "\\begin{longtblr}[caption={By \\cite{KEY}}]{l} x\\end{longtblr}",
            "\\begin{tcolorbox}[title={By \\cite{KEY}}]x\\end{tcolorbox}",
            "\\begin{lstlisting}[caption={By \\cite{KEY}}]\nx\n\\end{lstlisting}",
            "\\begin{tikzpicture}\\node{By \\cite{KEY}};\\end{tikzpicture}",
            "\\epigraph{words}{\\cite{KEY}}",
            "\\let\\mc\\citep As \\mc{KEY} says.",
            "\\NewDocumentCommand{\\mc}{O{}m}{\\citep[#1]{#2}} As \\mc[a]{KEY} says.",
            "\\DeclareCiteCommand{\\mc}{a}{b}{c}{d} As \\mc{KEY} says.",
        ),
    ),
    "links of org": Kind(
        ".org",
        (
            "[[cite:&KEY p. 4]]",
            "citep:&KEY",
            "textcite:KEY",
            "[[parencite:KEY][p. 4]]",
            "Citet:KEY",
            "[[notecite:&KEY]]",
            "textcites:&smith2024;&KEY",
            "#+caption: By cite:KEY\n[[./a.png]]",
            "#+latex: By \\cite{KEY}",
            "By @@latex:\\volcite{2}[3]{KEY}@@",
            "[cite/noauthor:see @KEY]",
            "x[fn:a:By cite:KEY]",
        ),
    ),
    "what only looks like a marker": Kind(
        ".md",
        (
            "Roe <!-ref:KEY--><!-anchor:page:3-->",
            "Roe <! --ref:KEY-->",
            "Roe <--ref:KEY-->",
            "Roe <!ref:KEY>",
            "Roe <!—ref:KEY—>",
            "Roe <! - -ref:KEY- ->",
            "Roe \\<!--ref:KEY-->",
            "Roe &lt;!--ref:KEY--&gt;",
            "Roe <!--ref：KEY-->",
            "Roe <!---ref:KEY--->",
        ),
        seen_by_filter=True,
    ),
    "a marker in brackets, which prints": Kind(
        ".md",
        ("Roe [ref:KEY]", "Roe {ref:KEY}", "Roe [ref=KEY]."),
        (KNOWN,),
        seen_by_filter=True,
    ),
    "markers in raw code": Kind(
        ".md",
        (
            "```{=latex}\n\\caption{a <!--ref:KEY-->}\n```",
            "\\begin{tabular}{l}\na <!--ref:KEY--><!--anchor:page:3-->\n\\end{tabular}",
            "`<!--ref:KEY-->`{=typst}",
            "`<!--ref:KEY-->`{=openxml}",
        ),
        seen_by_filter=True,
    ),
    "keys that something is glued to": Kind(
        ".md",
        (
            "vgl.@KEY",
            "(see@KEY)",
            "이며@KEY",
            "[see@KEY]",
            "z.B.@KEY, p. 3",
            "*et al.*@KEY",
        ),
        (KNOWN,),
        seen_by_filter=True,
    ),
    "signs that only look like an at": Kind(
        ".md",
        ("As ＠KEY says", "As [＠KEY, p. 3]", "As [@\u200bKEY, p. 3]", "As ﹫KEY says"),
        (KNOWN,),
        seen_by_filter=True,
    ),
    "raw code by any name": Kind(
        ".md",
        (
            "`\\cite{KEY}`{=LaTeX}",
            "`\\cite{KEY}`{=TeX}",
            "`\\cite{KEY}`{=beamer}",
            "`\\cite[KEY]`{=context}",
            "`\\cite[authoryear][KEY]`{=ConTeXt}",
            "`#cite(<KEY>)`{=typst}",
            '`#cite(label("KEY"))`{=Typst}',
            "`@KEY`{=typst}",
            "`[@KEY]`{=markdown}",
            "`[@KEY]`{=commonmark_x}",
            "`[@KEY]`{=markdown_strict}",
            '`<i data-cites="KEY">`{=HTML}',
            "`<i data-cites=KEY>`{=revealjs}",
            "`<i data-cites=KEY>`{=epub3}",
            "`[cite:@KEY]`{=org}",
            "```{=typst}\n#figure(caption: [By @KEY])[x]\n```",
        ),
        seen_by_filter=True,
    ),
    "raw tex with odd characters": Kind(
        ".md",
        (
            "```{=latex}\n\\url{https://e.org/a%20b} and \\cite{KEY}\n```",
            "```{=latex}\n\\href{https://e.org/%20}{a} \\citep *{KEY}\n```",
            "```{=latex}\n\\lstinline{%} \\cite[\\]]{KEY}\n```",
            "```{=latex}\n\\citefield{KEY}{title}\n```",
            f"```{{=latex}}\n\\cite[{'long ' * 500}]{{KEY}}\n```",
            "```{=latex}\n10\\% \\cite{KEY}\n```",
            "```{=latex}\n\\verb|%| \\cite{KEY}\n```",
        ),
        seen_by_filter=True,
    ),
    "tags that cite": Kind(
        ".md",
        (
            '<span title="a>b" data-cites="KEY">x</span>',
            "<span/data-cites=KEY>x</span>",
            '<cite data-cites="smith2024 KEY">x</cite>',
            "<a href='b'\ndata-cites='KEY'>x</a>",
        ),
    ),
    "words of another syntax in markdown": Kind(
        ".md",
        (
            "{cite}`KEY`",
            "{cite:t}`KEY`",
            ":cite:`KEY`",
            ":cite:p:`KEY`",
            "#cite(<KEY>)",
            "[cite:@KEY]",
            "```{admonition} By [@KEY]\nx\n```",
            "```{figure} a.png\nBy [@KEY]\n```",
        ),
    ),
    "links of org in markdown": Kind(
        ".md", ("As cite:KEY says", "[[cite:&KEY]]", "(citep:KEY)"), (KNOWN,)
    ),
    "keys of markdown in other syntaxes": Kind(
        ".org", ("As [@KEY].", "As [@KEY, p. 3].", "| [@KEY] |"), (UNKNOWN,)
    ),
    "metadata that prints": Kind(
        ".md",
        (
            "---\nthanks: By @KEY\n---",
            "---\nabstract: |\n  By [@KEY]\n---",
            "---\nauthor: By [@KEY]\n---",
            "---\ninclude-before: By @KEY\n---",
            "---\nreference-section-title: By [@KEY]\n---",
            "---\nabstract-title: By @KEY\n---",
        ),
        seen_by_filter=True,
    ),
    "keys in what looks like an address": Kind(
        ".md",
        ("As [https://x/ @KEY], so", "a://@KEY says", "and.or/@KEY", "www.x.org/@KEY"),
        (KNOWN,),
    ),
    "behind the picture of a figure": Kind(
        ".tex",
        (
            "\\begin{figure}\\includegraphics{a.png} As \\cite{KEY}.\\caption{C}\\end{figure}",
            "\\begin{figure}\\caption{C}\\includegraphics{a.png}\\\\ Source: \\citet{KEY}\\end{figure}",
            "\\begin{figure*}\\includegraphics{a}\\footnotesize By \\cite{KEY}\\caption{C}\\end{figure*}",
        ),
    ),
    "roles of rst": Kind(
        ".rst", (":cite:`KEY`", ":cite:p:`KEY`", ":footcite:`KEY`", ":cite:t:`smith2024,KEY`")
    ),
}


@pytest.fixture
def folder(pandoc: Pandoc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with sources, in which a Pandoc stands before all others."""
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "pandoc").symlink_to(pandoc.path)
    for name in set(os.environ) - set(clean_environment()):
        monkeypatch.delenv(name)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    project = tmp_path / "project"
    shutil.copytree(SHARED, project)
    monkeypatch.chdir(project)
    return project


def text_of(kind: Kind, member: str, key: str) -> str:
    ending = kind.ending if kind.ending in GOOD else ".md"
    before, behind = GOOD[ending]
    if member.startswith("---"):
        before = ""
    return before + member.replace("KEY", key) + behind


@pytest.mark.parametrize("name", KINDS)
def test_each_member_is_refused(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kind = KINDS[name]
    expected: dict[str, tuple[str, int]] = {}
    for key in kind.keys:
        for file, text in kind.files.items():
            path = folder / file.replace("PART", key)
            path.parent.mkdir(exist_ok=True)
            path.write_text(text.replace("PART", key).replace("KEY", key), encoding="utf-8")
        for number, member in enumerate(kind.members):
            file = f"{key}-{number}{kind.ending}"
            text = text_of(kind, member.replace("PART", key), key)
            if "_outer" in member:
                (folder / "_outer.qmd").write_text(f"{{{{< include _{key}.qmd >}}}}\n")
            (folder / file).write_text(text, encoding="utf-8")
            expected[file] = (key, member.count("KEY") or 1)
    code = main(
        ["check", *expected, "--corpus", "refs.ars.yaml", "--format", "json"],
    )
    report = json.loads(capsys.readouterr().out)
    missed: list[object] = []
    for document in report["documents"]:
        key, count = expected[Path(document["path"]).name]
        seen = [one for one in document.get("citations", ()) if one["key"] in (key, f"{key}-")]
        passes = all(one["status"] == "ok" for one in seen)
        verdict = "passed" if passes and key == KNOWN else "refused"
        if document["verdict"] != verdict or len(seen) != count:
            missed.append((document["path"], document["verdict"], document.get("error"), seen))
        elif not all(one["line"] for one in seen):
            missed.append((document["path"], "no line"))
    assert missed == []
    assert len(report["documents"]) == len(expected)
    assert code == 1


@pytest.mark.parametrize("name", [name for name, kind in KINDS.items() if kind.seen_by_filter])
def test_the_bare_filter_refuses_what_stands_in_the_ast(
    name: str, folder: Path, pandoc: Pandoc
) -> None:
    kind = KINDS[name]
    for key in kind.keys:
        for member in kind.members:
            done = run_pandoc(
                pandoc,
                ["-t", "html", "-M", "ars-report=report.json"],
                folder=folder,
                text=text_of(kind, member, key),
                environment={"ARS_CORPUS": "refs.ars.yaml"},
            )
            assert done.returncode == 83, (member, done.stderr)
            assert done.stdout == ""
            assert key in done.stderr, (member, done.stderr)
