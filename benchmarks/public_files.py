"""Files of public repositories, each at one commit, over HTTPS."""

from __future__ import annotations

from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import urlopen

HOST = "https://github.com"
_SECONDS = 60


class UnreachableError(Exception):
    """The host of public repositories gives no answer."""


def public_file(repository: str, commit: str, path: str, host: str = HOST) -> bytes | None:
    """Return a file as it was at a commit; None if it is not there.

    Args:
        repository: As `owner/name`.
        commit: All its 40 digits.
        path: In the repository.
        host: That has the repository.

    Raises:
        UnreachableError: There is no network, or no such host.
    """
    address = f"{host}/{quote(repository)}/raw/{commit}/{quote(path)}"
    try:
        with urlopen(address, timeout=_SECONDS) as answer:  # noqa: S310  # https, or a test's own
            data: bytes = answer.read()
            return data
    except HTTPError:
        return None
    except (URLError, OSError) as error:
        raise UnreachableError(f"{host} cannot be reached ({error})") from error
