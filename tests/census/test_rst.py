"""reStructuredText: what is written as a citation, and each exemption beside a citation."""

from __future__ import annotations

import pytest

from tests.census.written import keys, sure


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (":cite:`a,b` and :cite:p:`c`", ["a", "b", "c"]),
        (":cite:t:`{see}a{p. 3}` :footcite:`b` :footcite:ts:`c`", ["a", "b", "c"]),
        (".. raw:: latex\n\n   \\cite{a}\n\n:cite:`b`", ["a", "b"]),
        (".. note::\n\n   See :cite:`a`.\n\n.. [1] By :cite:`b`.", ["a", "b"]),
    ],
)
def test_rst(text: str, expected: list[str]) -> None:
    assert sure(text, "rst") == expected


@pytest.mark.parametrize(
    "exempt",
    [
        "``:cite:`ghost` ``",
        ".. a comment :cite:`ghost`\n   :cite:`ghost`",
        ".. code-block:: rst\n\n   :cite:`ghost`\n\n   :cite:`ghost`",
        "Literal::\n\n   :cite:`ghost`",
        ":math:`x` :code:`:cite:` :ref:`ghost`",
        ".. math::\n\n   :cite:`ghost`",
        ".. bibliography:: ghost.bib",
        ".. _ghost: https://x.org/:cite:`ghost`",
        "[CIT2002]_ [1]_ [#a]_",
    ],
)
def test_what_is_exempt_in_rst(exempt: str) -> None:
    assert keys(f":cite:`one`\n\n{exempt}\n\n:cite:`two`\n", "rst") == ["one", "two"]


def test_a_reference_of_rst_counts_if_its_key_is_known() -> None:
    assert keys("As [roe2021]_ and [CIT2002]_.", "rst") == ["roe2021"]
