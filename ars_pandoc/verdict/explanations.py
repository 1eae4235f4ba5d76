"""What the gate prints beside a status, explained: contamination suffixes and notes (contract §6).

The statuses explain themselves in `ars_pandoc.verdict.matrix`. `ars explain`, the documentation and the
hover of an editor print these texts; none of these ever changes a verdict.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["suffix", "note"]


@dataclass(frozen=True, slots=True)
class Explanation:
    """A word of the reports that is no status.

    Attributes:
        kind: `suffix`: behind `LOW-WARN` or `ok`; `note`: a note in reports.
        name: As reports print it.
        short: A few words for lists.
        what: What it means.
        why: Why it is said.
        example: What gets it.
        remedy: What to do.
        gate: What the gate does.
    """

    kind: Kind
    name: str
    short: str
    what: str
    why: str
    example: str
    remedy: str
    gate: str = "passes: it never changes the verdict"


def _unmatched(name: str, index: str, option: str) -> Explanation:
    return Explanation(
        "suffix",
        f"CONTAMINATED-{name}",
        f"not found in {index}",
        f"{index} was asked for the source and does not have it.",
        "Invented references are found in no index. But many a real book, thesis or report is in "
        "none either: it is a hint to look, and never refused.",
        f"an entry whose contamination_signals say {option}: true",
        "Look for the source yourself. Is its title or DOI misspelt? Correct the entry, then: "
        "ars signals --update.",
    )


SUFFIXES: tuple[Explanation, ...] = (
    Explanation(
        "suffix",
        "CONTAMINATED-PREPRINT",
        "a preprint of 2024 or later",
        "The source is a preprint of 2024 or later.",
        "From 2024 on preprint servers hold papers that machines wrote and nobody reviewed.",
        "an entry of 2024 or later whose venue is arXiv, bioRxiv, SSRN …",
        "Is there a reviewed version? Cite that one. Otherwise nothing is to be done: it never "
        "changes the verdict.",
    ),
    _unmatched("UNMATCHED", "Semantic Scholar", "semantic_scholar_unmatched"),
    _unmatched("OPENALEX-UNMATCHED", "OpenAlex", "openalex_unmatched"),
    _unmatched("CROSSREF-UNMATCHED", "Crossref", "crossref_unmatched"),
    _unmatched("ARXIV-UNMATCHED", "arXiv", "arxiv_unmatched"),
)
"""The suffixes, in the order in which several are joined by `+`."""

NOTES: tuple[Explanation, ...] = (
    Explanation(
        "note",
        "about-a-work",
        "a work about the work",
        "What bears the identifier, or the pinned file, is a work about this one: a review, a comment, a notice.",
        "A review of a book bears its title, and supports nothing that the book says.",
        "a PDF headed “Retraction Note: TITLE” pinned for TITLE",
        "Pin the work itself, or give its own identifier.",
    ),
    Explanation(
        "note",
        "abstract-only",
        "rests on the abstract",
        "The citation rests on the abstract, or no more than the abstract or table of contents was "
        "read.",
        "An abstract leaves out what limits a claim.",
        "[@smith2024, sec. Abstract], or ars mark-read smith2024 --scope abstract_only",
        "Read the place that the sentence rests on, and give that place.",
    ),
    Explanation(
        "note",
        "claim-doubted",
        "somebody doubts that the source supports it",
        "A program, or a person whose judgement was imported, doubts that the source supports the sentence.",
        "A program may be wrong: only a person's own word refuses.",
        "a line with by: program:NAME and verdict: does-not-support in refs.ars_judgements.jsonl",
        "Read sentence and passage side by side, and say what you find.",
    ),
    Explanation(
        "note",
        "correction-or-concern",
        "a correction or concern was published",
        "A correction or an expression of concern was published on the source.",
        "It is no retraction, but what you cite may be what was corrected.",
        "ars signals on an entry with an erratum in Crossref",
        "Read the notice. If it touches what you cite, cite the corrected version.",
    ),
    Explanation(
        "note",
        "identifier-not-confirmed",
        "nobody confirmed the identifier",
        "The owner of an identifier was never asked, or did not answer.",
        "The corpus asks for confirmed identifiers (citation_existence: strict); what was not asked is not known.",
        "terminal_policies: {citation_existence: strict} and a DOI that no look-up has seen",
        "Ask: ars signals.",
    ),
    Explanation(
        "note",
        "identifier-title-differs",
        "the identifier bears another title",
        "What bears the entry's identifier has another title.",
        "It may be a translation or an earlier title, or another work that shares an author's name by chance.",
        "a PMID whose record has another title and one surname in common",
        "Compare the two titles, and correct the identifier or the title.",
    ),
    Explanation(
        "note",
        "idle-anchor",
        "a second anchor says nothing",
        "Beside a good anchor stands one that says nothing.",
        "One good anchor is enough, and the other is a mistake.",
        "<!--ref:smith2024--><!--anchor:page:12--><!--anchor:none:-->",
        "Take the idle one out.",
    ),
    Explanation(
        "note",
        "judgement-stale",
        "judged before it changed",
        "A judgement was made on an earlier sentence or place.",
        "What was judged is not what stands there now; a refusal stands until somebody judges again.",
        "a sentence that was reworded after a person wrote does-not-support",
        "Judge it again.",
    ),
    Explanation(
        "note",
        "locator-is-year",
        "the page is the source's year",
        "The page is the year of the source.",
        "Drafting programs put the year where the page should be.",
        "[@smith2024, p. 2024] for a source of 2024",
        "Give the page. If it is page 2024 indeed, nothing is to be done.",
    ),
    Explanation(
        "note",
        "negated-context",
        "the quote starts behind a negation",
        "The quote starts behind a negation of its sentence.",
        "Words that are there to the letter say the contrary of what the sentence says.",
        "“effective against the virus”, from “was not effective against the virus”",
        "Read the whole sentence, which the note shows, and quote the negation along.",
    ),
    Explanation(
        "note",
        "no-full-text",
        "pinned, but without readable words here",
        "The source is pinned, but its words are not at hand.",
        "The file is not on this machine, or no program can read text in it.",
        "a checkout in CI without the PDFs in .ars/sources, or a scan",
        "Judge where the file is, or pin another form of it (JATS, HTML, a PDF with text): "
        "ars pin KEY FILE.",
    ),
    Explanation(
        "note",
        "not-pinned",
        "the quote was not looked up",
        "The sidecar names the source's file, but it is not pinned: the quote was not looked up.",
        "A render reads pinned bytes alone, since a file that is merely named may change.",
        'source_acquisition_path: papers/smith2024.pdf and [[@smith2024]]{quote="…"}',
        "ars pin KEY FILE.",
    ),
    Explanation(
        "note",
        "notice",
        "is a notice on another work",
        "The source is itself a notice of retraction or correction on another work.",
        "A notice is not the paper, and does not make itself retracted.",
        "an entry whose DOI is that of a retraction notice",
        "Did you mean to cite the notice? Then nothing is to be done. Otherwise give the "
        "identifier of the paper.",
    ),
    Explanation(
        "note",
        "other-source",
        "the pinned file is another source",
        "The pinned file is not this source: title and author do not stand on its first pages.",
        "The classic case is a PDF that is another paper, or two entries that were swapped.",
        "ars pin smith2024 jones2023.pdf",
        "Look at the file, and pin the right one: ars pin KEY FILE.",
    ),
    Explanation(
        "note",
        "other-work",
        "the identifier belongs to another work",
        "The entry's identifier belongs to another work.",
        "A DOI that exists, but of another paper, is how invented references look.",
        "a DOI whose record bears another title and other authors",
        "Correct the identifier or the title in the sidecar.",
    ),
    Explanation(
        "note",
        "page-mismatch",
        "the quote stands on another page",
        "The quote was found, but on another page than the one given.",
        "The page of an anchor is the printed one; a viewer counts the pages of the file.",
        "page 3 for a quote on page 219 of an article that starts at page 217",
        "Give the page that the note names.",
    ),
    Explanation(
        "note",
        "page-not-found",
        "the source has no such page",
        "The source has no such page.",
        "The page is beyond its last one, or is the page of the file and not the printed one.",
        "[@smith2024, p. 12] of an article on pages 217–224",
        "Look the page up, and give the printed one.",
    ),
    Explanation(
        "note",
        "paragraph-mismatch",
        "the quote stands in another paragraph",
        "The quote was found, but in another paragraph than the one given.",
        "A paragraph is counted from the start of its section.",
        "<!--anchor:paragraph:9--> for a quote in the second paragraph",
        "Give the paragraph that the note names: ars anchor --fix-places.",
    ),
    Explanation(
        "note",
        "printed-otherwise",
        "the bibliography says otherwise",
        "The bibliography prints another year, DOI or wording than the sidecar has.",
        "Readers see the bibliography; the gate judges by the sidecar.",
        "year = {2020} in refs.bib, year: 2021 in the sidecar",
        "Compare both with the source, and correct the one that is wrong.",
    ),
    Explanation(
        "note",
        "read-by-script",
        "marked as read within a minute of others",
        "The source was marked as read within a minute of others.",
        "Nobody reads two papers in a minute: the marks may be a script's.",
        "ars mark-read a b c --yes",
        "If you have read it, nothing is to be done. Otherwise: ars unmark-read KEY, and read it.",
    ),
    Explanation(
        "note",
        "section-mismatch",
        "the quote stands in another section",
        "The quote was found, but under another heading than the one given.",
        "A reader who looks where the anchor says finds nothing.",
        "<!--anchor:section:Introduction--> for a quote in the Results",
        "Give the section that the note names: ars anchor --fix-places.",
    ),
    Explanation(
        "note",
        "section-not-found",
        "the source has no such heading or words",
        "The source has no heading, and no words, of that name.",
        "A section that cannot be found helps no reader.",
        "[@smith2024, sec. Limitations] where no heading says so",
        "Give the heading as the source has it, or a page.",
    ),
    Explanation(
        "note",
        "style-will-not-format",
        "citeproc does not take it for a locator",
        "Readers take it for a locator, and Pandoc's citeproc does not.",
        "It is printed as you wrote it, whatever the citation style asks for.",
        "[@smith2024, see p. 3]",
        "Write it as citeproc knows it: [@smith2024, p. 3].",
    ),
    Explanation(
        "note",
        "symbol-unverified",
        "a symbol is not named by the file",
        "The quote was found, but for a symbol or ligature that the file does not name.",
        "Some PDFs do not say which character a glyph is.",
        "a PDF whose μ comes from a font without names",
        "Compare the symbol with the page.",
    ),
    Explanation(
        "note",
        "title-differs",
        "an index has another title",
        "An index has a record for the identifier, by the same authors, under another title.",
        "Titles differ by a subtitle or a translation, or the entry was copied badly.",
        "an entry without the subtitle that Crossref has",
        "Compare the titles, and correct the entry if it is wrong.",
    ),
    Explanation(
        "note",
        "titled-retracted",
        "its title says that it was retracted",
        "The entry's own title begins with RETRACTED or WITHDRAWN.",
        "Publishers put it there; whoever copied the entry may not have seen it.",
        "title: 'RETRACTED: A study'",
        "Ask what is recorded: ars signals. Then remove the citation, or take the word out of the title.",
    ),
    Explanation(
        "note",
        "truncated-qualifier",
        "the quote stops before what limits it",
        "The quote stops before a word that limits it.",
        "What comes behind but, unless, except or a parenthesis may take the claim back.",
        "“the drug was effective”, from “the drug was effective (in mice)”",
        "Read the whole sentence, which the note shows, and quote the qualifier along.",
    ),
    Explanation(
        "note",
        "unknown-identifier",
        "an index does not know the identifier",
        "An index does not know the entry's identifier.",
        "It was found by its title, or not at all; only the owner of an identifier can say that it "
        "does not exist.",
        "a DOI that Semantic Scholar does not have",
        "Compare the identifier with the source.",
    ),
    Explanation(
        "note",
        "unknown-label",
        "the locator's label is not known",
        "It is taken for a locator, but its label is not known.",
        "Labels of the document's language and English ones are known; any other may be a slip.",
        "[@smith2024, Rn. 63] in a document without lang: de",
        "Set lang, or write a label that Pandoc knows. If it is what you mean, nothing is to be "
        "done.",
    ),
    Explanation(
        "note",
        "unmarked",
        "a call-out that no citation follows",
        "A call-out in plain words names a source, and no citation follows in its sentence.",
        "What is no citation cannot be judged. Call-outs are counted on every run, and "
        "unmarked: refuse refuses them.",
        "Smith (2024) shows …, or [12], or a bare DOI",
        "Make it a citation: @smith2024 [p. 12] shows …",
        "passes and is counted; refuses with unmarked: refuse",
    ),
    Explanation(
        "note",
        "whole-article",
        "the page range names no place",
        "The page range is that of the whole article.",
        "It names no place in it: in real drafts most page ranges are copied from the "
        "bibliography.",
        "[@smith2024, pp. 217-224] of an article on pages 217–224",
        "Give the page on which the support stands.",
    ),
)
"""The notes by name. A test holds every code that the package writes to this list."""
