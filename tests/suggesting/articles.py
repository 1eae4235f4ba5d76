"""Sources that the tests of suggestions look into, and how they are pinned."""

from __future__ import annotations

from pathlib import Path

import typst

from ars_pandoc.corpus.catalog import Snapshot, catalog_path
from ars_pandoc.corpus.edit_catalog import set_snapshots
from ars_pandoc.corpus.store import store_of
from ars_pandoc.texts.jats import extract_jats
from ars_pandoc.texts.source_text import SourceText

TITLE = "Tides and the sleep of harbour seals"
CLAIM = "Here we show that harbour seals sleep longest on the rising tide."
NIGHT = "At night 14 of 23 tagged seals slept under water for up to nine minutes."
NOISE = "Noise from piling shortened their sleep by a third, but not in summer."
CITED = "Grey whales of the northern Pacific rest beside rocks at low tide"

JATS = f"""<article xmlns:xlink="http://www.w3.org/1999/xlink"><front><article-meta>
<title-group><article-title>{TITLE}</article-title></title-group>
<abstract><p>Seals live between land and sea. {CLAIM} Ships disturb them.</p></abstract>
</article-meta></front><body>
<sec><title>Introduction</title>
<p>Many animals sleep little at sea <xref ref-type="bibr" rid="r1">1</xref>. How harbour seals do it
is not known. We followed them for two winters in the Dollard.</p></sec>
<sec><title>Methods</title>
<p>Accelerometers of 40 grams were glued to the fur. Sleep was scored by two observers, who agreed in
91% of the hours.</p></sec>
<sec><title>Results</title>
<p>Most seals came ashore on the ebb. {NIGHT} The deepest dive reached 42 metres.</p>
<p>{NOISE} Passing ferries had no such effect on any of the animals.</p></sec>
<sec><title>Acknowledgements</title><p>We thank the wardens of the harbour seals who slept little.</p></sec>
</body><back><ref-list><title>References</title>
<ref id="r1"><mixed-citation>Lee A. {CITED}. Marine Naps. 2011;4:1-9.</mixed-citation></ref>
</ref-list></back></article>
"""


def article() -> SourceText:
    """Give the words of the article."""
    return extract_jats(JATS.encode())


GERMAN = """
#set page(width: 12cm, height: 9cm, numbering: "1")
#set text(lang: "de")
#counter(page).update(311)
= Brücken aus Holz
Anna Weber

== Einleitung
Brücken aus Holz galten lange als Bauten auf Zeit. Sie wurden durch Stein ersetzt, sobald Geld da
war. Über ihre Dauer ist wenig bekannt.

#pagebreak()
== Ergebnisse
Von 61 untersuchten Brücken standen 38 länger als hundert Jahre. Gedeckte Brücken verfaulten dreimal
seltener als offene. Das Dach hielt den Regen von den Balken fern.

#pagebreak()
== Literatur
Lehmann, K. (1931): Die gedeckten Brücken und ihr Dach gegen Regen und Fäulnis. Bern.
"""


def german_pdf() -> bytes:
    """Give a PDF in German whose pages are numbered from 311."""
    made = typst.compile(GERMAN.encode())
    assert isinstance(made, bytes)
    return made


def pinned(sidecar: Path, key: str, data: bytes, ending: str, kind: str) -> None:
    """Hold a source's file for a key of a sidecar."""
    sha256 = store_of([sidecar]).write(data, ending)
    set_snapshots(catalog_path(sidecar), {key: [Snapshot(sha256, kind, f"{key}{ending}")]})
