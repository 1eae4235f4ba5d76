"""Moments: which texts are one, and how long ago they were."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from ars_pandoc.base.moments import ISO_DATE, age, moment_of, now

DAYS = ["2024-02-29", "2000-02-29", "2023-02-28", "2024-04-30", "2024-12-31", "0001-01-01"]
NO_DAYS = ["2023-02-29", "1900-02-29", "2024-02-30", "2024-04-31", "2024-13-01", "2024-00-10",
           "0000-01-01", "2024-1-1", "24-01-01", "2024-01-32", "2024-01-00", ""]  # fmt: skip
TIMES = {
    "T10:20": (10, 20, 0, 0),
    "t10:20:30": (10, 20, 30, 0),
    " 10:20:30.5": (10, 20, 30, 500_000),
    "T10:20:30.123456789": (10, 20, 30, 123_456),
    "T10:20Z": (10, 20, 0, 0),
    "T10:20 z": (10, 20, 0, 0),
    "T10:20+01": (9, 20, 0, 0),
    "T10:20:30-0130": (11, 50, 30, 0),
    "T10:20 +05:30": (4, 50, 0, 0),
}
NO_TIMES = ["T24:00", "T10:60", "T10:20:60", "T10", "T10:20+24", "T10:20+01:60", "T10:20:30.", "x"]


@pytest.mark.parametrize("text", DAYS)
def test_a_day_that_there_is_is_read(text: str) -> None:
    assert ISO_DATE.fullmatch(text)
    assert moment_of(text).isoformat() == f"{text}T00:00:00+00:00"


@pytest.mark.parametrize("text", NO_DAYS)
def test_a_day_that_there_is_not_is_none(text: str) -> None:
    assert ISO_DATE.fullmatch(text) is None


@pytest.mark.parametrize(("text", "read"), TIMES.items())
def test_a_time_is_read_in_utc(text: str, read: tuple[int, ...]) -> None:
    assert ISO_DATE.fullmatch(f"2024-05-06{text}")
    moment = moment_of(f"2024-05-06{text}").astimezone(timezone.utc)
    assert (moment.hour, moment.minute, moment.second, moment.microsecond) == read


@pytest.mark.parametrize("text", NO_TIMES)
def test_a_time_that_there_is_not_is_none(text: str) -> None:
    assert ISO_DATE.fullmatch(f"2024-05-06{text}") is None


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ("2024-05-06T10:00Z", "today"),
        ("2024-05-05T10:00:01Z", "today"),
        ("2024-05-05T10:00Z", "1 day ago"),
        ("2024-05-04T10:00Z", "2 days ago"),
        ("2024-05-07T10:00Z", "today"),  # clocks differ
    ],
)
def test_an_age_is_said_in_days(at: str, said: str) -> None:
    assert age(at, datetime(2024, 5, 6, 10, tzinfo=timezone.utc)) == said


def test_this_moment_is_one() -> None:
    assert ISO_DATE.fullmatch(now())
    assert age(now()) == "today"
