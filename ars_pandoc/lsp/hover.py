"""What an editor shows of the source under the cursor: entry, trust, verdict, passage."""

from __future__ import annotations

from collections.abc import Iterator

from ars_pandoc.base.characters import CLOSING
from ars_pandoc.corpus.ledger import Ledger
from ars_pandoc.corpus.sidecar_entry import Entry
from ars_pandoc.grounding.result import Excerpt, Grounding
from ars_pandoc.lsp.state import Cited, State
from ars_pandoc.report.markdown import escape


def hover_text(state: State, offset: int) -> str | None:
    """Give, as Markdown, what is known of the citations at a place; None where there is none.

    Abstracts and notes are private (contract §4) and never shown.
    """
    shown = ["\n\n".join(_of(one, state)) for one in state.at(offset, offset)]
    return "\n\n---\n\n".join(shown) or None


def entry_text(entry: Entry, ledger: Ledger) -> str:
    """Give, as Markdown, an entry and whether it was read."""
    return f"{_entry(entry)}\n\n{_read(entry.citation_key, ledger)}"


def _of(one: Cited, state: State) -> Iterator[str]:
    finding, evidence = one.finding, one.evidence
    key = finding.citation.key
    entry = None if state.corpus is None or key is None else state.corpus.entries.get(key)
    if entry is not None:
        yield _entry(entry)
    elif key is not None:
        yield f"**{escape(key)}**"
    # The verdict comes early: some editors show the first lines alone.
    status = "+".join([finding.status, *finding.contamination])
    if finding.also:
        status += f", also {', '.join(finding.also)}"
    verdict = "refused" if finding.refused else "accepted" if finding.accepted else "passes"
    yield f"**{verdict}** ({escape(status)}): {escape(finding.reason)}"
    if finding.fix and (finding.refused or finding.accepted):
        yield f"Fix: {escape(finding.fix)}"
    if entry is not None:
        held = "pinned, its content matched" if evidence.content_match else "pinned"
        if not evidence.pinned:
            held = "held" if evidence.acquired else "**not held**"
        checked = "compared with it" if evidence.verified else "**not compared with it**"
        if evidence.content_match:
            checked = "its title and author stand in it"
        yield f"Original: {held}; entry: {checked}. {_read(entry.citation_key, state.ledger)}"
        if evidence.retracted is not None:
            yield f"**Retracted**: {escape(evidence.retracted)}"
    for grounding in one.finding.groundings:
        if grounding is not None:
            yield from _passage(grounding)


def _entry(entry: Entry) -> str:
    title = escape(entry.title)
    more = ". ".join(escape(value) for value in (entry.venue, entry.doi) if value)
    # A title may end with a stop of its own.
    stop = " " if title.endswith((".", "!", "?")) else ". "
    return f"**{escape(entry.byline)}**. *{title}*{stop + more if more else ''}"


def _read(key: str, ledger: Ledger) -> str:
    mark = ledger.mark(key)
    if mark is None:
        return "**Not read.**"
    level = "scope not given" if mark.level == "unknown" else mark.level.replace("_", " ")
    return f"Read {mark.marked_at[:10]} ({escape(level)})."


def _passage(grounding: Grounding) -> Iterator[str]:
    places = [
        None if grounding.page is None else f"page {grounding.page}",
        None if grounding.section is None else f"section {grounding.section}",
        None if grounding.paragraph is None else f"paragraph {grounding.paragraph}",
    ]
    where = ", ".join(place for place in places if place is not None)
    result = grounding.result.replace("-", " ")
    said = f"{result}: {grounding.reason}" if grounding.reason else result
    yield f"In the source: {escape(said)}{escape(f' ({where})' if where else '')}"
    passage = grounding.passage
    if passage is not None:
        yield f"> {_words(passage)}"
    elif grounding.nearest:
        yield f"> {escape(' '.join(grounding.nearest.split()))}"


def _words(passage: Excerpt) -> str:
    """Return a passage with the words that were found in bold, on one line."""
    before, text, after = (
        escape(" ".join(part.split())) for part in (passage.before, passage.text, passage.after)
    )
    # What closes a sentence or a bracket follows without a space.
    gap = "" if passage.after.lstrip().startswith(tuple(CLOSING)) else " "
    return f"{before} **{text}**{gap}{after}".strip()
