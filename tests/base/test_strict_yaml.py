from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.base.data_file import read_document
from ars_pandoc.base.strict_json import parse_json
from ars_pandoc.base.strict_yaml import parse_yaml
from ars_pandoc.base.text_file import MAX_BYTES, UnreadableFileError
from ars_pandoc.base.yaml_lines import lines_of, nearest_line

TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\x7f", exclude_categories=["C"]))
DATA = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**16), 10**16) | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
)


@given(DATA, st.sampled_from([True, False, None]))
def test_what_pyyaml_writes_is_read_back(data: Any, flow: bool | None) -> None:
    text = yaml.safe_dump(data, allow_unicode=True, default_flow_style=flow)
    assert parse_yaml(text, "x") == data


@given(DATA)
def test_json_is_read_back_as_json_and_as_yaml(data: Any) -> None:
    text = json.dumps(data, ensure_ascii=False)
    assert parse_json(text, "x") == data
    assert parse_yaml(text, "x") == data


@pytest.mark.parametrize(
    ("scalar", "value"),
    [
        ("2024", 2024),
        ("-5", -5),
        ("0", 0),
        ("0123", "0123"),
        ("1_000", "1_000"),
        ("12:30", "12:30"),
        ("1.10", "1.10"),
        ("0x1F", "0x1F"),
        ("2026-05-14", "2026-05-14"),
        ("9" * 30, "9" * 30),
        ("-", None),
        ("yes", True),
        ("No", False),
        ("'no'", "no"),
        ('"2024"', "2024"),
        ("!!str 2024", "2024"),
        ("!!int 2024", 2024),
        ("none", "none"),
        ("~", None),
        ("", None),
    ],
)
def test_a_scalar_is_resolved_only_where_nothing_is_lost(scalar: str, value: Any) -> None:
    text = "a:\n- " if scalar == "-" else f"a: {scalar}\n"
    assert parse_yaml(text, "x") == {"a": [None] if scalar == "-" else value}


@pytest.mark.slow
@given(DATA)
def test_without_the_c_loader_the_data_is_the_same(data: Any) -> None:
    text = yaml.safe_dump(data, allow_unicode=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml, "__with_libyaml__", False)
        assert parse_yaml(text, "x") == data
        with pytest.raises(UnreadableFileError, match="no valid YAML"):
            parse_yaml("a: b: c", "x")


def test_keys_are_text_as_written() -> None:
    assert parse_yaml("yes: 1\n2024: 2\nnull: 3\n", "x") == {"yes": 1, "2024": 2, "null": 3}


def test_anchors_and_merge_keys() -> None:
    text = "base: &b {via: manual, year: 1}\none: {<<: *b, year: 2}\ntwo: {<<: [*b, {x: 1}]}\n"
    data = parse_yaml(text, "x")
    assert data["one"] == {"via": "manual", "year": 2}
    assert data["two"] == {"via": "manual", "year": 1, "x": 1}


@pytest.mark.parametrize(
    ("text", "where", "why"),
    [
        ("title: Gates: a study\n", "line 1, column 13", "a second colon"),
        ("a:\n\tb: 1\n", "line 2, column 1", "a tab"),
        ("a: @b\n", "line 1, column 4", "begins with @"),
        ("a: 1\nb: 'never closed\nc: 2\n", "line 2, column 4", "never closed"),
        ("a: [1, 2\nb: 3\n", "line 1, column 4", "bracket"),
        ('a: "\\q"\n', "line 1, column 5", "backslash"),
        ("a:\n  b: 1\n c: 2\n", "line 3, column 2", "not indented like"),
        ("a: 1\nb: 2\na: 3\n", "line 3, column 1", "the key 'a' is given twice"),
        ("a: {<<: {b: 1}, <<: {c: 1}}\n", "line 1, column 17", "given twice"),
        ("a: *b\n", "line 1, column 4", "*b stands for nothing"),
        ("a: &a [*a]\n", "line 1, column 8", "a part that it lies in"),
        ("a: 1\n---\nb: 2\n", "line 2, column 1", "a second document"),
        ("a: !!python/object:os.x {}\n", "line 1, column 4", "!!python/object"),
        ("[a]: 1\n", "line 1, column 1", "itself a list"),
        ("? {a: 1}\n: 1\n", "line 1, column 3", "itself a list or a map"),
        ("a: \x01\n", "line 1, column 4", "U+0001"),
        ("[" * 100, "line 1", "more than 64 deep"),
        ("a: {<<: 1}\n", "line 1", "<< names no map"),
    ],
)
def test_yaml_errors_say_where_and_why(text: str, where: str, why: str) -> None:
    with pytest.raises(UnreadableFileError) as caught:
        parse_yaml(text, "refs.yaml")
    assert "refs.yaml" in caught.value.what
    assert (caught.value.where or "").startswith(where)
    assert why in (caught.value.why or "")
    assert caught.value.steps


@pytest.mark.parametrize(
    ("text", "where", "why"),
    [
        ('{"a": 1,\n "b" 2}', "line 2, column 6", "a colon is missing"),
        ('{"a": [1 2]}', "line 1, column 10", "a comma"),
        ('{\n"a": 1,\n"a": 2}', "line 3, column 1", "the key 'a' is given twice"),
        ("a: 1", "line 1, column 1", "a value is missing"),
    ],
)
def test_json_errors_say_where_and_why(text: str, where: str, why: str) -> None:
    with pytest.raises(UnreadableFileError) as caught:
        parse_json(text, "refs.json")
    assert caught.value.where == where
    assert why in (caught.value.why or "")


@pytest.mark.parametrize("text", ['{"a": NaN}', "[" * 100_000, f"[{'9' * 5000}]"])
def test_json_that_is_no_data_is_refused(text: str) -> None:
    with pytest.raises(UnreadableFileError):
        parse_json(text, "refs.json")


def test_aliases_cannot_explode() -> None:
    text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12)
    )
    started = time.monotonic()
    with pytest.raises(UnreadableFileError, match="cannot be read"):
        parse_yaml(text, "x")
    assert time.monotonic() - started < 5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"\xff\xfea\x00:\x00", "is UTF-16"),
        (b"a: 1\nb: caf\xe9\n", "is not UTF-8\n  where: line 2"),
        (b" " * (MAX_BYTES + 1), "is too large\n  why: it has more than 40 MB"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, raw: bytes, said: str) -> None:
    path = tmp_path / "refs.yaml"
    path.write_bytes(raw)
    with pytest.raises(UnreadableFileError) as caught:
        read_document(path)
    assert said in str(caught.value)


def test_what_is_not_there_and_what_is_a_folder(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError, match="no such file"):
        read_document(tmp_path / "x.yaml")
    with pytest.raises(UnreadableFileError, match="is a folder"):
        read_document(tmp_path)


def test_byte_order_mark_and_crlf_are_fine(tmp_path: Path) -> None:
    path = tmp_path / "refs.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb:\r\n- c\r\n")
    assert read_document(path).data == {"a": 1, "b": ["c"]}


def test_lines() -> None:
    text = "a:\n- b: 1\n  c: {d: 2,\n    e: 3}\n- &x [1,\n  2]\n- *x\nf.g: 4\n"
    lines = lines_of(text)
    assert lines["a"] == 1
    assert (lines["a[0]"], lines["a[0].b"], lines["a[0].c.e"]) == (2, 2, 4)
    assert (lines["a[1][1]"], lines["a[2]"], lines["f.g"]) == (6, 7, 8)
    assert nearest_line(lines, "a[0].missing.part") == 2
    assert nearest_line(lines, "elsewhere") is None
    assert lines_of("a: [") == {}
