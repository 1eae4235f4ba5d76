"""What is wrong in a YAML file, in words that name what its writer did."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.base.text_file import UnreadableFileError

MAX_DEPTH = 64
"""Levels of nesting; a sidecar needs six."""


_UNPRINTABLE = lazy_pattern(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]",
)


@contextmanager
def yaml_errors(text: str, label: str) -> Iterator[None]:
    """Turn the parser's errors into ours."""
    import yaml  # as in events_of

    try:
        yield
    except yaml.MarkedYAMLError as error:
        raise _syntax_error(error, text, label) from None
    except yaml.YAMLError:
        raise _bad_character(text, label) from None


def at_event(label: str, event: Any, why: str, step: str) -> UnreadableFileError:
    """Return the error for what a parser's event shows, with its line and column."""
    mark = event.start_mark
    return UnreadableFileError(
        f"{label} cannot be read",
        where=f"line {mark.line + 1}, column {mark.column + 1}",
        why=why,
        steps=[step],
    )


def second_document(label: str, event: Any) -> UnreadableFileError:
    """Return the error for a file of two documents."""
    return at_event(label, event, "a second document begins (---)", "keep one document in the file")


def foreign_tag(label: str, event: Any) -> UnreadableFileError:
    """Return the error for a tag that is not one of YAML's own plain types."""
    tag = event.tag.replace("tag:yaml.org,2002:", "!!")
    return at_event(label, event, f"it has the YAML tag {tag}", "take the tag away")


def too_many(label: str) -> UnreadableFileError:
    """Return the error for a file of more values than are read."""
    return UnreadableFileError(
        f"{label} is too large",
        why="it holds more than three million values",
        steps=["split it, one sidecar beside each bibliography; several are united"],
    )


def too_deep(label: str, event: Any) -> UnreadableFileError:
    """Return the error for a file that is nested too deeply; `event` is None where no line is known."""
    why = f"lists and maps lie more than {MAX_DEPTH} deep in one another"
    step = "look for a bracket too many"
    if event is None:
        return UnreadableFileError(f"{label} cannot be read", why=why, steps=[step])
    return at_event(label, event, why, step)


def _bad_character(text: str, label: str) -> UnreadableFileError:
    found = _UNPRINTABLE.search(text)
    if found is None:
        return UnreadableFileError(
            f"{label} is no valid YAML", steps=["restore it from a backup or version control"]
        )
    line = text.count("\n", 0, found.start()) + 1
    return UnreadableFileError(
        f"{label} cannot be read",
        where=f"line {line}, column {found.start() - text.rfind(chr(10), 0, found.start())}",
        why=f"it holds the control character U+{ord(found.group()):04X}",
        steps=["delete the character; it may have come with pasted text"],
    )


_SYNTAX_WORDS: tuple[tuple[str, str, str], ...] = (
    (
        "mapping values are not allowed",
        "a second colon stands in the line",
        'put the whole value in quotes, as in title: "Gates: a study"',
    ),
    (
        "did not find expected key",
        "the line is not indented like those around it, or text follows a closing quote",
        "indent the fields of an entry alike; double a quote inside quotes ('it''s')",
    ),
    (
        "did not find expected '-' indicator",
        "the line is not indented like the list that it follows",
        "begin each entry with - at one and the same indentation",
    ),
    (
        "could not find expected ':'",
        "a colon is missing behind a field's name, or a value runs over several lines",
        "write name: value, and put a long value in quotes",
    ),
    (
        "did not find expected ',' or",
        "a comma or a closing bracket is missing",
        "close the bracket, or put a comma between the parts",
    ),
    (
        "unexpected end of stream",
        "a quote is opened and never closed, or the file is cut off",
        "close the quote",
    ),
    (
        "unknown escape character",
        'a backslash in "double quotes" begins an escape that there is not',
        "use 'single quotes', where a backslash is a backslash",
    ),
    (
        "undefined tag handle",
        "a value begins with !",
        "put the value in quotes",
    ),
    (
        "block sequence entries are not allowed",
        "a list begins (-) where none can begin",
        "begin the list on a line of its own, below the field's name",
    ),
    (
        "did not find expected node content",
        "a value is missing, or the file is cut off",
        "write the value and close the bracket, or restore the file from a backup",
    ),
    (
        "exceeded maximum nesting depth",
        "lists and maps lie too deep in one another",
        "look for a bracket too many",
    ),
    (
        "invalid Unicode character escape code",
        "an escape (\\u…) names no character",
        "write the character itself",
    ),
    (
        "while scanning an alias",
        "a value begins with *",
        "put the value in quotes",
    ),
    (
        "while scanning an anchor",
        "a value begins with &",
        "put the value in quotes",
    ),
)


_UNCLOSED = ("unexpected end of stream", "did not find expected ',' or")


def _syntax_error(error: Any, text: str, label: str) -> UnreadableFileError:
    """Say a syntax error in words that name what a writer did, not what a parser expected."""
    said = f"{error.context or ''} {error.problem or ''}"
    mark = error.problem_mark or error.context_mark
    if error.context_mark is not None and any(part in said for part in _UNCLOSED):
        mark = error.context_mark  # where the quote or bracket opens, not the end of the file
    where = why = step = None
    if mark is not None:
        where = f"line {mark.line + 1}, column {mark.column + 1}"
        lines = text.splitlines()
        line = lines[mark.line] if mark.line < len(lines) else ""
        sign = line[mark.column : mark.column + 1]
        if "\t" in line[: mark.column + 1] and not line[: mark.column].strip():
            why, step = "the line is indented with a tab", "indent with spaces"
        elif "cannot start any token" in said and sign:
            why, step = f"a value begins with {sign}", "put the value in quotes"
    if why is None:
        for part, its_why, its_step in _SYNTAX_WORDS:
            if part in said:
                why, step = its_why, its_step
                break
    return UnreadableFileError(
        f"{label} is no valid YAML",
        where=where,
        why=why or (error.problem and str(error.problem)),
        steps=[step or "correct the line; a value in quotes is always one value"],
    )
