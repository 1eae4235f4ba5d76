"""What running text cites, where Pandoc sees a citation, and what merely looks like one."""

from __future__ import annotations

import pytest

from tests.positions.scanned import cited, keys


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("@a", [("a", "@a")]),
        ("@a [p. 3] b", [("a", "@a [p. 3]")]),
        ("@a\n[p. 3]", [("a", "@a\n[p. 3]")]),
        ("@a [p. 3](x)", [("a", "@a")]),  # a link follows
        ("@a [see @b]", [("a", "@a"), ("b", "[see @b]")]),
        ("-@a", [("a", "-@a")]),
        ("x-@a", [("a", "@a")]),
        ("[see @a, p. 3; also @b]", [("a", "[see @a, p. 3; also @b]")] * 1
         + [("b", "[see @a, p. 3; also @b]")]),
        ("@{a b}", []),
        ("@{http://x.org/y}", [("http://x.org/y", "@{http://x.org/y}")]),
        ("@a.b:c/d", [("a.b:c/d", "@a.b:c/d")]),
        ("@a. B", [("a", "@a")]),
        ("@a:: b", [("a", "@a")]),
        ("@ a", []),
        ("[link @a](http://x.org/@b) @c", [("a", "@a"), ("c", "@c")]),
        ("![figure @a](x.png)", [("a", "@a")]),
        ("^[note @a]", [("a", "@a")]),
        ("[words @a]{.class @b}", [("a", "@a")]),
        ("<a href='@a'>", []),
        ('<span data-cites="a b">(A)</span>',
         [("a", '<span data-cites="a b">'), ("b", '<span data-cites="a b">')]),
        ("`@a` @b", [("b", "@b")]),
        ("``@a ` @b`` @c", [("c", "@c")]),
        ("` @a", [("a", "@a")]),
        ("`\\cite{a}`{=latex}", [("a", "\\cite{a}")]),
        ("`<i data-cites='a'>`{=html}", [("a", "<i data-cites='a'>")]),
        ("`@a`{=openxml}", []),
        ("$@a$ @b", [("b", "@b")]),
        ("$ 5 @a and 6 $ @b", [("a", "@a"), ("b", "@b")]),
        ("$5 @a $6 @b", [("a", "@a"), ("b", "@b")]),
        ("$$\n@a\n$$ @b", [("b", "@b")]),
        ("\\@a @b", [("b", "@b")]),
        ("\\`@a` @b", [("a", "@a"), ("b", "@b")]),
        ("\\citep[3]{a}", [("a", "\\citep[3]{a}")]),
        ("\\emph{@a}", []),
        ("[UNVERIFIED CITATION — NO ORIGINAL]", [(None, "[UNVERIFIED CITATION — NO ORIGINAL]")]),
        ("[UNVERIFIED CITATION @a", [("a", "@a")]),
    ],
)  # fmt: skip
def test_citations_of_running_text(text: str, found: list[tuple[str | None, str]]) -> None:
    assert cited(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A[^n] @b\n\n[^n]: @a\n", ["a", "b"]),
        ("A[^n] @b\n\n[^n]: @a[^m]\n\n[^m]: @c\n", ["a", "c", "b"]),
        ("A @b\n\n[^n]: @a\n", ["b"]),  # a note that nobody calls
        ("A[^n]\n\n[^n]: @a[^n]\n", ["a"] * 3),  # one that calls itself ends
    ],
)
def test_a_note_stands_where_it_is_called(text: str, found: list[str]) -> None:
    assert keys(text)[: len(found)] == found
    assert set(keys(text)) == set(found)
