"""What is known of the sources that a document cites: claimed, held, read, looked up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ars_pandoc.base.moments import age
from ars_pandoc.base.wording import counted, plural, some
from ars_pandoc.checking.checked import Part
from ars_pandoc.corpus.catalog import Catalog, Fact, Record
from ars_pandoc.corpus.sidecar_entry import Entry
from ars_pandoc.verdict.recorded import stated_by
from ars_pandoc.verdict.resolve import Judged
from ars_pandoc.verdict.sources import Sources
from ars_pandoc.works.identifiers import arxiv_of, doi_of, pmid_of

_LEVELS = {
    "full_text": "read in full",
    "sections": "read in sections",
    "abstract_only": "read as an abstract only",
    "toc_only": "read as a table of contents only",
    "unknown": "marked without a word on how much was read",
}

_MOST_GROUPS = 10


def source_parts(judged: Judged) -> Iterator[Part]:
    """Return the parts on the cited sources, in the order of the matrix."""
    sources = judged.sources
    if sources is None:
        return
    keys = dict.fromkeys(
        finding.citation.key for finding, _ in judged.findings if finding.citation.key is not None
    )
    corpus = {} if sources.corpus is None else sources.corpus.entries
    entries = {key: corpus[key] for key in keys if key in corpus}
    yield _trust(judged, entries, [key for key in keys if key not in entries])
    if not entries:
        return
    yield _reading(sources, entries)
    yield _retractions(sources.catalog, entries)
    yield _identifiers(sources.catalog, entries)
    yield _signals(entries)


def _trust(judged: Judged, entries: Mapping[str, Entry], unknown: list[str]) -> Part:
    count = len(entries)
    pinned = {finding.citation.key for finding, _ in judged.findings if finding.trust == "pinned"}
    matched = [key for key in entries if key in pinned]
    claimed = [key for key in entries if key not in pinned]
    held = [key for key in claimed if judged.sources and judged.sources.catalog.pinned(key)]
    methods: dict[str, list[str]] = {}
    for key in claimed:
        entry = entries[key]
        if entry.source_verified_against_original:
            method = entry.source_verification_method or "none"
            methods.setdefault(method, []).append(key)
    lines = [
        (matched, "pinned: title and author stand in the file"),
        (claimed, "claimed, by fields of the sidecar that anyone can type"),
        (held, "of these with a pinned file that does not prove to be the source"),
        *(
            (keys, f"said to be compared with the original ({method})")
            for method, keys in methods.items()
        ),
        (unknown, "without an entry"),
    ]
    return Part(
        "Sources",
        (f"{plural(count + len(unknown), 'source')} cited", *_counts(lines, count)),
        alarming=bool(unknown),
    )


def _counts(lines: Iterable[tuple[list[str], str]], of: int) -> Iterator[str]:
    return (counted(keys, words, of) for keys, words in lines if keys)


def _reading(sources: Sources, entries: Mapping[str, Entry]) -> Part:
    ledger = sources.ledger
    marks = {key: mark for key in entries if (mark := ledger.mark(key)) is not None}
    lines = [
        ([key for key, mark in marks.items() if mark.level == level], words)
        for level, words in _LEVELS.items()
    ]
    lines.append(([key for key in entries if key not in marks], "not marked"))
    groups = [
        (len(group), cited)
        for group in ledger.marked_together()
        if (cited := [key for key in group if key in entries])
    ]
    groups.sort(key=lambda group: -group[0])
    together = [
        f"{size} marked within a minute of each other: {some(cited)}"
        for size, cited in groups[:_MOST_GROUPS]
    ]
    if len(groups) > _MOST_GROUPS:
        together.append(f"and {len(groups) - _MOST_GROUPS} more such groups")
    return Part(
        "Reading",
        (
            f"{len(marks)} of {plural(len(entries), 'source')} marked as read by a person",
            *_counts(lines, len(entries)),
            *together,
        ),
        alarming=bool(together),
    )


def _retractions(catalog: Catalog, entries: Mapping[str, Entry]) -> Part:
    lines = []
    for key, entry in entries.items():
        fact = catalog.recorded_retraction(key, stated=stated_by(entry))
        if fact is None:
            continue
        known = catalog.acknowledged(key)
        then = "not acknowledged"
        if known is not None:
            note = f": {known.note}" if known.note else ""
            then = f"acknowledged {known.at[:10]}{note}"
        lines.append(f"{key}: retracted, says {_said(fact)}; {then}")
    alarming = bool(lines)
    asked = {key: facts for key in entries if (facts := _facts(catalog, entries, key, "retracted"))}
    never = [key for key in entries if key not in asked]
    if asked:
        oldest = min(max(fact.at for fact in facts) for facts in asked.values())
        lines.append(
            f"{len(asked)} of {plural(len(entries), 'source')} looked up; the oldest answer is "
            f"from {oldest[:10]}, {age(oldest)}"
        )
    lines += _counts([(never, "not looked up")], len(entries))
    return Part("Retractions", tuple(lines), alarming)


def _identifiers(catalog: Catalog, entries: Mapping[str, Entry]) -> Part:
    missing, confirmed, waiting, without = [], [], [], []
    for key, entry in entries.items():
        fact = catalog.missing_identifier(key, stated=stated_by(entry))
        if fact is not None:
            missing.append(f"{key}: {fact.identifier} does not exist, says {_said(fact)}")
        answered = {_bare(one.identifier) for one in _facts(catalog, entries, key, "exists")}
        stated = [name for name in (doi_of(entry), pmid_of(entry), arxiv_of(entry)) if name]
        unasked = [name for name in stated if _bare(name) not in answered]
        if not stated:
            without.append(key)
        elif unasked:
            waiting.append(f"{key} ({', '.join(unasked)})")
        elif fact is None:
            confirmed.append(key)
    lines = [
        (confirmed, "with identifiers that exist"),
        (waiting, "with an identifier that nobody looked up"),
        (without, "without DOI, PMID or arXiv id"),
    ]
    return Part("Identifiers", (*missing, *_counts(lines, len(entries))), alarming=bool(missing))


def _signals(entries: Mapping[str, Entry]) -> Part:
    raised: dict[str, list[str]] = {}
    for key, entry in entries.items():
        for name, value in (entry.contamination_signals or {}).items():
            if value:
                raised.setdefault(name, []).append(key)
    marked = {key for keys in raised.values() for key in keys}
    absent = [key for key, entry in entries.items() if entry.contamination_signals is None]
    clear = [key for key in entries if key not in marked and key not in absent]
    lines = [
        *((keys, name) for name, keys in raised.items()),
        (clear, "with nothing found"),
        (absent, "for which they were not computed"),
    ]
    return Part("Contamination signals", tuple(_counts(lines, len(entries))), bool(raised))


def _facts(catalog: Catalog, entries: Mapping[str, Entry], key: str, what: str) -> list[Fact]:
    """Return what was answered on a source as its entry states it today."""
    states = stated_by(entries[key])
    facts: Iterable[Fact] = catalog.records.get(key, Record()).facts
    return [fact for fact in facts if fact.what == what and states(fact.identifier)]


def _said(fact: Fact) -> str:
    return f"{fact.service}, {fact.at[:10]}, {age(fact.at)}"


def _bare(identifier: str | None) -> str:
    text = (identifier or "").casefold().strip()
    for scheme in ("pmid:", "arxiv:", "doi:"):
        text = text.removeprefix(scheme).strip()
    return text
