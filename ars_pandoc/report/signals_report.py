"""What `ars signals` says: a table of outcomes, then each finding with its age (contract §9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import click

from ars_pandoc.base.moments import age
from ars_pandoc.base.wording import plural, printable
from ars_pandoc.corpus.catalog import Catalog, Fact
from ars_pandoc.corpus.load_sidecar import Corpus
from ars_pandoc.signals.ask_indexes import PREPRINT, Signals
from ars_pandoc.signals.indexes import INDEXES
from ars_pandoc.signals.outcome import STATES, Outcome
from ars_pandoc.signals.retraction_watch import LABEL, NAME
from ars_pandoc.verdict.matrix import as_word
from ars_pandoc.verdict.recorded import names_other_work, stated_by

_LABELS = {NAME: LABEL, "jats": "its own JATS"} | {
    name: index.service.label for name, index in INDEXES.items()
}
_SHOWN = 20
_FOUND = "found now, and the sidecar says unmatched; --update writes it"
_UNMATCHED = "not found now, and the sidecar says found; --update writes it"
_T = TypeVar("_T")


def report(
    corpus: Corpus,
    indexes: Sequence[str],
    signals: Signals,
    catalog: Catalog,
    watched: Mapping[str, Outcome],
) -> Iterator[str]:
    """Return the report, line by line.

    Args:
        corpus: The entries that were asked about.
        indexes: The indexes that were asked.
        signals: What they answered.
        catalog: What is recorded, with this run's facts.
        watched: What a Retraction Watch file says, by citation key.
    """
    count = len(corpus.entries)
    yield f"{printable(corpus.label)}: {'1 entry' if count == 1 else f'{count} entries'}"
    yield from _table(indexes, signals)
    if "pubmed" in indexes and signals.count("pubmed", "unmatched"):
        yield "  PubMed lists biomedical works; that it lacks another says nothing"
    yield from _unmatched(signals)
    yield from _recorded(corpus, catalog)
    yield from _preprints(corpus, signals)
    yield from _notes(signals, watched)
    yield from _reasons(indexes, signals)
    yield from _ages(corpus, catalog)


def as_data(
    corpus: Corpus,
    indexes: Sequence[str],
    signals: Signals,
    catalog: Catalog,
    watched: Mapping[str, Outcome],
) -> dict[str, Any]:
    """Return the same for programs; the arguments are those of `report`."""
    sources = []
    for key, entry in corpus.entries.items():
        stated = stated_by(entry)
        retracted = catalog.recorded_retraction(key, stated=stated)
        missing = catalog.missing_identifier(key, stated=stated)
        other = names_other_work(key, entry, catalog)
        outcomes = {**signals.outcomes.get(key, {}), **_named(watched.get(key))}
        sources.append({
            "citation_key": key,
            "indexes": {name: _outcome(found) for name, found in outcomes.items()},
            "preprint": signals.preprints.get(
                key, (entry.contamination_signals or {}).get(PREPRINT, False)
            ),
            "retracted": _fact(retracted, catalog, key, "retraction"),
            "no_such_identifier": _fact(missing, catalog, key, "no-such-identifier"),
            "other_work": _fact(other, catalog, key, "other-work"),
        })  # fmt: skip
    return {
        "schema": 1,
        "sidecar": corpus.label,
        "indexes": list(indexes),
        "unavailable": dict(signals.unavailable),
        "sources": sources,
    }


def _named(outcome: Outcome | None) -> dict[str, Outcome]:
    return {} if outcome is None else {NAME: outcome}


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "state": outcome.state,
        "by": outcome.by,
        "reason": outcome.reason or None,
        "at": outcome.at,
        "cached": outcome.cached,
        "notes": [{"code": note.code, "message": note.message} for note in outcome.notes],
    }


def _fact(fact: Fact | None, catalog: Catalog, key: str, what: str) -> dict[str, Any] | None:
    if fact is None:
        return None
    return {
        "service": fact.service,
        "at": fact.at,
        "identifier": fact.identifier,
        "note": fact.note,
        "acknowledged": catalog.acknowledged(key, what) is not None,
    }


def _table(indexes: Sequence[str], signals: Signals) -> Iterator[str]:
    width = max(len(INDEXES[name].service.label) for name in indexes)
    heads = [state.replace("-", " ") for state in STATES]
    # It fits on 60 columns.
    yield click.style(" " * (width + 1) + "".join(f"  {head}" for head in heads), bold=True)
    for name in indexes:
        counts = [signals.count(name, state) for state in STATES]
        cells = "".join(
            f"  {number:>{len(head)}}" for head, number in zip(heads, counts, strict=True)
        )
        yield f" {INDEXES[name].service.label:<{width}}{cells}"


def _unmatched(signals: Signals) -> Iterator[str]:
    """Say what was not found, and by how many: an unknown identifier first (it weighs more)."""
    ranked = []
    for key, found in signals.outcomes.items():
        asked, missing = signals.triangulation(key)
        if missing:
            unknown = any(found[name].identifier_unknown for name in missing)
            ranked.append((not unknown, -len(missing) / len(asked), key, asked, missing))
    if not ranked:
        return
    yield ""
    yield "Not found (no proof that a work does not exist: every index has gaps)"
    for _, _, key, asked, missing in _cut(sorted(ranked, key=lambda one: one[:2])):
        labels = ", ".join(INDEXES[name].service.label for name in missing)
        yield f"  {_key(key)}  unmatched in {len(missing)} of {len(asked)}: {labels}"
        for reason, where in _by_reason(signals, key, missing).items():
            yield f"      {', '.join(where)}: {printable(reason)}"
    yield from _rest(ranked)


def _by_reason(signals: Signals, key: str, missing: Sequence[str]) -> dict[str, list[str]]:
    """Return the labels of indexes by what they said: of the identifier first, then of the title."""
    reasons: dict[str, list[str]] = {}
    for name in missing:
        outcome = signals.outcomes[key][name]
        for reason in [note.message for note in outcome.notes]:
            reasons.setdefault(reason, []).append(INDEXES[name].service.label)
    for name in missing:
        reason = signals.outcomes[key][name].reason
        reasons.setdefault(reason, []).append(INDEXES[name].service.label)
    return reasons


def _recorded(corpus: Corpus, catalog: Catalog) -> Iterator[str]:
    """List what makes the gate refuse, with who said so and how long ago."""
    retracted = _facts(corpus, catalog.recorded_retraction)
    if retracted:
        yield ""
        yield click.style("Retracted", fg="red", bold=True)
    for key, fact in retracted:
        known = catalog.acknowledged(key)
        yield f"  {_key(key)}  says {_said(fact)}"
        if known is None:
            yield (
                "      the gate refuses it; if you cite it knowingly: "
                f'ars acknowledge {as_word(key)} --what retraction --note "why"'
            )
        else:
            yield f"      acknowledged {known.at[:10]}; the gate passes it"
    others = [
        (key, told)
        for key, entry in corpus.entries.items()
        if (told := names_other_work(key, entry, catalog))
    ]
    if others:
        yield ""
        yield click.style("Identifier of another work", fg="red", bold=True)
    for key, fact in others:
        yield f"  {_key(key)}  {printable(fact.identifier or '')}, says {_said(fact)}"
        yield f"      there:   “{printable(fact.note or '')}”"
        yield f"      entry:   “{printable(corpus.entries[key].title)}”"
        if catalog.acknowledged(key, "other-work") is None:
            yield (
                "      the gate refuses it; correct the identifier or the entry; if the record is "
                f'wrong: ars acknowledge {as_word(key)} --what other-work --note "why"'
            )
        else:
            yield "      acknowledged; the gate passes it"
    missing = _facts(corpus, catalog.missing_identifier)
    if missing:
        yield ""
        yield click.style("Identifier does not exist", fg="red", bold=True)
    for key, fact in missing:
        yield f"  {_key(key)}  {printable(fact.identifier or '')}, says {_said(fact)}"
        yield "      the gate refuses it; correct the identifier, or find out which work was meant"


def _facts(corpus: Corpus, look: Callable[..., Fact | None]) -> list[tuple[str, Fact]]:
    """Return the keys of which the catalog has a fact, with it."""
    return [
        (key, fact)
        for key, entry in corpus.entries.items()
        if (fact := look(key, stated=stated_by(entry)))
    ]


def _said(fact: Fact) -> str:
    label = _LABELS.get(fact.service, fact.service)
    return f"{printable(label)}, {fact.at[:10]} ({age(fact.at)})"


def _preprints(corpus: Corpus, signals: Signals) -> Iterator[str]:
    keys = [
        key
        for key, entry in corpus.entries.items()
        if signals.preprints.get(key, (entry.contamination_signals or {}).get(PREPRINT, False))
    ]
    if keys:
        yield ""
        yield f"Preprints of 2024 or later: {', '.join(map(printable, keys))}"


def _notes(signals: Signals, watched: Mapping[str, Outcome]) -> Iterator[str]:
    lines = []
    for key in dict.fromkeys((*signals.outcomes, *watched)):
        _, missing = signals.triangulation(key)
        said: dict[str, list[str]] = {}
        for name, outcome in signals.outcomes.get(key, {}).items():
            if name not in missing:  # those are shown above
                for note in outcome.notes:
                    said.setdefault(note.message, []).append(_LABELS[name])
        for name, unmatched in signals.disagreements(key).items():
            message = _UNMATCHED if unmatched else _FOUND
            said.setdefault(message, []).append(_LABELS[name])
        if key in watched:
            for note in watched[key].notes:
                said.setdefault(note.message, []).append(LABEL)
        lines += [(key, f"{', '.join(labels)}: {message}") for message, labels in said.items()]
    if lines:
        yield ""
        yield "To look at"
    for key, message in _cut(lines):
        yield f"  {_key(key)}  {printable(message)}"
    yield from _rest(lines)


def _reasons(indexes: Sequence[str], signals: Signals) -> Iterator[str]:
    """Say why nobody was asked, or why nothing was answered, each reason once."""
    for state, head in (("failed", "Failed"), ("not-looked-up", "Not looked up")):
        counts = Counter(
            (found[name].reason, name)
            for found in signals.outcomes.values()
            for name in indexes
            if name in found and found[name].state == state
        )
        labels: dict[tuple[str, int], list[str]] = {}
        for (reason, name), number in counts.items():
            labels.setdefault((reason, number), []).append(INDEXES[name].service.label)
        if labels:
            yield ""
            yield head
        for (reason, number), where in labels.items():
            told = len(where) == len(indexes) or any(label in reason for label in where)
            named = "" if told else f" ({', '.join(where)})"
            yield f"  {number:>4}  {printable(reason)}{named}"


def _ages(corpus: Corpus, catalog: Catalog) -> Iterator[str]:
    """Say how old the answers on retractions are: a later one is not known."""
    newest = [
        max(fact.at for fact in facts) for key in corpus.entries if (facts := _checks(catalog, key))
    ]
    if newest:
        never = len(corpus.entries) - len(newest)
        rest = f"; {plural(never, 'source')} never" if never else ""
        yield ""
        yield (
            f"Retractions were asked for on {plural(len(newest), 'source')}, the oldest answer is "
            f"of {min(newest)[:10]} ({age(min(newest))}){rest}"
        )


def _checks(catalog: Catalog, key: str) -> list[Fact]:
    record = catalog.records.get(key)
    return [fact for fact in record.facts if fact.what == "retracted"] if record else []


def _key(key: str) -> str:
    return click.style(printable(key), bold=True)


def _cut(items: Sequence[_T]) -> Sequence[_T]:
    return items[:_SHOWN]


def _rest(items: Sequence[object]) -> Iterator[str]:
    if len(items) > _SHOWN:
        yield f"  … and {len(items) - _SHOWN} more"
