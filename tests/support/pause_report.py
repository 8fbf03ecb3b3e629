"""Tells, at the end of a run, the longest pauses of windows' main threads, test by test.

`IDEA_PAUSES=FILE` also writes them into a file, one JSON object a line.
"""

import json
import os
from dataclasses import asdict
from pathlib import Path

import pytest

from support.pause_watch import PauseWatch

_SHOWN = 12

_watched: list[tuple[str, PauseWatch]] = []


def report(watch: PauseWatch) -> None:
    """Keep what a watch saw in the test that runs."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition("::")[2].partition(" ")[0]
    _watched.append((test, watch))
    path = os.environ.get("IDEA_PAUSES", "")
    if path:
        with Path(path).open("a") as file:
            file.writelines(
                json.dumps({"test": test, **asdict(pause)}) + "\n" for pause in watch.pauses
            )


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the longest ones."""
    if not _watched:
        return
    terminalreporter.section("longest pauses of the main thread, in ms")
    by_stall = sorted(_watched, key=lambda one: -one[1].worst.with_processor)
    for test, watch in by_stall[:_SHOWN]:
        worst = watch.worst
        terminalreporter.line(
            f"{worst.with_processor * 1000:5.0f} with a processor "
            f"({worst.in_all * 1000:.0f} in all), after {worst.doing}, in {test}"
        )
