"""Whether a document prints the references that its sidecar speaks of.

The gate judges sources by the sidecar; what readers see of them comes from the bibliography or from
the document's own `references`. Where the two tell of different works, a pass says nothing of the
work that is printed.
"""

from __future__ import annotations

from ars_pandoc.checking.checked import Part
from ars_pandoc.verdict.resolve import Judged


def references_part(judged: Judged) -> Part:
    """Name the cited works that are printed as something else than the sidecar knows.

    Args:
        judged: The document with its verdicts.
    """
    sources = judged.sources
    if sources is None or sources.corpus is None:
        return Part("References", ())
    cited = {finding.citation.key for finding, _ in judged.findings}
    lines = []
    for name, differences in sources.printed.differences.items():
        key = name if name in sources.keys.sidecar else sources.word.key_of(name, strict=False)
        if key in cited:
            called = name if name == key else f"{name} (judged as {key})"
            lines += [f"{called}: {one.message}" for one in differences]
    lines += sources.printed.warnings
    return Part("References printed otherwise than the sidecar says", tuple(lines), bool(lines))
