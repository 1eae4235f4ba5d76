"""The documentation's site, built by `make docs`.

Pages that repeat what a program says (statuses, commands, files) are written from the program
itself before each build, by `docs.site_pages`; they are not kept in the repository.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from ars_pandoc import __version__  # noqa: E402 - the checkout that is documented
from docs.site_pages import site_links, write_pages  # noqa: E402

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "ars-pandoc"
author = "The ars-pandoc authors"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["man"]
html_theme = "furo"
html_title = f"ars-pandoc {__version__}"
html_show_sourcelink = False
html_show_copyright = False
default_role = "code"  # as docstrings mean it
html_copy_source = False
myst_heading_anchors = 3
myst_enable_extensions = ["deflist", "html_image"]
smartquotes = False  # quotes and dashes in commands and markers are to be pasted
autodoc_typehints = "description"
autodoc_member_order = "bysource"
nitpicky = False
pygments_style = "friendly"
pygments_dark_style = "native"


def setup(app: Sphinx) -> None:
    """Write the pages that the program tells, and lead links out of docs/ to the site's pages."""
    app.connect("builder-inited", lambda builder: write_pages(Path(builder.srcdir)))
    app.connect("source-read", _lead_links)


def _lead_links(app: Sphinx, name: str, source: list[str]) -> None:
    source[0] = site_links(source[0], name)
