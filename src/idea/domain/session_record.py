"""What is kept about a session on disk: enough to tell, later, what ran and why it ended.

Words: a *process identity* names one process for good, although process ids are reused; the
*boot* names one run of the operating system.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import pairwise
from typing import Final

from idea.domain.errors import InvalidError
from idea.domain.terminal import Exited, Lost, TerminalSession

_CRASH_SIGNALS = frozenset({4, 5, 6, 7, 8, 9, 11, 31})
"""ILL, TRAP, ABRT, BUS (EMT), FPE, KILL as out-of-memory killers send it, SEGV and SYS."""

TERMINAL_LOST: Final = "The process that kept its terminal stopped."
"""Why a session is lost, whoever finds it so: an engine at work or a later one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessIdentity:
    """One process among all that ever had its id."""

    pid: int
    started: str
    """When it started, as the operating system counts; compared, never calculated with."""
    boot: str
    """The run of the operating system it lives in."""


class EndReason(StrEnum):
    """Why a session ended."""

    OWN_EXIT = "own exit"
    USER_STOP = "user stop"
    CRASH = "crash"
    ENGINE_LOST = "engine lost"
    """Who kept its terminal stopped, and the program with it: the keeper, on Windows the engine."""
    REBOOT = "reboot"


_INTERRUPTED: Final = frozenset({EndReason.CRASH, EndReason.ENGINE_LOST, EndReason.REBOOT})


def end_reason(status: Exited | Lost, *, stopped: bool) -> EndReason:
    """Tell why a session ended whose program was seen to end; `stopped` if the person asked."""
    if stopped:
        return EndReason.USER_STOP
    match status:
        case Exited(code):
            return EndReason.CRASH if -code in _CRASH_SIGNALS else EndReason.OWN_EXIT
        case Lost():
            return EndReason.ENGINE_LOST


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRecord:
    """A session, the process that runs it, and its end once it has one."""

    session: TerminalSession
    process: ProcessIdentity | None = None
    end: EndReason | None = None
    ended_at: datetime | None = None

    def __post_init__(self) -> None:
        if (self.end is None) is not self.session.is_live:
            raise InvalidError("A session has an end exactly when its program is gone.")
        if (self.end is None) is not (self.ended_at is None):
            raise InvalidError("A session that ended has the time when it did.")

    @property
    def was_interrupted(self) -> bool:
        """Whether its program was ended by something else than itself or the person."""
        return self.end in _INTERRUPTED

    def ended(
        self, status: Exited | Lost, *, stopped: bool = False, at: datetime
    ) -> "SessionRecord":
        """Return this record with its end."""
        return replace(
            self,
            session=self.session.with_status(status),
            end=end_reason(status, stopped=stopped),
            ended_at=at,
        )

    def found_after_restart(self, *, boot: str, at: datetime) -> "SessionRecord":
        """Return what a later engine knows of a session it does not hold."""
        if not self.session.is_live:
            return self
        rebooted = self.process is not None and self.process.boot != boot
        reason = "The computer was restarted." if rebooted else TERMINAL_LOST
        return replace(
            self,
            session=self.session.with_status(Lost(reason)),
            end=EndReason.REBOOT if rebooted else EndReason.ENGINE_LOST,
            ended_at=at,
        )


def credible_age(
    since: datetime, known: Iterable[datetime], now: datetime, longest_step: timedelta
) -> timedelta:
    """Return how long ago something was, as far as a clock may be believed that could be wrong.

    `known` are other times at which something happened. Where nothing is known for longer than
    `longest_step`, only that long is believed: the clock may have been set in between.
    """
    times = sorted({since, now, *(at for at in known if since < at < now)})
    steps = (min(later - earlier, longest_step) for earlier, later in pairwise(times))
    return sum(steps, timedelta())
