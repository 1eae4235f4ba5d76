"""What stands for authors who are not named: `and others`, `et al.`, which is nobody's name."""

from __future__ import annotations

_WORDS = frozenset(
    (
        "others", "and others", "et al", "et alii", "et alia", "al", "u a", "ua", "und andere",
        "andere", "e a", "et autres", "y otros", "otros", "e altri", "altri", "e outros", "outros",
        "en anderen", "anderen", "m fl", "mfl", "og andre", "i in", "a kol", "и др", "и другие",
        "等", "ほか", "他", "외",
    )
)  # fmt: skip


def is_et_al(name: str) -> bool:
    """Return whether a name stands for authors who are not named."""
    return " ".join(name.casefold().replace(".", " ").split()) in _WORDS
