"""The matrix: the first row that applies gives a citation its status (contract §6).

Each row stands here with what it means, why it matters, an example and the remedy; `ars explain`
and the documentation print these texts. The matrix knows no AST and no file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.citations.citation import Citation, Fault, Note, UnknownKey
from ars_pandoc.citations.syntax import in_markdown, with_locator

if TYPE_CHECKING:
    from ars_pandoc.grounding.result import Grounding

_WORD = lazy_pattern(r"[\w@%+=:,./-]+")

Trust = Literal["claimed", "pinned"]


@dataclass(frozen=True, slots=True)
class Policy:
    """What the document's options ask of the matrix (contract §6, §7).

    Attributes:
        accept: Statuses that pass although they refuse by default; `LOW-WARN` alone.
        trust: `pinned`: trust fields count only with a snapshot whose content matched.
        grounding: `required`: a quote that was not checked against the source refuses.
    """

    accept: frozenset[str] = frozenset()
    trust: Trust = "claimed"
    grounding: Literal["when-possible", "required"] = "when-possible"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of a citation's source, from sidecar, ledger and catalog.

    Attributes:
        known: The sidecar has an entry for the key.
        acquired: `source_acquired: true`.
        verified: `source_verified_against_original: true`.
        pinned: The catalog holds a snapshot of it.
        content_match: A snapshot's content matched the entry.
        bytes_absent: The catalog says that it matched, and the bytes are not here: anyone can
            have typed that.
        read: A mark of reading stands.
        retracted: Service and date that recorded a retraction, if not acknowledged.
        missing: Identifier and service that says it does not exist, if not acknowledged.
        other_work: What shows that the entry is another work's, with the remedy, or None.
        forbidden: What a policy of the corpus refuses, with the remedy, or None.
        acknowledgeable: Whether an acknowledgement of a retraction would count.
        acknowledged: What is recorded and does not refuse, since a person acknowledged it.
        quote_found: Whether the quote was found in the source; None if it was not checked.
        quote_reason: Why it was not found or not checked.
        groundings: What the pinned source says to each anchor; empty if nothing was looked at.
        contamination: The entry's signals by name.
        unknown: What to say if no source has the key.
        ledger: Whether there is a file that can hold marks of reading.
        corpus: How the sidecar is called in messages.
        sought: Whether an open copy can be sought: the entry states an identifier or an address.
        option: Gives the option that a command needs to find the sidecar from the working folder.
        misspelt: How the entry spells a trust field wrongly, by the field that is meant.
    """

    known: bool = False
    acquired: bool = False
    verified: bool = False
    pinned: bool = False
    content_match: bool = False
    bytes_absent: bool = False
    read: bool = False
    retracted: str | None = None
    missing: str | None = None
    other_work: Fault | None = None
    forbidden: Fault | None = None
    acknowledgeable: bool = True
    acknowledged: tuple[str, ...] = ()
    quote_found: bool | None = None
    quote_reason: str = "no full text is at hand"
    groundings: tuple[Grounding | None, ...] = ()
    contamination: Mapping[str, bool] | None = None
    unknown: UnknownKey | None = None
    ledger: bool = True
    corpus: str = "the sidecar"
    sought: bool = False
    option: Callable[[], str] = str
    misspelt: Mapping[str, str] | None = None

    @property
    def is_proved(self) -> bool:
        """Whether bytes that are here proved to be the source."""
        return self.content_match and not self.bytes_absent

    @property
    def named(self) -> str:
        """The option that a command needs to find the sidecar from the working folder."""
        return self.option()


@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict on one citation.

    Attributes:
        citation: What was judged.
        status: One of §6.
        refused: Whether it stops the render.
        accepted: Whether it passes only because the document accepts its status.
        also: Statuses of later rows that would refuse too.
        contamination: Suffixes such as `PREPRINT`, on `LOW-WARN` and `ok` alone.
        trust: Whether its trust rests on a snapshot or on what was typed.
        reason: One sentence.
        fix: A literal edit or command.
        notes: What refuses nothing.
        groundings: What the pinned source says to each anchor; empty if nothing was looked at.
        acknowledged: What is recorded of the source and was acknowledged.
        begun: Whether the entry of its source is a comment yet, since it lacks a field.
        sought: Whether no text of its source is pinned, and an open copy can be sought.
    """

    citation: Citation
    status: str
    refused: bool
    accepted: bool
    also: tuple[str, ...]
    contamination: tuple[str, ...]
    trust: Trust | None
    reason: str
    fix: str
    notes: tuple[Note, ...]
    groundings: tuple[Grounding | None, ...] = ()
    acknowledged: tuple[str, ...] = ()
    begun: bool = False
    sought: bool = False

    @property
    def marker(self) -> str | None:
        """The text that a draft shows, or None where it shows nothing."""
        return STATUSES[self.status].marker

    @property
    def label(self) -> str:
        """The status with its contamination suffix, as a resolved marker carries it."""
        if not self.contamination:
            return self.status
        return f"{self.status} CONTAMINATED-{'+'.join(self.contamination)}"

    @property
    def is_found(self) -> bool:
        """Whether there are quotes, and all of them were found in the pinned source."""
        results = [one.result for one in self.groundings if one is not None]
        return bool(results) and set(results) == {"found"}


Applies = Callable[[Citation, Evidence, Policy], Fault | None]


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the matrix.

    Attributes:
        number: As in the contract: `0` … `5b` … `8`.
        status: What it gives.
        marker: The visible text of a draft, or None.
        short: A few words for counts.
        what: What it means.
        why: Why it stops a render.
        example: A citation that gets it.
        remedy: What to do.
        applies: Gives the reason and fix if the row applies.
    """

    number: str
    status: str
    marker: str | None
    short: str
    what: str
    why: str
    example: str
    remedy: str
    applies: Applies


def _malformed(citation: Citation, evidence: Evidence, policy: Policy) -> Fault | None:
    return citation.fault


def _no_locator(citation: Citation, evidence: Evidence, policy: Policy) -> Fault | None:
    for anchor in citation.anchors:
        if anchor.fatal:
            return anchor.fault
    faults = [anchor.fault for anchor in citation.anchors]
    if None in faults:
        return None
    if citation.hint is not None:
        return citation.hint
    if faults:
        return faults[0]
    # The edit must not repeat a misspelt key.
    unknown = evidence.unknown
    meant = (unknown.near if unknown is not None else None) or citation.key or ""
    if citation.form == "marker":
        return Fault(
            "no anchor stands behind the ref: nothing tells where in the source the support is",
            f"add one: <!--ref:{meant}--><!--anchor:page:12--> (or section, paragraph, quote)",
        )
    write = with_locator(citation.syntax, meant, in_text=citation.in_text)
    if citation.form == "raw":
        fix = write
        if citation.syntax == "latex":
            fix = f"{write}, or put <!--ref:{meant}--><!--anchor:page:12--> behind it"
        elif citation.syntax == "typst":
            fix = f"write #cite(<{meant}>, supplement: [p. 12])"
        return Fault("the raw citation has no locator", fix)
    fix = write
    if citation.syntax == "markdown":
        fix = f"{write} with your page"
        if not citation.in_text:
            fix += f', or [[{in_markdown(meant)}]]{{quote="three or more words"}}'
    if unknown is not None and unknown.escaped is not None:
        fix += f"; or {unknown.escaped} if it is no citation"
    return Fault("the citation has no quote and no locator", fix)


def _no_original(citation: Citation, evidence: Evidence, policy: Policy) -> Fault | None:
    key = citation.key
    if not evidence.known:
        return Fault(
            f"{evidence.corpus} has no entry for '{key}'",
            f"add an entry for '{key}' to {evidence.corpus}, once you hold the source",
        )
    if policy.trust == "pinned":
        if evidence.is_proved:
            return None
        if evidence.content_match:
            return Fault(
                f"the pinned file of '{key}' is not here, and trust is 'pinned': what the catalog "
                "says of it can be typed by anyone",
                "bring the folder .ars/sources here, or judge with trust 'claimed'",
            )
        return Fault(
            f"no snapshot of '{key}' is pinned whose content matches, and trust is 'pinned'",
            f"{_fetch(key, evidence)}ars pin {as_word(key)} FILE{evidence.named}, or judge with "
            "trust 'claimed'",
        )
    if evidence.acquired or evidence.pinned:
        return None
    slip = _slip(evidence, "source_acquired", key)
    if slip is not None:
        return slip
    return Fault(
        f"nobody holds the source of '{key}': source_acquired is not true",
        f"{_fetch(key, evidence)}get the source, then: {_pin_or_verify(citation, evidence)}",
    )


def as_word(text: str | None) -> str:
    """Return a key as one word of a shell's command line; commands take `@KEY` for it too."""
    word = text or ""
    if word.startswith("-"):
        word = f"@{word}"  # or it would be an option
    if _WORD.fullmatch(word):
        return word
    quote, escaped = "'", "'\"'\"'"
    return f"'{word.replace(quote, escaped)}'"


def _fetch(key: str | None, evidence: Evidence) -> str:
    """Return the command that looks for an open copy, before what else helps; "" for none."""
    if not evidence.sought:
        return ""
    return f"look for an open copy: ars fetch {as_word(key)}{evidence.named}; else "


def _pin_or_verify(citation: Citation, evidence: Evidence) -> str:
    key, named = as_word(citation.key), evidence.named
    return f"ars pin {key} FILE{named}, or for print: ars verify {key} --method vision_check{named}"


def _slip(evidence: Evidence, field: str, key: str | None) -> Fault | None:
    written = (evidence.misspelt or {}).get(field)
    if written is None:
        return None
    return Fault(
        f"the entry of '{key}' says '{written}', which is no field: {field} is not true",
        f"write {field} for {written} in the entry of '{key}' in {evidence.corpus}, if it is true",
    )


def _retracted(citation: Citation, evidence: Evidence, policy: Policy) -> Fault | None:
    if evidence.retracted is None:
        return None
    reason = f"the source is recorded as retracted ({evidence.retracted})"
    if not evidence.acknowledgeable:
        return Fault(
            f"{reason}, and the corpus's policy lets no acknowledgement count",
            f"remove the citation, or set terminal_policies: {{retraction: off}} in "
            f"{evidence.corpus}",
        )
    return Fault(
        reason,
        "remove the citation; if you cite it knowingly: "
        f"{acknowledging(citation, evidence, 'retraction')}",
    )


def acknowledging(citation: Citation, evidence: Evidence, what: str) -> str:
    """Return the command that acknowledges what is recorded of a source."""
    key = as_word(citation.key)
    return f'ars acknowledge {key} --what {what} --note "why"{evidence.named}'


def _no_identifier(citation: Citation, evidence: Evidence, policy: Policy) -> Fault | None:
    if evidence.missing is None:
        return None
    return Fault(
        f"its identifier does not exist ({evidence.missing})",
        f"correct the identifier of '{citation.key}' in {evidence.corpus}, or find out which "
        "source was meant; if the answer is wrong: "
        f"{acknowledging(citation, evidence, 'no-such-identifier')}",
    )


def _other_work(citation: Citation, evidence: Evidence, policy: Policy) -> Fault | None:
    if evidence.other_work is None:
        return None
    reason, fix = evidence.other_work.reason, evidence.other_work.fix
    way_out = acknowledging(citation, evidence, "other-work")
    return Fault(reason, f"{fix}; if it is this work all the same: {way_out}")


def _has_quote(citation: Citation) -> bool:
    return any(a.kind == "quote" and a.fault is None for a in citation.anchors)


def _quote_not_found(citation: Citation, evidence: Evidence, policy: Policy) -> Fault | None:
    if evidence.quote_found is not False or not _has_quote(citation):
        return None
    return Fault(
        f"the quote does not stand in the source: {evidence.quote_reason}",
        "correct the quote to the letter, or cite the page",
    )


def _not_grounded(citation: Citation, evidence: Evidence, policy: Policy) -> Fault | None:
    unchecked = (
        policy.grounding == "required" and evidence.quote_found is None and _has_quote(citation)
    )
    if not unchecked:
        return None
    return Fault(
        f"the quote was not checked against the source, and grounding is required: "
        f"{evidence.quote_reason}",
        f"{'' if evidence.pinned else _fetch(citation.key, evidence)}pin the source's full text, or "
        "judge with grounding 'when-possible'",
    )


def _not_supported(citation: Citation, evidence: Evidence, policy: Policy) -> Fault | None:
    return citation.unsupported


def _forbidden(citation: Citation, evidence: Evidence, policy: Policy) -> Fault | None:
    return evidence.forbidden


def _not_cross_checked(citation: Citation, evidence: Evidence, policy: Policy) -> Fault | None:
    matched = evidence.content_match if policy.trust == "claimed" else evidence.is_proved
    if matched or (evidence.verified and policy.trust == "claimed"):
        return None
    slip = _slip(evidence, "source_verified_against_original", citation.key)
    if slip is not None and policy.trust == "claimed":
        return slip
    return Fault(
        f"nobody has cross-checked the entry of '{citation.key}' against the original",
        f"{'' if evidence.pinned else _fetch(citation.key, evidence)}compare entry and source: "
        f"{_pin_or_verify(citation, evidence)}",
    )


def _not_read(citation: Citation, evidence: Evidence, policy: Policy) -> Fault | None:
    if evidence.read:
        return None
    if not evidence.ledger:
        return Fault(
            f"no mark says that a person has read '{citation.key}', and a corpus in the document's "
            "metadata has no ledger for marks",
            "move literature_corpus to a file of its own, literature_corpus.yaml, then: "
            f"ars mark-read {as_word(citation.key)}",
        )
    return Fault(
        f"no mark says that a person has read '{citation.key}'",
        f"read what the citation rests on, then: ars mark-read {as_word(citation.key)}"
        f"{evidence.named}",
    )


def _ok(citation: Citation, evidence: Evidence, policy: Policy) -> Fault | None:
    return Fault("anchored, held, cross-checked and read", "")


ROWS: tuple[Row, ...] = (
    Row(
        "0",
        "HIGH-WARN-MALFORMED-MARKER",
        "[UNVERIFIED CITATION — MALFORMED MARKER]",
        "malformed or orphan marker",
        "A hidden marker misses the grammar, stands behind no citation, or a citation key is cut "
        "short.",
        "A typo must not slip a citation past the gate: a marker that cannot be read is refused, "
        "never ignored.",
        "Smith (2024) <!--ref:smith2024--><!--anchor:table:3-->",
        "Write <!--ref:KEY--><!--anchor:KIND:VALUE--> with one of the kinds quote, page, section, "
        "paragraph. A comment of your own begins with 'note:'.",
        _malformed,
    ),
    Row(
        "1",
        "MED-WARN-NO-LOCATOR",
        "[UNVERIFIED CITATION — NO QUOTE OR PAGE LOCATOR]",
        "no quote or locator",
        "Nothing says where in the source the support stands.",
        "A reference without a place cannot be checked by anybody. ars mark-read cannot clear "
        "this: a locator is a property of the text, not of the source.",
        "As was shown [@smith2024].",
        "Give a locator or a quote of 3 to 25 words: [@smith2024, p. 12], @smith2024 [p. 12], "
        '[[@smith2024]]{quote="three or more words"}, or '
        "<!--ref:smith2024--><!--anchor:page:12-->. ars suggest shows where in a pinned source it may "
        "rest. Where the source as a whole is meant, such as software, a data set or a method, give "
        "the section that introduces it, or quote its first claim.",
        _no_locator,
    ),
    Row(
        "2",
        "HIGH-WARN-NO-ORIGINAL",
        "[UNVERIFIED CITATION — NO ORIGINAL]",
        "nobody holds the source",
        "The sidecar has no entry for the key, or nobody holds the source.",
        "What nobody holds, nobody can have read. References that do not exist are caught here.",
        "[@smith2024, p. 12] with source_acquired: false in the sidecar",
        "Look for an open copy: ars fetch KEY. Else get the source, then: ars pin KEY FILE, or for print: ars verify KEY --method vision_check. "
        "Add the entry if there is none: ars init --update.",
        _no_original,
    ),
    Row(
        "3",
        "HIGH-WARN-RETRACTED",
        "[UNVERIFIED CITATION — RETRACTED SOURCE]",
        "retracted source",
        "The source is recorded as retracted, and nobody has acknowledged it.",
        "A retracted paper supports nothing.",
        "[@smith2024, p. 12] where the catalog holds a retraction that PubMed reported",
        "Remove the citation; if you cite it knowingly: ars acknowledge KEY --what retraction "
        '--note "why".',
        _retracted,
    ),
    Row(
        "4",
        "HIGH-WARN-NO-SUCH-IDENTIFIER",
        "[UNVERIFIED CITATION — IDENTIFIER DOES NOT EXIST]",
        "identifier does not exist",
        "The entry's DOI, PMID or arXiv id was looked up, and its owner says it does not exist.",
        "Invented references often carry invented identifiers.",
        "[@smith2024, p. 12] where doi.org knows no such DOI",
        "Correct the identifier, or find out which source was meant. If the answer is wrong: "
        'ars acknowledge KEY --what no-such-identifier --note "why".',
        _no_identifier,
    ),
    Row(
        "4b",
        "HIGH-WARN-OTHER-WORK",
        "[UNVERIFIED CITATION — ANOTHER WORK]",
        "another work",
        "The entry's identifier, the entry of the bibliography or the pinned file is another "
        "work's.",
        "A real DOI on an invented reference, and a PDF of another paper, are how a citation of "
        "nothing looks sound. The owner of the identifier alone says so, and only where title, "
        "venue and all surnames differ.",
        "[@smith2024, p. 12] where PubMed has an article of other authors under the entry's PMID",
        "Compare both titles: correct the identifier, the entry, or the pinned file. If the "
        'record is wrong: ars acknowledge KEY --what other-work --note "why".',
        _other_work,
    ),
    Row(
        "5",
        "HIGH-WARN-QUOTE-NOT-FOUND",
        "[UNVERIFIED CITATION — QUOTE NOT IN SOURCE]",
        "quote not in source",
        "The full text is at hand, and the quote does not stand in it to the letter.",
        "A quote that nobody wrote is the worst of errors.",
        '[[@smith2024]]{quote="words that the paper does not hold"}',
        "Correct the quote to the letter, or cite the page.",
        _quote_not_found,
    ),
    Row(
        "5b",
        "MED-WARN-NOT-GROUNDED",
        "[UNVERIFIED CITATION — QUOTE NOT CHECKED AGAINST SOURCE]",
        "quote not checked",
        "The document requires grounding, and the quote could not be checked against the source.",
        "With grounding: required a quote counts only when it was found.",
        '[[@smith2024]]{quote="three or more words"} with grounding: required and no full text',
        "Pin the source's full text, or judge with grounding: when-possible.",
        _not_grounded,
    ),
    Row(
        "5c",
        "HIGH-WARN-CLAIM-NOT-SUPPORTED",
        "[UNVERIFIED CITATION — CLAIM NOT SUPPORTED]",
        "claim not supported",
        "A person recorded that the passage does not support the sentence, or an earlier pass "
        "wrote so beside it.",
        "A quote that stands in its source may still say something else than the sentence.",
        "[HIGH-WARN-CLAIM-NOT-SUPPORTED] behind [@smith2024, p. 12], or a person's line "
        "does-not-support in refs.ars_judgements.jsonl",
        "Correct the sentence or cite another source, then judge the passage again.",
        _not_supported,
    ),
    Row(
        "5d",
        "HIGH-WARN-POLICY",
        "[UNVERIFIED CITATION — REFUSED BY POLICY]",
        "refused by policy",
        "A policy of the corpus (terminal_policies) refuses the source.",
        "A corpus may ask for more than the gate does: that some index knows the work, or that "
        "the owner of its identifier confirmed it.",
        "terminal_policies: {contamination_triangulation: strict}, and Semantic Scholar, OpenAlex "
        "and Crossref all lack the work",
        "Find the work in an index and correct the entry, then: ars signals --update. Or set the "
        "policy to off in the sidecar.",
        _forbidden,
    ),
    Row(
        "6",
        "MED-WARN-NOT-CROSS-CHECKED",
        "[UNVERIFIED CITATION — AI HAS NOT CROSS-CHECKED]",
        "not cross-checked",
        "The source is held, but nobody has compared the entry with the original.",
        "A description that was copied from elsewhere may be of another paper.",
        "[@smith2024, p. 12] with source_verified_against_original: false",
        "Compare: ars pin KEY FILE, or for print: ars verify KEY --method vision_check.",
        _not_cross_checked,
    ),
    Row(
        "7",
        "LOW-WARN",
        None,
        "not read by a person",
        "All is in order but that no person has marked the source as read.",
        "A machine can find a passage; only a reader answers for it.",
        "[@smith2024, p. 12] whose key is not in the human-read ledger",
        "Read what the citation rests on, then: ars mark-read KEY. A document may pass them "
        "knowingly with accept: [LOW-WARN].",
        _not_read,
    ),
    Row(
        "8",
        "ok",
        None,
        "ok",
        "Anchored, held, cross-checked and read.",
        "It passes.",
        "[@smith2024, p. 12]",
        "Nothing is to be done.",
        _ok,
    ),
)
"""The matrix, a row a line, in the order of precedence."""

STATUSES: dict[str, Row] = {row.status: row for row in ROWS}

_SUFFIXES = {
    "preprint_post_llm_inflection": "PREPRINT",
    "semantic_scholar_unmatched": "UNMATCHED",
    "openalex_unmatched": "OPENALEX-UNMATCHED",
    "crossref_unmatched": "CROSSREF-UNMATCHED",
    "arxiv_unmatched": "ARXIV-UNMATCHED",
}


def judge(citation: Citation, evidence: Evidence, policy: Policy) -> Finding:
    """Return the verdict on one citation: the first row that applies (contract §6)."""
    applying = []
    for row in ROWS:
        if row.number not in ("0", "8") and citation.key is None:
            continue
        if row.number not in ("0", "1") and citation.fault is not None and not evidence.known:
            # The key itself may be misread: nothing can be said of its source.
            continue
        fault = row.applies(citation, evidence, policy)
        if fault is not None:
            applying.append((row, fault))
    row, fault = applying[0]
    if row.number == "2" and not evidence.known and evidence.unknown is not None:
        fault = Fault(evidence.unknown.reason, evidence.unknown.fix)
    elif row.number == "1" and evidence.unknown is not None:
        fault = Fault(f"{evidence.unknown.reason}; {fault.reason}", fault.fix)
    accepted = row.status in policy.accept
    also = tuple(
        later.status
        for later, _ in applying[1:]
        if later.number != "8" and later.status not in policy.accept
    )
    return Finding(
        citation=citation,
        status=row.status,
        refused=row.number != "8" and not accepted,
        accepted=accepted,
        also=also,
        contamination=_contamination(row, evidence),
        trust=None if not evidence.known else "pinned" if evidence.is_proved else "claimed",
        reason=fault.reason,
        fix=fault.fix,
        notes=_notes(citation),
        groundings=evidence.groundings,
        acknowledged=evidence.acknowledged,
        begun=evidence.unknown is not None and evidence.unknown.begun,
        sought=evidence.sought and not evidence.pinned,
    )


def _contamination(row: Row, evidence: Evidence) -> tuple[str, ...]:
    if row.number not in ("7", "8") or not evidence.contamination:
        return ()
    return tuple(
        suffix for name, suffix in _SUFFIXES.items() if evidence.contamination.get(name) is True
    )


def _notes(citation: Citation) -> tuple[Note, ...]:
    notes = [*citation.notes]
    good = any(anchor.fault is None for anchor in citation.anchors)
    for anchor in citation.anchors:
        notes += anchor.notes
        if good and anchor.fault is not None and not anchor.fatal:
            notes.append(Note("idle-anchor", anchor.fault.reason))
    return tuple(notes)
