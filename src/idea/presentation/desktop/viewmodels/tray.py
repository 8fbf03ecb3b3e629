"""What the icon in the desktop's tray shows, for a person who turned it on."""

from dataclasses import dataclass
from datetime import datetime

from idea.presentation.desktop.viewmodels.desk_state import DeskState
from idea.presentation.desktop.viewmodels.session_look import Shape, session_look


@dataclass(frozen=True, slots=True, kw_only=True)
class TrayView:
    """How many sessions wait for the person, and that in words."""

    waiting: int = 0
    words: str = "IdeA"


def wants_tray(state: DeskState) -> bool:
    """Whether the person wants an icon in the tray."""
    return state.setting("window.tray", default=False)


def closes_to_tray(state: DeskState) -> bool:
    """Whether closing the last window only hides it."""
    return wants_tray(state) and state.setting("window.close_to_tray", default=False)


def tray_view(state: DeskState, now: datetime) -> TrayView:
    """Return what the icon shows of all sessions of all projects."""
    waiting = sum(
        session_look(one, now).shape is Shape.NEEDS_YOU for one in state.sessions.values()
    )
    if not waiting:
        return TrayView()
    who = "1 session waits" if waiting == 1 else f"{waiting} sessions wait"
    return TrayView(waiting=waiting, words=f"IdeA: {who} for you")
