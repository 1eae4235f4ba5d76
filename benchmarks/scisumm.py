"""CL-SciSumm 2018's training set: citing sentences with the sentences that they rest on.

40 papers of computational linguistics with 753 citing sentences, each with the numbers of the
sentences that an annotator says it rests on (WING-NUS/scisumm-corpus, CC BY 4.0). It is read from a
folder that the variable SCISUMM names: `ID.xml` with the numbered sentences of a paper and
`ID.ann.txt` with its citing sentences. The papers' own texts belong to their authors, so that they
do not stand in this repository.
"""

from __future__ import annotations

import hashlib
import html
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from ars_pandoc.suggesting.rank import Claim
from ars_pandoc.suggesting.sentences import Part, Sentence, part_of
from ars_pandoc.suggesting.source_index import SourceIndex, index_sentences
from ars_pandoc.suggesting.terms import terms

VARIABLE = "SCISUMM"
LANGUAGE = "english"
_FEWEST_WORDS = 4
_PIECES = re.compile(
    r'<(ABSTRACT)|<SECTION title="(.*?)"\s+number|<S sid\s*=\s*"(\d+)"[^>]*>(.*?)</S>', re.DOTALL
)
_CITING = re.compile(
    r"Citation Text:\s*(.*?)\s*\|\s*Reference Offset:\s*(.*?)\s*\|\s*Reference Text"
)
_MARKER = re.compile(r"Citation Marker:\s*(.*?)\s*\|")
_BRACKETS = re.compile(r"\([^()]{0,160}?\b(?:1[89]|20)\d\d[a-z]?[^()]{0,60}\)|\[[\d,;\s\u2013-]+\]")
_NAMES = re.compile(
    r"\b[A-Z][\w'\u2019-]+(?:,? (?:and |& )?[A-Z][\w'\u2019-]+){0,4}(?: et al\.?)?,? "
    r"\(?\b(?:1[89]|20)\d\d[a-z]?\)?|\b[A-Z][\w'\u2019-]+ et al\.?"
)


@dataclass(frozen=True, slots=True)
class Citance:
    """A citing sentence.

    Attributes:
        paper: The ID of the paper that it cites.
        text: The sentence, with blanks in place of its citations.
        at: Where the citation in question stands, or None.
        rests_on: The numbers of the sentences that it rests on.
    """

    paper: str
    text: str
    at: int | None
    rests_on: frozenset[int]

    @property
    def claim(self) -> Claim:
        """What is looked for."""
        return Claim(terms(self.text, LANGUAGE), (), self.at)


@dataclass(frozen=True, slots=True)
class Paper:
    """A cited paper.

    Attributes:
        name: Its ID.
        index: Of its sentences.
        numbers: The number of each sentence of the index in the set.
    """

    name: str
    index: SourceIndex
    numbers: tuple[int, ...]

    @property
    def is_tuned_on(self) -> bool:
        """Whether weights may be learned from it: by the hash of its ID, so that nobody chose."""
        return int(hashlib.sha256(self.name.encode()).hexdigest(), 16) % 2 == 0


def folder() -> Path:
    """Return the folder of the set.

    Raises:
        SystemExit: The variable names none.
    """
    named = os.environ.get(VARIABLE, "")
    if not named or not any(Path(named).glob("*.ann.txt")):
        sys.exit(
            f"{VARIABLE} must name a folder with ID.xml and ID.ann.txt of CL-SciSumm 2018's "
            "training set (github.com/WING-NUS/scisumm-corpus, CC BY 4.0)"
        )
    return Path(named)


def load(source: Path) -> tuple[dict[str, Paper], list[Citance]]:
    """Read the set: the papers by ID, and the citing sentences that rest on known sentences."""
    papers = {path.stem: _paper(path) for path in sorted(source.glob("*.xml"))}
    citances = [
        one
        for path in sorted(source.glob("*.ann.txt"))
        for line in path.read_text("utf-8", "replace").split("\n")
        if (one := _citance(path.name.removesuffix(".ann.txt"), line)) is not None
    ]
    return papers, citances


def _paper(path: Path) -> Paper:
    title, part = "", Part.BODY
    found: list[tuple[Sentence, str]] = []
    numbers = []
    for abstract, heading, number, words in _PIECES.findall(path.read_text("utf-8", "replace")):
        if abstract:
            part = Part.ABSTRACT
        elif not number:
            part = part_of(html.unescape(heading))
        elif number == "0":
            title = html.unescape(" ".join(words.split()))
        else:
            plain = html.unescape(" ".join(words.split()))
            if len(plain.split()) >= _FEWEST_WORDS and plain != title:
                found.append((Sentence(int(number), int(number) + 1, part), plain))
    index = index_sentences(found, title, LANGUAGE)
    numbers = [one.start for one in index.sentences]
    return Paper(path.stem, index, tuple(numbers))


def _citance(paper: str, line: str) -> Citance | None:
    found, marker = _CITING.search(line), _MARKER.search(line)
    if found is None:
        return None
    text = html.unescape(" ".join(re.sub(r"<[^>]+>", " ", found[1]).split()))
    rests_on = frozenset(map(int, re.findall(r"\d+", found[2])))
    if not rests_on:
        return None
    mark = marker[1].split(",")[0].strip() if marker else ""
    at = text.find(mark) if mark else -1
    for pattern in (_BRACKETS, _NAMES):
        text = pattern.sub(lambda one: " " * len(one[0]), text)
    return Citance(paper, text, at if at >= 0 else None, rests_on)


def is_hit(paper: Paper, chosen: list[int], citance: Citance, *, beside: int = 0) -> bool:
    """Return whether sentences hold one that a citance rests on.

    Args:
        paper: The cited paper.
        chosen: Places in its index.
        citance: The citing sentence.
        beside: So far away a sentence counts too.
    """
    near = {number + step for number in citance.rests_on for step in range(-beside, beside + 1)}
    return any(paper.numbers[one] in near for one in chosen)
