"""Keep the part of a check that somebody works on."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from ars_pandoc.checking.checked import Checked, Item, UnmarkedCallOut


@dataclass(frozen=True, slots=True)
class Selection:
    """Which citations count; an empty part asks for nothing.

    Attributes:
        sections: Parts of headings, in any case.
        files: File names, or patterns such as `chapters/*.md`.
        keys: Citation keys, or patterns.
    """

    sections: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left out."""
        return not (self.sections or self.files or self.keys)


def select(document: Checked, selection: Selection) -> Checked:
    """Keep the selected citations of a document; call-outs belong to no section and go."""
    if selection.is_whole or document.error is not None:
        return document
    items = tuple(item for item in document.items if _is_chosen(item, document, selection))
    return replace(document, items=items, callouts=())


def without_known(document: Checked, fingerprints: Collection[str]) -> Checked:
    """Leave out the findings that a baseline knows."""
    kept = tuple(
        item
        for item in document.items
        if not item.finding.refused or item.fingerprint not in fingerprints
    )
    callouts = tuple(one for one, name in named_callouts(document) if name not in fingerprints)
    known = len(document.items) - len(kept) + len(document.callouts) - len(callouts)
    return replace(document, items=kept, callouts=callouts, known=known)


def named_callouts(document: Checked) -> list[tuple[UnmarkedCallOut, str]]:
    """Return each unmarked call-out with the name that a baseline knows it by."""
    seen: dict[str, int] = {}
    named = []
    for one in document.callouts:
        text = one.text
        seen[text] = seen.get(text, 0) + 1
        named.append((one, f"unmarked:{document.name}:{text}:{seen[text]}"))
    return named


def _is_chosen(item: Item, document: Checked, selection: Selection) -> bool:
    section = (item.finding.citation.section or "").casefold()
    path = document.file_of(item)
    key = item.finding.citation.key or ""
    return (
        (not selection.sections or any(part.casefold() in section for part in selection.sections))
        and (not selection.files or any(_fits(path, name) for name in selection.files))
        and (not selection.keys or any(_matches(key, name) for name in selection.keys))
    )


def _matches(key: str, name: str) -> bool:
    return key == name or fnmatchcase(key, name)


def _fits(path: str, name: str) -> bool:
    plain = path.replace("\\", "/")
    return plain == name or plain.endswith(f"/{name}") or fnmatchcase(plain, name)
