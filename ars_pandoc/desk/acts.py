"""What a person does at the desk, written at once by the code of the commands, and undone (§12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.wording import shown as in_message
from ars_pandoc.checking.packets import judged_anchor
from ars_pandoc.citations.citation import Anchor, Kind
from ars_pandoc.citations.writing_anchors import written_anchor
from ars_pandoc.corpus.catalog import catalog_path
from ars_pandoc.corpus.edit_judgements import add_lines, new_line, withdraw
from ars_pandoc.corpus.edit_ledger import mark_read, unmark_read
from ars_pandoc.corpus.edit_sidecar import set_fields
from ars_pandoc.corpus.ledger import LEVELS, ReadScope
from ars_pandoc.corpus.load_sidecar import load_corpus
from ars_pandoc.corpus.sidecar_entry import Entry
from ars_pandoc.desk.held import Held, Library
from ars_pandoc.desk.on_desk import ChangedError, Cited, Documents
from ars_pandoc.grounding.check_quote import check_quote
from ars_pandoc.grounding.match_quote import count_words
from ars_pandoc.pinning.compared_by_hand import record_compared
from ars_pandoc.rewriting.insert_anchor import write_anchor
from ars_pandoc.rewriting.manuscript_texts import replace_text
from ars_pandoc.texts.source_text import shown
from ars_pandoc.verdict.cited_passage import passage_of

MOST_WORDS = 25
_KINDS: dict[str, Kind] = {
    "quote": "quote", "page": "page", "section": "section", "paragraph": "paragraph",
}  # fmt: skip
_LONGEST = 1000


@dataclass(frozen=True, slots=True)
class Done:
    """An act that was written.

    Attributes:
        label: What was done, in a few words.
        undo: Takes it back.
    """

    label: str
    undo: Callable[[], None]


class Acts:
    """Writes what a person says.

    Args:
        documents: What is on the desk.
        library: The sources.
        judge: Who sits at it, as `person:NAME`.
    """

    def __init__(self, documents: Documents, library: Library, judge: str) -> None:
        self._documents = documents
        self._library = library
        self.judge = judge
        self.done: list[Done] = []
        self._acts: dict[str, Callable[[Mapping[str, Any]], Done]] = {
            "anchor": self._anchor,
            "judge": self._judge,
            "verify": self._verify,
            "read": self._read,
        }

    def act(self, asked: Mapping[str, Any]) -> Done:
        """Do what is asked for.

        Args:
            asked: `act`, and what it needs.

        Raises:
            ArsError: It cannot be done; nothing was written.
            ChangedError: A file was changed by somebody else; all is read anew then.
        """
        name = asked.get("act")
        if not isinstance(name, str) or name not in self._acts:
            raise ArsError("there is no such act")
        if self._documents.is_changed():
            self._documents.read_again()
            raise ChangedError
        done = self._acts[name](asked)
        self.done.append(done)
        return done

    def undo(self) -> str:
        """Take the last act back.

        Returns:
            What was taken back.

        Raises:
            ArsError: There is nothing, or it cannot be taken back.
        """
        if not self.done:
            raise ArsError("there is nothing to undo")
        if self._documents.is_changed():
            self._documents.read_again()
        last = self.done.pop()
        last.undo()
        return last.label

    # -- the place of a citation

    def _anchor(self, asked: Mapping[str, Any]) -> Done:
        cited = self._cited(asked)
        kind = _KINDS.get(_text(asked, "kind"))
        if kind is None:
            raise ArsError("a place is a quote, a page, a section or a paragraph")
        citation = cited.place.finding.citation
        if any(one.kind == kind and one.fault is None for one in citation.anchors):
            raise ArsError(
                f"this citation has a {kind} already",
                steps=["undo it first, or change it in the text"],
            )
        value = asked.get("value")
        if not isinstance(value, str) or not value.strip():
            value = self._value(cited, kind, asked)
        anchor = written_anchor(kind, value, citation.key)
        return self._write(cited, anchor)

    def _value(self, cited: Cited, kind: Kind, asked: Mapping[str, Any]) -> str:
        """Return what the chosen words say: themselves, or their page, section or paragraph."""
        held = self._held(cited)
        start, end = asked.get("start"), asked.get("end")
        if not isinstance(start, int) or not isinstance(end, int):
            raise ArsError("no words are chosen", steps=["choose words of the source first"])
        if not 0 <= start < end <= len(held.text.text):
            raise ArsError("these words are not in the source")
        if kind == "quote":
            return chosen_quote(held, start, end)
        place = held.text.passage(start)
        value = {
            "page": place.page,
            "section": place.section,
            "paragraph": None if place.paragraph is None else str(place.paragraph),
        }[kind]
        if value is None:
            raise ArsError(f"the file does not say which {kind} this is", steps=["type it"])
        return value

    def _write(self, cited: Cited, anchor: Anchor) -> Done:
        number = cited.document
        document = self._documents.all[number]
        path, before, after = write_anchor(document.reading, cited.place, anchor)
        written = after.texts[path]
        self._documents.replace(number, after)

        def undo() -> None:
            replace_text(path, written, before)
            self._documents.read_again()

        return Done(f"{anchor.kind} for {cited.key}", undo)

    # -- judgements

    def _judge(self, asked: Mapping[str, Any]) -> Done:
        cited = self._cited(asked)
        sources = self._documents.all[cited.document].sources
        entry, sidecar = self._entry(cited.key)
        citation = cited.place.finding.citation
        passage = ""
        if sources is not None:
            passage = passage_of(citation, cited.place.finding.groundings, sources)["passage"]
        note = asked.get("note")
        line = new_line(
            key=entry.citation_key,
            sentence=cited.claim.sentence,
            verdict=_text(asked, "verdict"),
            by=self.judge,
            anchor=judged_anchor(citation),
            passage=passage,
            note=note[:_LONGEST] if isinstance(note, str) and note.strip() else None,
            via="desk",
        )
        add_lines(sidecar, [line])
        self._documents.judge_again()

        def undo() -> None:
            withdraw(sidecar, [line["id"]], self.judge)
            self._documents.judge_again()

        return Done(f"{line['verdict']} for {cited.key}", undo)

    # -- the source

    def _verify(self, asked: Mapping[str, Any]) -> Done:
        entry, sidecar = self._entry(_text(asked, "key"))
        sources = next(one.sources for one in self._documents.all if one.sources is not None)
        catalog = (
            catalog_path(sidecar)
            if sources.catalog_folder is None
            else sources.catalog_folder / "catalog.yaml"
        )
        done = record_compared(sidecar, [entry], "vision_check", catalog)
        if not done.changed:
            raise ArsError(f"{entry.citation_key} is recorded as compared already")
        self._documents.judge_again()

        def undo() -> None:
            set_fields(sidecar, done.before)
            self._documents.judge_again()

        return Done(f"entry {entry.citation_key} compared", undo)

    def _read(self, asked: Mapping[str, Any]) -> Done:
        entry, sidecar = self._entry(_text(asked, "key"))
        key = entry.citation_key
        level = _text(asked, "level")
        if level not in LEVELS:
            raise ArsError("it is not said how much was read", steps=[", ".join(LEVELS)])
        raw = asked.get("locators")
        locators = tuple(
            str(one).strip()[:200]
            for one in (raw if isinstance(raw, list) else [])
            if str(one).strip()
        )
        if (level == "sections") != bool(locators):
            raise ArsError("name the sections that you have read", steps=["Methods; pp. 3-7"])
        before = None
        for document in self._documents.all:
            if document.sources is not None:
                before = document.sources.ledger.mark(key) or before
        change = mark_read(sidecar, [key], ReadScope(level, locators))
        if not change.changed:
            raise ArsError(f"{key} is marked so already")
        self._documents.judge_again()

        def undo() -> None:
            unmark_read(sidecar, [key])
            if before is not None:
                mark_read(sidecar, [key], before.scope)
            self._documents.judge_again()

        return Done(f"{key} read ({level.replace('_', ' ')})", undo)

    # -- what an act is about

    def _cited(self, asked: Mapping[str, Any]) -> Cited:
        return self._documents.find(_text(asked, "id"))

    def _held(self, cited: Cited) -> Held:
        found = self._library.find(cited.key or "", self._documents.all[cited.document].sources)
        if isinstance(found, str):
            raise ArsError(found)
        return found

    def _entry(self, key: str | None) -> tuple[Entry, Path]:
        """Return an entry and the sidecar that it stands in.

        Raises:
            ArsError: There is none.
        """
        for path in self._documents.sidecars:
            entry = load_corpus(path).entries.get(key or "")
            if entry is not None:
                return entry, path
        raise ArsError(
            f"no sidecar has an entry '{in_message(key)}'",
            steps=["add one for each cited key: ars init --update FILE"],
        )


def chosen_quote(held: Held, start: int, end: int) -> str:
    """Return chosen words as a quote that the gate finds.

    Raises:
        ArsError: They are too many, or the gate would not find them for certain.
    """
    quote = shown(held.text.text[start:end])
    count = count_words(quote)
    if count > MOST_WORDS:
        raise ArsError(
            f"these are {count} words, and a quote has at most {MOST_WORDS}",
            steps=["choose fewer: the words that bear the claim"],
        )
    found = check_quote(held.matcher, quote)
    if found.result != "found":
        raise ArsError(
            "the gate would not find these words for certain",
            why=found.reason or None,
            steps=["choose some words more or fewer, or take the page"],
        )
    return quote


def _text(asked: Mapping[str, Any], name: str) -> str:
    value = asked.get(name)
    if not isinstance(value, str):
        raise ArsError(f"the act lacks its {name}")
    return value
