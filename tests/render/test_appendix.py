"""The appendix tells every citation in every format, as plain text, and is never there twice."""

from __future__ import annotations

import json
import re
import subprocess
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.citations.citation import Anchor, Citation, Fault
from ars_pandoc.corpus.catalog import Snapshot, catalog_path
from ars_pandoc.corpus.edit_catalog import set_snapshots
from ars_pandoc.corpus.store import store_of
from ars_pandoc.grounding.result import Grounding
from ars_pandoc.pandoc.elements import stringify
from ars_pandoc.pandoc.executable import TYPST_VERSION, Pandoc
from ars_pandoc.render.appendix import add_appendix
from ars_pandoc.verdict.matrix import Evidence, Policy, judge
from tests.conftest import run_pandoc
from tests.corpus.sidecars import raw_entry, write_sidecar
from tests.golden_cases import GOLDEN
from tests.grounding.test_gate_grounding import ARTICLE, TRUE_QUOTE

SHARED = {"ARS_CORPUS": str(GOLDEN / "_shared" / "refs.ars.yaml")}
# A word that stands in the anchor alone, and so in no format but through the appendix.
PAPER = 'A claim [[@smith2024]]{quote="three zebrafinch words"}'
OTHER = " and [@jones2023]"
# Formats of bibliographies, one that needs a PDF engine, and one that is a folder.
NO_TEXT = {"biblatex", "bibtex", "csljson", "pdf", "chunkedhtml"}
# Pandoc writes "(TABLE)" or "[TABLE]" there in the place of any table.
NO_TABLES = {"bbcode_fluxbb", "bbcode_phpbb"}
NO_TABLES_IN_PANDOC_2 = {"opml"}


def formats(pandoc: Pandoc) -> list[str]:
    listed = subprocess.run(
        [str(pandoc.path), "--list-output-formats"], capture_output=True, text=True, check=True
    )
    left_out = NO_TEXT | NO_TABLES | (NO_TABLES_IN_PANDOC_2 if pandoc.version < (3,) else set())
    return [name for name in listed.stdout.split() if name not in left_out]


def text_of(path: Path) -> str:
    if not zipfile.is_zipfile(path):
        return path.read_text(encoding="utf-8")
    with zipfile.ZipFile(path) as archive:
        return "".join(
            archive.read(name).decode("utf-8", "replace")
            for name in archive.namelist()
            if name.endswith(("xml", "html"))
        )


@pytest.mark.parametrize("mode", ["gate", "draft"])
def test_it_stands_in_every_format(mode: str, pandoc: Pandoc, tmp_path: Path) -> None:
    """One run of the gate serves all formats but the one for which it does something else."""
    text = PAPER + (OTHER if mode == "draft" else "")
    for name in ("json", "pptx"):
        arguments = [
            "-M",
            "ars-appendix",
            "-M",
            f"ars-mode={mode}",
            "-t",
            name,
            "-o",
            f"out.{name}",
        ]
        done = run_pandoc(pandoc, arguments, folder=tmp_path, text=text, environment=SHARED)
        assert done.returncode == 0, done.stderr
    without = []
    for name in formats(pandoc):
        if name not in ("json", "pptx"):
            arguments = ["-f", "json", "out.json", "-t", name, "-o", f"out.{name}"]
            subprocess.run([str(pandoc.path), *arguments], cwd=tmp_path, check=True)
        shown = text_of(tmp_path / f"out.{name}")
        if "zebrafinch" not in shown or (mode == "draft" and "locator" not in shown):
            without.append(name)
    assert without == []


def headings(blocks: list[dict[str, Any]]) -> list[str]:
    """Name the headings, the appendix and the list of references in their order."""
    order = []
    for block in blocks:
        if block["t"] == "Header":
            order.append(block["c"][1][0])
        elif block["t"] == "Div" and block["c"][0][0]:
            order.append(f"#{block['c'][0][0]}")
    return order


@pytest.mark.parametrize(
    ("text", "metadata", "expected"),
    [
        ("", "", ["#refs", "ars-appendix-heading", "#ars-appendix"]),
        (
            "\n\n# References\n",
            "",
            ["ars-appendix-heading", "#ars-appendix", "references", "#refs"],
        ),
        (
            "\n\n# References\n\n::: {#refs}\n:::\n",
            "",
            ["references", "#refs", "ars-appendix-heading", "#ars-appendix"],
        ),
        (
            "",
            "reference-section-title: Works\n",
            ["ars-appendix-heading", "#ars-appendix", "bibliography", "#refs"],
        ),
        ("\n\n::: {#ars-appendix}\n:::\n\n# Last\n", "", ["#ars-appendix", "last", "#refs"]),
    ],
)
def test_the_list_of_references_keeps_its_place(
    text: str, metadata: str, expected: list[str], pandoc: Pandoc, tmp_path: Path
) -> None:
    (tmp_path / "refs.bib").write_bytes((GOLDEN / "_shared" / "refs.bib").read_bytes())
    paper = f"---\nbibliography: refs.bib\nars: {{appendix: true}}\n{metadata}---\n\n{PAPER}{text}"
    arguments = ["--citeproc", "-t", "json"]
    done = run_pandoc(pandoc, arguments, folder=tmp_path, text=paper, environment=SHARED)
    assert done.returncode == 0, done.stderr
    blocks = json.loads(done.stdout)["blocks"]
    assert headings(blocks) == expected
    (refs,) = [block for block in blocks if block["t"] == "Div" and block["c"][0][0] == "refs"]
    assert refs["c"][1], "citeproc has filled it"


def test_a_document_without_citations_gets_none(pandoc: Pandoc, tmp_path: Path) -> None:
    arguments = ["-M", "ars-appendix", "-t", "plain"]
    done = run_pandoc(pandoc, arguments, folder=tmp_path, text="No claim.\n", environment=SHARED)
    assert done.stdout == "No claim.\n"


def test_a_locked_gate_adds_none(pandoc: Pandoc, tmp_path: Path) -> None:
    environment = {**SHARED, "ARS_LOCKED": "1"}
    arguments = ["-M", "ars-appendix", "-t", "plain"]
    done = run_pandoc(pandoc, arguments, folder=tmp_path, text=PAPER, environment=environment)
    assert done.returncode == 0, done.stderr
    assert "zebrafinch" not in done.stdout


def test_a_second_pass_replaces_it(pandoc: Pandoc, tmp_path: Path) -> None:
    arguments = ["-M", "ars-appendix", "-M", "ars-mode=draft", "-t", "markdown"]
    text = "Claims [@smith2024, p. 3] and [@unheld2024, p. 4].\n"
    first = run_pandoc(pandoc, arguments, folder=tmp_path, text=text, environment=SHARED)
    second = run_pandoc(pandoc, arguments, folder=tmp_path, text=first.stdout, environment=SHARED)
    assert second.returncode == 0, second.stderr
    assert second.stdout == first.stdout
    assert second.stdout.count("nobody holds") == 1


def test_private_fields_are_not_in_it(pandoc: Pandoc, tmp_path: Path) -> None:
    (tmp_path / "literature_corpus.yaml").write_text(
        "literature_corpus:\n- {citation_key: a2020, title: T, authors: [{family: A}], "
        "year: 2020, source_pointer: here, abstract: secretabstract, user_notes: secretnotes}\n",
        encoding="utf-8",
    )
    arguments = ["-M", "ars-appendix", "-M", "ars-mode=draft", "-t", "json"]
    done = run_pandoc(pandoc, arguments, folder=tmp_path, text="[@a2020, p. 3]\n")
    assert "a2020" in done.stdout
    assert "secret" not in done.stdout


def _cell(anchor: Anchor, *groundings: Grounding | None) -> str:
    """The place in the source, as the table has it."""
    finding = judge(Citation("a", "native", (anchor,)), Evidence(), Policy())
    document: dict[str, Any] = {"meta": {}, "blocks": []}
    add_appendix(document, [replace(finding, groundings=groundings)])
    (table,) = [one for one in elements(document["blocks"]) if one["t"] == "Table"]
    return stringify(table["c"][4][0][3][0][1][2][4][0]["c"])


@pytest.mark.parametrize(
    ("grounding", "said"),
    [
        (Grounding("found", page="iv", pdf_page=6, paragraph=2), "found in the source: page iv"),
        (Grounding("found"), "found in the source)"),
        (Grounding("not-found", reason="a negation is gone"), "not in the source: a negation"),
        (Grounding("review", reason="found twice"), "to be looked at: found twice"),
        (Grounding("unreadable", reason="a scan"), "source cannot be read: a scan"),
        (None, "(not checked)"),
    ],
)
def test_it_says_what_became_of_a_quote(grounding: Grounding | None, said: str) -> None:
    assert said in _cell(Anchor("quote", "three or more"), grounding)


def test_only_quotes_are_looked_up() -> None:
    assert _cell(Anchor("page", "12"), None) == "page 12"
    fault = Fault("too long", "shorten it")
    assert _cell(Anchor("quote", "too long", fault)) == "“too long”"


def test_a_quote_that_was_found_says_where(pandoc: Pandoc, tmp_path: Path) -> None:
    sidecar = write_sidecar(tmp_path / "literature_corpus.yaml", raw_entry())
    sha256 = store_of([sidecar]).write(ARTICLE.encode(), ".xml")
    snapshot = Snapshot(sha256, "application/jats+xml", content_match=True)
    set_snapshots(catalog_path(sidecar), {"smith2024": [snapshot]})
    done = run_pandoc(
        pandoc,
        ["-M", "ars-appendix", "-t", "html", "--wrap=none"],
        folder=tmp_path,
        text=f'A claim [[@smith2024]]{{quote="{TRUE_QUOTE}"}}.\n',
        environment={"ARS_CACHE_DIR": str(tmp_path / "cache"), "ARS_ACCEPT": "LOW-WARN"},
    )
    assert done.returncode == 0, done.stderr
    assert "(found in the source: section “Results”, paragraph 1)</td>" in done.stdout


LONG = "lundberg_unified_approach_interpretingModelPredictions2017"


@pytest.mark.parametrize("engine", ["latex", "typst", "beamer", "context"])
def test_a_long_key_can_break(engine: str) -> None:
    """In PDF it would print over the next column."""
    document: dict[str, Any] = {"meta": {}, "blocks": []}
    citation = Citation(LONG, "native", (Anchor("section", "electroencephalographically"),))
    add_appendix(document, [judge(citation, Evidence(), Policy())], f"{engine}+raw_tex")
    found = list(elements(document["blocks"]))
    words = [one["c"] for one in found if one["t"] == "Str"]
    joints = {tuple(one["c"]) for one in found if one["t"] == "RawInline"}
    assert len(joints) == 1
    assert max(map(len, words[words.index("lundberg_") :][:6])) <= 14
    assert LONG in "".join(words)
    assert "electroencephalographically" in words


def test_typst_breaks_a_long_key(pandoc: Pandoc, tmp_path: Path) -> None:
    if pandoc.version < TYPST_VERSION:
        return
    import typst

    citation = Citation(LONG, "native", (Anchor("page", "1"),))
    document: dict[str, Any] = {"meta": {}, "blocks": []}
    add_appendix(document, [judge(citation, Evidence(), Policy())], "typst")
    api = [1, 23]
    ast = {"pandoc-api-version": api, **document}
    arguments = [str(pandoc.path), "-f", "json", "-t", "typst", "-s"]
    done = subprocess.run(
        arguments, input=json.dumps(ast), capture_output=True, text=True, check=True
    )
    (tmp_path / "a.typ").write_text(done.stdout, encoding="utf-8")
    pdf = pypdfium2.PdfDocument(typst.compile(str(tmp_path / "a.typ")))
    text = pdf[0].get_textpage().get_text_range()
    # A space without width lets Typst break, and stands in the PDF; U+FFFE is a hyphen of its own.
    assert LONG in re.sub(r"[\s\u200b\ufffe]", "", text)
    assert text.count("\n") > 5


def elements(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        value = value.get("c")
    if isinstance(value, list):
        for item in value:
            yield from elements(item)


anchors = st.builds(Anchor, st.sampled_from(["quote", "page", "section", "paragraph"]), st.text())
citations = st.builds(
    Citation,
    st.none() | st.text(),
    st.sampled_from(["marker", "native", "raw"]),
    st.lists(anchors, max_size=3).map(tuple),
    section=st.none() | st.text(),
)


JOINTS = [["latex", r"\allowbreak{}"], ["typst", "#sym.zws;"]]


@given(
    st.lists(citations, min_size=1, max_size=4), st.sampled_from(["", "html5", "latex", "typst"])
)
def test_it_is_plain_text_whatever_is_cited(found: list[Citation], form: str) -> None:
    document: dict[str, Any] = {"meta": {}, "blocks": []}
    add_appendix(document, [judge(one, Evidence(), Policy()) for one in found], form)
    kinds = {element["t"] for element in elements(document["blocks"])}
    assert kinds <= {
        *("Header", "Div", "Para", "Plain", "Table", "Str", "Space"),
        *("AlignLeft", "AlignDefault", "ColWidth"),
        *(("RawInline",) if form in ("latex", "typst") else ()),
    }
    for element in elements(document["blocks"]):
        if element["t"] == "Str":
            assert element["c"].isprintable()
            assert not any(char.isspace() for char in element["c"])
        if element["t"] == "RawInline":
            assert element["c"] in JOINTS
