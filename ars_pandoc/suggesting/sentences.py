"""The sentences of a source that a citation can rest on: without title, headings and references."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from ars_pandoc.base.abbreviations import is_abbreviation
from ars_pandoc.base.characters import BEHIND_SENTENCE_ENDS
from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.base.scripts import count_unspaced
from ars_pandoc.citations.reference_headings import is_reference_heading
from ars_pandoc.texts.marks import CLOSE, HARD, OPEN, SOFT
from ars_pandoc.texts.source_text import SourceText, shown


class Part(Enum):
    """What kind of section a sentence stands in; what is not known is BODY."""

    BODY = "body"
    ABSTRACT = "abstract"
    INTRODUCTION = "introduction"
    RELATED = "related work"
    RESULTS = "results"
    CONCLUSION = "conclusion"
    BACK = "back matter"


_HEADS: tuple[tuple[Part, str], ...] = (
    (
        Part.ABSTRACT,
        r"abstract|summary|zusammenfassung|kurzfassung|r\u00e9sum\u00e9|resumen|resumo|riassunto|"
        r"sommario|samenvatting|sammanfattning|\u0440\u0435\u0437\u044e\u043c\u0435|"
        r"\u0430\u043d\u043d\u043e\u0442\u0430\u0446\u0438\u044f|\u6458\u8981|\u8981\u65e8|\u8981\u7d04|\ucd08\ub85d",
    ),
    (
        Part.BACK,
        r"acknowledge?ments?|funding|author contributions?|author notes|competing interests?|"
        r"conflicts? of interests?|declarations?.*|danksagung|finanzierung|remerciements|"
        r"agradecimientos|ringraziamenti|supplementary materials?|abbreviations|about the authors?",
    ),
    (
        Part.RELATED,
        r"related works?|previous works?|prior works?|background|forschungsstand|stand der "
        r"(?:forschung|technik)|\u00e9tat de l.art|estado del arte|stato dell.arte",
    ),
    (
        Part.INTRODUCTION,
        r"introduction|motivation|einleitung|einf\u00fchrung|introducci\u00f3n|introduzione|"
        r"introdu\u00e7\u00e3o|inleiding|inledning|\u0432\u0432\u0435\u0434\u0435\u043d\u0438\u0435|\u5f15\u8a00|"
        r"\u5e8f\u8ad6|\u306f\u3058\u3081\u306b",
    ),
    (
        Part.CONCLUSION,
        r".*conclusions?.*|.*discussion.*|.*future (?:work|directions).*|.*diskussion.*|"
        r".*schlussfolgerung.*|fazit|schluss|ausblick|.*conclusiones.*|.*discusi\u00f3n.*|"
        r".*conclusioni.*|.*conclus\u00f5es.*|conclusie|.*\u7ed3\u8bba.*|.*\u7d50\u8ad6.*|\u304a\u308f\u308a\u306b|"
        r"\u0437\u0430\u043a\u043b\u044e\u0447\u0435\u043d\u0438\u0435|\u0432\u044b\u0432\u043e\u0434\u044b",
    ),
    (
        Part.RESULTS,
        r".*experiment.*|.*results?.*|.*evaluation.*|.*findings.*|.*ergebnis.*|.*r\u00e9sultats.*|"
        r".*resultados.*|.*risultati.*|resultaten|\u0440\u0435\u0437\u0443\u043b\u044c\u0442\u0430\u0442\u044b|.*\u7ed3\u679c.*|.*\u7d50\u679c.*",
    ),
)
_PARTS = tuple((part, lazy_pattern(pattern, re.IGNORECASE)) for part, pattern in _HEADS)
_NUMBER = lazy_pattern(r"^(?:[\divxlc]+[.)]?(?:\d+\.?)*|[a-z][.)])\s+", re.IGNORECASE)
_END = lazy_pattern(
    rf"[.!?\u0964\u061f][{re.escape(BEHIND_SENTENCE_ENDS)}]*(?:{OPEN}[^{CLOSE}]*{CLOSE})?[ \n]+"
    r"(?=[^\w\s]*[^\W_])|[\u3002\uff01\uff1f\uff61][\u300d\u300f\u201d]*[ \n]*"
)
_FEWEST_WORDS = 4
_LONGEST = 1500
_REFERENCE = lazy_pattern(
    r"\s*(?:\[\d{1,3}\]|\d{1,3}\.)\s.{10,250}(?:1[89]|20)\d\d|"
    r"[^\W\d_][\w'\u2019-]+,? (?:[^\W\d_]\.[ ,-]*)+.{0,250}?\(?(?:1[89]|20)\d\d"
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a source.

    Attributes:
        start: Where it begins in the source's text.
        end: Where it ends.
        part: The kind of section that it stands in.
    """

    start: int
    end: int
    part: Part


def part_of(heading: str) -> Part:
    """Return the kind of section that a heading names, in the languages of its table."""
    bare = _NUMBER.sub("", heading.strip()).strip(" .:*#")
    return next((part for part, named in _PARTS if named.fullmatch(bare)), Part.BODY)


def sentences_of(source: SourceText) -> list[Sentence]:
    """Return the sentences of a source that may bear a citation, in order.

    The reference list is none of them, nor are title, headings, labels and single words of tables.
    """
    text = source.text
    starts = {section.start: section.title for section in source.sections}
    found: list[Sentence] = []
    part, skipping = Part.BODY, False
    for start, end in _blocks(source):
        heading = starts.get(start)
        if heading is not None:
            part, skipping = part_of(heading), is_reference_heading(heading)
            continue
        if skipping or _REFERENCE.match(shown(text[start : min(end, start + 300)])):
            continue
        found += (
            Sentence(low, high, part)
            for low, high in _in_block(text, start, end)
            if _tells(text[low:high])
        )
    return found


def _blocks(source: SourceText) -> Iterator[tuple[int, int]]:
    """Return where paragraphs and other blocks start and end, headings apart."""
    text = source.text
    walls = {0, len(text), *(start for start, _ in source.paragraphs)}
    walls |= {section.start for section in source.sections}
    for found in re.finditer(f"[{SOFT}{HARD}]", text):
        walls.add(found.end())
    ordered = sorted(walls)
    for start, wall in pairwise(ordered):
        end = start + len(text[start:wall].rstrip(SOFT + HARD + " \n"))
        if end > start:
            yield start, end


def _in_block(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    low = start
    for found in _END.finditer(text, start, end):
        behind = text[found.end() : found.end() + 2].lstrip("\"'(\u201c\u2018[")[:1]
        if is_abbreviation(text, found.start()) or behind.islower():
            continue
        yield low, found.end() - (len(found[0]) - len(found[0].rstrip()))
        low = found.end()
    if low < end:
        yield low, end


def _tells(words: str) -> bool:
    if len(words) > _LONGEST:
        return False
    plain = shown(words)
    letters = sum(map(str.isalpha, plain))
    if 2 * letters < len(plain):
        return False
    return len(plain.split()) + count_unspaced(plain) // 2 >= _FEWEST_WORDS
