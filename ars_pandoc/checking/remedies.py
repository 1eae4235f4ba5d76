"""What mends many findings at once, in words and as a command to paste (contract §4, §7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ars_pandoc.base.wording import plural, shown
from ars_pandoc.checking.funnel import Step
from ars_pandoc.verdict.matrix import as_word

_SOURCE_ROWS = "retraction,identifier,other-work,quote,claim,policy"


@dataclass(frozen=True, slots=True)
class Documents:
    """The documents of a command, as the next command names them.

    Attributes:
        named: Their names and the options that were given with them, quoted for a shell.
        writable: Whether commands can write into all of them: a Word file is none of these.
        options: By key, the option that a command about that source needs to find its sidecar.
    """

    named: str
    writable: bool = True
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Remedy:
    """What mends the findings of one step.

    Attributes:
        words: A sentence about them.
        short: How many of what.
        command: The command; words of capitals in it are to be filled in.
    """

    words: str
    short: str
    command: str


def remedy_of(step: Step, documents: Documents) -> Remedy:
    """Return what mends the findings of a step.

    Args:
        step: The step; its sources stand in it, the most cited first.
        documents: What the command is about.
    """
    citations, sources = plural(step.citations, "citation"), plural(len(step.keys), "source")
    first = shown(step.keys[0]) if step.keys else ""
    many = len(step.keys) > 1
    start = f"; start with {first}, cited {times(step.cited)}" if many else ""
    cited = f"{sources}, cited {times(step.citations)}"
    lack, named = "lack" if step.citations > 1 else "lacks", documents.named
    key = as_word(step.keys[0]) if step.keys else "KEY"
    option = documents.options.get(step.keys[0], "") if step.keys else ""
    if step.stage == "entry":
        words = f"{cited}, {'are' if many else 'is'} not in the sidecar{start}"
        return Remedy(words, f"{sources} without an entry", f"ars init --update {named}")
    if step.stage == "completed":
        words = (
            f"{cited}, {'have entries that lack' if many else 'has an entry that lacks'} a field"
        )
        short = f"{sources} whose entry lacks a field"
        return Remedy(f"{words}{start}", short, f"ars verify --interactive {named}")
    if step.stage == "marker":
        words = f"{citations} cannot be read: a marker or a key is malformed"
        return Remedy(words, f"{citations} malformed", f"ars check --rows locator {named}")
    if step.stage == "anchored":
        words = f"{citations} of {sources} {lack} a locator{start}"
        if not documents.writable:
            words += "; write it in the program that made the file: [@KEY, p. 12]"
            command = f"ars check --rows locator {named}"
        else:
            command = f"ars anchor --interactive {named}"
            if step.sought:
                words += f"; pinned texts suggest the places: ars fetch {named}"
        return Remedy(words, f"{citations} without a locator", command)
    if step.stage == "held":
        words = f"{cited}, {'are' if many else 'is'} not held{start}"
        command = f"ars pin {key} FILE{option}"
        if step.sought:
            words += f"; those that are not open: {command}"
            command = f"ars fetch {named}"
        return Remedy(words, f"{sources} not held", command)
    if step.stage == "source":
        words = (
            f"{citations} rest on a source that was retracted or is another work, or misquote one"
        )
        short = f"{citations} that the source itself is against"
        return Remedy(words, short, f"ars check --rows {_SOURCE_ROWS} {named}")
    if step.stage == "cross_checked":
        words = f"{cited}, {'were' if many else 'was'} not cross-checked with the original{start}"
        command = f"ars verify --interactive {named}"
        if not many:
            command = f"ars verify {key} --method manual_grep{option}"
        return Remedy(words, f"{sources} not cross-checked", command)
    words = f"{cited}, {'wait' if many else 'waits'} for a reader{start}"
    return Remedy(words, f"{sources} not read", f"ars read {named}")


def times(count: int) -> str:
    """Return `once` or `3 times`."""
    return "once" if count == 1 else f"{count} times"
