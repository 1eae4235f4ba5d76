"""Words for messages: counts, lists, and values of the user's that may hold anything."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import islice

_SHOWN = 60
_NAMED = 10
_FEW = 3


def plural(count: int, noun: str) -> str:
    """Return `1 citation` or `2 citations`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def printable(text: str) -> str:
    """Make text from a document safe for a terminal: one line, no control characters."""
    if text.isprintable():  # nearly always: a report of a book asks for half a million letters
        return text
    return "".join(
        char if char.isprintable() else " " if char.isspace() else "\ufffd" for char in text
    )


def printable_lines(text: str) -> str:
    """Make a message of several lines safe for a terminal."""
    return "\n".join(map(printable, text.split("\n")))


def shown(value: object, most: int = _SHOWN) -> str:
    """Show a value of the user's in a message: on one line, cut, without control characters."""
    text = value if isinstance(value, str) else str(value)
    text = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text[: most + 1])
    return text if len(text) <= most else text[: most - 1] + "…"


def shell_word(text: str) -> str:
    """Quote a word for a command that is printed to be pasted; a terminal obeys nothing in it."""
    if text.isprintable():
        import shlex  # only where a command is printed

        return shlex.quote(text)
    escaped = (
        char
        if char.isprintable() and char not in "\\'"
        else f"\\{char}"
        if char in "\\'"
        else f"\\x{ord(char):02x}"
        if ord(char) < 0x80
        else f"\\U{ord(char):08x}"
        for char in text
    )
    return f"$'{''.join(escaped)}'"


def shell_words(words: Iterable[str]) -> str:
    """Quote words for a command that is printed to be pasted."""
    return " ".join(map(shell_word, words))


def shell_path(text: str) -> str:
    """Quote a file's name for a command that is printed to be pasted: it never is an option."""
    return shell_word(f"./{text}" if text.startswith("-") and text != "-" else text)


def shell_paths(texts: Iterable[str]) -> str:
    """Quote the names of files for a command that is printed to be pasted."""
    return " ".join(map(shell_path, texts))


def kind_of(value: object) -> str:
    """Name a value's type in a writer's words."""
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "text"
    return "a list" if isinstance(value, list) else "a map"


def some(names: Collection[str], most: int = _NAMED) -> str:
    """Name the first of some names and count the rest."""
    rest = len(names) - most
    named = ", ".join(map(shown, islice(names, most)))
    return f"{named} and {rest} more" if rest > 0 else named


def counted(names: Collection[str], words: str, of: int) -> str:
    """Say of how many something holds, and of which: `2 not looked up: a, b`.

    Where it holds of all, and they are many, nobody needs their names: `all 12 not looked up`.
    """
    if len(names) == of > _FEW:
        return f"all {of} {words}"
    return f"{len(names)} {words}: {some(names)}"
