"""See the templates."""

from dataclasses import dataclass

from idea.application.templates.templates import Templates
from idea.application.templates.views import TemplateView
from idea.application.use_case import Caller, Request
from idea.domain.templates.template import AgentTemplate


@dataclass(frozen=True, slots=True)
class ListTemplatesRequest(Request[tuple[TemplateView, ...]]):
    """All of them."""


class ListTemplates:
    """List the templates that agents can be made from."""

    def __init__(self, templates: Templates) -> None:
        self._templates = templates

    async def execute(
        self, request: ListTemplatesRequest, caller: Caller, /
    ) -> tuple[TemplateView, ...]:
        """Answer them in your order.

        Raises:
            StoreError: One cannot be read.
        """
        del request, caller
        return tuple([template_view(one) for one in await self._templates.all()])


def template_view(template: AgentTemplate, versions: tuple[int, ...] = ()) -> TemplateView:
    """Return a template as every door shows it."""
    return TemplateView(
        id=template.id.value,
        name=template.name,
        version=template.version,
        content=template.content,
        profile="" if template.default_profile is None else template.default_profile.value,
        versions=versions,
    )
