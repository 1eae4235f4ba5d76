"""Idioms of real `.bib` files whose values were lost, or taken for what nobody wrote."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.cli import main
from ars_pandoc.ingest.bib_values import bib_fields, plain_doi, verbatim, year_in
from ars_pandoc.ingest.record_entry import Draft, draft_entry
from ars_pandoc.ingest.records import read_library


def drafted(folder: Path, fields: str) -> Draft:
    path = folder / "refs.bib"
    path.write_text(f"@article{{k, title={{T}}, author={{Poe, E.}}, {fields}}}\n", encoding="utf-8")
    return draft_entry("k", read_library(path).records["k"], "refs.bib", better_bibtex=False)


@pytest.mark.parametrize(
    ("written", "doi"),
    [
        (r"10.1007/978-3-642-01234-5\_12", "10.1007/978-3-642-01234-5_12"),
        (r"10.1007/978-3-642-01234-5{\_}12", "10.1007/978-3-642-01234-5_12"),
        (
            r"10.1002/(SICI)1097\textless{}1661::AID\textgreater{}3.0",
            "10.1002/(SICI)1097<1661::AID>3.0",
        ),
        (
            r"10.1002/(SICI)1097\textless 1661::AID\textgreater 3.0",
            "10.1002/(SICI)1097<1661::AID>3.0",
        ),
        (r"10.1002/(SICI)1097$<$1661::AID$>$3.0", "10.1002/(SICI)1097<1661::AID>3.0"),
        (r"10.1000/a\&b", "10.1000/a&b"),
        (r"10.1000/a\%23b", "10.1000/a%23b"),
        ("{10.1234/x}", "10.1234/x"),
        ("{{10.1234/x}}", "10.1234/x"),
        ("https://dx.doi.org/10.1234%2Fenc", "10.1234/enc"),
        ("http://dx.doi.org/10.1234/x", "10.1234/x"),
        ("https://www.doi.org/10.1234/x", "10.1234/x"),
        ("doi.org/10.1234/x", "10.1234/x"),
        ("DOI: 10.1234/x", "10.1234/x"),
        ("doi:10.1234/x.", "10.1234/x"),
        (r"\url{10.1000/m}", "10.1000/m"),
        (r"\href{https://doi.org/10.1000/m}{10.1000/m}", "10.1000/m"),
        ("10.1002/(SICI)1097&lt;1661::AID&gt;3.0", "10.1002/(SICI)1097<1661::AID>3.0"),
        ("10.1016/S0140-6736(95)90120-5", "10.1016/S0140-6736(95)90120-5"),
        ("none", None),
        ("11.1000/x", None),
    ],
)
def test_a_doi_in_tex_was_asked_for_as_written(
    tmp_path: Path, written: str, doi: str | None
) -> None:
    assert plain_doi(written) == doi
    assert drafted(tmp_path, f"year=2004, doi={{{written}}}").fields.get("doi") == doi


def test_a_doi_in_the_url_field_is_found(tmp_path: Path) -> None:
    fields = drafted(tmp_path, "year=2004, url={{https://dx.doi.org/10.1234%2Fenc}}").fields
    assert fields["doi"] == "10.1234/enc"


@pytest.mark.parametrize(
    ("written", "pointer"),
    [
        (r"url={{https://e.org/a\_b}}", "https://e.org/a_b"),
        (r"url={\url{https://e.org/a\%20b\#c}}", "https://e.org/a%20b#c"),
        (r"url={https://e.org/\~{}poe}", "https://e.org/~poe"),
        (r"url={https://e.org/{\textasciitilde}poe}", "https://e.org/~poe"),
        (r"eprint={{1908.08580v2}}, eprinttype={arxiv}", "https://arxiv.org/abs/1908.08580v2"),
        (
            r"eprint={hep-th\/9901001}, archiveprefix={arXiv}",
            "https://arxiv.org/abs/hep-th/9901001",
        ),
    ],
)
def test_an_address_in_tex_is_the_address(tmp_path: Path, written: str, pointer: str) -> None:
    assert drafted(tmp_path, f"year=2004, {written}").fields["source_pointer"] == pointer


@pytest.mark.parametrize(
    ("written", "year"),
    [
        ("{2024a}", 2024),
        ("{May 2004}", 2004),
        ("{c. 1850}", 1850),
        ("{[1987]}", 1987),
        ("{2010--2012}", 2010),
        ("{1999/2000}", 1999),
        ("{1850/51}", 1850),
        ("{{2011}}", 2011),
        (r"{\textasciitilde{}1990}", 1990),
        ("{ca.~1850}", 1850),
        ("{2004?}", 2004),
        ("{12 May 2004}", 2004),
        ('"2004"', 2004),
        ("2 # 004", 2004),
        ("{2004-05-12}", 2004),
    ],
)
def test_a_year_in_words_was_no_year(tmp_path: Path, written: str, year: int) -> None:
    assert drafted(tmp_path, f"year={written}").fields["year"] == year


@pytest.mark.parametrize(
    "written", ["n.d.", "forthcoming", "in press", "1987 [1999]", "199?", "s. d."]
)
def test_words_that_are_no_year_stand_in_the_comment(tmp_path: Path, written: str) -> None:
    draft = drafted(tmp_path, f"year={{{written}}}")
    assert "year" not in draft.fields
    assert f"“{written}”" in draft.missing["year"]


@pytest.mark.parametrize(
    "author", ["Poe, E. and others", "Poe, E. and Others", "{others} and Poe, E."]
)
def test_and_others_is_no_author(tmp_path: Path, author: str) -> None:
    path = tmp_path / "refs.bib"
    path.write_text(
        f"@article{{k, title={{T}}, author={{{author}}}, year=2004}}\n", encoding="utf-8"
    )
    draft = draft_entry("k", read_library(path).records["k"], "refs.bib", better_bibtex=False)
    assert draft.fields["authors"] == [{"family": "Poe", "given": "E."}]


def test_a_macro_that_nobody_defines_is_no_journal(tmp_path: Path) -> None:
    path = tmp_path / "refs.bib"
    path.write_text(
        '@string{nat = "Nature"}\n'
        "@article{a, title={T}, author={Poe, E.}, year=2004, journal=jmlr, month=may}\n"
        "@article{b, title={T}, author={Poe, E.}, year=thisyear, journal=nat}\n"
        '@article{c, title="Quoted " # "title", author="Poe, E.", year=2004, journal=NAT # " B"}\n',
        encoding="utf-8",
    )
    library = read_library(path)
    assert [warning.rpartition(": ")[2] for warning in library.warnings] == [
        "journal = jmlr names a macro that nobody defines",
        "year = thisyear names a macro that nobody defines",
    ]
    drafts = {
        key: draft_entry(key, library.records[key], "refs.bib", better_bibtex=False)
        for key in "abc"
    }
    assert "venue" not in drafts["a"].fields
    assert drafts["b"].fields["venue"] == "Nature"
    assert "“thisyear”" in drafts["b"].missing["year"]
    assert drafts["c"].fields["title"] == "Quoted title"


@pytest.mark.parametrize(
    ("title", "word"),
    [
        (r"Decay of \ce{H2O} in air", "H2O"),
        (r"On \chem{CO_2} and more", "CO"),
        (r"Spaces \mathbb{R} and $x^2$", "R"),
        (r"What is \unknown{kept}", "kept"),
        (r"The \ensuremath{\beta} decay", r"\beta"),
    ],
)
def test_a_title_loses_no_formula(tmp_path: Path, title: str, word: str) -> None:
    path = tmp_path / "refs.bib"
    path.write_text(f"@article{{k, title={{{title}}}, author={{Poe, E.}}, year=2004}}", "utf-8")
    draft = draft_entry("k", read_library(path).records["k"], "refs.bib", better_bibtex=False)
    assert word.casefold() in draft.fields["title"].casefold()


def test_the_last_of_two_of_one_key_counts_and_the_pair_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, title in (("a.bib", "First"), ("b.bib", "Third")):
        Path(name).write_text(
            f"@article{{k, title={{{title}}}, author={{Poe, E.}}, year=2004}}\n", encoding="utf-8"
        )
    with Path("a.bib").open("a", encoding="utf-8") as file:
        file.write("@article{k, title={Second}, author={Poe, E.}, year=2019}\n")
    Path("p.md").write_text("---\nbibliography: [a.bib, b.bib]\n---\n\n[@k, p. 1]\n", "utf-8")
    assert main(["init", "p.md", "--output", "refs.ars.yaml"]) in (0, 1)
    said = capsys.readouterr().err
    assert "a.bib has 'k' twice, with different contents; the last was taken" in said
    assert "a.bib and b.bib disagree on 'k'; the last was taken" in said
    assert "title: Third" in Path("refs.ars.yaml").read_text("utf-8")


@given(st.text(alphabet=r'@{}="#,\%$abcdoiyear (2004)' + "\n", max_size=200))
def test_no_bib_is_too_odd(text: str) -> None:
    bib_fields(f"@article{{k, {text}")
    verbatim(text)
    year_in(text)
    plain_doi(text)
