"""Types into a followed cell and times how long the screen takes to show it."""

import math
import threading
import time
from collections.abc import Sequence

from idea.domain.ports.terminal_core import Frame
from idea.domain.ports.terminal_input import KeyPress, Modifiers
from support.recorder import Recorder
from support.screen_state import FollowedCell

CTRL_C = KeyPress(key="c", text="c", modifiers=Modifiers.CONTROL)
_LETTERS = "abcdefghij"
_PATIENCE_S = 60.0


def echo_times_s(cell: FollowedCell, count: int, *, every_s: float = 0.02) -> list[float]:
    """Type letters into an echoing program; return the seconds from each key to its frame."""
    return [_echo_time_s(cell, _LETTERS[turn % 10], every_s) for turn in range(count)]


def _echo_time_s(cell: FollowedCell, letter: str, every_s: float) -> float:
    cell.feed.want_frame()
    before = len(cell.heard.events)
    begun = time.monotonic()
    cell.type(lambda program: program.key(KeyPress(key=letter, text=letter)))
    while not _shows(cell, before, letter):
        assert time.monotonic() - begun < _PATIENCE_S, f"{letter} was never shown"
        cell.feed.want_frame()
        threading.Event().wait(0.0005)
    took_s = time.monotonic() - begun
    threading.Event().wait(every_s)
    return took_s


def _shows(cell: FollowedCell, since: int, letter: str) -> bool:
    """Return whether a frame after `since` shows a letter left of its cursor, or under it.

    Under it is where the last column's letter is until the next one wraps.
    """
    for event in cell.heard.events[since:]:
        if isinstance(event, Frame) and event.cursor.row in event.rows:
            text = "".join(run.text for run in event.rows[event.cursor.row].runs)
            column = event.cursor.column
            if letter in {text[column - 1 : column], text[column : column + 1]}:
                return True
    return False


def interrupt_time_s(cell: FollowedCell, recorder: Recorder, then: bytes) -> float:
    """Press Ctrl+C; return the seconds until the program's successor has said `then`."""
    begun = time.monotonic()
    cell.type(lambda program: program.key(CTRL_C))
    recorder.wait_for(then)
    cell.wait_until_it_stands_at(lambda: recorder.end)
    return time.monotonic() - begun


def p99(values: Sequence[float]) -> float:
    """Return the value that ninety-nine of a hundred do not exceed."""
    return sorted(values)[math.ceil(len(values) * 0.99) - 1]
