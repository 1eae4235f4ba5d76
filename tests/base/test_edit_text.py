from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.base.edit_text import edited_json, edited_yaml, same
from ars_pandoc.base.strict_json import parse_json
from ars_pandoc.base.strict_yaml import parse_yaml
from tests.base.yaml_styles import DATA, KEYS, SCALARS, texts


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path]
    for name, value in data.items() if isinstance(data, dict) else enumerate(data):
        if isinstance(value, dict | list):
            found += places(value, (*path, name))
    return found


def with_change(data: Any, path: tuple[Any, ...], change: Any) -> Any:
    """Return other data; what is not on the path stays the same object."""
    if not path:
        return change(data)
    copy = dict(data) if isinstance(data, dict) else list(data)
    copy[path[0]] = with_change(data[path[0]], path[1:], change)
    return copy


@st.composite
def changes(draw: Any, data: Any) -> Any:
    """Draw what the data is to be after one to three changes."""
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(places(data)))
        kind = draw(st.sampled_from(["set", "remove", "add", "add"]))

        def change(part: Any, kind: str = kind) -> Any:
            if isinstance(part, dict):
                copy = dict(part)
                if kind == "add" or not copy:
                    copy[draw(KEYS | st.just("new"))] = draw(DATA)
                elif kind == "set":
                    copy[draw(st.sampled_from(sorted(copy)))] = draw(DATA)
                else:
                    del copy[draw(st.sampled_from(sorted(copy)))]
                return copy
            items = list(part)
            if kind == "add" or not items:
                items.insert(draw(st.integers(0, len(items))), draw(DATA))
            elif kind == "set":
                items[draw(st.integers(0, len(items) - 1))] = draw(DATA)
            else:
                del items[draw(st.integers(0, len(items) - 1))]
            return items

        data = with_change(data, path, change)
    return data


COLLECTIONS = DATA.filter(lambda data: isinstance(data, dict | list))


@given(texts(COLLECTIONS), st.booleans(), st.data())
def test_whatever_is_read_can_be_changed_to_whatever_else(
    written: tuple[str, Any, list[str]], block: bool, drawn: st.DataObject
) -> None:
    text, data, _ = written
    old = parse_yaml(text, "x")
    assert same(old, data)
    new = drawn.draw(changes(old))
    after = edited_yaml(text, old, new, "x", block=block)
    assert same(parse_yaml(after, "x"), new)
    assert edited_yaml(after, new, new, "x") == after


def kept(before: str, after: str) -> int:
    """Return how many characters stand at both ends of two texts alike."""
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return start + end


@given(texts(COLLECTIONS), st.booleans(), SCALARS, st.data())
def test_what_is_added_takes_no_byte_away(
    written: tuple[str, Any, list[str]], block: bool, value: Any, drawn: st.DataObject
) -> None:
    text, data, _ = written
    if "*" in text or "&" in text or not data:
        return
    old = parse_yaml(text, "x")
    path = drawn.draw(st.sampled_from([path for path in places(old) if _at(old, path)]))

    def add(part: Any) -> Any:
        return {**part, "added": value} if isinstance(part, dict) else [*part, value]

    new = with_change(old, path, add)
    after = edited_yaml(text, old, new, "x", block=block)
    assert same(parse_yaml(after, "x"), new)
    if text.endswith(("\n", "]", "}")):
        assert kept(text, after) == len(text)
    if "\r\n" in text:
        assert after.count("\r\n") >= after.count("\n") - text.count("\n") + text.count("\r\n")


def _at(data: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


@given(
    DATA.filter(lambda data: isinstance(data, dict | list)),
    st.sampled_from([None, 1, "\t"]),
    st.data(),
)
def test_json_is_changed_in_its_own_form(data: Any, indent: Any, drawn: st.DataObject) -> None:
    text = json.dumps(data, ensure_ascii=drawn.draw(st.booleans()), indent=indent)
    new = drawn.draw(changes(data))
    after = edited_json(text, data, new, "x")
    assert same(parse_json(after, "x"), new)
    if indent is not None and kept(text, after) < len(text) - 2 and "{}" not in text + after:
        assert "[]" in text + after or json.dumps(new, ensure_ascii=False, indent=indent)
