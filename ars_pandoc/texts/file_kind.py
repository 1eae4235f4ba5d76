"""What a file is, where its name may say otherwise (contract §8)."""

from __future__ import annotations

from pathlib import PurePath

from ars_pandoc.texts.extract import PDF, media_type
from ars_pandoc.texts.unreadable import Unreadable


def named_kind(data: bytes, name: str) -> str:
    """Tell what a file is; its name must not call something else a PDF.

    A download that failed leaves the page that says so under the article's name: no quote stands
    in that, and nobody is to be accused for it.

    Args:
        data: Its bytes.
        name: Its name.

    Raises:
        Unreadable: It is none of the kinds that can be read, or no PDF although it is called one.
    """
    kind = media_type(data, name)
    if PurePath(name).suffix.lower() == ".pdf" and kind != PDF:
        what = "is a web page" if kind == "text/html" else "is no PDF"
        raise Unreadable(f"it is called a PDF and {what}: the download may have failed")
    return kind
