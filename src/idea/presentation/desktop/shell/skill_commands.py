"""Carries out the actions on skills."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtWidgets import QWidget

from idea.application.agents.views import AgentView
from idea.application.skills.assign_skill import AssignSkillRequest
from idea.application.skills.delete_skill import DeletedSkill, DeleteSkillRequest
from idea.application.skills.import_skills import (
    ImportableSkillView,
    ImportSkillsRequest,
    ListImportableSkillsRequest,
)
from idea.application.skills.restore_skill import RestoreSkillRequest
from idea.application.skills.unassign_skill import UnassignSkillRequest
from idea.application.skills.update_skill import UpdateSkillRequest
from idea.application.skills.views import SkillView
from idea.domain.visible import visible
from idea.presentation.desktop.shell.import_dialog import ImportDialog
from idea.presentation.desktop.shell.name_dialog import NameDialog
from idea.presentation.desktop.shell.notices import Notices
from idea.presentation.desktop.shell.palette_opener import PaletteOpener
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.action_registry import Work
from idea.presentation.desktop.viewmodels.agents import named_agent_entries, named_skill_entries
from idea.presentation.desktop.viewmodels.library import Library, skill_ref


class SkillCommands:
    """Main thread only; dialogs open over `window`."""

    def __init__(
        self,
        stage: Stage,
        library: Library,
        skin: Skin,
        window: QWidget,
        *,
        opener: PaletteOpener,
        notices: Notices,
        edit: Callable[[SkillView], None],
    ) -> None:
        """`edit` opens what a skill says."""
        self._desk = stage.desk
        self._ask = stage.runner.ask
        self._library = library
        self._skin = skin
        self._window = window
        self._opener = opener
        self._notices = notices
        self._on_one: Mapping[str, Callable[[SkillView], None]] = {
            "skill.edit": edit,
            "skill.give": self._choose_taker,
            "skill.take": self._choose_holder,
            "skill.rename": self._rename,
            "skill.delete": self._delete,
        }

    def work(self) -> dict[str, Work]:
        """Return the code of every action here."""
        on_one = {action: self._for_chosen(action) for action in self._on_one}
        return {**on_one, "skill.import": self._offer_imports}

    def do(self, action: str, ref: str) -> None:
        """Carry out an action on a skill, named as `global:commit`, if it is still there."""
        skill = self._library.skill(self._desk.current, ref)
        if skill is not None:
            self._on_one[action](skill)

    def _offer_imports(self) -> None:
        project = self._desk.current

        def offer(found: Sequence[ImportableSkillView]) -> None:
            if found:
                ImportDialog.ask(
                    found, self._skin, self._window, lambda files: self._import(files, project)
                )
            else:
                self._notices.tell("Other programs keep no skills or commands here.", project)

        self._ask(ListImportableSkillsRequest(project=project), offer)

    def _import(self, files: Sequence[str], project: str) -> None:
        def told(made: Sequence[SkillView]) -> None:
            names = ", ".join(one.name for one in made)
            number = "1 skill is" if len(made) == 1 else f"{len(made)} skills are"
            self._notices.offer(
                visible(f"{number} imported: {names}."),
                "Undo",
                lambda: [
                    self._ask(DeleteSkillRequest(skill=skill_ref(one), project=project))
                    for one in made
                ],
                project,
            )

        self._ask(ImportSkillsRequest(files=tuple(files), project=project), told)

    def _for_chosen(self, action: str) -> Work:
        def choose() -> None:
            found = self._library.skills(self._desk.current)
            skills = () if found is None else found.skills
            if action == "skill.take":
                skills = tuple(one for one in skills if one.used_by)
            self._choose(skills, lambda ref: self.do(action, ref))

        return choose

    def _choose(self, skills: Sequence[SkillView], then: Callable[[str], None]) -> None:
        if skills:
            self._opener.choose(named_skill_entries(skills), "Which skill?", then)
        else:
            self._notices.tell("There is no skill for that.", self._desk.current)

    def _choose_taker(self, skill: SkillView) -> None:
        ref = skill_ref(skill)
        team = [one for one in self._team if ref not in one.skills]
        self._choose_agent(team, skill, f"Who should have the skill {skill.name}?", self._give)

    def _choose_holder(self, skill: SkillView) -> None:
        ref = skill_ref(skill)
        team = [one for one in self._team if ref in one.skills]
        self._choose_agent(team, skill, f"Who should lose the skill {skill.name}?", self._take)

    def _choose_agent(
        self,
        team: Sequence[AgentView],
        skill: SkillView,
        hint: str,
        then: Callable[[SkillView, AgentView], None],
    ) -> None:
        if not team:
            sentence = f"No agent of this project is left for the skill {visible(skill.name)}."
            self._notices.tell(sentence, self._desk.current)
            return

        def chosen(agent: str) -> None:
            known = self._desk.teams.agent(self._desk.current, agent)
            if known is not None:
                then(skill, known)

        self._opener.choose(named_agent_entries(team), hint, chosen)

    def _give(self, skill: SkillView, agent: AgentView) -> None:
        request = AssignSkillRequest(project=agent.project, agent=agent.id, skill=skill_ref(skill))
        said = f"{agent.name} has the skill {skill.name} and reads it at its next launch."
        self._ask(
            request,
            lambda _: self._notices.offer(
                visible(said), "Undo", lambda: self._take(skill, agent, tell=False), agent.project
            ),
        )

    def _take(self, skill: SkillView, agent: AgentView, *, tell: bool = True) -> None:
        ref = skill_ref(skill)
        place = agent.skills.index(ref) if ref in agent.skills else -1
        back = AssignSkillRequest(project=agent.project, agent=agent.id, skill=ref, at=place)
        said = visible(f"{agent.name} no longer has the skill {skill.name}.")

        def told(_: AgentView) -> None:
            if tell:
                self._notices.offer(said, "Undo", lambda: self._ask(back), agent.project)

        request = UnassignSkillRequest(project=agent.project, agent=agent.id, skill=ref)
        self._ask(request, told)

    def _rename(self, skill: SkillView) -> None:
        def rename(name: str, _chosen: bool) -> None:  # noqa: FBT001 - the dialog's answer.
            self._ask(
                UpdateSkillRequest(
                    skill=skill_ref(skill),
                    name=name,
                    content=skill.content,
                    project=self._desk.current,
                )
            )

        NameDialog.ask(
            f"Rename {visible(skill.name)}",
            "Its file and the agents that have it stay.",
            self._skin,
            self._window,
            rename,
            name=skill.name,
        )

    def _delete(self, skill: SkillView) -> None:
        project = self._desk.current

        def told(gone: DeletedSkill) -> None:
            back = RestoreSkillRequest(skill=gone.skill, kept=gone.kept, project=project)
            self._notices.offer(
                visible(f"The skill {skill.name} is in the trash."),
                "Undo",
                lambda: self._ask(back),
                project,
            )

        self._ask(DeleteSkillRequest(skill=skill_ref(skill), project=project), told)

    @property
    def _team(self) -> Sequence[AgentView]:
        return self._desk.teams.of(self._desk.current)
