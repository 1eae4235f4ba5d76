"""`ars validate`: hold a sidecar, its ledger and its catalog to their rules (contract §4)."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from ars_pandoc.base.data_file import read_document
from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.text_file import UnreadableFileError, is_there, name_of
from ars_pandoc.base.wording import printable_lines, shown
from ars_pandoc.cli.shared.common_options import format_option
from ars_pandoc.cli.shared.sidecars import (
    choose,
    complete_key,
    files_and_keys,
    sidecar_options,
)
from ars_pandoc.corpus.catalog import catalog_path, check_catalog
from ars_pandoc.corpus.find_sidecar import ENDINGS, STANDARD_NAMES
from ars_pandoc.corpus.ledger import check_ledger, ledger_path, slips
from ars_pandoc.corpus.load_sidecar import (
    LIST,
    InvalidSidecarError,
    check_document,
    corpus_from_metadata,
)
from ars_pandoc.corpus.problem import Problem, with_lines
from ars_pandoc.verdict.matrix import as_word

FOUND, UNREADABLE = 1, 2
_OF_BIBLIOGRAPHY = ".ars"
_LEDGER = ledger_path(Path("_.yaml")).name.removeprefix("_")


@click.command("validate")
@click.argument("named", metavar="[FILE | KEY]...", nargs=-1, shell_complete=complete_key)
@format_option()
@sidecar_options
@click.pass_context
def command(
    ctx: click.Context, named: tuple[str, ...], form: str, corpus: str | None, paper: str | None
) -> None:
    r"""Check a sidecar, its ledger and its catalog.

    Without FILE it is the sidecar that the gate would use; a ledger or catalog stands for its
    sidecar. A field that no rule knows is an error here, since it may be a misspelt one. Where the
    bibliography of the same name (refs.bib for refs.ars.yaml) prints something else, it is said.
    FILE may be a document, whose sidecar is meant; with KEY it is about these entries alone.

    Exit status: 0 in order, 1 problems found, 2 not readable.

    \b
    Examples:
      ars validate
      ars validate refs.ars.yaml more.ars.json
      ars validate --for paper.md
      ars validate smith2024
      ars validate --format json
    """
    given = files_and_keys(named)
    if (given.sidecars or given.papers) and (corpus is not None or paper is not None):
        raise click.UsageError("give FILE, or --corpus or --for, not both")
    paths = [Path(name) for name in given.sidecars]
    told = _Told(form == "json")
    for document in given.papers or ((paper,) if not paths else ()):
        chosen = choose(corpus, document)
        paths += chosen.paths
        if chosen.inline is not None:
            _validate_inline(told, chosen.inline, f"{LIST} in {document}")
    meant = list(dict.fromkeys(one for path in paths for one in _meant(path)))
    for key in given.keys:
        _check_key(key, meant)
    for path in meant:
        _validate(told, path, frozenset(given.keys))
    told.end()
    ctx.exit(told.code)


class _Told:
    """What is said of each file: at once for people, at the end for programs."""

    def __init__(self, as_json: bool) -> None:
        self.code = 0
        self._as_json = as_json
        self._files: list[dict[str, Any]] = []

    def say(self, label: str, problems: Sequence[Problem], counted: str) -> None:
        """Say what is wrong in a file, or what it holds."""
        errors = [problem for problem in problems if problem.severity == "error"]
        self.code = max(self.code, FOUND if errors else 0)
        self._files.append({
            "path": label,
            "valid": not errors,
            "holds": counted or None,
            "error": None,
            "problems": [asdict(problem) for problem in problems],
            "warnings": [],
        })  # fmt: skip
        if self._as_json:
            return
        label = shown(label, 200)
        if errors:
            count = _count(len(errors), "problem", "problems")
            click.echo(f"{label}: {click.style(count, fg='red')}")
        else:
            click.echo(f"{label}: {counted} {click.style('ok', fg='green')}")
        for problem in problems:
            word = "warning: " if problem.severity == "warning" else ""
            click.echo(f"  {word}{problem}")

    def warn(self, line: str) -> None:
        """Say something of the file that was said last."""
        self._files[-1]["warnings"].append(line)
        if not self._as_json:
            click.echo(f"  warning: {line}")

    def unreadable(self, path: Path, error: UnreadableFileError) -> None:
        """Say that a file cannot be read."""
        self.code = UNREADABLE
        self._files.append({
            "path": name_of(path),
            "valid": False,
            "holds": None,
            "error": str(error),
            "problems": [],
            "warnings": [],
        })  # fmt: skip
        click.echo(printable_lines(str(error)), err=True)

    def end(self) -> None:
        """Print all at once, for programs."""
        if self._as_json:
            from ars_pandoc.base.json_text import to_text

            click.echo(to_text({"schema": 1, "files": self._files}))


def _check_key(key: str, sidecars: Sequence[Path]) -> None:
    """Insist that a sidecar has an entry of a key, in order or not.

    Raises:
        ArsError: None has, or none can be read.
    """
    for path in sidecars:
        data = read_document(path).data
        entries = data.get(LIST) if isinstance(data, dict) else None
        for entry in entries if isinstance(entries, list) else ():
            if isinstance(entry, dict) and str(entry.get("citation_key")) == key:
                return
    names = ", ".join(map(name_of, sidecars)) or "the document"
    raise ArsError(
        f"'{shown(key)}' is no file, and {names} has no entry of that key",
        steps=["check the name, and the folder you are in"],
    )


def _meant(path: Path) -> list[Path]:
    """Return the sidecars of a ledger or catalog; else, or if there is none, the file itself."""
    found: list[Path] = []
    if _is_catalog(path):
        names = [f"{stem}{ending}" for stem in ("*.ars", *STANDARD_NAMES) for ending in ENDINGS]
        # As it was named, where that has a folder: pre-commit names it from the top.
        folder = path.parent.parent if len(path.parts) > 1 else Path("..")
        found = sorted(one for name in names for one in folder.glob(name))
    elif _is_ledger(path):
        stem = path.name.removesuffix(_LEDGER)
        found = [one for ending in ENDINGS if is_there(one := path.with_name(f"{stem}{ending}"))]
    return found or [path]


def _is_catalog(path: Path) -> bool:
    return path.absolute().parts[-2:] == catalog_path(Path("_")).parts


def _is_ledger(path: Path) -> bool:
    return path.name.endswith(_LEDGER)


def _validate(told: _Told, path: Path, keys: frozenset[str] = frozenset()) -> None:
    """Check a file; with keys, say of a sidecar what is wrong with these entries alone."""
    if _is_catalog(path):
        _validate_catalog(told, path, None)
    elif _is_ledger(path):
        _validate_ledger(told, path, None)
    else:
        _validate_sidecar(told, path, keys)


def _validate_sidecar(told: _Told, path: Path, wanted: frozenset[str]) -> None:
    try:
        document = read_document(path)
    except UnreadableFileError as error:
        told.unreadable(path, error)
        return
    try:
        entries, problems = check_document(document, unknown="error")
    except InvalidSidecarError as error:
        told.say(document.label, with_lines(error.problems, document.text), "")
        return
    if not problems:
        second = _by_schema("sidecar", {LIST: entries})
        problems = with_lines(second, document.text)
    if wanted:
        own = [problem for problem in problems if problem.key in wanted]
        told.say(document.label, own, _count(len(wanted), "entry", "entries"))
        return
    told.say(document.label, problems, _count(len(entries), "entry", "entries"))
    wrong = any(problem.severity == "error" for problem in problems)
    keys = None if wrong else {entry["citation_key"] for entry in entries}
    ledger, catalog = ledger_path(path), catalog_path(path)
    if is_there(ledger):
        _validate_ledger(told, ledger, keys)
    if is_there(catalog):
        _validate_catalog(told, catalog, keys)
    if keys is not None:
        _say_what_is_printed(told, path)


def _say_what_is_printed(told: _Told, sidecar: Path) -> None:
    """Say where the bibliography beside a sidecar, of the same name, prints something else."""
    from ars_pandoc.corpus.load_sidecar import load_corpus
    from ars_pandoc.ingest.records import ENDINGS as BIBLIOGRAPHIES
    from ars_pandoc.verdict.printed import compare_files, differing_lines

    stem = sidecar.name.removesuffix(sidecar.suffix)
    if not stem.endswith(_OF_BIBLIOGRAPHY):
        return
    stem = stem.removesuffix(_OF_BIBLIOGRAPHY)
    found = [one for end in BIBLIOGRAPHIES if is_there(one := sidecar.with_name(f"{stem}{end}"))]
    if found:
        for line in differing_lines(compare_files(found, load_corpus(sidecar), os.environ)):
            told.warn(line)


def _validate_inline(told: _Told, raw: Any, label: str) -> None:
    try:
        corpus = corpus_from_metadata(raw, label)
    except InvalidSidecarError as error:
        told.say(label, error.problems, "")
        return
    told.say(label, corpus.warnings, _count(len(corpus.entries), "entry", "entries"))


def _validate_ledger(told: _Told, path: Path, keys: set[str] | None) -> None:
    try:
        document = read_document(path)
    except UnreadableFileError as error:
        told.unreadable(path, error)
        return
    problems = check_ledger(document.data)
    counted = ""
    if not problems:
        problems = _by_schema("ledger", document.data)
        records = document.data["human_read"]
        problems += slips(records)
        counted = _count(len(records), "mark", "marks")
        for index, record in enumerate(records):
            key = str(record["citation_key"])
            if keys is not None and key not in keys and "rescinded_at" not in record:
                problems.append(
                    _stray(f"human_read[{index}]", key, f"ars unmark-read {as_word(key)}")
                )
    told.say(document.label, with_lines(problems, document.text), counted)


def _validate_catalog(told: _Told, path: Path, keys: set[str] | None) -> None:
    try:
        document = read_document(path)
    except UnreadableFileError as error:
        told.unreadable(path, error)
        return
    problems = check_catalog(document.data)
    counted = ""
    if not problems:
        problems = _by_schema("catalog", document.data)
        entries: Mapping[str, Any] = document.data.get("entries", {})
        counted = _count(len(entries), "source", "sources")
        for key in entries:
            if keys is not None and key not in keys:
                problems.append(_stray(f"entries.{key}", key, "add the entry, if it is missing"))
    told.say(document.label, with_lines(problems, document.text), counted)


def _stray(path: str, key: str, fix: str) -> Problem:
    return Problem(path, key, "the sidecar has no such key", fix, "warning")


def _by_schema(name: str, data: Any) -> list[Problem]:
    """Look with a second pair of eyes, the JSON Schema, at what our own rules accept."""
    from jsonschema import Draft202012Validator

    text = files("ars_pandoc.corpus").joinpath(f"schema/{name}.schema.json").read_text("utf-8")
    validator = Draft202012Validator(json.loads(text))
    # The library's messages quote values, and some fields are private: only the rule is named.
    return [
        Problem(
            error.json_path.removeprefix("$."),
            None,
            f"the JSON Schema refuses it by its rule {error.validator}",
            "report it: the two checks of ars-pandoc should agree",
        )
        for error in validator.iter_errors(data)
    ]


def _count(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"
