"""The line of each part of a file, for messages."""

from __future__ import annotations

import pytest

from ars_pandoc.base.yaml_lines import child_path, lines_of, nearest_line

TEXT = """\
literature_corpus:
  - citation_key: a
    authors:
      - {family: Smith,
         given: Ada}
  - citation_key: b
    year: 2024
"""
LINES = {
    "literature_corpus": 1,
    "literature_corpus[0]": 2,
    "literature_corpus[0].citation_key": 2,
    "literature_corpus[0].authors": 3,
    "literature_corpus[0].authors[0]": 4,
    "literature_corpus[0].authors[0].family": 4,
    "literature_corpus[0].authors[0].given": 5,
    "literature_corpus[1]": 6,
    "literature_corpus[1].citation_key": 6,
    "literature_corpus[1].year": 7,
}


def test_each_part_has_its_line() -> None:
    assert lines_of(TEXT) == LINES


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("literature_corpus[1].year", 7),
        ("literature_corpus[1].title", 6),  # it is missing: the entry around it
        ("literature_corpus[1].scope.level", 6),
        ("literature_corpus[9]", 1),
        ("other", None),
        ("", None),
    ],
)
def test_what_is_missing_stands_where_it_would(path: str, line: int | None) -> None:
    assert nearest_line(LINES, path) == line


def test_json_has_lines_too_and_what_is_no_yaml_has_none() -> None:
    assert lines_of('{"a":\n [1,\n 2]}') == {"a": 1, "a[0]": 2, "a[1]": 3}
    assert lines_of("a: [") == {}
    assert lines_of("") == {}
    assert lines_of("a: &x 1\nb: *x\n") == {"a": 1, "b": 2}


def test_paths_are_spelt_as_messages_have_them() -> None:
    assert child_path("", "a") == "a"
    assert child_path("a", "b") == "a.b"
    assert child_path("a.b", 3) == "a.b[3]"
