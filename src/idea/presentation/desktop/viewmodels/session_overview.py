"""All sessions of all projects, with what they use, as the window lists them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from idea.application.terminals.measure_sessions import SessionUse
from idea.application.views import SessionView
from idea.domain.quantities import counted, memory_words
from idea.presentation.desktop.viewmodels.desk_state import DeskState
from idea.presentation.desktop.viewmodels.session_look import Shape, session_look


@dataclass(frozen=True, slots=True, kw_only=True)
class OverviewRow:
    """One session."""

    id: str
    shape: Shape
    name: str
    detail: str
    """What it runs on, or the folder it works in."""
    place: str
    """Its project, where it is shown, how it is and since when, who asked for it."""
    use: str
    """Memory and processor; empty where nobody measured it."""
    is_live: bool
    is_shown: bool
    """Whether a cell shows it."""


def overview_rows(
    state: DeskState, uses: Mapping[str, SessionUse], now: datetime, home: str
) -> tuple[OverviewRow, ...]:
    """Return a row for each session: by project, the living first."""
    order = {project.id: place for place, project in enumerate(state.projects)}

    def rank(session: SessionView) -> tuple[int, bool, str]:
        is_over = session.status not in {"starting", "running"}
        return order.get(session.project, len(order)), is_over, session.started_at

    return tuple(
        _row(state, session, uses.get(session.id), now, home)
        for session in sorted(state.sessions.values(), key=rank)
    )


def overview_words(state: DeskState, uses: Mapping[str, SessionUse]) -> str:
    """Return one sentence about all of them."""
    sessions = state.sessions.values()
    live = sum(each.status in {"starting", "running"} for each in sessions)
    if not sessions:
        return "No project has a session."
    ended = len(sessions) - live
    words = counted(live, "session runs", "sessions run")
    words += f", {ended} ended." if ended else "."
    if uses:
        memory = memory_words(sum(each.memory_bytes for each in uses.values()))
        processes = sum(each.processes for each in uses.values())
        words += f" {counted(processes, 'process', 'processes')} with {memory} of memory."
    return f"{words} Stopping ends a program with everything it started."


def use_words(use: SessionUse | None) -> str:
    """Return what a session uses: `48 MiB · 3 %`; empty where nobody measured it."""
    if use is None:
        return ""
    memory = memory_words(use.memory_bytes)
    if use.cpu_percent is None:
        return memory
    return f"{memory} · {use.cpu_percent:.0f} %"


def _row(
    state: DeskState, session: SessionView, use: SessionUse | None, now: datetime, home: str
) -> OverviewRow:
    look = session_look(session, now, home)
    project = state.project(session.project)
    windows = state.windows
    numbers = [at for at, each in enumerate(windows, 1) if session.project in each.projects]
    parts = [
        project.name if project is not None else "",
        f"window {numbers[0]}" if len(windows) > 1 and numbers else "",
        look.address or ("in the background" if look.is_live else ""),
        f"{look.state} {look.age}".strip(),
        f"{use.processes} processes" if use is not None and use.processes > 1 else "",
        "started by you" if look.is_live else look.reason,
    ]
    return OverviewRow(
        id=session.id,
        shape=look.shape,
        name=look.name,
        detail=look.detail,
        place=" · ".join(part for part in parts if part),
        use=use_words(use),
        is_live=look.is_live,
        is_shown=session.cell is not None,
    )
