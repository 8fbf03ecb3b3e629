"""Carries out the actions on templates, and on agents that are behind them."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtWidgets import QWidget

from idea.application.agents.views import AgentView
from idea.application.templates.create_template import CreateTemplateRequest
from idea.application.templates.delete_template import DeletedTemplate, DeleteTemplateRequest
from idea.application.templates.link_agent import LinkAgentRequest
from idea.application.templates.restore_template import RestoreTemplateRequest
from idea.application.templates.show_template import ShowTemplateRequest
from idea.application.templates.sync_agents import SyncAgentsRequest
from idea.application.templates.update_template import UpdateTemplateRequest
from idea.application.templates.views import DriftView, SyncView, TemplateView
from idea.domain.visible import visible
from idea.presentation.desktop.shell import flows
from idea.presentation.desktop.shell.name_dialog import NameDialog
from idea.presentation.desktop.shell.notices import Notices
from idea.presentation.desktop.shell.palette_opener import PaletteOpener
from idea.presentation.desktop.shell.stage import Stage
from idea.presentation.desktop.shell.sync_dialog import SyncDialog
from idea.presentation.desktop.shell.versions_dialog import VersionsDialog
from idea.presentation.desktop.theme.theme import Skin
from idea.presentation.desktop.viewmodels.action_registry import Work
from idea.presentation.desktop.viewmodels.agents import NO_ENGINE, engine_entries, template_entries
from idea.presentation.desktop.viewmodels.library import Library
from idea.presentation.desktop.viewmodels.syncs import sync_report


class TemplateCommands:
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
        make_agent: Callable[[str], None],
        edit: Callable[[TemplateView], None],
    ) -> None:
        """`make_agent` lets the person choose an engine for an agent of a template.

        `edit` opens what a template says.
        """
        self._stage = stage
        self._desk = stage.desk
        self._ask = stage.runner.ask
        self._library = library
        self._skin = skin
        self._window = window
        self._opener = opener
        self._notices = notices
        self._make_agent = make_agent
        self._on_one: Mapping[str, Callable[[TemplateView], None]] = {
            "template.make_agent": lambda template: self._make_agent(template.id),
            "template.edit": edit,
            "template.choose_engine": self._choose_engine,
            "template.show_versions": self._show_versions,
            "template.rename": self._rename,
            "template.delete": self._delete,
            "template.sync": lambda template: self._preview(
                [one for one in self._library.behind if one.template == template.id]
            ),
        }

    def work(self) -> dict[str, Work]:
        """Return the code of every action here."""
        return {
            "template.make_agent": lambda: self._choose("template.make_agent"),
            "template.edit": lambda: self._choose("template.edit"),
            "template.choose_engine": lambda: self._choose("template.choose_engine"),
            "template.show_versions": lambda: self._choose("template.show_versions"),
            "template.rename": lambda: self._choose("template.rename"),
            "template.delete": lambda: self._choose("template.delete"),
            "template.sync": lambda: self._preview(self._library.behind),
            "template.pin": lambda: self._pin_all(self._library.behind),
        }

    def do(self, action: str, template: str) -> None:
        """Carry out an action on a template, if it is still there."""
        known = self._library.template(template)
        if known is not None:
            self._on_one[action](known)

    def do_to_drift(self, action: str, agent: str) -> None:
        """Carry out an action on an agent that is behind, if it still is."""
        drift = self._library.drift(agent)
        if drift is not None:
            do = self._pin_all if action == "template.pin" else self._preview
            do([drift])

    def save_agent(self, agent: AgentView) -> None:
        """Make a template of an agent's role, which follows it from then on."""

        def save(name: str, _chosen: bool) -> None:  # noqa: FBT001 - the dialog's answer.
            request = CreateTemplateRequest(name=name, project=agent.project, agent=agent.id)
            said = visible(f"{agent.name} follows the template {name} from now on.")
            self._ask(request, lambda _: self._notices.tell(said, agent.project))

        NameDialog.ask(
            f"Save {visible(agent.name)} as a template",
            "Its role becomes version 1; the agent follows it from then on.",
            self._skin,
            self._window,
            save,
            name=agent.name,
            verb="Save",
        )

    def _choose(self, action: str) -> None:
        templates = self._library.books.templates or ()
        if templates:
            self._opener.choose(
                template_entries(templates), "Which template?", lambda one: self.do(action, one)
            )
        else:
            self._notices.tell("There are no templates yet.", self._desk.current)

    def _show_versions(self, template: TemplateView) -> None:
        def read(version: int, then: Callable[[TemplateView], None]) -> None:
            self._ask(ShowTemplateRequest(template=template.id, version=version), then)

        def bring_back(old: TemplateView) -> None:
            def told(now: TemplateView) -> None:
                undo = UpdateTemplateRequest(template=template.id, content=newest.content)
                self._notices.offer(
                    visible(f"{now.name} says what v{old.version} said; it is v{now.version} now."),
                    "Undo",
                    lambda: self._ask(undo),
                    self._desk.current,
                )

            newest = self._library.template(template.id) or template
            self._ask(UpdateTemplateRequest(template=template.id, content=old.content), told)

        def offer(found: TemplateView) -> None:
            VersionsDialog.show_versions(
                found, self._skin, self._window, read=read, bring_back=bring_back
            )

        self._ask(ShowTemplateRequest(template=template.id), offer)

    def _choose_engine(self, template: TemplateView) -> None:
        found = self._library.profiles(self._desk.current)
        profiles = () if found is None else found.profiles
        names = {one.id: one.name for one in profiles}
        entries = engine_entries(profiles, verb="choose", first=template.profile, all_enabled=True)

        def use(profile: str) -> UpdateTemplateRequest:
            return UpdateTemplateRequest(template=template.id, profile=profile)

        def chosen(entry: str) -> None:
            engine = names.get(entry, "the engine for all new agents")
            said = f"Agents made of {template.name} are offered {engine} first."
            self._ask(
                use("" if entry == NO_ENGINE.id else entry),
                lambda _: self._notices.offer(
                    visible(said),
                    "Undo",
                    lambda: self._ask(use(template.profile)),
                    self._desk.current,
                ),
            )

        self._opener.choose(
            (*entries, NO_ENGINE), f"What should agents made of {template.name} run on?", chosen
        )

    def _rename(self, template: TemplateView) -> None:
        def rename(name: str, _chosen: bool) -> None:  # noqa: FBT001 - the dialog's answer.
            self._ask(UpdateTemplateRequest(template=template.id, name=name))

        NameDialog.ask(
            f"Rename {visible(template.name)}",
            "Its agents go on following it.",
            self._skin,
            self._window,
            rename,
            name=template.name,
        )

    def _delete(self, template: TemplateView) -> None:
        def told(gone: DeletedTemplate) -> None:
            back = RestoreTemplateRequest(
                template=gone.template, kept=gone.kept, name=gone.name, profile=gone.profile
            )
            self._notices.offer(
                visible(f"The template {template.name} is in the trash; agents keep their roles."),
                "Undo",
                lambda: self._ask(back),
                self._desk.current,
            )

        self._ask(DeleteTemplateRequest(template=template.id), told)

    def _preview(self, drifts: Sequence[DriftView]) -> None:
        """Show what a sync of these agents would write, and write it once the person agreed."""
        if not drifts:
            self._notices.tell("Every agent is up to date.", self._desk.current)
            return
        projects = {one.id: one.name for one in self._desk.state.projects}

        def offer(plans: Sequence[SyncView]) -> None:
            if plans:
                SyncDialog.show_plans(plans, projects, self._skin, self._window, self._sync)

        self._sync_flow(drifts, offer, preview=True)

    def _sync(self, plans: Sequence[SyncView]) -> None:
        def told(done: Sequence[SyncView]) -> None:
            written = [one for one in done if one.written]
            if written:
                self._notices.offer(
                    sync_report(written), "Undo", lambda: self._undo(written), self._desk.current
                )

        self._sync_flow(plans, told, preview=False)

    def _sync_flow(
        self,
        agents: Sequence[DriftView] | Sequence[SyncView],
        then: Callable[[Sequence[SyncView]], None],
        *,
        preview: bool,
    ) -> None:
        requests = [
            SyncAgentsRequest(project=one.project, agents=(one.agent,), preview=preview)
            for one in agents
        ]

        def told(outcome: tuple[Sequence[SyncView], Sequence[str]]) -> None:
            done, failed = outcome
            then(done)
            if failed:
                self._notices.say(" ".join(failed), self._desk.current)

        self._stage.runner.flow(lambda use_cases: flows.sync_each(use_cases, requests), told)

    def _undo(self, written: Sequence[SyncView]) -> None:
        self._stage.runner.flow(lambda use_cases: flows.undo_syncs(use_cases, written))

    def _pin_all(self, drifts: Sequence[DriftView]) -> None:
        for one in drifts:
            self._pin(one)

    def _pin(self, drift: DriftView) -> None:
        def follow(*, wish: bool) -> LinkAgentRequest:
            return LinkAgentRequest(
                project=drift.project, agent=drift.agent, template=drift.template, follow=wish
            )

        said = visible(f"{drift.name} stays at v{drift.synced_version} of {drift.template}.")

        def told(_: AgentView) -> None:
            self._notices.offer(
                said, "Undo", lambda: self._ask(follow(wish=True)), self._desk.current
            )

        self._ask(follow(wish=False), told)
