"""Call-outs that look like citations and are none: `Smith (2020)`, `[12]`, a DOI (contract §3).

They are counted, since a manuscript that cites in plain words has citations that nobody judges.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from ars_pandoc.base.abbreviations import is_abbreviation
from ars_pandoc.base.characters import (
    BEHIND_SENTENCE_ENDS,
    CLOSING_QUOTES,
    DASHES,
    MINUS,
    OPENING_QUOTES,
    SENTENCE_ENDS,
)
from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.base.scripts import is_unspaced
from ars_pandoc.citations.call_out_words import (
    GROUP_WORDS,
    LEADS,
    NO_NAMES,
    PARTICLES,
    RANGE_OPERATORS,
    RANGE_WORDS,
    UNITS,
    alternatives,
)
from ars_pandoc.citations.callout_signs import RAISED_DIGITS, SUSPECT, YEAR
from ars_pandoc.citations.markers import FaultyMarker, Ref, find_comments, read_comment
from ars_pandoc.citations.months import month_names
from ars_pandoc.citations.raw_code import raw_cites
from ars_pandoc.citations.raw_formats import is_html
from ars_pandoc.pandoc.elements import WHITE, Element, children, stringify

_CITATION, _OPAQUE, _LINK, _RAISED, _LOWERED = "\ue000", "\ue001", "\ue002", "\ue003", "\ue004"
_SEEN = lazy_pattern(f"[{_CITATION}{_OPAQUE}{_LINK}]")
_BEFORE = 60
_YEAR_IN_BRACKETS = lazy_pattern(rf"[(（](?P<year>{YEAR})[a-z]?(?:\s*[,:;/][^()（）]*)?[)）]")
# The name that a year in brackets stands behind: looked for backwards, in the few words before.
_NAME_BEFORE = lazy_pattern(
    r"(?:[^\W\d_][\w’'-]*,?\s+(?:et|and|und|y|e|en|&)\s+)?(?P<word>[^\W\d_][\w’'.-]*)\s*\Z"
)
_WORDS_BEFORE = 60
_IN_BRACKETS = lazy_pattern(r"[(（](?P<inside>[^()（）]*\d{4}[^()（）]*)[)）]")
_PIECE = lazy_pattern(
    rf"\s*(?:(?:{alternatives(LEADS)}|s\.),?\s+)*(?:(?:{alternatives(PARTICLES)})\s+)*"
    rf"(?P<name>[^\W\d_][\w’'.-]*)[^;]*?,\s*{YEAR}[a-z]?\b(?!\s+[A-Z])"
)
# `Roe 2021`, `Roe et al. 2021a`: what stands before the year is looked at word by word.
_YEAR = lazy_pattern(rf",?\s+{YEAR}[a-z]?(?![\w%°])(?!\s+[A-Z])")
_NUMBERS = lazy_pattern(
    r"\[(?<![\])\[\ue000\ue001]\[)"
    rf"(?P<list>\d{{1,3}}(?:\s*[,;{MINUS}{DASHES}]\s*\d{{1,3}})*)\](?![(\[])"
)
_SUPERSCRIPT = lazy_pattern(
    rf"{_RAISED}(?P<list>\d{{1,3}}(?:\s*[,;{MINUS}{DASHES}]\s*\d{{1,3}})*){_LOWERED}"
    rf"|(?P<raised>[{RAISED_DIGITS}]+(?:\s?[,˒⁻{DASHES}]\s?[{RAISED_DIGITS}]+)*)"
)
# What stands before a number that is raised: a word, and what closes it. No bare number: 10^5^.
_WORD_BEFORE = lazy_pattern(r"(?P<word>[^\W\d_][\w’'-]*)[.,;:!?\]”’\"'%]*\Z")
_FACTOR = lazy_pattern(r"[×·*/=+−-]\s*\([^()]*\)\Z")
# `cancer1,2` and `(NSCLC)3–5`, as pasted text has what was raised.
_FLAT = lazy_pattern(
    r"(?:(?<![\w/.-])(?P<word>[A-Za-z-]*[a-z]{3})[.,;”’]?|\))"
    rf"(?P<list>\d{{1,3}}(?:[,{DASHES}]\d{{1,3}})*)(?![\w%]|[.,:/-]\w)"
)
_STEP, _MOST_NEW = 3, 5
# What makes an interval or an array of `[1, 2]`: an operator or a word for a range before it, an
# operator behind it. And what makes it part of a name: `[3,3]-sigmatropic`, `[2]catenane`.
_OPERATOR_BEFORE = lazy_pattern(rf"[{RANGE_OPERATORS}]\s*\Z")
_RANGE_BEFORE = lazy_pattern(
    rf"\b(?:{alternatives(RANGE_WORDS + tuple(word.capitalize() for word in RANGE_WORDS))}):?\s+\Z"
)
_OPERATOR_BEHIND = lazy_pattern(r"\s*[×∪∩∋→⊂⊆]")
_NAME_BEHIND = lazy_pattern(r"[-‐‑]?[^\W\d_]")
_IDENTIFIER = lazy_pattern(
    rf"{_LINK}|\b10\.\d{{4,9}}/[^\s\"<>]+|\bPMID:?\s*\d{{4,9}}\b|\barXiv:\s*[\w.-]+/?\d{{4,}}",
    re.IGNORECASE,
)
_MAY_IDENTIFY = lazy_pattern(rf"{_LINK}|10\.\d{{4}}|pmid|arxiv", re.IGNORECASE)
# Manubot's definition of a tag, `[@tag:x]: doi:10.1000/x`, is no call-out.
_DEFINES = lazy_pattern(rf"{_CITATION}:\s(?:doi:|https?://\S*)?\Z")
_LINKED = lazy_pattern(
    r"doi\.org/10\.|pubmed\.ncbi\.nlm\.nih\.gov/\d|ncbi\.nlm\.nih\.gov/pubmed/\d"
    r"|arxiv\.org/(?:abs|pdf)/",
    re.IGNORECASE,
)
_BEHIND_END = re.escape(BEHIND_SENTENCE_ENDS)
_WIDE_ENDS = SENTENCE_ENDS.replace(".!?…", "")
_NOTED = rf"(?:{_RAISED}[^{_LOWERED}]*{_LOWERED}|[{RAISED_DIGITS},˒⁻]+)?(?:\s*{_CITATION})*"
# A sentence ends with its punctuation, and with the citations right behind that.
_SENTENCE_END = lazy_pattern(
    rf"[.!?…][{_BEHIND_END}]*{_NOTED}(?=\s+[^\s\W_]|\s*\Z)|[{_WIDE_ENDS}][{_BEHIND_END}]*{_NOTED}"
)
_SIGNS = str.maketrans(
    {
        _CITATION: "",
        _OPAQUE: "",
        _LINK: "a link to a DOI, PubMed or arXiv",
        _RAISED: "",
        _LOWERED: "",
    }
)


@dataclass(frozen=True, slots=True)
class CallOut:
    """A call-out that no citation follows.

    Attributes:
        text: As it shows, on one line.
        before: What stands before it in its paragraph, as far as a citation or code; its last
            characters.
        section: The heading above it, or None before the first.
        flat: The numbers of `cancer1,2`, which has lost its raising: a call-out only where the
            numbers of the whole document are those of a list (`without_doubtful`).
    """

    text: str
    before: str = ""
    section: str | None = None
    flat: tuple[int, ...] = ()


def find_callouts(
    block: list[Element], *, numbered: bool, section: str | None = None
) -> list[CallOut]:
    """Find the call-outs of a paragraph that no ref or Cite follows in the same sentence.

    Args:
        block: The paragraph's inlines; its notes are paragraphs of their own.
        numbered: Whether `[12]` counts: only where the document has a reference list.
        section: The heading above it.

    Returns:
        The call-outs in order.
    """
    parts: list[str] = []
    _collect(block, parts)
    text = "".join(parts)
    found: list[CallOut] = []
    for begin, end in _sentences(text):
        # What a citation follows is marked; only the rest of the sentence is looked at.
        start = max(begin, text.rfind(_CITATION, begin, end) + 1)
        sentence = text[begin:end]
        if SUSPECT.search(sentence, start - begin) or _may_stand(sentence, start - begin):
            for at, words, flat in sorted(_all_matches(sentence, start - begin, numbered)):
                before = _SEEN.split(text[max(0, begin + at - _BEFORE) : begin + at])[-1]
                shown = " ".join(words.translate(_SIGNS).split())
                found.append(CallOut(shown, before.translate(_SIGNS), section, flat))
    return found


def without_doubtful(callouts: list[CallOut]) -> tuple[CallOut, ...]:
    """Return call-outs without numbers glued to words, unless these number a list of works.

    Who numbers works in the order of their first mention begins with 1 and leaves hardly any out.

    Args:
        callouts: All of a document, in order.
    """
    highest = news = steps = 0
    for number in (number for one in callouts for number in one.flat):
        if number > highest:
            news += 1
            steps += number - highest <= _STEP
            highest = number
    numbers = news >= _MOST_NEW and steps >= 0.8 * news
    return tuple(one for one in callouts if not one.flat or (numbers and max(one.flat) <= highest))


def _may_stand(sentence: str, start: int) -> bool:
    return sentence.find(_LINK, start) >= 0 or sentence.find(_RAISED, start) >= 0


def _collect(inlines: list[Element], parts: list[str]) -> None:
    for element in inlines:
        kind = element["t"]
        if kind == "Str":
            parts.append(element["c"])
        elif kind in WHITE:
            parts.append(" ")
        elif kind == "Cite":
            parts.append(_CITATION)
        elif kind == "RawInline":
            parts.append(_CITATION if _is_citation(*element["c"]) else "")
        elif kind in ("Code", "Math"):
            parts.append(_OPAQUE)
        elif kind == "Link" and _LINKED.search(element["c"][2][0]):
            parts.append(_LINK)
        elif kind == "Subscript":
            # What is raised behind it is a power or a temperature: `[α]~D~^20^`.
            parts.append(stringify(element["c"]) + _OPAQUE)
        elif kind == "Superscript":
            inner = stringify(element["c"])
            parts.append(f"{_RAISED}{inner}{_LOWERED}" if inner[:1].isdigit() else inner)
        else:
            if kind == "Span" and any(name.endswith("cites") for name, _ in element["c"][0][2]):
                parts.append(_CITATION)
            _collect(children(element) or [], parts)


def _is_citation(style: str, code: str) -> bool:
    return bool(raw_cites(style, code)) or (
        is_html(style)
        and any(
            isinstance(read_comment(comment.text, behind=False), (Ref, FaultyMarker))
            for comment in find_comments(code)
        )
    )


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for hit in _SENTENCE_END.finditer(text):
        if is_abbreviation(text, hit.start()):
            continue
        yield start, hit.end()
        start = hit.end()
    yield start, len(text)


def _all_matches(
    sentence: str, start: int, numbered: bool
) -> Iterator[tuple[int, str, tuple[int, ...]]]:
    for at, words in _matches(sentence, start, numbered):
        yield at, words, ()
    for hit in _FLAT.finditer(sentence, start) if numbered else ():
        word = hit["word"]
        if word is None or word.casefold() not in NO_NAMES:
            yield hit.start("list"), hit["list"], _expanded(hit["list"])


def _expanded(listed: str) -> tuple[int, ...]:
    """Return the numbers of a list with ranges."""
    numbers: list[int] = []
    for part in listed.split(","):
        ends = [int(end) for end in re.findall(r"\d+", part)]
        numbers += range(ends[0], min(ends[-1], ends[0] + 30) + 1) if len(ends) > 1 else ends
    return tuple(numbers)


def _matches(sentence: str, start: int, numbered: bool) -> list[tuple[int, str]]:
    found = []
    for hit in _YEAR_IN_BRACKETS.finditer(sentence, start):
        begin = max(start, hit.start() - _WORDS_BEFORE)
        # From a word's own beginning on, or half a word could pass for a name.
        begin = sentence.rfind(" ", start, begin) + 1 if begin > start else begin
        name = _NAME_BEFORE.search(sentence, begin, hit.start())
        if name is not None and (name["word"] in GROUP_WORDS or _is_name(name["word"])):
            found.append((name.start(), name[0] + hit[0]))
    for hit in _IN_BRACKETS.finditer(sentence, start):
        found += [(hit.start(), hit[0])] * any(map(_names_a_work, hit["inside"].split(";")))
    if numbered:
        found += [
            (hit.start(), hit[0])
            for hit in _NUMBERS.finditer(sentence, start)
            if _numbers_references(sentence, hit)
        ]
        found += [
            (hit.start(), hit[0])
            for hit in _SUPERSCRIPT.finditer(sentence, start)
            if _is_raised_reference(sentence, hit)
        ]
    if _MAY_IDENTIFY.search(sentence, start):
        found += [
            (hit.start(), hit[0])
            for hit in _IDENTIFIER.finditer(sentence, start)
            if _DEFINES.search(sentence, 0, hit.start()) is None
        ]
    return found


def _names_a_work(piece: str) -> bool:
    """Return whether a piece of a bracket names a work: `see Roe et al. 2021, 14`."""
    name = _PIECE.match(piece)
    if name is not None and _is_name(name["name"]):
        return True
    return any(_ends_in_a_name(piece[: hit.start()]) for hit in _YEAR.finditer(piece))


def _ends_in_a_name(text: str) -> bool:
    """Return whether the words before a year end in a name, or in what stands for more names."""
    words = text.replace(",", " ").split()
    count = len(words)
    while words and words[-1] in GROUP_WORDS | {"et", "and"}:
        del words[-1]
    # `Bahassi el et al. 2009`: a name may end in small letters.
    return any(map(_is_name, words[-2:] if len(words) < count else words[-1:]))


def _is_raised_reference(sentence: str, hit: re.Match[str]) -> bool:
    """Return whether a raised number can be a reference's: no power, unit, charge or isotope."""
    behind = sentence[hit.end() : hit.end() + 1]
    if behind.isalnum() and not is_unspaced(behind):
        return False
    before = sentence[max(0, hit.start() - _WORDS_BEFORE) : hit.start()]
    if before[-1:] == ")":
        return _FACTOR.search(before) is None
    word = _WORD_BEFORE.search(before)
    if word is None:
        return before[-2:-1] == _LOWERED  # a list, each of its numbers raised
    if word.end("word") < len(before):
        return True
    name = word["word"]
    listed = unicodedata.normalize("NFKC", hit["list"] or hit["raised"])
    many = not listed.isdigit() or int(listed) > 4
    if len(name) == 1:
        return name.isupper() and (len(listed) > 1)
    return many or not (name in UNITS or len(name) < 3)


def _numbers_references(sentence: str, hit: re.Match[str]) -> bool:
    """Return whether `[1, 2]` can number references: no interval, array index or chemical name."""
    if any(int(number) == 0 for number in re.findall(r"\d+", hit["list"])):
        return False
    before, behind = sentence[: hit.start()], sentence[hit.end() :]
    last, following = before[-1:], behind[:1]
    if (last.isalnum() or last == "_") and not is_unspaced(last):
        return False
    if last and last in OPENING_QUOTES and following and following in CLOSING_QUOTES:
        return False  # an attribute's value: layout="[50,50]"
    name = _NAME_BEHIND.match(behind)
    if name is not None and not is_unspaced(name[0]):
        return False
    near = before[-_WORDS_BEFORE:]
    if _OPERATOR_BEFORE.search(near) or _OPERATOR_BEHIND.match(behind):
        return False
    # One number is no range: `in this interval [3]` cites.
    return "," not in hit["list"] or _RANGE_BEFORE.search(near) is None


def _is_name(word: str) -> bool:
    if not word[0].isupper():
        return False
    bare = word.rstrip(".").casefold()
    # German writes its months with a capital too.
    return bare not in NO_NAMES and bare not in month_names("de-DE")
