"""Divides the time one turn of the event loop may spend reading among the terminals that flood."""

_BURST_S = 0.001
_TURN_S = 0.003


class ReadingShare:
    """Counts who floods: whose last burst ended before its output did."""

    def __init__(self) -> None:
        self._flooding: set[object] = set()

    def burst_s(self, reader: object) -> float:
        """Return how long this reader may read now; it floods until it rests."""
        self._flooding.add(reader)
        return min(_BURST_S, _TURN_S / len(self._flooding))

    def rest(self, reader: object) -> None:
        """Note that a reader has read everything, or reads no more."""
        self._flooding.discard(reader)
