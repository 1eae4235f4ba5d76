"""The options of a document: metadata, flat names, environment, and the lock (contract §7)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.base.environment import is_locked
from ars_pandoc.base.errors import ArsError
from ars_pandoc.pandoc.metadata import plain_value
from ars_pandoc.verdict.options import NAMES, Options, read_options
from tests.pandoc_documents import read_document

# Metadata as an author writes it, each a document's own.
WRITTEN = {
    "nothing": "title: A title",
    "map": "ars: {mode: draft, corpus: refs.ars.yaml, trust: pinned, grounding: required}",
    "flat": "ars-mode: draft",
    "dotted": "ars.mode: draft",
    "both": "{ars: {mode: draft, trust: pinned}, ars-mode: gate}",
    "accept": "ars: {accept: [LOW-WARN]}",
    "accept one": "ars: {accept: LOW-WARN}",
    "accept all": "ars: {accept: [LOW-WARN, MED-WARN-NO-LOCATOR]}",
    "backticks": "ars: {corpus: '`my--refs.yaml`'}",
    "refuse": "ars: {unmarked: refuse, report: out/report.json, sources: store}",
    "no map": "ars: draft",
    "list": "ars: [draft]",
    "misspelt": "ars: {mdoe: draft}",
    "misspelt flat": "ars-moed: draft",
    "far off": "ars: {colour: red}",
    "no value": "ars: {mode: final}",
    "a truth": "ars: {mode: true}",
    "two paths": "ars: {corpus: [a.yaml, b.yaml]}",
    "empty path": "ars: {corpus: ''}",
    "underscore": "{ars_mode: draft}",
    "capitals": "{ARS: {mode: draft}}",
    "given twice": "{ars-mode: [draft, gate], ars-accept: [LOW-WARN]}",
    "other tools": "{arsenal: 1, arson: 2, lang: en}",
}


@pytest.fixture(scope="module")
def written() -> dict[str, Any]:
    """Give the metadata of each, from one run of Pandoc."""
    lines = ["documents:", *(f"- {line}" for line in WRITTEN.values())]
    text = "---\n" + "\n".join(lines) + "\n---\n"
    documents = read_document(text)["meta"]["documents"]["c"]
    return dict(zip(WRITTEN, (document["c"] for document in documents), strict=True))


def refusal(meta: Any, environment: dict[str, str] | None = None) -> str:
    with pytest.raises(ArsError) as caught:
        read_options(meta, environment or {})
    assert caught.value.steps
    return str(caught.value)


def test_the_last_of_two_flat_values_counts(written: dict[str, Any]) -> None:
    options = read_options(written["given twice"], {})
    assert options.mode == "gate"
    assert options.policy.accept == {"LOW-WARN"}


@pytest.mark.parametrize("name", ["nothing", "other tools"])
def test_the_defaults(name: str, written: dict[str, Any]) -> None:
    options = read_options(written[name], {})
    assert options == Options()
    assert (options.mode, options.policy.trust, options.policy.grounding) == (
        "gate",
        "claimed",
        "when-possible",
    )
    assert not options.policy.accept
    assert not options.locked


def test_the_map(written: dict[str, Any]) -> None:
    options = read_options(written["map"], {})
    assert (options.mode, options.corpus) == ("draft", "refs.ars.yaml")
    assert (options.policy.trust, options.policy.grounding) == ("pinned", "required")
    refuse = read_options(written["refuse"], {})
    assert (refuse.refuse_unmarked, refuse.report, refuse.sources) == (
        True,
        "out/report.json",
        "store",
    )


@pytest.mark.parametrize("name", ["flat", "dotted"])
def test_flat_names(name: str, written: dict[str, Any]) -> None:
    assert read_options(written[name], {}).mode == "draft"


def test_flat_names_beat_the_map(written: dict[str, Any]) -> None:
    options = read_options(written["both"], {})
    assert (options.mode, options.policy.trust) == ("gate", "pinned")


def test_values_of_the_command_line_are_plain_strings() -> None:
    meta = {"ars-mode": {"t": "MetaString", "c": "draft"}}
    assert read_options(meta, {}).mode == "draft"


@pytest.mark.parametrize("name", ["accept", "accept one"])
def test_low_warn_can_be_accepted(name: str, written: dict[str, Any]) -> None:
    assert read_options(written[name], {}).policy.accept == {"LOW-WARN"}
    assert read_options({}, {"ARS_ACCEPT": "LOW-WARN"}).policy.accept == {"LOW-WARN"}


def test_nothing_else_can_be_accepted(written: dict[str, Any]) -> None:
    assert "MED-WARN-NO-LOCATOR" in refusal(written["accept all"])
    assert "ok" in refusal({}, {"ARS_ACCEPT": "LOW-WARN,ok"})


def test_a_path_in_backticks_keeps_every_character(written: dict[str, Any]) -> None:
    assert read_options(written["backticks"], {}).corpus == "my--refs.yaml"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("no map", "not a map"),
        ("list", "not a map"),
        ("misspelt", "write ars.mode"),
        ("misspelt flat", "write ars-mode"),
        ("far off", "corpus"),
        ("no value", "gate or draft"),
        ("a truth", "gate or draft"),
        ("two paths", "not a path"),
        ("empty path", "not a path"),
        ("underscore", "'ars_mode' is no option of ars-gate"),
        ("capitals", "'ARS' is no option of ars-gate"),
    ],
)
def test_what_cannot_be_meant_is_an_error(name: str, said: str, written: dict[str, Any]) -> None:
    assert said in refusal(written[name])


ENVIRONMENT = {
    "ARS_MODE": "draft",
    "ARS_TRUST": "pinned",
    "ARS_GROUNDING": "required",
    "ARS_UNMARKED": "refuse",
    "ARS_SOURCES": "store",
    "ARS_REPORT": "report.json",
}


def test_variables_are_defaults(written: dict[str, Any]) -> None:
    options = read_options(written["nothing"], ENVIRONMENT)
    assert (options.mode, options.sources, options.report) == ("draft", "store", "report.json")
    assert (options.policy.trust, options.policy.grounding) == ("pinned", "required")
    assert options.refuse_unmarked
    overridden = read_options(written["both"], ENVIRONMENT)
    assert (overridden.mode, overridden.policy.grounding) == ("gate", "required")


def test_a_variable_that_is_empty_is_none() -> None:
    assert read_options({}, dict.fromkeys([*ENVIRONMENT, "ARS_ACCEPT"], "")) == Options()


@pytest.mark.parametrize("name", WRITTEN)
def test_locked_no_document_has_a_say(name: str, written: dict[str, Any]) -> None:
    alone = read_options({}, {"ARS_LOCKED": "1", **ENVIRONMENT})
    assert read_options(written[name], {"ARS_LOCKED": "1", **ENVIRONMENT}) == alone
    assert alone.locked
    assert alone.mode == "draft"


def test_a_bad_variable_is_an_error_locked_too() -> None:
    assert "draft" in refusal({}, {"ARS_MODE": "final"})
    assert "draft" in refusal({}, {"ARS_MODE": "final", "ARS_LOCKED": "1"})


@pytest.mark.parametrize(
    ("value", "locked"), [("1", True), ("true", True), ("0", False), ("", False), (None, False)]
)
def test_the_lock(value: str | None, locked: bool) -> None:
    assert is_locked({} if value is None else {"ARS_LOCKED": value}) is locked


@given(st.text(min_size=1))
def test_only_the_names_of_the_list_are_options(name: str) -> None:
    meta = {f"ars-{name}": {"t": "MetaString", "c": "x"}}
    if name in NAMES:
        return
    with pytest.raises(ArsError, match="is no option"):
        read_options(meta, {})


def test_plain_values_of_all_types() -> None:
    text = """---
value:
  truth: true
  number: 12
  list: [a, b]
  map: {x: one}
  markup: 'A *fine* [word](u)'
  blocks: |
    One.

    Two.
---
"""
    assert plain_value(read_document(text)["meta"]["value"]) == {
        "truth": True,
        "number": "12",
        "list": ["a", "b"],
        "map": {"x": "one"},
        "markup": "A fine word",
        "blocks": "One.\nTwo.",
    }
