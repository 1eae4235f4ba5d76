"""Check one quote against one source (contract §8): found, not found, or for a person to see."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import pairwise

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.citations.citation import Note
from ars_pandoc.grounding.match_quote import (
    TO_REVIEW,
    Doubt,
    Matcher,
    Quote,
    Span,
    count_words,
    paragraph_end,
    prepare_quote,
)
from ars_pandoc.grounding.plain_text import without_accents
from ars_pandoc.grounding.result import Change, Excerpt, Grounding, Result
from ars_pandoc.grounding.sentence import context_notes, hidden_word, sentence_around
from ars_pandoc.texts.marks import HARD, LOWERED, RAISED
from ars_pandoc.texts.normalise import fold
from ars_pandoc.texts.source_text import SourceText, shown

FEWEST_WORDS = 5
"""A shorter quote is found in texts that it was not taken from."""
_EVERYWHERE = 12
_JOINER = "\u200c"
_MISREAD = 0.8
_FEWEST_IN_PART = 3
_LONGEST_REFERENCE = 400

_COMPARISONS = ("<", ">", "=", "\u2264", "\u2265", "\u2248")
_EXPONENT = lazy_pattern(rf"(\d+)([{RAISED}{LOWERED}])([-+\u2212\u2013]?\d+)")
_FROM = "0123456789-+\u2212\u2013"
_RAISED_SIGNS = str.maketrans(_FROM, "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺⁻⁻")
_LOWERED_SIGNS = str.maketrans(_FROM, "₀₁₂₃₄₅₆₇₈₉₋₊₋₋")
_CUT_OFF = (
    "the words stand there, but the first or last is cut off from what belongs to it, such as a "
    "sign, an operator, a unit or the rest of a word"
)
_DOUBTS = {
    Doubt.RAISING: "the file may have lost that a number there is raised",
    Doubt.CALLOUT: "what the quote leaves out looks like a call-out, but the file does not say so",
    Doubt.CHARACTER: "a character there is doubtful: the file does not say for sure what it draws",
    Doubt.FLAT: "a number that is raised or lowered in the source stands flat in the quote",
    Doubt.WALL: "the words stand there in this order, but the quote runs over a heading, a caption, "
    "a note in the margin or the edge of a column or cell: look whether it is one text",
    Doubt.SYMBOL: "a symbol there is not named by the file",
    Doubt.LIGATURE: "a ligature there is not named by the file",
}


def check_quote(source: SourceText | Matcher, quote: str) -> Grounding:
    """Check a quote against a source.

    Args:
        source: The source's words; a `Matcher` of them if many quotes are checked.
        quote: As written, decoded.

    Returns:
        What was found. Never an error: what cannot be judged is `review` or `unreadable`.
    """
    matcher = source if isinstance(source, Matcher) else Matcher(source)
    found = _checked(matcher, quote)
    if found.result in ("review", "not-found") and _JOINER in quote:
        # Persian joins the parts of a word with it; many fonts and programs write a space.
        spaced = _checked(matcher, quote.replace(_JOINER, " "))
        found = spaced if spaced.result == "found" else found
    return found


def _checked(matcher: Matcher, quote: str) -> Grounding:
    prepared = prepare_quote(quote)
    if not any(map(str.isalnum, prepared.whole)):
        return Grounding("review", reason="the quote has no words")
    if not any(map(str.isalnum, matcher.text[:100_000])):
        return Grounding("unreadable", reason=_why_unreadable(matcher.source))
    spans = _located(matcher, prepared)
    if isinstance(spans, Grounding):
        return spans
    if spans:
        return _found(matcher, prepared, spans)
    return _not_found(matcher, prepared)


def _located(matcher: Matcher, quote: Quote) -> list[Span] | Grounding:
    """Find the parts of a quote in order; a result where what is between them forbids it."""
    literal = matcher.find(quote.whole)
    if literal or len(quote.parts) == 1:
        return literal
    refusal: Grounding | None = None
    for chain in _chains(matcher, quote.parts):
        left_out = [matcher.text[one.end : two.start] for one, two in pairwise(chain)]
        hidden = next(filter(None, map(hidden_word, left_out)), None)
        if hidden is None:
            if min(map(count_words, quote.parts)) >= _FEWEST_IN_PART:
                return chain
            refusal = refusal or _at(
                matcher,
                chain,
                "review",
                reason=f"a part of the quote beside […] has fewer than {_FEWEST_IN_PART} words",
            )
        elif refusal is None or refusal.result == "review":
            start, end = chain[0].start, chain[-1].end
            refusal = _at(
                matcher,
                chain,
                "not-found",
                nearest=shown(matcher.text[start:end]),
                change="negation",
                reason=f"what […] leaves out holds '{hidden}'",
            )
    return refusal or []


def _chains(matcher: Matcher, parts: tuple[str, ...], limit: int = 20) -> list[list[Span]]:
    """Return ways to place the parts in order, in one paragraph or the next."""
    places = [matcher.find(part, limit=200) for part in parts]
    chains = [[span] for span in places[0]]
    for spans in places[1:]:
        chains = [
            [*chain, span]
            for chain in chains
            for span in spans
            if chain[-1].end <= span.start < paragraph_end(matcher, chain[0].start)
        ][:limit]
    return chains


def _found(matcher: Matcher, quote: Quote, spans: list[Span]) -> Grounding:
    doubt = Doubt.NONE
    for span in spans:
        doubt |= span.doubt
    reasons = [text for kind, text in _DOUBTS.items() if kind & doubt]
    if doubt & Doubt.FLAT:
        reasons += _how_to_raise(matcher, spans, quote)
    notes = tuple(
        Note("symbol-unverified", text)
        for kind, text in _DOUBTS.items()
        if kind & doubt & ~TO_REVIEW
    )
    if doubt & TO_REVIEW:
        return _at(matcher, spans, "review", reason="; ".join(reasons), notes=notes)
    if quote.words < FEWEST_WORDS:
        return _at(
            matcher,
            spans,
            "review",
            reason=f"the words are there, but fewer than {FEWEST_WORDS} prove nothing",
            notes=notes,
        )
    if len(quote.parts) == 1 and len(matcher.verbatim(quote.whole)) >= _EVERYWHERE:
        return _at(
            matcher,
            spans,
            "review",
            reason=f"the words stand in {_EVERYWHERE} places or more, so they prove nothing",
            notes=notes,
        )
    notes += context_notes(matcher.text, spans[0].start, spans[-1].end)
    return _at(matcher, spans, "found", reason="; ".join(reasons), notes=notes)


def _how_to_raise(matcher: Matcher, spans: list[Span], quote: Quote) -> list[str]:
    """Say how a number is written that has lost its raising in a quote, and in copies of pages."""
    for span in spans:
        for found in _EXPONENT.finditer(matcher.text, span.start, span.end):
            base, mark, raised = found.groups()
            if fold(base + mark + raised) in quote.whole:
                continue
            written = f"{base}^{raised}" if mark == RAISED else f"{base}_{raised}"
            as_signs = raised.translate(_RAISED_SIGNS if mark == RAISED else _LOWERED_SIGNS)
            return [f"write {written} or {base}{as_signs}"]
    return []


def _not_found(matcher: Matcher, quote: Quote) -> Grounding:
    from ars_pandoc.grounding.diagnose import diagnose
    from ars_pandoc.grounding.pdf_doubt import typesetting

    reference = matcher.reference_with(quote.whole)
    if reference is not None:
        return Grounding(
            "not-found",
            nearest=_shortened(reference, quote),
            change="other-text",
            reason="it stands in the reference list alone, which is not the source's words",
        )
    found = diagnose(matcher, quote)
    unread = matcher.source.faults
    if found is None and unread:
        return Grounding("review", reason=_may_stand_on(matcher.source))
    if found is None:
        return Grounding(
            "not-found",
            change="other-text",
            reason="the source has none of these words together",
        )
    place = matcher.source.passage(found.start)
    page = next((page for page in matcher.source.pages if page.number == place.pdf_page), None)
    result: Result = "not-found"
    reason = _CUT_OFF if found.cut_off else _reasons()[found.change]
    if found.cut_off and matcher.folded[max(0, found.start - 5) : found.start].rstrip().endswith(
        _COMPARISONS
    ):
        # Verbatim from there on: that `p <` was left out may mean nothing, or all.
        result = "review"
    elif found.change == "case" and matcher.source.raising_lost and matcher.source.pages:
        # Small capitals are given as either.
        result, reason = "review", f"{reason}, and small capitals may be read as either"
    elif found.change != "other-text" and found.doubtful:
        result = "review"
        reason = f"the text of the file is doubtful at the nearest words; {reason}"
    elif page is not None and page.fault:
        result = "review"
        reason = f"page {page.label or page.number} can be read in part only: {page.fault}"
    elif (
        page is not None
        and page.scanned
        and (found.change != "other-text" or _is_misread(quote.whole, found.nearest))
    ):
        result = "review"
        reason = f"the words there were read from a picture by a program, which errs; {reason}"
    elif found.change == "other-text" and unread:
        result = "review"
        reason = _may_stand_on(matcher.source)
    elif lost := typesetting(matcher, quote, found.start, found.end):
        result, reason = "review", lost
    return Grounding(
        result,
        place.page,
        place.pdf_page,
        place.paragraph,
        place.section,
        nearest=found.nearest,
        change=found.change,
        reason=reason,
        diff=found.diff,
    )


def _is_misread(quote: str, nearest: str) -> bool:
    """Return whether most letters of a quote and a passage agree, though few whole words do."""
    ours, theirs = (
        "".join(filter(str.isalnum, without_accents(text).lower())) for text in (quote, nearest)
    )
    return SequenceMatcher(None, ours, theirs, autojunk=False).ratio() >= _MISREAD


def _shortened(reference: str, quote: Quote) -> str:
    """Return an item of a reference list; of a list that is all one, what is as long as a quote."""
    longest = len(quote.whole) + _LONGEST_REFERENCE
    return reference if len(reference) <= longest else f"{reference[:longest]} …"


def _reasons() -> dict[Change, str]:
    return {
        "negation": "a negation was added or dropped",
        "number": "a number, sign or operator differs",
        "species": "another species stands in the source",
        "word-added": "the quote has words that the source does not have there",
        "word-dropped": "the quote leaves out words of the source",
        "word-replaced": "the quote has other words than the source",
        "spliced": "the quote joins words that stand apart in the source",
        "case": "the words differ in small and capital letters alone",
        "marks": "the words differ in accents or vowel points alone",
        "line-numbers": "line numbers of the source stand between the words",
        "other-text": "nothing like it stands in the source: it may be from another paper",
    }


def _may_stand_on(source: SourceText) -> str:
    return f"{len(source.faults)} of {len(source.pages)} pages cannot be read, it may stand there"


def _at(
    matcher: Matcher,
    spans: list[Span],
    result: Result,
    *,
    nearest: str | None = None,
    change: Change | None = None,
    reason: str = "",
    notes: tuple[Note, ...] = (),
) -> Grounding:
    start, end = spans[0].start, spans[-1].end
    place = matcher.source.passage(start)
    begin, stop = sentence_around(matcher.text, start, end)
    return Grounding(
        result,
        place.page,
        place.pdf_page,
        place.paragraph,
        place.section,
        Excerpt(
            # A quote that runs over a wall has the words between, too.
            shown(
                matcher.text[start:end]
                if any(span.doubt & Doubt.WALL for span in spans)
                else _without_what_lies_between(matcher, start, end)
            ),
            shown(matcher.text[max(begin, start - 300) : start]),
            shown(matcher.text[end : min(stop, end + 300)]),
        ),
        nearest,
        change,
        reason,
        notes=notes,
        last_page=matcher.source.passage(max(start, end - 1)).page,
    )


def _without_what_lies_between(matcher: Matcher, start: int, end: int) -> str:
    """Return the words of a passage without heads, tables and floats that it jumps over."""
    text = matcher.text[start:end]
    # The longest first: what lies in one of them goes with it.
    for low, high in sorted(matcher.source.jumps, key=lambda jump: jump[0] - jump[1]):
        between = matcher.text[low:high]
        if start < low < high < end and HARD in between and text.count(between) == 1:
            text = text.replace(between, "\n")
    return text


def _why_unreadable(source: SourceText) -> str:
    for page in source.faults:
        return page.fault or ""
    return "the file holds no text"
