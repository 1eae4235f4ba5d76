"""Whether a quote stands elsewhere than the section or paragraph beside it says (contract §8).

A quote may stand in a source more than once: only where none of its places agrees is it said, with
the true place. Headings tell no levels, so that a quote behind the anchored heading is taken to
stand under it until another heading of its rank begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ars_pandoc.citations.citation import Anchor, Note
from ars_pandoc.grounding.match_quote import Matcher, prepare_quote
from ars_pandoc.texts.normalise import clean, fold
from ars_pandoc.texts.source_text import SourceText, shown

_MOST = 50
_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"\W*([0-9]+(?:\.[0-9]+)*)\.?(?=\W|\Z)")
_NUMBERS = re.compile(r"[0-9]+")
_RANGE = re.compile(r"([0-9]+)\s*[-\u2013\u2014]\s*([0-9]+)")

HEADS = frozenset(
    (
        "abstract", "summary", "introduction", "background", "methods", "method",
        "materials and methods", "methods and materials", "patients and methods", "methodology",
        "experimental procedures", "results", "findings", "results and discussion", "discussion",
        "discussion and conclusions", "conclusion", "conclusions", "limitations",
        "acknowledgements", "acknowledgments", "supplementary material", "appendix",
        "zusammenfassung", "einleitung", "methoden", "material und methoden", "ergebnisse",
        "diskussion", "fazit", "schluss", "schlussfolgerungen", "résumé", "méthodes",
        "matériel et méthodes", "résultats", "resumen", "introducción", "métodos",
        "materiales y métodos", "resultados", "discusión", "conclusiones", "riassunto",
        "introduzione", "metodi", "risultati", "discussione", "conclusioni", "resumo",
        "introdução", "discussão", "conclusão",
    )
)  # fmt: skip
"""Headings of the highest rank of an article: none of them stands under another."""


def place_notes(
    matcher: Matcher, anchors: Sequence[Anchor], quotes: Iterable[str]
) -> tuple[Note, ...]:
    """Return `section-mismatch` and `paragraph-mismatch` on the quotes of one citation.

    Args:
        matcher: The source's words.
        anchors: Those of the citation that are good.
        quotes: The quotes that were found.
    """
    sections = [anchor.value for anchor in anchors if anchor.kind == "section"]
    paragraphs = [anchor.value for anchor in anchors if anchor.kind == "paragraph"]
    if not sections and not paragraphs:
        return ()
    notes: dict[Note, None] = {}
    for quote in quotes:
        offsets = offsets_of(matcher, quote)
        if not offsets:
            continue
        for value in sections:
            note = _section_note(matcher.source, value, offsets)
            if note is not None:
                notes[note] = None
        for value in paragraphs:
            note = _paragraph_note(matcher.source, value, offsets)
            if note is not None:
                notes[note] = None
    return tuple(notes)


def offsets_of(matcher: Matcher, quote: str) -> list[int]:
    """Return where a quote begins in a source, each place once."""
    prepared = prepare_quote(quote)
    whole = matcher.find(prepared.whole, limit=_MOST)
    spans = whole or (matcher.find(prepared.parts[0], limit=_MOST) if prepared.parts else [])
    return [span.start for span in spans]


def _section_note(source: SourceText, value: str, offsets: Sequence[int]) -> Note | None:
    words = _words(value)
    anchored = [
        number
        for number, section in enumerate(source.sections)
        if words and f" {words} " in f" {_words(section.title)} "
    ]
    if not anchored:
        return None  # what it names is no heading: a table, a theorem
    places = [_index(source, offset) for offset in offsets]
    if any(_may_stand_under(source, heading, place) for heading in anchored for place in places):
        return None
    true = places[0]
    name = "before any heading" if true < 0 else f"under “{shown(source.sections[true].title)}”"
    return Note("section-mismatch", f"the quote stands {name}, not under “{shown(value)}”")


def _index(source: SourceText, offset: int) -> int:
    """Return the index of the heading above an offset, -1 before the first."""
    above = [n for n, section in enumerate(source.sections) if section.start <= offset]
    return above[-1] if above else -1


def _may_stand_under(source: SourceText, heading: int, place: int) -> bool:
    if place <= heading:
        return place == heading
    titles = [section.title for section in source.sections]
    return not any(_ends(titles[heading], title) for title in titles[heading + 1 : place + 1])


def _ends(heading: str, later: str) -> bool:
    """Return whether a later heading is of the rank of an earlier one, or above it."""
    own, other = _NUMBER.match(heading), _NUMBER.match(later)
    if own is not None and other is not None:
        return not other[1].startswith(f"{own[1]}.")
    return _bare(later) in HEADS


def _paragraph_note(source: SourceText, value: str, offsets: Sequence[int]) -> Note | None:
    wanted = {int(number) for number in _NUMBERS.findall(value)}
    for low, high in _RANGE.findall(value):
        wanted.update(range(int(low), min(int(high), int(low) + 100) + 1))
    # The paragraphs of a PDF are guessed from its lines.
    if not wanted or source.pages:
        return None
    places = [source.passage(offset) for offset in offsets]
    known = [place for place in places if place.paragraph]
    if not known or len(known) < len(places) or any(one.paragraph in wanted for one in known):
        return None
    section = f" of “{shown(known[0].section)}”" if known[0].section else ""
    return Note(
        "paragraph-mismatch",
        f"the quote stands in paragraph {known[0].paragraph}{section}, not in {shown(value)}",
    )


def _words(text: str) -> str:
    return " ".join(_WORD.findall(fold(shown(clean(text))).casefold()))


def _bare(title: str) -> str:
    """Return the words of a heading without its number."""
    return re.sub(r"^(?:[0-9]+ |[ivx]+ )+", "", _words(title))
