from __future__ import annotations

from typing import Any

import pytest

from ars_pandoc.works.author_names import Name, shared_surnames, surnames_agree


@pytest.mark.parametrize(
    ("author", "name", "agree"),
    [
        ({"family": "Smith"}, Name("J. Smith"), True),
        ({"family": "Smith"}, Name("J. Smithson"), False),
        ({"family": "Hegedűs"}, Name("Orsolya Hegedus"), True),
        ({"family": "Müller"}, Name("H. Mueller", "Mueller"), True),
        ({"family": "van der Berg"}, Name("J. van der Berg"), True),
        ({"family": "Berg", "non-dropping-particle": "van der"}, Name("Jan van der Berg"), True),
        ({"family": "van der Berg"}, Name("van der Berg", "van der Berg"), True),
        ({"family": "García Márquez"}, Name("G. García-Márquez"), True),
        ({"family": "García Márquez"}, Name("Gabriel García", "García"), True),
        ({"family": r"{\O}rsted"}, Name("H. C. Ørsted"), True),
        ({"family": "Wang"}, Name("Wang Xiaoming"), True),
        ({"family": "田中"}, Name("田中太郎"), True),
        ({"family": "田中"}, Name("Taro Tanaka"), None),
        ({"literal": "The ATLAS Collaboration"}, Name("ATLAS Collaboration"), True),
        ({"literal": "WHO"}, Name("World Health Organization"), True),
        ({"literal": "The ATLAS Collaboration"}, Name("G. Aad", "Aad"), None),
        ({"family": "O'Brien"}, Name("C. O’Brien"), True),
    ],
)
def test_surnames(author: dict[str, Any], name: Name, agree: bool | None) -> None:
    assert surnames_agree([author], [name]) is agree


@pytest.mark.parametrize(
    "others",
    [{"literal": "others"}, {"literal": "et al."}, {"family": "others"}, {"literal": "u. a."},
     {"literal": "等"}],
)  # fmt: skip
def test_and_others_is_no_author(others: dict[str, str]) -> None:
    assert (
        surnames_agree([{"family": "Quux"}, others], [Name("We and others found et al.")]) is False
    )
    assert surnames_agree([others], [Name("We and others")]) is None
    assert surnames_agree([{"family": "Quux"}, others], [Name("Jan Quux")]) is True
    assert shared_surnames([{"family": "Quux"}], [Name("others"), Name("Quux")]) == 1


def test_one_of_many_is_enough_and_nobody_is_no_answer() -> None:
    names = [Name("A. Other"), Name("Jane Smith")]
    assert surnames_agree([{"family": "Poe"}, {"family": "Smith"}], names) is True
    assert surnames_agree([], names) is None
    assert surnames_agree([{"family": "Poe"}], []) is None
