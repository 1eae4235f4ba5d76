"""Which scanner reads what, and in which order tokens come."""

from __future__ import annotations

import pytest

from ars_pandoc.positions.scan import can_scan
from tests.positions.scanned import cited, keys


@pytest.mark.parametrize(
    "reader", ["docx", "docx+citations", "odt", "epub", "ipynb+citations", "rtf", "json", "native",
               "pptx", "xlsx"],
)  # fmt: skip
def test_a_file_without_text_is_not_scanned(reader: str) -> None:
    assert not can_scan(reader)


@pytest.mark.parametrize(
    "reader", ["markdown", "gfm", "commonmark_x", "latex", "org", "typst", "rst", "html"]
)
def test_text_is_scanned(reader: str) -> None:
    assert can_scan(reader)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[cite:@a]", [("a", "[cite:@a]")]),
        (
            "[cite/t:see @a p. 3; @b]",
            [("a", "[cite/t:see @a p. 3; @b]"), ("b", "[cite/t:see @a p. 3; @b]")],
        ),
        ("# [cite:@a]", []),
        ("#+title: [cite:@a]", [("a", "[cite:@a]")]),
        ("~[cite:@a]~ =[cite:@b]=", []),
        ("#+begin_src r\n[cite:@a]\n#+end_src\n[cite:@b]", [("b", "[cite:@b]")]),
        ("#+BEGIN_EXAMPLE\n[cite:@a]\n#+END_EXAMPLE", []),
        ("#+begin_comment\n[cite:@a]\n#+end_comment", []),
        ("#+begin_quote\n[cite:@a]\n#+end_quote", [("a", "[cite:@a]")]),
    ],
)
def test_org(text: str, found: list[tuple[str, str]]) -> None:
    assert cited(text, "org") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("@a", [("a", "@a")]),
        ("@a[p. 3]", [("a", "@a[p. 3]")]),
        ("#cite(<a>, supplement: [3])", [("a", "#cite(<a>, supplement: [3])")]),
        ('#cite(label("a b"))', [("a b", '#cite(label("a b"))')]),
        ("x@a.org", []),
        ("// @a\n@b", [("b", "@b")]),
        ("/* @a */ @b", [("b", "@b")]),
        ("`@a` ```@b``` @c", [("c", "@c")]),
        ("\\@a", []),
        ("@a.", [("a", "@a")]),
    ],
)
def test_typst(text: str, found: list[tuple[str, str]]) -> None:
    assert cited(text, "typst") == found


def test_metadata_comes_first_and_the_title_first_of_it() -> None:
    text = "---\nabstract: '@b'\nsubtitle: '@s'\ntitle: '@t'\n---\n@x\n"
    assert keys(text) == ["t", "s", "b", "x"]


def test_each_line_end_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cited("A @a\r\n\r\nB @b\r\rC @c") == [("a", "@a"), ("b", "@b"), ("c", "@c")]
