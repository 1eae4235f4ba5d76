"""What the small distribution needs, read out of the whole one's pyproject.toml: one list for both."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # hatchling itself brings it

SAME = ("description", "requires-python", "authors", "keywords", "classifiers", "scripts")
NOT_FOR_USERS = ("dev", "docs")
LEFT_OUT = ("pandoc", "typst", "watch")
"""The extras whose packages the whole distribution brings anyway."""


class CoreMetadata(MetadataHookInterface):
    """Fills in what `core/pyproject.toml` leaves open."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Put the whole distribution's fields in, without what is an extra here.

        Args:
            metadata: The table `[project]`.
        """
        path = Path(self.root).parent / "pyproject.toml"
        whole = tomllib.loads(path.read_text(encoding="utf-8"))["project"]
        extras = {
            name: [one.replace(f"{whole['name']}[", f"{metadata['name']}[") for one in packages]
            for name, packages in whole["optional-dependencies"].items()
            if name not in NOT_FOR_USERS
        }
        left_out = {package for name in LEFT_OUT for package in extras[name]}
        metadata.update({name: whole[name] for name in SAME})
        metadata["dependencies"] = [one for one in whole["dependencies"] if one not in left_out]
        metadata["optional-dependencies"] = extras
