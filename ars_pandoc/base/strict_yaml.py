"""YAML and JSON files as plain data, read strictly, fast and with errors for writers.

The sidecar, the ledger and the catalog are read here. The data is built straight from the
parser's events, which is twice as fast as PyYAML's constructor and keeps what that loses: a
scalar is resolved only where nothing can be lost (null, true/false, plain decimal integers), so
a date, `0123`, `1.10` or `12:30` stays the text that the writer wrote (contract §4).
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.lazy_pattern import lazy_pattern

MAX_BYTES = 40 * 1024 * 1024
"""Larger files are refused before they are parsed: about 50,000 entries with abstracts."""

MAX_DEPTH = 64
"""Levels of nesting; a sidecar needs six."""

MAX_PARTS = 1_000_000
"""Values, lists and maps in one YAML file: some 50,000 entries, read in a few seconds."""

MAX_ALIASED_NODES = 1_000_000
"""Nodes that aliases may stand for, all together: the bound on a "billion laughs" file."""

_WORDS: dict[str, bool | None] = {
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "NULL": None,
    # YAML 1.1's booleans, as ARS itself reads them.
    **dict.fromkeys(("true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"), True),
    **dict.fromkeys(("false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"), False),
}
_TEXT_TAGS = frozenset({"!", "tag:yaml.org,2002:str"})
_PLAIN_TAGS = frozenset(
    f"tag:yaml.org,2002:{name}" for name in ("null", "bool", "int", "float", "timestamp")
)
_COLLECTION_TAGS = frozenset({"!", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"})
_PROBED = 1024
_WEB_PAGE = (b"<!doctype html", b"<html", b"<head", b"<body")
_UNPRINTABLE = lazy_pattern(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]",
)
_MERGE = object()
_NO_KEY = object()


class UnreadableFileError(ArsError):
    """A file that cannot be read at all, or is no YAML or JSON."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file as plain data.

    Attributes:
        label: The file's name for messages.
        text: Its text, without a byte order mark.
        data: Dictionaries, lists, strings, integers, booleans and None. Aliased parts are
            shared: treat it as read-only.
    """

    label: str
    text: str
    data: Any


def name_of(path: Path) -> str:
    """Name a file for messages: relative to the working directory if it lies below it."""
    try:
        name = os.path.relpath(path)
    except ValueError:  # on another drive
        return str(path)
    return str(path) if name.startswith("..") else name


def is_there(path: Path) -> bool:
    """Tell if there is anything at a path.

    What cannot be looked at, and a link to nothing, is there: to take it for absent would drop
    what it holds in silence. Reading it then says what is wrong.
    """
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return False  # a ValueError: no file can have such a name
    except OSError:
        return True
    return True


def read_document(path: Path) -> Document:
    """Read a YAML or JSON file (JSON by its extension `.json`) into plain data.

    Args:
        path: The file.

    Returns:
        The document, with a top level of any type.

    Raises:
        UnreadableFileError: Not there, no permission, a folder, too large, not UTF-8, a syntax
            error, a key given twice, aliases without bound.
    """
    return parse_document(path, read_text(path))


def parse_document(path: Path, text: str) -> Document:
    """Parse the text of a file as `read_document` does.

    Raises:
        UnreadableFileError: See `read_document`.
    """
    label = name_of(path)
    parse = parse_json if path.suffix.lower() == ".json" else parse_yaml
    return Document(label, text, parse(text, label))


def read_bytes(path: Path) -> bytes:
    """Read a regular file, at most `MAX_BYTES` long.

    A pipe or a device is not read: nobody may ever write to it, or it never ends.

    Raises:
        UnreadableFileError: See `read_document`.
    """
    label = name_of(path)
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            raise UnreadableFileError(
                f"{label} is no file but a pipe or a device", steps=["name a file"]
            )
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        if path.is_symlink():
            raise UnreadableFileError(
                f"{label} is a link to a file that is not there",
                where=f"it points to {path.readlink()}",
                steps=["put the file back, or mend the link"],
            ) from None
        raise UnreadableFileError(
            f"{label}: no such file", steps=["check the name and the folder you are in"]
        ) from None
    except IsADirectoryError:
        raise UnreadableFileError(
            f"{label} is a folder, not a file", steps=["name the file in it"]
        ) from None
    except PermissionError:
        raise UnreadableFileError(
            f"{label} cannot be read",
            why="you have no permission to read it",
            steps=["make it readable, or work on a copy"],
        ) from None
    except (OSError, ValueError) as error:
        raise UnreadableFileError(
            f"{label} cannot be read",
            why=getattr(error, "strerror", None) or "no file can have such a name",
            steps=["check the path"],
        ) from None
    if len(raw) > MAX_BYTES:
        raise UnreadableFileError(
            f"{label} is too large",
            why=f"it has more than {MAX_BYTES // 1024 // 1024} MB; nothing of it was read",
            steps=["split it, one sidecar beside each bibliography; several are united"],
        )
    return raw


def read_text(path: Path) -> str:
    """Read a UTF-8 file, at most `MAX_BYTES` long; a byte order mark is dropped.

    Raises:
        UnreadableFileError: See `read_document`.
    """
    label = name_of(path)
    raw = read_bytes(path)
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UnreadableFileError(
            f"{label} is UTF-16, not UTF-8", steps=["save it as UTF-8 in your editor"]
        )
    if raw[:_PROBED].lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith(_WEB_PAGE):
        raise UnreadableFileError(
            f"{label} is a web page (HTML), no YAML or JSON",
            why="a download may have saved an error page or a preview under its name",
            steps=["download the raw file again, or restore it from a backup"],
        )
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if b"\0" in raw[:_PROBED]:
            raise UnreadableFileError(
                f"{label} is no text file",
                why="it holds zero bytes, as pictures, PDFs and archives do",
                steps=["check that it is the right file, or restore it from a backup"],
            ) from None
        line = raw.count(b"\n", 0, error.start) + 1
        raise UnreadableFileError(
            f"{label} is not UTF-8",
            where=f"line {line}",
            steps=["save it as UTF-8 in your editor"],
        ) from None


def parse_json(text: str, label: str) -> Any:
    """Parse JSON; a key given twice and `NaN` are errors.

    Raises:
        UnreadableFileError: With line and column where they are known.
    """
    if not text.strip():
        raise UnreadableFileError(
            f"{label} is empty", steps=["restore it from a backup, or delete it and begin anew"]
        )
    try:
        data = json.loads(text, object_pairs_hook=_unique_keys, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        steps = ["correct the line; a JSON file has no comments and no comma before } or ]"]
        if not text.lstrip().startswith(("{", "[")):
            steps = ["if it is YAML, give its name the ending .yaml"]
        raise UnreadableFileError(
            f"{label} is no valid JSON",
            where=f"line {error.lineno}, column {error.colno}",
            why=_JSON_WORDS.get(error.msg),
            steps=steps,
        ) from None
    except _BadJsonError as error:
        # JSON is YAML as well, near enough to find the line of the second key.
        parse_yaml(text, label)
        raise UnreadableFileError(
            f"{label} is no valid JSON", why=str(error), steps=["write a value that JSON has"]
        ) from None
    except RecursionError:
        raise _too_deep(label, None) from None
    except ValueError:
        raise UnreadableFileError(
            f"{label} cannot be read",
            why="a number in it has thousands of digits",
            steps=["put it in quotes, or correct it"],
        ) from None
    _check_depth(data, label)
    return data


def _check_depth(data: Any, label: str) -> None:
    """Refuse what is nested deeper than `MAX_DEPTH`, level by level and without recursion."""
    level = [data]
    for _ in range(MAX_DEPTH + 1):
        level = [
            child
            for part in level
            if type(part) in (dict, list)
            for child in (part.values() if type(part) is dict else part)
            if type(child) in (dict, list)
        ]
        if not level:
            return
    raise _too_deep(label, None)


_JSON_WORDS = {
    "Expecting ',' delimiter": "a comma or a closing bracket is missing before this place",
    "Expecting ':' delimiter": "a colon is missing behind the name",
    "Expecting value": "a value is missing here, or the file is cut off",
    "Expecting property name enclosed in double quotes": 'a name in "double quotes" is missing',
    "Illegal trailing comma before end of object": "a comma stands before }",
    "Illegal trailing comma before end of array": "a comma stands before ]",
    "Unterminated string starting at": "the closing quote is missing, or the file is cut off",
    "Invalid control character at": "a line break or control character stands in a string",
    "Extra data": "text follows behind the end",
}


class _BadJsonError(Exception):
    """Found by a hook, which knows no line."""


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _BadJsonError(f"the key {key!r} is given twice in one object")
            seen.add(key)
    return result


def _no_constant(name: str) -> Any:
    raise _BadJsonError(f"{name} is no JSON value")


def parse_yaml(text: str, label: str) -> Any:
    """Parse one YAML document.

    Raises:
        UnreadableFileError: With line and column, in our own words.
    """
    with _yaml_errors(text, label):
        return _build(_events(text), label)


@contextmanager
def _yaml_errors(text: str, label: str) -> Iterator[None]:
    """Turn the parser's errors into ours."""
    import yaml  # as in _events

    try:
        yield
    except yaml.MarkedYAMLError as error:
        raise _syntax_error(error, text, label) from None
    except yaml.YAMLError:
        raise _bad_character(text, label) from None


def _events(text: str) -> Callable[[], Any]:
    """Give the function that returns the next event; the C parser where PyYAML has it."""
    import yaml  # a JSON sidecar needs none of it

    loader = yaml.CLoader if yaml.__with_libyaml__ else yaml.Loader
    parser: Any = loader(text)
    get_event: Callable[[], Any] = parser.get_event
    return get_event


def _build(get_event: Callable[[], Any], label: str) -> Any:
    """Build plain data from events with a stack of our own: no recursion, no constructor."""
    stack: list[tuple[Any, Any, str | None, int]] = []
    anchors = _Anchors(label)
    container: Any = None  # the open dict or list; None at the top level
    key: Any = _NO_KEY
    anchor: str | None = None
    start = nodes = documents = 0
    result: Any = None

    while True:
        if nodes > MAX_PARTS and nodes - anchors.aliased > MAX_PARTS:
            raise _too_many(label)
        event = get_event()
        name = type(event).__name__
        if name == "ScalarEvent":
            value = _scalar(event, key is _NO_KEY and type(container) is dict, label)
            nodes += 1
            if event.anchor is not None:
                anchors.define(event.anchor, value, 1)
        elif name in _STARTS:
            _check_start(event, label, len(stack), key is _NO_KEY and type(container) is dict)
            stack.append((container, key, anchor, start))
            container = {} if name == "MappingStartEvent" else []
            key, anchor, start = _NO_KEY, event.anchor, nodes
            nodes += 1
            continue
        elif name in _ENDS:
            value = container
            if name == "MappingEndEvent" and _MERGE in value:
                value = _merged(value, label, event)
            if anchor is not None:
                anchors.define(anchor, value, nodes - start)
            container, key, anchor, start = stack.pop()
        elif name == "AliasEvent":
            value, size = anchors.use(event)
            nodes += size
        elif name == "StreamEndEvent":
            return result
        else:
            documents += name == "DocumentStartEvent"
            if documents > 1:
                raise _second_document(label, event)
            continue

        if type(container) is list:
            container.append(value)
        elif container is None:
            result = value
        elif key is _NO_KEY:
            key = _unique_key(value, container, event, label)
        else:
            container[key] = value
            key = _NO_KEY


_STARTS = frozenset({"MappingStartEvent", "SequenceStartEvent"})
_ENDS = frozenset({"MappingEndEvent", "SequenceEndEvent"})


class _Anchors:
    """The parts that have a name (`&name`), and how much their aliases stand for so far."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.parts: dict[str, tuple[Any, int]] = {}
        self.aliased = 0

    def define(self, name: str, value: Any, size: int) -> None:
        self.parts[name] = (value, size)

    def use(self, event: Any) -> tuple[Any, int]:
        if event.anchor not in self.parts:
            raise _at(
                self.label,
                event,
                f"*{event.anchor} stands for nothing, or for a part that it lies in",
                f"define &{event.anchor} before it, or put the text in quotes",
            )
        value, size = self.parts[event.anchor]
        self.aliased += size
        if self.aliased > MAX_ALIASED_NODES:
            raise _at(
                self.label,
                event,
                f"its aliases (*{event.anchor}) stand for more than a million parts",
                "write the parts out, or use fewer aliases",
            )
        return value, size


def _scalar(event: Any, is_key: bool, label: str) -> Any:
    """Resolve a scalar; keys and everything in quotes stay text."""
    value, tag = event.value, event.tag
    if tag is not None and tag not in _PLAIN_TAGS:
        if tag not in _TEXT_TAGS:
            raise _foreign_tag(label, event)
        return value
    if event.style or is_key:  # the style of a plain scalar is empty
        return value
    if value in _WORDS:
        return _WORDS[value]
    return _integer(value) if value[0] in "-0123456789" else value


def _check_start(event: Any, label: str, depth: int, is_key: bool) -> None:
    if is_key:
        raise _at(label, event, "a key is itself a list or a map", "write a plain word")
    if event.tag is not None and event.tag not in _COLLECTION_TAGS:
        raise _foreign_tag(label, event)
    if depth >= MAX_DEPTH:
        raise _too_deep(label, event)


def _unique_key(value: Any, mapping: dict[Any, Any], event: Any, label: str) -> Any:
    if type(value) is not str:
        raise _at(label, event, "a key is no plain word", "write a plain word")
    is_merge = value == "<<" and type(event).__name__ == "ScalarEvent" and not event.style
    key = _MERGE if is_merge else value
    if key in mapping:
        raise _at(
            label,
            event,
            f"the key {value!r} is given twice in one map",
            "keep one of the two; which one counts must not be left to chance",
        )
    return key


def _integer(text: str) -> int | str:
    digits = text[1:] if text[0] == "-" else text
    if not (digits.isascii() and digits.isdigit() and len(text) < 19):
        return text
    return text if digits[0] == "0" and text != "0" else int(text)


def _merged(mapping: dict[Any, Any], label: str, event: Any) -> dict[str, Any]:
    """Apply YAML's merge key: what the map says itself wins over what `<<` brings."""
    sources = mapping.pop(_MERGE)
    result: dict[str, Any] = {}
    for source in sources if isinstance(sources, list) else [sources]:
        if not isinstance(source, dict):
            raise _at(label, event, "<< names no map", "write <<: *name of a map")
        for key, value in source.items():
            result.setdefault(key, value)
    result.update(mapping)
    return result


def lines_of(text: str) -> dict[str, int]:
    """Find the line of every part of a YAML or JSON text.

    It parses anew, so it is for texts in which there is a problem to report.

    Returns:
        Paths such as `literature_corpus[3].authors[0].family` and their lines from 1. Empty
        where the text cannot be parsed (JSON with surrogate escapes, for one).
    """
    try:
        with _yaml_errors(text, ""):
            return dict(islice(_walk_lines(_events(text)), MAX_PARTS))
    except ArsError:
        return {}


def _walk_lines(get_event: Callable[[], Any]) -> Iterator[tuple[str, int]]:
    stack: list[tuple[str, int | None]] = []
    path, position = "", None  # position: the index in a list, None in a map
    key: str | None = None
    while True:
        event = get_event()
        name = type(event).__name__
        if name == "StreamEndEvent":
            return
        if name in ("MappingEndEvent", "SequenceEndEvent"):
            path, position = stack.pop()
            key = None
            continue
        if name not in ("ScalarEvent", "AliasEvent", "MappingStartEvent", "SequenceStartEvent"):
            continue
        if stack and position is None and key is None:
            key = getattr(event, "value", "")
            yield child_path(path, key), event.start_mark.line + 1
            continue
        here = path
        if position is not None:
            here = child_path(path, position)
            position += 1
            yield here, event.start_mark.line + 1
        elif key is not None:
            here = child_path(path, key)
        key = None
        if name.endswith("StartEvent"):
            stack.append((path, position))
            path, position = here, 0 if name == "SequenceStartEvent" else None


def child_path(path: str, step: str | int) -> str:
    """Spell the path of a part: `a` and `b` give `a.b`, `a` and 3 give `a[3]`."""
    if isinstance(step, int):
        return f"{path}[{step}]"
    return f"{path}.{step}" if path else step


def nearest_line(lines: dict[str, int], path: str) -> int | None:
    """Give the line of a path, or of the part around it where a field is missing."""
    while path:
        if path in lines:
            return lines[path]
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    return None


def _at(label: str, event: Any, why: str, step: str) -> UnreadableFileError:
    mark = event.start_mark
    return UnreadableFileError(
        f"{label} cannot be read",
        where=f"line {mark.line + 1}, column {mark.column + 1}",
        why=why,
        steps=[step],
    )


def _second_document(label: str, event: Any) -> UnreadableFileError:
    return _at(label, event, "a second document begins (---)", "keep one document in the file")


def _foreign_tag(label: str, event: Any) -> UnreadableFileError:
    tag = event.tag.replace("tag:yaml.org,2002:", "!!")
    return _at(label, event, f"it has the YAML tag {tag}", "take the tag away")


def _too_many(label: str) -> UnreadableFileError:
    return UnreadableFileError(
        f"{label} is too large",
        why="it holds more than a million values",
        steps=["split it, one sidecar beside each bibliography; several are united"],
    )


def _too_deep(label: str, event: Any) -> UnreadableFileError:
    why = f"lists and maps lie more than {MAX_DEPTH} deep in one another"
    step = "look for a bracket too many"
    if event is None:
        return UnreadableFileError(f"{label} cannot be read", why=why, steps=[step])
    return _at(label, event, why, step)


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
