"""How a session is shown everywhere: its shape, its names, its state in words, its age."""

import ntpath
import posixpath
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from idea.application.views import ProgramStatusView, SessionView
from idea.domain.ports.terminal_effects import NotificationClosed, Notified
from idea.domain.visible import visible
from idea.presentation.desktop.viewmodels.session_news import (
    NO_NEWS,
    News,
    Note,
    Progress,
    ProgressKind,
    Told,
)

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


class Mark(StrEnum):
    """What a quiet sign beside an agent says; the value is its words."""

    RELAUNCH = "a relaunch changes what it reads"
    BEHIND = "behind its template"


_TOLD_SHAPES: Final[Mapping[str, Shape]] = MappingProxyType(
    {
        "blocked": Shape.NEEDS_YOU,
        "working": Shape.WORKING,
        "error": Shape.FAILED,
        "done": Shape.DONE,
        "idle": Shape.IDLE,
    }
)
"""The shapes of what a program says it is doing."""
_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {"blocked": "needs you", "working": "working", "error": "failed", "done": "done"}
)
_ASKS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "permission": "asks for permission",
        "question": "asks a question",
        "auth": "asks you to log in",
    }
)


_WAITS: Final = "waits!"
"""What the notification is called that a program waits for the person; no program can say it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionLook:
    """A session as header, side bar, card and palette show it."""

    id: str
    shape: Shape
    name: str
    detail: str
    """Where it works, or what an agent runs on, in grey."""
    state: str
    """In words: how it is, or what its program said last."""
    age: str
    """Since the start, or since its program says so; empty once it ended."""
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
    marks: tuple[Mark, ...] = ()
    rests: bool = False
    """Whether it is an agent that does not run: there is nothing to stop or to forget."""
    about: str = ""
    """What it is and what a click does, where it is neither a session nor an agent."""


def session_look(
    session: SessionView, now: datetime, home: str = "", news: News = NO_NEWS
) -> SessionLook:
    """Return how a session looks at a moment; `home` is shortened to `~`."""
    live = session.status in {"starting", "running"}
    folder = news.folder or session.folder or session.cwd
    told = session.told if session.status == "running" else None
    progress = (news.progress or _told_progress(told)) if live else None
    state = _told_words(told) if told else progress.words if progress else _state_words(session)
    return SessionLook(
        id=session.id,
        shape=session_shape(session),
        name=visible(session.name or program_name(session.command)),
        detail=visible(session.engine) if session.agent else visible(short_path(folder, home)),
        state=news.said or state,
        age=age_words(told.since if told else session.started_at, now) if live else "",
        reason=session.reason,
        is_live=live,
        address=session.address or "",
        rang=news.rang,
        said=bool(news.said),
        progress=progress,
        note=news.note if live else None,
    )


def marked(look: SessionLook, marks: tuple[Mark, ...]) -> SessionLook:
    """Return a look with signs; those of an agent that ended are not news about the session."""
    return replace(look, marks=marks) if marks and (look.is_live or look.rests) else look


def session_shape(session: SessionView) -> Shape:
    """Return the shape of a session's state."""
    match session.status:
        case "starting":
            return Shape.IDLE
        case "running" if session.told is not None:
            return _TOLD_SHAPES.get(session.told.state, Shape.WORKING)
        case "running":
            return Shape.WORKING if working_program(session) else Shape.SHELL
        case "exited" if session.code == 0 or session.stopped:
            return Shape.ENDED
        case "lost":
            return Shape.ENDED
        case _:
            return Shape.FAILED


def working_program(session: SessionView) -> str:
    """Return the program that stopping a session would interrupt; empty for an idle shell."""
    front = (session.program,) if session.program else session.command
    if session.status != "running" or is_shell(front):
        return ""
    return visible(session.program or program_name(session.command))


def _told_words(told: ProgramStatusView) -> str:
    return visible(
        told.message or told.title or _ASKS.get(told.kind, "") or _WORDS.get(told.state, told.state)
    )


def told_by_status(before: SessionView | None, now: SessionView) -> Told | None:
    """Return what it means to the person that a program says it is doing something else.

    That it waits for them is told like a notification, which ends when it waits no more. What was
    so when the window came is news to nobody.
    """
    was = before is not None and before.told is not None and before.told.state == "blocked"
    if now.told is not None and now.told.state == "blocked" and now.status == "running":
        is_new = before is not None and (not was or before.told != now.told)
        return Notified("", _told_words(now.told), id=_WAITS) if is_new else None
    return NotificationClosed(_WAITS) if was else None


def _told_progress(told: ProgramStatusView | None) -> Progress | None:
    if told is None or told.progress is None:
        return None
    is_failed = told.state == "error"
    return Progress(
        f"{told.progress} %",
        told.progress,
        ProgressKind.FAILED if is_failed else ProgressKind.NORMAL,
    )


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
