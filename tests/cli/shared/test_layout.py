"""Long lines on narrow terminals."""

from __future__ import annotations

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.cli.shared.layout import broken, columns, echo_list


@pytest.mark.parametrize(
    ("line", "width", "expected"),
    [
        ("     text:    one two three", 80, ["     text:    one two three"]),
        (
            "     text:    one two three four five six",
            36,
            ["     text:    one two three four", "              five six"],
        ),
        (
            "     nearest: one two three four five",
            30,
            ["     nearest: one two three", "  four five"],
        ),
        ("  1. found: “one two three”", 25, ["  1. found: “one two", "     three”"]),
        ("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx yy", 20, ["x" * 20, "x" * 10, "yy"]),
        ("中文文字排版", 6, ["中文文", "字排版"]),
    ],
)
def test_it_is_broken_between_words(line: str, width: int, expected: list[str]) -> None:
    assert list(broken(line, width)) == expected


def test_styles_take_no_room() -> None:
    line = "     text:    " + click.style("one two three", bold=True) + " four five six"
    parts = list(broken(line, 36))
    assert [click.unstyle(part) for part in parts] == [
        "     text:    one two three four",
        "              five six",
    ]


@given(st.text(alphabet="ab 中é\u0301", max_size=200), st.integers(20, 100))
def test_no_line_is_too_long_and_no_word_is_lost(text: str, width: int) -> None:
    parts = list(broken(f"  why: {text}", width))
    assert all(columns(part) <= width for part in parts)
    assert "".join("".join(parts).split()) == "".join(f"why:{text}".split())


def test_a_list_shows_the_first_lines_and_counts_the_rest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    echo_list("3 files:", ["a.pdf", "b\x1b[31m.pdf", "c.pdf"], 2)
    echo_list("nothing:", [], 2)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("3 files:\n  a.pdf\n  b")
    assert "\x1b" not in err
    assert err.endswith("  … and 1 more\n")
