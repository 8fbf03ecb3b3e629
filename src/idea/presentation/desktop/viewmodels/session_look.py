"""How a session is shown everywhere: its shape, its names, its state in words, its age."""

import ntpath
import posixpath
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from idea.application.views import SessionView
from idea.domain.visible import visible
from idea.presentation.desktop.viewmodels.session_news import NO_NEWS, News, Note, Progress

_SHELLS = frozenset(
    {"sh", "bash", "zsh", "fish", "dash", "ash", "ksh", "mksh", "tcsh", "csh", "nu", "elvish"}
    | {"xonsh", "pwsh", "powershell", "cmd"}
)


class Shape(StrEnum):
    """State shapes, readable without colour."""

    WORKING = "working"
    NEEDS_YOU = "needs you"
    DONE = "done"
    IDLE = "idle"
    FAILED = "failed"
    ENDED = "ended"
    SHELL = "shell"


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionLook:
    """A session as header, side bar, card and palette show it."""

    id: str
    shape: Shape
    name: str
    detail: str
    """Where it works, in grey."""
    state: str
    """In words: how it is, or what its program said last."""
    age: str
    """Since the start; empty once it ended."""
    reason: str
    """Why it ended, as a sentence; empty while it lives."""
    is_live: bool
    address: str
    """The cell that shows it; empty in the background."""
    rang: bool = False
    """Whether it rang or asked for attention since the person looked."""
    said: bool = False
    """Whether `state` is what the program wanted to notify of."""
    progress: Progress | None = None
    note: Note | None = None
    """What stands in its cell and waits for an answer."""


def session_look(
    session: SessionView, now: datetime, home: str = "", news: News = NO_NEWS
) -> SessionLook:
    """Return how a session looks at a moment; `home` is shortened to `~`."""
    live = session.status in {"starting", "running"}
    folder = news.folder or session.folder or session.cwd
    progress = news.progress if live else None
    return SessionLook(
        id=session.id,
        shape=session_shape(session),
        name=visible(session.name or program_name(session.command)),
        detail=visible(short_path(folder, home)),
        state=news.said or (progress.words if progress else _state_words(session)),
        age=age_words(session.started_at, now) if live else "",
        reason=session.reason,
        is_live=live,
        address=session.address or "",
        rang=news.rang,
        said=bool(news.said),
        progress=progress,
        note=news.note if live else None,
    )


def session_shape(session: SessionView) -> Shape:
    """Return the shape of a session's state."""
    match session.status:
        case "starting":
            return Shape.IDLE
        case "running":
            front = (session.program,) if session.program else session.command
            return Shape.SHELL if is_shell(front) else Shape.WORKING
        case "exited" if session.code == 0 or session.stopped:
            return Shape.ENDED
        case "lost":
            return Shape.ENDED
        case _:
            return Shape.FAILED


def working_program(session: SessionView) -> str:
    """Return the program that stopping a session would interrupt; empty for an idle shell."""
    if session_shape(session) is not Shape.WORKING:
        return ""
    return visible(session.program or program_name(session.command))


def program_name(command: tuple[str, ...]) -> str:
    """Return what a command runs, without its folder."""
    first = command[0] if command else ""
    return ntpath.basename(first) if "\\" in first else posixpath.basename(first)


def is_shell(command: tuple[str, ...]) -> bool:
    """Whether a command is a shell that waits for the person."""
    name = program_name(command).removeprefix("-").removesuffix(".exe")
    return name in _SHELLS and not any(part in {"-c", "-lc", "-ic"} for part in command[1:])


def age_words(since: str, now: datetime) -> str:
    """Return how long ago an ISO 8601 moment was: `now`, `4 m`, `2 h`, `3 d`."""
    try:
        seconds = (now - datetime.fromisoformat(since)).total_seconds()
    except (ValueError, TypeError):
        return ""
    if seconds < 60:
        return "now"
    if seconds < 3600:
        return f"{int(seconds // 60)} m"
    if seconds < 86_400:
        return f"{int(seconds // 3600)} h"
    return f"{int(seconds // 86_400)} d"


def short_path(path: str, home: str) -> str:
    """Return a path with the home folder as `~`."""
    if home and (path == home or path.startswith((f"{home}/", f"{home}\\"))):
        return f"~{path[len(home) :]}"
    return path


def _state_words(session: SessionView) -> str:
    match session.status:
        case "exited" if session.stopped:
            return "stopped"
        case "exited":
            return _end_words(session.code or 0)
        case status:
            return status


def _end_words(code: int) -> str:
    if code == 0:
        return "ended"
    return f"exited {code}" if code > 0 else f"signal {-code}"
