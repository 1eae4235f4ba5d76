"""Call-outs that look like citations and are none: `Smith (2020)`, `[12]`, a DOI (contract §3).

They are counted, since a manuscript that cites in plain words has citations that nobody judges.
"""

from __future__ import annotations

import re

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
    RANGE_OPERATORS,
    RANGE_WORDS,
    alternatives,
)
from ars_pandoc.citations.callout_signs import SUSPECT, YEAR
from ars_pandoc.citations.markers import FaultyMarker, Ref, find_comments, read_comment
from ars_pandoc.citations.months import month_names
from ars_pandoc.citations.raw_code import html_cites, tex_cites
from ars_pandoc.pandoc.elements import WHITE, Element, children

_CITATION, _OPAQUE, _LINK = "\ue000", "\ue001", "\ue002"
_YEAR_IN_BRACKETS = lazy_pattern(rf"\((?P<year>{YEAR})[a-z]?(?:[,:;][^()]*)?\)")
# The name that a year in brackets stands behind: looked for backwards, in the few words before.
_NAME_BEFORE = lazy_pattern(
    r"(?:[^\W\d_][\w’'-]*,?\s+(?:et|and|und|y|e|en|&)\s+)?(?P<word>[^\W\d_][\w’'.-]*)\s+\Z"
)
_WORDS_BEFORE = 60
_IN_BRACKETS = lazy_pattern(r"\((?P<inside>[^()]*\d{4}[^()]*)\)")
_PIECE = lazy_pattern(
    rf"\s*(?:(?:{alternatives(LEADS)}|s\.),?\s+)*"
    rf"(?P<name>[^\W\d_][\w’'.-]*)[^;]*?,\s*{YEAR}[a-z]?\b"
)
_NUMBERS = lazy_pattern(
    r"\[(?<![\])\[\ue000\ue001]\[)"
    rf"(?P<list>\d{{1,3}}(?:\s*[,{MINUS}{DASHES}]\s*\d{{1,3}})*)\](?![(\[])"
)
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
_LINKED = lazy_pattern(
    r"doi\.org/10\.|pubmed\.ncbi\.nlm\.nih\.gov/\d|ncbi\.nlm\.nih\.gov/pubmed/\d"
    r"|arxiv\.org/(?:abs|pdf)/",
    re.IGNORECASE,
)
_BEHIND_END = re.escape(BEHIND_SENTENCE_ENDS)
_WIDE_ENDS = SENTENCE_ENDS.replace(".!?…", "")
# A sentence ends with its punctuation, and with the citations right behind that.
_SENTENCE_END = lazy_pattern(
    rf"[.!?…][{_BEHIND_END}]*(?:\s*{_CITATION})*(?=\s+[^\s\W_]|\s*\Z)"
    rf"|[{_WIDE_ENDS}][{_BEHIND_END}]*(?:\s*{_CITATION})*"
)


def find_callouts(block: list[Element], *, numbered: bool) -> list[str]:
    """Find the call-outs of a paragraph that no ref or Cite follows in the same sentence.

    Args:
        block: The paragraph's inlines; its notes are paragraphs of their own.
        numbered: Whether `[12]` counts: only where the document has a reference list.

    Returns:
        The call-outs as written, in order.
    """
    parts: list[str] = []
    _collect(block, parts)
    found: list[str] = []
    for sentence in _sentences("".join(parts)):
        # What a citation follows is marked; only the rest of the sentence is looked at.
        behind = sentence.rfind(_CITATION) + 1
        if SUSPECT.search(sentence, behind) or sentence.find(_LINK, behind) >= 0:
            found += [text for _, text in sorted(_matches(sentence, behind, numbered))]
    return found


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
        else:
            if kind == "Span" and any(name.endswith("cites") for name, _ in element["c"][0][2]):
                parts.append(_CITATION)
            _collect(children(element) or [], parts)


def _is_citation(style: str, code: str) -> bool:
    if style in ("tex", "latex"):
        return bool(tex_cites(code))
    return style.startswith("html") and (
        bool(html_cites(code))
        or any(
            isinstance(read_comment(comment.text, behind=False), (Ref, FaultyMarker))
            for comment in find_comments(code)
        )
    )


def _sentences(text: str) -> list[str]:
    sentences: list[str] = []
    start = 0
    for hit in _SENTENCE_END.finditer(text):
        if is_abbreviation(text, hit.start()):
            continue
        sentences.append(text[start : hit.end()])
        start = hit.end()
    sentences.append(text[start:])
    return sentences


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
        for piece in hit["inside"].split(";"):
            name = _PIECE.match(piece)
            if name is not None and _is_name(name["name"]):
                found.append((hit.start(), f"({piece.strip()})"))
    if numbered:
        found += [
            (hit.start(), hit[0])
            for hit in _NUMBERS.finditer(sentence, start)
            if _numbers_references(sentence, hit)
        ]
    if _MAY_IDENTIFY.search(sentence, start):
        found += [
            (hit.start(), hit[0].replace(_LINK, "a link to a DOI, PubMed or arXiv"))
            for hit in _IDENTIFIER.finditer(sentence, start)
        ]
    return found


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
