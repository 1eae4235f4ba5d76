"""What is added is added everywhere: the recipes of CONTRIBUTING.md, each place asked."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator

import pytest
from click.testing import CliRunner

from ars_pandoc.checking import funnel
from ars_pandoc.citations.citation import Citation
from ars_pandoc.cli import COMMANDS
from ars_pandoc.cli.commands import check
from ars_pandoc.documents import formats
from ars_pandoc.report import forms
from ars_pandoc.signals import indexes
from ars_pandoc.signals.semantic_scholar import SemanticScholar
from ars_pandoc.texts import extract
from ars_pandoc.verdict import matrix
from tests.conftest import ROOT
from tools.recipes import RECIPES, Recipe, main

MEMBERS = [(recipe, name) for recipe in RECIPES.values() for name in recipe.members()]


@pytest.mark.parametrize(("recipe", "name"), MEMBERS, ids=[f"{r.kind}-{n}" for r, n in MEMBERS])
def test_each_place_knows_each_member(recipe: Recipe, name: str) -> None:
    assert recipe.missing(name) == []


class Invented(SemanticScholar):
    """An index that nobody has told the rest of the house about."""

    service = dataclasses.replace(
        SemanticScholar.service, name="invented", variable="ARS_INVENTED_URL"
    )
    signal = "invented_unmatched"


def _add_status(patch: pytest.MonkeyPatch) -> None:
    row = dataclasses.replace(matrix.ROWS[1], status="invented", remedy="")
    patch.setattr(matrix, "ROWS", (*matrix.ROWS, row))


def _add_source_format(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(extract.EXTENSIONS, "application/x-invented", "invented")
    patch.setattr(extract, "SOURCE_ENDINGS", extract.SOURCE_ENDINGS | {".invented"})


def _add_index(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(indexes.INDEXES, "invented", Invented())


def _add_output_format(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(forms._FORMS, "invented", forms._json)


def _add_reader(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(formats._READERS, ".inv", "invented")


def _add_command(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(COMMANDS, "invented", "Do something.")


ADDED: dict[str, tuple[Callable[[pytest.MonkeyPatch], None], str]] = {
    "status": (_add_status, ""),
    "source format": (_add_source_format, "ars_pandoc/texts/extract.py"),
    "index": (_add_index, "ars_pandoc/signals/indexes.py"),
    "output format": (_add_output_format, "ars_pandoc/report/forms.py"),
    "document reader": (_add_reader, "ars_pandoc/documents/formats.py"),
    "command": (_add_command, "ars_pandoc/cli/__init__.py"),
}
"""How a member is put into its table and nowhere else, and the file that this touches."""


@pytest.mark.parametrize("kind", RECIPES)
def test_a_member_that_is_in_its_table_alone_is_missing_in_every_other_place(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    add, touched = ADDED[kind]
    add(monkeypatch)
    recipe = RECIPES[kind]
    assert "invented" in recipe.members()
    expected = [place.file.format(name="invented") for place in recipe.places]
    told = [line.partition(": ")[0] for line in recipe.missing("invented")]
    assert told == [file for file in expected if file != touched]
    assert all(line.partition(": ")[2] for line in recipe.missing("invented"))


@pytest.mark.parametrize("kind", RECIPES)
def test_a_member_that_nothing_knows_is_missing_everywhere(
    kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*kind.split(), "unheard"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert len(told) == len(RECIPES[kind].places)


def test_one_that_all_places_know_is_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["index", "crossref"]) == 0
    assert "all 11 places know crossref" in capsys.readouterr().out
    assert main(["recipe", "x"]) == 2


def test_a_status_without_a_stage_stops_the_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(funnel, "PLACED", funnel.PLACED - {"LOW-WARN"})
    finding = matrix.judge(Citation("a", "native"), matrix.Evidence(known=True), matrix.Policy())
    assert "LOW-WARN" in finding.also
    with pytest.raises(LookupError, match="no stage of the funnel holds LOW-WARN"):
        funnel.has_reached(finding, "held")
    with pytest.raises(LookupError, match="LOW-WARN"):
        funnel.steps([finding])


@pytest.mark.parametrize("form", check.FORMATS)
def test_the_shell_completes_each_format(form: str) -> None:
    variables = {
        "_CHECK_COMPLETE": "bash_complete",
        "COMP_WORDS": f"check --format {form[:3]}",
        "COMP_CWORD": "2",
    }
    done = CliRunner().invoke(check.command, env=variables, prog_name="check")
    assert f"plain,{form}" in done.output.splitlines()


def recipes_of_the_page() -> Iterator[tuple[str, list[str]]]:
    """Give each recipe of CONTRIBUTING.md with its files."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for title, body in re.findall(r"^### An? ([a-z ]+)\n(.*?)(?=^#|\Z)", page, re.M | re.S):
        yield title, re.findall(r"^\d+\. `([^`]+)`", body, re.M)


def test_the_page_has_the_recipes() -> None:
    told = {kind: [place.file for place in recipe.places] for kind, recipe in RECIPES.items()}
    page = {
        kind: [file.replace("NAME", "{name}") for file in files]
        for kind, files in recipes_of_the_page()
    }
    assert page == told
