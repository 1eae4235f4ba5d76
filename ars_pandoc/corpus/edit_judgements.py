"""The judgements beside a sidecar, written: lines are added, never changed (contract §12)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.locked_file import locked, read_raw, replace_file, without_mark
from ars_pandoc.base.moments import ISO_DATE, moment_of, now
from ars_pandoc.base.wording import shown
from ars_pandoc.citations.claim import claim_hash
from ars_pandoc.corpus.judgements import (
    VERDICTS,
    Judgement,
    judgements_path,
    load_judgements,
    passage_hash,
)

_NOUN = "judgements"
_LONGEST = 4000


def new_line(
    *,
    key: str,
    sentence: str,
    verdict: str,
    by: str,
    anchor: tuple[str, str] | None = None,
    passage: str = "",
    note: str | None = None,
    via: str | None = None,
    at: str | None = None,
) -> dict[str, Any]:
    """Return a line that says what somebody judged, ready for `add_lines`.

    Args:
        key: The citation key.
        sentence: The sentence, as `claim_of` gives it.
        verdict: One of `VERDICTS`.
        by: `person:NAME` or `program:NAME`.
        anchor: Kind and value of the place that was judged; None for the whole source.
        passage: The source's words that were judged.
        note: Why.
        via: How the line came here.
        at: When; now by default.

    Raises:
        ArsError: The verdict or the judge is none.
    """
    if verdict not in VERDICTS:
        raise ArsError(
            f"'{shown(verdict)}' is no verdict", steps=[f"say one of {', '.join(VERDICTS)}"]
        )
    check_judge(by)
    if at is not None and not ISO_DATE.fullmatch(at):
        raise ArsError(
            f"'{shown(at)}' is no moment",
            steps=["write it as 2026-05-14T10:00:00Z, or leave it out"],
        )
    line: dict[str, Any] = {
        "id": uuid4().hex,
        "key": key,
        "sentence": sentence,
        "sentence_sha256": claim_hash(sentence),
        "anchor": None if anchor is None else {"kind": anchor[0], "value": anchor[1]},
        "verdict": verdict,
        "by": by,
        "at": at or now(),
    }
    if passage:
        line |= {"passage": passage, "passage_sha256": passage_hash(passage)}
    if note:
        line["note"] = note[:_LONGEST]
    if via:
        line["via"] = via
    return line


def check_judge(by: str) -> None:
    """Insist that a judge is `person:NAME` or `program:NAME`.

    Raises:
        ArsError: It is neither.
    """
    kind, _, name = by.partition(":")
    if kind not in ("person", "program") or not name.strip() or not name.isprintable():
        raise ArsError(
            f"'{shown(by)}' names nobody who may judge",
            why="a person's word refuses and a program's does not, so it must be said whose it is",
            steps=["write person:NAME or program:NAME"],
        )


def add_lines(sidecar: Path, lines: Iterable[Mapping[str, Any]]) -> None:
    """Add lines to the judgements beside a sidecar, all in one step.

    Raises:
        ArsError: The file is damaged, locked by another process or cannot be written.
    """
    fresh = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    if not fresh:
        return
    path = judgements_path(sidecar).resolve()
    with locked(path, _NOUN):
        load_judgements([sidecar])  # what is damaged is not built upon
        raw = read_raw(path, _NOUN)
        text = without_mark(raw)
        if text and not text.endswith("\n"):
            text += "\n"
        replace_file(path, raw, text + fresh, _NOUN)


def withdraw(sidecar: Path, identifiers: Sequence[str], by: str) -> tuple[str, ...]:
    """Take judgements back: a line more for each, since none is ever deleted.

    Args:
        sidecar: The sidecar beside which they stand.
        identifiers: Their ids.
        by: Who takes them back.

    Returns:
        The ids of those that stood.

    Raises:
        ArsError: As `add_lines`.
    """
    standing = {one.identifier for one in load_judgements([sidecar])}
    taken = tuple(one for one in identifiers if one in standing)
    add_lines(sidecar, [_withdrawal(one, by) for one in taken])
    return taken


def _withdrawal(identifier: str, by: str) -> dict[str, Any]:
    return {"id": uuid4().hex, "withdraws": identifier, "by": by, "at": now()}


def import_lines(sidecar: Path, lines: Sequence[Mapping[str, Any]]) -> int:
    """Add what others judged; what stands there already is left out, so that twice is once.

    Args:
        sidecar: The sidecar.
        lines: As `new_line` gives them, with `via` `import`.

    Returns:
        How many were new.

    Raises:
        ArsError: As `add_lines`.
    """
    known = {_said(one.by, one.about, one.verdict) for one in load_judgements([sidecar])}
    fresh = []
    for line in lines:
        anchor = line["anchor"]
        place = None if anchor is None else (anchor["kind"], anchor["value"])
        about = (line["key"], line["sentence_sha256"], place)
        said = _said(line["by"], about, line["verdict"])
        if said not in known:
            known.add(said)
            fresh.append(line)
    add_lines(sidecar, fresh)
    return len(fresh)


def _said(by: str, about: tuple[object, ...], verdict: str) -> tuple[object, ...]:
    return (by, *about, verdict)


def accept(sidecar: Path, judges: Sequence[str], by: str) -> tuple[Judgement, ...]:
    """Let the imported lines of persons count as judged here.

    Args:
        sidecar: The sidecar.
        judges: Names of persons, or ids of single lines; all persons where empty.
        by: Who accepts.

    Returns:
        What counts from now on.

    Raises:
        ArsError: As `add_lines`.
    """
    wanted = set(judges)
    standing = load_judgements([sidecar])
    own = {(one.by, one.about): one.at for one in standing if not one.imported}

    def is_newer(one: Judgement) -> bool:
        at = own.get((one.by, one.about))
        return at is None or moment_of(at) < moment_of(one.at)

    taken = tuple(
        one
        for one in standing
        if one.imported
        and one.by.startswith("person:")
        and (not wanted or wanted & {one.judge, one.by, one.identifier})
        # What a person said here later is that person's word.
        and is_newer(one)
    )
    lines: list[dict[str, Any]] = []
    for one in taken:
        line = new_line(
            key=one.key,
            sentence=one.sentence,
            verdict=one.verdict,
            by=one.by,
            anchor=one.anchor,
            passage=one.passage,
            note=one.note,
            via="accept",
            at=one.at,
        )
        # A line without its sentence has the hash alone.
        lines.append(line | {"sentence_sha256": one.sentence_hash, "accepted_by": by})
        lines.append(_withdrawal(one.identifier, by))
    add_lines(sidecar, lines)
    return taken
