"""Decide which candidates are citations at all, once the known keys are at hand (contract §3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.citations.citation import Citation, Condition, Fault, UnknownKey
from ars_pandoc.citations.cites import as_typed

_SEPARATORS = lazy_pattern(r"[,;]")
_NO_KEY = ("--", ">")
"""What ends a comment: no key of a sidecar can hold it (contract §2)."""
_LOOKALIKES = str.maketrans(
    # Cyrillic and Greek letters that print like Latin ones.
    "асеорхуіјѕԁһԛԝАВЕКМНОРСТХУІЈЅαονρτυικχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aceopxyijsdhqwABEKMHOPCTXYIJSaovptuikxABEZHIKMNOPTYX",
)


@dataclass(frozen=True, slots=True)
class Bibliography:
    """The keys that the document's bibliographies name.

    Attributes:
        keys: Each with the file that names it.
        complete: Whether every bibliography could be read; none at all counts as read.
        pages: The page ranges of articles by key, where they are given.
    """

    keys: Mapping[str, str]
    complete: bool
    pages: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class KeyIndex:
    """The keys of sidecar and bibliography; the bibliography is read only when it is asked for.

    Attributes:
        sidecar: The keys of the sidecar.
        corpus: How the sidecar is called in messages.
        read_bibliography: Reads the bibliographies' keys.
        documents: The names of the documents, quoted for a shell, where they are known.
        read_begun: Reads which keys have an entry that still is a comment, and what it lacks.
    """

    sidecar: frozenset[str]
    corpus: str
    read_bibliography: Callable[[], Bibliography]
    documents: str = ""
    read_begun: Callable[[], Mapping[str, str]] = dict
    _bibliography: Bibliography | None = field(default=None, init=False)
    _folded: dict[str, str] | None = field(default=None, init=False)
    _begun: Mapping[str, str] | None = field(default=None, init=False)
    _slips: dict[str, str] = field(default_factory=dict, init=False)

    @property
    def bibliography(self) -> Bibliography:
        """The keys of the bibliographies."""
        if self._bibliography is None:
            self._bibliography = self.read_bibliography()
        return self._bibliography

    def names(self, key: str) -> bool:
        """Return whether the sidecar or a bibliography has a key."""
        return key in self.sidecar or key in self.bibliography.keys

    def explain_unknown(self, citation: Citation) -> UnknownKey | None:
        """Return what to do about a key that the sidecar does not hold; None if it does.

        A key that no bibliography holds either may be no citation at all, such as `@openai`; a
        near miss by normalisation, case or script is named, and the longest known key that it
        starts with (contract §3).
        """
        key = citation.key
        if key is None or key in self.sidecar:
            return None
        if self._begun is None:
            self._begun = self.read_begun()
        documents = self.documents or "FILE"
        if key in self._begun:
            reason = (
                f"the entry of '{key}' is a comment in {self.corpus}: it lacks {self._begun[key]}"
            )
            fix = f"complete it: ars verify --interactive {documents}"
            return UnknownKey(reason, fix, begun=True)
        named_in = self.bibliography.keys.get(key)
        add = f"add an entry for '{key}' to {self.corpus}, once you hold the source"
        if named_in is not None:
            reason = f"{named_in} names '{key}', but {self.corpus} has no entry for it"
            if sign := next((sign for sign in _NO_KEY if sign in key), None):
                rename = (
                    f"give it another key in {named_in} and in the text: a marker's ends at {sign}"
                )
                return UnknownKey(reason, rename)
            return UnknownKey(reason, f"{add}: ars init --update {documents}")
        reason = f"no source has the key '{key}'"
        if not self.bibliography.complete:
            reason += " (a bibliography could not be read)"
        fixes = []
        parts = [part.strip("@ ") for part in _SEPARATORS.split(key)]
        if len(parts) > 1 and all(part in self.sidecar for part in parts):
            marks = "".join(f"<!--ref:{part}-->" for part in parts)
            return UnknownKey(f"'{key}' is more than one key", f"write a ref for each: {marks}")
        near = self._near(key)
        if near is not None:
            reason += (
                f"; '{near}' looks the same, but is written with other characters"
                if _composed(near) == _composed(key)
                else f", the nearest known key is '{near}'"
            )
            fixes.append(f"write '{near}' if that is the source meant")
        escaped = None
        tail = "" if near is None or not key.startswith(near) else key[len(near) :]
        if tail and tail[0].isalpha() and not tail[0].isascii():
            # `[@wang2020所示]`: words of a script without spaces were read as part of the key.
            fixes[:] = [f"write [@{near}, p. 12] and '{tail}' behind the brackets"]
        elif citation.form == "native" and citation.syntax == "markdown":
            escaped = f"\\@{key}"
            reason += f"; if it is no citation write {escaped}"
        fixes.append(add)
        if escaped is not None and citation.in_text and not citation.anchors:
            fixes.append(f"write {escaped} if it is no citation")
        return UnknownKey(reason, "; or ".join(fixes), escaped, near)

    def _near(self, key: str) -> str | None:
        if self._folded is None:
            self._folded = {}
            for known in (*self.bibliography.keys, *self.sidecar):
                folded_key = _fold(known)
                self._folded.setdefault(folded_key, known)
                for slip in _one_less(folded_key):
                    self._slips.setdefault(slip, known)
        folded = _fold(key)
        if folded in self._folded:
            return self._folded[folded]
        for length in range(len(key) - 1, 2, -1):
            start = key[:length]
            if start in self.sidecar or start in self.bibliography.keys:
                return start
        # One letter dropped, added, changed or swapped with its neighbour.
        for slip in (folded, *_one_less(folded)):
            near = self._folded.get(slip) or self._slips.get(slip)
            if near is not None:
                return near
        return None


def _one_less(key: str) -> list[str]:
    """Return a key without each of its letters; another digit is another year, and no slip."""
    if len(key) < 6:
        return []  # short keys are near to everything
    return [key[:n] + key[n + 1 :] for n, char in enumerate(key) if char.isalpha()]


def _composed(key: str) -> str:
    import unicodedata  # seldom needed: only for a key that nobody knows

    return unicodedata.normalize("NFC", key)


def _fold(key: str) -> str:
    import unicodedata  # seldom needed: only for a key that nobody knows

    plain = unicodedata.normalize("NFKD", key.translate(_LOOKALIKES))
    return "".join(c for c in plain if c.isalnum() and not unicodedata.combining(c)).casefold()


def whole_key(citation: Citation, keys: KeyIndex) -> Citation:
    """Return a citation with its fault, if Pandoc cut short a key that a source has.

    Args:
        citation: One whose `behind` says what stands directly behind its key.
        keys: The keys that exist.
    """
    if not citation.behind or citation.fault is not None:
        return citation
    whole = as_typed(f"{citation.key}{citation.behind}")
    if whole == citation.key or not keys.names(whole):
        return citation
    at = f"@{{{whole}}}"
    written = f"{at} [p. 12]" if citation.in_text else f"[{at}, p. 12]"
    fault = Fault(
        f"Pandoc reads the key '{whole}' as '{citation.key}', and '{citation.behind}' as text",
        f"write the whole key in braces: {written}",
    )
    return replace(citation, fault=fault)


def with_tail(citation: Citation, keys: KeyIndex) -> Citation:
    """Return a citation whose marker may have lost a part of its key, as row 0 if it has (§2)."""
    for word in citation.tail:
        joined = (word, *(f"{citation.key}{sign}{word}" for sign in ("", "-", "_", ":", " ")))
        if citation.fault is None and any(map(keys.names, joined)):
            fault = Fault(
                f"the marker '<!--ref:{citation.key} {word}-->' has a space in its key, or names two",
                f"write one key in each marker: <!--ref:{citation.key}-->",
            )
            return replace(citation, fault=fault)
    return citation


def is_citation(citation: Citation, keys: KeyIndex) -> bool:
    """Return whether a candidate is a citation, given the keys that exist (contract §2, §3)."""
    condition = citation.condition
    if condition is Condition.ALWAYS:
        return True
    known = citation.key in keys.sidecar
    if condition is Condition.KEY_KNOWN or known:
        return known
    bibliography = keys.bibliography
    if citation.key in bibliography.keys:
        return True
    if condition in (Condition.DEFINED_CROSS_REFERENCE, Condition.KEY_NAMED):
        return False
    return not bibliography.complete
