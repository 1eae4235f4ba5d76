"""The fields of YAML metadata that print, and where a block of them ends."""

from __future__ import annotations

import pytest

from ars_pandoc.census.metadata_fields import block_end, printed_fields


def printed(text: str) -> list[str]:
    return [text[start:end].strip() for start, end in printed_fields(text, 0, len(text))]


@pytest.mark.parametrize(
    "name",
    ["title", "subtitle", "abstract", "abstract-de", "thanks", "dedication", "acknowledgements",
     "description", "author", "include-before", "include-after", "reference-section-title"],
)  # fmt: skip
@pytest.mark.parametrize("quote", ["", '"', "'"])
def test_each_field_that_prints(name: str, quote: str) -> None:
    assert printed(f"lang: en\n{quote}{name}{quote}: A\n  b\nnext: C\n") == ["A\n  b"]


@pytest.mark.parametrize("name", ["keywords", "abstracts", "title2", "titles", "include", "date",
                                  "reference-section", "bibliography", "nocite", "authors"])  # fmt: skip
def test_its_neighbours_do_not(name: str) -> None:
    assert printed(f"{name}: A\n  b\n") == []


def test_the_last_field_goes_to_the_end() -> None:
    assert printed("title: A\n  b") == ["A\n  b"]


def test_comments_of_yaml_print_nothing_but_a_block_of_text_has_none() -> None:
    assert "c" not in "".join(printed("title: A\n  # c\n  b\n"))
    assert "".join(printed("abstract: |\n  A\n  # c\n")) == "A\n  # c"
    assert "".join(printed("abstract: >-\n  A\n  # c\n")) == "A\n  # c"


@pytest.mark.parametrize("field", ["name", "given", "family", "literal", "affiliation", "note",
                                   "affiliations", "department", "title"])  # fmt: skip
def test_what_is_said_of_an_author_prints(field: str) -> None:
    assert "@b" in "".join(printed(f"author:\n  - {field}: A [@b]\n"))


@pytest.mark.parametrize("field", ["twitter", "email", "url", "orcid", "id"])
def test_an_authors_addresses_do_not(field: str) -> None:
    said = "".join(printed(f'author:\n  - name: Ada\n    {field}: "@ann"\n  - name: Bo\n'))
    assert "@ann" not in said
    assert "Ada" in said
    assert "Bo" in said


@pytest.mark.parametrize("end", ["---", "..."])
@pytest.mark.parametrize("first", ["a: b", '"a": b', "a b: c", "# note", "{a: b}"])
def test_a_block_and_its_end(first: str, end: str) -> None:
    text = f"---\n{first}\n{end}\nText"
    assert block_end(text, 0) == (text.index(f"\n{end}\nT") + 1, text.index("\nText"))


@pytest.mark.parametrize("text", ["---\n\na: b\n---\n", "---\nText\n---\n", "--- a: b\n---\n",
                                  "---\na: b\n", "----\na: b\n---\n", "--\na: b\n---\n",
                                  "---\na: b\n --- \n"])  # fmt: skip
def test_a_rule_or_an_open_block_is_none(text: str) -> None:
    assert block_end(text, 0) is None


def test_a_block_begins_where_it_is_told() -> None:
    text = "Text\n\n---\na: b\n...\n"
    assert block_end(text, 0) is None
    assert block_end(text, 6) == (15, 18)
