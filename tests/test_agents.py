"""The block for drafting agents: its examples pass the gate, its loop mends a draft."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.citations.markers import KINDS
from ars_pandoc.citations.quotes import MAX_WORDS, MIN_WORDS
from ars_pandoc.pandoc.executable import Pandoc
from tests.conftest import ROOT, clean_environment, run_pandoc
from tests.corpus.sidecars import raw_entry, write_sidecar

BLOCK = (ROOT / "templates" / "agents" / "citations.md").read_text(encoding="utf-8")
FENCED = re.findall(r"^```markdown\n(.*?)^```", BLOCK, re.MULTILINE | re.DOTALL)
ANCHORS = re.findall(r"^\| `(\w+)` \|.*`(<!--anchor:.*-->)` \|$", BLOCK, re.MULTILINE)
HELD = {
    "source_acquired": True,
    "source_verified_against_original": True,
    "source_verification_method": "manual_grep",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    keys = ("smith2024", "jones2023")
    write_sidecar(tmp_path / "literature_corpus.yaml", *(raw_entry(key, **HELD) for key in keys))
    marks = ", ".join(f"{{citation_key: {key}, marked_at: 2026-01-01}}" for key in keys)
    ledger = tmp_path / "literature_corpus_human_read_log.yaml"
    ledger.write_text(f"human_read: [{marks}]\n", encoding="utf-8")
    return tmp_path


def _judged(pandoc: Pandoc, folder: Path, text: str) -> tuple[str, list[dict[str, Any]]]:
    arguments = ["-t", "plain", "-M", "ars-report=report.json", "-M", "ars-mode=draft"]
    done = run_pandoc(pandoc, arguments, folder=folder, text=text)
    assert done.returncode == 0, done.stderr
    (document,) = json.loads((folder / "report.json").read_bytes())["documents"]
    return document["verdict"], document["citations"]


@pytest.mark.parametrize("example", FENCED)
def test_an_example_passes_the_gate(example: str, pandoc: Pandoc, folder: Path) -> None:
    verdict, citations = _judged(pandoc, folder, example)
    assert verdict == "passed"
    assert all(citation["anchors"] for citation in citations)


@pytest.mark.parametrize(("kind", "anchor"), ANCHORS)
def test_an_example_of_a_kind_is_of_that_kind(
    kind: str, anchor: str, pandoc: Pandoc, folder: Path
) -> None:
    text = f"Words (Smith 2024)<!--ref:smith2024-->{anchor}.\n"
    verdict, (citation,) = _judged(pandoc, folder, text)
    assert [one["kind"] for one in citation["anchors"]] == [kind]
    assert verdict == ("refused" if kind == "none" else "passed")
    assert citation["status"] == ("MED-WARN-NO-LOCATOR" if kind == "none" else "ok")


def test_all_kinds_and_the_caps_are_those_of_the_gate() -> None:
    assert [kind for kind, _ in ANCHORS] == list(KINDS)
    assert f"{MIN_WORDS} to {MAX_WORDS} words" in BLOCK
    assert len(FENCED) > 3


# The loop. What an agent has read in the sources, and only there.
PLACES = {
    "jergas2015": "sec. Results",
    "zhao2026": "p. 7",
    "greenberg2009": "p. 3",
    "leung2017": "p. 2194",
}
TROUBLE = """\

# More trouble

One (Greenberg 2009) <!--ref greenberg2009--><!--anchor:page:3-->.

Two (Greenberg 2009) <!--ref=greenberg2009--><!--anchor:page=3-->.

Three (Greenberg 2009) <!--ref:@greenberg2009--><!--anchor:abstract-->.

Four (Greenberg 2009) <!--ref:greenberg2009-->.

Five [@greenberg2009]. Six @greenberg2009, p. 3. Seven @greenberg2009 (p. 3).

Eight [@greenberg2009; @leung2017]. Nine [@greenberg2009]{quote="three or more words"}.

Ten (Greenberg 2009) <!--ref:greenberg2009--><!--anchor:doi:10.1136/bmj.b2680-->.
"""
PERSONS_WORK = {
    "HIGH-WARN-NO-ORIGINAL",
    "MED-WARN-NOT-CROSS-CHECKED",
    "LOW-WARN",
}
MARKER = re.compile(r"(?:<!--.*?-->)+")
NATIVE = re.compile(r"\[\[?@[^\]]+\]+(?:\{quote=\"[^\"]*\"\})?|@[\w:-]+ \[[^\]]*\]")


def _check(folder: Path) -> tuple[int, list[dict[str, Any]]]:
    done = subprocess.run(
        [Path(sys.executable).parent / "ars", "check", "--format", "json", "draft.md"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=clean_environment(),
    )
    return done.returncode, json.loads(done.stdout)["documents"][0]["citations"]


def _placed(text: str, key: str, places: Mapping[str, str]) -> str:
    """Put the place that was read where a fix says 12."""
    place = places[key]
    label, _, value = place.partition(" ")
    kind = "page" if label == "p." else "section"
    return text.replace("p. 12", place).replace("page:12-14", f"{kind}:{value}").replace(
        "page:12", f"{kind}:{value}"
    )  # fmt: skip


def _mend(text: str, citation: dict[str, Any]) -> str:
    """Make the edit that a fix gives, as the block says; text that it gives none for stays."""
    key, fix = citation["key"], citation["fix"]
    if fix.startswith(("ars ", "add an entry", "get the source", "compare", "read what")):
        return text
    key = (key or "").lstrip("@")
    literal = MARKER.search(fix) or NATIVE.search(fix)
    if literal is None:
        return text
    new = literal[0]
    if "12" in fix:
        if key not in PLACES:
            return text
        new = _placed(new, key, PLACES)
    quoted = re.search(r"'(<!--.*?-->)", citation["reason"])
    if quoted is not None:  # the marker that cannot be read
        return text.replace(quoted[1], new, 1)
    line, column = citation["line"] - 1, citation["column"] - 1
    lines = text.split("\n")
    ahead, behind = lines[line][:column], lines[line][column:]
    if new.startswith("<!--ref:"):  # the anchor is missing
        behind = behind.replace(f"<!--ref:{key}-->", new, 1)
    elif new.startswith("<!--anchor:"):  # the anchor says nothing
        behind = re.sub(r"<!--anchor:none:?-->", new, behind, count=1)
    else:
        ahead, behind = "", _native(ahead, behind, key, new)
    lines[line] = ahead + behind
    return "\n".join(lines)


def _native(ahead: str, behind: str, key: str, new: str) -> str:
    """Replace the citation at a place of a line, with what it was meant to hold."""
    near_miss = re.match(r"@[\w:-]+\]\{[^}]*\}", behind)
    if near_miss is not None:  # the brackets of a quote, which are read as a span's
        return ahead.removesuffix("[") + new + behind[near_miss.end() :]
    opening = re.search(r"\[[^\[\]]*$", ahead)
    if opening is not None:
        inside = behind.partition("]")[0]
        if (opening[0] + inside).count("@") > 1:  # one of several in brackets
            inner = new.removeprefix("[").removesuffix("]")
            return ahead + inner + behind.removeprefix(f"@{key}")
        return ahead[: opening.start()] + new + behind[len(inside) + 1 :]
    meant = re.match(r"@[\w:-]+(?:, p\. \w+| \(p\. \w+\))?", behind)
    return ahead + new + (behind if meant is None else behind[meant.end() :])


def test_the_loop_ends_where_a_persons_work_begins(tmp_path: Path) -> None:
    """Fixes are literal edits: made by rule, they leave nothing that an agent could do."""
    shutil.copytree(ROOT / "examples" / "paper", tmp_path, dirs_exist_ok=True)
    draft = tmp_path / "draft.md"
    body, references = draft.read_text(encoding="utf-8").split("# References {-}")
    draft.write_text(f"{body}{TROUBLE}\n# References {{-}}{references}", encoding="utf-8")
    _, before = _check(tmp_path)
    for _ in range(10):
        code, citations = _check(tmp_path)
        text = draft.read_text(encoding="utf-8")
        mended = text
        for citation in reversed(citations):
            if citation["status"] != "ok" and citation["line"] is not None:
                mended = _mend(mended, citation)
        if mended == text:
            break
        draft.write_text(mended, encoding="utf-8")
    left = [one["status"] for one in citations if one["status"] != "ok"]
    assert set(left) <= PERSONS_WORK, [one for one in citations if one["status"] != "ok"]
    assert len(left) < sum(one["status"] != "ok" for one in before)
    assert code == 1
    assert [one["key"] for one in citations if one["status"] != "ok"] == [
        "todd2007",
        "merton1968",
        "robinson2011",
        "okonkwo2024",
    ]
