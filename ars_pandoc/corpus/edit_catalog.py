"""The catalog, written: facts, acknowledgements and snapshots, with comments kept (contract §8).

A change reads the catalog anew under a lock, is checked by reading it back, and replaces the file
in one step. What it does not speak of stays as it was, fields of other versions too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from ruamel.yaml.comments import CommentedMap, CommentedSeq

from ars_pandoc.base.data_file import read_document
from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.locked_file import locked, plain_text, read_raw, replace_file, unwritable
from ars_pandoc.base.moments import now
from ars_pandoc.base.strict_yaml import parse_yaml
from ars_pandoc.base.text_file import UnreadableFileError, is_there, name_of
from ars_pandoc.base.yaml_editor import dumped, quoted, round_trip, yaml_text
from ars_pandoc.corpus.catalog import (
    OTHER_WORK,
    SCHEMA_VERSION,
    Acknowledgement,
    Fact,
    Snapshot,
    check_catalog,
)
from ars_pandoc.corpus.catalog_text import catalog_text
from ars_pandoc.corpus.problem import summary, with_lines

_NOUN = "catalog"
_MOST_LINES = 100_000
"""More lines than some ten thousand sources take; the editor that keeps comments takes minutes."""

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

    def edit(entries: CommentedMap) -> bool:
        changed.clear()
        for key, learnt in facts.items():
            known = _key_in(entries, key)
            last = [] if known is None else entries[known].get("facts") or []
            if not any(_is_news(_last_like(last, fact), fact) for fact in learnt):
                continue
            record = _record(entries, key)
            for fact in learnt:
                _record_fact(record, fact)
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

    def edit(entries: CommentedMap) -> bool:
        for key, outdated in facts.items():
            items = _list(_record(entries, key), "facts")
            before = len(items)
            for index in reversed(range(before)):
                if any(_is_same_fact(items[index], fact) for fact in outdated):
                    del items[index]
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

    def edit(entries: CommentedMap) -> bool:
        item = CommentedMap(what=acknowledgement.what, at=quoted(acknowledgement.at))
        if acknowledgement.note is not None:
            item["note"] = yaml_text(acknowledgement.note)
        _list(_record(entries, key), "acknowledged").append(item)
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

    def edit(entries: CommentedMap) -> bool:
        for key, held in snapshots.items():
            if not held and _key_in(entries, key) is None:
                continue
            items = _list(_record(entries, key), "snapshots")
            wanted = {snapshot.sha256: snapshot for snapshot in held}
            for index in reversed(range(len(items))):
                if items[index]["sha256"] not in wanted:
                    del items[index]
            known = {item["sha256"]: item for item in items}
            for sha256, snapshot in wanted.items():
                if sha256 not in known:
                    items.append(CommentedMap(sha256=yaml_text(sha256)))
                    known[sha256] = items[-1]
                _describe(known[sha256], snapshot)
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

    def edit(entries: CommentedMap) -> bool:
        for key, added in snapshots.items():
            items = _list(_record(entries, key), "snapshots")
            for snapshot in added:
                known = next((item for item in items if item["sha256"] == snapshot.sha256), None)
                if known is None:
                    items.append(CommentedMap(sha256=yaml_text(snapshot.sha256)))
                    _describe(items[-1], snapshot)
                    continue
                _describe(
                    known,
                    Snapshot(
                        snapshot.sha256,
                        snapshot.media_type,
                        snapshot.origin or known.get("origin"),
                        snapshot.licence or known.get("licence"),
                        snapshot.retrieved_at or known.get("retrieved_at"),
                        snapshot.content_match,
                    ),
                )
        return True

    if any(snapshots.values()):
        _change(catalog, edit)


def this_moment() -> str:
    """Return the present moment in the catalog's form."""
    return now()


def _record(entries: CommentedMap, key: str) -> CommentedMap:
    """Return a source's record, made if there is none."""
    known = _key_in(entries, key)
    if known is None:
        known = yaml_text(key)
        if not entries and isinstance(entries, CommentedMap):
            entries.fa.set_block_style()  # a catalog made with `entries: {}`
        entries[known] = CommentedMap()
    record: CommentedMap = entries[known]
    return record


def _key_in(entries: CommentedMap, key: str) -> Any:
    # A key that is written as a number is one to this parser and text to our reader.
    return next((known for known in entries if known == key or str(known) == key), None)


def _list(record: CommentedMap, name: str) -> CommentedSeq:
    if not record.get(name):
        if not record and isinstance(record, CommentedMap):
            record.fa.set_block_style()
        record[name] = CommentedSeq()
    items: CommentedSeq = record[name]
    return items


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


def _record_fact(record: CommentedMap, fact: Fact) -> bool:
    """Add a fact or renew it; tell if anything changed."""
    last = _last_like(record.get("facts") or (), fact)
    if not _is_news(last, fact):
        return False
    facts = _list(record, "facts")
    if last is not None and bool(last["value"]) is fact.value:
        last["at"] = quoted(fact.at)
        if fact.note is not None:
            last["note"] = yaml_text(fact.note)
        else:
            last.pop("note", None)
        return True
    item = CommentedMap(what=fact.what, value=fact.value)
    if fact.identifier is not None:
        item["identifier"] = quoted(fact.identifier)
    item["service"] = yaml_text(fact.service)
    item["at"] = quoted(fact.at)
    if fact.note is not None:
        item["note"] = yaml_text(fact.note)
    facts.append(item)
    return True


def _same_identifier(one: object, other: str | None) -> bool:
    if one is None or other is None:
        return one is other
    return str(one).casefold() == other.casefold()


def _describe(item: CommentedMap, snapshot: Snapshot) -> None:
    item["media_type"] = quoted(snapshot.media_type)
    for name in ("origin", "licence"):
        value = getattr(snapshot, name)
        if value is not None:
            item[name] = yaml_text(value)
        else:
            item.pop(name, None)
    if snapshot.retrieved_at is not None:
        item["retrieved_at"] = quoted(snapshot.retrieved_at)
    item["content_match"] = snapshot.content_match


def _change(path: Path, edit: Callable[[CommentedMap], bool]) -> None:
    """Edit the catalog's entries, check what it then says, and replace the file.

    Args:
        path: The catalog.
        edit: Changes the entries and tells if it did; if not, nothing is written. It may be called
            anew, on the file as the editor reads it.
    """
    path = path.resolve()
    _make_folder(path.parent)
    with locked(path, _NOUN):
        plain = None
        if is_there(path):
            plain = read_document(path)
            problems = with_lines(check_catalog(plain.data), plain.text)
            if problems:
                raise _damaged(path, summary(problems))
        raw = read_raw(path, _NOUN)
        text = plain_text(raw)
        if plain is None or catalog_text(plain.data) == text:
            # Nobody wrote anything into it that would have to be kept.
            data: Any = {"schema": SCHEMA_VERSION, "entries": {}} if plain is None else plain.data
            if not edit(data["entries"]):
                return
            written = catalog_text(data)
        else:
            written = None
        if written is None:
            if text.count("\n") > _MOST_LINES:
                raise _damaged(path, f"it has more than {_MOST_LINES} lines, edited by hand")
            yaml = round_trip(text)
            data = yaml.load(text) if text else CommentedMap(schema=SCHEMA_VERSION)
            if "entries" not in data:
                data["entries"] = CommentedMap()
            if not edit(data["entries"]):
                return
            written = dumped(yaml, data)
        try:
            good = not check_catalog(parse_yaml(written, name_of(path)))
        except UnreadableFileError:
            good = False
        if not good:
            raise _damaged(path, "the change would not take")
        replace_file(path, raw, written, _NOUN)


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
