"""What Typst lacks is read from its errors, and nothing else is hidden."""

from __future__ import annotations

import pytest
import typst

from ars_pandoc.pandoc.typst_mend import Missing, mend, read_missing


def test_each_kind_is_read() -> None:
    diagnostic = (
        "error: label `<a>` does not exist in the document\n  at a place\n"
        'error: label `label("b c")` does not exist in the document\n'
        "error: citation key `zz` is not present in the bibliography\n"
        "error: the document does not contain a bibliography\n"
    )
    assert read_missing(diagnostic) == {
        Missing("label", "<a>"),
        Missing("label", 'label("b c")'),
        Missing("source", 'label("zz")'),
        Missing("bibliography"),
    }


def test_any_other_error_beside_means_that_nothing_is_mended() -> None:
    diagnostic = (
        "error: label `<a>` does not exist in the document\nerror: unknown variable: unknown\n"
    )
    assert read_missing(diagnostic) == frozenset()
    assert read_missing("warning: unknown font family\n") == frozenset()


def test_lines_keep_their_numbers() -> None:
    source = "= One\n#link(<a>)[A]\n"
    mended = mend(source, frozenset({Missing("label", "<a>")}))
    assert mended.splitlines()[1] == source.splitlines()[1]


@pytest.mark.parametrize("key", ["a", "b c", "10.1/x(2)", 'quo"te', "back\\slash", "中文", "a]b"])
def test_a_key_of_any_shape_is_printed_and_runs_no_code(key: str) -> None:
    escaped = key.replace("\\", "\\\\").replace('"', '\\"')
    source = f'Known #cite(label("{escaped}"), supplement: [p. 3]).\n'
    mended = mend(source, frozenset({Missing("source", f'label("{escaped}")')}))
    shown = typst.eval(mended.encode(), "repr(query(cite))")
    assert "p. 3" in shown
    assert typst.compile(mended.encode()).startswith(b"%PDF-")
