"""Take a removed template back."""

from dataclasses import dataclass

from idea.application.templates.list_templates import template_view
from idea.application.templates.templates import Templates, name_of_id
from idea.application.templates.views import TemplateView
from idea.application.use_case import Caller, Request
from idea.domain.ids import ProfileId, TemplateId


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreTemplateRequest(Request[TemplateView]):
    """What `templates.delete_template` answered."""

    template: str
    kept: str
    """Where its text is, in the trash."""
    name: str = ""
    """Empty for one made of its id."""
    profile: str = ""


class RestoreTemplate:
    """Take a template back whose text is in the trash; agents that followed it do so again."""

    def __init__(self, templates: Templates) -> None:
        self._templates = templates

    async def execute(self, request: RestoreTemplateRequest, caller: Caller, /) -> TemplateView:
        """Move its text back, with the version it had, and announce it.

        Raises:
            NotFoundError: There is nothing of it in the trash.
            ConflictError: There is another template of its id by now.
            StoreError: It could not be moved.
        """
        del caller
        template = await self._templates.restore(
            TemplateId(request.template),
            request.kept,
            name=request.name or name_of_id(request.template),
            profile=ProfileId(request.profile) if request.profile else None,
        )
        return template_view(template, await self._templates.versions(template.id))
