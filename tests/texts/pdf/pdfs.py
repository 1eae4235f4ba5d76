"""PDFs for tests: set by Typst as a journal sets them, and a few written by hand."""

from __future__ import annotations

import random
from functools import cache
from io import BytesIO

import pikepdf
import typst

from ars_pandoc.texts.pdf.extract_pdf import extract_pdf
from ars_pandoc.texts.source_text import SourceText

_WORDS = (
    "treatment selective inhibitor significantly prolonged overall survival efficacy differed "
    "between two-factor model non-selective alternative mutations affecting kinase domain were "
    "associated with primary resistance officially reported coefficients first cohort smaller "
    "expected patients without measurable disease excluded before final analysis difference "
    "adjustment for baseline characteristics laboratory measurements repeated whenever "
    "investigator requested confirmation immunohistochemistry expression stable throughout "
    "experiment sufficient infection flow reflected affinity"
).split()


def sentences(count: int, seed: int = 7) -> list[str]:
    """Give sentences, no two alike, with hyphens and ligatures in them."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    made = []
    for _ in range(count):
        words = [chance.choice(_WORDS) for _ in range(chance.randint(8, 20))]
        made.append(" ".join(words).capitalize() + ".")
    return made


def typeset(body: str, *, columns: int = 1, first_page: int = 1) -> bytes:
    """Set pages of a journal: justified, hyphenated, with a running head and page numbers."""
    return pdf(
        f"""#set page(width: 13cm, height: 15cm, columns: {columns}, numbering: "1",
          header: [Smith et al. #h(1fr) Journal of Things 12])
        #counter(page).update({first_page})
        #set par(justify: true)
        #set text(hyphenate: true, lang: "en", size: 9pt)
        {body}"""
    )


@cache
def pdf(source: str) -> bytes:
    """Give the PDF of a Typst document."""
    made = typst.compile(source.encode())
    assert isinstance(made, bytes)
    return made


def read(body: str, *, columns: int = 1, first_page: int = 1) -> SourceText:
    """Give the words of a typeset body."""
    return extract_pdf(typeset(body, columns=columns, first_page=first_page))


def lying(body: str, codes: dict[str, str], *, name: str = "AdvP4C4E74") -> bytes:
    """Give the PDF of a Typst body whose font of signs says other characters than it draws.

    Args:
        body: What is to be drawn by that font stands in `#sign[…]`.
        codes: What the file says for each sign; "" for nothing at all.
        name: Of that font.
    """
    made = pdf(
        '#set page(width: 13cm, height: 8cm)\n#set text(font: "Libertinus Serif", size: 10pt)\n'
        '#let sign(it) = text(font: "New Computer Modern", it)\n' + body
    )
    with pikepdf.open(BytesIO(made)) as file:
        for font in file.objects:
            if not (isinstance(font, pikepdf.Dictionary) and font.get("/Type") == "/Font"):
                continue
            if "NewCM" not in str(font.BaseFont):
                continue
            font.BaseFont = pikepdf.Name(f"/ABCDEF+{name}")
            if "/ToUnicode" not in font:
                continue
            words = font.ToUnicode.read_bytes().decode()
            for sign, said in codes.items():
                code = said.encode("utf-16-be", "surrogatepass").hex().upper()
                words = words.replace(
                    f"> <{sign.encode('utf-16-be').hex().upper()}>", f"> <{code}>"
                )
            font.ToUnicode = file.make_stream(words.encode())
        out = BytesIO()
        file.save(out)
    return out.getvalue()


def by_hand(content: bytes, *, extra: bytes = b"", trailer: bytes = b"") -> bytes:
    """Write a PDF of one page with these drawing commands; /F1 is Helvetica."""
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]"
        b"/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>/Contents 4 0 R>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
        b"<</Type/Font/Subtype/Type1/BaseFont/AdvPSSym/Encoding/WinAnsiEncoding>>",
    ]
    if extra:
        objects.append(extra)
    out = b"%PDF-1.4\n"
    offsets = []
    for number, written in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, written)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return out + b"trailer<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF" % (
        len(objects) + 1,
        trailer,
        table,
    )


def encrypted() -> bytes:
    """Write a PDF that needs a password."""
    secret = b"(" + b"a" * 32 + b")"
    return by_hand(
        b"BT /F1 12 Tf 50 700 Td (hidden words) Tj ET",
        extra=b"<</Filter/Standard/V 1/R 2/O " + secret + b"/U " + secret + b"/P -4>>",
        trailer=b"/Encrypt 7 0 R/ID[(0123456789abcdef)(0123456789abcdef)]",
    )


def arabic(*lines: str) -> bytes:
    """Give a page of Arabic, drawn from the left as it looks, with one glyph for lam and alef."""
    ligature = "\u0644\u0627"
    glyphs = sorted({*"".join(lines).replace(ligature, ""), ligature})
    codes = {glyph: 0x41 + number for number, glyph in enumerate(glyphs)}
    drawn = []
    for number, line in enumerate(lines):
        joined = line.replace(ligature, "\0")
        shown = "".join(
            f"{codes[ligature if sign == chr(0) else sign]:02X}" for sign in joined[::-1]
        )
        drawn.append(f"BT /F1 12 Tf 50 {700 - 20 * number} Td <{shown}> Tj ET")
    meant = "".join(
        f"<{code:02X}> <{glyph.encode('utf-16-be').hex()}>\n" for glyph, code in codes.items()
    )
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def "
        "/CMapType 2 def 1 begincodespacerange <00> <FF> endcodespacerange "
        f"{len(codes)} beginbfchar\n{meant}endbfchar endcmap end end"
    )
    with pikepdf.open(BytesIO(by_hand("\n".join(drawn).encode()))) as file:
        file.pages[0].Resources.Font.F1.ToUnicode = file.make_stream(cmap.encode())
        out = BytesIO()
        file.save(out)
    return out.getvalue()
