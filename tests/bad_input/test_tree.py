"""A tree that no Pandoc would write, or only a later one; and one that is very large."""

from __future__ import annotations

import copy
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ars_pandoc.pandoc.executable import Pandoc
from tests.bad_input.runs import (
    CITES,
    SECONDS,
    SLOW,
    Outcome,
    cited,
    contents,
    paper,
    para,
    render,
    run_gate,
    run_here,
    tree,
    words,
)
from tests.pandoc_documents import read_document

GOOD = para(cited("smith2024"))
STR = {"t": "Str", "c": "x"}

NO_TREE: dict[str, tuple[bytes, tuple[str, ...]]] = {
    "empty": (b"", ("it is no JSON but empty",)),
    "text": (b"# A claim [@smith2024, p. 3].\n", ("it is no JSON", "line 1, column 1")),
    "cut off": (tree(GOOD)[:-40], ("or cut off", "line 1, column")),
    "two trees": (tree(GOOD) * 2, ("it is no JSON",)),
    "not UTF-8": (tree(para(STR)).replace(b'"x"', b'"\xe9"'), ("it is not UTF-8",)),
    "an array": (b"[1, 2]", ("no list of blocks",)),
    "a string": (b'"blocks"', ("no list of blocks",)),
    "no blocks": (b'{"pandoc-api-version": [1, 23], "meta": {}}', ("no list of blocks",)),
    "blocks are a map": (b'{"blocks": {}}', ("no list of blocks",)),
    "no metadata": (b'{"pandoc-api-version": [1, 23], "blocks": []}', ("no metadata",)),
    "the old form": (b'[{"unMeta": {}}, []]', ("no list of blocks",)),
    "version 1.21": (tree(GOOD, version=[1, 21]), ("API version is 1.21", "Pandoc 2.17")),
    "version 2": (tree(GOOD, version=[2, 0]), ("API version is 2.0", "a newer ars-pandoc")),
    "no version": (tree(GOOD, version=None), ("API version is none",)),
    "an odd version": (tree(GOOD, version=[1, "23"]), ("API version is none",)),
    "deep": (b'{"blocks":' + b"[" * 100_000, ("nested too deeply",)),
    "an element without t": (tree(GOOD, {"c": []}), ("where: blocks[1]", "no type (t)")),
    "an element without c": (tree({"t": "Para"}), ("where: blocks[0]", "no content (c)")),
    "nothing for a block": (tree(None), ("where: blocks[0]", "nothing stands where")),
    "a word for a block": (tree("x"), ("where: blocks[0]", "text stands where")),
    "text for inlines": (tree(para() | {"c": "x"}), ("where: blocks[0].c", "text stands")),
    "a number for text": (tree(para(STR | {"c": 5})), ("where: blocks[0].c[0].c", "a number")),
    "a Cite without parts": (
        tree(para({"t": "Cite", "c": []})),
        ("where: blocks[0].c[0].c", "0 parts has to have 2"),
    ),
    "a key that is a number": (
        tree(para(cited(5))),  # type: ignore[arg-type]
        ("citationId", "a number stands where text belongs"),
    ),
    "a short table": (tree({"t": "Table", "c": [1]}), ("1 parts has to have 6",)),
    "a comment without text": (tree(para({"t": "RawInline", "c": ["html"]})), ("1 parts",)),
    "odd metadata": (tree(GOOD, ars=5), ("where: meta.ars", "a number stands where")),
    "odd options": (tree(GOOD, ars={"t": "MetaMap", "c": 5}), ("where: meta.ars.c",)),
    "an odd title": (tree(GOOD, title="x"), ("where: meta.title",)),
}


@pytest.mark.parametrize(("data", "said"), NO_TREE.values(), ids=NO_TREE)
def test_what_no_pandoc_writes_cannot_be_judged(
    tmp_path: Path, data: bytes, said: tuple[str, ...]
) -> None:
    paper(tmp_path)
    before = contents(tmp_path)
    outcome = run_here(tmp_path, data)
    outcome.assert_told(2, "ars-gate: the ", *said)
    assert outcome.out == ""
    assert contents(tmp_path) == before


LATER = {
    "a block": {"t": "Callout", "c": [["", [], []], [para(STR)]]},
    "an inline": para({"t": "Keyboard", "c": [STR]}),
    "without content": {"t": "PageBreak"},
    "with more on it": para(STR) | {"position": {"line": 3}},
    "odd all through": {"t": "Callout", "c": {"a": [None, {"b": 1.5}]}},
}


@pytest.mark.parametrize("version", [[1, 23, 9], [1, 24], [1, 99, 1]])
@pytest.mark.parametrize("later", LATER.values(), ids=LATER)
def test_elements_of_a_later_pandoc_pass_unchanged(
    tmp_path: Path, version: list[int], later: Any
) -> None:
    paper(tmp_path)
    data = tree(GOOD, later, version=version)
    outcome = run_here(tmp_path, data)
    assert outcome.code == 0, outcome.said
    assert json.loads(outcome.out) == json.loads(data)


@pytest.mark.parametrize(
    "held", [cited("smith2024", ""), {"t": "RawInline", "c": ["html", "<!--ref:x-->"]}]
)
def test_citations_in_an_element_of_a_later_pandoc_do_not_pass_unjudged(
    tmp_path: Path, held: Any
) -> None:
    paper(tmp_path)
    data = tree(GOOD, {"t": "Callout", "c": [["", [], []], [para(held)]]}, version=[1, 24])
    outcome = run_gate(tmp_path, data)
    outcome.assert_told(2, "an element of a later Pandoc: Callout", "where: blocks[1]")
    assert outcome.out == ""


def test_an_unknown_version_says_so_behind_a_real_pandoc_too(
    tmp_path: Path, pandoc: Pandoc
) -> None:
    """A filter before the gate may write anything; Pandoc itself holds it to its own version."""
    paper(tmp_path)
    liar = tmp_path / "liar.py"
    liar.write_text('print(\'{"blocks": [], "meta": {}, "pandoc-api-version": [9]}\')\n')
    outcome = render(tmp_path, CITES, "--filter", str(liar), pandoc=pandoc)
    assert outcome.code != 0
    assert outcome.out == ""
    assert "Traceback" not in outcome.said


EVERYTHING = r"""---
title: T <!--ref:smith2024--><!--anchor:page:3-->
lang: de
bibliography: x.bib
references: [{id: smith2024, DOI: 10.1/x}]
---

# H [@a, p. 3]

A [@smith2024, p. 12; see @b] and @c [p. 3]. [[@smith2024, p. 3]]{quote="When they bypass"}
^[Note [@a, p. 3]] `code` $x$ **b** "q" [l](u) ![i](u){.c}

<!--ref:smith2024--><!--anchor:page:12--> Para [UNVERIFIED CITATION — NO ORIGINAL]<!--ref:a-->.

| line
| block [@a]

1. x
2. y <!--ref:smith2024-->

T
: def [@a]

> q [@a, p. 3]

| a [@a] |
|--------|
| x [@a] |

: cap [@a]

\cite[p. 3]{smith2024}, Smith (2020), [12].
"""
JUNK: list[Any] = [
    None, 1, True, 1.5, "x", "", "\x1b[31m", [], {}, [[]], ["a", "b"], {"t": "Str"}, STR,
    {"t": "Zed", "c": []}, {"t": "MetaBool", "c": True}, {"t": "RawInline", "c": ["html", "<!--ref:a"]},
]  # fmt: skip


def paths(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inner = part.items() if isinstance(part, dict) else enumerate(part)
    for step, child in inner:
        yield (*path, step)
        if isinstance(child, (dict, list)):
            yield from paths(child, (*path, step))


WHOLE = read_document(EVERYTHING)
PATHS = list(paths(WHOLE))
SHARED = Path(__file__).parent.parent / "golden" / "_shared"


@given(
    st.sampled_from(PATHS),
    st.sampled_from(JUNK),
    st.sampled_from(["gate", "draft"]),
)
@settings(max_examples=120, deadline=None)
def test_one_broken_part_is_never_a_fault_of_the_gate(
    path: tuple[Any, ...], junk: Any, mode: str
) -> None:
    broken = copy.deepcopy(WHOLE)
    part: Any = broken
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = junk
    data = json.dumps(broken).encode()
    outcome = run_here(SHARED, data, ARS_MODE=mode, ARS_CORPUS="refs.ars.yaml")
    # The document itself may hold what no terminal should see.
    Outcome(outcome.code, "", outcome.said).assert_clean()
    assert (outcome.code == 0) is bool(outcome.out)
    if outcome.code == 2:
        assert "next:" in outcome.said


def test_fifty_thousand_citations_take_seconds(tmp_path: Path) -> None:
    paper(tmp_path)
    data = tree(*(para(cited("smith2024", f", p. {n % 900 + 1}")) for n in range(50_000)))
    started = time.monotonic()
    outcome = run_gate(tmp_path, data)
    assert time.monotonic() - started < SECONDS * SLOW
    assert outcome.code == 0
    assert outcome.said.startswith("ars-gate: 50000 citations ok")
    refused = tree(para(*(cited(f"k{n}", "") for n in range(5_000))))
    started = time.monotonic()
    outcome = run_gate(tmp_path, refused)
    assert time.monotonic() - started < SECONDS * SLOW
    outcome.assert_told(1, "refused: 5000 of 5000", "… and 4980 more citations")
    assert outcome.out == ""


def test_metadata_nested_beyond_measure(tmp_path: Path, pandoc: Pandoc) -> None:
    """Pandoc reads it; the gate passes it by, or says that it is no option."""
    paper(tmp_path)
    deep = "[" * 120 + "]" * 120
    outcome = render(tmp_path, f"---\nother: {deep}\n---\n\n{CITES}", pandoc=pandoc)
    assert outcome.code == 0, outcome.said
    for field in ("ars", "ars-mode", "ars-corpus", "literature_corpus"):
        outcome = render(tmp_path, f"---\n{field}: {deep}\n---\n\n{CITES}", pandoc=pandoc)
        outcome.assert_told(2, field.removeprefix("ars-"))
        assert outcome.out == ""


def nested(kind: str, levels: int) -> bytes:
    inner = (f'{{"t":"{kind}","c":[' * levels + "]}" * levels).encode()
    return tree().replace(b'"blocks": []', b'"blocks": [' + inner + b"]")


def test_blocks_and_metadata_too_deep_for_anyone(tmp_path: Path) -> None:
    paper(tmp_path)
    deep = words("x")
    for _ in range(150):
        deep = {"t": "MetaList", "c": [{"t": "MetaMap", "c": {"a": deep}}]}
    for name in ("references", "bibliography", "other"):
        outcome = run_here(tmp_path, tree(GOOD, **{name: deep}))
        assert outcome.code == 0, outcome.said
    outcome = run_here(tmp_path, nested("BlockQuote", 5000))
    outcome.assert_told(2, "nested too deeply", "lists or quotes inside each other")


@pytest.mark.parametrize("name", ["folder", "pipe", "binary", "large", "deep", "link", "zero"])
def test_a_bibliography_that_is_none_is_pandoc_s_to_report(tmp_path: Path, name: str) -> None:
    """The gate reads keys from it, to tell citations from cross-references, and needs none."""
    paper(tmp_path)
    path = tmp_path / ("refs.json" if name == "deep" else "refs.bib")
    if name == "folder":
        path.mkdir()
    elif name == "pipe":
        os.mkfifo(path)
    elif name == "link":
        path.symlink_to(path)
    elif name == "binary":
        path.write_bytes(bytes(range(256)) * 1000)
    elif name == "deep":
        path.write_bytes(b"[" * 100_000)
    elif name == "large":
        path.write_bytes(b"@article{k, title = {T},\n  pages = {1--9}}\n" * 700_000)
    named = "/dev/zero" if name == "zero" else path.name
    text = f"---\nbibliography: {named}\n---\n\nSee @fig:one and [@unknown, p. 3]. {CITES}"
    started = time.monotonic()
    outcome = render(tmp_path, text)
    assert time.monotonic() - started < SECONDS * SLOW
    outcome.assert_told(1, "refused: ", "unknown")
    assert outcome.out == ""


@pytest.mark.parametrize("mode", ["gate", "draft"])
def test_a_citation_without_a_key_was_a_fault_of_the_gate(mode: str) -> None:
    for path in (path for path in PATHS if path[-1] == "citationId"):
        broken = copy.deepcopy(WHOLE)
        part: Any = broken
        for step in path[:-1]:
            part = part[step]
        part["citationId"] = ""
        data = json.dumps(broken).encode()
        outcome = run_here(SHARED, data, ARS_MODE=mode, ARS_CORPUS="refs.ars.yaml")
        Outcome(outcome.code, "", outcome.said).assert_clean()
        assert (outcome.code == 0) is bool(outcome.out)
