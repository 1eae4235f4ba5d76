"""Pages of a long file read by several processes are those that one would read."""

from __future__ import annotations

import os

import pytest

from ars_pandoc.texts.pdf.workers import processors, shared


def _read(number: int) -> dict[str, int]:
    return {"page": number, "by": os.getpid()}


def _decode(data: dict[str, int]) -> dict[str, int]:
    return data


@pytest.mark.parametrize("count", [0, 1, 39, 40, 41, 100])
@pytest.mark.parametrize("workers", [1, 2, 3, 99])
def test_every_page_is_there_once_and_in_order(count: int, workers: int) -> None:
    pages = shared(_read, _decode, count, workers)
    assert [page["page"] for page in pages] == list(range(count))
    by = {page["by"] for page in pages}
    most = min(workers, 4, count // 20)
    assert len(by) == (0 if not count else max(1, most))


def test_a_helper_that_comes_to_grief_leaves_its_pages_to_the_first() -> None:
    here = os.getpid()

    def read(number: int) -> dict[str, int]:
        if os.getpid() != here:
            raise ValueError(number)
        return {"page": number}

    assert [page["page"] for page in shared(read, _decode, 60, 3)] == list(range(60))


def test_at_least_one_processor_is_there() -> None:
    assert processors() >= 1
