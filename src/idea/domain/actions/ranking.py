"""How well a title answers what somebody typed: a pure fuzzy score."""

from collections.abc import Callable, Hashable, Iterable, Sequence

_START = 12
_WORD = 8
_RUN = 10
_HIT = 1


def score(query: str, text: str) -> int | None:
    """Return how well `text` holds the letters of `query` in order; None when it does not.

    The start of the text, letters in a row and starts of words count more; blanks in the query are
    ignored, case too.
    """
    wanted = "".join(query.split()).lower()
    have = text.lower()
    if not wanted:
        return 0
    best: int | None = None
    for start in (at for at, letter in enumerate(have) if letter == wanted[0]):
        found = _score_from(wanted, have, start)
        if found is not None and (best is None or found > best):
            best = found
    return best


def _score_from(wanted: str, have: str, start: int) -> int | None:
    total, position, previous = 0, start, start - 2
    for letter in wanted:
        at = _next(letter, have, position, previous)
        if at < 0:
            return None
        total += _HIT
        if at == 0:
            total += _START
        elif not have[at - 1].isalnum():
            total += _WORD
        if at == previous + 1:
            total += _RUN
        previous, position = at, at + 1
    return total


def _next(letter: str, have: str, position: int, previous: int) -> int:
    """Prefer the letter right after the last hit, then one that starts a word."""
    if position < len(have) and have[position] == letter and position == previous + 1:
        return position
    at = have.find(letter, position)
    first = at
    while at >= 0:
        if at == 0 or not have[at - 1].isalnum():
            return at
        at = have.find(letter, at + 1)
    return first


def rank[T: Hashable](
    query: str, items: Iterable[T], text: Callable[[T], str], recent: Sequence[T] = ()
) -> list[T]:
    """Return the items that match, best first; equally good ones by recency, then in order."""
    order = {item: len(recent) - place for place, item in enumerate(recent)}
    scored = [
        (-found, -order.get(item, 0), place, item)
        for place, item in enumerate(items)
        if (found := score(query, text(item))) is not None
    ]
    scored.sort(key=lambda entry: entry[:3])
    return [entry[3] for entry in scored]
