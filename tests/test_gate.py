"""The filter's exits: 0 rendered, 1 refused, 2 cannot judge, and what goes where (contract §1)."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc import __version__
from ars_pandoc.gate import run
from tests.conftest import GATE, clean_environment
from tests.pandoc_documents import Document
from tests.pandoc_documents import read_document as pandoc_reads

SHARED = Path(__file__).parent / "golden" / "_shared" / "refs.ars.yaml"
PASSES = "A claim [@smith2024, p. 12]<!--ref:smith2024--><!--anchor:page:13-->.\n"
REFUSED = "A claim [@smith2024].\n"


def filtered(document: Document | bytes, **environment: str) -> tuple[int, bytes, str]:
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    stdout, stderr = io.BytesIO(), io.StringIO()
    code = run(io.BytesIO(data), stdout, stderr, {"ARS_CORPUS": str(SHARED), **environment}, "html")
    return code, stdout.getvalue(), stderr.getvalue()


def test_what_passes_is_written_without_its_markers() -> None:
    code, out, said = filtered(pandoc_reads(PASSES))
    assert code == 0
    assert b"anchor" not in out
    assert json.loads(out)["blocks"][0]["t"] == "Para"
    assert said.startswith("ars-gate: 1 citation ok: ")
    assert said.count("\n") == 1


def test_what_is_refused_is_not_written() -> None:
    code, out, said = filtered(pandoc_reads(REFUSED))
    assert (code, out) == (1, b"")
    assert said.startswith("ars-gate: refused: 1 of 1 citation")
    assert "MED-WARN-NO-LOCATOR" in said


def test_a_draft_is_written_and_never_refused() -> None:
    code, out, said = filtered(pandoc_reads(REFUSED), ARS_MODE="draft")
    assert code == 0
    assert "NO QUOTE OR PAGE LOCATOR" in out.decode().replace(
        '"},{"t":"Space"},{"t":"Str","c":"', " "
    )
    assert said.startswith("ars-gate: draft: 1 of 1 citation")


def test_a_document_without_citations_is_written_as_it_came() -> None:
    document = pandoc_reads("# Only\n\nwords and a <!-- note -->.\n")
    code, out, said = filtered(document)
    assert (code, json.loads(out)) == (0, document)
    assert said == "ars-gate: no citations; the text was not compared\n"


API = [1, 23, 1]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no JSON"),
        (b"# A claim\n", "no JSON"),
        (b'{"blocks": [], "meta": {}, "pandoc-api-version": [1, 21]}', "API version is 1.21"),
        (b'{"blocks": [], "pandoc-api-version": [1, 23]}', "no metadata"),
    ],
)
def test_what_is_no_tree_of_pandoc_s_cannot_be_judged(data: bytes, said: str) -> None:
    code, out, stderr = filtered(data)
    assert (code, out) == (2, b"")
    assert said in stderr
    assert "pandoc --filter ars-gate" in stderr or "Pandoc 2.17" in stderr


@pytest.mark.parametrize("mode", ["gate", "draft"])
def test_stripped_comments_cannot_be_judged(mode: str) -> None:
    options = json.dumps({"strip-comments": True})
    code, out, said = filtered(pandoc_reads(PASSES), PANDOC_READER_OPTIONS=options, ARS_MODE=mode)
    assert (code, out) == (2, b"")
    assert "--strip-comments" in said


@pytest.mark.parametrize("options", ["", "no json", "[]", '{"strip-comments": false}', "{}"])
def test_other_reader_options_stop_nothing(options: str) -> None:
    assert filtered(pandoc_reads(PASSES), PANDOC_READER_OPTIONS=options)[0] == 0


def test_errors_are_for_writers() -> None:
    code, out, said = filtered(pandoc_reads(PASSES), ARS_CORPUS="nowhere.yaml")
    assert (code, out) == (2, b"")
    assert said.startswith("ars-gate: ")
    assert "nowhere.yaml" in said
    assert "next:" in said
    assert "Traceback" not in said


def nested(levels: int) -> bytes:
    inner = '{"t":"BlockQuote","c":[' * levels + '{"t":"HorizontalRule"}' + "]}" * levels
    return f'{{"pandoc-api-version":{API},"meta":{{}},"blocks":[{inner}]}}'.encode()


def test_nesting_beyond_measure_is_said() -> None:
    assert filtered(nested(50))[0] == 0
    code, out, said = filtered(nested(3000))
    assert (code, out) == (2, b"")
    assert "nested too deeply" in said


def test_a_pandoc_that_has_gone_is_told_nothing() -> None:
    class Gone(io.BytesIO):
        def write(self, data: Any) -> int:
            raise BrokenPipeError

    stderr = io.StringIO()
    data = json.dumps(pandoc_reads(PASSES)).encode()
    code = run(io.BytesIO(data), Gone(), stderr, {"ARS_CORPUS": str(SHARED)})
    assert code == 2
    assert "fault" not in stderr.getvalue()


class Full(io.BytesIO):
    def write(self, data: Any) -> int:
        raise RuntimeError("no room\x1b[31m")


@pytest.mark.parametrize("debug", ["", "1"])
def test_a_fault_of_its_own_is_no_traceback_and_no_pass(debug: str) -> None:
    stderr = io.StringIO()
    data = json.dumps(pandoc_reads(PASSES)).encode()
    environment = {"ARS_CORPUS": str(SHARED), "ARS_DEBUG": debug}
    assert run(io.BytesIO(data), Full(), stderr, environment) == 2
    said = stderr.getvalue()
    assert "a fault of ars-pandoc itself: RuntimeError: no room\ufffd[31m\n" in said
    assert "ARS_DEBUG" in said
    assert ("Traceback" in said) is bool(debug)


def test_a_tree_that_pandoc_did_not_write_is_no_fault_of_its_own() -> None:
    broken = {"pandoc-api-version": API, "meta": {}, "blocks": [{"t": "Para", "c": 7}]}
    code, out, said = filtered(broken)
    assert (code, out) == (2, b"")
    assert "no Pandoc AST" in said
    assert "where: blocks[0].c" in said
    assert "fault" not in said


def test_a_report_of_an_earlier_pass_does_not_stand_when_nothing_can_be_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    report = tmp_path / "report.json"
    document = pandoc_reads(PASSES)
    assert filtered(document, ARS_REPORT="report.json")[0] == 0
    assert json.loads(report.read_bytes())["documents"][0]["verdict"] == "passed"
    code, _, said = filtered(document, ARS_REPORT="report.json", ARS_CORPUS="gone.yaml")
    assert code == 2
    judged = json.loads(report.read_bytes())["documents"][0]
    assert (judged["verdict"], judged["rendered"], judged["citations"]) == ("not-judged", False, [])
    assert "gone.yaml" in judged["error"]
    assert "gone.yaml" in said


@given(st.binary(max_size=200))
def test_no_input_passes_but_a_tree(data: bytes) -> None:
    code, out, said = filtered(data)
    assert (code, out) == (2, b"")
    assert said.startswith("ars-gate: ")


def start(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [GATE, *arguments],
        capture_output=True,
        check=False,
        env=clean_environment({"ARS_CORPUS": str(SHARED)}),
        timeout=60,
        **options,
    )


@pytest.mark.parametrize("text", [PASSES, REFUSED])
def test_the_executable_does_as_the_function_does(text: str) -> None:
    document = pandoc_reads(text)
    done = start("html", input=json.dumps(document).encode())
    assert (done.returncode, done.stdout, done.stderr.decode()) == filtered(document)


def test_help_and_version_need_no_document() -> None:
    done = start("--help", stdin=subprocess.DEVNULL)
    assert done.returncode == 0
    for word in (b"pandoc --filter ars-gate", b"ars-mode=draft", b"Exit codes"):
        assert word in done.stdout
    done = start("--version", stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stdout.decode()) == (0, f"ars-gate {__version__}\n")


def test_at_a_terminal_it_says_what_it_is_and_does_not_wait() -> None:
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "rb"), os.fdopen(theirs, "rb") as terminal:
        done = start(stdin=terminal)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"pandoc --filter ars-gate" in done.stderr


def test_it_starts_without_what_it_seldom_needs() -> None:
    """Start-up counts in milliseconds: nothing of the command line, of reports or of editing."""
    program = (
        "import io, sys; from ars_pandoc.gate import run\n"
        "code = run(sys.stdin.buffer, io.BytesIO(), sys.stderr, {'ARS_CORPUS': sys.argv[1]})\n"
        "heavy = {'click', 'rich', 'jsonschema', 'panflute', 'orjson'}\n"
        "print(code, sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(SHARED)],
        input=json.dumps(pandoc_reads(PASSES)),
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parent.parent,
    )
    assert done.stdout == "0 []\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def reported(text: str, **environment: str) -> dict[str, Any]:
    """Judge a text that asks for a report, and return the report's one document."""
    document = pandoc_reads(text)
    document["meta"]["ars-report"] = {"t": "MetaString", "c": "report.json"}
    code, _, _ = filtered(document, **environment)
    report: dict[str, Any] = json.loads(Path("report.json").read_bytes())
    (document,) = report["documents"]
    assert isinstance(document, dict)
    return {"code": code, "mode": report["mode"], **document}


@pytest.mark.parametrize(
    ("text", "mode", "code", "verdict", "rendered"),
    [
        (PASSES, "gate", 0, "passed", True),
        (REFUSED, "gate", 1, "refused", False),
        (PASSES, "draft", 0, "passed", True),
        (REFUSED, "draft", 0, "refused", True),
    ],
)
@pytest.mark.usefixtures("here")
def test_the_report_tells_verdict_and_rendering_apart(
    text: str, mode: str, code: int, verdict: str, rendered: bool
) -> None:
    told = reported(text, ARS_MODE=mode)
    assert (told["code"], told["mode"]) == (code, mode)
    assert (told["verdict"], told["rendered"]) == (verdict, rendered)


@pytest.mark.parametrize(
    ("inputs", "path"), [("", None), ("a.md", "a.md"), (os.pathsep.join(["a.md", "b.md"]), None)]
)
@pytest.mark.parametrize("corpus", [str(SHARED), "nowhere.yaml"])
@pytest.mark.usefixtures("here")
def test_the_report_names_its_document_where_there_is_one(
    inputs: str, path: str | None, corpus: str
) -> None:
    told = reported(PASSES, ARS_INPUT=inputs, ARS_CORPUS=corpus)
    assert told["path"] == path
    assert told["verdict"] == ("passed" if corpus == str(SHARED) else "not-judged")


@pytest.mark.parametrize("version", ["", "3", "3.9", "3.1.11.1"])
def test_a_draft_for_a_pandoc_of_today_is_a_span(version: str) -> None:
    environment = {"PANDOC_VERSION": version, "ARS_MODE": "draft", "ARS_CORPUS": str(SHARED)}
    stdout = io.BytesIO()
    data = json.dumps(pandoc_reads(REFUSED)).encode()
    assert run(io.BytesIO(data), stdout, io.StringIO(), environment, "docx") == 0
    assert b"ars-unverified" in stdout.getvalue()
    assert b"openxml" not in stdout.getvalue()


def test_a_draft_for_an_older_one_is_what_its_writer_knows() -> None:
    environment = {"PANDOC_VERSION": "2.17", "ARS_MODE": "draft", "ARS_CORPUS": str(SHARED)}
    stdout = io.BytesIO()
    data = json.dumps(pandoc_reads(REFUSED)).encode()
    assert run(io.BytesIO(data), stdout, io.StringIO(), environment, "docx") == 0
    assert b"openxml" in stdout.getvalue()
