"""What can be chosen about the template of one agent."""

from collections.abc import Sequence
from typing import Final

from idea.application.agents.views import AgentView
from idea.application.templates.views import TemplateView
from idea.domain.visible import visible
from idea.presentation.desktop.viewmodels.agents import template_entries
from idea.presentation.desktop.viewmodels.palette import Kind, PaletteEntry

SYNC: Final = "!sync"
PIN: Final = "!pin"
FOLLOW: Final = "!follow"
UNLINK: Final = "!unlink"
"""No template has such an id."""


def template_choices(
    templates: Sequence[TemplateView], agent: AgentView
) -> tuple[PaletteEntry, ...]:
    """Return what can be done about the template it has, then the others."""
    mine = visible(agent.template)
    is_behind = any(
        one.id == agent.template and one.version > agent.template_version for one in templates
    )
    own = [
        (SYNC, f"Sync with {mine}…", "Shows first what would be written"),
        (PIN, f"Stay at v{agent.template_version}", "Newer versions are told, not written"),
        (FOLLOW, f"Follow {mine} again", "A sync writes newer versions"),
        (UNLINK, "No template", "The role stays as it is"),
    ]
    fitting = {UNLINK, PIN if agent.synchronized else FOLLOW} if mine else set()
    fitting |= {SYNC} if is_behind else set()
    chosen = tuple(
        PaletteEntry(kind=Kind.TEMPLATE, id=name, title=title, detail=detail, key="↵ choose")
        for name, title, detail in own
        if name in fitting
    )
    others = [one for one in templates if one.id != agent.template]
    return (*chosen, *template_entries(others))
