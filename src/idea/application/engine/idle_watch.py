"""Decides when an engine that nobody needs should leave."""


class IdleWatch:
    """An engine leaves after a time without live session and client; see `is_over`."""

    def __init__(self, now_s: float) -> None:
        self._needed_at_s = now_s
        self._served = 0

    def is_over(
        self, now_s: float, *, limit_s: float, live_sessions: int, clients: int, served: int
    ) -> bool:
        """Whether the time is over; called every few seconds.

        `served` counts connections so far, so that short calls between two looks are noticed.
        """
        if live_sessions or clients or served != self._served:
            self._needed_at_s = now_s
            self._served = served
        return now_s - self._needed_at_s >= limit_s
