"""A notebook as Pandoc is to read it: captions of code cells, parts of Markdown cells."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.documents.included import Included
from ars_pandoc.documents.notebook import assemble_notebook

CODE: dict[str, object] = {
    "cell_type": "code",
    "metadata": {},
    "outputs": [],
    "execution_count": None,
}


def read(
    folder: Path, *cells: dict[str, Any], **files: str
) -> tuple[list[dict[str, Any]], tuple[str, ...]]:
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    path = folder / "x.ipynb"
    path.write_text(json.dumps({"nbformat": 4, "cells": cells}), "utf-8")
    included = Included({}, locked=False)
    text = included.begin(path)
    whole = json.loads(assemble_notebook(path, text, included))
    assert whole["nbformat"] == 4
    return whole["cells"], included.warnings


def code(*lines: str) -> dict[str, Any]:
    return {**CODE, "source": [f"{line}\n" for line in lines]}


@pytest.mark.parametrize("text", ["", "no JSON", "[]", '"cells"', '{"cells": 3}', "{}",
                                  '{"cells": []}', '{ "cells":[ ] }'])  # fmt: skip
def test_what_is_no_notebook_or_has_nothing_to_add_stays(text: str) -> None:
    assert assemble_notebook(Path("x.ipynb"), text, Included({}, locked=False)) == text


def test_a_caption_is_a_markdown_cell_behind_its_code(tmp_path: Path) -> None:
    one = code("#| fig-cap: By [@b]", "plot()")
    cells, warnings = read(tmp_path, one, {"cell_type": "markdown", "metadata": {}, "source": "Z"})
    assert [cell["cell_type"] for cell in cells] == ["code", "markdown", "markdown"]
    assert cells[0] == one
    assert cells[1]["source"].strip("\u00a0") == "By [@b]"
    assert warnings == ()


def test_each_caption_has_a_cell_and_an_id_of_its_own(tmp_path: Path) -> None:
    cells, _ = read(tmp_path, code("#| fig-cap: One [@a]", "#| tbl-cap: Two [@b]", "x"))
    assert len({cell.get("id") for cell in cells}) == 3
    assert [cell["source"].strip("\u00a0") for cell in cells[1:]] == ["One [@a]", "Two [@b]"]


@pytest.mark.parametrize("source", ["#| fig-alt: By [@b]\nx", "x\n#| fig-cap: By [@b]", "", 7,
                                    None, ["#| fig-cap: A", 3]])  # fmt: skip
def test_code_without_a_caption_has_none(tmp_path: Path, source: Any) -> None:
    cell = {**CODE, "source": source}
    assert read(tmp_path, cell) == ([cell], ())


@pytest.mark.parametrize("kind", ["raw", "heading", None])
def test_other_cells_stay(tmp_path: Path, kind: Any) -> None:
    cell = {"cell_type": kind, "source": "#| fig-cap: A\n\n{{< include part.qmd >}}\n"}
    assert read(tmp_path, cell) == ([cell], ())


@pytest.mark.parametrize("source", ["A\n\n{{< include part.qmd >}}\n",
                                    ["A\n", "\n", "{{< include part.qmd >}}\n"]])  # fmt: skip
def test_a_markdown_cell_reads_its_parts_in(tmp_path: Path, source: Any) -> None:
    cell = {"cell_type": "markdown", "metadata": {"x": 1}, "source": source}
    [read_in], _ = read(tmp_path, cell, **{"part.qmd": "By [@b].\n"})
    assert read_in == {**cell, "source": "A\n\nBy [@b].\n"}


def test_a_caption_that_code_computes_is_told(tmp_path: Path) -> None:
    cells, warnings = read(tmp_path, code("#| fig-cap: !expr paste(a, b)", "x"))
    assert len(cells) == 1
    assert ["code computes" in warning for warning in warnings] == [True]


def test_a_cell_that_is_none_is_left_to_pandoc() -> None:
    text = '{"cells": [3, null, "x"]}'
    assert assemble_notebook(Path("x.ipynb"), text, Included({}, locked=False)) == text
