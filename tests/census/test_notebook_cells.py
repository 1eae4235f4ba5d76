"""Notebooks: the Markdown of their cells, with places in the file."""

from __future__ import annotations

import json

from ars_pandoc.census import count_written


def test_cells_are_read_and_their_places_are_the_files() -> None:
    notebook = {
        "cells": [
            {"cell_type": "code", "source": ["x = '[@ghost]'\n"], "outputs": [{"source": "[@g]"}]},
            {
                "cell_type": "markdown",
                "metadata": {"note": "[@ghost]"},
                "source": ['As "he" – ü 😀\n', "says [@roe2021].\n"],
            },
            {"source": "Before its type: [@poe2020]", "cell_type": "markdown"},
            {"cell_type": "code", "source": ["#| fig-cap: 'By [@smith2024]'\n", "plot()\n"]},
        ],
        "metadata": {"title": "[@ghost]"},
    }
    for ascii_only in (True, False):
        text = json.dumps(notebook, indent=1, ensure_ascii=ascii_only)
        found = count_written(text, "ipynb")
        assert [written.key for written in found] == ["roe2021", "poe2020", "smith2024"]
        for written in found:
            assert text.startswith(f"@{written.key}", written.start)
            line = text.splitlines()[written.line - 1]
            assert line.startswith(f"@{written.key}", written.column - 1)


def test_escapes_before_a_citation_keep_its_place() -> None:
    text = (
        '{"cells": [{"cell_type": "markdown", "source": "\\ud83d\\ude00 \\"\\u00fc\\" @roe2021"}]}'
    )
    (written,) = count_written(text, "ipynb")
    assert text.startswith("@roe2021", written.start)


def test_what_is_no_json_has_no_cells() -> None:
    for text in ("", "no json [@ghost]", '{"cells": [', "]]]", '{"cell_type": "markdown"}'):
        assert count_written(text, "ipynb") == []
