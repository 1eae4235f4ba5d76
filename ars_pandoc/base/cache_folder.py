"""Where caches lie: in the user's cache folder, never beside a document (contract §8, §9)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ars_pandoc.base.errors import ArsError

VARIABLE = "ARS_CACHE_DIR"


def cache_folder(environment: Mapping[str, str], part: str) -> Path:
    """Return the folder of one kind of cache, made if it is not there.

    Args:
        environment: `ARS_CACHE_DIR` moves the cache.
        part: The kind, such as `lookups`.

    Raises:
        ArsError: It cannot be made.
    """
    import platformdirs  # only where something is cached

    set_folder = environment.get(VARIABLE)
    folder = Path(set_folder) if set_folder else platformdirs.user_cache_path("ars-pandoc")
    try:
        (folder / part).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise ArsError(
            f"the cache folder {folder} cannot be made",
            why=getattr(error, "strerror", None) or "no folder can have such a name",
            steps=[f"set {VARIABLE} to a folder that you can write to"],
        ) from None
    return folder / part
