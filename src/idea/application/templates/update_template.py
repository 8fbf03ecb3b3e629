"""Change a template."""

from dataclasses import dataclass

from idea.application.templates.list_templates import template_view
from idea.application.templates.templates import Templates
from idea.application.templates.views import TemplateView
from idea.application.text_folder import refuse_if_changed
from idea.application.use_case import Caller, Request
from idea.domain.ids import ProfileId, TemplateId


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateTemplateRequest(Request[TemplateView]):
    """Which one, and what becomes otherwise; None leaves it."""

    template: str
    content: str | None = None
    name: str | None = None
    profile: str | None = None
    instead_of: str | None = None
    """What it said when it was read; None to write whatever it says by now."""


class UpdateTemplate:
    """Change a template; another text is its next version, and no agent is written."""

    def __init__(self, templates: Templates) -> None:
        self._templates = templates

    async def execute(self, request: UpdateTemplateRequest, caller: Caller, /) -> TemplateView:
        """Keep and announce it.

        Raises:
            NotFoundError: There is no such template.
            InvalidError: Name or text cannot be right.
            ConflictError: It says something else by now than it is to be written instead of.
            StoreError: It could not be written.
        """
        del caller
        if request.instead_of is not None:
            now = await self._templates.get(TemplateId(request.template))
            refuse_if_changed(f"The template {now.name}", now.content, request.instead_of)
        changed = await self._templates.update(
            TemplateId(request.template),
            content=request.content,
            name=request.name,
            profile=None if request.profile is None else ProfileId(request.profile),
        )
        return template_view(changed, await self._templates.versions(changed.id))
