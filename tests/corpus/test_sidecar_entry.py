from __future__ import annotations

import copy
import json
from importlib.resources import files
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.corpus.sidecar_entry import INTEGRITY, SIGNALS, Entry, check_entry, check_unique
from tests.corpus.sidecars import raw_entry

SCHEMA = json.loads(
    files("ars_pandoc.corpus").joinpath("schema/sidecar.schema.json").read_text("utf-8")
)
VALIDATOR = jsonschema.Draft202012Validator({**SCHEMA["$defs"]["entry"], "$defs": SCHEMA["$defs"]})


def full_entry(**fields: Any) -> dict[str, Any]:
    return (
        raw_entry(
            venue="Journal of Things",
            doi="10.1234/abc",
            tags=["one"],
            abstract="",
            user_notes="",
            obtained_via="zotero-bbt-export",
            obtained_at="2026-05-14T10:00:00Z",
            adapter_name="bbt",
            adapter_version="1.0",
            source_acquired=True,
            source_acquisition_date="2026-05-14",
            source_acquisition_path="pdfs/smith.pdf",
            source_verified_against_original=True,
            source_verification_method="manual_grep",
            description_source="bibliography_v2",
            description_last_audit=None,
            contamination_signals={"preprint_post_llm_inflection": False},
        )
        | fields
    )


def only(raw: object) -> tuple[str, str, str]:
    (problem,) = check_entry(raw)
    return problem.path.removeprefix("literature_corpus[0]."), problem.message, problem.fix


@pytest.mark.parametrize("raw", [raw_entry(), full_entry()])
def test_a_good_entry_has_no_problem(raw: dict[str, Any]) -> None:
    assert check_entry(raw) == []


def test_an_absent_field_is_not_true() -> None:
    entry = Entry.from_valid(raw_entry())
    assert not entry.source_acquired
    assert not entry.source_verified_against_original
    assert entry.contamination_signals is None


@pytest.mark.parametrize("name", ["citation_key", "title", "authors", "year", "source_pointer"])
def test_a_required_field_is_named_when_it_is_missing(name: str) -> None:
    raw = raw_entry()
    del raw[name]
    (problem,) = check_entry(raw)
    assert problem.message == f"{name} is missing"
    assert problem.fix.startswith(f"add {name}: ")


@pytest.mark.parametrize(
    "key",
    [
        "doi:10.1038/nature14539",
        "10.1016/S0140-6736(95)90120-5",
        "müller2020",
        "王2020",
        "a",
        "_x",
        "smith-",
        "a#b$c%d&e+f?g<h~i",
    ],
)
def test_a_key_may_hold_what_pandoc_allows(key: str) -> None:
    assert check_entry(raw_entry(key)) == []


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("", "empty"),
        ("smith 2024", "white space"),
        ("smith\u00a02024", "white space"),
        ("smith--2024", "'--'"),
        ("smith>2024", "'>'"),
        ("smith\u200b2024", "invisible"),
        ("smith\u20602024", "invisible"),
        ("smith\ufeff2024", "invisible"),
        ("smith\u00ad2024", "invisible"),
        ("smith\x7f2024", "invisible"),
        ("smith\x9f2024", "invisible"),
        ("smith\n", "white space"),
    ],
)
def test_a_key_that_no_marker_could_hold_is_refused(key: str, said: str) -> None:
    assert said in only(raw_entry(key))[1]


@pytest.mark.parametrize(
    ("year", "said", "fix"),
    [
        ("2024", 'the text "2024"', "take the quotes away: year: 2024"),
        ("c. 1999", 'the text "c. 1999"', "year: 1999"),
        ("2024-05-14", "the text", "year: 2024"),
        (True, "year is true", "year: 2024"),
        (None, "empty", "four digits"),
        (999, "not between 1000 and 2100", "four digits"),
        (2101, "not between 1000 and 2100", "four digits"),
        (2024.5, "not a whole number", "year: 2024"),
        ([2024], "a list", "year: 2024"),
    ],
)
def test_a_year_of_another_type_is_named_with_the_edit(year: Any, said: str, fix: str) -> None:
    path, message, remedy = only(raw_entry(year=year))
    assert path == "year"
    assert said in message
    assert fix in remedy


@pytest.mark.parametrize(
    ("author", "path", "fix"),
    [
        ("Smith, Jane", "authors[0]", "{family: Smith, given: Jane}"),
        ("Jane Smith", "authors[0]", "{family: Smith, given: Jane}"),
        ("WHO", "authors[0]", "{literal: WHO}"),
        ({"given": "Jane"}, "authors[0]", "add family"),
        ({"family": ""}, "authors[0].family", "write its value"),
        ({"family": "Smith", "given": None}, "authors[0].given", "take it out"),
        ({"family": False}, "authors[0].family", 'family: "…"'),
        ({"family": "Smith", "literal": "WHO"}, "authors[0]", "keep literal"),
    ],
)
def test_an_author_is_a_csl_name(author: Any, path: str, fix: str) -> None:
    problem = only(raw_entry(authors=[author]))
    assert problem[0] == path
    assert fix in problem[2]


@pytest.mark.parametrize(
    "author",
    [
        {"literal": "WHO"},
        {"family": "Beethoven", "given": "L.", "non-dropping-particle": "van"},
        {"family": "King", "suffix": "Jr.", "comma-suffix": True},
    ],
)
def test_authors_may_have_the_parts_of_csl(author: dict[str, Any]) -> None:
    assert check_entry(raw_entry(authors=[author])) == []


@pytest.mark.parametrize("authors", ["Smith", [], None, {"family": "Smith"}])
def test_authors_is_a_list_with_a_name(authors: Any) -> None:
    assert only(raw_entry(authors=authors))[0] == "authors"


@pytest.mark.parametrize(
    ("fields", "path", "said"),
    [
        ({"source_acquired": False}, "description_last_audit", "not none"),
        (
            {"source_acquired": False, "description_last_audit": None},
            "description_last_audit",
            "not none",
        ),
        (
            {
                "source_verified_against_original": True,
                "source_verification_method": "manual_grep",
            },
            "source_verified_against_original",
            "source_acquired is not true",
        ),
        (
            {"source_acquired": True, "source_verified_against_original": True},
            "source_verification_method",
            "names no method",
        ),
        (
            {
                "source_acquired": True,
                "source_verified_against_original": True,
                "source_verification_method": "none",
            },
            "source_verification_method",
            "names no method",
        ),
        ({"obtained_via": "other"}, "obtained_via", "adapter_name is missing"),
        (
            {
                "obtained_via": "manual",
                "contamination_signals": {"crossref_unmatched": False},
            },
            "contamination_signals.crossref_unmatched",
            "never looked up",
        ),
        (
            {
                "year": 2023,
                "contamination_signals": {"preprint_post_llm_inflection": True},
            },
            "contamination_signals.preprint_post_llm_inflection",
            "before 2024",
        ),
    ],
)
def test_fields_that_depend_on_each_other(fields: dict[str, Any], path: str, said: str) -> None:
    problem = only(raw_entry(**fields))
    assert problem[0] == path
    assert said in problem[1]


@pytest.mark.parametrize(
    "fields",
    [
        {"source_acquired": False, "description_last_audit": "none"},
        {"source_verified_against_original": False, "source_verification_method": "none"},
        {"obtained_via": "other", "adapter_name": "mine"},
        {"obtained_via": "manual", "contamination_signals": {}},
        {
            "obtained_via": "manual",
            "contamination_signals": {"preprint_post_llm_inflection": True},
        },
        {"year": 2023, "contamination_signals": {"preprint_post_llm_inflection": False}},
    ],
)
def test_dependent_fields_in_order(fields: dict[str, Any]) -> None:
    assert check_entry(raw_entry(**fields)) == []


@pytest.mark.parametrize(
    ("doi", "fix"),
    [
        ("https://doi.org/10.1038/nature14539", "doi: 10.1038/nature14539"),
        ("doi:10.1038/nature14539", "doi: 10.1038/nature14539"),
        ("nature14539", "take the line out"),
        ("10.12/x", "take the line out"),
    ],
)
def test_a_doi_stands_without_prefix(doi: str, fix: str) -> None:
    assert fix in only(raw_entry(doi=doi))[2]


def test_a_word_outside_its_list_is_named_with_the_nearest() -> None:
    assert only(raw_entry(source_verification_method="manual-grep"))[2] == (
        "write source_verification_method: manual_grep"
    )
    assert "zotero-api" in only(raw_entry(obtained_via="telepathy"))[2]


@pytest.mark.parametrize("value", ["true", "yes", 1, None])
def test_a_truth_is_true_or_false(value: Any) -> None:
    assert only(raw_entry(source_acquired=value))[0] == "source_acquired"


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("source_aquired", "source_acquired"),
        ("source-acquired", "source_acquired"),
        ("author", "authors"),
        ("DOI", "doi"),
        ("container-title", "venue"),
        ("id", "citation_key"),
        ("key", "citation_key"),
        ("issued", "year"),
        ("date", "year"),
        ("journal", "venue"),
        ("booktitle", "venue"),
        ("url", "source_pointer"),
        ("URL", "source_pointer"),
        ("note", "user_notes"),
        ("keywords", "tags"),
        # The beginning of one field, and close to another.
        ("source_verified", "source_verified_against_original"),
        ("source_acquisition_d", "source_acquisition_date"),
    ],
)
def test_an_unknown_field_is_a_warning_at_render_and_an_error_in_validate(
    name: str, near: str
) -> None:
    raw = {**raw_entry(), name: "x"}
    (problem,) = check_entry(raw)
    assert problem.severity == "warning"
    assert f"did you mean {near}?" in problem.message
    (problem,) = check_entry(raw, unknown="error")
    assert problem.severity == "error"


def test_unknown_signals_and_name_parts_are_unknown_fields_too() -> None:
    raw = raw_entry(
        authors=[{"family": "Smith", "givn": "J."}],
        contamination_signals={"openalex_unmached": True},
    )
    assert [(p.path, p.severity) for p in check_entry(raw)] == [
        ("literature_corpus[0].contamination_signals.openalex_unmached", "warning"),
        ("literature_corpus[0].authors[0].givn", "warning"),
    ]


@pytest.mark.parametrize("name", ["human_read_source", "human_read_at"])
def test_a_mark_of_reading_on_an_entry_is_always_an_error(name: str) -> None:
    (problem,) = check_entry({**raw_entry(), name: True})
    assert problem.severity == "error"
    assert "ledger" in problem.message
    assert "ars mark-read smith2024" in problem.fix


@pytest.mark.parametrize(
    "name",
    [
        "arxiv_id",
        "venue_type",
        "venue_type_provenance",
        "venue_type_source",
        "contamination_signal_omissions",
        "contamination_signals_backfilled_at",
        "bibliographic_integrity_signals",
    ],
)
def test_fields_of_later_ars_versions_are_accepted(name: str) -> None:
    raw = {**raw_entry(), name: [{"x": 1}]}
    # Of the signals that count here, one of an unknown type is named.
    problems = check_entry(raw, unknown="error")
    assert [one.severity for one in problems] == ["warning"] * (name == INTEGRITY)
    VALIDATOR.validate(raw)
    assert len(check_entry({**raw_entry(), f"{name}_x": 1}, unknown="error")) == 1


OBTAINED = "zotero-api zotero-bbt-export obsidian-vault folder-scan manual other".split()
METHODS = "codex_audit manual_grep vision_check none".split()


@pytest.mark.parametrize("way", OBTAINED)
def test_each_way_to_obtain_an_entry(way: str) -> None:
    assert check_entry(raw_entry(obtained_via=way, adapter_name="x")) == []
    assert only(raw_entry(obtained_via=f"{way}s", adapter_name="x"))[0] == "obtained_via"
    assert way in only(raw_entry(obtained_via="telepathy"))[2]


@pytest.mark.parametrize("method", METHODS)
def test_each_method_of_verification(method: str) -> None:
    assert check_entry(raw_entry(source_verification_method=method)) == []
    assert only(raw_entry(source_verification_method=f"{method}s"))[0] == (
        "source_verification_method"
    )


@pytest.mark.parametrize("name", SIGNALS)
def test_each_signal(name: str) -> None:
    assert check_entry(raw_entry(contamination_signals={name: False}), unknown="error") == []
    assert check_entry(raw_entry(contamination_signals={f"{name}s": False}), unknown="error")


def test_the_signals_are_those_of_the_contract() -> None:
    assert set(SIGNALS) == {
        "preprint_post_llm_inflection",
        "semantic_scholar_unmatched",
        "openalex_unmatched",
        "crossref_unmatched",
        "arxiv_unmatched",
    }


def test_private_fields_are_never_printed() -> None:
    (problem,) = check_entry(raw_entry(abstract=["secret"], user_notes="secret"))
    assert "secret" not in str(problem)


def test_a_value_cannot_write_to_the_terminal() -> None:
    (problem,) = check_entry(raw_entry(doi="\x1b[2J" + "x" * 500))
    assert "\x1b" not in str(problem)
    assert len(problem.message) < 100


def test_keys_are_unique() -> None:
    (problem,) = check_unique([raw_entry("a"), raw_entry("b"), raw_entry("a")])
    assert problem.path == "literature_corpus[2].citation_key"
    assert "literature_corpus[0]" in problem.message


@pytest.mark.parametrize(
    ("authors", "byline"),
    [
        ([{"family": "Smith"}], "Smith 2024"),
        ([{"family": "Smith"}, {"literal": "WHO"}], "Smith and WHO 2024"),
        ([{"family": "A"}, {"family": "B"}, {"family": "C"}], "A et al. 2024"),
    ],
)
def test_byline(authors: list[dict[str, str]], byline: str) -> None:
    assert Entry.from_valid(raw_entry(authors=authors)).byline == byline


# The schema and the code must give one verdict (an unknown field being an error, as in
# `ars validate`), on whole entries in which any few values, deep ones too, were replaced.

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(990, 2110),
    st.floats(allow_nan=False),
    st.sampled_from([2024.0, 1e3, 2100.0]),
    st.text(max_size=8),
    st.sampled_from(
        [
            "none",
            "manual",
            "other",
            "manual_grep",
            "original_pdf",
            "bibliography_v3",
            "bibliography_v3\n",
            "10.1234/x",
            "10.1234/x\n",
            "10.1234/a b",
            "2026-05-14",
            "2026-05-14T10:00:00Z",
            "2026-05-14\n",
            "2026-13-01",
            "true",
            "2024",
            " ",
            "a--b",
            "a>b",
            "a\u00adb",
        ]
    ),
)
NAMES = st.sampled_from(
    [*full_entry(), *SIGNALS, "family", "literal", "given", "arxiv_id", "human_read_at", "other"]
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=4,
)


@st.composite
def mutated_entries(draw: st.DrawFn) -> Any:
    entry = copy.deepcopy(draw(st.sampled_from([raw_entry(), full_entry()])))
    for _ in range(draw(st.integers(0, 4))):
        place: Any = entry
        nested = draw(st.sampled_from(["", "", "authors", "contamination_signals"]))
        if isinstance(entry.get(nested), list) and entry[nested]:
            place = entry[nested][0]
        elif isinstance(entry.get(nested), dict):
            place = entry[nested]
        if not isinstance(place, dict):
            continue
        name = draw(NAMES)
        if draw(st.booleans()):
            place[name] = draw(VALUES)
        else:
            place.pop(name, None)
    return entry


@given(mutated_entries() | VALUES)
def test_the_schema_and_the_code_give_one_verdict(raw: Any) -> None:
    accepted = check_entry(raw, unknown="error") == []
    said = [error.message for error in VALIDATOR.iter_errors(raw)]
    assert accepted == (not said), said or check_entry(raw, unknown="error")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("source_aquired", "source_acquired"),
        ("source_verification_metod", "source_verification_method"),
    ],
)
def test_a_trust_field_that_is_missing_is_looked_for_under_a_misspelt_name(
    written: str, meant: str
) -> None:
    values: dict[str, Any] = {
        "source_acquired": True,
        "source_verification_method": "manual_grep",
    }
    values[written] = values.pop(meant)
    problems = check_entry(raw_entry(source_verified_against_original=True, **values))
    (error,) = (problem for problem in problems if problem.severity == "error")
    assert error.message.endswith(f": it is written {written}")
    assert error.fix == f"write {meant} for {written}"
