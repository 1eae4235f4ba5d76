"""A sidecar changed in its text: what was not asked for keeps every byte."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from ars_pandoc.base.edit_text import edited_yaml, with_items
from ars_pandoc.base.strict_yaml import parse_yaml

TEXT = """\
# my sources
literature_corpus:
  - citation_key: a   # the first
    title:  "Spaced   out"
    scope: {level: full, by: me}
    signals:
      one: true
    note: |
      Long
      text

  # about b
  - citation_key: b
    title: B
# the end
"""


def merged(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    result = dict(old)
    for name, value in new.items():
        if value is None:
            result.pop(name, None)
        elif isinstance(value, dict) and isinstance(result.get(name), dict):
            result[name] = merged(result[name], value)
        else:
            result[name] = value
    return result


def set_in_yaml(text: str, fields: dict[str, dict[str, Any]]) -> str:
    data = parse_yaml(text, "x")
    changed = [
        merged(one, fields.get(one["citation_key"], {})) for one in data["literature_corpus"]
    ]
    return edited_yaml(text, data, {**data, "literature_corpus": changed}, "x")


def append_in_yaml(text: str, block: str) -> str:
    data = parse_yaml(text, "x")
    more = [*data["literature_corpus"], *parse_yaml(block, "x")]
    new = {**data, "literature_corpus": more}
    return with_items(text, data, new, "x", name="literature_corpus", lines=block)


def entries(text: str) -> dict[str, dict[str, Any]]:
    return {one["citation_key"]: one for one in yaml.safe_load(text)["literature_corpus"]}


@pytest.mark.parametrize(
    ("fields", "old", "new"),
    [
        ({"a": {"title": "T"}}, 'title:  "Spaced   out"', "title:  T"),
        ({"b": {"title": None}}, "    title: B\n", ""),
        ({"b": {"year": 2024}}, "    title: B\n", "    title: B\n    year: 2024\n"),
        ({"a": {"signals": {"one": False}}}, "one: true", "one: false"),
        (
            {"a": {"signals": {"two": True}}},
            "      one: true\n",
            "      one: true\n      two: true\n",
        ),
        ({"a": {"signals": None}}, "    signals:\n      one: true\n", ""),
        ({"a": {"year": 1}}, "      text\n\n", "      text\n\n    year: 1\n"),
        ({"c": {"title": "none"}}, "", ""),
    ],
)
def test_one_edit_changes_nothing_else(
    fields: dict[str, dict[str, Any]], old: str, new: str
) -> None:
    assert TEXT.count(old) >= 1
    assert set_in_yaml(TEXT, fields) == (TEXT.replace(old, new, 1) if old else TEXT)


@pytest.mark.parametrize(
    "fields",
    [
        {"a": {"scope": {"level": "part"}}},  # in brackets
        {"a": {"note": "short"}},  # a block of text
    ],
)
def test_what_no_line_holds_is_set_with_the_comments_kept(fields: dict[str, Any]) -> None:
    changed = set_in_yaml(TEXT, fields)
    for comment in ("# my sources", "# the first", "# about b", "# the end"):
        assert comment in changed
    found = yaml.safe_load(changed)["literature_corpus"][0]
    for name, value in fields["a"].items():
        if value is None:
            assert name not in found
        elif isinstance(value, dict):
            assert found[name].items() >= value.items()
        else:
            assert found[name] == value


def test_a_field_that_shares_its_line_with_the_dash_goes_alone() -> None:
    text = "literature_corpus:\n- title: T\n  citation_key: a  # mine\n"
    changed = set_in_yaml(text, {"a": {"title": None}})
    assert entries(changed) == {"a": {"citation_key": "a"}}
    assert "# mine" in changed


def test_several_entries_at_once() -> None:
    changed = set_in_yaml(TEXT, {"b": {"year": 2}, "a": {"year": 1}})
    assert [entries(changed)[key]["year"] for key in "ab"] == [1, 2]


NEW = "- citation_key: n\n  # a remark\n  title: N\n"


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        "literature_corpus:\n- citation_key: a\n",
        "literature_corpus:\n- citation_key: a",  # no line end
        "literature_corpus: []\n",
        "literature_corpus: []  # none yet\nother: 1\n",
        "literature_corpus: [{citation_key: a}]\n",
        "schema: 1\nliterature_corpus:\n    - citation_key: a\nother: 1\n",
    ],
)
def test_entries_are_added_at_the_end_of_the_list(text: str) -> None:
    added = append_in_yaml(text, NEW)
    before, after = yaml.safe_load(text), yaml.safe_load(added)
    assert after["literature_corpus"] == [
        *before["literature_corpus"],
        {"citation_key": "n", "title": "N"},
    ]
    assert {**after, "literature_corpus": 0} == {**before, "literature_corpus": 0}
    assert all(line in added for line in text.splitlines() if "#" in line and "[]" not in line)


def test_an_added_entry_stands_as_deep_as_the_others() -> None:
    assert append_in_yaml(TEXT, NEW) == TEXT.replace(
        "# the end\n", "  - citation_key: n\n    # a remark\n    title: N\n# the end\n"
    )
