"""What is known of the window that stood here before this one, if there was any."""

import os
from pathlib import Path
from typing import Final

from idea.bootstrap.window_parent import WindowLife
from idea.infrastructure.feed_page import CRASHES, Suspect, pointed_at, report_start, suspects
from idea.infrastructure.observability.crash_hooks import report_path

_LONGEST_REPORT_BYTES: Final = 1024 * 1024


class FormerWindow:
    """The window before this one, as its traces and its crash report show it."""

    def __init__(self, life: WindowLife, logs: Path) -> None:
        """Look back; called before this window writes crash reports of its own."""
        self.died_of = life.died_of
        """The signal that ended it; 0 when there was none."""
        self.has_parent = life.page is not None
        """Whether somebody starts another one when this one asks for it."""
        self.left_for_this = life.is_back
        """Whether it ended because it wanted this one in its place."""
        self.pointed_at = pointed_at(life.traces) if self.is_followed else ("", "")
        """The project and the cell that had the keyboard."""
        self.guilty = _guilty(life, logs) if life.died_of in CRASHES else ()
        """Whose output its cores died of."""

    @property
    def crashed(self) -> bool:
        """Whether this window stands where another one died."""
        return self.died_of != 0

    @property
    def is_followed(self) -> bool:
        """Whether this window goes on where another one was."""
        return self.crashed or self.left_for_this


def _guilty(life: WindowLife, logs: Path) -> tuple[Suspect, ...]:
    try:
        with report_path("window", logs).open("rb") as file:
            # What stalls wrote before it may be long, and is not looked at.
            end = file.seek(0, os.SEEK_END)
            file.seek(max(report_start(life.traces), end - _LONGEST_REPORT_BYTES))
            report = file.read(_LONGEST_REPORT_BYTES)
    except OSError:
        report = b""
    return suspects(life.traces, report)
