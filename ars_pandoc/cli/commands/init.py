"""`ars init`: a sidecar with an entry for each cited key, from the bibliography."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.text_file import name_of
from ars_pandoc.base.wording import plural, shell_path, shell_word, shown, some
from ars_pandoc.cli.shared.document_options import (
    Unjudged,
    document_here,
    input_options,
    judge_documents,
    naming,
)
from ars_pandoc.cli.shared.layout import echo_list
from ars_pandoc.cli.shared.record_name import tell_name
from ars_pandoc.corpus.load_sidecar import Corpus, load_corpus
from ars_pandoc.corpus.named_sources import bibliography_paths

if TYPE_CHECKING:
    from ars_pandoc.ingest.record_entry import Draft
    from ars_pandoc.ingest.records import Library, Record

_SHOWN = 20
_STANDARD_NAME = "literature_corpus.yaml"
_BESIDE = ".ars.yaml"


@dataclass(slots=True)
class _Asked:
    """What documents ask of a sidecar.

    Attributes:
        keys: The keys that they cite, in order.
        bibliographies: The files that they name, where they are there.
        missing: Those that are not.
        references: The references in their own metadata.
        sidecars: The sidecars that they have already.
        folder: The folder of the first document.
        sources: The folders that their options `sources` name, None where there is none.
        files: The documents' own files.
        near: Sidecars that lie beside them and that nothing names.
        unjudged: Those that cannot be read: what they cite is not known.
    """

    keys: dict[str, None]
    bibliographies: dict[Path, None]
    missing: dict[str, None]
    references: list[Record]
    sidecars: dict[Path, None]
    folder: Path
    sources: dict[str | None, None] = field(default_factory=dict)
    files: dict[Path, None] = field(default_factory=dict)
    near: dict[Path, None] = field(default_factory=dict)
    unjudged: list[Unjudged] = field(default_factory=list)


@click.command("init")
@input_options
@click.option(
    "-o", "--output", metavar="FILE", help="The sidecar. Default: BIBLIOGRAPHY.ars.yaml beside it."
)
@click.option("--update", is_flag=True, help="Add what is new to a sidecar that is there.")
@click.option("--all", "whole", is_flag=True, help="Take all records, not the cited ones alone.")
@click.option(
    "--signals", is_flag=True, help="Look the sources up as well: ars signals does the same."
)
@click.option(
    "--pin", is_flag=True, help="Pin the files that the bibliography names as well: see ars pin."
)
@click.option(
    "--record",
    is_flag=True,
    help="Write the line that names the bibliography into the document, _quarto.yml or defaults "
    "file, where nothing names it yet.",
)
@click.option(
    "--template",
    metavar="NAME",
    help="Write files to begin with into a new folder: thesis, quarto, agents.",
)
@click.pass_context
def command(
    ctx: click.Context,
    /,
    *,
    output: str | None,
    update: bool,
    whole: bool,
    signals: bool,
    pin: bool,
    record: bool,
    template: str | None,
    **given: Any,
) -> None:
    r"""Write a sidecar with an entry for each key that the documents cite.

    The bibliography says who, what, when and where; nothing is claimed that it does not say: no
    source is held or cross-checked until you say so. A record that lacks a field is written as a
    comment that names it: ars verify --interactive completes it. Without a bibliography the
    document's own keys, identifiers and fields are taken. No file that is there is replaced;
    --update adds to one.

    \b
    Examples:
      ars init paper.md
      ars init paper.md --bibliography library.json
      ars init chapters/ --bibliography refs.bib --record
      ars init --update chapters/
      ars init -d thesis.yaml
      ars init --pin --signals paper.md
      ars init --template thesis my-thesis
    """
    if template is not None:
        _write_template(template, given["files"])
        return
    if not given["files"] and not given["defaults"]:
        raise click.UsageError(
            f"name the document, or a folder of chapters: ars init {document_here()}"
        )
    _refuse_bibliographies(given["files"])
    asked = _asked(given)
    if record and not update and _record_alone(asked, output, given):
        return
    libraries = _read(asked, None if whole else asked.keys)
    if not libraries:
        if asked.missing or not asked.keys:
            raise _no_bibliography(asked, given)
        libraries = [_of_document(asked)]
    target = _target(asked, output, update, given)
    present = load_corpus(target) if target.exists() else None
    drafts = _drafts(libraries, _keys_of(libraries) if whole else asked.keys, present)
    _write(target, drafts, present)
    known = {key for library in libraries for key in library.records}
    unknown = [] if present is None else list(present.entries)
    left = [key for key in asked.keys if key not in known and key not in unknown]
    _report(target, drafts, libraries, asked, left, fresh=present is None)
    if present is not None:
        _say_what_is_printed(target, asked)
    found = _pin(target, asked) if pin else 0
    if signals:
        found = max(found, _look_up(target, asked))
    named = {**given, "bibliography": (), "corpus": None}
    is_named = given == named and output is None
    if not is_named and not _is_found(target, named, asked.unjudged):
        tell_name(target, list(asked.files), given, record=record)
    if output is not None and not _is_found(target, given, asked.unjudged):
        given["corpus"] = output
    _say_next(target, libraries, naming(**given), left)
    if asked.unjudged:
        names = some([shown(one.name, 200) for one in asked.unjudged])
        click.echo(
            f"what {names} cites is not known: see above; then: ars init --update {naming(**given)}",
            err=True,
        )
        ctx.exit(2)
    ctx.exit(1 if left or any(library.bad for library in libraries) else found)


def _record_alone(asked: _Asked, output: str | None, given: dict[str, Any]) -> bool:
    """Write the line that names a sidecar that is there already; say whether one was."""
    if asked.sidecars and given["bibliography"] == () and given["corpus"] is None:
        click.echo("the documents find their sidecar already; nothing was written")
        return True
    there = [*asked.sidecars, *asked.near]
    if output is not None:
        there = [Path(output)] if Path(output).exists() else []
    if not there:
        return False
    if len(there) > 1:
        raise _several(there)
    named = {**given, "bibliography": (), "corpus": None}
    if _is_found(there[0], named, asked.unjudged):
        click.echo("the documents find their sidecar already; nothing was written")
        return True
    tell_name(there[0], list(asked.files), given, record=True)
    return True


def _of_document(asked: _Asked) -> Library:
    """Return what the documents themselves say of the sources that they cite."""
    from ars_pandoc.base.text_file import read_text
    from ars_pandoc.documents.formats import MARKDOWN_ENDINGS
    from ars_pandoc.ingest.document_records import records_of_document

    texts = [
        read_text(path)
        for path in asked.files
        if path.suffix.lower() in (*MARKDOWN_ENDINGS, ".qmd")
    ]
    name = next(iter(asked.files), Path("the document")).name
    click.echo(f"no bibliography is named; what {shown(name, 200)} itself says was taken", err=True)
    return records_of_document(asked.keys, "\n".join(texts), name)


def _several(found: Iterable[Path]) -> ArsError:
    return ArsError(
        "two sidecars could be meant",
        where=" and ".join(map(name_of, found)),
        steps=["name the one to add to: --output FILE"],
    )


def _pin(sidecar: Path, asked: _Asked) -> int:
    """Do what `ars pin --from-bibliography` does with each bibliography, and give its exit code.

    The sidecar stands whatever becomes of the files: what is wrong with them is said, and the
    rest of the command goes on.
    """
    from ars_pandoc.cli.shared.pin_many import Target, pin_bibliographies

    try:
        target = Target([load_corpus(sidecar)], _catalog_folder(asked))
        return pin_bibliographies(target, list(asked.bibliographies))
    except ArsError as error:
        click.echo(str(error), err=True)
        return 1


def _look_up(sidecar: Path, asked: _Asked) -> int:
    """Do what `ars signals` does, at ingest (contract §9), and give its exit code."""
    from ars_pandoc.cli.shared.look_up import look_up

    return look_up([load_corpus(sidecar)], _catalog_folder(asked))


def _catalog_folder(asked: _Asked) -> Path | None:
    from ars_pandoc.cli.shared.catalogs import the_folder

    return the_folder(asked.sources, "this call")


def _write_template(name: str, files: Sequence[str]) -> None:
    from ars_pandoc.cli.shared.project_template import write_template

    if len(files) != 1:
        raise click.UsageError("name the folder to write into: ars init --template thesis FOLDER")
    written = write_template(name, Path(files[0]))
    for path in written:
        click.echo(str(path))
    folder = Path(files[0])
    step = f"cd {shell_word(files[0])} && make"
    if folder / "Makefile" not in written:
        step = f"read {shell_word(str(folder / 'README.md'))}"
    click.echo(f"next: {step}")


def _asked(given: dict[str, Any], unjudged: Sequence[Unjudged] = ()) -> _Asked:
    """Ask the documents; those that are known to be unreadable are not tried again."""
    from ars_pandoc.corpus.find_sidecar import search_folders
    from ars_pandoc.ingest.records import records_of_metadata
    from ars_pandoc.verdict.sources import input_paths

    asked = _Asked({}, {}, {}, [], {}, Path(), unjudged=list(unjudged))
    judging = judge_documents(need_sidecar=False, unjudged=asked.unjudged, **given)
    for number, (document, judged) in enumerate(judging):
        inputs = input_paths(document.environment)
        parent = inputs[0].parent if inputs else None
        if number == 0 and parent is not None:
            asked.folder = parent
        for finding in judged.all_findings:
            citation = finding.citation
            # What the text alone shows is cited too, and its fault is none of the key's.
            if citation.key is not None and (citation.fault is None or citation.form == "text"):
                asked.keys[citation.key] = None
        folders = search_folders(parent, document.environment)
        for name in bibliography_paths(document.ast["meta"]):
            places = [folder / name for folder in folders]
            found = next((place for place in places if place.is_file()), None)
            if found is None:
                asked.missing[name] = None
            else:
                asked.bibliographies[found] = None
        asked.sources[judged.options.sources] = None
        asked.files.update(dict.fromkeys(document.source.paths))
        if judged.sources is not None:
            asked.near.update(dict.fromkeys(judged.sources.discovery.near))
        for record in records_of_metadata(document.ast):
            name = str(record.get("id"))
            key = name if judged.sources is None else judged.sources.word.key_of(name, strict=False)
            asked.references.append({**record, "id": key})
        if judged.sources is not None and judged.sources.corpus is not None:
            asked.sidecars.update(dict.fromkeys(judged.sources.corpus.paths))
    return asked


def _read(asked: _Asked, keys: Iterable[str] | None) -> list[Library]:
    from ars_pandoc.ingest.records import Library, read_library

    wanted = None if keys is None else set(keys)
    libraries = [read_library(path, wanted) for path in asked.bibliographies]
    if asked.references:
        records = {str(record.get("id")): record for record in asked.references}
        libraries.append(Library("references", records))
    return libraries


def _keys_of(libraries: Sequence[Library]) -> dict[str, None]:
    """Return the keys of all bibliographies, in their order."""
    return {key: None for library in libraries for key in library.records}


def _refuse_bibliographies(files: Sequence[str]) -> None:
    """Say how a bibliography is named beside its paper, where it is named in place of it."""
    from ars_pandoc.ingest.records import is_bibliography

    for name in files:
        if is_bibliography(Path(name)):
            raise ArsError(
                f"{shown(name, 200)} is a bibliography, not a document",
                steps=[
                    f"name the paper too: ars init {document_here()} --bibliography {shell_path(name)}"
                ],
            )


def _no_bibliography(asked: _Asked, given: dict[str, Any]) -> ArsError:
    first = shell_path(given["files"][0]) if given["files"] else document_here()
    if asked.missing:
        names = ", ".join(shown(name, 200) for name in asked.missing)
        return ArsError(
            f"the bibliography is not there: {names}",
            why="nothing else is known of the sources",
            steps=["correct the name in the document", f"ars init {first} --bibliography FILE"],
        )
    return ArsError(
        "no bibliography is named: nothing is known of the sources",
        where=", ".join([*given["files"], *given["defaults"]]),
        steps=[
            f"name it: ars init {first} --bibliography refs.bib",
            "write it into the document's metadata: bibliography: refs.bib",
        ],
    )


def _target(asked: _Asked, output: str | None, update: bool, given: dict[str, Any]) -> Path:
    """Choose the file to write, and refuse to touch one that was not asked for.

    Raises:
        ArsError: It is there and `--update` was not given, or two could be meant.
    """
    named = output or given["corpus"]
    if named is not None:
        target = Path(named)
    elif asked.sidecars:
        if len(asked.sidecars) > 1:
            raise _several(asked.sidecars)
        target = next(iter(asked.sidecars))
    elif asked.bibliographies:
        first = next(iter(asked.bibliographies))
        target = first.with_name(first.stem + _BESIDE)
    else:
        target = asked.folder / _STANDARD_NAME
    if target.exists() and not update:
        to = "" if output is None else f" --output {shell_word(output)}"
        again = f"ars init --update{to} {naming(**given)}"
        raise ArsError(
            f"{name_of(target)} is there already; nothing was written",
            steps=[f"add what is new to it: {again}", "name another: --output FILE"],
        )
    return target


def _drafts(
    libraries: Sequence[Library], keys: Iterable[str], present: Corpus | None
) -> list[Draft]:
    from ars_pandoc.ingest.record_entry import draft_entry

    drafts = []
    for key in keys:
        if present is not None and key in present.entries:
            continue
        for library in reversed(libraries):  # the last is printed
            if key in library.records:
                name = library.name.rpartition("/")[2]
                better = library.better_bibtex
                drafts.append(draft_entry(key, library.records[key], name, better_bibtex=better))
                break
    return drafts


def _write(target: Path, drafts: list[Draft], present: Corpus | None) -> None:
    from ars_pandoc.corpus.edit_sidecar import append_to_sidecar, create_sidecar
    from ars_pandoc.ingest.sidecar_yaml import entries_text, sidecar_text, stands_as_comment

    if present is None:
        create_sidecar(target, sidecar_text(drafts))
        return
    text = target.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    drafts[:] = [
        draft
        for draft in drafts
        if not (draft.missing and stands_as_comment(text, draft.fields["citation_key"]))
    ]
    if drafts:
        complete = [draft.fields for draft in drafts if not draft.missing]
        append_to_sidecar(target, entries_text(drafts), complete)


def _report(
    target: Path,
    drafts: Sequence[Draft],
    libraries: Sequence[Library],
    asked: _Asked,
    left: Sequence[str],
    *,
    fresh: bool,
) -> None:
    complete = [draft for draft in drafts if not draft.missing]
    count = f"{len(complete)} {'entry' if len(complete) == 1 else 'entries'}"
    nothing = "0 entries written" if fresh else "nothing to add"
    click.echo(
        f"{shown(str(target), 200)}: {count} written"
        if drafts
        else f"{shown(str(target), 200)}: {nothing}"
    )
    lines: list[str] = []
    for draft in drafts:
        if draft.missing:
            key = shown(draft.fields["citation_key"])
            lines.append(f"{key}: lacks {', '.join(draft.missing)}; written as a comment")
    echo_list(f"{plural(len(lines), 'record')} to be completed by hand:", lines, _SHOWN)
    echo_list(
        f"{plural(len(left), 'cited key')} without a record that can be read; no entry was written:",
        [shown(key) for key in left],
        _SHOWN,
    )
    for library in libraries:
        bad = [f"{shown(label)}: {_first_line(said)}" for label, said in library.bad]
        echo_list(
            f"{len(bad)} {'entry' if len(bad) == 1 else 'entries'} of {shown(library.name, 200)} "
            "that Pandoc cannot read:",
            bad,
            _SHOWN,
        )
        for warning in library.warnings:
            click.echo(f"warning: {warning}", err=True)
        for key in library.twice:
            if key in asked.keys:
                click.echo(
                    f"warning: {shown(library.name, 200)} has '{shown(key)}' twice, with different "
                    "contents; the last was taken, which Pandoc prints",
                    err=True,
                )
    _warn_of_disagreement(libraries, asked)
    for name in asked.missing:
        click.echo(f"warning: the bibliography {shown(name, 200)} is not there", err=True)


def _is_found(target: Path, given: dict[str, Any], unjudged: Sequence[Unjudged]) -> bool:
    """Return whether the documents find a sidecar without `--corpus`, now that it is written."""
    asked = _asked(given, unjudged)
    return target.resolve() in {path.resolve() for path in asked.sidecars}


def _say_next(
    target: Path, libraries: Sequence[Library], documents: str, left: Sequence[str]
) -> None:
    """Name the edits that only a person can make, then the command that shows the rest."""
    from ars_pandoc.ingest.sidecar_yaml import has_unfinished, unfinished_entries

    steps = []
    text = target.read_text("utf-8-sig")
    if has_unfinished(text) and not unfinished_entries(text):
        steps.append(f"complete the entries that are comments in {shown(str(target), 200)}")
    elif has_unfinished(text):
        steps.append(f"ars verify --interactive {documents}")
    bad = [shown(library.name, 200) for library in libraries if library.bad]
    if bad:
        steps.append(f"correct {' and '.join(bad)}, then: ars init --update {documents}")
    elif left:
        steps.append(
            f"correct the keys, or add them to the bibliography; then: ars init --update {documents}"
        )
    steps.append(f"ars status {documents}")
    for lead, step in zip(("next:", "then:", "then:"), steps, strict=False):
        click.echo(f"{lead} {step}")


def _say_what_is_printed(target: Path, asked: _Asked) -> None:
    """Say where the bibliographies print something else than entries that were there already."""
    from ars_pandoc.verdict.printed import compare_files, differing_lines

    printed = compare_files(list(asked.bibliographies), load_corpus(target), os.environ)
    lines = [line for line in differing_lines(printed) if line not in printed.warnings]
    echo_list(
        f"{plural(len(lines), 'difference')} between bibliography and sidecar:", lines, _SHOWN
    )


def _warn_of_disagreement(libraries: Sequence[Library], asked: _Asked) -> None:
    for key in asked.keys:
        holders = [library for library in libraries if key in library.records]
        if len({str(library.records[key]) for library in holders}) > 1:
            names = " and ".join(shown(library.name, 200) for library in holders)
            click.echo(
                f"warning: {names} disagree on '{shown(key)}'; the last was taken, which Pandoc prints",
                err=True,
            )


def _first_line(said: str) -> str:
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return shown(" ".join(lines[:2]), 160)
