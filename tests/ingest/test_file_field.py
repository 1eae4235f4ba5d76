"""How Zotero, Better BibTeX, JabRef and Mendeley spell the files of an entry."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.ingest.file_field import fields, folders, paths


def value_of(field: str) -> list[str]:
    """Read the field out of an entry, then its paths."""
    [(key, value)] = fields(f"@article{{k,\n  title = {{T}},\n  file = {field}\n}}\n")
    assert key == "k"
    return list(paths(value))


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        # Zotero's own export, with files and without
        (
            "{Full Text:files/1/a.pdf:application/pdf;Snapshot:files/2/b.html:text/html}",
            ["files/1/a.pdf", "files/2/b.html"],
        ),
        (
            r"{Smith\: Gates:C\:\\Users\\me\\Zotero\\storage\\ABCD1234\\a.pdf:application/pdf}",
            [r"C:\Users\me\Zotero\storage\ABCD1234\a.pdf"],
        ),
        (r"{A\: B:x\;y.pdf:application/pdf}", ["x;y.pdf"]),
        # Better BibTeX: paths alone
        ("{files/12/a.pdf}", ["files/12/a.pdf"]),
        ("{/home/me/a.pdf;/home/me/b.html}", ["/home/me/a.pdf", "/home/me/b.html"]),
        (r"{/home/me/a\;b.pdf}", ["/home/me/a;b.pdf"]),
        (r"{C:\\Users\\me\\a.pdf}", [r"C:\Users\me\a.pdf"]),
        (r"{C\:\\Users\\me\\a.pdf}", [r"C:\Users\me\a.pdf"]),
        (r"{A:\Zotero\storage\X\a.pdf}", [r"A:\Zotero\storage\X\a.pdf"]),
        (r"{/home/me/\{curly\}.pdf}", ["/home/me/{curly}.pdf"]),
        (r"{C:\\Users\\me\\.config\\a.pdf}", [r"C:\Users\me\.config\a.pdf"]),
        (r"{A:\Zotero\.x\a.pdf}", [r"A:\Zotero\.x\a.pdf"]),
        # JabRef
        ("{:files/a.pdf:PDF}", ["files/a.pdf"]),
        (r"{:papers\\a.pdf:PDF}", [r"papers\a.pdf"]),
        (r"{:https\://arxiv.org/pdf/1.pdf:PDF}", ["https://arxiv.org/pdf/1.pdf"]),
        ("{a.pdf:PDF}", ["a.pdf"]),
        ("{:a.pdf}", ["a.pdf"]),
        # Mendeley
        (
            r"{:C$\backslash$:/Users/F/Mart{\'{i}}nez{\_}prieto et al..pdf:pdf}",
            ["C:/Users/F/Martínez_prieto et al..pdf"],
        ),
        ("{:Users/me/a.pdf:pdf}", ["Users/me/a.pdf"]),
        (":C:/Users/a.pdf:pdf".join("{}"), ["C:/Users/a.pdf"]),
        # and by hand
        ("{a {nested} name.pdf}", ["a {nested} name.pdf"]),
        ('"a.pdf"', ["a.pdf"]),
        ("{https://example.org/a.pdf}", ["https://example.org/a.pdf"]),
        ("{}", []),
    ],
)
def test_the_field_as_programs_write_it(field: str, expected: list[str]) -> None:
    assert value_of(field) == expected


def test_another_field_is_no_file() -> None:
    text = (
        "@article{k,\n  profile = {a.pdf}, title = {a file = {b.pdf}}\n}\n@misc{l, year = 2020}\n"
    )
    assert list(fields(text)) == []


def test_the_folders_that_jabref_names() -> None:
    text = (
        "@Comment{jabref-meta: databaseType:bibtex;}\n"
        "@Comment{jabref-meta: fileDirectory:pdfs;}\n"
        "@Comment{jabref-meta: fileDirectory-me-desk:C\\:\\\\papers;}\n"
    )
    assert list(folders(text)) == ["pdfs", r"C:\papers"]


@given(st.text(alphabet="ab. /äß;:\\_", min_size=1, max_size=30))
def test_what_is_escaped_as_better_bibtex_does_is_read_back(name: str) -> None:
    escaped = "".join(f"\\{char}" if char in "\\:;" else char for char in name)
    # A description and a kind around it: then every sign of the path is its own.
    expected = [name.strip()] if name.strip() else []
    assert value_of(f"{{Full text:{escaped}:application/pdf}}") == expected


@given(st.text(max_size=200))
def test_no_text_breaks_it(text: str) -> None:
    for _, value in fields(text):
        list(paths(value))
    list(folders(text))
    list(paths(text))
