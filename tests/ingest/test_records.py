from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.ingest import records as bibliography
from ars_pandoc.ingest.record_entry import draft_entry
from ars_pandoc.ingest.records import read_library

BIB = r"""
@string{nat = "Nature"}
@comment{not an entry}
@article{einstein05, author={Albert Einstein and M{\"u}ller, J{\'o}zef and {World Health Organization}
  and van der Berg, Jan}, title={On the {E}lectrodynamics of \emph{moving} bodies}, journal=nat,
  year=1905, doi={https://doi.org/10.1002/andp.19053221004}}
@inproceedings{kid, crossref={proc}, author={Kid, A.}, title={A talk}}
@proceedings{proc, editor={Ed, Itor}, title={Proceedings}, date={2019-05/2019-06}, publisher={ACM}}
@misc{eprint, author={A B}, title={T}, eprint={1904.04923}, archivePrefix={arXiv}, year={2019}}
@article{journal, author={A B}, title={T3}, journal = {arXiv:1904.04923 [astro-ph]}, year=2019}
@book{homer, title={Iliad}, date={-0800}}
@book{nd, author={N D}, title={X}, year={n.d.}}
@unpublished{circa, author={A, B}, title={U}, date={2020~}}
"""


def write(folder: Path, text: str | bytes, name: str = "refs.bib") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return path


def drafted(path: Path, key: str) -> tuple[dict[str, Any], dict[str, str]]:
    library = read_library(path)
    draft = draft_entry(key, library.records[key], path.name, better_bibtex=library.better_bibtex)
    return draft.fields, draft.missing


def test_what_a_bib_file_says(tmp_path: Path) -> None:
    path = write(tmp_path, BIB)
    fields, missing = drafted(path, "einstein05")
    assert missing == {}
    assert fields["authors"] == [
        {"family": "Einstein", "given": "Albert"},
        {"family": "Müller", "given": "Józef"},
        {"literal": "World Health Organization"},
        {"family": "Berg", "given": "Jan", "dropping-particle": "van der"},
    ]
    assert fields["title"] == "On the Electrodynamics of moving bodies"
    assert fields["venue"] == "Nature"
    assert fields["doi"] == "10.1002/andp.19053221004"
    assert fields["source_pointer"] == "https://doi.org/10.1002/andp.19053221004"
    assert (fields["obtained_via"], fields["adapter_name"]) == ("other", "ars-pandoc")
    assert fields["source_acquired"] is False
    assert fields["source_verified_against_original"] is False


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("kid", {"venue": "Proceedings", "year": 2019, "source_pointer": "refs.bib#kid"}),
        ("proc", {"authors": [{"family": "Ed", "given": "Itor"}], "venue": "ACM"}),
        (
            "eprint",
            {"arxiv_id": "1904.04923", "source_pointer": "https://arxiv.org/abs/1904.04923"},
        ),
        ("journal", {"venue": "arXiv:1904.04923 [astro-ph]", "arxiv_id": "1904.04923"}),
        ("circa", {"year": 2020}),
    ],
)
def test_inheritance_preprints_and_dates(
    tmp_path: Path, key: str, expected: dict[str, object]
) -> None:
    fields, missing = drafted(write(tmp_path, BIB), key)
    assert missing == {}
    assert {name: fields.get(name) for name in expected} == expected


def test_what_is_missing_is_named_with_the_remedy(tmp_path: Path) -> None:
    path = write(tmp_path, BIB)
    _, missing = drafted(path, "homer")
    assert set(missing) == {"authors", "year"}
    assert "literal" in missing["authors"]
    assert "the year of publication, or that of the copy held" in missing["year"]
    _, missing = drafted(path, "nd")
    assert set(missing) == {"year"}


@pytest.mark.parametrize(
    ("bad", "label"),
    [
        ("@article{a key, title={T}, year=2000}\n", "a (line 14)"),
        ("@article(\n", "@article( (line 14)"),
        ("@article{open, title={Never {closed}, year=2000}\n", "open (line 14)"),
    ],
)
def test_one_bad_entry_costs_no_other(tmp_path: Path, bad: str, label: str) -> None:
    path = write(
        tmp_path, f"{BIB.rstrip()}\n{bad}@book{{last, author={{A}}, title={{T}}, year=2001}}\n"
    )
    library = read_library(path)
    assert [where for where, _ in library.bad] == [label]
    assert all(words for _, words in library.bad)
    assert library.records["last"]["title"] == "T"
    assert library.records["kid"]["container-title"] == "Proceedings", "inherited all the same"


def test_a_file_in_latin_1_and_one_with_a_bom(tmp_path: Path) -> None:
    text = "@book{m, author={Müller, Jörg}, title={Über}, year=2001}\n"
    library = read_library(write(tmp_path, text.encode("latin-1")))
    assert library.records["m"]["author"][0]["family"] == "Müller"
    assert any("not UTF-8" in warning for warning in library.warnings)
    library = read_library(write(tmp_path, b"\xef\xbb\xbf" + text.encode()))
    assert library.records["m"]["title"] == "Über"
    assert library.warnings == ()


def test_a_bom_before_latin_1_and_a_bad_entry(tmp_path: Path) -> None:
    good = "@book{m, author={Müller}, title={T}, year=2001}\n"
    path = write(tmp_path, b"\xef\xbb\xbf" + (good + "@book{bad key}\n").encode("latin-1"))
    assert list(read_library(path).records) == ["m"]


def test_a_key_twice(tmp_path: Path) -> None:
    one = "@book{m, author={A}, title={One}, year=2001}\n"
    assert read_library(write(tmp_path, one + one)).twice == ()
    library = read_library(write(tmp_path, one + one.replace("One", "Two")))
    assert library.twice == ("m",)
    # Pandoc prints the last.
    assert library.records["m"]["title"] == "Two"


def test_an_empty_file_and_one_that_is_none(tmp_path: Path) -> None:
    library = read_library(write(tmp_path, " \n"))
    assert library.records == {}
    assert library.warnings == (f"{tmp_path}/refs.bib is empty",)
    with pytest.raises(ArsError, match="no bibliography that can be read"):
        read_library(write(tmp_path, "x", "refs.pdf"))
    with pytest.raises(ArsError, match="cannot be read"):
        read_library(tmp_path / "gone.bib")
    with pytest.raises(ArsError, match="cannot read"):
        read_library(write(tmp_path, '{"a": ', "refs.json"))


def test_a_large_file_is_read_as_far_as_it_is_cited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """40 MB of abstracts and a bad entry cost nothing where ten works are cited."""
    monkeypatch.setattr(bibliography, "LARGE", 1000)
    path = write(tmp_path, BIB + "@article{bad key, title={T}}\n" * 50)
    library = read_library(path, {"kid", "gone"})
    assert set(library.records) == {"kid", "proc"}
    assert library.records["kid"]["container-title"] == "Proceedings"
    assert library.bad == ()


CSL = [
    {
        "id": "k",
        "type": "article-journal",
        "title": "A <i>title</i> &amp; more",
        "author": [{"family": "Hegedűs", "given": "Á"}, {"literal": "The Group"}],
        "issued": {"date-parts": [["2015", 3]]},
        "DOI": "10.1000/X",
        "abstract": "private",
    }
]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("r.json", json.dumps(CSL)),
        ("r.yaml", "references:\n- id: k\n  type: article-journal\n  title: A *title* & more\n"
         "  author:\n  - {family: Hegedűs, given: Á}\n  - {literal: The Group}\n"
         "  issued: 2015-03\n  DOI: 10.1000/X\n"),
        ("r.yml", "---\nreferences:\n- id: k\n  type: article-journal\n  title: A *title* & more\n"
         "  author:\n  - {family: Hegedűs, given: Á}\n  - {literal: The Group}\n"
         "  issued: 2015-03\n  DOI: 10.1000/X\n...\n"),
    ],
)  # fmt: skip
def test_csl_in_json_and_yaml(tmp_path: Path, name: str, text: str) -> None:
    fields, missing = drafted(write(tmp_path, text, name), "k")
    assert missing == {}
    assert fields["title"] == "A title & more"
    assert fields["authors"] == [{"family": "Hegedűs", "given": "Á"}, {"literal": "The Group"}]
    assert (fields["year"], fields["doi"]) == (2015, "10.1000/X")
    assert "abstract" not in fields


def test_ris_and_endnote(tmp_path: Path) -> None:
    ris = "TY  - JOUR\nID  - k\nAU  - Smith, Ada\nTI  - A title\nPY  - 2001\nJO  - J\nER  - \n"
    fields, _ = drafted(write(tmp_path, ris, "r.ris"), "k")
    assert (fields["authors"], fields["year"]) == ([{"family": "Smith", "given": "Ada"}], 2001)
    xml = (
        '<?xml version="1.0"?><xml><records><record><rec-number>7</rec-number>'
        '<ref-type name="Journal Article">17</ref-type><contributors><authors>'
        "<author>Smith, Ada</author></authors></contributors><titles><title>A title</title></titles>"
        "<dates><year>2001</year></dates></record></records></xml>"
    )
    library = read_library(write(tmp_path, xml, "r.xml"))
    [(key, record)] = library.records.items()
    assert record["title"] == "A title"
    assert draft_entry(key, record, "r.xml", better_bibtex=False).missing == {}


def test_better_bibtex_json(tmp_path: Path) -> None:
    items = [
        {
            "itemType": "journalArticle",
            "citationKey": "k",
            "title": "A <i>title</i>",
            "creators": [
                {"creatorType": "author", "firstName": "Ada", "lastName": "Smith"},
                {"creatorType": "author", "name": "The Group"},
                {"creatorType": "reviewedAuthor", "name": "No One"},
            ],
            "date": "2001-05-03",
            "publicationTitle": "A Journal",
            "extra": "tldr: x\nDOI: 10.1000/y",
            "attachments": [{"path": "/home/a/k.pdf", "title": "PDF"}],
        },
        {"itemType": "attachment", "title": "no item"},
    ]
    path = write(tmp_path, json.dumps({"config": {}, "items": items}), "library.json")
    library = read_library(path)
    assert library.better_bibtex
    assert list(library.records) == ["k"]
    fields, missing = drafted(path, "k")
    assert missing == {}
    assert fields["obtained_via"] == "zotero-bbt-export"
    assert "adapter_name" not in fields
    assert fields["authors"] == [{"family": "Smith", "given": "Ada"}, {"literal": "The Group"}]
    assert (fields["year"], fields["venue"], fields["doi"]) == (2001, "A Journal", "10.1000/y")


def test_three_thousand_authors(tmp_path: Path) -> None:
    names = " and ".join(f"Author{number}, A." for number in range(3000))
    fields, missing = drafted(
        write(tmp_path, f"@article{{atlas, author={{{names}}}, title={{T}}, year=2012}}"), "atlas"
    )
    assert missing == {}
    assert len(fields["authors"]) == 3000


def test_the_usual_slips_are_named_with_their_remedy(tmp_path: Path) -> None:
    file = tmp_path / "refs.bib"
    file.write_text(
        "@book{a, title={A}, author={Doe, J}, year=2001}\n"
        "@book(b, title={B}, author={Doe, J}, year=2001)\n"
        "@book{c d, title={C}, author={Doe, J}, year=2001}\n"
        "@book{e, title={E, author={Doe, J}, year=2001}\n"
    )
    assert read_library(file).bad == (
        ("b (line 2)", "write { } around the entry in place of ( )"),
        ("c (line 3)", "a key holds no space: write c_d"),
        ("e (line 4)", "a brace { is not closed"),
    )
