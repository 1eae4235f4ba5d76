"""Names of licences: each service writes them its own way (contract §12)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ars_pandoc.base.foreign_xml import parse_xml

_CC_URL = re.compile(r"creativecommons\.org/(licenses|publicdomain)/([a-z-]+)/([0-9.]+)?", re.I)
_CC = re.compile(r"cc[ _-]?(by(?:[ _-](?:nc|nd|sa))*)(?:[ _-]?([1-4]\.[0-9]))?", re.I)
_CC0 = re.compile(r"(?:cc[ _-]?(?:0|zero)|public[ _-]?domain|pd)(?:[ _-]?([0-9.]+))?", re.I)
_OTHER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+ -]{0,60}")
_UNSAID = frozenset(("none", "null", "other-oa", "unknown", "implied-oa"))
_XLINK = "{http://www.w3.org/1999/xlink}href"
_ALI = "{http://www.niso.org/schemas/ali/1.0/}license_ref"


def licence_of(said: object) -> str | None:
    """Return a licence as SPDX writes it, as far as it is one of Creative Commons: `CC-BY-4.0`.

    Args:
        said: What a service says: `cc by`, `cc_by_nc`, an address of Creative Commons.

    Returns:
        The name, or None where nothing is said.
    """
    if not isinstance(said, str) or not said.strip() or said.strip().casefold() in _UNSAID:
        return None
    text = said.strip()
    if found := _CC_URL.search(text):
        kind, version = found[2].upper(), found[3]
        name = "CC0" if found[1].lower() == "publicdomain" else f"CC-{kind}"
        return f"{name}-{version}" if version else name
    if found := _CC.fullmatch(text):
        name = "CC-" + re.sub("[ _]", "-", found[1].upper())
        return f"{name}-{found[2]}" if found[2] else name
    if found := _CC0.fullmatch(text):
        return f"CC0-{found[1]}" if found[1] else "CC0"
    return text if _OTHER.fullmatch(text) else None


def is_admitted(licence: str | None, admitted: Iterable[str]) -> bool:
    """Return whether a licence is one of those that are admitted; `CC-BY` admits `CC-BY-4.0`.

    Args:
        licence: As `licence_of` gives it; what nobody states is admitted by no list.
        admitted: Names, as people write them; none admits all.
    """
    names = [licence_of(name) or name for name in admitted]
    if not names:
        return True
    if licence is None:
        return False
    have = licence.casefold()
    return any(
        have == name.casefold() or re.fullmatch(rf"{re.escape(name.casefold())}-[0-9.]+", have)
        for name in names
    )


def licence_in(data: bytes) -> str | None:
    """Return the licence that an article in JATS states of itself, or None."""
    try:
        root = parse_xml(data)
    except ValueError:
        return None
    for one in root.iter("{*}license"):
        said = [one.get(_XLINK), *(part.text for part in one.iter(_ALI))]
        said += [part.get(_XLINK) for part in one.iter("{*}ext-link")]
        for text in said:
            if text and (name := licence_of(text)) is not None:
                return name
    return None
