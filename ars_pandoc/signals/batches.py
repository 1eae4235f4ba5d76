"""Works asked about many at a time, where a service has requests for that (contract §9).

Each record of a batch is taken for the answer to the request about its work alone, and is then read,
checked and kept as such. What a batch does not hold, or holds twice, is asked for alone: that a
record is missing among many is no word on it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from ars_pandoc.signals.index import Asked, Index
from ars_pandoc.signals.record_match import Work
from ars_pandoc.signals.transport import (
    BadAnswerError,
    FailedError,
    StoppedError,
    Transport,
    UnavailableError,
)

FEW = 4
"""So many are asked about one by one: nothing is won."""


def prefetch(index: Index, works: Sequence[Work], transport: Transport) -> bool:
    """Ask about works in batches, so that asking about each alone finds its answer there.

    Args:
        index: Whom to ask; `at_once` says about how many.
        works: In the order in which they will be asked about.
        transport: The way there; it remembers the answers until they are asked for.

    Returns:
        Whether batches are worth while: False after one that failed. The works are asked about
        one by one then, and what is wrong shows itself there.

    Raises:
        StoppedError: The user stopped the run.
    """
    if index.at_once < 2:
        return False
    wanted: dict[str, Asked] = {}
    for work in works:
        identifier = index.identifier(work)
        if identifier is not None and identifier not in wanted:
            asked = index.alone(identifier)
            if not transport.knows(*asked):
                wanted[identifier] = asked
    identifiers = list(wanted)
    for start in range(0, len(identifiers), index.at_once):
        some = identifiers[start : start + index.at_once]
        if len(some) <= FEW:
            break
        try:
            data = transport.ask_many(*index.together(some))
            answers = list(index.apart(some, data))
        except StoppedError:
            raise
        except (UnavailableError, FailedError, BadAnswerError):
            return False
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            return False  # no form of the service's: a page that stands between
        times = Counter(identifier for identifier, _ in answers)
        for identifier, body in answers:
            if times[identifier] == 1 and identifier in wanted:
                transport.remember(*wanted[identifier], json.dumps(body).encode())
    return True
