"""The chapters of a Quarto project."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.documents.quarto import chapters, load_yaml, project_file, project_of

FILES = ("index.qmd", "one.qmd", "two.qmd", "a.qmd", "sub/three.qmd", "notes.md")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in FILES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    return tmp_path


def named(folder: Path, text: str) -> list[str]:
    path = folder / "_quarto.yml"
    path.write_text(text, encoding="utf-8")
    return [one.relative_to(folder).as_posix() for one in chapters(path)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("book: {chapters: [index.qmd, one.qmd]}", ["index.qmd", "one.qmd"]),
        ("book: {chapters: [one.qmd], appendices: [a.qmd]}", ["one.qmd", "a.qmd"]),
        ("book: {chapters: [{part: one.qmd, chapters: [two.qmd]}]}", ["one.qmd", "two.qmd"]),
        ("book: {chapters: [{part: A title, chapters: [two.qmd]}]}", ["two.qmd"]),
        ("book: {chapters: [{file: one.qmd}, {href: two.qmd}]}", ["one.qmd", "two.qmd"]),
        ("book: {chapters: [one.qmd, one.qmd]}", ["one.qmd"]),
        ("book: {chapters: index.qmd}", ["index.qmd"]),
        ("project: {render: ['*.qmd', '!a.qmd']}", ["index.qmd", "one.qmd", "two.qmd"]),
        ("project: {render: [sub/*.qmd]}", ["sub/three.qmd"]),
        ("project: {type: website}", []),
        ("book: {title: T}\nproject: {render: [one.qmd]}", []),
        ("", []),
        ("project: 1", []),
    ],
)
def test_files_are_named_in_the_order_of_the_project(
    folder: Path, text: str, found: list[str]
) -> None:
    assert named(folder, text) == found


@pytest.mark.parametrize("text", ["book: {chapters: [gone.qmd]}", "project: {render: [gone.qmd]}"])
def test_a_chapter_that_is_not_there_is_named(folder: Path, text: str) -> None:
    with pytest.raises(ArsError, match=r"not there: .*gone.qmd"):
        named(folder, text)


@pytest.mark.parametrize("text", ["- a\n", "a: [\n", "x"])
def test_a_file_that_is_no_map_is_an_error(folder: Path, text: str) -> None:
    with pytest.raises(ArsError):
        named(folder, text)


def test_bytes_that_are_no_text_are_an_error(tmp_path: Path) -> None:
    path = tmp_path / "_quarto.yml"
    path.write_bytes(b"a: \xff\xfe")
    with pytest.raises(ArsError, match="cannot be read as YAML"):
        load_yaml(path)


def test_a_document_belongs_to_the_nearest_project(folder: Path) -> None:
    (folder / "_quarto.yaml").touch()
    assert project_of(folder / "sub" / "three.qmd") == folder
    (folder / "sub" / "_quarto.yml").touch()
    assert project_of(folder / "sub" / "three.qmd") == folder / "sub"
    assert project_file(folder) == folder / "_quarto.yaml"
    (folder / "_quarto.yml").touch()
    assert project_file(folder) == folder / "_quarto.yml"
    assert project_file(folder / "none") is None
