"""What tab strip, side bar and status line show, as values computed from the window's state."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from idea.application.agents.views import AgentView
from idea.application.views import EngineStatusView
from idea.domain.visible import visible
from idea.presentation.desktop.viewmodels.agents import agent_looks
from idea.presentation.desktop.viewmodels.desk_state import DeskState
from idea.presentation.desktop.viewmodels.session_look import (
    Mark,
    SessionLook,
    Shape,
    age_words,
    session_look,
)
from idea.presentation.desktop.viewmodels.session_news import NO_NEWS, News

_NO_NEWS: Mapping[str, News] = MappingProxyType({})
_NO_MARKS: Mapping[str, tuple[Mark, ...]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class TabView:
    """One tab."""

    project: str
    title: str
    root: str
    rang: bool = False
    """Whether a session of it rang since the person looked."""


@dataclass(frozen=True, slots=True)
class TabStripView:
    """The tabs and which is in front; `selected` is a project id or empty."""

    tabs: tuple[TabView, ...] = ()
    selected: str = ""


def tab_strip_view(
    state: DeskState, selected: str, news: Mapping[str, News] = _NO_NEWS
) -> TabStripView:
    """Return the tabs; projects of one name are told apart by their folder."""
    ringing = {
        view.project
        for session, each in news.items()
        if each.rang and (view := state.sessions.get(session)) is not None
    }
    names = [project.name for project in state.tabs]
    tabs = tuple(
        TabView(
            project.id,
            project.name
            if names.count(project.name) == 1
            else f"{project.name} · {visible(_parent(project.root))}",
            visible(project.root),
            project.id in ringing,
        )
        for project in state.tabs
    )
    return TabStripView(tabs, selected)


@dataclass(frozen=True, slots=True)
class NoticeView:
    """A sentence where there is nothing else, and what can be done then."""

    words: str
    button: str = ""
    """In a word or two; empty for nothing."""


@dataclass(frozen=True, slots=True)
class SectionView:
    """A captioned list of sessions."""

    title: str
    """Empty for no caption."""
    rows: tuple[SessionLook, ...]
    notice: NoticeView | None = None
    """What stands in the place of rows."""


@dataclass(frozen=True, slots=True)
class SideBarView:
    """A page of the side bar: the sessions of one project, or something of the library."""

    sections: tuple[SectionView, ...] = ()
    focused: str = ""
    """The session that has the keyboard."""
    empty: str = ""
    """What to say instead of nothing."""
    button: str = ""
    """What can be done then, in a word or two; empty for nothing."""

    @property
    def notice(self) -> NoticeView | None:
        """What stands in the place of everything."""
        return NoticeView(self.empty, self.button) if self.empty else None


_NO_AGENTS = NoticeView("An agent has a role and runs on an AI program of yours.", "New agent…")


def side_bar_view(
    state: DeskState,
    project: str,
    focused: str,
    now: datetime,
    home: str = "",
    *,
    news: Mapping[str, News] = _NO_NEWS,
    agents: Sequence[AgentView] | None = None,
    marks: Mapping[str, tuple[Mark, ...]] = _NO_MARKS,
    templates: Sequence[SessionLook] = (),
) -> SideBarView:
    """Return a project's agents, its sessions (in cells, in the background, ended), templates.

    A session in which an agent runs is that agent's row. `agents` is None until they are known.
    """
    sessions = state.sessions_of(project)
    team = agent_looks(agents or (), sessions, now, home, news=news, marks=marks)
    told = {look.id for look in team}
    looks = [
        session_look(each, now, home, news.get(each.id, NO_NEWS))
        for each in sessions
        if each.id not in told
    ]
    shown = sorted((each for each in looks if each.address), key=_address_order)
    hidden = [each for each in looks if not each.address and each.is_live]
    ended = [each for each in looks if not each.address and not each.is_live]
    sections = tuple(
        SectionView(title, tuple(rows), None if rows else notice)
        for title, rows, notice in (
            ("Agents", team, None if agents is None else _NO_AGENTS),
            ("In cells", shown, None),
            ("Background", hidden, None),
            ("Ended", ended, None),
            ("Templates", templates, None),
        )
        if rows or notice
    )
    empty = "" if sections or not project else "No sessions yet. A cell starts one."
    return SideBarView(sections, focused, empty)


@dataclass(frozen=True, slots=True)
class CountView:
    """How many sessions are in one state."""

    shape: Shape
    words: str


@dataclass(frozen=True, slots=True)
class StatusLineView:
    """The line at the bottom."""

    project: str = ""
    counts: tuple[CountView, ...] = ()
    right: str = ""
    modes: str = ""
    """What is unusual for a while: a locked layout, and into how many cells is typed at once."""


_COUNTED: tuple[tuple[Shape, str], ...] = (
    (Shape.WORKING, "working"),
    (Shape.SHELL, "shell"),
    (Shape.NEEDS_YOU, "needs you"),
    (Shape.DONE, "done"),
    (Shape.FAILED, "failed"),
    (Shape.ENDED, "ended"),
)


def status_line_view(
    state: DeskState,
    project: str,
    engine: EngineStatusView | None,
    size: str,
    now: datetime,
) -> StatusLineView:
    """Return project, counts of its sessions, and the engine's age; `size` as `120 × 40`."""
    known = state.project(project)
    looks = [session_look(each, now) for each in state.sessions_of(project)]
    counts = tuple(
        CountView(shape, _counted(number, words))
        for shape, words in _COUNTED
        if (number := sum(each.shape is shape for each in looks))
    )
    parts = [size] if size else []
    if engine is not None and state.connected:
        parts.append(_clients_words(engine.clients))
        age = age_words(engine.since, now)
        parts.append("engine just started" if age == "now" else f"engine {age}")
    elif state.engine_is_stopped:
        parts.append("engine stopped")
    return StatusLineView(
        known.name if known else "", counts, " · ".join(parts), _mode_words(state, project)
    )


def _mode_words(state: DeskState, project: str) -> str:
    layout = state.layouts.get(project)
    count = len(layout.broadcast) if layout is not None else 0
    modes = ["Layout locked"] if state.is_locked(project) else []
    if count:
        modes.append(
            "Broadcast to 1 cell, choose another" if count == 1 else f"Broadcast to {count} cells"
        )
    return " · ".join(modes)


def snapshot(view: TabStripView | SideBarView | StatusLineView) -> str:
    """Return a view as text, for tests and reports."""
    match view:
        case TabStripView():
            return " | ".join(
                f"[{tab.title}]" if tab.project == view.selected else tab.title for tab in view.tabs
            )
        case SideBarView():
            return "\n".join([*_section_lines(view.sections, view.focused), view.empty]).strip()
        case StatusLineView():
            words = "  ".join(f"{each.shape.value}: {each.words}" for each in view.counts)
            said = f" | {view.modes}" if view.modes else ""
            return f"{view.project}{said} | {words} | {view.right}"


def _section_lines(sections: Sequence[SectionView], focused: str) -> list[str]:
    lines: list[str] = []
    for section in sections:
        lines.append(f"{section.title} ({len(section.rows)})")
        if section.notice is not None:
            lines.append(f"  {section.notice.words} [{section.notice.button}]")
        lines += [
            f"{'>' if row.id == focused else ' '} {row.shape.value:<8} {row.name} "
            f"({row.detail}) {row.address or '-'} {row.state} {row.age}".rstrip()
            for row in section.rows
        ]
    return lines


def _counted(number: int, words: str) -> str:
    return f"{number} shells" if words == "shell" and number > 1 else f"{number} {words}"


def _clients_words(number: int) -> str:
    return "1 client" if number == 1 else f"{number} clients"


def _parent(root: str) -> str:
    pieces = [piece for piece in root.replace("\\", "/").split("/") if piece]
    return pieces[-2] if len(pieces) > 1 else root


def _address_order(look: SessionLook) -> list[tuple[int, int, str]]:
    order: list[tuple[int, int, str]] = []
    for step in look.address.split("."):
        column = step.rstrip("0123456789")
        row = step[len(column) :]
        order.append((int(row or 0), len(column), column))
    return order
