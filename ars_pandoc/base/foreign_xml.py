"""XML of others, such as a source or a service's answer: it may be damaged or hostile."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def parse_xml(data: bytes) -> Any:
    """Parse XML: no entity is expanded, nothing is fetched; comments are left out.

    Args:
        data: The document.

    Returns:
        Its root, an element of lxml.

    Raises:
        ValueError: It is not well-formed, or larger than lxml takes; the message is one line.
    """
    etree: Any = import_module("lxml.etree")  # by name: it comes without types
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        return etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise ValueError(" ".join(str(error).split())) from None
