"""The Lua filter gives the verdicts of `--filter ars-gate`, in both Pandocs, and ends as quietly."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from ars_pandoc.pandoc.executable import Pandoc
from tests.conftest import GATE, PANDOCS, ROOT, clean_environment, run_pandoc
from tests.golden_cases import GOLDEN, cases, compare_case

EXTENSION = ROOT / "_extensions" / "ars-gate" / "ars-gate.lua"
CHECKOUT = ROOT / "filters" / "ars-gate.lua"
ARS = str(Path(GATE).with_name("ars"))
SHARED = GOLDEN / "_shared" / "refs.ars.yaml"
PASSES = "A claim [@smith2024, p. 12]<!-- note: mine --><!--ref:smith2024-->.\n"
REFUSED = "A claim [@smith2024].\n"


def lua(
    pandoc: Pandoc,
    arguments: Sequence[str],
    *,
    folder: Path,
    text: str | None = None,
    shim: Path = EXTENSION,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run Pandoc with the Lua filter, which starts the gate of this environment."""
    return subprocess.run(
        [str(pandoc.path), "--lua-filter", str(shim), *arguments],
        cwd=folder,
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=clean_environment({"ARS_GATE": GATE, **(environment or {})}),
        timeout=120,
        check=False,
    )


def corpus(**more: str) -> dict[str, str]:
    return {"ARS_CORPUS": str(SHARED), **more}


@pytest.mark.parametrize("shim", [EXTENSION, CHECKOUT], ids=["extension", "checkout"])
def test_it_renders_and_refuses(pandoc: Pandoc, shim: Path, tmp_path: Path) -> None:
    done = lua(
        pandoc, ["-t", "html"], folder=tmp_path, text=PASSES, shim=shim, environment=corpus()
    )
    assert done.returncode == 0, done.stderr
    assert "<!-- note: mine -->" in done.stdout
    assert "ref:" not in done.stdout
    assert done.stderr.startswith("ars-gate: 1 citation ok")
    output = tmp_path / "paper.html"
    output.write_text("the old one", encoding="utf-8")
    arguments = ["-o", str(output)]
    refused = lua(pandoc, arguments, folder=tmp_path, text=REFUSED, shim=shim, environment=corpus())
    assert refused.returncode == 83
    assert "MED-WARN-NO-LOCATOR" in refused.stderr
    assert "traceback" not in refused.stderr
    assert refused.stderr.splitlines()[-2:] == [
        "Error running filter ars-gate:",
        "Filter returned error status 1",
    ]
    assert output.read_text(encoding="utf-8") == "the old one"


def test_the_extension_alone_may_be_copied(pandoc: Pandoc, tmp_path: Path) -> None:
    copied = Path(shutil.copy(EXTENSION, tmp_path / "gate of mine.lua"))
    done = lua(pandoc, [], folder=tmp_path, text=PASSES, shim=copied, environment=corpus())
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("name", "pandoc"), cases())
def test_golden_cases_come_out_the_same(name: str, pandoc: Pandoc, tmp_path: Path) -> None:
    """Verdicts, messages and output, to the letter; the filter knows the file's name as well."""
    compare_case(name, pandoc, tmp_path, _without_the_name)


def _without_the_name(
    pandoc: Pandoc, arguments: Sequence[str], *, folder: Path, environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    done = lua(pandoc, arguments, folder=folder, environment=environment)
    said = re.sub(r"(key of its own: ars init --update) input\.\w+", r"\1 FILE.docx", done.stderr)
    done.stderr = re.sub(r"(ars init(?: --update)?) input\.\w+", r"\1 FILE", said)
    return done


@pytest.mark.parametrize("name", ["chapters/one.md", "my chapters/one & two.md"])
def test_it_tells_of_the_input_s_folder(name: str, pandoc: Pandoc, tmp_path: Path) -> None:
    chapter = tmp_path / name
    chapter.parent.mkdir()
    shutil.copy(SHARED, chapter.with_name("literature_corpus.yaml"))
    chapter.write_text("[@smith2024, p. 12]\n", encoding="utf-8")
    arguments = ["-M", "ars-accept=LOW-WARN", "-M", "ars-report=my report.json", name]
    done = lua(pandoc, arguments, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"{chapter.parent.name}/literature_corpus.yaml" in done.stderr
    report = json.loads((tmp_path / "my report.json").read_bytes())
    assert report["documents"][0]["path"] == name


def test_a_gate_that_is_not_there(pandoc: Pandoc, tmp_path: Path) -> None:
    done = lua(pandoc, [], folder=tmp_path, text=PASSES, environment={"ARS_GATE": "no-such-gate"})
    assert (done.returncode, done.stdout) == (83, "")
    first, *rest = done.stderr.splitlines()
    assert first.startswith("ars-gate: the program 'no-such-gate' was not found")
    assert any("install ars-pandoc" in line for line in rest)
    assert "traceback" not in done.stderr


def test_a_gate_that_answers_with_nonsense(pandoc: Pandoc, tmp_path: Path) -> None:
    program = tmp_path / "nonsense"
    program.write_text("#!/bin/sh\ncat > /dev/null; echo nonsense\n", encoding="utf-8")
    program.chmod(0o755)
    done = lua(pandoc, [], folder=tmp_path, text=PASSES, environment={"ARS_GATE": str(program)})
    assert (done.returncode, done.stdout) == (83, "")
    assert done.stderr.startswith("ars-gate: the program ")
    assert "traceback" not in done.stderr


def test_it_is_found_on_path(pandoc: Pandoc, tmp_path: Path) -> None:
    path = os.pathsep.join([str(Path(GATE).parent), os.environ.get("PATH", os.defpath)])
    environment = corpus(ARS_GATE="", PATH=path)
    done = lua(pandoc, [], folder=tmp_path, text=PASSES, environment=environment)
    assert done.returncode == 0, done.stderr


def test_ars_render_tells_a_refusal_from_a_fault(tmp_path: Path) -> None:
    (tmp_path / "paper.md").write_text(REFUSED, encoding="utf-8")
    for environment, expected in ((corpus(), 1), (corpus(ARS_CORPUS="none.yaml"), 2)):
        done = subprocess.run(
            [ARS, "render", "--lua-filter", str(EXTENSION), "paper.md", "-o", "paper.html"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            env=clean_environment({"ARS_GATE": GATE, **environment}),
            check=False,
        )
        assert done.returncode == expected, done.stderr
        assert done.stderr.count("ars-gate: ") == 1
        assert "error status" not in done.stderr


QUARTO = """
quarto = {{
  doc = {{ input_file = [[{source}]] }},
  project = {{ directory = [[{project}]] }},
}}
return dofile([[{shim}]])
"""


def test_what_quarto_tells_comes_before_what_pandoc_tells(pandoc: Pandoc, tmp_path: Path) -> None:
    """Quarto hands a copy in another folder to Pandoc, and has the author's file in its API."""
    project = tmp_path / "book"
    (project / "parts").mkdir(parents=True)
    shutil.copy(SHARED, project / "literature_corpus.yaml")
    stand_in = tmp_path / "quarto.lua"
    stand_in.write_text(
        QUARTO.format(source=project / "parts" / "one.qmd", project=project, shim=EXTENSION),
        encoding="utf-8",
    )
    copy = tmp_path / "copy.md"
    copy.write_text("[@smith2024, p. 12]\n", encoding="utf-8")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    arguments = ["-M", "ars-accept=LOW-WARN", "-M", "ars-report=report.json", str(copy)]
    done = lua(pandoc, arguments, folder=elsewhere, shim=stand_in)
    assert done.returncode == 0, done.stderr
    report = (elsewhere / "report.json").read_text(encoding="utf-8")
    assert str(project / "parts" / "one.qmd") in report


READER = """
Extensions = pandoc.format.extensions 'markdown'
function Reader(inputs, options)
  local document = pandoc.read(
    tostring(inputs), { format = 'markdown', extensions = options.extensions }, options
  )
  document.meta.quarto_pandoc_reader_opts = {
    abbreviations = options.abbreviations,
    columns = options.columns,
    extensions = options.extensions,
    standalone = options.standalone,
  }
  return document
end
"""


def test_a_reader_of_its_own_changes_nothing(tmp_path: Path) -> None:
    """Quarto reads with a Lua reader, which leaves its options in the metadata."""
    (tmp_path / "reader.lua").write_text(READER, encoding="utf-8")
    pandoc = PANDOCS[0]
    done = lua(
        pandoc, ["-f", "reader.lua"], folder=tmp_path, text=PASSES + REFUSED, environment=corpus()
    )
    assert done.returncode == 83
    assert "1 of 2 citations cannot pass" in done.stderr
    assert "write [@smith2024, p. 12]" in done.stderr, "it is told that this is Markdown"
    done = lua(
        pandoc,
        ["-f", "reader.lua", "-t", "json"],
        folder=tmp_path,
        text=PASSES,
        environment=corpus(),
    )
    assert done.returncode == 0, done.stderr
    assert "quarto_pandoc_reader_opts" in done.stdout


def test_a_draft_in_word_is_the_same(pandoc: Pandoc, tmp_path: Path) -> None:
    """The form of a marker depends on the output format, which the filter hands on."""
    arguments = ["-M", "ars-mode=draft", "-t", "docx", "-o"]
    done = lua(pandoc, [*arguments, "1.docx"], folder=tmp_path, text=REFUSED, environment=corpus())
    other = run_pandoc(
        pandoc, [*arguments, "2.docx"], folder=tmp_path, text=REFUSED, environment=corpus()
    )
    assert (done.returncode, other.returncode) == (0, 0), done.stderr
    documents = []
    for name in ("1.docx", "2.docx"):
        with zipfile.ZipFile(tmp_path / name) as archive:
            documents.append(archive.read("word/document.xml"))
    assert documents[0] == documents[1]
    assert b"w:highlight" in documents[0]
