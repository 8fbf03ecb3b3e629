"""Lets the person choose what an agent follows. Main thread only."""

from collections.abc import Sequence

from idea.application.agents.views import AgentView
from idea.application.templates.link_agent import LinkAgentRequest
from idea.application.templates.list_templates import ListTemplatesRequest
from idea.application.templates.unlink_agent import UnlinkAgentRequest
from idea.application.templates.views import TemplateView
from idea.application.use_case import Request
from idea.domain.visible import visible
from idea.presentation.desktop.shell.notices import Notices
from idea.presentation.desktop.shell.palette_opener import PaletteOpener
from idea.presentation.desktop.shell.runner import Runner
from idea.presentation.desktop.shell.template_commands import TemplateCommands
from idea.presentation.desktop.viewmodels.template_choices import (
    FOLLOW,
    PIN,
    SYNC,
    UNLINK,
    template_choices,
)


class Following:
    """Every change can be undone."""

    def __init__(
        self,
        runner: Runner,
        opener: PaletteOpener,
        notices: Notices,
        templates: TemplateCommands,
    ) -> None:
        self._runner = runner
        self._opener = opener
        self._notices = notices
        self._templates = templates

    def choose(self, agent: AgentView) -> None:
        """Offer templates to follow, and what can be done about the one it follows."""

        def offer(templates: Sequence[TemplateView]) -> None:
            hint = f"Which template should {agent.name} follow?"
            self._opener.choose(
                template_choices(templates, agent), hint, lambda chosen: self._chosen(agent, chosen)
            )

        self._runner.ask(ListTemplatesRequest(), offer)

    def preview(self, agent: AgentView) -> None:
        """Show what a sync would write, and write it once the person agreed."""
        self._templates.do_to_drift("template.sync", agent.id)

    def _chosen(self, agent: AgentView, chosen: str) -> None:
        if chosen == SYNC:
            self.preview(agent)
        elif chosen == PIN:
            self._templates.do_to_drift("template.pin", agent.id)
        elif chosen == UNLINK:
            said = visible(f"{agent.name} goes its own way; its role stays.")
            unlink = UnlinkAgentRequest(project=agent.project, agent=agent.id)
            self._change(agent, unlink, said)
        else:
            self._link(agent, agent.template if chosen == FOLLOW else chosen)

    def _link(self, agent: AgentView, template: str) -> None:
        said = visible(f"{agent.name} follows the template {template}; a sync writes its role.")
        request = LinkAgentRequest(project=agent.project, agent=agent.id, template=template)
        self._change(agent, request, said)

    def _change(self, agent: AgentView, request: Request[AgentView], said: str) -> None:
        back: Request[AgentView] = UnlinkAgentRequest(project=agent.project, agent=agent.id)
        if agent.template:
            back = LinkAgentRequest(
                project=agent.project,
                agent=agent.id,
                template=agent.template,
                follow=agent.synchronized,
                version=agent.template_version,
            )
        self._runner.ask(
            request,
            lambda _: self._notices.offer(
                said, "Undo", lambda: self._runner.ask(back), agent.project
            ),
        )
