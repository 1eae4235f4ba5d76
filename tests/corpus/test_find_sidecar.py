from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.corpus.find_sidecar import (
    Discovery,
    Rule,
    find_sidecars,
    find_without_document,
    none_found,
    search_folders,
)


def make(path: Path, text: str = "literature_corpus: []\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def find(*folders: Path, **given: Any) -> Discovery:
    asked: dict[str, Any] = {"explicit": None, "environment": None, "bibliographies": []}
    return find_sidecars(**asked | given, folders=folders)


def test_each_rule_goes_before_those_behind_it(tmp_path: Path) -> None:
    option = make(tmp_path / "mine.yaml")
    variable = make(tmp_path / "theirs.json")
    beside = make(tmp_path / "refs.ars.yaml")
    standard = make(tmp_path / "passport.yaml")
    given: dict[str, Any] = {
        "explicit": "mine.yaml",
        "inline_present": True,
        "environment": "theirs.json",
        "bibliographies": ["refs.bib"],
    }
    for name, rule, paths in (
        ("explicit", Rule.OPTION, (option,)),
        ("inline_present", Rule.INLINE, ()),
        ("environment", Rule.VARIABLE, (variable,)),
        ("bibliographies", Rule.BIBLIOGRAPHY, (beside,)),
    ):
        found = find(tmp_path, **given)
        assert (found.rule, found.paths) == (rule, paths)
        del given[name]
    found = find(tmp_path, **given)
    assert (found.rule, found.paths) == (Rule.FOLDER, (standard,))
    standard.unlink()
    assert find(tmp_path).rule is Rule.NONE


@pytest.mark.parametrize("ending", [".yaml", ".yml", ".json"])
@pytest.mark.parametrize("stem", ["refs.ars", "literature_corpus", "passport"])
def test_every_name_of_the_contract_is_found(tmp_path: Path, stem: str, ending: str) -> None:
    path = make(tmp_path / f"{stem}{ending}")
    assert find(tmp_path, bibliographies=["refs.bib"]).paths == (path,)


def test_the_sidecar_lies_beside_the_bibliography(tmp_path: Path) -> None:
    path = make(tmp_path / "bib" / "my.refs.ars.yaml")
    assert find(tmp_path, bibliographies=["bib/my.refs.json"]).paths == (path,)
    assert find(tmp_path, bibliographies=[str(tmp_path / "bib/my.refs.bib")]).paths == (path,)


def test_several_bibliographies_give_several_sidecars(tmp_path: Path) -> None:
    one, two = make(tmp_path / "one.ars.yaml"), make(tmp_path / "two.ars.json")
    found = find(
        tmp_path,
        bibliographies=["one.bib", "two.bib", "one.json", "none.bib", "https://example.org/x.bib"],
    )
    assert found.paths == (one, two)
    assert len(found.looked_at) == 1


def test_folders_are_tried_in_order_and_equal_files_are_one(tmp_path: Path) -> None:
    first, second = make(tmp_path / "a/refs.ars.yaml"), make(tmp_path / "b/refs.ars.yaml")
    assert find(first.parent, second.parent, bibliographies=["refs.bib"]).paths == (first,)
    second.write_text("literature_corpus: [] # other\n", encoding="utf-8")
    with pytest.raises(ArsError, match="two sidecars could be meant"):
        find(first.parent, second.parent, bibliographies=["refs.bib"])
    with pytest.raises(ArsError, match="two sidecars could be meant"):
        find(first.parent, second.parent, explicit="refs.ars.yaml")


def test_the_same_folder_twice_is_one_folder(tmp_path: Path) -> None:
    path = make(tmp_path / "passport.yaml")
    link = tmp_path / "link"
    link.symlink_to(tmp_path)
    assert find(tmp_path, link, tmp_path / "x" / "..").paths == (path,)
    path.unlink()
    assert len(find(tmp_path, link).looked_at) == 2


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("refs.ars.yaml", "refs.ars.json"),
        ("passport.yaml", "passport.yml"),
        ("passport.yaml", "literature_corpus.yaml"),
    ],
)
def test_two_candidates_in_one_folder_are_an_error(tmp_path: Path, one: str, two: str) -> None:
    make(tmp_path / one)
    make(tmp_path / two)
    with pytest.raises(ArsError) as caught:
        find(tmp_path, bibliographies=["refs.bib"])
    assert one in str(caught.value)
    assert two in str(caught.value)


def test_a_named_file_that_is_not_there_names_the_places(tmp_path: Path) -> None:
    make(tmp_path / "passport.yaml")
    with pytest.raises(ArsError) as caught:
        find(tmp_path / "a", tmp_path / "b", explicit="refs.yaml")
    said = str(caught.value)
    assert str(tmp_path / "a/refs.yaml") in said
    assert str(tmp_path / "b/refs.yaml") in said
    assert "ars validate" in said
    assert "backticks" not in said


def test_a_dash_made_by_markdown_gets_its_hint(tmp_path: Path) -> None:
    with pytest.raises(ArsError, match="put the path in backticks"):
        find(tmp_path, explicit="my–refs.yaml")


def test_none_found_names_the_places_and_ars_init(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = find_sidecars(
        explicit=None, environment=None, bibliographies=["bib/refs.bib"], folders=[Path()]
    )
    said = str(none_found(found))
    assert "bib/refs.ars.yaml (.yml, .json), literature_corpus.yaml (.yml, .json)" in said
    assert "ars init" in said


def test_folders_to_search() -> None:
    environment = {"QUARTO_PROJECT_DIR": "/book"}
    assert search_folders(Path("chapters"), environment) == [
        Path(),
        Path("chapters"),
        Path("/book"),
    ]
    assert search_folders(None, {}) == [Path()]


def test_without_a_document_the_folder_decides(tmp_path: Path) -> None:
    assert find_without_document(tmp_path, {}).rule is Rule.NONE
    passport = make(tmp_path / "passport.json")
    make(tmp_path / "passport_human_read_log.yaml")
    assert find_without_document(tmp_path, {}).paths == (passport,)
    refs = make(tmp_path / "refs.ars.yaml")
    assert find_without_document(tmp_path, {}).paths == (refs,)
    assert find_without_document(tmp_path, {"ARS_CORPUS": "passport.json"}).paths == (passport,)
    make(tmp_path / "more.ars.yml")
    with pytest.raises(ArsError, match="two sidecars could be meant") as caught:
        find_without_document(tmp_path, {})
    assert "--corpus" in str(caught.value)
