"""What finding hands on: citations and their anchors, without the AST they stood in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal

Form = Literal["marker", "native", "raw", "text"]
"""Where a citation comes from: a `<!--ref:…-->`, Pandoc's `Cite`, a raw TeX/HTML command, or the
text of the manuscript alone, where the census found it (contract §3)."""

Syntax = Literal["markdown", "latex", "org", "typst", "html", "word", "other"]
"""What a citation was written in; `word` for a word processor, `other` where nothing is known."""

Kind = Literal["quote", "page", "section", "paragraph", "none"]
"""The closed list of anchor kinds (contract §2)."""


@dataclass(frozen=True, slots=True)
class Note:
    """What a report says besides; it refuses nothing (contract §6).

    Attributes:
        code: A stable name such as `unknown-label`.
        message: One sentence for the reader.
    """

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Fault:
    """Why something is refused, and the literal edit that mends it.

    Attributes:
        reason: One sentence: what is wrong.
        fix: The edit or command to make, with the text to paste.
    """

    reason: str
    fix: str


@dataclass(frozen=True, slots=True)
class UnknownKey:
    """A key that the sidecar does not hold.

    Attributes:
        reason: What is known of it: another file names it, a near key exists, or nothing.
        fix: The edits to choose from.
        escaped: What to write if it is no citation at all, or None if it surely is one.
        near: The known key that is probably meant, or None.
        begun: Whether its entry stands in the sidecar as a comment, since it lacks a field.
    """

    reason: str
    fix: str
    escaped: str | None = None
    near: str | None = None
    begun: bool = False


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where in the source the support stands.

    Attributes:
        kind: One of the closed list.
        value: The decoded value: the quote, the pages, the section; empty for `none`.
        fault: Why it counts as no anchor (row 1), or None if it is a good one.
        fatal: The fault stands even beside a good anchor (a quote over the cap or not UTF-8).
        notes: Such as `unknown-label`.
    """

    kind: Kind
    value: str
    fault: Fault | None = None
    fatal: bool = False
    notes: tuple[Note, ...] = ()


class Condition(Enum):
    """When a candidate is a citation at all; settled once keys are known (contract §2, §3)."""

    ALWAYS = "always"
    KEY_KNOWN = "key known"
    """Only if the sidecar has the key: `<!-- ref smith -->`."""
    KEY_NAMED = "key named"
    """Only if sidecar or bibliography name the key: one in a URL, or glued to text."""
    DEFINED_CROSS_REFERENCE = "defined cross-reference"
    """A well-known prefix, and the document defines the id: no citation unless sidecar or
    bibliography names the key."""
    LIKELY_CROSS_REFERENCE = "likely cross-reference"
    """A well-known prefix without the id, or an id with any other: no citation if every
    bibliography could be read and none names the key."""


@dataclass(frozen=True, slots=True)
class Citation:
    """One in-text reference to one source.

    Attributes:
        key: The citation key, or None where there is none (an orphan anchor).
        form: Where it comes from.
        anchors: In document order; empty if nothing stands behind the citation.
        fault: Set if the marker or key is malformed (row 0).
        condition: When this is a citation at all.
        section: The heading it stands under, or None before the first.
        in_text: Whether the author stands in the text: `@key`, not `[@key]`.
        notes: On the citation itself.
        hint: A trap that explains a missing anchor, named in the message of row 1 (contract §3).
        syntax: What it was written in, for fixes that can be pasted.
        behind: What stands directly behind the key, where the key may have been cut short.
        unsupported: Who recorded that the source does not support the sentence, an earlier pass
            or a person, with the remedy; or None.
        tail: Words of capitals behind the key in a marker: results of another pass, unless they
            are a part of a key that there is.
    """

    key: str | None
    form: Form
    anchors: tuple[Anchor, ...] = ()
    fault: Fault | None = None
    condition: Condition = Condition.ALWAYS
    section: str | None = None
    in_text: bool = False
    notes: tuple[Note, ...] = ()
    hint: Fault | None = None
    syntax: Syntax = "markdown"
    behind: str = ""
    unsupported: Fault | None = None
    tail: tuple[str, ...] = ()
