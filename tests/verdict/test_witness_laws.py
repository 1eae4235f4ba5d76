"""The law of the census: found, exempt and refused are together what was written, in each reader.

A manuscript is put together from citations and from what looks like one and is exempt (contract
§3). Whatever Pandoc's reader makes of it, each citation has a verdict, by the AST or by the text,
and nothing that is exempt has one.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ars_pandoc.documents.inputs import Source
from ars_pandoc.pandoc.executable import Pandoc
from ars_pandoc.verdict.judge_source import judge_source
from tests.census.test_laws import CITED, EXEMPT, PROSE
from tests.conftest import clean_environment, examples
from tests.corpus.sidecars import raw_entry, write_sidecar

KNOWN = ("roe2021", "poe-2020", "Zoe1999a")

QUARTO = (
    "```{{r}}\n#| fig-cap: 'By [@{}].'\nplot(1)\n\nplot(2)\n```",
    '![](a.png){{fig-cap="By [@{}]."}}',
    '::: {{.callout-note title="By [@{}]"}}\nx\n:::',
)
R_MARKDOWN = (
    '```{{r a, fig.cap="By [@{}]"}}\nplot(1)\n\nplot(2)\n```',
    "```{{asis}}\nBy [@{}]\n```",
    '::: {{.theorem #a name="By [@{}]"}}\nx\n:::',
)
CHUNKS = (
    '```{{r x, echo=FALSE}}\ncat("[@{}]")\n\ny\n```',
    "```{{python}}\n@{}\n\ndef f(): pass\n```",
    "`r cite('@{}')`",
)
MYST = ("{{cite}}`{}`", "{{cite:t}}`{}`", "```{{note}}\nBy [@{}]\n```", "[@{}]")


def notebook(parts: Sequence[str]) -> str:
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": part.splitlines(keepends=True)}
        for part in parts
    ]
    return json.dumps(
        {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1
    )


def paragraphs(parts: Sequence[str]) -> str:
    return "\n\n".join(["Words.", *parts, ""])


@dataclass(frozen=True)
class Manuscripts:
    """The manuscripts of a reader.

    Attributes:
        name: Of the file.
        reader: Pandoc's reader.
        cited: What cites, with `{}` for the key.
        exempt: What does not.
        whole: Puts the parts together.
        since: The oldest Pandoc that has the reader.
    """

    name: str
    reader: str
    cited: tuple[str, ...]
    exempt: tuple[str, ...]
    whole: Callable[[Sequence[str]], str] = field(default=paragraphs)
    since: tuple[int, ...] = (2, 17)


# A fence with a chunk's options swallows prose where no engine runs. What a macro is defined as is
# judged where Pandoc leaves the definition as raw TeX: it may be used where nobody sees it.
PLAIN = tuple(one for one in EXEMPT["markdown"] if "{{r x" not in one and "newcommand" not in one)
# Cells have no bracketed spans, so that these brackets print.
CELLS = tuple(one for one in PLAIN if "title=" not in one)
# Pandoc knows no style of Org's that prints nothing, `[cite/n:@key]`: it prints.
ORG = tuple(one for one in EXEMPT["org"] if "cite/n" not in one)
READERS = {
    "markdown": Manuscripts("a.md", "markdown", CITED["markdown"], PLAIN),
    "quarto": Manuscripts("a.qmd", "markdown", (*CITED["markdown"], *QUARTO), (*PLAIN, *CHUNKS)),
    "r markdown": Manuscripts(
        "a.Rmd", "markdown", (*CITED["markdown"], *R_MARKDOWN), (*PLAIN, *CHUNKS)
    ),
    "notebook": Manuscripts("a.ipynb", "ipynb+citations", CITED["markdown"], CELLS, notebook),
    "myst": Manuscripts("a.md", "markdown", MYST, PLAIN),
    "latex": Manuscripts("a.tex", "latex+raw_tex", CITED["latex"], EXEMPT["latex"]),
    "org": Manuscripts("a.org", "org", CITED["org"], ORG),
    "rst": Manuscripts("a.rst", "rst", CITED["rst"], EXEMPT["rst"]),
    "typst": Manuscripts("a.typ", "typst", CITED["typst"], EXEMPT["typst"], since=(3, 1, 2)),
    "html": Manuscripts("a.html", "html+raw_html", CITED["html"], EXEMPT["html"]),
}


@pytest.fixture
def folder(pandoc: Pandoc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "pandoc").symlink_to(pandoc.path)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    write_sidecar(tmp_path / "literature_corpus.yaml", *map(raw_entry, KNOWN))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_found_and_exempt_and_refused_are_what_is_written(
    name: str, folder: Path, pandoc: Pandoc
) -> None:
    kind = READERS[name]
    if pandoc.version < kind.since:
        pytest.skip("this Pandoc has no such reader")

    @settings(
        max_examples=examples(12),
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
    )
    @given(st.data())
    def law(data: st.DataObject) -> None:
        parts: list[str] = []
        written: Counter[str] = Counter()
        for number in range(data.draw(st.integers(1, 14))):
            kinds = ["cited", "cited", "exempt", "prose"]
            what = data.draw(st.sampled_from(kinds))
            if what == "prose":
                parts.append(data.draw(st.sampled_from(PROSE)))
            elif what == "exempt":
                template = data.draw(st.sampled_from(kind.exempt))
                key = f"exempt{number}"
                parts.append(template.format(*[key] * template.count("{}")))
            else:
                template = data.draw(st.sampled_from(kind.cited))
                key = data.draw(st.sampled_from(KNOWN))
                parts.append(template.format(*[key] * template.count("{}")))
                written[key] += 1
        parts.append("So much.")
        text = kind.whole(parts)
        path = folder / kind.name
        path.write_text(text, encoding="utf-8")
        _, judged = judge_source(Source((path,), kind.reader), clean_environment())
        keys = [finding.citation.key for finding in judged.all_findings]
        assert Counter(key for key in keys if key is not None) == written, text
        assert judged.is_compared

    law()
