"""Where a citation key ends, and which `@` begins none."""

from __future__ import annotations

import pytest

from ars_pandoc.census.collect import Collector
from ars_pandoc.census.keys import KEY_AT, is_email, is_glued, read_foreign_key


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("@roe2021.", "roe2021"),
        ("@roe2021, p", "roe2021"),
        ("@doi:10.1/a_b-c", "doi:10.1/a_b-c"),
        ("@url:https://x.org/a.", "url:https://x.org/a"),
        ("@_a", "_a"),
        ("@é1", "é1"),
        ("@a..b", "a"),
        ("@a:b:", "a:b"),
        *((f"@a{sign}b", f"a{sign}b") for sign in ":.#$%&-+?<>~/"),
        *((f"@a{sign}b", "a") for sign in "!*^|;,()=\"'"),
    ],
)
def test_a_key_holds_single_signs_between_its_letters(text: str, key: str) -> None:
    hit = KEY_AT.match(text)
    assert hit is not None
    assert hit["plain"] == key


def test_a_key_in_braces_holds_anything_of_one_line() -> None:
    hit = KEY_AT.match("@{a b, c}")
    assert hit is not None
    assert hit["braced"] == "a b, c"
    assert KEY_AT.match("@{a\nb}") is None
    assert KEY_AT.match("@{}") is None
    assert KEY_AT.match("@-a") is None


@pytest.mark.parametrize(
    "text", ["me@x.org", "a.b@x.co.uk", "a+@x.org", "a-@x.org", "a_@x.org", "a'@x.org", "a%@x.org"]
)
def test_an_address_of_mail(text: str) -> None:
    assert is_email(text, text.index("@"))


@pytest.mark.parametrize("text", ["@x.org", " @x.org", "(@x.org", "me@x", "me@x.1a", "me@x.o",
                                  "me@x.org@y", "me@x.org1"])  # fmt: skip
def test_what_is_none(text: str) -> None:
    assert not is_email(text, text.index("@"))


@pytest.mark.parametrize("sign", "([{\"'“‘„‚«‹「『（【《〈*_~^–—-|>;,:¿¡…&/$=<!")
def test_a_key_may_stand_behind_each_of_these(sign: str) -> None:
    assert not is_glued(f"A {sign}@key", 3)


@pytest.mark.parametrize("sign", "a1é.?)]}”’%#+\\")
def test_behind_others_it_is_part_of_a_word(sign: str) -> None:
    assert is_glued(f"A {sign}@key", 3)


@pytest.mark.parametrize("before", ["", "A ", "A\n", "A\u00a0"])
def test_nothing_is_glued_to_a_space_or_to_the_start(before: str) -> None:
    assert not is_glued(f"{before}@key", len(before))
    assert not is_glued("a@key", 1, 1)


@pytest.mark.parametrize("text", ["https://x.org/@key", "www.x.org/@key", "see://a-@key",
                                  "x/@key", "and/or/@key", "x=@key"])  # fmt: skip
def test_in_an_address_it_is_glued(text: str) -> None:
    assert is_glued(f"At {text}", 3 + text.index("@"))


@pytest.mark.parametrize("text", ["/@key", "x-@key", "x:@key", "x$@key", "x_@key", "(/@key"])
def test_the_same_signs_are_no_address_by_themselves(text: str) -> None:
    assert not is_glued(f"At {text}", 3 + text.index("@"))


def foreign(text: str, *, in_markdown: bool = False, at: int | None = None) -> list[object]:
    out = Collector(text, {"roe2021"})
    where = text.index("@") if at is None else at
    end = read_foreign_key(out, where, 0, len(text), in_markdown=in_markdown)
    assert end > where
    return [(key, form, sure) for key, _, form, sure in out.places]


def test_a_key_in_another_syntax_counts_if_it_is_known() -> None:
    assert foreign("A @roe2021 b") == [("roe2021", "bare", False)]
    assert foreign("A [@roe2021]") == [("roe2021", "bracketed", True)]
    assert foreign("A @ghost b") == foreign("A [@ghost]") == []


def test_in_raw_code_of_markdown_brackets_are_meant() -> None:
    assert foreign("A [@ghost]", in_markdown=True) == [("ghost", "bracketed", True)]
    assert foreign("A @ghost", in_markdown=True) == []


@pytest.mark.parametrize("text", ["A@roe2021", "me@roe2021.org", "@{roe2021}", "@ roe2021"])
def test_what_is_part_of_something_else_is_no_key(text: str) -> None:
    assert foreign(text) == []
