"""Which sidecar belongs to a document: the order of contract §4, "Found"."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.text_file import is_there, name_of, read_bytes
from ars_pandoc.base.wording import shell_word, shown

ENDINGS = (".yaml", ".yml", ".json")
"""What a sidecar's name may end in."""

BIBLIOGRAPHY_ENDINGS = (".bib", ".bibtex", ".json", ".yaml", ".yml", ".ris", ".xml", ".enl")
"""What a bibliography's name may end in."""

_OF_BIBLIOGRAPHY = ".ars"
_PLAIN = re.compile(r"[A-Za-z0-9_][\w./-]*")

STANDARD_NAMES = ("literature_corpus", "passport")
"""The sidecars that are found without being named, besides those of bibliographies."""

_EXAMPLE = (
    "literature_corpus: [{citation_key: KEY, title: …, authors: [{family: …}], year: 2024, "
    "source_pointer: URL}]"
)
_FEW = 3
_VARIABLE = "ARS_CORPUS"
# What Pandoc's Markdown makes of -- --- ... ' and " in a metadata string.
_TYPOGRAPHIC = "–—…‘’“”"


LOCKED = f"${_VARIABLE} alone: locked, neither document nor bibliography selects a sidecar"
"""Where was looked for the sidecar of a locked document."""


class Rule(Enum):
    """The rule of contract §4 by which sidecars were found, in the order of trying."""

    OPTION = "ars.corpus"
    INLINE = "literature_corpus in the document's metadata"
    VARIABLE = "$ARS_CORPUS"
    BIBLIOGRAPHY = "beside the bibliography"
    FOLDER = "by its standard name"
    NONE = "none found"


@dataclass(frozen=True, slots=True)
class Discovery:
    """What was found, and where was looked.

    Attributes:
        rule: The rule that found it.
        paths: The sidecars; several only beside several bibliographies, to be united. Empty
            for an inline corpus and where none was found.
        looked_at: The places tried in vain, such as `refs.ars.yaml (.yml, .json)`.
        near: Where none was found: the sidecars of bibliographies that nothing names, and that
            lie beside the document all the same.
    """

    rule: Rule
    paths: tuple[Path, ...] = ()
    looked_at: tuple[str, ...] = ()
    near: tuple[Path, ...] = ()


def search_folders(input_folder: Path | None, environment: Mapping[str, str]) -> list[Path]:
    """Return the folders that relative paths are tried in, in order (contract §4).

    Args:
        input_folder: The folder of the document, where it is known.
        environment: For `QUARTO_PROJECT_DIR`.
    """
    folders = [Path()]
    if input_folder is not None:
        folders.append(input_folder)
    if project := environment.get("QUARTO_PROJECT_DIR"):
        folders.append(Path(project))
    return folders


def find_sidecars(
    *,
    explicit: str | None,
    environment: str | None,
    bibliographies: Sequence[str],
    folders: Sequence[Path],
    inline_present: bool = False,
    locked: bool = False,
) -> Discovery:
    """Find the sidecars of a document.

    Args:
        explicit: The option `ars.corpus`, or None.
        environment: The variable `ARS_CORPUS`, or None.
        bibliographies: The document's `bibliography` files, as written.
        folders: Where relative paths are tried (see `search_folders`).
        inline_present: Whether the metadata holds a `literature_corpus`, and it counts.
        locked: Whether the caller alone names the sidecar: a document that chooses its
            bibliography would choose its judge (contract §7).

    Returns:
        What was found; `Rule.NONE` is no error, since a document without citations needs none.

    Raises:
        ArsError: A named file is not there, or two files could be meant.
    """
    if explicit:
        return Discovery(Rule.OPTION, (_named(explicit, "ars.corpus", folders),))
    if inline_present:
        return Discovery(Rule.INLINE)
    if environment:
        return Discovery(Rule.VARIABLE, (_named(environment, f"${_VARIABLE}", folders),))
    if locked:
        return Discovery(Rule.NONE, (), (LOCKED,))
    looked_at: list[str] = []
    found: dict[Path, None] = {}  # an ordered set: two bibliographies may share a sidecar
    for bibliography in bibliographies:
        if "://" in bibliography:
            continue
        stem = str(Path(bibliography).parent / f"{Path(bibliography).stem}.ars")
        sidecar = _one_of([stem], folders, looked_at)
        if sidecar is not None:
            found[sidecar] = None
    if found:
        return Discovery(Rule.BIBLIOGRAPHY, tuple(found), tuple(looked_at))
    sidecar = _one_of(STANDARD_NAMES, folders, looked_at)
    if sidecar is not None:
        return Discovery(Rule.FOLDER, (sidecar,), tuple(looked_at))
    near = dict.fromkeys(path for folder in folders for path in _beside(folder))
    return Discovery(Rule.NONE, (), tuple(looked_at), tuple(_distinct(list(near))))


def _beside(folder: Path) -> list[Path]:
    """Return the sidecars of bibliographies in a folder."""
    found = (path for ending in ENDINGS for path in folder.glob(f"*.ars{ending}"))
    return sorted(path for path in found if path.is_file())


def naming_line(sidecar: Path) -> str:
    """Return the line of a document's metadata that names a sidecar for good (contract §4).

    It is the bibliography's, where that lies beside the sidecar: what Pandoc prints is named too.
    """
    stem = sidecar.name.removesuffix(sidecar.suffix).removesuffix(_OF_BIBLIOGRAPHY)
    for ending in BIBLIOGRAPHY_ENDINGS:
        beside = sidecar.with_name(f"{stem}{ending}")
        if is_there(beside):
            return f"bibliography: {_scalar(str(beside))}"
    return f"ars-corpus: {_scalar(str(sidecar))}"


def find_without_document(folder: Path, environment: Mapping[str, str]) -> Discovery:
    """Find the sidecar of a command that was given no document (contract §4).

    The same order: `$ARS_CORPUS`, any `*.ars.yaml|yml|json` of the folder, the standard names.

    Raises:
        ArsError: Two files could be meant.
    """
    if named := environment.get(_VARIABLE):
        return Discovery(Rule.VARIABLE, (_named(named, f"${_VARIABLE}", [folder]),))
    beside = _beside(folder)
    if len(beside) > 1:
        raise _ambiguous(beside, "say which: --corpus FILE, or --for DOCUMENT")
    if beside:
        return Discovery(Rule.BIBLIOGRAPHY, tuple(beside))
    looked_at = [f"{name_of(folder)}/*.ars.yaml (.yml, .json)"]
    sidecar = _one_of(STANDARD_NAMES, [folder], looked_at)
    if sidecar is None:
        return Discovery(Rule.NONE, (), tuple(looked_at))
    return Discovery(Rule.FOLDER, (sidecar,), tuple(looked_at))


def _scalar(text: str) -> str:
    """Write a path as a YAML value; metadata is Markdown, so that odd ones stand as code."""
    if _PLAIN.fullmatch(text) and "--" not in text and "..." not in text:
        return text
    return f'"`{text}`"'.replace("\\", "\\\\")


def is_sidecar_name(name: str) -> bool:
    """Return whether a file of this name would be found as a sidecar."""
    path = Path(name)
    return path.suffix.lower() in ENDINGS and (
        path.stem.lower() in STANDARD_NAMES or path.stem.lower().endswith(".ars")
    )


def none_found(discovery: Discovery, documents: str = "") -> ArsError:
    """Make the error for a document that cites and has no sidecar.

    Args:
        discovery: Where it was looked for.
        documents: The document's name or names, quoted for a shell, where they are known.
    """
    if discovery.looked_at == (LOCKED,):
        return ArsError(
            "no sidecar is named: what is known of the sources cannot be judged",
            where=f"looked for {LOCKED}",
            steps=[f"name yours: {_VARIABLE}=FILE (or --corpus FILE for ars)"],
        )
    looked = "looked for " + ", ".join(discovery.looked_at)
    if discovery.near:
        return _near_found(discovery.near, documents, looked)
    return ArsError(
        "no sidecar was found: what is known of the sources cannot be judged",
        where=looked,
        steps=[
            f"make one: ars init {documents or 'FILE'}",
            "name yours: -M ars-corpus=FILE (or --corpus FILE for ars)",
            f"write one with an entry for each source: {_EXAMPLE}",
        ],
    )


def _near_found(near: Sequence[Path], documents: str, looked: str) -> ArsError:
    """Make the error for a sidecar that lies there and that the document does not name."""
    names = " and ".join(map(name_of, near[:_FEW]))
    line = naming_line(near[0])
    which = "write the one that is meant" if len(near) > 1 else "write"
    return ArsError(
        f"no sidecar is named, though {names} {'lie' if len(near) > 1 else 'lies'} there",
        where=looked,
        why="what no document, bibliography or option names is not taken for its own",
        steps=[
            f"{which} into the metadata of the document: {line}",
            *([f"the same by a command: ars init --record {documents}"] if documents else []),
            *(
                [f"for once: ars check --corpus {shell_word(str(near[0]))} {documents}"]
                if documents
                else []
            ),
            "in a Makefile: pandoc --bibliography FILE --filter ars-gate",
        ],
    )


def _named(name: str, by: str, folders: Sequence[Path]) -> Path:
    """Find a file that was named; in two folders with different bytes, it could be either."""
    places = _distinct([folder / name for folder in folders])
    found = [place for place in places if is_there(place)]
    if found:
        return _same(found, f"give {by} an absolute path")
    steps = ["correct the path, or write the sidecar: ars validate names what an entry needs"]
    if any(sign in name for sign in _TYPOGRAPHIC):
        steps.insert(
            0,
            "put the path in backticks: metadata is read as Markdown, which makes a dash of --, "
            "an ellipsis of ... and curly quotes",
        )
    raise ArsError(
        f"the sidecar {shown(name, 200)} ({by}) is not there",
        where="looked for " + ", ".join(map(name_of, places)),
        steps=steps,
    )


def _one_of(stems: Sequence[str], folders: Sequence[Path], looked_at: list[str]) -> Path | None:
    """Find the one file with one of the stems; note in `looked_at` what was tried in vain."""
    places = [_distinct([folder / stem for folder in folders]) for stem in stems]
    found: list[Path] = []
    for tried in zip(*places, strict=True):  # folder by folder
        here = [
            candidate
            for place in tried
            for ending in ENDINGS
            if is_there(candidate := place.with_name(place.name + ending))
        ]
        if len(here) > 1:
            raise _ambiguous(here, "name the one that is meant: -M ars-corpus=FILE")
        found += here
    if found:
        return _same(found, "name the one that is meant: -M ars-corpus=FILE")
    looked_at += [f"{name_of(place)}.yaml (.yml, .json)" for tried in places for place in tried]
    return None


def _distinct(places: Sequence[Path]) -> list[Path]:
    """Drop places that are the same: the input's folder often is the working directory."""
    # A name with a zero byte, which YAML can spell and no system can, is nowhere.
    spelt = [place for place in places if "\0" not in str(place)]
    return list({os.path.realpath(place): place for place in reversed(spelt)}.values())[::-1]


def _same(found: Sequence[Path], step: str) -> Path:
    """Return the first of several files, if all have the same bytes."""
    first = found[0]
    if len(found) > 1:
        try:
            contents = {read_bytes(path) for path in found}
        except ArsError:
            return first  # whoever reads it says why it cannot be read
        if len(contents) > 1:
            raise _ambiguous(found, step)
    return first


def _ambiguous(found: Sequence[Path], step: str) -> ArsError:
    return ArsError(
        "two sidecars could be meant",
        where=" and ".join(map(name_of, found)),
        steps=[step, "delete the one that is not used"],
    )
