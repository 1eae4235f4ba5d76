from __future__ import annotations

import json
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.base.errors import ArsError
from ars_pandoc.corpus.catalog import Catalog, check_catalog, load_catalog

SCHEMA = json.loads(
    files("ars_pandoc.corpus").joinpath("schema/catalog.schema.json").read_text("utf-8")
)
SHA = "ab" * 32
AT = "2026-05-14T10:00:00Z"


def fact(what: str, value: bool, service: str = "pubmed", **more: Any) -> dict[str, Any]:
    return {"what": what, "value": value, "service": service, "at": AT, **more}


def load(folder: Path, **record: Any) -> Catalog:
    (folder / ".ars").mkdir(exist_ok=True)
    data = {"schema": 1, "entries": {"a": record}}
    (folder / ".ars" / "catalog.yaml").write_text(json.dumps(data), encoding="utf-8")
    return load_catalog([folder / "refs.ars.yaml"])


def test_nothing_is_held_where_there_is_no_catalog(tmp_path: Path) -> None:
    catalog = load_catalog([tmp_path / "refs.ars.yaml"])
    assert not catalog.pinned("a")
    assert not catalog.content_match("a")
    assert catalog.retracted("a") is None
    assert catalog.missing_identifier("a") is None


@pytest.mark.slow
def test_an_absent_catalog_loads_no_yaml(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from ars_pandoc.corpus.catalog import *\n"
        "load_catalog([Path(sys.argv[1])]); sys.exit('yaml' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path / "x.yaml")], check=False)
    assert done.returncode == 0


@pytest.mark.parametrize("match", [True, False])
def test_a_snapshot_is_pinned_and_may_match(tmp_path: Path, match: bool) -> None:
    snapshot = {"sha256": SHA, "media_type": "application/pdf", "content_match": match}
    catalog = load(tmp_path, snapshots=[snapshot])
    assert catalog.pinned("a")
    assert catalog.content_match("a") is match
    assert not catalog.pinned("b")


def test_any_service_that_says_retracted_counts(tmp_path: Path) -> None:
    facts = [fact("retracted", False, "crossref"), fact("retracted", True, "pubmed")]
    retraction = load(tmp_path, facts=facts).retracted("a")
    assert retraction is not None
    assert retraction.service == "pubmed"


def test_the_last_word_of_a_service_counts(tmp_path: Path) -> None:
    facts = [fact("retracted", True), fact("retracted", False)]
    assert load(tmp_path, facts=facts).retracted("a") is None


def test_an_acknowledged_retraction_is_still_recorded(tmp_path: Path) -> None:
    acknowledged = [{"what": "retraction", "at": AT, "note": "cited as an example"}]
    catalog = load(tmp_path, facts=[fact("retracted", True)], acknowledged=acknowledged)
    assert catalog.retracted("a") is None
    assert catalog.recorded_retraction("a") is not None
    acknowledgement = catalog.acknowledged("a")
    assert acknowledgement is not None
    assert acknowledgement.note == "cited as an example"


def test_an_identifier_that_does_not_exist(tmp_path: Path) -> None:
    facts = [fact("exists", True, "doi", identifier="10.1/x"), fact("exists", False, identifier=1)]
    missing = load(tmp_path, facts=facts).missing_identifier("a")
    assert missing is not None
    assert (missing.identifier, missing.service) == ("1", "pubmed")


def test_catalogs_of_two_folders_are_united(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for folder in (one, two):
        folder.mkdir()
    load(one, snapshots=[{"sha256": SHA, "media_type": "application/pdf"}])
    load(two, facts=[fact("retracted", True)])
    catalog = load_catalog([one / "a.yaml", one / "b.yaml", two / "c.yaml"])
    assert len(catalog.snapshots("a")) == 1
    assert catalog.retracted("a") is not None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the file is empty"),
        ("schema: 2\n", "schema is 2, not 1"),
        ("schema: 1\nentries: {a: {facts: [{what: retracted}]}}\n", "value is missing"),
        ("schema: 1\nentries:\n  a:\n    snapshots:\n    - sha256: x\n", "line 5"),
        ("schema: 1\nentries: [", "no valid YAML"),
    ],
)
def test_a_damaged_catalog_is_an_error(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / ".ars").mkdir()
    (tmp_path / ".ars" / "catalog.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(ArsError) as caught:
        load_catalog([tmp_path / "refs.yaml"])
    assert said in str(caught.value)


VALUES: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, 1, "", "x", SHA, AT, "retracted", "retraction", [], {}]
)
NAMES = [
    "sha256",
    "media_type",
    "origin",
    "licence",
    "retrieved_at",
    "content_match",
    "what",
    "value",
    "identifier",
    "service",
    "at",
    "note",
    "later",
]
ITEMS = st.dictionaries(st.sampled_from(NAMES), VALUES)
GOOD = st.sampled_from(
    [
        {"sha256": SHA, "media_type": "application/pdf", "retrieved_at": AT},
        fact("exists", False, identifier=None),
        {"what": "retraction", "at": AT},
    ]
)
LISTS = st.lists(ITEMS | GOOD | st.builds(lambda a, b: a | b, GOOD, ITEMS), max_size=2) | VALUES
RECORDS = st.dictionaries(st.sampled_from(["snapshots", "facts", "acknowledged"]), LISTS) | VALUES


@given(
    st.fixed_dictionaries({}, optional={"schema": st.sampled_from([1, 2, True]), "entries": VALUES})
    | st.fixed_dictionaries(
        {"schema": st.just(1), "entries": st.dictionaries(st.just("a"), RECORDS)}
    )
    | VALUES
)
def test_the_schema_and_the_code_give_one_verdict(data: Any) -> None:
    said = list(jsonschema.Draft202012Validator(SCHEMA).iter_errors(data))
    assert (not check_catalog(data)) == (not said), said
