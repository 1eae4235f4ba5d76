"""The catalog, written: facts, acknowledgements and snapshots, with comments kept (contract §8).

A change reads the catalog anew under a lock, is checked by reading it back, and replaces the file
in one step. What it does not speak of stays as it was, fields of other versions too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from ars_pandoc.base.data_file import parse_document, read_document
from ars_pandoc.base.edit_text import edited_yaml
from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.locked_file import (
    locked,
    read_raw,
    replace_file,
    unwritable,
    without_mark,
)
from ars_pandoc.base.moments import now
from ars_pandoc.base.text_file import is_there, name_of
from ars_pandoc.corpus.catalog import (
    OTHER_WORK,
    SCHEMA_VERSION,
    Acknowledgement,
    Fact,
    Snapshot,
    check_catalog,
)
from ars_pandoc.corpus.catalog_log import Line, append, changes, lines_of, log_path
from ars_pandoc.corpus.problem import summary, with_lines

_NOUN = "catalog"
_IGNORED = (
    "# Full texts are seldom ours to share; what was recorded about them is.\nsources/\n*.lock\n"
)


def record_facts(catalog: Path, facts: Mapping[str, Sequence[Fact]]) -> tuple[str, ...]:
    """Record what services answered.

    An answer that repeats the last of its service renews that one's date; another is added, so
    that what was said before stays to be read. That an identifier is no other work's is recorded
    only where the contrary was.

    Args:
        catalog: The file, as `catalog_path` gives it; it is made if there is none.
        facts: By citation key, in the order in which they were learnt.

    Returns:
        The keys whose records changed.

    Raises:
        ArsError: The catalog is damaged, locked by another process or cannot be written.
    """
    changed: list[str] = []

    def edit(entries: dict[str, Any]) -> bool:
        for key, learnt in facts.items():
            last = entries.get(key, {}).get("facts") or []
            if not any(_is_news(_last_like(last, fact), fact) for fact in learnt):
                continue
            items = _list(entries, key, "facts")
            for fact in learnt:
                _record_fact(items, fact)
            changed.append(key)
        return bool(changed)

    if any(facts.values()) and _has_news(catalog, facts):
        _change(catalog, edit)
    return tuple(changed)


def forget_facts(catalog: Path, facts: Mapping[str, Sequence[Fact]]) -> tuple[str, ...]:
    """Take out what services answered on identifiers that entries state no more.

    Args:
        catalog: The file, which is there.
        facts: By citation key.

    Returns:
        The keys whose records changed.

    Raises:
        ArsError: As `record_facts`.
    """
    changed: list[str] = []

    def edit(entries: dict[str, Any]) -> bool:
        for key, outdated in facts.items():
            if not entries.get(key, {}).get("facts"):
                continue
            items = _list(entries, key, "facts")
            before = len(items)
            items[:] = [
                item for item in items if not any(_is_same_fact(item, fact) for fact in outdated)
            ]
            if len(items) < before:
                changed.append(key)
        return bool(changed)

    if any(facts.values()):
        _change(catalog, edit)
    return tuple(changed)


def acknowledge(catalog: Path, key: str, acknowledgement: Acknowledgement) -> None:
    """Record that the writer knows what was recorded and cites the source nevertheless.

    Args:
        catalog: The file.
        key: The citation key.
        acknowledgement: What is acknowledged, when and why.

    Raises:
        ArsError: As `record_facts`.
    """

    def edit(entries: dict[str, Any]) -> bool:
        item = {"what": acknowledgement.what, "at": acknowledgement.at}
        if acknowledgement.note is not None:
            item["note"] = acknowledgement.note
        _list(entries, key, "acknowledged").append(item)
        return True

    _change(catalog, edit)


def set_snapshots(catalog: Path, snapshots: Mapping[str, Sequence[Snapshot]]) -> None:
    """Say which bytes are held for sources.

    A snapshot that the catalog has already (by its SHA-256) is brought up to date and keeps
    what else stands there; one that is not named any more goes.

    Args:
        catalog: The file.
        snapshots: By citation key, all that are held; an empty sequence for none.

    Raises:
        ArsError: As `record_facts`.
    """

    def edit(entries: dict[str, Any]) -> bool:
        for key, held in snapshots.items():
            if not held and key not in entries:
                continue
            items = _list(entries, key, "snapshots")
            wanted = {snapshot.sha256: snapshot for snapshot in held}
            items[:] = [item for item in items if item["sha256"] in wanted]
            for snapshot in wanted.values():
                _put(items, snapshot)
        return True

    _change(catalog, edit)


def add_snapshots(catalog: Path, snapshots: Mapping[str, Sequence[Snapshot]]) -> None:
    """Say which bytes are held for sources beside those that the catalog has.

    A snapshot that it has already (by its SHA-256) is brought up to date; what the new one does
    not know stays as it stands. Others stay too, also those that another process added since.

    Args:
        catalog: The file.
        snapshots: By citation key.

    Raises:
        ArsError: As `record_facts`.
    """

    def edit(entries: dict[str, Any]) -> bool:
        for key, added in snapshots.items():
            items = _list(entries, key, "snapshots")
            for snapshot in added:
                known: Mapping[str, Any] = next(
                    (item for item in items if item["sha256"] == snapshot.sha256), {}
                )
                merged = Snapshot(
                    snapshot.sha256,
                    snapshot.media_type,
                    snapshot.origin or known.get("origin"),
                    snapshot.licence or known.get("licence"),
                    snapshot.retrieved_at or known.get("retrieved_at"),
                    snapshot.content_match,
                )
                _put(items, merged)
        return True

    if any(snapshots.values()):
        _change(catalog, edit)


def this_moment() -> str:
    """Return the present moment in the catalog's form."""
    return now()


def _list(entries: dict[str, Any], key: str, name: str) -> list[Any]:
    """Return a list of a source's record that may be changed: what is read is never changed."""
    record = dict(entries.get(key) or {})
    items = list(record.get(name) or ())
    record[name] = items
    entries[key] = record
    return items


def _put(items: list[Any], snapshot: Snapshot) -> None:
    """Add a snapshot, or bring the one of the same bytes up to date."""
    for index, item in enumerate(items):
        if item["sha256"] == snapshot.sha256:
            items[index] = _described(item, snapshot)
            return
    items.append(_described({"sha256": snapshot.sha256}, snapshot))


def _has_news(catalog: Path, facts: Mapping[str, Sequence[Fact]]) -> bool:
    """Return whether facts would change the catalog: reading it is quick, and editing it is not."""
    if not is_there(catalog):
        return True
    data = read_document(catalog).data
    if check_catalog(data):
        return True  # whoever changes it says what is wrong
    entries = data.get("entries", {})
    return any(
        _is_news(_last_like(entries.get(key, {}).get("facts", ()), fact), fact)
        for key, learnt in facts.items()
        for fact in learnt
    )


def _is_news(last: Mapping[str, Any] | None, fact: Fact) -> bool:
    """Return whether a fact says more than the last that was said of the same."""
    if last is None:
        return fact.what != OTHER_WORK or fact.value or fact.note is not None
    return not _is_told_by(last, fact)


def _last_like(items: Iterable[Mapping[str, Any]], fact: Fact) -> Any:
    """Return the last item that speaks of the same as a fact, or None."""
    last = None
    for item in items:
        if (item["what"], item["service"]) == (fact.what, fact.service) and _same_identifier(
            item.get("identifier"), fact.identifier
        ):
            last = item
    return last


def _is_same_fact(item: Mapping[str, Any], fact: Fact) -> bool:
    return (
        (item["what"], bool(item["value"]), item["service"])
        == (fact.what, fact.value, fact.service)
    ) and _same_identifier(item.get("identifier"), fact.identifier)


def _is_told_by(item: Mapping[str, Any], fact: Fact) -> bool:
    """Return whether an item says all that a fact does, and is as new."""
    if bool(item["value"]) is not fact.value:
        return False
    at = str(item["at"])
    return at > fact.at or (at == fact.at and item.get("note") == fact.note)


def _record_fact(facts: list[Any], fact: Fact) -> bool:
    """Add a fact or renew it; tell if anything changed."""
    last = _last_like(facts, fact)
    if not _is_news(last, fact):
        return False
    if last is not None and bool(last["value"]) is fact.value:
        renewed = {**last, "at": fact.at}
        if fact.note is not None:
            renewed["note"] = fact.note
        else:
            renewed.pop("note", None)
        facts[next(index for index, item in enumerate(facts) if item is last)] = renewed
        return True
    item: dict[str, Any] = {"what": fact.what, "value": fact.value}
    if fact.identifier is not None:
        item["identifier"] = fact.identifier
    item |= {"service": fact.service, "at": fact.at}
    if fact.note is not None:
        item["note"] = fact.note
    facts.append(item)
    return True


def _same_identifier(one: object, other: str | None) -> bool:
    if one is None or other is None:
        return one is other
    return str(one).casefold() == other.casefold()


def _described(item: Mapping[str, Any], snapshot: Snapshot) -> dict[str, Any]:
    """Return a snapshot's item; fields of other versions stay."""
    result = {**item, "media_type": snapshot.media_type}
    for name in ("origin", "licence"):
        value = getattr(snapshot, name)
        if value is not None:
            result[name] = value
        else:
            result.pop(name, None)
    if snapshot.retrieved_at is not None:
        result["retrieved_at"] = snapshot.retrieved_at
    result["content_match"] = snapshot.content_match
    return result


def _change(path: Path, edit: Callable[[dict[str, Any]], bool]) -> None:
    """Edit the catalog's entries, check what it then says, and replace the file.

    Args:
        path: The catalog.
        edit: Puts other records into the entries and tells if it did; if not, nothing is written.
    """
    path = path.resolve()
    _make_folder(path.parent)
    with locked(path, _NOUN):
        raw = read_raw(path, _NOUN)
        text = without_mark(raw)
        old = None
        if raw or is_there(path):
            document = parse_document(path, text)
            old = document.data
            if problems := with_lines(check_catalog(old), text):
                raise _damaged(path, summary(problems))
        data: dict[str, Any] = {"schema": SCHEMA_VERSION} if old is None else old
        entries = dict(data.get("entries") or {})
        before = lines_of(entries)
        if not edit(entries):
            return
        new = {**data, "entries": entries}
        written = edited_yaml(text, old, new, name_of(path), block=True)
        if check_catalog(new):
            raise _damaged(path, "the change would not take")
        replace_file(path, raw, written, _NOUN)
        _log(path, before, lines_of(entries))


def _log(catalog: Path, before: Sequence[Line], after: Sequence[Line]) -> None:
    """Append to the log what changed; a store that has none gets all that it holds."""
    log = log_path(catalog)
    try:
        append(log, changes(before if is_there(log) else (), after, now()))
    except OSError as error:
        raise unwritable(log, "log of the catalog", error) from None


def _make_folder(folder: Path) -> None:
    """Make `.ars/`, which version control keeps but for the full texts in it (contract §8)."""
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise unwritable(folder / "catalog.yaml", _NOUN, error) from None
    ignored = folder / ".gitignore"
    if not is_there(ignored):
        with suppress(OSError):  # the catalog itself will say what cannot be written
            ignored.write_text(_IGNORED, encoding="utf-8")


def _damaged(path: Path, why: str) -> ArsError:
    return ArsError(
        f"the catalog {name_of(path)} cannot be changed",
        why=f"{why}; nothing was written",
        steps=["ars validate names what is wrong in it", "restore it from version control"],
    )
