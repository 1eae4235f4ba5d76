"""Laws of the filter, held against a real Pandoc with generated documents."""

from __future__ import annotations

import io
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ars_pandoc.citations.quotes import encode_quote
from ars_pandoc.gate import run
from ars_pandoc.pandoc.executable import Pandoc
from ars_pandoc.verdict.resolve import resolve_document
from tests.conftest import PANDOCS, clean_environment, run_pandoc

GOLDEN = Path(__file__).parent / "golden"
SHARED = GOLDEN / "_shared" / "refs.ars.yaml"

words = st.from_regex(r"[A-Za-zäöü]{1,9}", fullmatch=True)
anchors = st.one_of(
    st.integers(1, 999).map(lambda n: f"page:{n}"),
    st.sampled_from(["section:3.2", "section:Results%20and%20more", "paragraph:2"]),
    st.lists(words, min_size=3, max_size=9).map(lambda ws: f"quote:{encode_quote(' '.join(ws))}"),
)
markers = anchors.map(lambda anchor: f"<!--ref:smith2024--><!--anchor:{anchor}-->")
# What stands behind a marker decides whether the space before it goes.
ends = st.sampled_from([" ", ", ", ".\n", "; ", ") ", ": ", "\n"])


@st.composite
def sentences(draw: st.DrawFn) -> tuple[str, str]:
    """Give a sentence with markers, and the same without them."""
    # A first word that cannot number a list, as `A.` does.
    marked = plain = "Words "
    for _ in range(draw(st.integers(1, 6))):
        # A word before each marker: one that opens a block stands apart from it.
        text = " ".join(draw(st.lists(words, min_size=1, max_size=5)))
        style = draw(st.sampled_from(["{}", "*{}*", "**{}**", "[{}](u)", "`{}`", "“{}”"]))
        text = style.format(text)
        end = draw(ends)
        marker = draw(st.one_of(st.just(""), markers.map(lambda m: f" {m}"), markers))
        if marker and not marker.startswith(" ") and not end.strip():
            end = f"{end} "
        marked += f"{text}{marker}{end}"
        plain += f"{text}{end}"
    return marked.strip() + "\n", plain.strip() + "\n"


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, str]:
    """Give a document of several kinds of blocks, with and without markers."""
    marked, plain = [], []
    for _ in range(draw(st.integers(1, 5))):
        frame = draw(
            st.sampled_from(
                ["{}", "# {}", "- {}", "1. {}", "> {}", "Term\n\n:   {}", "Text.^[{}]", "| {}"]
            )
        )
        one, other = draw(sentences())
        one, other = " ".join(one.split()), " ".join(other.split())
        marked.append(frame.format(one))
        plain.append(frame.format(other))
    return "\n\n".join(marked) + "\n", "\n\n".join(plain) + "\n"


def read_ast(pandoc: Pandoc, text: str) -> dict[str, Any]:
    done = subprocess.run(
        [str(pandoc.path), "-f", "markdown-auto_identifiers", "-t", "json"],
        input=text.encode(),
        capture_output=True,
        check=True,
    )
    data: dict[str, Any] = json.loads(done.stdout)
    return data


def filter_ast(
    document: dict[str, Any], **environment: str
) -> tuple[int, dict[str, Any] | None, str]:
    stdout, stderr = io.BytesIO(), io.StringIO()
    code = run(
        io.BytesIO(json.dumps(document).encode()),
        stdout,
        stderr,
        clean_environment({"ARS_CORPUS": str(SHARED), **environment}),
    )
    output = stdout.getvalue()
    return code, json.loads(output) if output else None, stderr.getvalue()


def joined(value: Any) -> Any:
    """Join neighbouring words: a marker between two of them has kept Pandoc from doing so."""
    if isinstance(value, dict):
        return {name: joined(item) for name, item in value.items()}
    if not isinstance(value, list):
        return value
    kept: list[Any] = []
    for item in map(joined, value):
        last = kept[-1] if kept else None
        if last is not None and _is_str(item) and _is_str(last):
            kept[-1] = {"t": "Str", "c": last["c"] + item["c"]}
        else:
            kept.append(item)
    return kept


def _is_str(item: Any) -> bool:
    return isinstance(item, dict) and item.get("t") == "Str"


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(documents())
def test_the_filter_changes_nothing_but_markers(document: tuple[str, str]) -> None:
    marked, plain = document
    code, output, stderr = filter_ast(read_ast(PANDOCS[0], marked))
    assert code == 0, stderr
    assert joined(output) == joined(read_ast(PANDOCS[0], plain))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(documents())
def test_what_was_filtered_is_left_alone_when_filtered_again(document: tuple[str, str]) -> None:
    code, once, stderr = filter_ast(read_ast(PANDOCS[0], document[0]))
    assert code == 0, stderr
    assert once is not None
    code, twice, stderr = filter_ast(json.loads(json.dumps(once)))
    assert (code, twice) == (0, once), stderr


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(max_size=120))
def test_no_document_is_too_odd_to_be_judged(text: str) -> None:
    document = read_ast(PANDOCS[0], text.encode("utf-8", "ignore").decode().replace("\0", ""))
    code, output, stderr = filter_ast(document)
    assert code in (0, 1, 2)
    assert (output is not None) is (code == 0)
    assert "a fault of ars-pandoc itself" not in stderr


def test_comments_that_vanished_in_a_pipe_are_noticed() -> None:
    document = subprocess.run(
        [str(PANDOCS[0].path), "--strip-comments", "-t", "json"],
        input=b"Smith (2024) <!--ref:smith2024--> said so.",
        capture_output=True,
        check=True,
    ).stdout
    code, output, stderr = filter_ast(json.loads(document))
    assert (code, output) == (2, None)
    assert "--strip-comments" in stderr


NOTE_STYLE = """\
<style xmlns="http://purl.org/net/xbiblio/csl" class="note" version="1.0" default-locale="en-US">
  <info><title>Note</title><id>note</id><updated>2026-01-01T00:00:00+00:00</updated></info>
  <citation>
    <layout><text variable="title"/><text variable="locator" prefix=", "/></layout>
  </citation>
</style>
"""


def test_a_note_style_behind_citeproc_is_judged_and_cleaned(pandoc: Pandoc, tmp_path: Path) -> None:
    (tmp_path / "note.csl").write_text(NOTE_STYLE, encoding="utf-8")
    text = "See @smith2024 [p. 3]. And [@smith2024<!--anchor:page:4-->]. And [@smith2024, p. 5]!"
    bibliography = SHARED.parent / "refs.bib"
    done = subprocess.run(
        [
            str(pandoc.path),
            "--citeproc",
            "--csl=note.csl",
            "-tjson",
            f"--bibliography={bibliography}",
        ],
        cwd=tmp_path,
        input=text.encode(),
        capture_output=True,
        check=True,
    )
    code, output, stderr = filter_ast(json.loads(done.stdout))
    assert code == 0, stderr
    assert "anchor:page" not in json.dumps(output)


def judged(pandoc: Pandoc, folder: Path, *arguments: str) -> list[Any]:
    report = folder / "report.json"
    report.unlink(missing_ok=True)
    run_pandoc(
        pandoc,
        [*arguments, "-t", "html", "-M", "ars-report=report.json", "input.md"],
        folder=folder,
    )
    found: list[Any] = json.loads(report.read_bytes())["documents"][0]["citations"]
    return found


@pytest.mark.parametrize(
    "case", ["locators-english", "which-ref", "wrapped-quotes", "matrix", "markers-everywhere"]
)
def test_the_verdict_is_the_same_before_and_after_citeproc(
    case: str, pandoc: Pandoc, tmp_path: Path
) -> None:
    for file in [*SHARED.parent.iterdir(), GOLDEN / case / "input.md"]:
        (tmp_path / file.name).write_bytes(file.read_bytes())
    before = judged(pandoc, tmp_path)
    done = subprocess.run(
        [str(pandoc.path), "--citeproc", "-t", "json", "input.md"],
        cwd=tmp_path,
        capture_output=True,
        check=True,
    )
    environment = {"ARS_CORPUS": str(tmp_path / "refs.ars.yaml")}
    after = resolve_document(json.loads(done.stdout), environment)
    assert [(c["key"], c["status"], [a["value"] for a in c["anchors"]]) for c in before] == [
        (f.citation.key, f.status, [a.value for a in f.citation.anchors]) for f, _ in after.findings
    ]
