"""Another work, or only a variant: the table of near misses (contract §9).

To call an entry another work's accuses its writer: each variant here was at hand when the rule was
made, and none of them may ever be called another work.
"""

from __future__ import annotations

from typing import Any

import pytest

from ars_pandoc.works.author_names import Name
from ars_pandoc.works.same_work import Described, authors_agree_well, relation

TITLE = "Sleep spindles predict memory consolidation in older adults"
SMITH = ({"family": "Smith", "given": "Jane"},)
OTHERS = (Name("Wu L", "Wu"), Name("García M", "García"))
COOKING = "Fermented cabbage and the diversity of gut bacteria"


def told(
    title: str = TITLE,
    authors: tuple[dict[str, Any], ...] = SMITH,
    venue: str | None = "Journal of Sleep Research",
    *,
    titles: tuple[str, ...] = (COOKING,),
    names: tuple[Name, ...] = OTHERS,
    containers: tuple[str, ...] = (),
) -> str | None:
    return relation(title, venue, authors, Described(titles, names, containers))


def test_title_venue_and_all_surnames_differ() -> None:
    assert told() == "other"
    assert told(venue=None) == "other"


NEAR_MISSES: dict[str, tuple[dict[str, Any], str | None]] = {
    "a subtitle that one side lacks": (
        {"title": f"{TITLE}: a randomised trial of ninety participants in four countries and more",
         "titles": (TITLE,)}, "same"),
    "a subtitle that the record lacks": (
        {"titles": (f"{TITLE}: a randomised trial of ninety participants in four countries",)},
        "same"),
    "a translation beside the original": (
        {"title": "Schlafspindeln und Gedächtnis im Alter",
         "titles": ("Schlafspindeln und Gedächtnis im Alter", "Sleep spindles and memory in age")},
        "same"),
    "a translated title by the same author": ({"names": (Name("Smith J", "Smith"),)},
                                              "title-differs"),
    "an original in another script": (
        {"titles": ("高齢者における睡眠紡錘波と記憶の固定",)}, "title-differs"),
    "authors in another script": (
        {"authors": ({"family": "Иванова", "given": "Анна"},)}, "title-differs"),
    "a preprint and its article under a new title": (
        {"names": (Name("Jane Smith"), Name("Ann Other"))}, "title-differs"),
    "a chapter under its book's DOI": (
        {"title": "Memory in old age", "venue": COOKING}, "title-differs"),
    "a book under the DOI of one of its chapters": (
        {"title": "Handbook of sleep", "containers": ("Handbook of Sleep",)}, "same"),
    "an erratum that was merged into the record": (
        {"titles": (f"Erratum to: {TITLE}",), "names": ()}, "same"),
    "a correction whose record has no authors": (
        {"titles": ("Correction",), "names": ()}, "title-differs"),
    "a record without a title": ({"titles": ()}, None),
    "a record whose title is signs alone": ({"titles": ("…",)}, None),
    "a retracted article, renamed so": ({"titles": (f"RETRACTED: {TITLE}",)}, "same"),
    "a sibling, part 2 of the same study": (
        {"title": "Sleep and memory in age. Part 1", "titles": ("Sleep and memory in age. Part 2",)},
        "title-differs"),
    "a name transliterated in another way": (
        {"authors": ({"family": "Chaikovskii"},), "names": (Name("Tchaikovsky P", "Tchaikovsky"),)},
        "title-differs"),
    "a married name beside a co-author's": (
        {"authors": ({"family": "Jones", "given": "Anna"}, {"family": "Poe"}),
         "names": (Name("Brown A", "Brown"), Name("Poe E", "Poe"))}, "title-differs"),
    "a double name of which one side has a half": (
        {"authors": ({"family": "García Márquez"},), "names": (Name("García G", "García"),)},
        "title-differs"),
    "a particle that one side drops": (
        {"authors": ({"family": "van der Berg"},), "names": (Name("Berg J", "Berg"),)},
        "title-differs"),
    "given and family name swapped": (
        {"authors": ({"family": "Xiaoming", "given": "Zhang"},),
         "names": (Name("Zhang X", "Zhang"),)}, "title-differs"),
    "initials glued to the surname": (
        {"authors": ({"family": "Smith J."},), "names": (Name("Smith J"),)}, "title-differs"),
    "umlauts written out": (
        {"authors": ({"family": "Müller"},), "names": (Name("Mueller H", "Mueller"),)},
        "title-differs"),
    "an institution for the persons who wrote it": (
        {"authors": ({"literal": "World Health Organization"},)}, "title-differs"),
    "a misspelt title": ({"titles": ("Sleep spindels predict memory consolidaton in older adult",)},
                         "same"),
    "a title with markup": (
        {"titles": ("<i>Sleep spindles</i> predict memory consolidation in older&nbsp;adults",)},
        "same"),
}  # fmt: skip


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_a_variant_is_never_called_another_work(name: str) -> None:
    changed, expected = NEAR_MISSES[name]
    assert told(**changed) == expected


@pytest.mark.parametrize(
    ("authors", "names", "well"),
    [
        (("Smith",), ("Smith",), True),
        (("Smith", "Poe"), ("Smith", "Wu", "Li"), True),
        # One surname in long lists is chance.
        (("Smith", "Poe", "Roe", "Doe"), ("Wu", "Li", "Chen", "Smith"), False),
        (("Poe", "Smith"), ("Smith",), False),
        (("Smith",), (), False),
        ((), ("Smith",), False),
    ],
)
def test_a_surname_shared_by_chance_is_no_agreement(
    authors: tuple[str, ...], names: tuple[str, ...], well: bool
) -> None:
    found = authors_agree_well(
        [{"family": name} for name in authors], [Name(name, name) for name in names]
    )
    assert found is well
