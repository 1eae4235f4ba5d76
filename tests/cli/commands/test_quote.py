from __future__ import annotations

import io
import json
from importlib import resources
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jsonschema
import pytest
import typst

from ars_pandoc.cli import main
from tests.cli.terminal import run_on_terminal

SOURCE = """# Results

The treatment did not reduce mortality in older patients (p < 0.05) [12], and a change of −0.42
was seen in 10² cells.

It was permitted, but only in mice (Fig. 2).
"""
GENUINE = "the treatment did not reduce mortality in older patients"
NEGATED = "the treatment did reduce mortality in older patients"


@pytest.fixture(autouse=True)
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "source.md"
    path.write_text(SOURCE, encoding="utf-8")
    return path


def as_json(capsys: pytest.CaptureFixture[str]) -> Any:
    results = json.loads(capsys.readouterr().out)
    folder = resources.files("ars_pandoc").joinpath("report/schema/report.schema.json")
    definitions = json.loads(folder.read_bytes())["$defs"]
    item = {"$ref": "#/$defs/grounding"}
    jsonschema.validate(results, {"type": "array", "items": item, "$defs": definitions})
    return results


def test_a_genuine_quote_is_shown_where_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["quote", "source.md", GENUINE]) == 0
    assert capsys.readouterr().out == (
        f"  1. found: “{GENUINE}”\n"
        "     where:   section “Results”, paragraph 1\n"
        "     text:    The treatment did not reduce mortality in older patients (p < 0.05) [12], "
        "and a change of −0.42 was seen in 10^2 cells.\n"
    )


def test_an_altered_quote_is_shown_beside_the_nearest_passage(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["quote", "source.md", NEGATED, GENUINE]) == 1
    said = capsys.readouterr()
    assert said.out.splitlines()[:5] == [
        f"  1. not found (negation): “{NEGATED}”",
        "     where:   section “Results”, paragraph 1",
        "     why:     a negation was added or dropped",
        "     nearest: The treatment did not reduce mortality in older patients",
        "     diff:    The treatment did [-not-] reduce mortality in older patients",
    ]
    assert said.err == "1 of 2 found\n"


def test_json_is_a_list_of_groundings_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["quote", "source.md", NEGATED, GENUINE, "only in mice", "--format", "json"]) == 1
    results = as_json(capsys)
    assert [one["result"] for one in results] == ["not-found", "found", "review"]
    assert results[0]["change"] == "negation"
    assert "did not reduce mortality" in results[0]["nearest"]
    assert results[1] == {
        "result": "found",
        "page": None,
        "pdf_page": None,
        "paragraph": 1,
        "nearest": None,
        "change": None,
        "reason": None,
    }


def test_quotes_come_from_a_file_or_standard_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = f"{GENUINE}\n\n  {NEGATED}\r\n"
    (tmp_path / "quotes.txt").write_bytes(b"\xef\xbb\xbf" + lines.encode())
    assert main(["quote", "source.md", "--from", "quotes.txt", "--format", "json"]) == 1
    given = [one["result"] for one in as_json(capsys)]
    assert given == ["found", "not-found"]
    stdin = SimpleNamespace(buffer=io.BytesIO(lines.encode()))
    monkeypatch.setattr("sys.stdin", stdin)
    assert main(["quote", "source.md", GENUINE, "--from", "-", "--format", "json"]) == 1
    assert [one["result"] for one in as_json(capsys)] == ["found", *given]


def test_the_printed_page_of_a_pdf_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"""
    #set page(numbering: "1", width: 12cm, height: 12cm)
    #counter(page).update(217)
    The trial began in spring.
    #pagebreak()
    In the end {GENUINE}, as was feared.
    """
    (tmp_path / "article.pdf").write_bytes(typst.compile(text.encode()))
    assert main(["quote", "article.pdf", GENUINE]) == 0
    assert "where:   page 218 (2 in the file)" in capsys.readouterr().out
    assert main(["quote", "article.pdf", GENUINE, "--format", "json"]) == 0
    [found] = as_json(capsys)
    assert (found["page"], found["pdf_page"]) == ("218", 2)


def test_an_unreadable_file_is_its_own_outcome(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing else")
    assert main(["quote", "broken.pdf", GENUINE, NEGATED, "--format", "json"]) == 2
    results = as_json(capsys)
    assert [one["result"] for one in results] == ["unreadable", "unreadable"]
    assert all(one["reason"] for one in results)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["source.md"], "there is no quote to look up"),
        (["missing.pdf", GENUINE], "missing.pdf does not exist"),
        (["source.md", "--from", "missing.txt"], "missing.txt cannot be read"),
        (["source.md", "--from", "empty.txt"], "empty.txt holds no quotes"),
        (["source.md", "--from", "latin.txt"], "latin.txt is not UTF-8"),
        ([".", GENUINE], "is a folder"),
    ],
)
def test_what_cannot_be_done_is_said(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty.txt").write_text("\n \n")
    (tmp_path / "latin.txt").write_bytes("für immer und alle".encode("latin-1"))
    assert main(["quote", *arguments]) == 2
    shown = capsys.readouterr()
    assert said in shown.err
    assert shown.out == ""


def test_text_of_a_source_is_safe_for_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "these words are followed by an escape"
    (tmp_path / "evil.txt").write_text(f"Surely {words} \x1b]0;owned\x07\x1b[31m sequence.\n")
    assert main(["quote", "evil.txt", words, "\x1b[31mnone of this is there"]) == 1
    assert "\x1b" not in capsys.readouterr().out


def test_colour_is_for_terminals_that_want_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    _, shown = run_on_terminal(["quote", "source.md", NEGATED], tmp_path, b"")
    assert "\x1b[32m[-not-]\x1b[0m" in shown
    monkeypatch.setenv("NO_COLOR", "1")
    _, shown = run_on_terminal(["quote", "source.md", NEGATED], tmp_path, b"")
    assert "[-not-]" in shown
    assert "\x1b[" not in shown
