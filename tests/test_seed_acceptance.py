"""The acceptance criteria and firm rules of the ARS v3.7.3 specification, each under its name.

Those that speak of markers, the matrix or the gate; each runs a real Pandoc.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from ars_pandoc.corpus.load_sidecar import load_corpus
from ars_pandoc.pandoc.executable import Pandoc
from tests.conftest import PANDOCS, run_pandoc

ENTRY: dict[str, Any] = {
    "citation_key": "smith2024",
    "title": "A source",
    "authors": [{"family": "Smith", "given": "Ada"}],
    "year": 2024,
    "source_pointer": "https://arxiv.org/abs/2401.01234",
    "obtained_via": "zotero-api",
    "source_acquired": True,
    "source_verified_against_original": True,
    "source_verification_method": "manual_grep",
}
QUOTE = "<!--anchor:quote:When%20publishers%20bypass%20review-->"


def write_corpus(folder: Path, *, read: bool = True, **fields: Any) -> Path:
    path = folder / "passport.yaml"
    entry = {name: value for name, value in {**ENTRY, **fields}.items() if value is not None}
    path.write_text(yaml.safe_dump({"literature_corpus": [entry]}), encoding="utf-8")
    if read:
        log = {
            "session_id": "s",
            "created_at": "2026-05-12T10:00:00Z",
            "human_read": [{"citation_key": "smith2024", "marked_at": "2026-05-12T10:00:00Z"}],
        }
        (folder / "passport_human_read_log.yaml").write_text(yaml.safe_dump(log), encoding="utf-8")
    return path


def render(pandoc: Pandoc, folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    arguments = ["-t", "html", "--wrap=none", "-M", "ars-report=report.json"]
    return run_pandoc(pandoc, arguments, folder=folder, text=text)


def statuses(folder: Path) -> list[str]:
    report = json.loads((folder / "report.json").read_bytes())
    return [
        " ".join(
            [
                c["status"],
                *(f"CONTAMINATED-{'+'.join(c['contamination'])}",) * bool(c["contamination"]),
            ]
        )
        for c in report["documents"][0]["citations"]
    ]


def refused(done: subprocess.CompletedProcess[str]) -> bool:
    return "Filter returned error status 1" in done.stderr and not done.stdout


@pytest.mark.parametrize(
    "signals",
    [{"preprint_post_llm_inflection": True, "semantic_scholar_unmatched": False}, None],
    ids=["with contamination_signals", "without the field"],
)
def test_an_entry_validates_with_and_without_contamination_signals(
    signals: dict[str, bool] | None, tmp_path: Path
) -> None:
    corpus = load_corpus(write_corpus(tmp_path, contamination_signals=signals))
    assert corpus.entries["smith2024"].contamination_signals == signals


def test_three_layer_citations_with_quote_and_page_are_emitted(
    pandoc: Pandoc, tmp_path: Path
) -> None:
    write_corpus(tmp_path)
    text = f"A <!--ref:smith2024-->{QUOTE}. B <!--ref:smith2024--><!--anchor:page:12-14-->."
    done = render(pandoc, tmp_path, text)
    assert (done.returncode, statuses(tmp_path)) == (0, ["ok", "ok"])
    assert done.stdout.strip() == "<p>A. B.</p>"


@pytest.mark.parametrize("anchor", ["<!--anchor:none:-->", "<!--anchor:none-->", ""])
def test_r_l3_1_a_no_anchor_resolves_to_no_locator_and_is_refused(
    anchor: str, pandoc: Pandoc, tmp_path: Path
) -> None:
    write_corpus(tmp_path)
    done = render(pandoc, tmp_path, f"A <!--ref:smith2024-->{anchor}.")
    assert refused(done)
    assert statuses(tmp_path) == ["MED-WARN-NO-LOCATOR"]


@pytest.mark.parametrize(("words", "status"), [(25, "ok"), (26, "MED-WARN-NO-LOCATOR")])
def test_r_l3_1_b_a_quote_has_at_most_25_words(
    words: int, status: str, pandoc: Pandoc, tmp_path: Path
) -> None:
    write_corpus(tmp_path)
    quote = "%20".join(["word"] * words)
    render(pandoc, tmp_path, f"A <!--ref:smith2024--><!--anchor:quote:{quote}-->.")
    assert statuses(tmp_path) == [status]


# The schema forbids verified without acquired.
@pytest.mark.parametrize(("acquired", "verified"), [(False, False), (True, False), (True, True)])
@pytest.mark.parametrize("read", [True, False])
@pytest.mark.parametrize("anchored", [True, False])
def test_the_five_cell_matrix(
    anchored: bool, acquired: bool, verified: bool, read: bool, tmp_path: Path
) -> None:
    write_corpus(
        tmp_path,
        read=read,
        source_acquired=acquired,
        source_verified_against_original=verified,
        description_last_audit=None if acquired else "none",
    )
    anchor = "<!--anchor:section:3.2-->" if anchored else "<!--anchor:none:-->"
    done = render(PANDOCS[0], tmp_path, f"A <!--ref:smith2024-->{anchor}.")
    if not anchored:
        expected = "MED-WARN-NO-LOCATOR"
    elif not acquired:
        expected = "HIGH-WARN-NO-ORIGINAL"
    elif not verified:
        expected = "MED-WARN-NOT-CROSS-CHECKED"
    else:
        expected = "ok" if read else "LOW-WARN"
    assert statuses(tmp_path) == [expected]
    assert refused(done) is (expected != "ok")


def test_no_locator_is_refused_at_the_same_precedence_as_no_original(
    pandoc: Pandoc, tmp_path: Path
) -> None:
    write_corpus(
        tmp_path,
        source_acquired=False,
        source_verified_against_original=False,
        description_last_audit="none",
    )
    text = "A <!--ref:smith2024--><!--anchor:none:-->. B <!--ref:smith2024--><!--anchor:page:1-->."
    done = render(pandoc, tmp_path, text)
    assert refused(done)
    assert statuses(tmp_path) == ["MED-WARN-NO-LOCATOR", "HIGH-WARN-NO-ORIGINAL"]


def test_mark_read_does_not_clear_no_locator(pandoc: Pandoc, tmp_path: Path) -> None:
    for read in (False, True):
        write_corpus(tmp_path, read=read)
        done = render(pandoc, tmp_path, "A <!--ref:smith2024-->.")
        assert refused(done)
        assert statuses(tmp_path) == ["MED-WARN-NO-LOCATOR"]


def test_a_two_layer_citation_of_older_prose_is_treated_as_no_anchor(
    pandoc: Pandoc, tmp_path: Path
) -> None:
    write_corpus(tmp_path)
    render(pandoc, tmp_path, "Smith (2024) <!--ref:smith2024--> said so.")
    assert statuses(tmp_path) == ["MED-WARN-NO-LOCATOR"]


@pytest.mark.parametrize(
    ("preprint", "unmatched", "suffix"),
    [
        (False, False, ""),
        (True, False, " CONTAMINATED-PREPRINT"),
        (False, True, " CONTAMINATED-UNMATCHED"),
        (True, True, " CONTAMINATED-PREPRINT+UNMATCHED"),
    ],
)
@pytest.mark.parametrize("read", [True, False])
def test_contamination_annotates_and_does_not_block(
    preprint: bool, unmatched: bool, suffix: str, read: bool, tmp_path: Path
) -> None:
    signals = {"preprint_post_llm_inflection": preprint, "semantic_scholar_unmatched": unmatched}
    write_corpus(tmp_path, read=read, contamination_signals=signals)
    done = render(PANDOCS[0], tmp_path, f"A <!--ref:smith2024-->{QUOTE}.")
    base = "ok" if read else "LOW-WARN"
    assert statuses(tmp_path) == [base + suffix]
    assert refused(done) is not read


def test_the_visible_marker_of_the_finalizer_is_the_specifications(
    pandoc: Pandoc, tmp_path: Path
) -> None:
    write_corpus(tmp_path)
    done = run_pandoc(
        pandoc,
        ["-t", "plain", "-M", "ars-mode=draft"],
        folder=tmp_path,
        text="A <!--ref:smith2024-->.",
    )
    shown = re.sub(r"\s+", " ", done.stdout).strip()
    assert shown == "A [UNVERIFIED CITATION — NO QUOTE OR PAGE LOCATOR]."


def test_the_fabricated_quote_incident_without_a_page_is_refused(
    pandoc: Pandoc, tmp_path: Path
) -> None:
    """The v3.6.8 incident: a quote in the prose, attributed to a held source, with no anchor."""
    write_corpus(tmp_path)
    text = 'The report calls it "a common heritage of mankind" (OECD 2005) <!--ref:smith2024-->.'
    assert refused(render(pandoc, tmp_path, text))
    assert statuses(tmp_path) == ["MED-WARN-NO-LOCATOR"]
