"""The one table of what stands above a list of references."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from ars_pandoc.citations.find import find_citations
from ars_pandoc.citations.labels import _lines
from ars_pandoc.citations.reference_headings import LONGEST, headings, is_reference_heading, rows
from ars_pandoc.texts.extract import extract
from tests.citations import locator_oracle

TABLE = dict(rows())
EACH = [(language, heading) for language, listed in rows() for heading in listed]
LANGUAGES = sorted({name.split("-")[0] for name in _lines()})
NAMED = [
    "References",
    "References Cited",
    "References and notes",
    "Reference list",
    "Bibliography",
    "Works cited",
    "Literature",
    "Literature cited",
    "Cited literature",
    "Further reading",
    "Literatur",
    "Literaturverzeichnis",
    "Quellen",
    "Quellenverzeichnis",
    "Bibliographie",
    "Références",
    "Références bibliographiques",
    "Bibliografía",
    "Referencias",
    "Riferimenti bibliografici",
    "Referenties",
    "参考文献",
    "引用文献",
    "참고문헌",
]
NEIGHBOURS = [
    "Reference frames",
    "Cross-references",
    "Preferences",
    "Literature review",
    "Literaturübersicht",
    "Quellenkritik",
    "Data sources",
    "Reading",
    "Notes",
    "Works",
    "Bibliometry",
    "文献综述",
    "参考",
    "References to the Bible in Milton",
    "",
    "7.",
]


@pytest.mark.parametrize("heading", NAMED)
def test_a_heading_that_the_contract_or_an_older_table_names(heading: str) -> None:
    assert is_reference_heading(heading)


@pytest.mark.parametrize("heading", NEIGHBOURS)
def test_a_heading_of_something_else(heading: str) -> None:
    assert not is_reference_heading(heading)


@pytest.mark.parametrize(("language", "heading"), EACH)
def test_each_heading_of_the_table(language: str, heading: str) -> None:
    assert is_reference_heading(heading)
    assert is_reference_heading(f"7.2 {heading.upper()}:")
    assert not is_reference_heading(f"{heading} {heading}")
    assert len(heading) + len("Chapter 12. :") <= LONGEST


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_of_the_csl_locales_has_headings(language: str) -> None:
    assert TABLE[language]


def test_no_language_stands_twice_and_no_heading_twice_in_one() -> None:
    assert len(TABLE) == len(rows())
    assert all(len(set(listed)) == len(listed) for listed in TABLE.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_that_pandoc_itself_translates(language: str) -> None:
    """Pandoc prints these above a list of references, in the language of the document."""
    done = subprocess.run(
        [locator_oracle.pandocs()[0], f"--print-default-data-file=translations/{language}.yaml"],
        capture_output=True,
        check=False,
    )
    for line in done.stdout.decode().splitlines():
        term, _, word = line.partition(":")
        if term in ("Bibliography", "References"):
            assert is_reference_heading(word.strip()), word


@pytest.mark.parametrize(
    "heading",
    [
        "REFERENCES",
        "References:",
        "References.",
        "7 References",
        "7. References",
        "7.2 References",
        "VII. References",
        "A) References",
        "**References**",
        "## References ##",
        "[References]",
        "References & Notes",
        "Quellen & Literatur",
        "Re\u0301fe\u0301rences",
        "BIBLIOGRAFIA",
        "ΒΙΒΛΙΟΓΡΑΦΙΑ",
        "KAYNAKÇA",
        "参　考　文　献",
        "【参考文献】",
        "六、参考文献",
        "第六章 参考文献",
    ],
)
def test_how_headings_are_set(heading: str) -> None:
    assert is_reference_heading(heading)


@pytest.mark.parametrize("heading", [*NAMED, *NEIGHBOURS[:6]])
def test_no_call_out_is_looked_for_below(heading: str) -> None:
    def words(text: str) -> list[dict[str, object]]:
        return [{"t": "Str", "c": text}]

    title = {"t": "Header", "c": [1, ["", [], []], words(heading)]}
    listed = {"t": "Para", "c": [{"t": "Str", "c": "Roe (2021) is a title."}]}
    found = find_citations({"meta": {}, "blocks": [title, listed]})
    assert found.reference_list is (heading in NAMED)
    assert bool(found.unmarked) is (heading not in NAMED)


@pytest.mark.parametrize("heading", NAMED)
def test_what_stands_below_is_not_a_source_s_words(heading: str, tmp_path: Path) -> None:
    text = f"Some words of the body.\n\n{heading}\n\n1. Roe: A remarkable title. 2020."
    source = extract(text.encode(), "text/plain")
    assert "words of the body" in source.text
    assert "remarkable" not in source.text
    assert "remarkable" in source.references


def test_all_headings_are_one_set() -> None:
    assert headings() == {heading for _, heading in EACH}
