"""A team of agents in the window, as a test would have it."""

from collections.abc import Callable
from dataclasses import replace

from pytestqt.qtbot import QtBot

from idea.application.agents.change_engine import ChangeEngineRequest
from idea.application.agents.detect_changes import DetectChangesRequest
from idea.application.agents.dismiss_resumable import DismissResumableRequest
from idea.application.agents.launch_agent import LaunchAgentRequest
from idea.application.agents.list_agents import ListAgentsRequest
from idea.application.agents.list_resumable import ListResumableRequest
from idea.application.agents.views import (
    AgentSessionView,
    AgentView,
    ContextView,
    ResumableView,
    SectionView,
)
from idea.application.layouts.close_cell import CloseCellRequest
from idea.application.layouts.detach_session import DetachSessionRequest
from idea.application.layouts.split_cell import SplitCellRequest
from idea.application.profiles.list_profiles import ListProfilesRequest
from idea.application.profiles.views import ProfilesView, ProfileView
from idea.application.skills.assign_skill import AssignSkillRequest
from idea.application.skills.list_skills import ListSkillsRequest
from idea.application.skills.views import SkillsView, SkillView
from idea.application.templates.create_agent_from_template import CreateAgentFromTemplateRequest
from idea.application.templates.list_templates import ListTemplatesRequest
from idea.application.templates.views import DriftView, SyncView, TemplateView
from idea.application.terminals.open_terminal import OpenTerminalRequest
from idea.application.terminals.stop_session import StopSessionRequest
from idea.application.views import SessionView
from idea.presentation.desktop.viewmodels.palette import PaletteEntry
from support.desktop import a_session
from support.window import Stand, a_grid, settle

REVIEWER = AgentView(
    id="a1",
    project="p1",
    name="Reviewer",
    role_path="/src/.ideai/agents/reviewer.md",
    profile="one",
    engine="Engine One",
)
BACKEND = replace(REVIEWER, id="a2", name="Backend", engine="Engine Two", profile="two")
BROKEN = replace(REVIEWER, id="a3", name="Broken", faults=("Its role is missing.",))
LIVE = replace(
    a_session("s1", name="Reviewer", command=("one",), cell="a"), agent="a1", engine="Engine One"
)
TEMPLATE = TemplateView(id="critic", name="Critic", version=1, content="# C\n\nReads.", profile="")
ONE = ProfileView(
    id="one",
    name="Engine One",
    command="one",
    origin="built in",
    file="/one.json",
    verified=True,
    can_resume=True,
    path="/usr/bin/one",
    version="1.2.3",
)
GONE = replace(ONE, id="gone", name="Gone", path="", fault="gone is not on this machine.")
BROUGHT = replace(ONE, id="brought", name="Brought", agreed=False)
DRIFT = DriftView(
    project="p1",
    agent="a1",
    name="Reviewer",
    template="critic",
    synced_version=2,
    version=4,
    kind="behind, edited here",
    drifting=True,
)
PLAN = SyncView(
    project="p1",
    agent="a1",
    name="Reviewer",
    from_version=2,
    to_version=4,
    conflicts=0,
    difference="-old\n+new",
    written=False,
)
PAST = AgentSessionView(
    session="s0",
    engine="Engine One",
    started_at="2026-09-01T09:00:00+00:00",
    ended_at="2026-09-01T10:00:00+00:00",
    reason="You stopped it.",
    live=False,
    cell="",
    conversation="talk-one-and-more",
    can_resume=True,
)
SKILL = SkillView(id="commit", scope="global", name="Commit", content="Say why.")


class Team:
    """The agents of the project in front, as an engine would have them."""

    def __init__(self, stand: Stand, *agents: AgentView) -> None:
        self.agents = agents
        self.resumable: tuple[ResumableView, ...] = ()
        self.launches: Callable[[LaunchAgentRequest], SessionView] = lambda _: LIVE
        answer = stand.use_cases.answer
        answer(ListAgentsRequest, lambda _: self.agents)
        answer(ListResumableRequest, lambda _: self.resumable)
        answer(LaunchAgentRequest, self._launch)
        answer(ListTemplatesRequest, lambda _: (TEMPLATE,))
        answer(
            ListProfilesRequest,
            lambda _: ProfilesView(profiles=(GONE, BROUGHT, ONE), looking=False),
        )
        answer(ListSkillsRequest, lambda _: SkillsView(skills=(SKILL,)))
        answer(DetectChangesRequest, lambda _: ())
        answer(AssignSkillRequest, lambda _: REVIEWER)
        answer(ChangeEngineRequest, self._changed)
        answer(CreateAgentFromTemplateRequest, self._create)
        answer(DismissResumableRequest, lambda _: REVIEWER)
        answer(StopSessionRequest, lambda _: LIVE)
        answer(DetachSessionRequest, lambda _: a_grid("a"))
        answer(CloseCellRequest, lambda _: a_grid("a"))
        answer(OpenTerminalRequest, lambda _: LIVE)
        answer(SplitCellRequest, lambda _: a_grid("a | b", {"a": "s1"}))

    def _changed(self, request: ChangeEngineRequest) -> AgentView:
        [agent] = [one for one in self.agents if one.id == request.agent]
        name = {ONE.id: ONE.name}.get(request.profile, request.profile)
        return replace(agent, profile=request.profile, engine=name)

    def _create(self, request: CreateAgentFromTemplateRequest) -> AgentView:
        made = replace(BACKEND, profile=request.profile)
        self.agents = (*self.agents, made)
        return made

    def _launch(self, request: LaunchAgentRequest) -> SessionView:
        return self.launches(request)


def offered(stand: Stand) -> list[PaletteEntry]:
    assert stand.window.palette_box.is_open
    return list(stand.window.palette_box.entries)


def choose(qtbot: QtBot, stand: Stand, entry: str) -> None:
    found = next(one for one in offered(stand) if entry == (one.argument or one.id))
    stand.window.palette_box.chosen.emit(found)
    settle(qtbot, stand)


def a_context(difference: str) -> ContextView:
    parts = (("project root", "Work at /src."), ("role", "Read changes."), ("memory", ""))
    return ContextView(
        agent=REVIEWER,
        sections=tuple(
            SectionView(name=name, text=text, source=f"{name} file", tokens=len(text) // 4)
            for name, text in parts
        ),
        document="Work at /src.",
        tokens=9,
        file="/src/.ideai/run/a1/ONE.md",
        command=("/usr/bin/one", "-x"),
        also_read=("RULES.md",),
        hidden_by="OTHER.md",
        difference=difference,
    )
