"""Write a thesis of about 500 pages whose citations all pass, always the same one.

    python -m benchmarks.thesis [--folder build/bench]

About 250,000 words in chapters and sections with footnotes, tables, lists, figures, formulas and
code; 5,600 citations, half of them markers and half Pandoc's own; a bibliography and a sidecar of
1,000 sources and a ledger in which all of them are read.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

FOLDER = Path("build", "bench")
SOURCES = 1_000
CITATIONS = 5_600
_CHAPTERS = 20
_SECTIONS = 7
_PARAGRAPHS = 16
_WORDS = 88
_SEED = 20_260_512
_NOUNS = [
    "analysis", "archive", "argument", "author", "boundary", "career", "case", "category",
    "census", "chapter", "claim", "cohort", "community", "comparison", "concept", "condition",
    "context", "correlation", "culture", "debate", "decade", "decline", "detail", "difference",
    "discipline", "discovery", "distance", "doctrine", "effect", "election", "empire", "episode",
    "estimate", "evidence", "example", "experiment", "factor", "field", "figure", "finding",
    "fragment", "function", "generation", "habit", "harvest", "history", "household",
    "hypothesis", "idea", "image", "index", "industry", "influence", "inquiry", "institution",
    "instrument", "interval", "journal", "journey", "judgement", "kingdom", "knowledge", "labour",
    "landscape", "language", "ledger", "letter", "level", "library", "limit", "manuscript",
    "margin", "market", "measure", "memory", "method", "migration", "model", "moment", "movement",
    "museum", "narrative", "network", "notion", "object", "observation", "origin", "outcome",
    "parish", "pattern", "period", "perspective", "policy", "population", "practice", "price",
    "principle", "problem", "process", "province", "question", "reader", "reason", "record",
    "reform", "region", "register", "relation", "report", "response", "result", "review", "river",
    "sample", "scale", "school", "science", "season", "sequence", "series", "settlement",
    "signal", "society", "source", "standard", "statement", "study", "survey", "symbol", "system",
    "table", "tension", "text", "theory", "title", "tradition", "treatise", "trend", "value",
    "variant", "version", "village", "volume", "weight", "witness", "workshop",
]  # fmt: skip
_ADJECTIVES = [
    "accurate", "ancient", "annual", "broad", "careful", "central", "civic", "clear", "common",
    "complex", "critical", "deep", "direct", "distant", "early", "earlier", "economic",
    "empirical", "exact", "external", "familiar", "final", "formal", "frequent", "gradual",
    "historical", "important", "indirect", "internal", "late", "later", "local", "marked",
    "material", "minor", "modern", "narrow", "natural", "negative", "northern", "obvious",
    "official", "older", "ordinary", "partial", "plain", "political", "positive", "possible",
    "precise", "present", "previous", "printed", "private", "public", "rare", "recent",
    "regional", "rural", "scarce", "second", "separate", "sharp", "similar", "simple", "social",
    "southern", "specific", "stable", "strong", "subtle", "sudden", "technical", "uncertain",
    "unusual", "urban", "usual", "visible", "weak", "written",
]  # fmt: skip
_VERBS = [
    "accompanies", "affects", "answers", "changes", "confirms", "contradicts", "describes",
    "explains", "follows", "illustrates", "informs", "limits", "marks", "moves", "opens",
    "precedes", "predicts", "questions", "reflects", "rests", "resembles", "reveals", "shapes",
    "shows", "suggests", "supports", "weakens",
]  # fmt: skip
_LINKS = [
    "and", "but", "while", "because", "although", "whereas", "since", "when", "where", "unless",
]  # fmt: skip
_NAMES = [
    "Abbott", "Becker", "Castillo", "Dubois", "Eriksen", "Fischer", "Greene", "Hansen", "Ivanova",
    "Jansen", "Keller", "Lindqvist", "Moreau", "Novak", "Okafor", "Petrov", "Quintero", "Rossi",
    "Schmidt", "Tanaka", "Ueda", "Varga", "Weber", "Xu", "Yilmaz", "Zimmermann",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Source:
    """One entry of the bibliography."""

    key: str
    name: str
    year: int
    title: str


class _Writer:
    """Prose with a citation every so often; the same random numbers every time."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.sources = [self._source(number) for number in range(SOURCES)]
        self.citations = 0
        self.due = 0.0

    def _source(self, number: int) -> Source:
        name = self.random.choice(_NAMES)
        year = self.random.randint(1900, 2023)
        title = f"{self.noun_phrase()} and {self.noun_phrase()}".capitalize()
        return Source(f"{name.lower()}{year}n{number:03d}", name, year, title)

    def noun_phrase(self) -> str:
        return f"the {self.random.choice(_ADJECTIVES)} {self.random.choice(_NOUNS)}"

    def clause(self) -> str:
        noun = self.noun_phrase()
        if self.random.random() < 0.06:
            noun = f"*{noun}*"
        elif self.random.random() < 0.03:
            noun = f"$x_{{{self.random.randint(1, 9)}}}$, {noun},"
        return f"{noun} {self.random.choice(_VERBS)} {self.noun_phrase()}"

    def sentence(self) -> str:
        clauses = [self.clause()]
        for _ in range(self.random.choice((0, 1, 1, 2))):
            clauses += [self.random.choice(_LINKS), self.clause()]
        text = " ".join(clauses)
        start = 1 if text[0] == "*" else 0
        return text[:start] + text[start:].capitalize() if "$" not in text else f"Then {text}"

    def prose(self, words: int, per_word: float) -> str:
        """Write sentences, and cite as often as is due."""
        sentences, count = [], 0
        while count < words:
            text = self.sentence()
            length = len(text.split())
            count += length
            self.due += length * per_word
            while self.due >= 1:
                text += self.citation()
            sentences.append(f"{text}.")
        return " ".join(sentences)

    def citation(self) -> str:
        """Write one citation, or a group of two: by turns Pandoc's own and a marker."""
        self.due -= 1
        self.citations += 1
        source = self.random.choice(self.sources)
        page = self.random.randint(1, 380)
        if self.citations % 2:
            visible = f" ({source.name} {source.year}) <!--ref:{source.key}-->"
            kind = self.random.random()
            if kind < 0.4:
                return f"{visible}<!--anchor:page:{page}-{page + 2}-->"
            if kind < 0.6:
                title = self.noun_phrase().capitalize()
                return f"{visible}<!--anchor:section:{quote(title, safe='')}-->"
            words = f"{self.noun_phrase()} and {self.noun_phrase()}"
            return f"{visible}<!--anchor:quote:{quote(words, safe='')}-->"
        kind = self.random.random()
        if kind < 0.5:
            return f" [@{source.key}, p. {page}]"
        if kind < 0.8:
            return f", as @{source.key} [pp. {page}-{page + 3}] has it"
        return f" [see @{source.key}, chap. {page % 12 + 1}]"


def document(writer: _Writer) -> Iterator[str]:
    """Write the thesis, a block at a time."""
    per_word = CITATIONS / (_CHAPTERS * _SECTIONS * _PARAGRAPHS * (_WORDS + 8))
    yield (
        '---\ntitle: "A Thesis of Some Length"\nauthor: A. N. Author\nlang: en\n'
        "bibliography: refs.bib\n---\n"
    )
    for chapter in range(_CHAPTERS):
        yield f"# {writer.noun_phrase().capitalize()} {{#chapter-{chapter}}}\n"
        for section in range(_SECTIONS):
            yield f"## {writer.noun_phrase().capitalize()}\n"
            for paragraph in range(_PARAGRAPHS):
                rate = per_word if writer.citations < CITATIONS - 1 else 0.0
                yield writer.prose(_WORDS, rate) + "\n"
                if paragraph in (3, 11):
                    number = f"{chapter}-{section}-{paragraph}"
                    yield f"A remark follows.[^{number}]\n"
                    yield f"[^{number}]: {writer.prose(20, rate)}\n"
            yield from _extras(writer, chapter, section)
    while writer.citations < CITATIONS:
        yield f"{writer.sentence()}{writer.citation()}.\n"


def _extras(writer: _Writer, chapter: int, section: int) -> Iterator[str]:
    """Add what stands between paragraphs: a list, a table, a figure, a formula or code."""
    which = (chapter + section) % 5
    if which == 0:
        yield "\n".join(f"- {writer.prose(10, 0.01)}" for _ in range(5)) + "\n"
    elif which == 1:
        rows = "\n".join(
            f"| {writer.random.choice(_NOUNS)} | {writer.random.random():.3f} | "
            f"{writer.random.randint(1, 999)} |"
            for _ in range(8)
        )
        yield f"| Item | Share | Count |\n|:--|--:|--:|\n{rows}\n\n: {writer.prose(8, 0.01)}\n"
    elif which == 2:
        yield f"![{writer.prose(12, 0.01)}](figure-{chapter}-{section}.png)\n"
    elif which == 3:
        yield "$$y = a + bx + cx^{2}$$\n"
    else:
        yield "```python\nfor row in table:\n    total += row.value  # <!--ref:none-->\n```\n"


def _sidecar(sources: list[Source]) -> Iterator[str]:
    yield "literature_corpus:\n"
    for source in sources:
        yield (
            f"  - citation_key: {source.key}\n"
            f'    title: "{source.title}"\n'
            f"    authors: [{{ family: {source.name}, given: A. }}]\n"
            f"    year: {source.year}\n"
            "    venue: Journal of Generated Studies\n"
            f"    doi: 10.5555/{source.key}\n"
            f"    source_pointer: https://doi.org/10.5555/{source.key}\n"
            "    obtained_via: zotero-bbt-export\n"
            "    source_acquired: true\n"
            '    source_acquisition_date: "2026-01-01"\n'
            f"    source_acquisition_path: papers/{source.key}.pdf\n"
            "    source_verified_against_original: true\n"
            "    source_verification_method: manual_grep\n"
            "    description_source: original_pdf\n"
            "    contamination_signals:\n"
            "      preprint_post_llm_inflection: false\n"
            "      semantic_scholar_unmatched: false\n"
        )


def _ledger(sources: list[Source]) -> Iterator[str]:
    yield 'session_id: benchmark\ncreated_at: "2026-01-01T00:00:00Z"\nhuman_read:\n'
    for number, source in enumerate(sources):
        yield (
            f"  - citation_key: {source.key}\n"
            f'    marked_at: "2026-{number // 1400 % 12 + 1:02d}-{number // 50 % 28 + 1:02d}T10:{number % 60:02d}:00Z"\n'
        )


def _bibliography(sources: list[Source]) -> Iterator[str]:
    for source in sources:
        yield (
            f"@article{{{source.key},\n  author = {{{source.name}, A.}},\n"
            f"  title = {{{source.title}}},\n  journal = {{Journal of Generated Studies}},\n"
            f"  year = {{{source.year}}},\n  doi = {{10.5555/{source.key}}}\n}}\n\n"
        )


def write(folder: Path = FOLDER) -> Path:
    """Write the thesis and its sidecar, ledger and bibliography.

    Args:
        folder: Where; it is made if need be.

    Returns:
        The path of the document.
    """
    folder.mkdir(parents=True, exist_ok=True)
    writer = _Writer(_SEED)
    path = folder / "thesis.md"
    path.write_text("\n".join(document(writer)), encoding="utf-8")
    write_sources(folder, "refs", writer.sources)
    return path


def write_sources(folder: Path, stem: str, sources: list[Source]) -> None:
    """Write a bibliography, and the sidecar and the ledger that belong to it."""
    for name, text in (
        (f"{stem}.bib", _bibliography(sources)),
        (f"{stem}.ars.yaml", _sidecar(sources)),
        (f"{stem}.ars_human_read_log.yaml", _ledger(sources)),
    ):
        (folder / name).write_text("".join(text), encoding="utf-8")


def main() -> None:
    """Write the thesis where the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    options = parser.parse_args()
    path = write(options.folder)
    words = len(path.read_text(encoding="utf-8").split())
    print(f"{path}: {words:,} words, {CITATIONS:,} citations")


if __name__ == "__main__":
    main()
