"""Writes a report of every mistake that a process survives, as its log hears of it.

A mistake is an exception that nobody expected: one that reached the end of a thread, a slot, a
task or a command. What the world does wrong, such as a full disk, is none.
"""

import logging
import threading
import traceback
from typing import Final, override

from idea.domain.errors import IdeaError
from idea.infrastructure.observability.report_files import FileCrashReports

MOST_PER_PROCESS: Final = 5
_ENDED: Final = "Uncaught in the main thread."


class MistakeReports(logging.Handler):
    """Reports each mistake once per place, at most five; written by a thread that ends then."""

    def __init__(self, process: str, reports: FileCrashReports, *, ends: bool = False) -> None:
        """`ends` says that the process does not survive what its main thread does not catch."""
        super().__init__(logging.ERROR)
        self._process = process
        self._reports = reports
        self._ends = ends
        self._places: set[tuple[type, str, int]] = set()

    @override
    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error is None or isinstance(error, IdeaError | OSError):
            return
        frames = traceback.extract_tb(error.__traceback__)
        where = (frames[-1].filename, frames[-1].lineno or 0) if frames else ("", 0)
        place = (type(error), *where)
        if place in self._places or len(self._places) >= MOST_PER_PROCESS:
            return
        self._places.add(place)
        trace = "".join(traceback.format_exception(error)).splitlines()
        is_fatal = self._ends and record.msg == _ENDED
        threading.Thread(
            target=self._reports.write,
            args=(self._process, trace),
            kwargs={"is_fatal": is_fatal},
            name="crash report",
        ).start()


def report_mistakes(
    process: str, reports: FileCrashReports, *, ends: bool = False
) -> logging.Handler:
    """Write reports of this process's mistakes until the returned handler is closed as a log is.

    A process that ends by one reports that last of all, so it does not close it.
    """
    handler = MistakeReports(process, reports, ends=ends)
    logging.getLogger().addHandler(handler)
    return handler
