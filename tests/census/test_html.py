"""HTML and JATS: what cites by an attribute, and what prints no citation."""

from __future__ import annotations

import pytest

from tests.census.written import keys


@pytest.mark.parametrize(
    "exempt",
    [
        '<script>x = "data-cites"; y = {"@context": "<i data-cites=ghost>"}</script>',
        "<style>@media { }</style>",
        "<!-- <span data-cites='ghost'> -->",
        "<pre>@roe2021</pre> <code>@roe2021</code>",
        '<a href="https://x.org/@roe2021" title="@roe2021">x</a>',
        "me@roe2021.org",
        "<p>@ghost [@ghost]</p>",
    ],
)
def test_html_cites_by_its_attribute(exempt: str) -> None:
    text = f'<i data-cites="one">A</i>\n{exempt}\n<i title="a>b" data-cites=\'two three\'>B</i>'
    assert keys(text, "html") == ["one", "two", "three"]


def test_a_key_left_as_text_in_html_counts_if_it_is_known() -> None:
    assert keys("<p>As [@roe2021] and @poe2020.</p>", "html") == ["roe2021", "poe2020"]


def test_jats_refers_to_its_references() -> None:
    text = '<xref ref-type="bibr" rid="roe2021">1</xref> <xref ref-type="fig" rid="poe2020"/>'
    assert keys(text, "jats") == ["roe2021"]
