"""What becomes of text that programs want on the clipboard, by the person's settings."""

from enum import Enum, auto

from idea.presentation.desktop.viewmodels.desk_state import DeskState


class Wish(Enum):
    """What the person wants done with one text."""

    ASK = auto()
    """Once in each session."""
    ALLOW = auto()
    REFUSE = auto()
    TELL = auto()
    """It is too large: leave it out and say so."""


def copy_wish(state: DeskState, text: str) -> Wish:
    """Return what the person wants done with a text of a program."""
    policy = state.setting("terminal.clipboard_writes", "ask")
    if policy == "refuse":
        return Wish.REFUSE
    if len(text.encode("utf-8", "replace")) > most_bytes(state):
        return Wish.TELL
    return Wish.ALLOW if policy == "allow" else Wish.ASK


def most_bytes(state: DeskState) -> int:
    """Return how much text a program may put on the clipboard at once."""
    return state.setting("terminal.clipboard_kib", 1_024) << 10
