"""Read locators: what stands behind a citation key and says where in the source (contract §3).

Two stages. `citeproc_locator` finds exactly what Pandoc's citeproc finds, so that the verdict
does not depend on whether citeproc runs. `parse_suffix` adds what citeproc leaves in the suffix
although every reader takes it for a locator (`ch. 2`, `see p. 3`, `John 3:16`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from ars_pandoc.base.characters import DASHES, DIRECTION, MINUS, OPENING_QUOTES
from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.citations.call_out_words import LEADS, POINTERS, alternatives
from ars_pandoc.citations.callout_signs import YEAR
from ars_pandoc.citations.citation import Kind, Note
from ars_pandoc.citations.citeproc_rules import (
    Found,
    Scan,
    citeproc_locator,
)
from ars_pandoc.citations.labels import (
    foreign_term,
    kind_of,
    labels_for,
    locale_for,
    reader_labels_for,
)
from ars_pandoc.citations.placeholders import keeps_place

__all__ = [
    "UNFORMATTED",
    "UNKNOWN_LABEL",
    "Found",
    "Locator",
    "citeproc_locator",
    "equals_year",
    "is_page_value",
    "is_placeholder",
    "page_value",
    "parse_suffix",
]

UNKNOWN_LABEL = "unknown-label"
"""Code of the note on a locator whose label nobody knows."""

UNFORMATTED = "style-will-not-format"
"""Code of the note on a locator that citeproc leaves in the suffix as it is."""


@dataclass(frozen=True, slots=True)
class Locator:
    """Where in a source, as written behind a citation key.

    Attributes:
        label: The CSL term (`page` for bare numbers), a plain word of that sort where CSL has
            none (`theorem`), or empty where the label is unknown and stands in the value.
        value: The numbers or the name, without the label: `12-14`, `Results`, `John 3:16`.
        rest: What follows in the suffix, as written.
        notes: Such as `unknown-label`.
        kind: The anchor kind it amounts to: page, paragraph or section.
    """

    label: str
    value: str
    rest: str
    notes: tuple[Note, ...]
    kind: Kind | None

    @property
    def anchor_value(self) -> str:
        """The value of the anchor: pages and section names bare, else with what they number.

        `12-14` for pages, `Results` for a section, but `table 3`, since a bare `3` would name
        a section.
        """
        if self.kind != "section" or self.label in {"", "section", "sub-verbo"}:
            return self.value
        return f"{self.label} {self.value}"


@lru_cache(maxsize=4096)
def parse_suffix(suffix: str, lang: str | None = None) -> Locator | None:
    """The locator in the suffix of a `Cite`, as citeproc or as a reader finds it (contract §3).

    Args:
        suffix: The suffix as plain text; a leading comma and no-break spaces may be there.
        lang: The document's language; English labels always count too.

    Returns:
        The locator, or None if there is none: prose, `{}`, a volume or an issue alone. A
        placeholder (`p. ?`) is returned as it stands: ask `is_placeholder`.
    """
    found = citeproc_locator(suffix, labels_for(lang))
    if found is None:
        return _as_readers_do(suffix, lang)
    if not found.value:
        return None
    if len(found.value) == 1 and _ABBREVIATION.match(suffix):
        return None
    if not found.label:
        if page_value(found.value) is not None:
            return Locator("page", found.value, found.rest, (), "page")
        inside = _named(found.value, lang) or _labelled(found.value, lang)
        return inside or Locator("", found.value, found.rest, (), "section")
    kind = kind_of(found.label)
    if kind is None:
        return (
            _in_volume(found.value, found.rest)
            or _as_readers_do(found.rest, lang)
            or _lettered(_plain(suffix).strip(_EDGE))
            or _of_volume(_plain(suffix), lang)
        )
    if found.label == "page" and not found.explicit:
        if suffix.strip(_EDGE).startswith(found.value):
            if found.rest and (later := _after_number(found, lang)) is not None:
                return later.locator
            return _glued_label(found, lang)
        return Locator("page", found.value, found.rest, (), "page")
    return Locator(found.label, found.value, found.rest, (), kind)


@dataclass(frozen=True, slots=True)
class _Later:
    """What a label behind a bare number says: perhaps that there is no locator at all."""

    locator: Locator | None


def _after_number(found: Found, lang: str | None) -> _Later | None:
    """Look for a label behind a bare number, which citeproc takes for a page; the later wins.

    `1984, p. 3` names a page of an edition by its year, `3rd ed., p. 4` one by its number, and
    `1. Akt, 2. Szene` numbers before the label. A number with nothing of the kind is the page.
    """
    ordinal = _ORDINAL_WORD.match(found.rest)
    if ordinal is not None and (ordinal["dot"] or _ORDINAL_NUMBER.fullmatch(found.value)):
        word = ordinal["word"]
        labels = reader_labels_for(lang)
        term = (
            labels.get(word.casefold())
            or labels.get(word.casefold().rstrip("."))
            or foreign_term(word)
        )
        if term is not None:
            rest = found.rest[ordinal.end() :]
            later = parse_suffix(rest, lang)
            if later is not None and later.label:
                return _Later(later)
            kind = kind_of(term)
            if kind is None:
                return _Later(None)
            number = re.sub(r"\D+$", "", found.value)
            return _Later(
                Locator(term, number, rest, _unformatted(found.value + ordinal.group()), kind)
            )
    if not found.rest.startswith((",", ";")):
        return None
    text = found.rest.lstrip(_EDGE)
    if Scan(text).label(0, reader_labels_for(lang)) is None:
        return None
    later = _labelled(text, lang)
    return _Later(later) if later is not None and later.kind == "page" else None


def is_labelled(text: str, lang: str | None) -> bool:
    """Return whether a text begins with a label of the document's language and a number: `S. 42`.

    Args:
        text: What stands behind a citation.
        lang: The document's language; without one, no label is known but the English ones.
    """
    return Scan(text).label(0, labels_for(lang)) is not None


def is_placeholder(value: str, kind: Kind) -> bool:
    """Whether an anchor's value only holds the place of one (contract §2, No anchor).

    Args:
        value: The value; a leading `p.` is tolerated for pages.
        kind: The anchor's kind.

    Returns:
        True for `?`, `TBD`, `TODO`, `n/a`, `unknown`, `xx` in any case, with or without dots
        behind, and for page or paragraph 0. False for an empty value.
    """
    bare = value.strip()
    if kind == "page":
        bare = _PAGE_LABEL.sub("", bare)
    if not bare:
        return False
    bare = bare.rstrip(".… \xa0").casefold()
    return keeps_place(bare, numbered=kind in {"page", "paragraph"})


def page_value(text: str) -> str | None:
    """The pages that a `page:` marker names, without a leading `p.` (contract §2).

    Args:
        text: The decoded value of the marker.

    Returns:
        The value without its label, or None if it is no page, range or list of them.
    """
    bare = _PAGE_LABEL.sub("", text.strip())
    if not bare[:1].isalnum() and bare[:1] not in ("(", "["):
        return None
    folded = _FOLLOWING.sub("", bare)
    folded = _DASH.sub("–", folded)
    folded = _AND.sub(", ", folded)
    scan = Scan(folded)
    end, pages = scan.words(0)
    if not pages or end < len(scan.tokens):
        return None
    labels = reader_labels_for(None)
    for run in _LETTERS.findall(folded):
        # `e1004`, `12bis`, `eaau1234`, but not `results2` or `fig3`.
        other = labels.get(run.casefold(), "page") != "page"
        if other or (len(run) > 4 and not _ROMAN_PAGE.fullmatch(run)):
            return None
    return bare if _DIGIT.search(folded) or _ROMAN_PAGES.fullmatch(folded) else None


def is_page_value(text: str) -> bool:
    """Whether the value of a `page:` marker is a page, a range or a list (contract §2).

    Args:
        text: The decoded value of the marker.

    Returns:
        True for `12-14`, `iv`, `S12`, `e1004`, `12ff`, `3:2`; False for `results`, `Table 3`.
        Ask `is_placeholder` too: `0` and `xx` have the shape of pages.
    """
    return page_value(text) is not None


def equals_year(value: str, year: int) -> bool:
    """Whether a page is only the year of the entry, for the note `locator-is-year`.

    Args:
        value: The value of a page anchor.
        year: The year of the source.

    Returns:
        True if the value is that number and nothing else.
    """
    return _PAGE_LABEL.sub("", value.strip()).rstrip(".,; ") == str(year)


_DIGIT = lazy_pattern("[0-9]")
_LETTERS = lazy_pattern(r"[^\W\d_]+")
_PAGE_LABEL = lazy_pattern(r"^(?:pp?|pgs?|pages?)(?:\.\s*|\s+|(?=[0-9]))", re.IGNORECASE)
_FOLLOWING = lazy_pattern(r"\s*\b(?:ff?|sqq?|et seqq?)\.?$|\.$")
_DASH = lazy_pattern(rf"\s*[{MINUS}{DASHES}]+\s*|(?<=[0-9])/(?=[0-9])")
_AND = lazy_pattern(r"\s+(?:&|and)\s+")

# Pages in roman numerals stay low; `mix` and `di` are words.
_ROMAN_NUMBER = "(?=.)c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})"
_ROMAN_PAGE = lazy_pattern(_ROMAN_NUMBER, re.IGNORECASE)
_ROMAN_PAGES = lazy_pattern(rf"{_ROMAN_NUMBER}(?:(?:\s*[,;]\s*|[-–]){_ROMAN_NUMBER})*", re.I)


# What a reader takes for a locator although citeproc does not.

_EDGE = " \xa0,;"

# To citeproc `n.d.` is note 500 and `l.c.` line 100.
_ABBREVIATION = lazy_pattern(r"[\s,]*(?:[a-z]\.){2,}")

# A numeral behind a label, where no digit is. Singles must not be the word that follows.
_NUMERAL = lazy_pattern(r"(?:[IVXLC]{2,}|[ivxlc]{2,})\b|[IVXLCivxlc](?=$|[,;:.)\]–-])")

# What a name may follow: `sec. Results`, `part One`.
_NAMED = frozenset({"section", "chapter", "appendix", "part", "sub-verbo"})
_NAME = lazy_pattern(rf"[{OPENING_QUOTES}]?[^\W\d_][^,;]{{0,80}}")
# `app. B`, `Lemma A.3`, `Theorem B1`.
_CAPITAL = lazy_pattern(r"[A-Z](?:[.-]?[0-9]+(?:[.-][0-9A-Za-z]+)*)?(?=$|[,;)\]\s]|\.(?:$|\s))")
_ORDINAL_NUMBER = lazy_pattern(r"[0-9]+(?:st|nd|rd|th|er|re|[eèaoª°º]|ème|de|te|ste)", re.I)
_ORDINAL_WORD = lazy_pattern(r"(?P<dot>\.)?[ \xa0](?P<word>[^\W\d_]+\.?)(?=$|[ \xa0,;:)])")

_LEAD = lazy_pattern(
    rf"[ ,]*(?:(?:{alternatives(LEADS + POINTERS)})[ ,]+){{1,3}}",
    re.IGNORECASE,
)
# `see 2004a` names another work of its author, not the page 2004a: a year may have a letter.
_YEAR = lazy_pattern(YEAR + "[A-Za-z]?(?![0-9A-Za-z])")
# Nor is `see 1999, 12` two pages: it is the page of another work.
_YEAR_FIRST = lazy_pattern(rf"{YEAR}[A-Za-z]?(?:\s*[,:;]|\Z)")

# Words that make a number something else than a place in the source, beside the months.
_NO_PLACE = frozenset(
    "about over under only nearly almost approx ca circa around than isbn issn".split()
)

# At most three short words, then only numbers, numerals and `. , : – /` (contract §3); a second
# and third abbreviation with numbers of its own may follow: `STh I-II, q. 94, a. 2`. Hebrew
# abbreviates with a geresh behind the word.
_WORD = r"[^\W\d_]{1,12}(?:['’-][^\W\d_]{1,12})?['’׳]?"
_NUMBERS = (
    r"(?:[0-9]+(?:[A-Za-z]{1,2}[0-9]*)?|[IVXLC]+|[ivxlc]+)"
    r"(?:[\s.,:–—/-]+(?:[0-9]+(?:[A-Za-z]{1,2}[0-9]*)?|[IVXLC]+|[ivxlc]+|ff?))*"
)
_UNKNOWN = lazy_pattern(
    rf"(?P<words>(?:{_WORD}(?:\.[ ,]*|[ ,]+)){{0,3}}?)(?P<numbers>{_NUMBERS})"
    rf"(?P<more>(?:[ ,.]+[^\W\d_]{{1,5}}\. ?{_NUMBERS}){{0,3}})\.?"
)
# What scholars number with letters: Kant's two editions, `A 51/B 75`; fragments with their editor,
# `fr. 12 DK`, `DK 22 B 12`; letters in a statute, `Nr. 3 lit. b`.
_LETTERED = lazy_pattern(
    rf"(?:{_WORD}[ ,.]+){{0,2}}[A-Z]\.? ?{_NUMBERS}(?: ?[/,;] ?[A-Z]\.? ?{_NUMBERS}){{1,3}}\.?"
    rf"|(?:{_WORD}[ ,.]+){{0,2}}(?:[Ff]rr?|[Ff]rag|[Ff]rgs?)\.? ?{_NUMBERS}"
    r" (?:[A-Z]{1,4}(?:[-–/][A-Z]{1,4})?|[A-Z][^\W\d_]{2,})\.?"
    rf"|(?:{_WORD}[ ,.]+)?[A-Z]{{2,4}} ?[0-9]{{1,3}} ?[A-C] ?{_NUMBERS}\.?"
    rf"|(?:{_WORD}(?:\. ?| )(?:{_NUMBERS}[ ,]+)?){{1,3}}(?<=[0-9][ ,])"
    r"(?:litt?|let|[Bb]uchst)\. ?[a-z]{1,2}\)?\.?"
)
_SHORT = 80

_IN_VOLUME = lazy_pattern(r"[0-9IVXLC]+(?:\([^()]*\))?\s*[:,]\s*(.+)")
# `vol. II: 34`, `2 : 34`: to citeproc's rules the colon ends no numeral and begins no number.
_VOLUME = lazy_pattern(r"(?P<label>[^0-9:]*[^\W\d_]\.?)\s(?P<volume>[0-9]+|[IVXLC]+)\s*:\s*")
_GLUED = lazy_pattern(
    r"第?(?P<second>[0-9][0-9–-]*)(?P<after>[^\W\d_]+)|(?P<before>[^\W\d_]+)(?P<first>[0-9].*)"
)


# 第二章, 第 7 页: an ordinal with its label behind it.
_ORDINAL = lazy_pattern(r"第\s*([0-9]+|[〇零一二三四五六七八九十百千]+)\s*([^\W\d_])(?!\w)")
_DIRECTION = dict.fromkeys(map(ord, DIRECTION))


def _plain(suffix: str) -> str:
    """Return a suffix with ASCII digits, commas and spaces, and no marks of direction."""
    if suffix.isascii():
        return suffix
    text = suffix.replace("\xa0", " ").replace("،", ",").translate(_DIRECTION)
    return "".join(str(int(char)) if char.isdecimal() else char for char in text)


def _ordinal(text: str, lang: str | None) -> Locator | None:
    match = _ORDINAL.match(text)
    term = reader_labels_for(lang).get(match[2]) if match else None
    kind = kind_of(term) if term else None
    if match is None or term is None or kind is None:
        return None
    return Locator(term, match[1], text[match.end() :], _unformatted(text), kind)


def _as_readers_do(suffix: str, lang: str | None) -> Locator | None:
    text = _plain(suffix)
    trimmed = text.strip(_EDGE)
    if not trimmed:
        return None
    if is_placeholder(trimmed, "section"):
        return Locator("page", trimmed, "", (), "page")
    return (
        _ordinal(trimmed, lang)
        or _named(text.lstrip(_EDGE), lang)
        or _of_volume(text, lang)
        or _labelled(text, lang)
        or _led(text)
        or _roman(text)
        or _unknown(trimmed, lang)
    )


def _labelled(text: str, lang: str | None) -> Locator | None:
    """A known label and its number, first or behind words without a number: `see p. 3`."""
    labels = reader_labels_for(lang)
    scan = Scan(text)
    at, leading = 0, True
    while at < len(scan.tokens):
        if scan.sorts[at] in " ,":
            at += 1
            continue
        label = scan.label(at, labels)
        notes = _unformatted(text)
        if label is None and leading:
            label = _foreign(scan, at)
            notes = _unknown_label(text)
        if label is not None:
            begin, term = label
            end, value = scan.words(begin)
            if _DIGIT.search(value) or _NUMERAL.match(scan.text(begin, begin + 4).lstrip()):
                rest = scan.text(end)
                kind = kind_of(term)
                found = Locator(term, value, rest, notes, kind) if kind else _in_volume(value, rest)
                if found is not None:
                    return found
                at, leading = end, True
                continue
        if scan.sorts[at] == "0":
            return None
        at, leading = at + 1, False
    return None


def _foreign(scan: Scan, at: int) -> tuple[int, str] | None:
    """The label of another language at this place, where a number follows."""
    end = at + 2 if scan.sorts[at + 1 : at + 2] == "." else at + 1
    if scan.words(end, digits=True)[0] == end:
        return None
    term = foreign_term(scan.text(at, end))
    return None if term is None else (end, term)


def _named(text: str, lang: str | None) -> Locator | None:
    """A label with a name, a letter or a placeholder: `sec. Results`, `app. B`, `p. TBD`."""
    scan = Scan(text)
    label = scan.label(0, reader_labels_for(lang), before_anything=True)
    if label is None:
        return None
    begin, term = label
    kind = kind_of(term)
    after = scan.text(begin).lstrip()
    if kind is None or not after:
        return None
    until = re.split("[,;]", after, maxsplit=1)[0].strip()
    if is_placeholder(until, kind):
        return Locator(term, until, after[len(until) :], (), kind)
    name = _CAPITAL.match(after) if kind == "section" else None
    if name is None and term in _NAMED:
        name = None if _NUMERAL.match(after) else _NAME.match(after)
        if name and term != "sub-verbo" and not name.group().lstrip(OPENING_QUOTES)[0].isupper():
            name = None
    if name is None:
        return None
    return Locator(term, name.group().strip(), after[name.end() :], _unformatted(text), kind)


def _led(text: str) -> Locator | None:
    """Bare pages behind a word that leads to them: `esp. 12-14`, `at 421`."""
    lead = _LEAD.match(text)
    if lead is None:
        return None
    scan = Scan(text[lead.end() :])
    end, value = scan.words(0, digits=True)
    rest = scan.text(end)
    if not value or _YEAR_FIRST.match(value) or rest.lstrip()[:1].isalpha():
        return None
    return Locator("page", value, rest, _unformatted(text), "page")


def _roman(text: str) -> Locator | None:
    """Bare pages in roman numerals, which citeproc takes for prose."""
    scan = Scan(text.lstrip(_EDGE))
    end, value = scan.words(0)
    rest = scan.text(end)
    if not _ROMAN_PAGES.fullmatch(value) or rest[:1] not in {"", ",", ";", "."}:
        return None
    if len(value) == 1 and rest:
        return None
    return Locator("page", value, rest, _unformatted(text), "page")


def _unknown(text: str, lang: str | None) -> Locator | None:
    """A few short words and numbers: `John 3:16`, `AA IV, 421`, `Rn. 63`, `A 51/B 75`."""
    if len(text) > _SHORT:
        return None
    match = _UNKNOWN.fullmatch(text)
    if match is None:
        return _lettered(text)
    numbers = match["numbers"]
    if not _DIGIT.search(numbers) and not re.search("[IVXLC]{2}|[ivxlc]{2}", numbers):
        return None
    labels = reader_labels_for(lang)
    from ars_pandoc.citations.months import month_names

    months = month_names(locale_for(lang))
    for word in (match["words"] + re.sub("[0-9]", " ", match["more"])).replace(",", " ").split():
        folded = word.casefold()
        term = labels.get(folded) or foreign_term(word)
        bare = folded.rstrip(".")
        if bare in _NO_PLACE or bare in months or (term is not None and kind_of(term) is None):
            return None
    # `Poe 1999, 12` and `in press 2020` begin with a year; `Rn. 1612` does not.
    lead = match["words"].rstrip(_EDGE)
    if lead and _YEAR.match(numbers) and (not lead.endswith(".") or _LEAD.fullmatch(f"{lead} ")):
        return None
    return Locator("", text, "", _unknown_label(text), "section")


def _lettered(text: str) -> Locator | None:
    """Numbers with the letters of a discipline: `A 51/B 75`, `fr. 12 DK`, `Nr. 3 lit. b`."""
    if len(text) > _SHORT or not _LETTERED.fullmatch(text):
        return None
    return Locator("", text, "", _unknown_label(text), "section")


def _of_volume(text: str, lang: str | None) -> Locator | None:
    """The pages behind a volume's number and a colon: `vol. II: 34`, `vol. 2 : 34`."""
    hit = _VOLUME.match(text)
    if hit is None:
        return None
    label = hit["label"].replace(",", " ").split()[-1].casefold()
    term = reader_labels_for(lang).get(label)
    if term is None or kind_of(term) is not None:
        return None
    scan = Scan(text[hit.end() :])
    end, written = scan.words(0)
    pages = page_value(written)
    if not pages:
        return None
    notes = _unformatted(text[: hit.end()] + scan.text(0, end))
    return Locator("page", pages, scan.text(end), notes, "page")


def _in_volume(value: str, rest: str) -> Locator | None:
    """The pages behind a volume's number: `2:34`, `2, 15-17`."""
    match = _IN_VOLUME.fullmatch(value)
    pages = page_value(match[1]) if match else None
    return Locator("page", pages, rest, _unformatted(value), "page") if pages else None


def _glued_label(found: Found, lang: str | None) -> Locator | None:
    """A bare number whose word is a label without a space: `p12`, `第3页`; `卷3` is a volume."""
    match = _GLUED.fullmatch(found.value)
    label = (match["before"] or match["after"]) if match else ""
    term = reader_labels_for(lang).get(label.casefold()) if label else None
    if match is None or term is None:
        return Locator("page", found.value, found.rest, (), "page")
    kind = kind_of(term)
    if kind is None:
        return _as_readers_do(found.rest, lang)
    return Locator(term, match["first"] or match["second"], found.rest, (), kind)


def _unformatted(written: str) -> tuple[Note, ...]:
    message = f"citeproc leaves “{written.strip(_EDGE)}” as it is: no style will format it"
    return (Note(UNFORMATTED, message),)


def _unknown_label(written: str) -> tuple[Note, ...]:
    message = f"“{written.strip(_EDGE)}” is taken for a locator, but its label is not known"
    return (Note(UNKNOWN_LABEL, message),)
