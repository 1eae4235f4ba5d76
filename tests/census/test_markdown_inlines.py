"""A stretch of Markdown's inline text: what each sign opens, and where it ends."""

from __future__ import annotations

import pytest

from ars_pandoc.census.collect import Collector
from ars_pandoc.census.markdown_inlines import InlineScanner

KNOWN = frozenset({"roe2021"})


def scanned(
    text: str, *, labels: frozenset[str] = frozenset(), links: frozenset[str] = frozenset()
) -> list[tuple[str, str, bool]]:
    out = Collector(text, KNOWN)
    InlineScanner(out, labels, links).scan(0, len(text))
    return [(key, form, sure) for key, _, form, sure in out.places]


def surely(text: str) -> list[str]:
    return [key for key, _, sure in scanned(text) if sure]


@pytest.mark.parametrize(
    "text",
    ["[@one]", "[-@one]", "[see *@one*, p. 3]", "[see [x](y) @one]", "\\![@one]", "[[@one]]",
     "[@one]{.c}", "[@one] (b)"],
)  # fmt: skip
def test_brackets_are_sure(text: str) -> None:
    assert surely(text) == ["one"]


@pytest.mark.parametrize("text", ["[by @one](x)", "[by @one](<x y> \"t\")", "![by @one](x)",
                                  "[by @one][ref]", "[by @one]{.c}", "^[by @one]"])  # fmt: skip
def test_a_links_text_a_note_and_a_span_hold_a_key_that_is_not_sure(text: str) -> None:
    assert scanned(text) == [("one", "bare", False)]


@pytest.mark.parametrize("text", ["[@one", "@one]", "\\[@one\\]"])
def test_half_a_bracket_is_none(text: str) -> None:
    assert surely(text) == []


@pytest.mark.parametrize("text", ["[@one='a']", '[@one = "a"]', "[@one != 3]", "[@one >= $x]"])
def test_what_is_compared_is_a_query(text: str) -> None:
    assert surely(text) == []


def test_the_label_of_a_link_is_not_sure() -> None:
    assert scanned("[@user]", links=frozenset({"user"})) == [("user", "bracketed", False)]


def test_the_label_of_an_example_counts_only_if_its_key_is_known() -> None:
    labels = frozenset({"roe2021", "good"})
    assert scanned("(@good) and @good", labels=labels) == []
    assert scanned("(@roe2021)", labels=labels) == []
    assert [key for key, _, _ in scanned("As @roe2021", labels=labels)] == ["roe2021"]


@pytest.mark.parametrize(
    "exempt",
    ["`[@no]`", "``a ` [@no]``", "$x [@no] y$", "$$x [@no]$$", "<https://x.org/[@no]>",
     "<me@no.org>", "<i title=\"[@no]\">", "<!-- [@no] -->", "{{< x [@no] >}}", "{% x [@no] %}",
     "[a](<[@no]>)", "{.c data-x='[@no]'}", "https://x.org/@no", "\\[@no]", "me@no.org",
     "<script>[@no]</script>"],
)  # fmt: skip
def test_each_sign_takes_along_what_prints_otherwise(exempt: str) -> None:
    assert surely(f"[@one] {exempt} [@two]") == ["one", "two"]


@pytest.mark.parametrize("text", ["a ` [@one]", "costs $5 [@one] or 6", "$ x [@one]$", "a < b [@one]",
                                  "{ [@one] }", "$x$5 [@one]", "a \\` [@one] \\`", "x: [@one]",
                                  "$x [@one] $"])  # fmt: skip
def test_a_sign_that_opens_nothing_takes_nothing(text: str) -> None:
    assert surely(text) == ["one"]


@pytest.mark.parametrize(
    ("style", "text"),
    [("latex", "\\cite{one}"), ("tex", "\\cite{one}"), ("context", "\\cite[one]"),
     ("html", "<i data-cites='one'>"), ("html5", "<i data-cites='one'>"),
     ("epub", "<i data-cites='one'>"), ("epub3", "<i data-cites='one'>"),
     ("revealjs", "<i data-cites='one'>"), ("slideous", "<i data-cites='one'>"),
     ("s5", "<i data-cites='one'>"), ("HTML", "<i data-cites='one'>"), ("typst", "#cite(<one>)"),
     ("markdown", "[@one]"), ("commonmark_x", "[@one]"), ("gfm", "[@one]"), ("md", "[@one]")],
)  # fmt: skip
def test_raw_code_is_read_by_the_rules_of_its_format(style: str, text: str) -> None:
    assert surely(f"a `{text}`{{={style}}} b") == ["one"]


@pytest.mark.parametrize("role", ["cite", "cite:p", "cite:t"])
def test_a_role_of_myst(role: str) -> None:
    assert surely(f"As {{{role}}}`one,two` says.") == ["one", "two"]
    assert surely("As {ref}`one` says.") == []


def test_a_caption_in_attributes_prints_and_other_values_do_not() -> None:
    assert surely("![](a){fig-cap='By [@one]' alt='By [@no]'}") == ["one"]
    assert scanned("[x]{data-cites='one two'}") == [
        ("one", "attribute", True),
        ("two", "attribute", True),
    ]


def test_a_callouts_title_prints_where_it_is_one() -> None:
    text = "{.callout-note title='By [@one]'}"
    for title, found in ((True, ["one"]), (False, [])):
        out = Collector(text, KNOWN)
        InlineScanner(out, frozenset(), frozenset()).scan(0, len(text), title=title)
        assert [key for key, *_ in out.places] == found


def test_a_key_in_an_address_counts_if_a_source_has_it() -> None:
    assert [key for key, *_ in scanned("https://x.org/@roe2021 https://x.org/@no")] == ["roe2021"]


def test_an_attempt_and_a_marker_are_read() -> None:
    assert surely("A <!--ref:one--> b <--ref:two--> c \\<!--ref:three-->") == [
        "one", "two", "three",
    ]  # fmt: skip


def test_a_marker_behind_its_citation_is_not_counted_again() -> None:
    assert surely("[@one, p. 3]<!--ref:one--> [@two, p. 3<!--ref:two-->]") == ["one", "two"]
    assert surely("[@one] word <!--ref:one-->") == ["one", "one"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("\\cite{one}", ["one"]),
        ("\\begin{quote}\\cite{one}\\end{quote}", ["one"]),
        ("\\begin{quote}\\cite{one}", ["one"]),
        ("\\iffalse [@no] \\fi [@one]", ["one"]),
        ("\\url{https://x.org/[@no]} [@one]", ["one"]),
        ("\\newcommand{\\x}{\\cite{no}} [@one]", ["one"]),
        ("\\newcommand\\x[1][a]{\\cite{no}} [@one]", ["one"]),
        ("\\newenvironment{x}[1]{\\cite{no}}{\\cite{no}} [@one]", ["one"]),
    ],
)
def test_commands_of_tex(text: str, found: list[str]) -> None:
    assert surely(text) == found


def test_a_scan_goes_on_behind_a_comment_that_ends_later() -> None:
    text = "a <!-- b\n\nc --> d"
    out = Collector(text, KNOWN)
    end = InlineScanner(out, frozenset(), frozenset()).scan(0, text.index("\n"))
    assert end == text.index(" d")
