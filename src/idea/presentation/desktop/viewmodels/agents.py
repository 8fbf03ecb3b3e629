"""Agents, templates, engines and skills as side bar and palette show them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from idea.application.agents.views import AgentView, ResumableView
from idea.application.profiles.views import ProfileView
from idea.application.skills.views import SkillView
from idea.application.templates.views import TemplateView
from idea.application.views import SessionView
from idea.domain.visible import visible
from idea.presentation.desktop.viewmodels.palette import Kind, PaletteEntry
from idea.presentation.desktop.viewmodels.session_look import (
    Mark,
    SessionLook,
    Shape,
    marked,
    session_look,
)
from idea.presentation.desktop.viewmodels.session_news import NO_NEWS, News

_RESTING = "agent:"


def resting_id(agent: str) -> str:
    """Return what a row of an agent is called that has no session."""
    return f"{_RESTING}{agent}"


def resting_agent(row: str) -> str:
    """Return the agent of such a row; empty for a session's."""
    return row.removeprefix(_RESTING) if row.startswith(_RESTING) else ""


def live_session(agent: AgentView, sessions: Iterable[SessionView]) -> SessionView | None:
    """Return the session in which an agent runs, as the window knows it."""
    running = (one for one in sessions if one.agent == agent.id)
    return next((one for one in running if one.status in {"starting", "running"}), None)


def agent_looks(
    agents: Sequence[AgentView],
    sessions: Sequence[SessionView],
    now: datetime,
    home: str,
    *,
    news: Mapping[str, News],
    marks: Mapping[str, tuple[Mark, ...]],
) -> tuple[SessionLook, ...]:
    """Return a row for each agent, in the person's order: its session, or that it rests."""
    looks = []
    for agent in agents:
        session = live_session(agent, sessions)
        if session is None:
            look = _resting(agent)
        else:
            look = session_look(session, now, home, news.get(session.id, NO_NEWS))
        looks.append(marked(look, marks.get(agent.id, ())))
    return tuple(looks)


def _resting(agent: AgentView) -> SessionLook:
    return SessionLook(
        id=resting_id(agent.id),
        shape=Shape.FAILED if agent.faults else Shape.ENDED,
        name=visible(agent.name),
        detail=visible(agent.engine),
        state="cannot be launched" if agent.faults else "",
        age="",
        reason=visible(" ".join(agent.faults)),
        is_live=False,
        address="",
        rests=True,
    )


def agent_entries(
    agents: Sequence[AgentView], sessions: Sequence[SessionView]
) -> tuple[PaletteEntry, ...]:
    """Return agents to launch, or to go to when they run."""
    return tuple(_agent_entry(agent, live_session(agent, sessions)) for agent in agents)


def _agent_entry(agent: AgentView, session: SessionView | None) -> PaletteEntry:
    fault = visible(" ".join(agent.faults))
    where = "" if session is None else f", in {session.address or 'the background'}"
    return PaletteEntry(
        kind=Kind.AGENT,
        id=agent.id,
        title=visible(agent.name),
        detail=fault or f"{visible(agent.engine)}{where}",
        key="" if fault else "↵ launch" if session is None else "↵ go to",
        shape=Shape.FAILED if fault else Shape.ENDED if session is None else Shape.WORKING,
        enabled=not fault,
    )


def template_entries(templates: Sequence[TemplateView]) -> tuple[PaletteEntry, ...]:
    """Return templates to make an agent from."""
    return tuple(
        PaletteEntry(
            kind=Kind.TEMPLATE,
            id=one.id,
            title=visible(one.name),
            detail=_first_line(one.content),
            about=visible(one.content),
            key="↵ choose",
        )
        for one in templates
    )


ANOTHER: Final = PaletteEntry(
    kind=Kind.AGENT, id="!new", title="New agent…", detail="of a template, or from scratch", key="↵"
)
"""Stands behind the agents; none has such an id."""
NEW_SKILL: Final = PaletteEntry(
    kind=Kind.SKILL, id="!new", title="New skill…", detail="write one down, then give it", key="↵"
)
OTHER_ENGINES: Final = PaletteEntry(
    kind=Kind.ENGINE,
    id="!others",
    title="Another program…",
    detail="See which ones are looked for, or add a command of yours",
    key="↵",
)
"""Stands behind the engines that were found; no engine has such an id."""
FROM_SCRATCH: Final = PaletteEntry(
    kind=Kind.TEMPLATE,
    id="!scratch",
    title="From scratch",
    detail="You write its role",
    key="↵ choose",
)
"""Stands behind the templates; no template has such an id."""


NO_ENGINE: Final = PaletteEntry(
    kind=Kind.ENGINE,
    id="!none",
    title="None of its own",
    detail="The one for all new agents is offered first",
    key="↵ choose",
)
"""Stands behind the engines; no engine has such an id."""


def engine_entries(
    profiles: Sequence[ProfileView], *, verb: str, first: str = "", all_enabled: bool = False
) -> tuple[PaletteEntry, ...]:
    """Return engines, those of this machine before the others, and `first` before these.

    Of these, those that were tried come first. Only what can be run can be chosen, unless
    `all_enabled`.
    """
    there = [one for one in profiles if one.path and one.agreed]
    there.sort(key=lambda one: (one.id != first, not one.verified))
    rest = [one for one in profiles if one not in there]
    return tuple(
        PaletteEntry(
            kind=Kind.ENGINE,
            id=one.id,
            title=visible(one.name),
            detail=_engine_detail(one),
            key=f"↵ {verb}" if all_enabled or one in there else "",
            enabled=all_enabled or one in there,
        )
        for one in (*there, *rest)
    )


def _engine_detail(profile: ProfileView) -> str:
    if not profile.agreed:
        return f"comes with this project; agree to it: idea profile agree {profile.id}"
    if not profile.path:
        return visible(profile.fault or f"{profile.command} is not on this machine.")
    tried = "" if profile.verified else "not tried yet"
    return visible(" · ".join(filter(None, (profile.version, tried, profile.path))))


def skill_entries(skills: Sequence[SkillView], agent: AgentView) -> tuple[PaletteEntry, ...]:
    """Return the skills that an agent does not have yet."""
    return tuple(
        PaletteEntry(
            kind=Kind.SKILL,
            id=f"{one.scope}:{one.id}",
            title=visible(one.name),
            detail=_first_line(one.content),
            key="↵ give",
        )
        for one in skills
        if f"{one.scope}:{one.id}" not in agent.skills
    )


def named_skill_entries(skills: Sequence[SkillView]) -> tuple[PaletteEntry, ...]:
    """Return skills to do something to."""
    return tuple(
        PaletteEntry(
            kind=Kind.SKILL,
            id=f"{one.scope}:{one.id}",
            title=visible(one.name),
            detail=_skill_detail(one),
            key="↵ choose",
        )
        for one in skills
    )


def _skill_detail(skill: SkillView) -> str:
    owner = "this project's" if skill.scope == "project" else "yours"
    return f"{owner}, {_first_line(skill.content)}"


def named_agent_entries(agents: Sequence[AgentView]) -> tuple[PaletteEntry, ...]:
    """Return agents to do something to."""
    return tuple(
        PaletteEntry(
            kind=Kind.AGENT,
            id=one.id,
            title=visible(one.name),
            detail=visible(one.engine),
            key="↵ choose",
        )
        for one in agents
    )


def resumable_words(resumable: Sequence[ResumableView]) -> str:
    """Return what the list of interrupted agents says above them."""
    if not resumable:
        return "No agent was interrupted."
    return "Their last screens are in their cells. Nothing has been started."


def resumable_title(resumable: Sequence[ResumableView], project: str) -> str:
    """Return the list's title."""
    if len(resumable) == 1:
        return f"One agent was running in {project}"
    return f"{len(resumable)} agents were running in {project}"


def _first_line(text: str) -> str:
    lines = (line.strip() for line in text.splitlines())
    return visible(next((line for line in lines if line and not line.startswith("#")), ""))
