"""Typst: what is written as a citation, and each exemption beside a citation."""

from __future__ import annotations

import pytest

from tests.census.written import keys


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("As @roe2021 and @poe2020[p. 3] say.", ["roe2021", "poe2020"]),
        ("#cite(<ghost>) #cite(<a>, supplement: [p. 3])", ["ghost", "a"]),
        ('#cite(label("https://x.org/a"))', ["https://x.org/a"]),
        ("#text(red)[cite @roe2021]", ["roe2021"]),
        ("https://x.org//a @roe2021", ["roe2021"]),
    ],
)
def test_typst(text: str, expected: list[str]) -> None:
    assert keys(text, "typst") == expected


@pytest.mark.parametrize(
    "exempt",
    [
        "// @roe2021",
        "/* #cite(<ghost>) /* nested */ @roe2021 */",
        "`@roe2021` and ```typ\n#cite(<ghost>)\n```",
        "$ x @roe2021 $",
        '#import "@roe2021/cetz:0.2.0"',
        '#link("https://x.org/", "@roe2021")',
        "\\@roe2021 and me@roe2021.org",
        "#cite(<ghost>, form: none)",
        "#figure(image(1)) <fig>\nAs @fig shows.",
    ],
)
def test_what_is_exempt_in_typst(exempt: str) -> None:
    assert keys(f"#cite(<one>)\n{exempt}\n#cite(<two>)", "typst") == ["one", "two"]
