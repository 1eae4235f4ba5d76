from __future__ import annotations

import json
from datetime import timedelta, timezone
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.moments import ISO_DATE, moment_of
from ars_pandoc.corpus.ledger import (
    LEVELS,
    Ledger,
    ReadMark,
    check_ledger,
    ledger_path,
    load_ledger,
    standing_marks,
)

SCHEMA = json.loads(
    files("ars_pandoc.corpus").joinpath("schema/ledger.schema.json").read_text("utf-8")
)
T0, T1, T2 = (f"2026-05-14T10:00:0{n}Z" for n in range(3))


def record(key: str = "a", marked_at: str = T0, **fields: Any) -> dict[str, Any]:
    return {"citation_key": key, "marked_at": marked_at, **fields}


def ledger(*records: dict[str, Any]) -> Ledger:
    return Ledger(standing_marks(records))


@pytest.mark.parametrize(
    ("sidecar", "ledger"),
    [
        ("passport.yaml", "passport_human_read_log.yaml"),
        ("x/refs.ars.yaml", "x/refs.ars_human_read_log.yaml"),
        ("refs.ars.json", "refs.ars_human_read_log.yaml"),
    ],
)
def test_the_ledger_lies_beside_the_sidecar(sidecar: str, ledger: str) -> None:
    assert ledger_path(Path(sidecar)) == Path(ledger)


def test_without_a_ledger_nothing_is_read(tmp_path: Path) -> None:
    assert not load_ledger([tmp_path / "refs.ars.yaml"]).is_read("a")


def test_a_mark_stands_until_a_later_rescinded_at() -> None:
    assert ledger(record()).is_read("a")
    assert not ledger(record(rescinded_at=T1)).is_read("a")
    assert ledger(record(rescinded_at=T1), record(marked_at=T2)).is_read("a")


def test_a_rescinded_at_ends_every_earlier_mark_of_its_key_alone() -> None:
    records = (record(), record("b"), record(marked_at=T1, rescinded_at=T2))
    assert not ledger(*records).is_read("a")
    assert ledger(*records).is_read("b")


def test_within_one_second_the_order_of_the_file_decides() -> None:
    assert ledger(record(rescinded_at=T0), record()).is_read("a")
    assert not ledger(record(), record(rescinded_at=T0)).is_read("a")


def test_moments_compare_across_zones_and_spellings() -> None:
    same = ("2026-05-14T12:00:00+02:00", "2026-05-14 10:00Z", "2026-05-14t10:00:00.000", T0)
    assert len({moment_of(text) for text in same}) == 1
    assert moment_of("2026-05-14").isoformat() == "2026-05-14T00:00:00+00:00"


@given(
    st.datetimes(timezones=st.just(timezone.utc)),
    st.sampled_from([timedelta(0), timedelta(hours=5, minutes=30), timedelta(hours=-8)]),
)
def test_what_python_writes_is_an_iso_date_and_read_back(moment: Any, offset: timedelta) -> None:
    try:
        text = moment.astimezone(timezone(offset)).isoformat()
    except OverflowError:
        return
    assert ISO_DATE.fullmatch(text)
    assert moment_of(text) == moment


@given(st.from_regex(ISO_DATE, fullmatch=True))
def test_every_iso_date_is_a_moment(text: str) -> None:
    assert moment_of(text).tzinfo is not None


@pytest.mark.parametrize("text", ["2026-02-29", "2025-04-31", "2026-5-1", "0000-01-01", "10:00"])
def test_what_is_no_day_is_no_iso_date(text: str) -> None:
    assert not ISO_DATE.fullmatch(text)


def test_the_newest_mark_tells_the_scope() -> None:
    scope = {"level": "sections", "locators": ["section 3", 4], "note": "for chapter 2"}
    read = ledger(record(), record(marked_at=T1, read_scope=scope))
    assert read.mark("a") == ReadMark("a", T1, "sections", ("section 3", "4"), "for chapter 2")
    assert ledger(record()).mark("a") == ReadMark("a", T0, "unknown")
    assert ledger().mark("a") is None


def test_sources_marked_within_a_minute_are_named_together() -> None:
    read = ledger(
        record("a", "2026-05-14T10:00:00Z"),
        record("b", "2026-05-14T10:00:59Z"),
        record("c", "2026-05-14T10:01:30Z"),
        record("d", "2026-05-14T10:03:00Z"),
    )
    assert read.marked_together() == (("a", "b", "c"),)


def test_ledgers_of_several_sidecars_are_united(tmp_path: Path) -> None:
    for name, key in (("one", "a"), ("two", "b")):
        (tmp_path / f"{name}_human_read_log.yaml").write_text(
            f"human_read:\n- citation_key: {key}\n  marked_at: {T0}\n", encoding="utf-8"
        )
    read = load_ledger([tmp_path / "one.yaml", tmp_path / "two.yaml"])
    assert read.is_read("a")
    assert read.is_read("b")


def test_a_key_of_digits_and_a_date_without_quotes_are_forgiven(tmp_path: Path) -> None:
    path = tmp_path / "refs_human_read_log.yaml"
    path.write_text("human_read: [{citation_key: 123, marked_at: 2026-05-14}]", encoding="utf-8")
    assert load_ledger([tmp_path / "refs.yaml"]).is_read("123")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the file is empty"),
        ("session_id: x\n", "no list human_read"),
        ("human_read:\n", "no list human_read"),
        ("human_read:\n- citation_key: a\n", "no marked_at (line 2)"),
        ("human_read:\n- citation_key: a\n  marked_at: 2026-0\n", "no ISO date: 2026-0 (line 3)"),
        ("human_read:\n- citation_key: a\n  marked_at: '2026-05-1", "closed"),
        (f"human_read:\n- citation_key: a\n  marked_at: {T0}\n  rescinded_at:\n", "rescinded_at"),
        ("human_read:\n- citation_key: a\n  citation_key: b\n", "given twice"),
        ("human_read:\n- just text\n", "a record is text"),
    ],
)
def test_a_damaged_ledger_is_never_an_empty_one(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "refs_human_read_log.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ArsError) as caught:
        load_ledger([tmp_path / "refs.yaml"])
    assert "is damaged" in str(caught.value)
    assert said in str(caught.value)


def test_a_dangling_link_is_no_missing_ledger(tmp_path: Path) -> None:
    (tmp_path / "refs_human_read_log.yaml").symlink_to(tmp_path / "elsewhere.yaml")
    with pytest.raises(ArsError):
        load_ledger([tmp_path / "refs.yaml"])


SCOPES = st.fixed_dictionaries(
    {},
    optional={
        "level": st.sampled_from([*LEVELS, "all", None]),
        "locators": st.lists(st.sampled_from(["section 3", " ", None]), max_size=2),
        "note": st.sampled_from(["x", "", None]),
        "later": st.just(1),
    },
)
RECORDS = st.fixed_dictionaries(
    {},
    optional={
        "citation_key": st.sampled_from(["a", "", " ", None, True]),
        "marked_at": st.sampled_from([T0, "2026-05-14", "2026-02-30", "", None]),
        "rescinded_at": st.sampled_from([T1, None]),
        "read_scope": SCOPES | st.none(),
        "attestation_type": st.just("later"),
    },
)


@given(
    st.fixed_dictionaries({}, optional={"human_read": st.lists(RECORDS, max_size=2) | st.none()})
)
def test_the_schema_and_the_code_give_one_verdict(ledger: dict[str, Any]) -> None:
    said = list(jsonschema.Draft202012Validator(SCHEMA).iter_errors(ledger))
    assert (not check_ledger(ledger)) == (not said)
