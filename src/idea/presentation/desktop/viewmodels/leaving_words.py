"""What the person reads before everything closes, and after one window has."""

from collections.abc import Iterable, Sequence

from idea.application.views import ProjectView, SessionView
from idea.domain.quantities import counted
from idea.domain.visible import visible
from idea.presentation.desktop.viewmodels.desk_state import DeskState
from idea.presentation.desktop.viewmodels.session_look import program_name

_NAMED = 4
"""How many sessions of a project are named; the others are counted."""


def live_sessions(state: DeskState, projects: Iterable[str] | None = None) -> list[SessionView]:
    """Return the sessions that run, of some projects or of all."""
    wanted = None if projects is None else frozenset(projects)
    return [
        each
        for each in state.sessions.values()
        if each.status in {"starting", "running"} and (wanted is None or each.project in wanted)
    ]


def running_words(state: DeskState) -> str:
    """Return what runs, by project: `ledger: make watch, bash. api: bash.`; empty for nothing."""
    by_project: dict[str, list[str]] = {}
    for session in live_sessions(state):
        name = visible(session.name or program_name(session.command))
        by_project.setdefault(session.project, []).append(name)
    names = {project.id: project.name for project in state.projects}
    return " ".join(
        f"{names.get(project, 'Elsewhere')}: {_listed(sessions)}."
        for project, sessions in by_project.items()
    )


def closed_words(state: DeskState, closed: Sequence[ProjectView]) -> str:
    """Return what became of a window that was closed with tabs."""
    live = len(live_sessions(state, [project.id for project in closed]))
    tabs = ", ".join(project.name for project in closed)
    goes_on = counted(live, "session goes on", "sessions go on") if live else "nothing ran in it"
    return f"The window with {tabs} is closed; {goes_on}."


def _listed(names: Sequence[str]) -> str:
    rest = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {rest} more" if rest > 0 else "")
