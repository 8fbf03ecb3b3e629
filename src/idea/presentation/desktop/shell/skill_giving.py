"""Gives an agent a skill that the person chooses, or lets them write a new one."""

from collections.abc import Callable

from idea.application.agents.views import AgentView
from idea.application.skills.assign_skill import AssignSkillRequest
from idea.application.skills.list_skills import ListSkillsRequest
from idea.application.skills.views import SkillsView
from idea.domain.visible import visible
from idea.presentation.desktop.shell.notices import Notices
from idea.presentation.desktop.shell.palette_opener import PaletteOpener
from idea.presentation.desktop.shell.runner import Runner
from idea.presentation.desktop.viewmodels.agents import NEW_SKILL, skill_entries


class SkillGiving:
    """Main thread only."""

    def __init__(
        self,
        runner: Runner,
        opener: PaletteOpener,
        notices: Notices,
        *,
        is_running: Callable[[AgentView], bool],
        relaunch: Callable[[AgentView], object],
    ) -> None:
        """`relaunch` lets an agent that is running read what it has now."""
        self._ask = runner.ask
        self._opener = opener
        self._notices = notices
        self._is_running = is_running
        self._relaunch = relaunch
        self.write_one: Callable[[], object] = lambda: None
        """Begins a new skill."""

    def choose(self, agent: AgentView) -> None:
        """Let the person choose a skill for an agent."""

        def offer(found: SkillsView) -> None:
            entries = skill_entries(found.skills, agent)
            names = {entry.id: entry.title for entry in entries}

            def chosen(skill: str) -> None:
                if skill == NEW_SKILL.id:
                    self.write_one()
                else:
                    self._give(agent, skill, names[skill])

            self._opener.choose(
                (*entries, NEW_SKILL), f"Which skill should {agent.name} have?", chosen
            )

        self._ask(ListSkillsRequest(project=agent.project), offer)

    def _give(self, agent: AgentView, skill: str, name: str) -> None:
        said = f"{visible(agent.name)} has the skill {name} and reads it at its next launch."

        def given(now: AgentView) -> None:
            if self._is_running(now):
                self._notices.offer(said, "Relaunch", lambda: self._relaunch(now), agent.project)
            else:
                self._notices.tell(said, agent.project)

        self._ask(
            AssignSkillRequest(project=agent.project, agent=agent.id, skill=skill),
            given,
        )
