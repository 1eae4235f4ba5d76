"""Judgements of people and programs on whether a passage supports a sentence (contract §12).

`<sidecar's stem>_judgements.jsonl` beside the sidecar, append-only, one line each. The latest
line of each person on a sentence counts; a line may withdraw an earlier one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.text_file import is_there, name_of, read_text

VERDICTS = ("supports", "partly", "does-not-support", "cannot-tell")
AGAINST = "does-not-support"
IMPORTED = "import"
"""How a line came here that nobody here has accepted."""

_ENDING = "_judgements.jsonl"


@dataclass(frozen=True, slots=True)
class Judgement:
    """One line that stands.

    Attributes:
        identifier: Its `id`.
        key: The citation key.
        sentence: The sentence as it was judged, or "".
        sentence_hash: The SHA-256 of what counts of it, as `claim_hash` gives it.
        anchor: Kind and value of the place that was judged, or None for the whole source.
        verdict: One of `VERDICTS`.
        by: `person:NAME` or `program:NAME`.
        at: When.
        note: Why, or None.
        imported: It came from elsewhere and nobody here has accepted it.
        passage: The source's words that were judged, or "".
        via: How it came here: `desk`, `import`, `accept`, or None.
        passage_hash: The passage's SHA-256, as `passage_hash` gives it, or "".
    """

    identifier: str
    key: str
    sentence: str
    sentence_hash: str
    anchor: tuple[str, str] | None
    verdict: str
    by: str
    at: str
    note: str | None = None
    imported: bool = False
    passage: str = ""
    via: str | None = None
    passage_hash: str = ""

    @property
    def about(self) -> tuple[str, str, tuple[str, str] | None]:
        """What was judged: the source, the sentence and the place."""
        return self.key, self.sentence_hash, self.anchor

    @property
    def is_persons(self) -> bool:
        """Whether a person judged, whose word refuses; a program's is a note."""
        return self.by.startswith("person:") and not self.imported

    @property
    def judge(self) -> str:
        """The name of who judged."""
        return self.by.partition(":")[2]


def judgements_path(sidecar: Path) -> Path:
    """Return the path of the judgements beside a sidecar, there or not."""
    return sidecar.with_name(f"{sidecar.stem}{_ENDING}")


def passage_hash(passage: str) -> str:
    """Return the SHA-256 of a passage, white space aside."""
    return hashlib.sha256(" ".join(passage.split()).encode("utf-8", "surrogatepass")).hexdigest()


def load_judgements(sidecars: Iterable[Path]) -> tuple[Judgement, ...]:
    """Read the judgements beside sidecars, the latest of each judge on each sentence alone.

    Raises:
        ArsError: A line is damaged: what it said is not known, and may have refused.
    """
    found: list[Judgement] = []
    for path in dict.fromkeys(map(judgements_path, sidecars)):
        if is_there(path):
            found += _read(path, read_text(path))
    return tuple(found)


@lru_cache(maxsize=4)
def _read(path: Path, text: str) -> tuple[Judgement, ...]:
    lines: list[Judgement] = []
    withdrawn: set[str] = set()
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
            if not isinstance(data, dict):
                raise TypeError
            if isinstance(data.get("withdraws"), str):
                withdrawn.add(data["withdraws"])
                continue
            lines.append(read_judgement(data))
        except (ValueError, KeyError, TypeError, RecursionError):
            raise _damaged(path, number) from None
    return _latest([one for one in lines if one.identifier not in withdrawn])


def read_judgement(data: Mapping[str, Any]) -> Judgement:
    """Return what one line says.

    Raises:
        KeyError, TypeError, ValueError: A part is missing or is not what it may be.
    """
    anchor = data.get("anchor")
    told = [data[name] for name in ("id", "key", "sentence_sha256", "verdict", "by", "at")]
    if not all(isinstance(value, str) and value for value in told):
        raise TypeError
    identifier, key, sentence_hash, verdict, by, at = told
    if verdict not in VERDICTS or not by.startswith(("person:", "program:")):
        raise ValueError
    return Judgement(
        identifier,
        key,
        str(data.get("sentence") or ""),
        sentence_hash,
        None if anchor is None else (str(anchor["kind"]), str(anchor["value"])),
        verdict,
        by,
        at,
        data.get("note") if isinstance(data.get("note"), str) else None,
        data.get("via") == IMPORTED,
        str(data.get("passage") or ""),
        data.get("via") if isinstance(data.get("via"), str) else None,
        str(data.get("passage_sha256") or ""),
    )


def _latest(lines: Sequence[Judgement]) -> tuple[Judgement, ...]:
    """Return the last line of each judge on each sentence and place; the file's order counts."""
    last: dict[tuple[object, ...], Judgement] = {}
    for one in lines:
        about = (one.by, one.imported, *one.about)
        last.pop(about, None)
        last[about] = one
    return tuple(last.values())


def _damaged(path: Path, number: int) -> ArsError:
    return ArsError(
        f"the judgements {name_of(path)} are damaged",
        where=f"line {number}",
        why="what the line said is not known, and it may have refused a citation",
        steps=["restore the file from version control, or take the line out knowingly"],
    )
