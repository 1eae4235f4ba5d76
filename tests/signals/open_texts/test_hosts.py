from __future__ import annotations

import pytest

from ars_pandoc.signals.open_texts.hosts import Pace, Robots


def test_a_host_has_its_turn_a_second_later_and_another_at_once() -> None:
    waited: list[float] = []
    pace = Pace(waited.append, now=lambda: 100.0)
    for host in ("a.org", "a.org", "b.org", "a.org", "export.arxiv.org", "export.arxiv.org"):
        pace.keep(host)
    assert waited == [1.0, 2.0, 3.0]


def test_what_robots_txt_asks_for_is_kept_within_bounds() -> None:
    waited: list[float] = []
    pace = Pace(waited.append, now=lambda: 0.0)
    for _ in range(2):
        pace.keep("a.org", 5.0)
        pace.keep("b.org", 86_400.0)
    assert waited == [5.0, 30.0]


@pytest.mark.parametrize(
    ("status", "body", "allowed"),
    [
        (200, b"User-agent: *\nDisallow: /pdf\n", False),
        (200, b"User-agent: *\nDisallow: /private\n", True),
        (200, b"User-agent: ars-pandoc\nDisallow: /\n\nUser-agent: *\nAllow: /\n", False),
        (200, b"User-agent: Other\nDisallow: /\n", True),
        (200, b"\xff\xfe no rules at all", True),
        (404, b"", True),
        (403, b"", True),
        (500, b"", False),
        (0, b"", False),
    ],
)
def test_rules_are_read_once_as_the_standard_has_it(
    status: int, body: bytes, allowed: bool
) -> None:
    asked: list[str] = []

    def get(url: str) -> tuple[int, bytes]:
        asked.append(url)
        return status, body

    robots = Robots(get)
    assert robots.allow("https://a.org/pdf/1.pdf") is allowed
    assert robots.allow("https://a.org/pdf/2.pdf") is allowed
    assert asked == ["https://a.org/robots.txt"]


def test_a_crawl_delay() -> None:
    robots = Robots(lambda url: (200, b"User-agent: *\nCrawl-delay: 15\n"))
    assert robots.delay("https://a.org/x") == 15.0
    assert Robots(lambda url: (404, b"")).delay("https://a.org/x") is None
