"""See one template."""

from dataclasses import dataclass, replace

from idea.application.templates.list_templates import template_view
from idea.application.templates.templates import Templates
from idea.application.templates.views import TemplateView
from idea.application.use_case import Caller, Request
from idea.domain.errors import NotFoundError
from idea.domain.ids import TemplateId


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowTemplateRequest(Request[TemplateView]):
    """Which one, as it is or was."""

    template: str
    version: int = 0
    """0 for the newest."""


class ShowTemplate:
    """Show a template, or one of its older versions."""

    def __init__(self, templates: Templates) -> None:
        self._templates = templates

    async def execute(self, request: ShowTemplateRequest, caller: Caller, /) -> TemplateView:
        """Answer its text, and which versions are kept.

        Raises:
            NotFoundError: There is no such template or version.
            StoreError: It cannot be read.
        """
        del caller
        template = await self._templates.get(TemplateId(request.template))
        view = template_view(template, await self._templates.versions(template.id))
        if not request.version:
            return view
        text = await self._templates.version(template.id, request.version)
        if text is None:
            raise NotFoundError(f"Version {request.version} of {template.id} is not kept.")
        return replace(view, version=request.version, content=text)
