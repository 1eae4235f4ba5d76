"""Drafts as Markdown: the literal markers, and that filtering them again gives the same."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.pandoc.executable import Pandoc
from tests.conftest import run_pandoc

SHARED = Path(__file__).parent.parent / "golden" / "_shared"
TEXT = """\
# Heading [@smith2024]

Native [@smith2024], several [@smith2024; @unheld2024, p. 3], in text @unchecked2024 [p. 3].
Marker <!--ref:smith2024-->, with an anchor <!--ref:unheld2024--><!--anchor:page:3-->, good
<!--ref:smith2024--><!--anchor:page:4-->, annotated [@smith2024]<!--ref:smith2024-->, unread [@unread2024, p. 3].

<!--ref:nobody--><!--anchor:page:1--> A marker opens this paragraph.

Malformed <!--ref:smith2024--><!--anchor:table:3-->, orphan word <!--anchor:page:3-->.

- item <!--ref:unheld2024--><!--anchor:quote:three%20good%20words-->
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(SHARED, tmp_path, dirs_exist_ok=True)
    return tmp_path


def draft(pandoc: Pandoc, folder: Path, text: str, output: str) -> tuple[str, list[Any]]:
    options = ["-M", "ars-mode=draft", "-M", "ars-corpus=refs.ars.yaml", "-M", "ars-report=r.json"]
    done = run_pandoc(pandoc, [*options, "-t", output, "--wrap=preserve"], folder=folder, text=text)
    assert done.returncode == 0, done.stderr
    citations = json.loads((folder / "r.json").read_bytes())["documents"][0]["citations"]
    return done.stdout, [(c["key"], c["status"]) for c in citations]


@pytest.mark.parametrize("output", ["markdown", "markdown-raw_attribute"])
def test_a_markdown_draft_filtered_again_gives_the_same(
    output: str, pandoc: Pandoc, folder: Path
) -> None:
    once, verdicts = draft(pandoc, folder, TEXT, output)
    twice, again = draft(pandoc, folder, once, output)
    assert again == verdicts
    assert twice == once


def test_the_literal_stands_before_the_ref_as_the_seed_writes_it(
    pandoc: Pandoc, folder: Path
) -> None:
    shown, _ = draft(pandoc, folder, TEXT, "markdown")
    marker = "[UNVERIFIED CITATION — NO QUOTE OR PAGE LOCATOR]<!--ref:smith2024-->"
    assert f"Native [@smith2024] {marker}, several" in shown
    assert f"Marker {marker}, with" in shown
    assert f"annotated [@smith2024] {marker}" in shown
    assert "[UNVERIFIED CITATION — NO ORIGINAL]<!--ref:unheld2024--><!--anchor:page:3-->" in shown
    assert "good\n<!--ref:smith2024--><!--anchor:page:4-->" in shown
    assert "{=html}" not in shown
    assert "\\[UNVERIFIED" not in shown


@pytest.mark.parametrize("output", ["gfm", "commonmark_x", "markdown_strict"])
def test_every_markdown_writer_keeps_the_literal(output: str, pandoc: Pandoc, folder: Path) -> None:
    shown, verdicts = draft(pandoc, folder, TEXT, output)
    refused = [status for _, status in verdicts if status not in ("ok", "LOW-WARN")]
    assert shown.count("[UNVERIFIED CITATION — ") == len(refused)


CONTAMINATED = """\
# A heading [@preprint2024, p. 1]

Native [@both2024, p. 3; @clean2024, p. 4], marker <!--ref:both2024--><!--anchor:page:3-->,
annotated [@preprint2024]<!--ref:preprint2024--><!--anchor:page:1-->, refused [@unmatched2024].

<!--ref:unreadpreprint2024--><!--anchor:page:1--> opens a paragraph.
"""


def test_what_passes_and_is_contaminated_carries_it_behind_its_key(
    pandoc: Pandoc, folder: Path
) -> None:
    once, verdicts = draft(pandoc, folder, CONTAMINATED, "markdown")
    for line in (
        "[@preprint2024, p. 1]<!--ref:preprint2024 ok CONTAMINATED-PREPRINT-->",
        "[@both2024, p. 3; @clean2024, p. 4]<!--ref:both2024 ok CONTAMINATED-PREPRINT+UNMATCHED-->",
        "marker <!--ref:both2024 ok CONTAMINATED-PREPRINT+UNMATCHED--><!--anchor:page:3-->",
        "[@preprint2024]<!--ref:preprint2024 ok CONTAMINATED-PREPRINT--><!--anchor:page:1-->",
        "refused [@unmatched2024] [UNVERIFIED CITATION",
        "<!--ref:unreadpreprint2024 LOW-WARN CONTAMINATED-PREPRINT+UNMATCHED",
    ):
        assert line in once.replace("\xa0", " ")
    assert "clean2024 ok" not in once
    twice, again = draft(pandoc, folder, once, "markdown")
    assert again == verdicts
    assert twice == once


def test_the_gate_takes_the_contamination_of_a_draft_out(pandoc: Pandoc, folder: Path) -> None:
    once, _ = draft(pandoc, folder, "As [@both2024, p. 3] says.\n", "markdown")
    done = run_pandoc(
        pandoc, ["-M", "ars-corpus=refs.ars.yaml", "-t", "markdown"], folder=folder, text=once
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.replace("\xa0", " ") == "As [@both2024, p. 3] says.\n"
