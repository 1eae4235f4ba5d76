"""A key gets another name, in all files that know it at once, or in none.

The editor gets one edit of all files: it shows it, makes it and takes it back as one. Each part is
tried before it is offered: a manuscript is read by Pandoc with the new key and must say the same
otherwise; a data file must hold the same data otherwise. What cannot be written is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ars_pandoc.base.data_file import parse_document
from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.moments import now
from ars_pandoc.base.text_file import is_there, name_of
from ars_pandoc.citations.find import find_citations
from ars_pandoc.citations.markers import Ref, key_fault, read_comment
from ars_pandoc.citations.syntax import in_markdown, syntax_of
from ars_pandoc.corpus.catalog import catalog_path
from ars_pandoc.corpus.catalog_log import changes, lines_of, log_path
from ars_pandoc.corpus.judgements import judgements_path
from ars_pandoc.corpus.ledger import ledger_path
from ars_pandoc.corpus.load_sidecar import check_document
from ars_pandoc.corpus.problem import summary
from ars_pandoc.lsp.cited_in import Opened, Read, TextOf, judged_with, read_text_of, texts_with
from ars_pandoc.lsp.key_places import (
    BIBLIOGRAPHY,
    CATALOG,
    JUDGEMENTS,
    LEDGER,
    SIDECAR,
    apply_edits,
    renamed_text,
)
from ars_pandoc.lsp.navigation import text_now
from ars_pandoc.lsp.project import Project
from ars_pandoc.lsp.state import Cited, State
from ars_pandoc.pandoc.reader_options import reader_options
from ars_pandoc.positions.position import Extent

Edits = list[tuple[Extent, str]]

_FRONT_MATTER = re.compile(r"\A---[ \t]*\r?\n.*?^(?:---|\.\.\.)[ \t]*$", re.DOTALL | re.MULTILINE)
_NOCITE = re.compile(r"^nocite[ \t]*:.*?(?=^[^\s-]|^---|\Z)", re.DOTALL | re.MULTILINE)
_REF = re.compile(r"\s*-?\s*ref\s*[:=：]\s*", re.IGNORECASE)
_NEXT = "rename it there by hand, or choose another key"


@dataclass(frozen=True, slots=True)
class Changed:
    """What changes in one file.

    Attributes:
        path: The file.
        text: Its text as it is.
        edits: Extents with what is to stand there, in order.
    """

    path: Path
    text: str
    edits: Edits


def rename(state: State, names: tuple[str, str], path: Path, opened: Opened) -> list[Changed]:
    """Return what changes where a key gets another name.

    Args:
        state: The verdicts on the document that is asked in.
        names: The key, and its new name.
        path: The document.
        opened: What the editor has open.

    Raises:
        ArsError: The new name is taken or cannot be written, or a file cannot be changed without
            changing more than the key. Nothing is changed then.
    """
    old, new = names
    _check_name(state, old, new)
    found: list[Changed] = []
    bibliographies: dict[Path, None] = {}
    manuscripts = texts_with(old, opened, path)
    for other, text, judged in judged_with(state, opened.project, manuscripts):
        if judged.error is not None:
            raise ArsError(
                f"{name_of(other)} holds '{old}' and cannot be judged; nothing was renamed",
                why=judged.error.splitlines()[0],
                steps=["mend it first"],
            )
        read = read_text_of(other, text, opened.project)
        bibliographies.update(dict.fromkeys(read.bibliographies))
        if edits := _of_manuscript(other, judged, read, names, opened.project):
            found.append(Changed(other, text, edits))
    sidecars = () if state.corpus is None else state.corpus.paths
    for sidecar in dict.fromkeys(one.absolute() for one in sidecars):
        found += _beside(sidecar, names, opened.text_of)
    for bibliography in bibliographies:
        found += _of_file(BIBLIOGRAPHY, bibliography, names, opened.text_of)
    return found


def _check_name(state: State, old: str, new: str) -> None:
    fault = key_fault(new) if new.strip() == new else "begins or ends with a space"
    if not new or fault is not None or any(char.isspace() for char in new):
        raise ArsError(
            f"'{new}' cannot be a key: it {fault or 'is empty or holds a space'}",
            steps=["write letters, digits and single signs of punctuation between them"],
        )
    if new == old:
        raise ArsError(f"the key is '{old}' already", steps=["choose another key"])
    if state.corpus is not None and new in state.corpus.entries:
        raise ArsError(
            f"{state.corpus.label} has the key '{new}' already; nothing was renamed",
            why="two sources under one key could not be told apart any more",
            steps=["choose another key"],
        )


# The manuscripts.


def _of_manuscript(
    path: Path, state: State, read: Read, names: tuple[str, str], project: Project
) -> Edits:
    old, new = names
    spans: dict[Extent, str] = {}
    for one in state.cited:
        if one.finding.citation.key == old:
            spans.update(_of_citation(one, state.text, names, path))
    for extent in _nocite(state.text, old):
        spans |= dict(_written(state.text, extent, new, markdown=True))
    edits = sorted(spans.items())
    after = read_text_of(path, apply_edits(state.text, edits), project) if edits else read
    if _says_otherwise(read, after, names) or _keys(after) != [
        new if key == old else key for key in _keys(read)
    ]:
        raise _not_alone(path, names)
    if edits and _is_named(after.ast, old):
        raise ArsError(
            f"{name_of(path)} cites '{old}' where its place cannot be told; nothing was renamed",
            steps=[_NEXT],
        )
    if _defines(after.ast["meta"], old):
        raise ArsError(
            f"the entry of '{old}' stands in the metadata of {name_of(path)}; nothing was renamed",
            why="an entry in a document's metadata is not renamed with what cites it",
            steps=["move it into a sidecar or a bibliography of its own", _NEXT],
        )
    return edits


def _of_citation(
    one: Cited, text: str, names: tuple[str, str], path: Path
) -> Iterator[tuple[Extent, str]]:
    old, new = names
    position = one.position
    if position is None:
        raise ArsError(
            f"{name_of(path)} cites '{old}' where its place cannot be told; nothing was renamed",
            steps=[_NEXT],
        )
    start, end = position.key
    if one.finding.citation.form != "marker" and start < end:
        if text[start:end] != old:
            raise _not_alone(path, names)
        yield from _written(text, (start, end), new, markdown=_is_markdown(one))
    comment = position.comment
    if comment is None and one.finding.citation.form == "marker":
        comment = position.whole
    if comment is not None:
        yield from _in_comment(text, comment, names, path)


def _in_comment(
    text: str, comment: Extent, names: tuple[str, str], path: Path
) -> Iterator[tuple[Extent, str]]:
    old, new = names
    start, end = comment[0] + 4, comment[1] - 3
    mark = read_comment(text[start:end], behind=False)
    hit = _REF.match(text, start, end)
    if not isinstance(mark, Ref) or hit is None or not text.startswith(old, hit.end()):
        raise _not_alone(path, names)
    yield (hit.end(), hit.end() + len(old)), new


def _written(text: str, key: Extent, new: str, *, markdown: bool) -> Iterator[tuple[Extent, str]]:
    """Return a key as it is written at a place: in Markdown some need braces."""
    start, end = key
    bare = markdown and text[start - 1 : start] == "@"
    yield (start, end), in_markdown(new).removeprefix("@") if bare else new


def _nocite(text: str, key: str) -> Iterator[Extent]:
    """Find a key in a document's `nocite`, whose keys are listed without being cited in the text."""
    front = _FRONT_MATTER.match(text)
    field = None if front is None else _NOCITE.search(front[0])
    if field is not None:
        word = re.escape(key)
        cite = rf"(?<![\w@\\])@(?:\{{({word})\}}|({word})(?![\w:.#$%&+?<>~/-]*\w))"
        for hit in re.finditer(cite, text[: field.end()]):
            if hit.start() >= field.start():
                yield hit.span(1 if hit[1] is not None else 2)


def _is_markdown(one: Cited) -> bool:
    return one.finding.citation.syntax == "markdown"


def _keys(read: Read) -> list[str | None]:
    syntax = syntax_of(reader_options(read.environment))
    found = find_citations(read.ast, markdown=syntax == "markdown", syntax=syntax)
    return [citation.key for citation, _ in found.citations]


def _says_otherwise(before: Read, after: Read, names: tuple[str, str]) -> bool:
    """Return whether two readings differ in more than a key."""
    stack: list[tuple[Any, Any]] = [(before.ast, after.ast)]
    while stack:
        one, other = stack.pop()
        if one == other:
            continue
        if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
            stack += [(one[name], other[name]) for name in one]
        elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
            stack += zip(one, other, strict=True)
        elif not (isinstance(one, str) and isinstance(other, str) and _renamed(one, other, names)):
            return True
    return False


def _renamed(one: str, other: str, names: tuple[str, str]) -> bool:
    """Return whether a text is another with the key renamed at some of its places."""
    old, new = names
    parts = [re.escape(part) for part in one.split(old)]
    spelt = "|".join(map(re.escape, (old, new, in_markdown(new).removeprefix("@"))))
    return len(parts) > 1 and re.fullmatch(f"(?:{spelt})".join(parts), other, re.DOTALL) is not None


def _is_named(ast: Mapping[str, Any], key: str) -> bool:
    """Return whether a Cite of a document holds a key."""
    stack: list[Any] = [ast]
    while stack:
        one = stack.pop()
        if isinstance(one, dict):
            if one.get("citationId") == key:
                return True
            stack += one.values()
        elif isinstance(one, list):
            stack += one
    return False


def _defines(meta: Mapping[str, Any], key: str) -> bool:
    """Return whether a document's metadata holds the entry of a key."""
    from ars_pandoc.pandoc.metadata import plain_value  # only for metadata with entries

    for name in ("references", "literature_corpus"):
        value = plain_value(meta[name]) if name in meta else None
        for entry in value if isinstance(value, list) else ():
            if isinstance(entry, dict) and key in (
                entry.get("id"),
                entry.get("citation-key"),
                entry.get("citation_key"),
            ):
                return True
    return False


def _not_alone(path: Path, names: tuple[str, str]) -> ArsError:
    return ArsError(
        f"'{names[0]}' cannot become '{names[1]}' in {name_of(path)}; nothing was renamed",
        why="Pandoc would read more than the key otherwise",
        steps=[_NEXT],
    )


# The files beside a sidecar.


def _beside(sidecar: Path, names: tuple[str, str], text_of: TextOf) -> Iterator[Changed]:
    for changed in _of_file(SIDECAR, sidecar, names, text_of):
        _check_sidecar(changed)
        yield changed
    yield from _of_file(LEDGER, ledger_path(sidecar), names, text_of)
    yield from _of_file(JUDGEMENTS, judgements_path(sidecar), names, text_of)
    catalog = catalog_path(sidecar)
    for changed in _of_file(CATALOG, catalog, names, text_of):
        yield changed
        log = log_path(catalog)
        if is_there(log):
            yield _logged(log, changed, text_of)


def _of_file(kind: str, path: Path, names: tuple[str, str], text_of: TextOf) -> Iterator[Changed]:
    if text_of(path) is None and not is_there(path):
        return
    text = text_now(path, text_of)
    if edits := renamed_text(kind, path, text, *names):
        yield Changed(path, text, edits)


def _check_sidecar(changed: Changed) -> None:
    """Insist that a sidecar keeps to the rules of contract §4."""
    after = parse_document(changed.path, apply_edits(changed.text, changed.edits))
    _, problems = check_document(after)
    errors = [problem for problem in problems if problem.severity == "error"]
    if errors:
        raise ArsError(
            f"{name_of(changed.path)} would break a rule, so that nothing was renamed",
            why=summary(errors),
            steps=["choose another key"],
        )


def _logged(log: Path, catalog: Changed, text_of: TextOf) -> Changed:
    """Say in the log of a catalog what the renaming takes out of it and puts into it."""
    after = apply_edits(catalog.text, catalog.edits)
    before, then = (
        lines_of(parse_document(catalog.path, text).data.get("entries") or {})
        for text in (catalog.text, after)
    )
    text = text_now(log, text_of)
    lead = "" if not text or text.endswith("\n") else "\n"
    lines = (json.dumps(line, ensure_ascii=False) + "\n" for line in changes(before, then, now()))
    return Changed(log, text, [((len(text), len(text)), lead + "".join(lines))])
