"""A manuscript of 100 citations without a locator, and its 40 sources, which are open.

Each source is on one animal and has two or three findings, on pages of their own, among a thousand
words of other things; the manuscript says them in other words.
"""

from __future__ import annotations

from dataclasses import dataclass

import typst

from tests.signals.servers import Record
from tests.texts.pdf.pdfs import sentences

_ANIMALS = (
    "arctic tern|grey seal|barn owl|stone crab|pine marten|sand eel|marsh frog|wood mouse|mute swan|"
    "reed warbler|brown hare|river otter|tree sparrow|field vole|green lizard|black stork|hazel hen|"
    "lake trout|cave bat|snow finch|blue mussel|horse mackerel|house martin|moor snipe|common eider|"
    "water shrew|garden snail|honey buzzard|pond turtle|cliff swallow|ringed plover|spotted ray|"
    "little auk|great bustard|white wagtail|golden jackal|red squirrel|king penguin|smooth newt|"
    "edible dormouse"
).split("|")
_PLACES = (
    "Texel Dollard Usedom Anglesey Bornholm Sylt Ameland Skagen Lofoten Öland Jura Rügen Islay Mull "
    "Terschelling Gotland Saaremaa Hiddensee Fehmarn Fair"
).split()
_FINDINGS = (
    (
        "In {n} of {m} nests the {animal} laid its first eggs before the end of April.",
        "the {animal} begins to lay eggs in April in most of its nests",
    ),
    (
        "Storms drove {n} animals out of the harbour of {place} within {m} hours.",
        "storms drive the {animal} from the harbour of {place}",
    ),
    (
        "Body weight fell by {n} per cent over winters without any ice on the bay.",
        "the weight of the {animal} falls in winters without ice",
    ),
)
_SURNAMES = "Adler Brandt Castro Dietz Ekman Falk Groen Holm Ivers Jansen".split()
SOURCES, CITATIONS = 40, 100
WITHOUT_YEAR = 7
"""This record of the bibliography lacks its year."""


@dataclass(frozen=True, slots=True)
class Source:
    """A source: what its record says, and on which page each of its findings stands.

    Attributes:
        number: Its number, from 0; its key is `s` and that.
        title: Its title.
        surname: Of its author.
        year: Of its publication.
        findings: What it found, as it says it.
        claims: The same as the manuscript says it.
        first_page: The printed number of its first page.
    """

    number: int
    title: str
    surname: str
    year: int
    findings: tuple[str, ...]
    claims: tuple[str, ...]
    first_page: int

    @property
    def key(self) -> str:
        return f"s{self.number}"

    @property
    def doi(self) -> str:
        return f"10.1000/{self.key}"

    @property
    def is_jats(self) -> bool:
        """Every fifth is to be had as JATS, which has no pages."""
        return self.number % 5 == 4

    def page(self, finding: int) -> int:
        """Return the printed page of a finding."""
        return self.first_page + 1 + finding

    def pages(self) -> list[list[str]]:
        """Return the sentences of each page: an introduction, and a page for each finding."""
        filler = sentences(28 * (len(self.findings) + 1), seed=100 + self.number)
        made = [filler[:28]]
        for place, finding in enumerate(self.findings, 1):
            rest = filler[28 * place : 28 * (place + 1)]
            made.append([*rest[:9], finding, *rest[9:]])
        return made

    def pdf(self) -> bytes:
        """Typeset it."""
        body = "\n#pagebreak()\n".join(" ".join(one) for one in self.pages())
        made = typst.compile(
            f"""#set page(width: 18cm, height: 26cm, numbering: "1")
            #counter(page).update({self.first_page})
            #set par(justify: true)
            #set text(size: 9pt, lang: "en")
            = {self.title}
            Jane {self.surname}

            {body}
            """.encode()
        )
        assert isinstance(made, bytes)
        return made

    def jats(self) -> bytes:
        """Mark it up."""
        sections = "".join(
            f"<sec><title>Part {place}</title><p>{' '.join(one)}</p></sec>"
            for place, one in enumerate(self.pages(), 1)
        )
        return (
            "<article><front><article-meta><title-group><article-title>"
            f"{self.title}</article-title></title-group><contrib-group><contrib contrib-type="
            f"'author'><name><surname>{self.surname}</surname><given-names>Jane</given-names></name>"
            f"</contrib></contrib-group></article-meta></front><body>{sections}</body></article>"
        ).encode()

    def record(self) -> Record:
        """Return it as the services know it."""
        made = Record(self.title, (f"Jane {self.surname}",), self.year, self.doi)
        if self.is_jats:
            made.pmcid, made.jats = f"PMC{self.number + 1}", self.jats()
        else:
            made.pdf = self.pdf()
        return made

    def bibtex(self) -> str:
        """Return its record in the bibliography."""
        year = "" if self.number == WITHOUT_YEAR else f" year = {{{self.year}}},"
        return (
            f"@article{{{self.key}, title = {{{self.title}}}, author = {{{self.surname}, Jane}},"
            f"{year} journal = {{Journal of Animals}}, doi = {{{self.doi}}}}}\n"
        )


def sources() -> list[Source]:
    """Return the 40 sources; half have three findings, half two."""
    found = []
    for number in range(SOURCES):
        animal, place = _ANIMALS[number], _PLACES[number % len(_PLACES)]
        many = 3 if number % 2 == 0 else 2
        words = [
            {"animal": animal, "place": place, "n": 11 + number + 3 * k, "m": 70 + number}
            for k in range(many)
        ]
        pairs = list(zip(_FINDINGS, words, strict=False))
        found.append(
            Source(
                number,
                f"On the {animal} and its life near {place}",
                _SURNAMES[number % len(_SURNAMES)],
                1990 + number % 30,
                tuple(said.format(**known) for (said, _), known in pairs),
                tuple(claim.format(**known) for (_, claim), known in pairs),
                101 + 10 * number,
            )
        )
    return found


def manuscript(known: list[Source]) -> str:
    """Return the manuscript: a paragraph for each source, and each claim cited without a place."""
    text = "---\ntitle: Animals of the coast\nbibliography: refs.bib\nlang: en\n---\n"
    for source in known:
        said = [f"We know that {claim} [@{source.key}]." for claim in source.claims]
        text += f"\n{' '.join(said)}\n"
    return text
